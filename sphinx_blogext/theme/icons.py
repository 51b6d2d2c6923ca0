"""Icons that link to the site's other accounts and places: the option ``icons``."""

from __future__ import annotations

from typing import Any

from sphinx_blogext.lang.words import _
from sphinx_blogext.patterns import pattern

_ADDRESS = pattern(r"(?:https?://(?:www\.)?([^\s/:@?#\[\]]+)|mailto:[^\s@]|/(?!/))([^\s?#]*)\S*")
#: Hosts with an icon, and their names: in small letters, they are those of the icons. Subdomains have the same.
_HOSTS = {
    "github.com": "GitHub",
    "gitlab.com": "GitLab",
    "codeberg.org": "Codeberg",
    "bsky.app": "Bluesky",
    "x.com": "X",
    "twitter.com": "X",
    "linkedin.com": "LinkedIn",
    "youtube.com": "YouTube",
    "youtu.be": "YouTube",
    "bilibili.com": "bilibili",
    "t.me": "Telegram",
    "orcid.org": "ORCID",
}
#: All icons that the style sheet draws.
KINDS = frozenset({*map(str.lower, _HOSTS.values()), "mastodon", "mail", "feed", "link"})


def are_icons(value: Any) -> bool:
    """Return whether *value* is valid for the option: URLs, or a dictionary of names and URLs."""
    if not isinstance(value, (dict, list, tuple)):
        return False
    pairs = value.items() if isinstance(value, dict) else (("-", url) for url in value)
    return all(
        isinstance(name, str) and name.strip() and isinstance(url, str) and _ADDRESS.fullmatch(url)
        for name, url in pairs
    )


def icon_links(value: Any) -> list[dict[str, str]]:
    """Return ``kind``, ``label`` and ``url`` of each link."""
    named = value.items() if isinstance(value, dict) else [("", url) for url in value or ()]
    return [{"url": url} | _icon(url) | ({"label": name} if name else {}) for name, url in named]


def _icon(url: str) -> dict[str, str]:
    address = _ADDRESS.match(url)
    host, path = address.groups("") if address else ("", url)
    label = next((label for known, label in _HOSTS.items() if f".{host.lower()}".endswith(f".{known}")), "")
    if label:
        return {"kind": label.lower(), "label": label}
    if url.startswith("mailto:"):
        return {"kind": "mail", "label": _("E-mail")}
    if path.endswith((".xml", ".rss", "feed.json")):
        return {"kind": "feed", "label": _("Feed")}
    # Every Mastodon server has its own name, but paths of accounts begin with this sign.
    if path.startswith("/@"):
        return {"kind": "mastodon", "label": "Mastodon"}
    return {"kind": "link", "label": host or path}
