"""Convert the author files of other engines to entries of ``blog_authors``."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from blogext_import.settings import record_of
from blogext_import.values import one_line
from sphinx_blogext.core.addresses import is_page_name
from sphinx_blogext.core.urls import NETWORKS, is_safe_url, read_profile

if TYPE_CHECKING:
    from collections.abc import Callable


def _is_url(text: str) -> bool:
    return text.startswith("http") and is_safe_url(text)


def _is_slug(text: str) -> bool:
    return is_page_name(text) and "/" not in text


#: The fields that we show: their names in other engines, and whether a text is a value of them.
_FIELDS: dict[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "url": (("url", "website", "web", "uri", "home", "homepage", "link", "site"), _is_url),
    "avatar": (("avatar", "image_url", "image", "picture", "photo", "gravatar"), _is_url),
    "description": (("description", "bio", "title", "tagline"), bool),
    "slug": (("slug",), _is_slug),
}


def read_authors(value: Any) -> dict[str, dict[str, Any]]:
    """Return authors by the names used in posts, which *value* maps to names or records."""
    authors = {}
    for key, entry in record_of(value).items():
        if isinstance(entry, str):
            authors[str(key)] = {"name": one_line(entry)}
        elif isinstance(entry, dict):
            authors[str(key)] = _author(str(key), entry)
    return authors


def _author(key: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the entry for one author, with the fields that we show."""
    author: dict[str, Any] = {"name": _first(entry, ("name", "display_name", "label")) or key}
    for name, (keys, is_valid) in _FIELDS.items():
        if (text := _first(entry, keys)) and is_valid(text):
            author[name] = text
    profiles = _profiles(entry)
    return author | ({"social": profiles} if profiles else {})


def _profiles(entry: dict[str, Any]) -> dict[str, str]:
    """Return the profiles of an author, as URLs or as handles on networks that we know."""
    accounts = {key: value for key, value in entry.items() if key in NETWORKS}
    accounts |= record_of(entry.get("socials") or entry.get("social"))
    profiles: dict[str, str] = {}
    for name, value in accounts.items():
        text = one_line(value).removeprefix("@") if isinstance(value, str) else ""
        with contextlib.suppress(ValueError):
            if text and (text.startswith("http") or name in NETWORKS) and read_profile(str(name), text):
                profiles[str(name)] = text
    return profiles


def _first(entry: dict[str, Any], keys: tuple[str, ...]) -> str:
    values = (entry.get(key) for key in keys)
    return next((one_line(value) for value in values if isinstance(value, str) and value.strip()), "")
