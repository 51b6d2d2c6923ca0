"""How a post is cited: as a line of text, and as an entry of BibTeX."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

#: A DOI: a prefix that begins with ``10.``, and whatever its owner calls the thing (ISO 26324).
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s\"<>{}\\^`]+")
_DOI_BEFORE = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
#: What TeX takes for a command, and how that sign is written.
_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "#$%&_"},
}


class Source(NamedTuple):
    """What is cited: ``published`` has the calendar day that counts, ``blog`` is the title of the whole."""

    title: str
    authors: Sequence[str]
    published: datetime
    blog: str
    url: str
    doi: str = ""
    language: str = ""

    @property
    def address(self) -> str:
        """Where it is found: a DOI is meant to last longer than the address of a page."""
        return f"https://doi.org/{self.doi}" if self.doi else self.url


def read_doi(text: str) -> str:
    """Return the DOI that is written in *text*, without an address before it; raise :exc:`ValueError` for none."""
    found = _DOI_BEFORE.sub("", text.strip())
    if not _DOI.fullmatch(found):
        raise ValueError(text)
    return found


def as_bibtex(source: Source) -> str:
    """Return an entry for biblatex, and for BibTeX in those of its styles that know ``url``."""
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
    return "\n".join([f"@misc{{{_key(source)},", *lines, "}"])


def _tex(text: str) -> str:
    return "".join(_TEX.get(char, char) for char in " ".join(text.split()))


def _key(source: Source) -> str:
    """Return a name for the entry: who, when and what, in Latin letters."""
    last = source.authors[0].split()[-1] if source.authors and source.authors[0].split() else ""
    parts = (_ascii(last), str(source.published.year), next(filter(None, map(_ascii, source.title.split())), ""))
    return "-".join(filter(None, parts))


def _ascii(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]", "", decomposed.lower())
