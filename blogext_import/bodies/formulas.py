"""Write formulas in MyST syntax."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogext_import.bodies.leaves import Leaf, Span
    from blogext_import.bodies.work import Work

_OPENING = re.compile(r"(?:\$\$?|\\{1,2}[(\[])\s*")
#: A TeX line break with doubled backslashes, and a subscript with an unneeded backslash.
_NEEDLESS = re.compile(r"(?<!\\)(\\\\)\\\\(?!\\)|(?<=[A-Za-z0-9})\]])(\\)_")


def convert_formulas(work: Work) -> None:
    """Convert all formulas to MyST syntax."""
    for leaf in work.scan.leaves:
        for span in leaf.spans:
            if span.kind == "math_inline" and not work.is_frozen(leaf.at(span.start)):
                _convert(work, leaf, span)
    previous = ""
    for token in work.scan.tokens:
        if token.type == "math_block" and token.map:
            _mend(work, work.scan.begin(token), work.scan.lines.end(token.map[1] - 1))
            above = work.scan.lines.of(token.map[0] - 1) if token.map[0] else ""
            if previous == "paragraph_close" and above.strip(" \t>"):
                begin = work.scan.begin(token)
                work.edits.write(begin, begin, ["", ""], token)
        previous = token.type


def _convert(work: Work, leaf: Leaf, span: Span) -> None:
    text = leaf.content[span.start : span.end]
    opening = _OPENING.match(text)
    if not opening or len(text) < 2 * len(opening[0].strip()):
        return
    mark = (
        "$$" if "[" in opening[0] or (opening[0].startswith("$$") and not work.dialect.double_is_inline) else "$"
    )
    if not opening[0].startswith(mark) or opening[0].startswith("$$") != (mark == "$$"):
        size = len(opening[0].strip())
        inner_end = len(text[: len(text) - size].rstrip())
        work.edits.replace(leaf.at(span.start), leaf.at(span.start + opening.end() - 1) + 1, mark)
        work.edits.replace(leaf.at(span.start + inner_end), leaf.at(span.end - 1) + 1, mark)
    _mend(work, leaf.at(span.start) + opening.end(), leaf.at(span.end - 1) - 1)


def _mend(work: Work, start: int, end: int) -> None:
    """Remove backslashes that kept other engines from reading a formula as Markdown."""
    text = work.text[start:end]
    if "\\text" in text or "\\mathrm" in text or "\\mbox" in text or "\\operatorname" in text:
        return
    for found in _NEEDLESS.finditer(text):
        group = found.lastindex or 0
        work.edits.replace(start + found.start(group), start + found.end(group), "")
