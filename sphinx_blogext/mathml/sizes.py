"""The size of a formula, estimated: the room that is kept for it until its font is there."""

from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from sphinx_blogext.mathml.symbols import LIMITS, in_alphabet

#: Written by ``tools/math_font.py``: hundredths of an em, and the characters that are as wide in our font.
_WIDTHS = Path(__file__).parent / "static" / "math-widths.txt"
_INTEGRALS = frozenset("∫∬∭∮")
#: The space around operators that do not set it, in em: browsers' dictionary, but for relations.
_SPACES = (
    dict.fromkeys("+-−±∓∧∨∩∪⊕⊖⊗⊓⊔∖∘×∗", (2 / 9, 2 / 9))
    | dict.fromkeys(",;", (0.0, 1 / 6))
    | dict.fromkeys("()[]{}|‖⟨⟩⌊⌋⌈⌉!?′″‴⁗\u2061ˆ¯˜", (0.0, 0.0))
    | dict.fromkeys((*LIMITS, *_INTEGRALS), (1 / 6, 1 / 6))
)
_RELATION = (5 / 18, 5 / 18)
#: The widths of delimiters that grow, which browsers keep free even for small ones, and their heights.
_GROWN = {character: width for text, width in (("()⟨⟩", 0.88), ("[]", 0.67), ("{}", 0.9)) for character in text}
_HEIGHTS = (1.0, 1.2, 1.8, 2.4, 3.0)
_LOW = frozenset("acegmnopqrsuvwxyzαγεηικμνοπρςστυχωϵϖ,.=−+<>≈⋯…→¯")
_DEEP = frozenset("gjpqyβγζημξρφχψϱ()[]{}|/,;∑∏∫Q≤≥")
_AXIS, _SCRIPT = 0.25, 0.7


class Size(NamedTuple):
    """The width of a formula, and how far it extends above and below the line on which it stands, in em."""

    width: float = 0.0
    above: float = 0.0
    below: float = 0.0

    def times(self, factor: float) -> "Size":
        return Size(self.width * factor, self.above * factor, self.below * factor)


def size_of(node: Element, *, display: bool) -> Size:
    """Return the approximate size of *node* in our font."""
    display = node.get("displaystyle", str(display)).lower() == "true"
    if node.tag == "mtable":
        return _table(node, display=node.get("displaystyle") == "true")
    if node.tag == "mo":
        return _operator(node, display=display)
    if not len(node):
        return _token(node)
    parts = [size_of(child, display=display and node.tag != "mfrac") for child in node]
    if node.tag == "mfrac":
        return _fraction(*parts, display=display)
    if node.tag.startswith(("msu", "mu", "mo")):
        return _with_scripts(node, *parts, display=display)
    if node.tag == "mroot":
        return _root(_row(node, parts[:1]))
    return _root(_row(node, parts)) if node.tag == "msqrt" else _row(node, parts)


def _root(row: Size) -> Size:
    return Size(row.width + 1.04, max(0.85, row.above + 0.15), max(0.2, row.below))


def _row(node: Element, parts: list[Size]) -> Size:
    width, above, below = sum(part.width for part in parts), 0.0, 0.0
    for part in parts:
        above, below = max(above, part.above), max(below, part.below)
    for child in node:
        if child.get("stretchy") == "true":
            # It extends as far above the axis as below.
            whole = _ems(child.get("minsize", "0")) or 2 * max(above - _AXIS, below + _AXIS)
            half = next((height for height in _HEIGHTS if height >= whole), whole) / 2
            above, below = max(above, half + _AXIS), max(below, half - _AXIS)
    return Size(width, above, below)


def _token(node: Element) -> Size:
    text = node.text or ""
    if node.tag == "mspace":
        return Size(_ems(node.get("width", "0")))
    is_slanted = node.tag == "mi" and len(text) == 1 and node.get("mathvariant") != "normal"
    characters = in_alphabet(text, "it") if is_slanted else text
    width = sum(_widths().get(c, 1.0 if "\u2e80" <= c < "\U0001d000" else 0.6) for c in characters)
    return Size(width, 0.45 if _LOW.issuperset(text) else 0.7, 0.22 if _DEEP.intersection(text) else 0.0)


def _operator(node: Element, *, display: bool) -> Size:
    size, text = _token(node), node.text or ""
    width = _GROWN.get(text, size.width) if node.get("stretchy") == "true" else size.width
    if display and text in LIMITS:
        width, size = width * 1.37, Size(0, 0.95, 0.45)
    elif display and text in _INTEGRALS:
        width, size = width + 0.34, Size(0, 1.36, 0.86)
    spaces = zip(("lspace", "rspace"), _SPACES.get(text, _RELATION), strict=True)
    width += sum(_ems(node.get(side, f"{space}em")) for side, space in spaces)
    return Size(width, size.above, size.below)


def _fraction(over: Size, under: Size, *, display: bool) -> Size:
    scale = 1.0 if display else _SCRIPT
    over, under = over.times(scale), under.times(scale)
    up, down, gap = (0.68, 0.69, 0.14) if display else (0.39, 0.345, 0.06)
    up, down = max(up, _AXIS + gap + over.below), max(down, gap - _AXIS + under.above)
    return Size(max(over.width, under.width) + 0.11, up + over.above, down + under.below)


def _with_scripts(node: Element, base: Size, *scripts: Size, display: bool) -> Size:
    lower = scripts[0].times(_SCRIPT) if node.tag.startswith(("msub", "munder")) else Size()
    upper = scripts[-1].times(_SCRIPT) if node.tag.endswith(("sup", "over")) else Size()
    if "accent" in node.attrib:
        return Size(base.width, base.above + 0.15, base.below)
    is_beside = node[0].text in LIMITS and not display and node[0].get("movablelimits") != "false"
    if node.tag.startswith("ms") or is_beside:
        return _with_scripts_beside(base, lower, upper)
    above, below = (sum(script[1:]) + 0.2 if script.width else 0.0 for script in (upper, lower))
    return Size(max(base.width, lower.width, upper.width), base.above + above, base.below + below)


def _with_scripts_beside(base: Size, lower: Size, upper: Size) -> Size:
    # Beside what is tall, they are at its ends.
    above = max(0.365, base.above - 0.25) + upper.above if upper.width else 0.0
    below = max(0.33, base.below + 0.2) + lower.below if lower.width else 0.0
    width = base.width + max(lower.width, upper.width) + 0.055
    return Size(width, max(base.above, above), max(base.below, below))


def _table(node: Element, *, display: bool) -> Size:
    rows = [[_row(cell, [size_of(part, display=display) for part in cell]) for cell in row] for row in node]
    columns = zip_longest(*rows, fillvalue=Size())
    heights = [max(cell.above for cell in row) + max(cell.below for cell in row) for row in rows if row]
    height = sum(heights) + 0.63 * len(heights)
    width = sum(max(cell.width for cell in column) + 0.8 for column in columns)
    return Size(width, height / 2 + _AXIS, height / 2 - _AXIS)


def _ems(length: str) -> float:
    """Return a length in em; one in another unit, which is rare, is neglected."""
    return float(length[:-2]) if length.endswith("em") else 0.0


@cache
def _widths() -> dict[str, float]:
    lines = (line.split() for line in _WIDTHS.read_text(encoding="utf-8").splitlines())
    widths = {character: int(width) / 100 for width, characters in lines for character in characters}
    return widths | {"\xa0": 0.33, " ": 0.33, "\u2009": 0.17, "\u2061": 0.0}
