"""Tables of other Markdowns as tables of GitHub's, which have a header, one rule, and no bare pipes in code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from blogext_import.bodies.edits import Edited, Edits
from blogext_import.bodies.scan import scan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Set

    from blogext_import.bodies.work import BodyContext, Dialect, Report

_MARGIN = re.compile(r"[ \t>]*")
_RULE = re.compile(r"[+|: \t-]*-[+|: \t-]*")
#: The line above a footer in kramdown.
_FOOTER = re.compile(r"[+|: \t=]*=[+|: \t=]*")
_ALIGNMENT = re.compile(r"[ \t]?(:?)-+(:?)[ \t]?")
_ATTRIBUTES = re.compile(r"[ ]{0,3}\{:(?!:).*")
_TICKS = re.compile(r"\\+`*|`+")
_PIPE = re.compile(r"\|")
#: What begins a block of another kind: an item, a heading, HTML, a definition, or a formula.
_OTHER = re.compile(r"[-*+:] |\d+\. |#{1,6} |<|\$\$|\[\^|\*\[|\[[^\]]+\]:")
#: Expressions and tags, which Liquid replaces before the text is read.
_LIQUID = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")


class _Block(NamedTuple):
    """Lines between empty ones, without their common *margin*; *first* is the number of the first."""

    first: int
    margin: str
    rows: list[str]


def mend_tables(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with its tables as in GitHub's Markdown, or ``None`` if they are already."""
    if not dialect.code_in_cells:
        return None
    mend = _from_kramdown if dialect.loose_tables else _escaped
    # Parsing the text takes long, and most tables are fine.
    fences = {number for number, line in enumerate(text.split("\n")) if line.lstrip(" \t>")[:3] in ("```", "~~~")}
    if not any(_changes(text, fences, mend)):
        return None
    contents = scan(text, with_text=False)
    blocks = contents.blocks("fence", "code_block", "html_block", "math_block")
    code = set().union(*(range(*contents.rows(token)) for token in blocks))
    edits = Edits(contents.lines)
    changes = list(_changes(text, code, mend))
    for block, rows in changes:
        start, end = edits.lines.start(block.first), edits.lines.end(block.first + len(block.rows) - 1)
        edits.replace(start, end, "\n".join(block.margin + row for row in rows))
    return edits.apply() if changes else None


def _changes(
    text: str, code: Set[int], mend: Callable[[list[str]], list[str] | None]
) -> Iterator[tuple[_Block, list[str]]]:
    """Yield the tables that are not as in GitHub's Markdown, outside of the lines *code*, with their new rows."""
    for block in _blocks(text, code):
        if (rows := mend(block.rows)) and rows != block.rows:
            yield block, rows


def _blocks(text: str, code: Set[int]) -> Iterator[_Block]:
    """Yield the blocks of lines that may be tables, outside of the lines *code*."""
    lines = [*text.split("\n"), ""]
    start = 0
    for number, line in enumerate(lines):
        if number not in code and line.strip(" \t>") and not _ATTRIBUTES.match(line):
            continue
        first, rows, start = start, lines[start:number], number + 1
        if not any("|" in row for row in rows):
            continue
        margin = _MARGIN.match(rows[0])[0]  # type: ignore[index]  # it matches the empty text
        if all(row.startswith(margin) for row in rows):
            yield _Block(first, margin, [row[len(margin) :].strip() for row in rows])


def _escaped(rows: list[str]) -> list[str] | None:
    """Return a table of Python-Markdown with the pipes in code escaped; ``None`` if it is no table."""
    if len(rows) < 2 or not _RULE.fullmatch(rows[1]) or "|" not in rows[0] + rows[1]:
        return None
    return [_with_escapes(row) for row in rows]


def _with_escapes(row: str) -> str:
    """Return a row with a backslash before each pipe in code, where Markdown shows one fewer than it has."""
    codes = _codes(row)
    return _PIPE.sub(lambda pipe: "\\|" if _is_in(pipe.start(), codes) else "|", row) if codes else row


def _codes(row: str) -> list[tuple[int, int]]:
    """Return the places of code in a row."""
    places = []
    ticks = [tick for tick in _TICKS.finditer(row) if "`" in tick[0]]
    at = 0
    while at < len(ticks):
        opening = ticks[at]
        size = len(opening[0].lstrip("\\")) - (len(opening[0]) - len(opening[0].lstrip("\\"))) % 2
        pairs = range(at + 1, len(ticks))
        closing = next((other for other in pairs if len(ticks[other][0].lstrip("\\")) == size), None)
        if size and closing is not None:
            places.append((opening.end() - size, ticks[closing].end()))
            at = closing
        at += 1
    return places


def _is_in(position: int, places: Sequence[tuple[int, int]]) -> bool:
    return any(start <= position < end for start, end in places)


def _cells(row: str) -> list[str]:
    """Return the parts of a row between the pipes that separate cells."""
    whole = [*_codes(row), *(tag.span() for tag in _LIQUID.finditer(row))]
    parts, at = [], 0
    for pipe in _PIPE.finditer(row):
        if row[pipe.start() - 1 : pipe.start()] != "\\" and not _is_in(pipe.start(), whole):
            parts.append(row[at : pipe.start()])
            at = pipe.end()
    return [*parts, row[at:]]


def _from_kramdown(rows: list[str]) -> list[str] | None:
    """Return a table of kramdown, in which every line has a pipe; ``None`` if it is no table."""
    parts = [_cells(row) for row in rows]
    # Between dollar signs, a pipe is rather part of a formula.
    is_formula = "$" in "".join(rows) and not any(map(_RULE.fullmatch, rows))
    if is_formula or _OTHER.match(rows[0]) or min(map(len, parts)) < 2:
        return None
    head, marks, body = _sections(rows, parts)
    if not body:
        return None
    width = max(map(len, [*head, *body]))
    if list(map(len, head)) == [width] == [len(marks)] and len(rows) == 2 + len(body):
        return [_with_escapes(row) for row in rows]
    first, *rest = head or [[]]
    header = [*first, *[""] * (width - len(first))]
    rule = [*marks[:width], *["---"] * (width - len(marks))]
    return [f"| {' | '.join(map(_with_escapes, cells))} |" for cells in (header, rule, *rest, *body)]


def _sections(rows: list[str], parts: list[list[str]]) -> tuple[list[list[str]], list[str], list[list[str]]]:
    """Return the rows above the first rule that has some, the marks of that rule, and all other rows."""
    head: list[list[str]] = []
    body: list[list[str]] = []
    marks: list[str] = []
    for row, cells in zip(rows, parts, strict=True):
        if not _RULE.fullmatch(row) and not _FOOTER.fullmatch(row):
            body.append(_trimmed(cells, has_pipe=rows[0].startswith("|")))
        elif _RULE.fullmatch(row) and body and not head:
            head, body = body, []
            marks = [f"{left}---{right}" for left, right in _ALIGNMENT.findall(row)]
    return head, marks, body


def _trimmed(cells: list[str], *, has_pipe: bool) -> list[str]:
    """Return cells without the empty ones outside of the pipes at both ends."""
    cells = [cell.strip() for cell in cells]
    cells = cells[1:] if has_pipe and not cells[0] else cells
    return cells[:-1] if cells and not cells[-1] else cells
