"""Functions for URLs."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin


def absolute_url(url: str, base: str) -> str:
    """Return *url*, relative to the page *base*, as an absolute ASCII URL, or ``""`` if it is not safe."""
    url = url.strip()
    if not url:
        return ""
    if not is_safe_url(url) and not re.match(r"data:image/", url, re.IGNORECASE):
        return ""
    try:
        return quote(urljoin(base, url), safe="!#$%&'()*+,/:;=?@[]~")
    except ValueError:
        return ""


_SAFE_SCHEMES = frozenset({"http", "https", "mailto", ""})


def is_safe_url(url: str) -> bool:
    """Return whether *url* is safe to link to: not ``javascript:`` or the like."""
    # Browsers remove tabs and line breaks from URLs, so ``java\nscript:`` would run.
    scheme = re.match(r"\s*([^/?#:]*):", re.sub(r"[\x00-\x20]", "", url))
    return (scheme[1].lower() if scheme else "") in _SAFE_SCHEMES
