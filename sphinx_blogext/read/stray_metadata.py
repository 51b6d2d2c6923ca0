"""Finds metadata near the top of a text that nothing reads, such as ``draft: true`` in the wrong place.

Front matter may not be closed or not be at the very top, be in the form of another engine, or be fields below the
title. All of it begins among the first blocks of the text, in lines with a key each.
"""

from __future__ import annotations

import json
import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.metadata import DATE_KEYS, DRAFT_KEYS, says_draft
from sphinx_blogext.read.broken_metadata import FENCE, KEY, Broken, decides, find_attempt, hides, pairs_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_blogext.read.broken_metadata import Pairs

#: A line that may be meant as the first of front matter: typewriters and editors turn hyphens into dashes.
_OPENING = re.compile(r"\s*(?:-{2,}|[\u2012-\u2015\u2212]{1,3}|\+{3,}|;{3,}|\{)\s*(?=$|\")")
#: A line that may be meant as its last.
_CLOSING = re.compile(r"\s*(?:[-=+;\u2012-\u2015\u2212]{2,}|[\u2012-\u2015\u2212\}])\s*")
#: A field of reStructuredText, as docutils reads it.
_FIELD = re.compile(r":(?![: ])(?:[^:\\]|\\.|:(?![ `]|$))*(?<! ):(?: .*|$)")
_ADORNMENT = re.compile(r"([^\w\s])\1+\s*")
_EXPLICIT = re.compile(r"\.\.(?:\s+(?P<name>[\w-]+)\s?::|\s|$)")
#: Directives that may be above fields, because they leave nothing else in the document.
_UNSEEN = frozenset({"default-role", "meta", "raw", "role", "title"})
_ODD_SPACE = "\ufeff\u200b"
_TAB = 8
#: What may be in front of a line of metadata in quotes, comments and other formats.
_PREFIX = re.compile(r"(?:> ?)+|<!--\s*|#\+|%\s+|//\s*|\.\.\s+")
#: Most texts have no line that keeps them out of the site.
_LIKE_HIDING = re.compile(
    rf"^[^\w\n]{{0,12}}(?:{'|'.join(sorted(DATE_KEYS | DRAFT_KEYS)).replace('_', '[-_]')})[^\w\n]{{0,4}}[:=]",
    re.MULTILINE | re.IGNORECASE,
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
#: The most lines of metadata.
_MOST = 200


def find_stray(text: str, *, takes_fields: bool, start: int = 0, is_post: bool = False) -> Broken | None:
    """Return metadata in Markdown from line *start* on, below front matter that can be read, if there is any.

    *takes_fields* means that a list of fields is read if it comes first. Of what *is_post* for another reason,
    only lines that keep it out of the site or its lists are metadata.
    """
    return _found(_Search, text, takes_fields, start, is_post)


def find_stray_rst(text: str, *, is_post: bool = False) -> Broken | None:
    """Return the same for reStructuredText, including lines in a list of fields that are not read."""
    return _found(_RstSearch, text, True, 0, is_post)


def _found(kind: type[_Search], text: str, takes_fields: bool, start: int, is_post: bool) -> Broken | None:
    visible = text.lstrip(_ODD_SPACE)
    is_odd = visible != text
    if kind is _RstSearch:
        # As docutils does before it reads anything.
        visible = visible.expandtabs(_TAB)
    broken = kind(visible.split("\n"), takes_fields and not is_odd, is_post).run(start)
    if broken and is_odd:
        return broken._replace(column=1, reason="an invisible character is in front of it", remedy="delete it")
    return broken


def find_hiding(text: str, today: str, *, is_rst: bool, start: int = 0) -> Broken | None:
    """Return a line outside code, from line *start* on, that would hide the post if it were read as metadata.

    Whoever wrote it believes that the post is a draft, wherever it is. *today* is a date in ISO 8601.
    """
    lines = text.split("\n")[start:]
    if not _LIKE_HIDING.search("\n".join(lines)):
        return None
    fence = ""
    is_first = True
    for number, line in enumerate(lines, start=start):
        opening = None if is_rst else FENCE.match(line)
        if opening and fence and opening["fence"].startswith(fence) and not opening["info"].strip():
            fence = ""
        elif opening and not fence and not (is_first and not opening["info"].strip().startswith("{")):
            fence = opening["fence"]
        elif not fence and not line.startswith(("    ", "\t", *([" "] if is_rst else []))):
            match = KEY.fullmatch(_PREFIX.sub("", line, count=1).rstrip())
            # Fields of reStructuredText further down belong to the text.
            if (
                match
                and not (is_rst and match["colon"])
                and _hides_plainly(match, today, is_near_top=number < start + _NEAR_TOP)
            ):
                reason = "this line is only text"
                return Broken(number + 1, 1, reason, "put it into the metadata at the top, or write it as code")
        is_first &= not line.strip()
    return None


#: In how many lines from the top a date may be meant as that of the post.
_NEAR_TOP = 30


def _hides_plainly(match: re.Match[str], today: str, *, is_near_top: bool) -> bool:
    """Return whether a line, unlike a sentence with a colon in it, can only mean that it hides the post."""
    key, value = match["key"].lower().replace("-", "_"), match["value"].strip().strip("\"',").strip()
    if key in DATE_KEYS:
        return is_near_top and _DAY.match(value) is not None and value[:10] > today
    return key in DRAFT_KEYS and bool(value or match["colon"]) and says_draft(key, value)


def find_in_notebook(source: str, today: str) -> tuple[Broken | None, str]:
    """Return metadata in the cells of a notebook, where it is only text, and the notebook without it."""
    repeated: list[str] = []

    def note_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        first: dict[str, Any] = {}
        repeated.extend(key for key, value in pairs if first.setdefault(key, value) != value and decides(key))
        return dict(pairs)

    try:
        notebook = json.loads(source, object_pairs_hook=note_repeated)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] in {"markdown", "raw"}]
        texts = ["".join(cell["source"]) for cell in cells]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None, source
    if repeated:
        return Broken(1, 1, f"the key {repeated[0]!r} is set twice", "remove one of the two"), source
    for number, (cell, text) in enumerate(zip(cells, texts, strict=True)):
        broken = find_stray(text, takes_fields=False) if number < _CELLS else None
        broken = broken or find_attempt(text, is_rst=False) or find_hiding(text, today, is_rst=False)
        if broken is not None:
            cell["source"] = broken.cleared(text)
            reason = broken.reason if broken.is_attempt else "front matter in a cell of a notebook is only text"
            remedy = broken.remedy if broken.is_attempt else "put it into the metadata of the notebook"
            return broken._replace(line=1, column=1, reason=reason, remedy=remedy), json.dumps(notebook)
    return None, source


