"""Names of terms made into page names: readable, safe on every file system, distinct for ever.

A term's slug depends on its own name only, never on the other terms of the blog, and two
different terms never share one. Where a site spells slugs
itself, :mod:`~sphinx_blogext.core.term_slugs` keeps them apart.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Container

#: Symbols that carry the meaning of a name are spelt out.
_WORDS = {"+": "-plus", "#": "-sharp"}

#: File names that Windows reserves, with any extension.
DEVICES = r"(con|prn|aux|nul|com\d|lpt\d)"
#: Those, and names with a meaning of their own here.
_RESERVED = re.compile(rf"({DEVICES}|index|page)(\..*)?", re.IGNORECASE)

#: The longest slug in UTF-8 bytes; file systems allow 255 for a name with its extension.
_MAX_BYTES = 96


@lru_cache(maxsize=4096)
def normalize(name: str) -> str:
    """Return the key under which a term is known.

    Two names are one term if they differ only in case, in their Unicode composition
    (NFKC) or in spaces against hyphens.
    """
    # Normalized twice, because case folding can undo the first.
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s-]+", "-", unicodedata.normalize("NFKC", folded).strip()) or "-"


def slugify(name: str, taken: Container[str] = (), romanize: Callable[[str], str] | None = None) -> str:
    """Return the last part of the page name of the term *name*, none of *taken*.

    With *romanize*, which spells a text in ASCII, so is the slug; where that changes the
    name, a digest keeps it distinct, since many names are spelt alike.

    The result is not empty, holds no separator, is not a name Windows reserves, and is at
    most 110 bytes long in UTF-8. Where a readable form would lose something of the name, a
    digest of the name keeps it distinct.
    """
    key = normalize(name)
    readable = _readable(key)
    if romanize is not None and not readable.isascii():
        spelt = normalize(romanize(unicodedata.normalize("NFKC", name)))
        readable = "".join(char for char in _readable(spelt) if char.isascii())
    if _RESERVED.fullmatch(readable):
        # Windows reserves ``con`` with whatever follows a dot.
        readable = readable.replace(".", "-")
    elif _owner(readable) == key and readable not in taken:
        return readable
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{digest}" if readable else digest


def ablog_slug(name: str) -> str:
    """Return how ABlog spells *name* in page names and labels: without accents and symbols, or not at all."""
    letters = re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFKD", name))
    return re.sub(r"[-\s]+", "-", letters.strip().lower())


def file_name(title: str, romanize: Callable[[str], str] | None = None) -> str:
    """Return the name of a file for the text called *title*, without suffix; ``""`` where it has no letters.

    It is spelt as slugs of terms are, but two titles may share one: who makes files sees which there are.
    """
    spelt = romanize(unicodedata.normalize("NFKC", title)) if romanize else title
    # A hyphen at a name's beginning would be taken for an option.
    name = _readable(normalize(spelt)).strip("-._")
    if romanize is not None:
        name = "".join(char for char in name if char.isascii())
    # ``a. b`` and ``a, b`` alike.
    name = re.sub(r"[-.]*-[-.]*", "-", name)
    return f"{name.replace('.', '-')}-post" if _RESERVED.fullmatch(name) else name


def _readable(key: str) -> str:
    """Return *key* with symbols spelt out and everything unsafe replaced by hyphens."""
    if key.startswith("."):
        key = "dot-" + key[1:]
    spelt = "".join(_WORDS.get(char, char) for char in key)
    safe = "".join(char if _is_safe(char) else "-" for char in spelt)
    slug = re.sub(r"-+", "-", safe).strip("-.")
    # Cut in bytes, as file systems count them; half a character at the end is dropped.
    cut = slug.encode("utf-8", "ignore")[:_MAX_BYTES]
    return cut.decode("utf-8", "ignore").rstrip("-.")


def _is_safe(char: str) -> bool:
    """Letters, digits, their marks and pictures of every script, and ``-._``, are kept."""
    return char in "-._" or unicodedata.category(char)[0] in "LNM" or unicodedata.category(char) == "So"


def _owner(slug: str) -> str:
    """Return the one key that *slug* belongs to without a digest."""
    if slug.startswith("dot-"):
        slug = "." + slug[4:]
    for symbol, word in _WORDS.items():
        slug = slug.replace(word, symbol)
    return slug
