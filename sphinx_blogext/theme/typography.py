"""Set Chinese, Japanese and Korean text: where headings break, and which punctuation is condensed.

Chinese headings break between words if ``jieba`` is installed to find them. Consecutive punctuation is marked
where it has an empty half, for browsers that do not condense it themselves.
"""

from __future__ import annotations

import re
import warnings
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from sphinx_blogext.languages import HAN

if TYPE_CHECKING:
    from collections.abc import Callable

_HAN = re.compile(f"[{HAN}]")
#: Punctuation that is empty on one side. In Chinese, quotation marks are just as wide.
_OPENING, _CLOSING = "（［｛《〈「『【〔“‘", "，。、；：）］｝》〉」』】〕”’"
_ADJACENT = re.compile(f"[{_OPENING}{_CLOSING}]{{2}}")
_SQUEEZED = re.compile(f"(?<=[{_OPENING}{_CLOSING}])[{_OPENING}]|[{_CLOSING}](?=[{_CLOSING}])")
#: One-character words that belong to the word before them. Others belong to the one after them.
_ENCLITIC = frozenset("的了着过地得们吗呢吧啊")


def has_adjacent_marks(text: str) -> bool:
    """Return whether *text* has consecutive punctuation that may be condensed."""
    return _ADJACENT.search(text) is not None


def squeeze_marks(text: str) -> str:
    """Return *text* with a mark on each punctuation character whose empty half is next to another."""
    return _SQUEEZED.sub(r'<span class="halt">\g<0></span>', text)


def finds_words() -> bool:
    """Return whether Chinese text can be split into words."""
    return _segmenter() is not None


def break_words(text: str) -> str:
    """Return the *text* of a heading with line break opportunities between its words."""
    words = _segmenter()
    parts: list[str] = []
    for word in words(text) if words else [text]:
        if parts and _may_break(parts[-1], word):
            parts.append("<wbr>")
        parts.append(word)
    return "".join(parts)


def _may_break(left: str, right: str) -> bool:
    """Return whether a line may break between two words; browsers handle punctuation and spaces themselves."""
    before, after = left[-1:], right[:1]
    is_between_letters = before.isalnum() and after.isalnum()
    if not is_between_letters or not (_HAN.match(before) or _HAN.match(after)):
        return False
    # A number stays with what it counts.
    return right not in _ENCLITIC and (len(left) > 1 or left in _ENCLITIC) and not before.isdigit()


@cache
def _segmenter() -> Callable[[str], list[str]] | None:
    """Return the function that splits Chinese text into words, if it is installed."""
    try:
        with warnings.catch_warnings():
            # Newer versions of Python warn about its regular expressions.
            warnings.simplefilter("ignore")
            jieba = import_module("jieba")
    except ImportError:
        return None
    jieba.setLogLevel("WARNING")
    cut: Callable[[str], list[str]] = jieba.lcut
    return cut
