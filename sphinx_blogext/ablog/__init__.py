"""Sites of ABlog by one line: ``"sphinx_blogext.ablog"`` in ``extensions``, in the place of ``"ablog"``.

The blog has options, hooks and templates that are of use to any site. This package sets them as ABlog
has them, and adds what only its sites know. Nothing else in the house knows of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext import __version__
from sphinx_blogext.ablog import context, font_awesome, options, pages, records, shown

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    app.setup_extension("sphinx_blogext")
    for part in (options, font_awesome, context, pages, records, shown):
        part.setup(app)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
