"""The services for comments, and what ``blog_comments`` must and may say for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping


class Provider(NamedTuple):
    """What ``blog_comments`` must and may say for a provider; *optional* has the defaults, ``""`` for none."""

    required: frozenset[str]
    optional: Mapping[str, str]


#: What it may say for each, and the defaults: when they are loaded, and what tells threads apart.
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
    """Return a value of ``blog_comments`` with all that its provider may be told."""
    return {**_ALL, **PROVIDERS[settings["provider"]].optional, **settings}


def problem_of(settings: object) -> str:
    """Return what is wrong with a value of ``blog_comments``, ``""`` if nothing is."""
    if settings is None:
        return ""
    if not isinstance(settings, dict) or settings.get("provider") not in PROVIDERS:
        return f"a dictionary with a provider, one of {', '.join(PROVIDERS)}"
    name = settings["provider"]
    provider = PROVIDERS[name]
    if missing := sorted(key for key in provider.required if not settings.get(key)):
        return f"{missing[0]!r} for {name}"
    known = provider.required | provider.optional.keys()
    if unknown := sorted(map(str, settings.keys() - known - _ALL.keys() - {"provider"})):
        return f"no {unknown[0]!r} for {name}, which knows {', '.join(sorted(known))}"
    if not all(isinstance(value, str) for value in settings.values()):
        return "strings"
    settings = with_defaults(settings)
    if settings["load"] not in {"click", "scroll"}:
        return "'click' or 'scroll' for 'load'"
    if settings["term"] not in {"docname", "pathname"}:
        return "'docname' or 'pathname' for 'term'"
    address = settings.get("url") or settings.get("host")
    return (
        ""
        if not address or urlsplit(address).scheme in {"http", "https"}
        else f"an address with https:// for {name}"
    )
