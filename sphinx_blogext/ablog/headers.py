"""The texts that ABlog puts before the names of terms and years, and the titles that it makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.marks import N_

if TYPE_CHECKING:
    from collections.abc import Callable

#: The texts before the name of a list, for each kind.
_HEADERS = {
    "author": N_("Posts by"),
    "location": N_("Posts from"),
    "language": N_("Posts in"),
    "category": N_("Posts in"),
    "archive": N_("Posted in"),
    "tag": N_("Posts tagged"),
}


def header_of(kind: str, translate: Callable[[str], str]) -> str:
    """Return the text before the name of a term or, for the *kind* ``"archive"``, of a year."""
    return translate(_HEADERS[kind])


def list_titles(translate: Callable[[str], str]) -> dict[str, str]:
    """Return ABlog's titles of lists and feeds, as a value of ``blog_list_titles``."""
    named = {kind: _before_name(header_of(kind, translate)) for kind in _HEADERS if kind != "archive"}
    return named | {
        "blog": translate(N_("All Posts")),
        "archive": translate(N_("All posts")),
        "year": _before_name(header_of("archive", translate)),
        "feed": "{blog} - {list}",
    }


def _before_name(header: str) -> str:
    # No space belongs after a wide colon.
    return f"{header}{{name}}" if header.endswith("：") else f"{header} {{name}}"
