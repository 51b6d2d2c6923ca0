"""Edits to a text by position: unedited parts stay the same, byte for byte."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

#: Indentation, block quote markers and list item markers.
LEAD = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t][ \t>]*)*")
_BREAK = re.compile("\n")
_NO_MARK = re.compile(r"[^>\s]")


class Lines:
    """The starts of the lines of a text; lines count from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def number(self, position: int) -> int:
        return bisect_right(self.starts, position) - 1

    def start(self, line: int) -> int:
        """Return the start of *line*, or the end of the text if there is no such line."""
        return self.starts[line] if line < len(self.starts) else len(self.text)

    def end(self, line: int) -> int:
        """Return the end of *line*, before its line break."""
        return self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)

    def of(self, line: int) -> str:
        return self.text[self.start(line) : self.end(line)]


@dataclass(frozen=True, slots=True)
class Edited:
    """An edited text; *origins* has the old line of each new line, *frozen* the parts that must not change."""

    text: str
    origins: list[int]
    frozen: list[tuple[int, int]]


class Edits:
    """Replacements in a text, collected in any order and applied at once; of overlapping ones, the first wins."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._edits: list[tuple[int, int, int, int, str | _Rows]] = []
        self._frozen: list[tuple[int, int]] = []

    def replace(self, start: int, end: int, new: str) -> None:
        self._add(start, end, new, new)

    def write(self, start: int, end: int, rows: Sequence[str], owner: object) -> None:
        """Replace the text from *start* to *end* with lines.

        All lines but the first get the margin of the first lines of the same *owner* after all edits:
        indentation, and the markers of the blocks that contain them.
        """
        self._add(start, end, _Rows(rows, owner), rows[0] if rows and rows[0] else "\n")

    def insert(self, position: int, new: str) -> None:
        """Insert *new* at *position*, after earlier insertions there."""
        self.replace(position, position, new)

    def _add(self, start: int, end: int, new: "str | _Rows", text: str) -> None:
        # What goes on in a line comes before what ends it.
        rank = 2 if end > start else int(text.startswith("\n"))
        self._edits.append((start, rank, len(self._edits), end, new))

    def freeze(self, start: int, end: int) -> None:
        """Mark this part as the author's own text for all later stages."""
        self._frozen.append((start, end))

    def apply(self) -> Edited:
        source, starts = self.lines.text, self.lines.starts
        parts: list[str] = []
        origins = [0]
        moves: list[tuple[int, int]] = [(0, 0)]
        length = at = 0
        is_line_start = True
        line = ""
        margins: dict[int, str] = {}
        ordered = sorted(self._edits, key=itemgetter(0, 1, 2))
        for start, _, _, end, change in [*ordered, (len(source), 2, 0, len(source), "")]:
            if start < at:
                continue
            line = _last_line(line, source[at:start])
            ends_line = source.startswith("\n", end)
            new = change if isinstance(change, str) else change.text(margins, line, ends_line=ends_line)
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
    """Lines of one block, which is identified by its *owner*."""

    rows: Sequence[str]
    owner: object

    def text(self, margins: dict[int, str], before: str, *, ends_line: bool) -> str:
        """Return the lines as text; *before* is the text before them in their line."""
        margin = margins.setdefault(id(self.owner), margin_of(before))
        if not self.rows:
            return ""
        # The text that follows continues the last line.
        last = len(self.rows) - 1
        begun = (
            f"{margin}{row}" if row or number == last else margin.rstrip() for number, row in enumerate(self.rows)
        )
        text = "\n".join(begun).removeprefix(margin if self.rows[0] or not last else margin.rstrip())
        return text.rstrip(" ") if ends_line else text


def margin_of(before: str) -> str:
    """Return the margin of the following lines of a block whose first line begins with *before*."""
    lead = LEAD.match(before)
    return _NO_MARK.sub(" ", lead[0] if lead else "")


def _last_line(line: str, text: str) -> str:
    at = text.rfind("\n")
    return text[at + 1 :] if at >= 0 else line + text


def _moved(part: tuple[int, int], moves: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the position in the new text of *part* of the old one."""
    start, end = (
        new + position - old
        for position in part
        for old, new in [moves[bisect_right(moves, (position, 1 << 62)) - 1]]
    )
    return start, max(start, end)
