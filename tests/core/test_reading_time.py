"""Reading time in any mixture of scripts."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.reading_time import reading_minutes


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("", 1),
        ("word", 1),
        ("漢", 1),
        ("的" * 450, 1),
        ("的" * 451, 2),
        ("的" * 3080, 7),
        ("word " * 220, 1),
        ("word " * 221, 2),
        ("word " * 2200, 10),
        ("的" * 900 + " word" * 440, 4),
        ("word的" * 440, 3),
        ("don't e-mail " * 110, 1),
        ("，。！？" * 5000, 1),
        ("ひらがな" * 225, 2),
        ("\U00020000" * 901, 3),
        ("हिन्दी भाषा " * 110, 1),
        ("தமிழ் மொழி " * 220, 2),
        ("مُحَمَّدٌ كَتَبَ " * 220, 2),
        ("שָׁלוֹם עוֹלָם " * 220, 2),
        ("می\u200cخواهم برویم " * 220, 2),
        ("co\u00adop ex\u00adam\u00adple " * 110, 1),
        ("ภาษาไทย" * 220, 2),
    ],
)
def test_minutes(text: str, minutes: int) -> None:
    assert reading_minutes(text) == minutes


@pytest.mark.parametrize("words", ["déjà là ", "한국어 단어 ", "がぎぐげご", "Tiếng Việt ", "हिन्दी क़लम "])
def test_decomposed_text_takes_the_same_time(words: str) -> None:
    assert reading_minutes(normalize("NFD", words * 400)) == reading_minutes(normalize("NFC", words * 400))


@given(st.text(), st.text())
def test_more_text_never_takes_less_time(one: str, other: str) -> None:
    assert reading_minutes(f"{one} {other}") >= max(1, reading_minutes(one))
