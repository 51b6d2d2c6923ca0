"""Convert the author files of other engines to entries of ``blog_authors``."""

from __future__ import annotations

import contextlib
from typing import Any

from blogext_import.values import one_line
from sphinx_blogext.core.addresses import is_page_name
from sphinx_blogext.core.social import NETWORKS, read_profile
from sphinx_blogext.core.urls import is_safe_url

_URLS = ("url", "website", "web", "uri", "home", "homepage", "link", "site")
_AVATARS = ("avatar", "image_url", "image", "picture", "photo", "gravatar")
_DESCRIPTIONS = ("description", "bio", "title", "tagline")


def read_authors(value: Any) -> dict[str, dict[str, Any]]:
    """Return authors by the names used in posts, which *value* maps to names or records."""
    if not isinstance(value, dict):
        return {}
    found = {}
    for key, said in value.items():
        if isinstance(said, str):
            found[str(key)] = {"name": one_line(said)}
        elif isinstance(said, dict):
            found[str(key)] = _author(str(key), said)
    return found


def _author(key: str, said: dict[str, Any]) -> dict[str, Any]:
    """Return the entry for one author, with the fields that we show."""
    author: dict[str, Any] = {"name": _first(said, ("name", "display_name", "label")) or key}
    for name, keys in {"url": _URLS, "avatar": _AVATARS, "description": _DESCRIPTIONS}.items():
        text = _first(said, keys)
        if text and (name == "description" or (text.startswith("http") and is_safe_url(text))):
            author[name] = text
    if (slug := _first(said, ("slug",))) and is_page_name(slug) and "/" not in slug:
        author["slug"] = slug
    if links := _profiles(said):
        author["social"] = links
    return author


def _profiles(said: dict[str, Any]) -> dict[str, str]:
    """Return the profiles of an author, as URLs or as handles on networks that we know."""
    social = said.get("socials") or said.get("social")
    given = {key: value for key, value in said.items() if key in NETWORKS}
    given |= social if isinstance(social, dict) else {}
    found: dict[str, str] = {}
    for name, value in given.items():
        text = one_line(value).removeprefix("@") if isinstance(value, str) else ""
        with contextlib.suppress(ValueError):
            if text and (text.startswith("http") or name in NETWORKS) and read_profile(str(name), text):
                found[str(name)] = text
    return found


def _first(said: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((one_line(said[key]) for key in keys if isinstance(said.get(key), str) and said[key].strip()), "")
