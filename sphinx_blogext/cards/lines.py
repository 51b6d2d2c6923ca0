"""Break a text into lines of similar length, according to the rules of its script."""

import unicodedata
from collections.abc import Callable, Sequence

from sphinx_blogext.lang.typography import graphemes, joined
from sphinx_blogext.patterns import pattern

#: Characters between which a line may end without a space: Han, kana, punctuation.
_EAST_ASIAN = pattern("[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001b000-\U0003ffff]")
#: Characters other than closing brackets that must not begin a line (W3C's requirements, CLREQ and JLREQ).
_NOT_FIRST = frozenset(
    "、。，．：；？！・·…‥—～〜%％‰℃ー々〻ヽヾゝゞぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲ,.:;?!'\""
)
#: Characters after which a word may be divided.
_AFTER = frozenset("-–/\u00ad\u200b")
#: Where readers pause.
_PAUSES = frozenset("，。：；！？、—,:;.!?–)）」")


def pieces(text: str) -> list[str]:
    """Return the parts of *text* after which a line may end, each with the spaces that follow it."""
    return joined(graphemes(" ".join(text.split())), _may_end_line)


def _may_end_line(before: str, after: str) -> bool:
    if " " in {before, after}:
        return after != " "
    if after[0] in _NOT_FIRST or unicodedata.category(after[0]) in {"Pe", "Pf"}:
        return False
    if unicodedata.category(before[-1]) in {"Ps", "Pi"}:
        return False
    if before in _AFTER:
        return after[0].isalpha()
    return bool(_EAST_ASIAN.match(before) or _EAST_ASIAN.match(after))


def break_lines(parts: Sequence[tuple[str, float]], width: float) -> list[str]:
    """Return *parts*, texts with their widths, as lines of at most *width* unless a part is wider."""
    lines: list[str] = []
    line, used = "", 0.0
    for text, length in parts:
        # What is left of a divided word may be the space behind it.
        if line and text.strip() and used + length > width:
            lines.append(line.rstrip())
            line, used = "", 0.0
        line += text
        used += length
    return [*lines, line.rstrip()] if line else lines


def balanced_lines(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Return *text* in as few lines of at most *width* as possible, all of similar length."""
    parts = []
    for piece in pieces(text):
        # Such a word may be divided anywhere.
        is_long = measure(piece.rstrip()) > width
        parts += [(part, measure(part)) for part in (graphemes(piece) if is_long else [piece])]
    breaks = [break_lines(parts, width * fortieths / 40) for fortieths in range(20, 41)]
    even = [lines for lines in breaks if len(lines) == len(breaks[-1])]
    # The narrowest, preferably with lines that end where readers pause.
    return max(even, key=lambda lines: sum(line[-1] in _PAUSES for line in lines[:-1]))
