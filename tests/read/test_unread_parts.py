"""Where metadata that is not read ends, and text that looks like it."""

import pytest

from sphinx_blogext.core.metadata import KEYS
from sphinx_blogext.markup.bounded_yaml import YamlError
from sphinx_blogext.read.heads import find_unread, find_unread_option
from sphinx_blogext.read.sources import find_block

TOP = "it must be at the very top of the document"


@pytest.mark.parametrize(
    ("text", "is_rst", "line", "lines", "reason"),
    [
        ('{\n"title": "A",\n"draft": true\n}\n# A\n', False, 1, 4, "JSON is not read"),
        ('+++\ntitle = "A"\ndraft = true\n+++\n# A\n', False, 1, 4, "TOML is not read"),
        ("\n---\ndraft: true\ntitle: A\n---\n# A\n", False, 2, 5, TOP),
        ("---\ndraft: true\n\n# A\n", False, 1, 3, "it has no closing line '---'"),
        (":title: A\ndraft: true\n\nAA\n==\n", True, 2, 0, "this line is not a field"),
    ],
)
def test_where_it_is(text: str, is_rst: bool, line: int, lines: int, reason: str) -> None:
    unread = find_unread(text, KEYS, is_rst=is_rst)
    assert unread is not None
    assert (unread.line, unread.lines, unread.reason) == (line, lines, reason)


@pytest.mark.parametrize(
    ("text", "is_rst"),
    [
        # A horizontal line above a text.
        ("\n---\nThis is how to write one\ndraft: true\n---\n# A\n", False),
        # Words below a field, and the next line of its value.
        *((f":title: A\n{line}\n\nAA\n==\n", True) for line in ("plain words", "draft true", " draft: true")),
        ("AA\n==\n\n:tested: yes\ndraft: true\n", True),
        ("AA\n==\n\n.. post:: 2026-01-15\n:py:func:`a` is text.\n", True),
    ],
)
def test_text_is_text(text: str, is_rst: bool) -> None:
    assert find_unread(text, KEYS, is_rst=is_rst) is None


def test_an_option_below_an_empty_line_is_text() -> None:
    unread = find_unread_option(".. post:: 2026-11-20\n   :draft: false\n\n   :draft: true", 1, ["draft"])
    assert unread is not None
    assert (unread.line, unread.reason) == (4, "the option 'draft' is not read")


@pytest.mark.parametrize(("line", "is_text"), [("words", True), ("the key: words", True), ("draft: [", False)])
def test_between_two_horizontal_lines_is_text(line: str, is_text: bool) -> None:
    assert (find_block(f"---\n\n{line}\n---\n").invalid(YamlError("not YAML"), KEYS) is None) is is_text
