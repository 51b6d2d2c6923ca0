"""What changed in a version: releases in the headings of a changelog, and changes in documents.

The forms of headings are those of Keep a Changelog (``[2.0.0] - 2026-11-20``), towncrier (``loom 2.0.0
(2026-11-20)``), and those usual in changelogs written by hand.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from sphinx_blogext.core import N_
from sphinx_blogext.core.dates import DateReader
from sphinx_blogext.patterns import pattern

#: Sphinx's directives, in the order in which their changes are listed -> the label of the change.
KINDS = {
    "versionadded": N_("New"),
    "versionchanged": N_("Changed"),
    "deprecated": N_("Deprecated"),
    "versionremoved": N_("Removed"),
}
_VERSION = pattern(r"v?\d[\w.+-]*", re.IGNORECASE)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
#: A date anywhere in a heading; a version such as ``2026.11.20`` is not a date.
_DATE = pattern(
    rf"(?<![\w.-])(?:\d{{4}}([-/])\d\d?\1\d\d?|\d\d?(?:st|nd|rd|th)?\s+{_MONTH},?\s+\d{{4}}"
    rf"|{_MONTH}\s+\d\d?(?:st|nd|rd|th)?,?\s+\d{{4}})(?![\w-])",
    re.IGNORECASE,
)
#: What looks like a date but may mean two different days.
_AMBIGUOUS = pattern(r"(?<![\w.-])\d\d?([./-])\d\d?\1\d{4}(?![\w-])")
_BRACKETS = pattern(r"[(\[<（【]([^()\[\]<>（）【】]+)[)\]>）】]")
_DASH = pattern(r"\s[-–—]\s+|:\s+|,\s+")
_BETWEEN = "- \t–—:,|/"
#: What may be between the name of a release and its date.
_BEFORE = pattern(rf"[{_BETWEEN}]*[(\[<（【]?(?:\b(?:release\s+date|released(\s+on)?|on)[\s:]*)?$", re.IGNORECASE)
#: What may be after its date: the end of the brackets around it.
_AFTER = pattern(r"^[^()\[\]<>（）【】]*[)\]>）】]")


class Release(NamedTuple):
    """A release: *name* is its heading without the date, *key* the part before that, without ``[YANKED]``."""

    name: str
    date: datetime
    key: str

    @property
    def is_version(self) -> bool:
        return bool(_VERSION.fullmatch(self.key))


def read_heading(text: str, dates: DateReader) -> Release | None:
    """Return the release in a heading, or ``None`` if the heading has no date."""
    # A function that guesses would find dates in version numbers.
    sure = dates._replace(guess=None)
    # The most certain ones first.
    spans = [match.span(1) for match in _BRACKETS.finditer(text)]
    spans += [match.span() for match in _DATE.finditer(text)]
    spans += [(match.end(), len(text)) for match in _DASH.finditer(text)]
    for start, end in spans:
        with suppress(ValueError):
            # The date reader accepts no period after the name of a month.
            date, _is_guess = sure.read(re.sub(r"(?<=[a-z])\.", "", text[start:end].strip()))
            # The brackets of Keep a Changelog mark a link, which may have no target.
            before = re.sub(r"^\[([^\[\]]+)\]", r"\1", _BEFORE.sub("", text[:start]).strip())
            rest = _AFTER.sub("", text[end:]).lstrip(_BETWEEN)
            name = f"{before} {rest}".strip() or text.strip(_BETWEEN + "()[]")
            return Release(name, date, before or name)
    return None


def unread_date(text: str) -> str:
    """Return the part of a heading that looks like a date but is ambiguous or does not exist, or ``""``."""
    match = _AMBIGUOUS.search(text) or _DATE.search(text)
    return match[0] if match else ""


class Change(NamedTuple):
    """A directive such as ``versionadded``, with its number *place* in the document.

    *name* is the object or section that it is about, which is at *anchor*, and *module* is its module or document.
    *conditions* are those of the ``only`` directives around it. *fingerprint* changes when the text does.
    """

    version: str
    kind: str
    place: int
    anchor: str
    name: str
    module: str
    fingerprint: str
    is_object: bool = False
    conditions: tuple[str, ...] = ()


def changes_in(version: str, documents: Mapping[str, Iterable[Change]]) -> list[tuple[str, Change]]:
    """Return the changes in a *version* with their documents, sorted by module, kind and name."""
    kinds = list(KINDS)

    def order(entry: tuple[str, Change]) -> tuple[object, ...]:
        docname, each = entry
        return each.module.casefold(), each.module, kinds.index(each.kind), each.name, docname, each.place

    every = ((docname, change) for docname, changes in documents.items() for change in changes)
    return sorted((entry for entry in every if entry[1].version == version), key=order)
