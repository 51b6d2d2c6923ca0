"""Configurations for options that only the extension for ABlog's sites has."""

from __future__ import annotations

from typing import Any

from sphinx_blogext.ablog.options import DEFAULTS
from sphinx_blogext.ablog.options import OPTIONS as OF_ABLOG
from sphinx_blogext.config.blogs import Conventions
from sphinx_blogext.config.options import OPTIONS


def with_ablog(**options: Any) -> dict[str, Any]:
    """Return a configuration with that extension and our own defaults, except for *options*."""
    own = {option.name: option.default for option in OPTIONS if option.name in {*DEFAULTS, "blog_list_style"}}
    return {
        "extensions": ["myst_parser", "sphinx_blogext.ablog"],
        **own,
        **{option.name: getattr(Conventions(), option.name) for option in OF_ABLOG},
        "blog_baseurl": "https://example.org/",
        "blog_date_formats": [],
        "blog_post_pattern": ["blog/**"],
        **options,
    }
