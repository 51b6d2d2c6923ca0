"""Text in Latin letters, as the engines romanize it in URLs.

Pelican and Nikola use the package Unidecode, and Zola a library with almost the same tables.
"""

from __future__ import annotations

import unicodedata
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def to_ascii(text: str) -> str | None:
    """Return *text* in Latin letters, each Han character as a word; ``None`` without that package."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    if plain.isascii():
        return plain
    try:
        spell: Callable[[str], str] = import_module("unidecode").unidecode
    except ImportError:
        return None
    return spell(unicodedata.normalize("NFC", text))
