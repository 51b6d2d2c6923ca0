"""The comment services, with the required and optional settings of ``blog_comments`` for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping


class Provider(NamedTuple):
    """The settings of a provider in ``blog_comments``; *optional* maps them to their defaults, or to ``""``."""

    required: frozenset[str]
    optional: Mapping[str, str]


#: Settings for all providers, with defaults: when comments are loaded, and what identifies a thread.
_ALL = {"load": "click", "term": "docname"}
PROVIDERS = {
    "giscus": Provider(
        frozenset({"repo", "repo_id", "category", "category_id"}),
        {
            "host": "https://giscus.app",
            "strict": "1",
            "reactions_enabled": "1",
            "input_position": "bottom",
            "lang": "",
            "theme_light": "light",
            "theme_dark": "dark",
        },
    ),
    "utterances": Provider(
        frozenset({"repo"}), {"label": "", "theme_light": "github-light", "theme_dark": "github-dark"}
    ),
    "isso": Provider(frozenset({"url"}), {"lang": ""}),
}


def with_defaults(settings: Mapping[str, str]) -> dict[str, str]:
    """Return a value of ``blog_comments`` with the defaults of its provider added."""
    return {**_ALL, **PROVIDERS[settings["provider"]].optional, **settings}


def problem_of(settings: object) -> str:
    """Return what is wrong with a value of ``blog_comments``, or ``""``."""
    if settings is None:
        return ""
    if not isinstance(settings, dict) or settings.get("provider") not in PROVIDERS:
        return f"'provider' must be one of {', '.join(PROVIDERS)}"
    name = settings["provider"]
    provider = PROVIDERS[name]
    if missing := sorted(key for key in provider.required if not settings.get(key)):
        return f"{missing[0]!r} is required for {name}"
    known = provider.required | provider.optional.keys()
    if unknown := sorted(map(str, settings.keys() - known - _ALL.keys() - {"provider"})):
        return f"unknown setting {unknown[0]!r} for {name}, which has {', '.join(sorted(known))}"
    if not all(isinstance(value, str) for value in settings.values()):
        return "all values must be strings"
    settings = with_defaults(settings)
    if settings["load"] not in {"click", "scroll"}:
        return "'load' must be 'click' or 'scroll'"
    if settings["term"] not in {"docname", "pathname"}:
        return "'term' must be 'docname' or 'pathname'"
    address = settings.get("url") or settings.get("host")
    return (
        ""
        if not address or urlsplit(address).scheme in {"http", "https"}
        else f"a URL that starts with https:// is required for {name}"
    )
