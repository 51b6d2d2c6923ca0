"""Texts within a body: paragraphs, headings and cells, and the elements within them, by position."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Replaces everything that is not text in :attr:`Leaf.plain`.
MASK = "\0"


@dataclass(frozen=True, slots=True)
class Span:
    """An element within a text, by positions in its content.

    *kind* is the name of the markdown-it rule; *target* is the range of the URL in a link or image, if it has one,
    *address* the parsed URL, and *label_end* the end of the link text.
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

    *content* is the text without the indentation and markers of the enclosing blocks; *offsets* has the start of
    each line in the content and in the body. *plain* is the content with *MASK* for everything that is not text;
    *unlinked* also masks the texts of links.
    """

    kind: str
    content: str
    first_line: int
    offsets: list[tuple[int, int]]
    spans: list[Span] = field(default_factory=list)
    plain: str = ""
    unlinked: str = ""

    def at(self, position: int) -> int:
        """Return the position in the body of a position in the content."""
        begin, origin = self.offsets[bisect_right(self.offsets, (position, 1 << 62)) - 1]
        return origin + position - begin

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the body of a range in the content."""
        return self.at(start), self.at(end - 1) + 1

    @property
    def end(self) -> int:
        """The position in the body at which the text ends."""
        return self.at(len(self.content) - 1) + 1

    def ends_of(self, *kinds: str) -> set[int]:
        """Return the ends of the elements of these kinds, as positions in the content."""
        return {span.end for span in self.spans if span.kind in kinds}

    def lines(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each line, as positions in the content."""
        starts = [begin for begin, _ in self.offsets]
        return zip(starts, [*(start - 1 for start in starts[1:]), len(self.content)], strict=True)

    def mask(self) -> None:
        """Set the masked views of the content."""
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
    """Return the text in these lines of the body, or ``None`` if it is not found there."""
    offsets, begin = [], 0
    for number, line in enumerate(content.split("\n")):
        if first_line + number >= last_line:
            return None
        low = starts[first_line + number]
        high = starts[first_line + number + 1] if first_line + number + 1 < len(starts) else len(source)
        # Search from the right, because the margin may look like the text, such as the number of a list item.
        # A tab that is partly in the margin becomes spaces in the content.
        text = line.lstrip()
        at = source.rfind(text, low, high) - (len(line) - len(text))
        if at < low:
            return None
        offsets.append((begin, at))
        begin += len(line) + 1
    return Leaf(kind, content, first_line, offsets)


def placed_cell(content: str, line: int, cursor: int, source: str, end: int) -> Leaf | None:
    """Return the cell with this content that begins at or after *cursor* in its row."""
    at = source.find(content, cursor, end)
    return Leaf("cell", content, line, [(0, at)]) if at >= 0 else None
