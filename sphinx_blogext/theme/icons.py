"""Icons that link to the site's other accounts and places: the option ``icons``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

_ADDRESS = pattern(r"(?:https?://[^\s/]|mailto:[^\s@]|/(?!/))\S*")
#: Hosts with an icon, and their names. Subdomains have the same.
_HOSTS = {
    "github.com": ("github", "GitHub"),
    "gitlab.com": ("gitlab", "GitLab"),
    "codeberg.org": ("codeberg", "Codeberg"),
    "bsky.app": ("bluesky", "Bluesky"),
    "x.com": ("x", "X"),
    "twitter.com": ("x", "X"),
    "linkedin.com": ("linkedin", "LinkedIn"),
    "youtube.com": ("youtube", "YouTube"),
    "youtu.be": ("youtube", "YouTube"),
    "bilibili.com": ("bilibili", "bilibili"),
    "t.me": ("telegram", "Telegram"),
    "orcid.org": ("orcid", "ORCID"),
}
#: Icons without a host, or with many.
_MASTODON, _MAIL, _FEED, _OTHER = "mastodon", "mail", "feed", "link"
#: All icons that ``icons.css`` draws.
KINDS = frozenset({*(kind for kind, _ in _HOSTS.values()), _MASTODON, _MAIL, _FEED, _OTHER})


def are_icons(value: Any) -> bool:
    """Return whether *value* is valid for the option: URLs, or a dictionary of names and URLs."""
    addresses = (
        value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else [None]
    )
    has_names = not isinstance(value, dict) or all(isinstance(name, str) and name.strip() for name in value)
    return has_names and all(isinstance(a, str) and _is_address(a) for a in addresses)


def icon_links(value: Any, words: Mapping[str, str]) -> list[dict[str, str]]:
    """Return ``kind``, ``label`` and ``url`` of each link; *words* has labels for ``mail`` and ``feed``."""
    named = value.items() if isinstance(value, dict) else [("", url) for url in value or ()]
    return [{**_icon(url, words), **({"label": name} if name else {}), "url": url} for name, url in named]


def _icon(url: str, words: Mapping[str, str]) -> dict[str, str]:
    if url.startswith("mailto:"):
        return {"kind": _MAIL, "label": words["mail"]}
    address = urlsplit(url)
    host = (address.hostname or "").removeprefix("www.")
    for known, (kind, label) in _HOSTS.items():
        if host == known or host.endswith(f".{known}"):
            return {"kind": kind, "label": label}
    if address.path.endswith((".xml", ".rss", "feed.json")):
        return {"kind": _FEED, "label": words["feed"]}
    # Every Mastodon server has its own name, but paths of accounts begin with this sign.
    if address.path.startswith("/@"):
        return {"kind": _MASTODON, "label": "Mastodon"}
    return {"kind": _OTHER, "label": host or address.path}


def _is_address(url: str) -> bool:
    try:
        urlsplit(url)
    except ValueError:
        return False
    return _ADDRESS.fullmatch(url) is not None
