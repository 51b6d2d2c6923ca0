"""The sidebars of ABlog, and ours for the same."""

from __future__ import annotations

#: Posts have a header instead of ABlog's post card.
_OURS = {
    "postcard": "",
    "recentposts": "recent",
    **{name: name for name in ("tagcloud", "categories", "archives", "authors", "languages", "locations")},
}


def is_ablog_sidebar(name: str) -> bool:
    """Return whether a template *name* is that of one of ABlog's sidebars, with or without its folder."""
    return name.endswith(".html") and _stem(name) in _OURS


def our_sidebar(name: str) -> str:
    """Return our sidebar for one of ABlog's, or ``""`` if none is needed."""
    ours = _OURS[_stem(name)]
    return f"blog/{ours}.html" if ours else ""


def _stem(name: str) -> str:
    return name.removeprefix("ablog/").removesuffix(".html")
