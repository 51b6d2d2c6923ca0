"""Pieces of text within a body: paragraphs, headings and cells, and what stands within them, by position."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Stands in :attr:`Leaf.plain` for what is no text.
MASK = "\0"


@dataclass(frozen=True, slots=True)
class Span:
    """Something within a piece of text, by positions in its content.

    *kind* is the name of markdown-it's rule, *target* where an address is written within a link or picture, if one
    is, *address* what it amounts to, *label_end* where the text of the link ends.
    """

    kind: str
    start: int
    end: int
    target: tuple[int, int] | None = None
    address: str = ""
    label_end: int = 0


@dataclass(slots=True)
class Leaf:
    """A paragraph, a heading or a cell.

    *content* is the text without the indentation and marks of what it stands in, *offsets* has for each line of it
    where it begins in the content and where in the body. *plain* is the content with *MASK* for all that is no
    text, *unlinked* also without the texts of links.
    """

    kind: str
    content: str
    first_line: int
    offsets: list[tuple[int, int]]
    spans: list[Span] = field(default_factory=list)
    plain: str = ""
    unlinked: str = ""

    def at(self, position: int) -> int:
        """Return where a position of the content stands in the body."""
        begin, origin = self.offsets[bisect_right(self.offsets, (position, 1 << 62)) - 1]
        return origin + position - begin

    def lines(self) -> Iterator[tuple[int, int]]:
        """Return where each line of the content begins and ends, by positions in the content."""
        starts = [begin for begin, _ in self.offsets]
        return zip(starts, [*(start - 1 for start in starts[1:]), len(self.content)], strict=True)

    def mask(self) -> None:
        """Make the views of the content that have text only."""
        plain = list(self.content)
        for span in self.spans:
            start = span.label_end if span.kind == "link" else span.start
            plain[start : span.end] = MASK * (span.end - start)
        unlinked = list(plain)
        for span in self.spans:
            if span.kind == "link":
                unlinked[span.start : span.end] = MASK * (span.end - span.start)
        self.plain, self.unlinked = "".join(plain), "".join(unlinked)


def placed(
    kind: str, content: str, first_line: int, last_line: int, source: str, starts: list[int]
) -> Leaf | None:
    """Return a piece of text that stands in these lines of the body, or ``None`` where it is not found there."""
    offsets, begin = [], 0
    for number, line in enumerate(content.split("\n")):
        if first_line + number >= last_line:
            return None
        low = starts[first_line + number]
        high = starts[first_line + number + 1] if first_line + number + 1 < len(starts) else len(source)
        # What precedes a text may look like it: the number of an item, for example.
        # A tab that belongs to the margin in part is spaces in the content.
        text = line.lstrip()
        at = source.rfind(text, low, high) - (len(line) - len(text))
        if at < low:
            return None
        offsets.append((begin, at))
        begin += len(line) + 1
    return Leaf(kind, content, first_line, offsets)


def placed_cell(content: str, line: int, cursor: int, source: str, end: int) -> Leaf | None:
    """Return the cell with this content that begins at *cursor* in its row, or later."""
    at = source.find(content, cursor, end)
    return Leaf("cell", content, line, [(0, at)]) if at >= 0 else None
