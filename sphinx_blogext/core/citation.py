"""Citations of posts, their BibTeX entries, and licenses."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.patterns import pattern

#: A DOI: a prefix that begins with ``10.``, and a name assigned by its owner (ISO 26324).
_DOI = pattern(r"10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}\\^`]+")
_DOI_BEFORE = pattern(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
#: Characters that are commands in TeX, and how to escape them.
_TEX = str.maketrans({"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"})
_TEX |= str.maketrans({char: f"\\{char}" for char in "#$%&_{}"})
_ADDRESS = pattern(r"https?://\S+", re.IGNORECASE)
#: Creative Commons licenses by their SPDX identifiers.
_CREATIVE_COMMONS = pattern(r"CC-(BY(?:-NC)?(?:-(?:SA|ND))?)-(\d\.\d)", re.IGNORECASE)


class Source(NamedTuple):
    """The citation data of a post: ``published`` gives the day of publication, ``blog`` the blog's title."""

    title: str
    authors: Sequence[str]
    published: datetime
    blog: str
    url: str
    doi: str = ""
    language: str = ""

    @property
    def address(self) -> str:
        """The URL to cite: a DOI, if there is one, because it is meant to last longer than the URL of a page."""
        return f"https://doi.org/{self.doi}" if self.doi else self.url


def read_doi(text: str) -> str:
    """Return the DOI in *text* without the URL before it; raise :exc:`ValueError` if it is not a DOI."""
    doi = _DOI_BEFORE.sub("", text.strip())
    if not _DOI.fullmatch(doi):
        raise ValueError(text)
    return doi


def as_bibtex(source: Source) -> str:
    """Return an entry for biblatex, and for BibTeX styles that support ``url``."""
    # Its key, in Latin letters: author, year and first word of the title.
    last = source.authors[0].split()[-1] if source.authors and source.authors[0].split() else ""
    parts = (_ascii(last), str(source.published.year), next(filter(None, map(_ascii, source.title.split())), ""))
    fields = {
        "author": " and ".join(f"{{{_tex(name)}}}" for name in source.authors),
        "title": f"{{{_tex(source.title)}}}",
        "year": str(source.published.year),
        "date": source.published.date().isoformat(),
        "howpublished": _tex(source.blog),
        "doi": source.doi,
        "url": source.url,
        "langid": source.language,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{'-'.join(filter(None, parts))},", *lines, "}"])


def license_url(text: str) -> str:
    """Return the URL of a license: *text* if it is one, that of Creative Commons, or ``""`` for others."""
    if _ADDRESS.fullmatch(text) and is_safe_url(text):
        return text
    if text.upper() == "CC0-1.0":
        return "https://creativecommons.org/publicdomain/zero/1.0/"
    match = _CREATIVE_COMMONS.fullmatch(text)
    return f"https://creativecommons.org/licenses/{match[1].lower()}/{match[2]}/" if match else ""


def license_name(text: str) -> str:
    """Return the name of a license for readers, taken from its URL if that is one of Creative Commons."""
    match = re.match(r"https?://creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)", text)
    return f"CC-{match[1].upper()}-{match[2]}" if match else text


def _tex(text: str) -> str:
    return " ".join(text.split()).translate(_TEX)


def _ascii(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]", "", decomposed.lower())
