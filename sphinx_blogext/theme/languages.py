"""Links in the header to the same page in other languages: the option ``languages``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from sphinx_blogext.lang.codes import language_name, language_tag
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

#: A language tag, such as ``zh`` or ``pt-BR``.
TAG = pattern(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_ADDRESS = pattern(r"(?:https?://|/(?!/))\S*")


def are_languages(value: Any) -> bool:
    """Return whether *value* is valid for the option."""
    return isinstance(value, dict) and all(
        isinstance(tag, str) and TAG.fullmatch(tag) and _is_link(link) for tag, link in value.items()
    )


def language_links(languages: Mapping[str, Any], uri: str, site: str, base: str = "") -> list[dict[str, Any]]:
    """Return ``label``, ``lang``, ``url``, ``absolute`` and ``is_current`` of the page at *uri* in each language.

    *site* is the language of the site, as Sphinx names it, and *base* its URL. An ``absolute`` URL that is not
    known is ``""``.
    """
    current = _current({language_tag(tag).lower() for tag in languages}, language_tag(site).lower())
    links = []
    for tag, link in languages.items():
        lang = language_tag(tag)
        label, address = (language_name(lang), link) if isinstance(link, str) else link
        url = address.replace("{page}", uri)
        whole = urljoin(base, url)
        absolute = whole if whole.startswith(("http://", "https://")) else ""
        is_current = lang.lower() == current
        links.append({"label": label, "lang": lang, "url": url, "absolute": absolute, "is_current": is_current})
    return links


def language_versions(links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return *links* if they tell search engines about a page in all builds of the site, including this one."""
    has_all = len(links) > 1 and all(link["absolute"] for link in links)
    return links if has_all and any(link["is_current"] for link in links) else []


def _current(tags: set[str], site: str) -> str:
    """Return which of *tags* is the language of the site: an exact match, or the only variant of that language."""
    kinds = [tag for tag in tags if tag.partition("-")[0] == site.partition("-")[0]]
    return site if site in tags else kinds[0] if len(kinds) == 1 else ""


def _is_link(value: Any) -> bool:
    """Return whether *value* is a URL, or a name and a URL."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and isinstance(value[0], str) and value[0].strip():
        value = value[1]
    return isinstance(value, str) and _ADDRESS.fullmatch(value) is not None
