"""Slugs as other engines build them, to find the old URLs of posts."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from blogext_import.romanizing import to_ascii

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEXO = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'<>,.?/]+")
_MATERIAL = re.compile(r"[^\w\- ]")


def hexo_slug(text: str) -> str:
    """Return *text* as a slug like Hexo's ``slugize``, used for categories and tags."""
    return _HEXO.sub("-", without_accents(text)).strip("-")


def hugo_slug(text: str, *, keeps_case: bool = False, is_old: bool = False) -> str:
    """Return *text* as part of a URL, as Hugo writes it.

    In names of files and terms, each space is a hyphen since version 0.123: ``A & B`` is ``a--b``. Elsewhere, and
    with *is_old*, spaces are one hyphen between what is kept.
    """
    kept = "".join(
        char
        for place, char in enumerate(text)
        if char.isspace() or _is_in_hugo(char) or (char == "%" and re.match("[0-9A-Fa-f]{2}", text[place + 1 :]))
    )
    if is_old:
        kept = re.sub(r"(?<=-)\s+|\s+(?=-)|(?<=\s)\s+", "", kept.strip())
    slug = re.sub(r"\s", "-", kept)
    return slug if keeps_case else slug.lower()


def _is_in_hugo(char: str) -> bool:
    return char in "./\\_#+~-@" or unicodedata.category(char)[0] in "LM" or char.isdecimal()


def jekyll_slug(text: str, *, is_pretty: bool = False, keeps_case: bool = False) -> str:
    """Return *text* as a slug like Jekyll's ``slugify``, in the mode ``default`` or ``pretty``."""
    kept = "._~!$&'()+,;=@" if is_pretty else ""
    chars = [
        char if unicodedata.category(char)[0] in "LM" or char.isdecimal() or char in kept else "-" for char in text
    ]
    slug = re.sub("-+", "-", "".join(chars)).strip("-")
    return slug if keeps_case else slug.lower()


def material_slug(text: str) -> str:
    """Return *text* as a lowercase slug like PyMdown Extensions, which Material's blog uses."""
    plain = unicodedata.normalize("NFC", re.sub(r"</?[^>]*>", "", text)).strip()
    return _MATERIAL.sub("", plain.lower()).replace(" ", "-")


#: Pelican's default replacements: patterns, and what replaces them.
_PELICAN = ((r"[^\w\s-]", ""), (r"\A\s*", ""), (r"\s*\Z", ""), (r"[-\s]+", "-"))


def pelican_slug(
    text: str,
    *,
    rules: Sequence[Sequence[str]] | None = None,
    is_unicode: bool = False,
    keeps_case: bool = False,
) -> str | None:
    """Return *text* as a slug like Pelican's: ASCII, unless *is_unicode*.

    *rules* are the site's own replacements. Return ``None`` if this needs a package that is not installed.
    """
    spelt = unicodedata.normalize("NFKC", text) if is_unicode else to_ascii(text)
    for pattern, replacement, *_rest in rules or _PELICAN:
        try:
            spelt = spelt and re.sub(str(pattern), str(replacement), spelt, flags=re.IGNORECASE)
        except re.error:
            continue
    return None if spelt is None else (spelt if keeps_case else spelt.lower()).strip()


def nikola_slug(text: str, *, is_plain: bool = True) -> str | None:
    """Return *text* as a slug like Nikola's, ASCII if *is_plain*; ``None`` if this needs a missing package."""
    if not is_plain:
        return re.sub(r"[/\\?#\"'\r\n\t*:<>|]", "-", text)
    spelt = to_ascii(text)
    if spelt is None:
        return None
    return re.sub(r"[-\s]+", "-", re.sub(r"[^+\w\s-]", "", spelt).strip().lower())


def kebab_case(text: str) -> str:
    """Return *text* as lowercase words with hyphens between them, like Docusaurus."""
    plain = re.sub("['\u2019]", "", without_accents(text))
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+", plain)
    return "-".join(words).lower()


def zola_slug(text: str, mode: str = "on") -> str | None:
    """Return *text* as a slug like Zola's, with the *mode* from its table ``slugify``.

    Return ``None`` if this needs a package that is not installed.
    """
    if mode == "off":
        return text
    if mode == "safe":
        return re.sub(r"[<>:\"/\\|?*]", "", text.rstrip(" ."))
    spelt = to_ascii(text)
    return None if spelt is None else re.sub(r"[^a-z0-9]+", "-", spelt.lower()).strip("-")


def without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(char for char in parts if not "\u0300" <= char <= "\u036f"))
