"""Estimates how long it takes to read a text in any mixture of scripts."""

from __future__ import annotations

import re
from functools import cache

#: Characters per minute in Chinese and Japanese text.
_HAN_PER_MINUTE = 450
#: Words per minute in text with spaces between words.
_WORDS_PER_MINUTE = 220

_WORD = re.compile(r"\w+(?:['’.-]\w+)*")


def reading_minutes(text: str) -> int:
    """Return the reading time of *text* in minutes, rounded up, at least 1.

    Han characters and kana are counted individually, everything else as words.
    """
    others = _han().split(text)
    han = len(text) - sum(map(len, others))
    words = len(_WORD.findall(" ".join(others)))
    # ceil(han / 450 + words / 220) in integers.
    total = han * _WORDS_PER_MINUTE + words * _HAN_PER_MINUTE
    return max(1, -(-total // (_HAN_PER_MINUTE * _WORDS_PER_MINUTE)))


@cache
def _han() -> re.Pattern[str]:
    """Return the pattern of Han characters and kana, which takes long to compile, and not every build needs."""
    return re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
