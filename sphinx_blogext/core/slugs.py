"""Turns names of terms into slugs that are readable, safe on every file system, unique and permanent.

A term's slug depends only on its own name, never on the other terms of the blog, and two different terms never
share one. If a site has custom slugs, :mod:`~sphinx_blogext.core.terms` keeps them apart.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Container

#: Symbols that are essential to the meaning of a name are spelled out.
_WORDS = {"+": "-plus", "#": "-sharp"}

#: File names that Windows reserves, with any extension.
DEVICES = r"(con|prn|aux|nul|com\d|lpt\d)"
#: These, and names with a special meaning here.
_RESERVED = pattern(rf"({DEVICES}|index|page)(\..*)?", re.IGNORECASE)

#: The longest slug in UTF-8 bytes; file systems allow 255 for a name with its extension.
_MAX_BYTES = 96


@lru_cache(maxsize=4096)
def normalize(name: str) -> str:
    """Return the key that identifies a term.

    Two names are the same term if they differ only in case, Unicode composition (NFKC), or spaces and hyphens.
    """
    # Normalized twice, because case folding can undo the first normalization.
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s-]+", "-", unicodedata.normalize("NFKC", folded).strip()) or "-"


def slugify(name: str, taken: Container[str] = (), romanize: Callable[[str], str] | None = None) -> str:
    """Return the slug of the term *name*, the last part of its page name; it is not in *taken*.

    With *romanize*, which transliterates text to ASCII, the slug is ASCII too; if that changes the name, a digest
    keeps it unique, because many names have the same transliteration.

    The result is not empty, contains no separator, is not a name reserved by Windows, and has at most 110 bytes in
    UTF-8. If the readable form would lose part of the name, a digest of the name keeps it unique.
    """
    key = normalize(name)
    readable = _readable(key)
    if romanize is not None and not readable.isascii():
        normalized = normalize(romanize(unicodedata.normalize("NFKC", name)))
        readable = "".join(char for char in _readable(normalized) if char.isascii())
    if _RESERVED.fullmatch(readable):
        # Windows reserves ``con`` even if a dot and more text follow.
        readable = readable.replace(".", "-")
    elif _owner(readable) == key and readable not in taken:
        return readable
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{digest}" if readable else digest


def file_name(title: str, romanize: Callable[[str], str] | None = None) -> str:
    """Return a file name, without suffix, for a text called *title*; ``""`` if that has no letters.

    It has the form of a slug, but two titles may share one: callers must check which files exist.
    """
    normalized = romanize(unicodedata.normalize("NFKC", title)) if romanize else title
    # A name that begins with a hyphen would be mistaken for a command-line option.
    name = _readable(normalize(normalized)).strip("-._")
    if romanize is not None:
        name = "".join(char for char in name if char.isascii())
    # So that ``a. b`` and ``a, b`` give the same name.
    name = re.sub(r"[-.]*-[-.]*", "-", name)
    return f"{name.replace('.', '-')}-post" if _RESERVED.fullmatch(name) else name


def _readable(key: str) -> str:
    """Return *key* with symbols spelled out and everything unsafe replaced by hyphens."""
    if key.startswith("."):
        key = "dot-" + key[1:]
    normalized = "".join(_WORDS.get(char, char) for char in key)
    safe = "".join(char if _is_safe(char) else "-" for char in normalized)
    slug = re.sub(r"-+", "-", safe).strip("-.")
    # Cut in bytes, as file systems count them; an incomplete character at the end is dropped.
    cut = slug.encode("utf-8", "ignore")[:_MAX_BYTES]
    return cut.decode("utf-8", "ignore").rstrip("-.")


def _is_safe(char: str) -> bool:
    """Return whether *char* is kept: letters, digits, marks and emoji of any script, and ``-._``."""
    return char in "-._" or unicodedata.category(char)[0] in "LNM" or unicodedata.category(char) == "So"


def _owner(slug: str) -> str:
    """Return the only key that has *slug* without a digest."""
    if slug.startswith("dot-"):
        slug = "." + slug[4:]
    for symbol, word in _WORDS.items():
        slug = slug.replace(word, symbol)
    return slug
