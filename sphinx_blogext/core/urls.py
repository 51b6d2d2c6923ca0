"""What is known of a URL by itself."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin


def absolute_url(url: str, base: str) -> str:
    """Return *url*, which stands on the page *base*, as an absolute one of ASCII, or ``""``."""
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
    """Return whether *url* is one a reader may be sent to: no ``javascript:`` and its like."""
    # Browsers take tabs and line breaks out of a URL: ``java\nscript:`` runs.
    scheme = re.match(r"\s*([^/?#:]*):", re.sub(r"[\x00-\x20]", "", url))
    return (scheme[1].lower() if scheme else "") in _SAFE_SCHEMES
