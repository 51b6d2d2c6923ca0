"""Changes to a text by position: what nobody changes stays as it is, byte for byte."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Indentation, marks of quotations and those of items.
LEAD = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+[ \t>]*)*")
_BREAK = re.compile("\n")
_NO_MARK = re.compile(r"[^>\s]")


class Lines:
    """Where the lines of a text begin. Lines count from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(found.end() for found in _BREAK.finditer(text))]

    def number(self, position: int) -> int:
        """Return the line that holds *position*."""
        return bisect_right(self.starts, position) - 1

    def start(self, line: int) -> int:
        """Return where *line* begins, or the end of the text where there is no such line."""
        return self.starts[line] if line < len(self.starts) else len(self.text)

    def end(self, line: int) -> int:
        """Return where *line* ends, before its line break."""
        return self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)

    def of(self, line: int) -> str:
        """Return *line* without its line break."""
        return self.text[self.start(line) : self.end(line)]


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after its changes. *origins* has the old line of each new line, *frozen* what is to stay."""

    text: str
    origins: list[int]
    frozen: list[tuple[int, int]]


class Edits:
    """Replacements in a text, collected in any order and made at once. Of two that overlap the first one holds."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._edits: list[tuple[int, bool, int, int, str | _Rows]] = []
        self._frozen: list[tuple[int, int]] = []

    def replace(self, start: int, end: int, new: str) -> None:
        """Put *new* in the place of what stands from *start* to *end*."""
        self._edits.append((start, end > start, len(self._edits), end, new))

    def write(self, start: int, end: int, rows: Sequence[str], owner: object) -> None:
        """Put lines in the place of what stands from *start* to *end*.

        All but the first begin with what precedes the first lines of the same *owner* when all changes are made:
        indentation, and the marks of what holds them.
        """
        self._edits.append((start, end > start, len(self._edits), end, _Rows(rows, owner)))

    def insert(self, position: int, new: str) -> None:
        """Put *new* before *position*, after what was inserted there already."""
        self.replace(position, position, new)

    def freeze(self, start: int, end: int) -> None:
        """Note that this part is the writer's own also for those who come later."""
        self._frozen.append((start, end))

    def apply(self) -> Edited:
        """Make the changes."""
        source, starts = self.lines.text, self.lines.starts
        parts: list[str] = []
        origins = [0]
        moves: list[tuple[int, int]] = [(0, 0)]
        length = at = 0
        is_line_start = True
        line = ""
        margins: dict[int, str] = {}
        ordered = sorted(self._edits, key=itemgetter(0, 1, 2))
        for start, _, _, end, change in [*ordered, (len(source), True, 0, len(source), "")]:
            if start < at:
                continue
            line = _last_line(line, source[at:start])
            new = change if isinstance(change, str) else change.text(margins, line)
            if source.startswith("\n", end) and not isinstance(change, str):
                new = new.rstrip(" ")
            line = _last_line(line, new)
            first, last = self.lines.number(at), self.lines.number(start)
            if is_line_start and start > at:
                origins[-1] = first
            origins.extend(range(first + 1, last + 1))
            origins.extend([last] * new.count("\n"))
            parts += source[at:start], new
            length += start - at + len(new)
            if new:
                is_line_start = new.endswith("\n")
            elif start > at:
                is_line_start = start == starts[last]
            at = end
            moves.append((at, length))
        return Edited("".join(parts), origins, [_moved(part, moves) for part in self._frozen])


@dataclass(frozen=True, slots=True)
class _Rows:
    """Lines that belong to one block, which is told from others by its *owner*."""

    rows: Sequence[str]
    owner: object

    def text(self, margins: dict[int, str], before: str) -> str:
        """Return the lines. *before* is what precedes them in their line."""
        margin = margins.setdefault(id(self.owner), margin_of(before))
        if not self.rows:
            return ""
        # What follows the last line goes on in it.
        last = len(self.rows) - 1
        begun = (
            f"{margin}{row}" if row or number == last else margin.rstrip() for number, row in enumerate(self.rows)
        )
        return "\n".join(begun).removeprefix(margin if self.rows[0] or not last else margin.rstrip())


def margin_of(before: str) -> str:
    """Return what a further line of a block begins with of which the first line begins with *before*."""
    lead = LEAD.match(before)
    return _NO_MARK.sub(" ", lead[0] if lead else "")


def _last_line(line: str, text: str) -> str:
    """Return the last line of a text that goes on with *text*."""
    at = text.rfind("\n")
    return text[at + 1 :] if at >= 0 else line + text


def _moved(part: tuple[int, int], moves: list[tuple[int, int]]) -> tuple[int, int]:
    """Return where *part* of the old text stands in the new one."""
    start, end = (
        new + position - old
        for position in part
        for old, new in [moves[bisect_right(moves, (position, 1 << 62)) - 1]]
    )
    return start, max(start, end)
