"""Escape text that would be markup in MyST but is plain text in another engine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogext_import.bodies.leaves import Leaf
    from blogext_import.bodies.work import Work

_ROLE = re.compile(r"\{[A-Za-z0-9_+:-]+\}(?=`|\0)")
#: Lines that MyST reads as comments, block breaks, targets, directives and attributes of the next block.
_LINE = re.compile(r"[ \t]*(?:(%)|(\+)[ \t]*\+[ \t]*\+|(\()[^\n]+\)=[ \t]*\Z|(:):{2,}|(\{)[^{}\n`]*\}[ \t]*\Z)")
_DEFINITION = re.compile(r"[ \t>]*[:~](?=[ \t])")
_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_ATTRIBUTES = re.compile(r"\{(?=[ \t]*[#.%}]|[ \t]*[\w:-]+=)")


def escape_accidents(work: Work) -> None:
    """Escape text that only MyST would read as markup."""
    for leaf in work.scan.leaves:
        _escape_dollars(work, leaf)
        if "{" in leaf.plain:
            _escape_braces(work, leaf)
        if leaf.kind == "paragraph":
            for start, end in leaf.lines():
                _escape_line(work, leaf, start, end)
    if not work.dialect.definitions:
        _escape_definitions(work)


def _escape_line(work: Work, leaf: Leaf, start: int, end: int) -> None:
    match = _LINE.match(leaf.plain, start, end)
    if not match:
        return
    position = leaf.at(match.start(match.lastindex or 0))
    if position not in work.handled:
        work.edits.insert(position, "\\")


def _escape_braces(work: Work, leaf: Leaf) -> None:
    """Escape text that looks like a role, or like attributes of a link, an image or code."""
    for match in _ROLE.finditer(leaf.plain):
        if leaf.content.startswith("`", match.end()):
            work.edits.insert(leaf.at(match.start()), "\\")
    ends = leaf.ends_of("link", "image", "backticks")
    for match in _ATTRIBUTES.finditer(leaf.plain):
        position = leaf.at(match.start())
        is_near = match.start() in ends or leaf.plain[match.start() - 1 : match.start()] == "]"
        if is_near and position not in work.handled:
            work.edits.insert(position, "\\")


def _escape_dollars(work: Work, leaf: Leaf) -> None:
    """Escape dollar signs that do not delimit a formula, if MyST would find a formula between two of them."""
    if "$" not in leaf.plain:
        return
    # MyST looks for the closing dollar sign everywhere, even in code, and formulas get dollar signs here.
    last = max(
        *(match.start() for match in _DOLLAR.finditer(leaf.content)),
        *(span.start for span in leaf.spans if span.kind == "math_inline"),
        -1,
        -1,
    )
    for match in re.finditer(r"\$", leaf.plain[: max(last, 0)]):
        work.edits.insert(leaf.at(match.start()), "\\")


def _escape_definitions(work: Work) -> None:
    """Escape paragraphs that begin with a colon, which MyST would read as definitions."""
    for token in work.scan.blocks("dd_open"):
        if match := _DEFINITION.match(work.text, work.scan.lines.start(work.scan.rows(token)[0])):
            work.edits.insert(match.end() - 1, "\\")
