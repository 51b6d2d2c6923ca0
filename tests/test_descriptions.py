"""Descriptions made of a text: whole sentences, or whole words with an ellipsis."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.descriptions import shorten


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("Short.", 20, "Short."),
        ("One sentence. And another one.", 20, "One sentence."),
        ("Is it? Yes! It is so.", 13, "Is it? Yes!"),
        ("Version 1.1 has nine words without any end", 16, "Version 1.1 has…"),
        ("第一句。第二句还没有完", 7, "第一句。"),
        ("真的吗？是的！后来怎么样了呢", 9, "真的吗？是的！"),
        ("他想了想……然后说了很多话", 10, "他想了想……"),
        ("先看甲；再看乙，然后看丙", 6, "先看甲；"),
        ("没有句号的一段很长很长的话", 8, "没有句号的一……"),
        ("前半句，后半句没有完", 6, "前半句……"),
        ("中文 and words without an end", 14, "中文 and words…"),
        ("e\u0301" * 10, 6, "e\u0301e\u0301…"),
        ("👩\u200d💻" * 5, 6, "👩\u200d💻…"),
    ],
)
def test_where_a_text_is_cut(text: str, length: int, expected: str) -> None:
    assert shorten(text, length) == expected


@given(st.text(st.sampled_from("ab，。 .汉字…!e\u0301"), max_size=40), st.integers(5, 30))
def test_never_too_long_and_never_within_a_word(text: str, length: int) -> None:
    text = " ".join(text.split())
    short = shorten(text, length)
    assert len(short) <= max(length, len(text) if len(text) <= length else 0)
    if short != text:
        assert text.startswith(short.rstrip("…"))
