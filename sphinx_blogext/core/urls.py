"""Functions for URLs."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin

#: Schemes of URLs that run a script, contain a document, or lead to a file of the reader. All others are harmless.
_DANGEROUS = frozenset(
    {
        *("javascript", "vbscript", "livescript", "jscript", "mocha", "data", "blob", "filesystem"),
        *("file", "about", "view-source"),
    }
)
_WEB = frozenset({"http", "https"})


def absolute_url(url: str, base: str, *, is_loaded: bool = False) -> str:
    """Return *url*, relative to the page *base*, as an absolute ASCII URL, or ``""`` if it is not safe.

    Links may lead anywhere. What is loaded without a click, such as a picture, must be on the web or in the URL.
    """
    url = url.strip()
    is_allowed = is_loadable(url) if is_loaded else is_safe_url(url)
    try:
        return quote(urljoin(base, url), safe="!#$%&'()*+,/:;=?@[]~") if url and is_allowed else ""
    except ValueError:
        return ""


def is_loadable(url: str) -> bool:
    """Return whether pages may load *url*: it is relative, on the web, or a picture itself."""
    return _WEB.issuperset(_schemes(url)) or url.lower().startswith("data:image/")


def is_safe_url(url: str) -> bool:
    """Return whether *url* is safe to link to: not ``javascript:`` or the like."""
    return not _DANGEROUS.intersection(_schemes(url))


def _schemes(url: str) -> list[str]:
    """Return the scheme of a URL, and those that follow it, as in ``feed:javascript:``."""
    # Browsers remove tabs and line breaks from URLs, so ``java\nscript:`` would run.
    start = re.split(r"[/?#]", re.sub(r"[\x00-\x20]", "", url), maxsplit=1)[0]
    return start.lower().split(":")[:-1]
