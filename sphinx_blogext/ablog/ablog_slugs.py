"""The names of terms in the URLs and labels of ABlog."""

from __future__ import annotations

import json
import re
import unicodedata


def ablog_slug(name: str) -> str:
    """Return ABlog's form of *name* in page names and labels, without accents and symbols; it may be empty."""
    letters = re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFKD", name))
    return re.sub(r"[-\s]+", "-", letters.strip().lower())


def garbled_slugs(name: str, label: str, *, is_keyed: bool) -> list[str]:
    """Return ABlog's slugs of a term in a list in MyST front matter, where they differ from those elsewhere."""
    # In such lists, ABlog does not decode JSON escapes and does not find the labels of keys.
    names = [label] if not label.isascii() else []
    return [ablog_slug(json.dumps(text)) for text in [*names, *([name] if is_keyed else [])]]