#: In how many cells of text front matter may be.
_CELLS = 3


class _Search:
    """Goes through the blocks of a text from the top, up to the first that is neither a title nor metadata."""

    most_titles = 1
    not_first = "it must begin in the first line", "delete or move what is above it"
    marked = "put it between two lines '---'"

    def __init__(self, lines: Sequence[str], takes_fields: bool, is_post: bool) -> None:
        self.lines = lines
        self.takes_fields = takes_fields
        self.is_post = is_post
        #: Whether there has been only what may be above metadata, and whether there has been only what is unseen.
        self.is_top = self.is_unseen = True
        self.titles = 0

    def run(self, place: int) -> Broken | None:
        while place < len(self.lines):
            line = self.lines[place].lstrip(_ODD_SPACE)
            if line.strip():
                if broken := self._opened(place, line) or self._fields(place) or self._bare(place):
                    return broken
                after = self.after(place, line) or self._after_title(place, line)
                if not after:
                    break
                place = after
            else:
                place += 1
        return None

    # What metadata may look like

    def _opened(self, place: int, line: str) -> Broken | None:
        """Return front matter that begins at *place* with a line of hyphens or the like."""
        opening = None if self.is_framed(place) else _OPENING.match(line)
        if opening is None:
            return None
        sign = opening[0].strip()
        is_foreign = sign[0] in "+;{"
        first = place + (opening.end() == len(line))
        end, pairs = self._region(first)
        is_direct = bool(pairs and self.lines[first].strip()) and not self.is_post
        if not (self._counts(pairs) or (is_direct and (self.is_top or is_foreign))):
            return None
        if is_foreign:
            reason = (
                f"{'TOML' if sign[0] == '+' else 'JSON'} is not read",
                "write it in YAML between two lines '---'",
            )
        elif place:
            reason = self.not_first
        elif line.startswith("---"):
            reason = "it has no last line '---'", "add that line, as long as the first one"
        else:
            reason = "it must begin with a line '---'", "write three hyphens"
        return self._broken(place, reason, place, end)

    def _fields(self, place: int) -> Broken | None:
        """Return a list of fields at *place* that is not read."""
        block = list(takewhile(str.strip, self.lines[place:]))
        if not block[0].lstrip().startswith(":"):
            return None
        end, pairs = self._region(place)
        if self.takes_fields and self.is_top and not block[0][0].isspace():
            return self._field_list(place, block, pairs)
        reason = "fields are read only at the very top", "move them above the title"
        return self._broken(place, reason, place, end) if self._counts(pairs) else None

    def _field_list(self, place: int, block: Sequence[str], pairs: Pairs) -> Broken | None:
        """Return what is wrong with a *block* of fields that is read."""
        for number, line in enumerate(block, start=place):
            is_meant = KEY.match(line) or line.lstrip().startswith(":")
            if _FIELD.fullmatch(line) or not is_meant:
                continue
            is_indented = line[0].isspace()
            key = "".join(re.findall(r"^[\s:]*([\w-]+)", line))
            if decides(key) or (not is_indented and self._counts(pairs)):
                reason = "this line belongs to the field above" if is_indented else "this line is no field"
                remedy = f"write ':{key}: value' at the beginning of the line"
                return self._broken(number, (reason, remedy), place, place + len(block))
        self.is_post |= any(decides(key) for key, _value in pairs)
        return None

    def _bare(self, place: int) -> Broken | None:
        """Return lines such as ``draft: true`` at *place* that nothing marks as metadata, or in comments."""
        if end := self.comment(place):
            block = [line for line in self.lines[place:end] if line.startswith(".. ")]
            pairs, is_meant = pairs_in(block), True
        else:
            rest = self.lines[place : place + _MOST]
            block = list(takewhile(lambda line: line.strip() and not _CLOSING.fullmatch(line), rest))
            pairs, end = pairs_in(block), place + len(block)
            end += any(map(_CLOSING.fullmatch, self.lines[end : end + 1]))
            is_meant = self.is_unseen and len(pairs) > 1
        if not pairs or len(pairs) < len(block) or block[0].lstrip().startswith(":"):
            return None
        if not (is_meant and self._counts(pairs)) and not any(hides(*pair) for pair in pairs):
            return None
        kind = "a comment" if block[0].startswith("..") else "only text"
        return self._broken(place, (f"it is {kind}", self.marked), place, end)

    # What may be above metadata

    def after(self, place: int, line: str) -> int:
        """Return the line after the comment, target or directive at *place*, or 0 if it is something else."""
        if end := self.comment(place):
            return end
        if line.startswith("%") or re.fullmatch(r"\(.+\)=\s*", line):
            return place + 1
        if fence := FENCE.match(line):
            self.is_top = False
            return self.first(place + 1, lambda text: text.strip() == fence["fence"]) + 1
        return 0

    def comment(self, place: int) -> int:
        """Return the line after the comment at *place*, or 0 if there is none."""
        return self.first(place, lambda line: "-->" in line) + 1 if self.lines[place].startswith("<!--") else 0

    def is_framed(self, place: int) -> bool:
        """Return whether there is a title between two lines at *place*."""
        return False

    def _after_title(self, place: int, line: str) -> int:
        """Return the line after the title at *place*, or 0 if there is none, or has been one."""
        below = self.lines[place + 1] if place + 1 < len(self.lines) else ""
        is_heading = re.match(r" {0,3}#{1,6}\s", line)
        length = 3 if self.is_framed(place) else 1 if is_heading else 2 if _ADORNMENT.fullmatch(below) else 0
        if not length or self.titles == self.most_titles or not (self.is_unseen or self.titles):
            return 0
        self.titles += 1
        self.is_top = self.is_unseen = False
        return place + length

    # Lines

    def first(self, place: int, test: Callable[[str], bool]) -> int:
        """Return the first line from *place* on that passes *test*, or the number of lines."""
        numbers = range(place, len(self.lines))
        return next((number for number in numbers if test(self.lines[number])), len(self.lines))

    def _region(self, place: int) -> tuple[int, Pairs]:
        """Return the line after the metadata that begins at *place*, with its last line, and the keys in it."""
        last = place
        for number, line in enumerate(self.lines[place : place + _MOST], start=place):
            if _CLOSING.fullmatch(line):
                last = number + 1
                break
            below = self.lines[number + 1 : number + 2]
            # A comment of YAML, or a heading of Markdown.
            is_comment = line.startswith("#") and any(KEY.match(text) or text.startswith("#") for text in below)
            if line.strip() and not (KEY.match(line) or is_comment or re.match(r"\s|[-\]}]", line)):
                break
            last = number + 1 if line.strip() else last
        return last, pairs_in(self.lines[place:last])

    def _counts(self, pairs: Pairs) -> bool:
        """Return whether *pairs* would determine whether the document is published."""
        return any(hides(*pair) if self.is_post else decides(pair[0]) for pair in pairs)

    def _broken(self, place: int, reason: tuple[str, str], start: int, end: int) -> Broken:
        column = len(self.lines[place]) - len(self.lines[place].lstrip()) + 1
        return Broken(place + 1, column, *reason, start, end, pairs_in(self.lines[start:end]))


