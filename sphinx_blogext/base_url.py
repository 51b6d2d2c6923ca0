"""The base URL of the site, as the configuration or Read the Docs gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.config import Config

_READTHEDOCS = "READTHEDOCS_CANONICAL_URL"


def base_url(config: Config, environ: Mapping[str, str]) -> tuple[str, str]:
    """Return what gives the base URL, and the URL as it is given; ``""`` twice if nothing does.

    ``""`` and ``"/"`` mean none. In ``html_baseurl`` Read the Docs' documentation has people
    write them for other places, so there they leave it to Read the Docs.
    """
    # The theme alone does not know the option.
    blog_baseurl = getattr(config, "blog_baseurl", None)
    if blog_baseurl is not None:
        found = {"blog_baseurl": blog_baseurl}
    else:
        found = {"html_baseurl": config.html_baseurl, _READTHEDOCS: environ.get(_READTHEDOCS, "")}
    return next(((name, url) for name, value in found.items() if (url := _text(value))), ("", ""))


def _text(value: Any) -> str:
    """Return *value* if it says something; Sphinx warns of other types than text, and goes on."""
    return value.strip() if isinstance(value, str) and value.strip("/ ") else ""
