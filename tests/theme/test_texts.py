"""Chinese, Japanese and Korean in the text of a page: their language, whole words in headings, and punctuation."""

import re
import sys
from collections.abc import Iterator

import pytest
from conftest import MakeSite
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import given
from hypothesis import strategies as st
from page import Element, elements, select, text
from sphinx.util.docutils import new_document
from writing import md

from sphinx_blogext.lang import typography
from sphinx_blogext.nodes import box, word_break
from sphinx_blogext.theme.texts import improve_text


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of two characters, whatever is installed here."""
    cut = re.compile(r"[的了]|[\u4e00-\u9fff](?:(?![的了])[\u4e00-\u9fff])?|\w+|\W", re.ASCII).findall
    monkeypatch.setattr(typography, "_segmenter", lambda: cut)


def improved(source: str, language: str = "en") -> str:
    """Return a document in *language*.

    ``{zh:words of another}``, ``[half a sign]``, ``where it|may break``, ``<what scrolls>``
    """
    doctree = publish_doctree(source, settings_overrides={"report_level": 5, "doctitle_xform": False})
    improve_text(doctree, language)

    def shown(node: nodes.Node) -> str:
        if not isinstance(node, nodes.Element):
            return str(node)
        inner = "|" if isinstance(node, word_break) else "".join(map(shown, node.children))
        inner = f"[{inner}]" if "halt" in node["classes"] else inner
        inner = f"<{inner}>" if "table-wrap" in node["classes"] else inner
        spoken = next((name[9:] for name in node["classes"] if name.startswith("language-")), "")
        return f"{{{spoken}:{inner}}}" if spoken else inner

    return shown(doctree)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("流式数据", "{zh:流式数据}"),
        # Most of a text decides; some words in another are marked alone.
        ("A word: *数据*, or data", "A word: {zh:数据}, or data"),
        ("The word 流式，数据 is not written 流.", "The word {zh:流式，数据} is not written {zh:流}."),
        ("これは日本語です", "{ja:これは日本語です}"),
        ("한국어 글입니다", "{ko:한국어 글입니다}"),
        # A list is not in the language of one of its items.
        ("* 数据\n* Data", "{zh:数据}Data"),
        # What says its language itself, code and formulas stay.
        (".. class:: language-zh-Hant\n\n數據 *數*", "{zh-hant:數據 數}"),
        ("Text, “quoted” — and more…", "Text, “quoted” — and more…"),
        ("A ``数据`` of :math:`数`", "A 数据 of 数"),
    ],
)
def test_what_is_in_another_language_says_so(source: str, expected: str) -> None:
    assert improved(source) == expected


def test_nothing_is_marked_in_a_text_of_that_language() -> None:
    for language in ("zh-Hans", "zh", "ja", "ko-KR"):
        for source in ("数据", "のを"):
            assert improved(source, language) == source
    english = ".. class:: language-en\n\nA 数 word in English here"
    assert improved(english, "zh") == "{en:A {zh:数} word in English here}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("他说：“好（对）。”", "他说：[“]好（对[）][。]”"),
        ("一、二。三（四）五", "一、二。三（四）五"),
        ("——……", "——……"),
    ],
)
def test_the_empty_half_of_punctuation_that_meets_other_is_marked(before: str, after: str) -> None:
    assert improved(before, "zh") == after
    # In English the quotation marks are English ones.
    assert "[" not in improved(f"The 数 word {before} in an English text, as such", "en")


def test_a_block_of_code_says_its_language() -> None:
    blocks = {
        ("python", "x = 1"): "Python", ("c++", "int x;"): "C++", ("console", "$ make\ndone"): "Console",
        # One command of a terminal needs none.
        ("console", "$ make"): None, ("text", "none"): None, ("default", "nothing said"): None, ("?", "x"): None,
    }  # fmt: skip
    doctree = new_document("a")
    doctree += [nodes.literal_block(code, code, language=name) for name, code in blocks]
    improve_text(doctree, "en")
    assert [node["language"] if isinstance(node, box) else None for node in doctree] == list(blocks.values())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("滑动窗口", "滑动|窗口"),
        ("滑动的窗口了不起", "滑动的|窗口了|不起"),
        ("第1章", "第1章"),
        ("A & 滑动窗口", "A & 滑动|窗口"),
    ],
)
@pytest.mark.usefixtures("words")
def test_a_heading_breaks_between_words(before: str, after: str) -> None:
    source = f"{before}\n{'=' * 40}\n\n{before}\n"
    assert (improved(source, "zh"), improved(source, "ja")) == (after + before, before + before)


@given(
    st.lists(st.text("数据，“”（）ab &的。", min_size=1, max_size=40), min_size=1), st.sampled_from(["en", "zh"])
)
def test_no_text_is_lost(texts: list[str], language: str) -> None:
    doctree = new_document("a")
    doctree += [nodes.title("", "", nodes.Text(texts[0])), *(nodes.paragraph("", text) for text in texts)]
    before = doctree.astext()
    improve_text(doctree, language)
    assert doctree.astext() == before


def test_tables_scroll_once_each_and_no_space_stands_before_a_raised_footnote() -> None:
    table = ".. list-table::\n\n   * - a\n     - .. list-table::\n\n          * - b\n"
    assert improved(f"{table}\nText.\n\n{table}") == "<ab>Text.<ab>"
    notes = "[1]_ Text, [1]_ [2]_ and *b* [2]_ c.\n\n.. [1] A\n.. [2] B\n"
    assert improved(notes).startswith("1 Text,12 and b2 c.")


FILES = {
    "index.md": "# Home\n\nThe 数据 of [](blog/a.md).\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\n流式数据，很好。\n\n## 滑动窗口\n\nText.\n",
    "blog/index.md": "# Blog\n\n流式数据的博客。\n\n```{postlist}\n```\n",
    "blog/a.md": md("滑动窗口的最大值", "他说：“好。”\n\n## 滑动窗口\n\n$a$，再加$b$个。\n", language="zh"),
}
CONF = {"html_theme": "blogext"}


def unmarked(root: Element, language: str = "en") -> Iterator[str]:
    """Yield the texts with Han that stand in an element of no such language."""
    language = root.get("lang") or language
    if root.tag in {"script", "style", "title", "head", "code"}:
        return
    for own in (root.text, *(child.tail for child in root)):
        if own and re.search("[\u4e00-\u9fff]", own) and not language.startswith("zh"):
            yield own
    for child in root:
        yield from unmarked(child, language)


@pytest.mark.usefixtures("words")
def test_han_is_marked_and_breaks_in_headings_alone(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    for name in site.pages:
        page = site.page(name)
        assert list(unmarked(page.root)) == [], name
        for element in elements(page.root):
            assert element.tag in {"h1", "h2", "h3"} or "wbr" not in {child.tag for child in element}, name
    page = site.page("blog/a")
    # That the test finds what is not.
    assert list(unmarked(page.one("h1"))) != []
    assert len(select(page.root, "h1 wbr")) >= 3
    assert text(page.one("h1")).startswith("滑动窗口的最大值")
    assert page.title.startswith("滑动窗口的最大值")
    assert "wbr" not in (site.outdir / "searchindex.js").read_text(encoding="utf-8")


def test_without_words_headings_are_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jieba", None)
    typography._segmenter.cache_clear()
    # What is too long for the line of a phone breaks, but leaves no character alone.
    heading = "伪共享：两个计数器为什么比一个还慢的"
    pieces = typography.break_words(heading)
    short = typography.break_words("滑动窗口")
    typography._segmenter.cache_clear()
    assert (short, "".join(pieces)) == (["滑动窗口"], heading)
    assert (pieces[0], pieces[-1]) == ("伪共享：两个计", "还慢的")


def test_words_are_those_of_jieba() -> None:
    pytest.importorskip("jieba", reason="jieba is not installed")
    assert improved(f"单调队列与滑动窗口的最大值\n{'=' * 40}\n", "zh") == "单调|队列|与滑动|窗口的|最大值"
