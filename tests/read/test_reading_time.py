"""Reading time in any mixture of scripts."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.read.posts import count_words, reading_minutes


def minutes_of(text: str) -> int:
    return reading_minutes(*count_words(text))


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("", 1), ("的" * 450, 1), ("的" * 451, 2), ("word " * 220, 1), ("word " * 221, 2),
        ("的" * 900 + " word" * 440, 4), ("word的" * 440, 3), ("don't e-mail " * 110, 1), ("，。！？" * 5000, 1),
        ("ひらがな" * 225, 2), ("\U00020000" * 901, 3), ("हिन्दी भाषा " * 110, 1), ("தமிழ் மொழி " * 220, 2),
        ("مُحَمَّدٌ كَتَبَ " * 220, 2), ("שָׁלוֹם עוֹלָם " * 220, 2), ("می\u200cخواهم برویم " * 220, 2),
        ("co\u00adop ex\u00adam\u00adple " * 110, 1), ("ภาษาไทย" * 220, 2),
    ],
)  # fmt: skip
def test_minutes(text: str, minutes: int) -> None:
    assert minutes_of(text) == minutes


@pytest.mark.parametrize("words", ["déjà là ", "한국어 단어 ", "がぎぐげご", "Tiếng Việt ", "हिन्दी क़लम "])
def test_decomposed_text_takes_the_same_time(words: str) -> None:
    assert count_words(normalize("NFD", words * 400)) == count_words(normalize("NFC", words * 400))


@given(st.text(), st.text())
def test_more_text_never_takes_less_time(one: str, other: str) -> None:
    assert minutes_of(f"{one} {other}") >= max(1, minutes_of(one))
