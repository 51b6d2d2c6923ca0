"""Where the lines of a title on a card end."""

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_blogext.cards.lines import balanced_lines, break_lines, pieces
from sphinx_blogext.lang.typography import graphemes

TEXTS = st.text(st.sampled_from("ab é-/,.!«»（）「」、。，：ー々ゃ字漢の한\u0301\u200d👍🏽 "), max_size=60)
NOT_FIRST, NOT_LAST = "）」»、。，：ー々ゃ,.!", "（「«"


def columns(text: str) -> float:
    return sum(2 if ord(character[0]) > 0x2E7F else 1 for character in graphemes(text))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Two words", ["Two ", "words"]),
        ("在流上，计算（均值）", ["在", "流", "上，", "计", "算", "（均", "值）"]),
        ("用 CUDA 写work-stealing池", ["用 ", "CUDA ", "写", "work-", "stealing", "池"]),
        ("ストリーム、ちょっと", ["ス", "ト", "リー", "ム、", "ちょっ", "と"]),
        ("1-2 and/or", ["1-2 ", "and/", "or"]),
        ("한국어 제목", ["한국어 ", "제목"]), ("  much   space ", ["much ", "space"]), ("", []),
    ],
)  # fmt: skip
def test_lines_may_end_where_the_script_allows_it(text: str, parts: list[str]) -> None:
    assert pieces(text) == parts


@settings(max_examples=150)
@given(TEXTS, st.integers(2, 60))
@example("a、 、", 2)
@example("很久aゃ\u0301", 4)
def test_lines_are_the_text_in_as_few_parts_as_fit(text: str, width: int) -> None:
    lines, found = balanced_lines(text, width, columns), pieces(text)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert columns(line) <= width or len(graphemes(line)) == 1
    if all(columns(piece) <= width for piece in found):
        assert len(lines) == len(break_lines([(piece, columns(piece)) for piece in found], width))
        # None begins or ends with what may not.
        for before, after in pairwise(lines):
            is_written = f"{before} {after}" in " ".join(text.split())
            assert is_written or (before[-1] not in NOT_LAST and after[0] not in NOT_FIRST)
