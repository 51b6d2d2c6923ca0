"""The services for comments, and what ``blog_comments`` must and may say for each."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit


class Provider(NamedTuple):
    """What ``blog_comments`` must and may say for a provider."""

    required: frozenset[str]
    optional: frozenset[str]


_ALL = frozenset({"provider", "load", "term"})
PROVIDERS = {
    "giscus": Provider(
        frozenset({"repo", "repo_id", "category", "category_id"}),
        frozenset({"host", "strict", "reactions_enabled", "input_position", "lang", "theme_light", "theme_dark"}),
    ),
    "utterances": Provider(frozenset({"repo"}), frozenset({"label", "theme_light", "theme_dark"})),
    "isso": Provider(frozenset({"url"}), frozenset({"lang"})),
}


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
    if unknown := sorted(map(str, settings.keys() - provider.required - provider.optional - _ALL)):
        return (
            f"no {unknown[0]!r} for {name}, which knows {', '.join(sorted(provider.required | provider.optional))}"
        )
    if not all(isinstance(value, str) for value in settings.values()):
        return "strings"
    if settings.get("load", "click") not in {"click", "scroll"}:
        return "'click' or 'scroll' for 'load'"
    if settings.get("term", "docname") not in {"docname", "pathname"}:
        return "'docname' or 'pathname' for 'term'"
    address = settings.get("url") or settings.get("host") or "https://giscus.app"
    return "" if urlsplit(address).scheme in {"http", "https"} else f"an address with https:// for {name}"