class _RstSearch(_Search):
    """The same in reStructuredText, where a subtitle may follow the title."""

    most_titles = 2
    not_first = "reStructuredText has no front matter", "write fields such as ':date: 2026-11-20'"
    marked = "write fields such as ':date: 2026-11-20'"

    def after(self, place: int, line: str) -> int:
        explicit = _EXPLICIT.match(line)
        if explicit is not None:
            name = explicit["name"]
            self.is_top &= self.is_unseen and (name is None or name in _UNSEEN)
            self.is_post |= name == "post"
        elif _FIELD.match(line):
            self.is_unseen = False
        else:
            return 0
        return self.first(place + 1, lambda text: bool(text[:1].strip()))

    def comment(self, place: int) -> int:
        end = self.first(place, lambda line: not line.startswith(".. "))
        explicit = [_EXPLICIT.match(line) for line in self.lines[place:end]]
        return end if explicit and not any(match and match["name"] for match in explicit) else 0

    def is_framed(self, place: int) -> bool:
        lines = [line.rstrip() for line in self.lines[place : place + 3]]
        if len(lines) < 3 or lines[0] != lines[2] or not _ADORNMENT.fullmatch(lines[0]):
            return False
        # docutils takes shorter ones for text.
        return len(lines[0]) >= min(4, len(lines[1].strip()))
