"""An extension that declares the options of ABlog's sites with the defaults of a blog that is none of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_blogext.ablog.declared import OPTIONS
from sphinx_blogext.config.conventions import OPTION, Conventions
from sphinx_blogext.config.options import declare

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: What ``conf.py`` needs to set them one at a time.
DECLARED: dict[str, Any] = {"extensions": ["myst_parser", "sphinx_blogext", "conventions"]}


def setup(app: Sphinx) -> dict[str, bool]:
    native = Conventions()
    app.add_config_value(OPTION, native, "", types=Any)
    declare(app.config, [replace(option, default=getattr(native, option.name)) for option in OPTIONS])
    return {"parallel_read_safe": True, "parallel_write_safe": True}
