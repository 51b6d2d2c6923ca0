"""Estimate the width of a formula."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_CHARACTER = 0.6
_HAN = 1.0
_OPERATOR = 1.3
_SCRIPT = 0.75


def width_of(node: Element) -> float:
    """Return the approximate width of *node*, in em; too large rather than too small."""
    if node.tag in {"mi", "mn", "mtext"}:
        return sum(_HAN if 0x2E80 <= ord(character) < 0x1D000 else _CHARACTER for character in node.text or "")
    if node.tag == "mo":
        return max(_OPERATOR, _CHARACTER * len(node.text or "")) if node.text != "\u2061" else 0
    if node.tag == "mspace":
        width = node.get("width", "0")
        return float(width[:-2]) if width.endswith("em") else 0
    if node.tag == "mtable":
        columns = zip_longest(*([width_of(cell) for cell in row] for row in node), fillvalue=0.0)
        return sum(max(column) + 1 for column in columns)
    widths = [width_of(child) for child in node]
    if not widths:
        return 0
    if node.tag in {"mfrac", "munder", "mover", "munderover"}:
        return max(widths)
    if node.tag in {"msub", "msup", "mroot"}:
        return widths[0] + _SCRIPT * widths[1]
    if node.tag == "msubsup":
        return widths[0] + _SCRIPT * max(widths[1:])
    return sum(widths) + (1 if node.tag == "msqrt" else 0)
