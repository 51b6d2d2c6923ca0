"""Set Chinese, Japanese and Korean text: where headings break, and which punctuation is condensed.

Chinese headings break between words if ``jieba`` is installed to find them. Consecutive punctuation is marked
where it has an empty half, for browsers that do not condense it themselves.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import HAN
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HAN = pattern(f"[{HAN}]")
#: Punctuation that is empty on one side. In Chinese, quotation marks are just as wide.
_OPENING, _CLOSING = "（［｛《〈「『【〔“‘", "，。、；：）］｝》〉」』】〕”’"
_SQUEEZED = pattern(f"(?<=[{_OPENING}{_CLOSING}])[{_OPENING}]|[{_CLOSING}](?=[{_CLOSING}])")
#: One-character words that belong to the word before them. Others belong to the one after them.
_ENCLITIC = frozenset("的了着过地得们吗呢吧啊")


def squeeze_marks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of *text*, and whether each is a punctuation mark whose empty half is next to another."""
    end = 0
    for mark in _SQUEEZED.finditer(text):
        if mark.start() > end:
            yield text[end : mark.start()], False
        yield mark[0], True
        end = mark.end()
    if end < len(text):
        yield text[end:], False


def break_words(text: str) -> list[str]:
    """Return the *text* of a heading in pieces between which lines may break."""
    words = _segmenter()
    parts: list[str] = []
    last = ""
    for word in words(text) if words else [text]:
        if last and not _may_break(last, word):
            parts[-1] += word
        else:
            parts.append(word)
        last = word
    return parts


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
