"""Chinese, Japanese and Korean in the text of a page: their language, whole words in headings, and punctuation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browsing import needs_chromium
from hypothesis import given
from hypothesis import strategies as st
from page import elements, text
from sphinx.errors import ConfigError

from sphinx_blogext.theme import typography
from sphinx_blogext.theme.scripts import improve_scripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Site
    from page import Element
    from playwright.sync_api import Browser


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of two characters, whatever is installed here."""
    cut = re.compile(r"[的了]|[\u4e00-\u9fff](?:(?![的了])[\u4e00-\u9fff])?|\w+|\W", re.ASCII).findall
    monkeypatch.setattr(typography, "_segmenter", lambda: cut)


@pytest.fixture
def no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typography, "_segmenter", lambda: None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>流式数据</p>", '<p lang="zh">流式数据</p>'),
        ('<p class="a">用 Python 写流式数据</p>', '<p class="a" lang="zh">用 Python 写流式数据</p>'),
        # Most of a text decides; some words in another are marked alone.
        ("<p>A word: <em>数据</em>, or data</p>", '<p>A word: <em lang="zh">数据</em>, or data</p>'),
        (
            "<p>The word 流式，数据 is not written 流 here.</p>",
            '<p>The word <span lang="zh">流式，数据</span> is not written <span lang="zh">流</span> here.</p>',
        ),
        ('<li><a href="a">数据</a> and more</li>', '<li><a href="a" lang="zh">数据</a> and more</li>'),
        ("<p>これは日本語です</p>", '<p lang="ja">これは日本語です</p>'),
        ("<p>한국어 글입니다</p>", '<p lang="ko">한국어 글입니다</p>'),
        ("<section>数据<p>Text</p></section>", '<section><span lang="zh">数据</span><p>Text</p></section>'),
        # A list is not in the language of one of its items.
        ("<ul><li>数据</li><li>Data</li></ul>", '<ul><li lang="zh">数据</li><li>Data</li></ul>'),
        # What says its language itself, code, formulas and attributes stay.
        ('<p lang="zh-Hant">數據<b>數</b></p>', None),
        ("<p>A <code>数据</code></p><pre># 数据</pre>", None),
        ('<p><img alt="数据 > 数据">A</p>', None),
        ("<script>'数据'</script><!-- 数据 --><style>数</style>", None),
        ("<math><mtext>数据</mtext></math>", None),
        ("<p>Text, “quoted” — and more…</p>", None),
        ("<p>A full stop 。 alone</p>", None),
        # Left open, closed twice, and no tags at all.
        ("<p>数据<p>Data", '<p lang="zh">数据<p>Data'),
        ("</p></div>a < b 数", '</p></div>a < b <span lang="zh">数</span>'),
    ],
)
@pytest.mark.usefixtures("no_words")
def test_what_is_in_another_language_says_so(before: str, after: str | None) -> None:
    assert improve_scripts(before, "en") == (before if after is None else after)


@pytest.mark.usefixtures("no_words")
def test_nothing_is_marked_in_a_text_of_that_language() -> None:
    for language in ("zh-Hans", "zh", "ja", "ko-KR"):
        for html in ("<p>数据</p>", "<h1>数据流</h1>", "<p>のを</p>"):
            assert improve_scripts(html, language) == html
    assert improve_scripts('<p lang="en">A 数 word in English here</p>', "zh") == (
        '<p lang="en">A <span lang="zh">数</span> word in English here</p>'
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "他说：“好（对）。”",
            '他说：<span class="halt">“</span>好（对<span class="halt">）</span><span class="halt">。</span>”',
        ),
        ("（《书》）", '（<span class="halt">《</span>书<span class="halt">》</span>）'),
        ("一、二。三（四）五", None),
        ("——……", None),
    ],
)
def test_the_empty_half_of_punctuation_that_meets_other_is_marked(before: str, after: str | None) -> None:
    assert improve_scripts(f"<p>{before}</p>", "zh") == f"<p>{after or before}</p>"
    # In English the quotation marks are English ones.
    assert "halt" not in improve_scripts(f'<p>The 数 word <i lang="en">{before}</i></p>', "en")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("滑动窗口", "滑动<wbr>窗口"),
        ("滑动的窗口了不起", "滑动的<wbr>窗口了<wbr>不起"),
        ("第1章", "第1章"),
        ("用Python写", "用Python<wbr>写"),
        ("滑动，窗口 滑动", "滑动，窗口 滑动"),
        ("A &amp; 滑动窗口", "A &amp; 滑动<wbr>窗口"),
    ],
)
@pytest.mark.usefixtures("words")
def test_a_heading_breaks_between_words(before: str, after: str) -> None:
    for tag in ("h1", "h6"):
        assert (
            improve_scripts(f'<{tag} id="a">{before}</{tag}>', "zh")
            == f'<{tag} id="a" class="phrases">{after}</{tag}>'
        )
    in_a_list = '<p class="{}blog-card-title"><a href="#">{}</a></p>'
    assert improve_scripts(in_a_list.format("", before), "zh") == in_a_list.format("phrases ", after)
    assert improve_scripts(f"<p>{before}</p>", "zh") == f"<p>{before}</p>"
    assert improve_scripts(f"<h1>{before}</h1>", "ja") == f"<h1>{before}</h1>"


@given(st.text(alphabet="数据，“”（）ab <>/=\"'&;pi!-的", max_size=40), st.sampled_from(["en", "zh"]))
def test_no_text_is_lost(html: str, language: str) -> None:
    improved = improve_scripts(html, language)
    assert (
        re.sub(r'<wbr>|<span (?:lang="\w+"|class="halt")>|</span>| lang="\w+"| class="phrases"', "", improved)
        == html
    )


CHINESE = """---
date: 2026-01-02
language: zh
---
# 滑动窗口的最大值

他说：“好。”

## 滑动窗口

$a$，再加$b$个。
"""
FILES = {
    "index.md": "# Home\n\nThe 数据 of [](blog/a.md).\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\n流式数据，很好。\n\n## 滑动窗口\n\nText.\n",
    "blog/index.md": "# Blog\n\n流式数据的博客。\n\n```{postlist}\n```\n",
    "blog/a.md": CHINESE,
}


@pytest.fixture
def site(make_site: Callable[..., Site]) -> Callable[..., Site]:
    return lambda **conf: make_site(FILES, {"html_theme": "blogext", **conf})


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
def test_all_han_of_a_site_is_marked(site: Callable[..., Site]) -> None:
    built = site()
    for name in ("index", "guide", "blog/index", "blog/a", "genindex", "search"):
        if built.has(name):
            assert list(unmarked(built.page(name).root)) == [], name
    # That the test finds what is not.
    assert list(unmarked(built.page("blog/a").one("h1"))) != []


@pytest.mark.usefixtures("words")
def test_breaks_are_in_headings_and_nowhere_else(site: Callable[..., Site]) -> None:
    built = site()
    page = built.page("blog/a")
    assert len([e for e in elements(page.one("h1")) if e.tag == "wbr"]) >= 3
    assert text(page.one("h1")).startswith("滑动窗口的最大值")
    assert page.title.startswith("滑动窗口的最大值")
    for name in built.pages:
        for element in elements(built.page(name).root):
            if any(child.tag == "wbr" for child in element):
                is_title = "title" in (element.get("class") or "") or element.get("class") == "p-name u-url"
                assert is_title or element.tag in {"h1", "h2", "h3"}, (name, element.tag)
    for name in ("searchindex.js", "blog/atom.xml", "blog/rss.xml", "blog/feed.json"):
        written = (built.outdir / name).read_text(encoding="utf-8")
        assert "wbr" not in written
        assert "halt" not in written


def test_without_words_headings_are_as_they_were(
    site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jieba", None)
    typography._segmenter.cache_clear()
    page = site().page("blog/a")
    typography._segmenter.cache_clear()
    assert [e for e in elements(page.root) if e.tag == "wbr"] == []
    assert "phrases" not in (page.one("h1").get("class") or "")


def test_words_are_those_of_jieba() -> None:
    pytest.importorskip("jieba", reason="jieba is not installed")
    heading = improve_scripts("<h2>单调队列与滑动窗口的最大值</h2>", "zh")
    assert heading == '<h2 class="phrases">单调<wbr>队列<wbr>与滑动<wbr>窗口的<wbr>最大值</h2>'


@needs_chromium
@pytest.mark.usefixtures("words")
def test_a_balanced_heading_keeps_its_words(browser: Browser, make_site: Callable[..., Site]) -> None:
    heading = "滑动窗口最大值的单调队列算法分析"
    site = make_site({"index.md": f"# {heading}\n"}, {"html_theme": "blogext", "language": "zh_CN"})
    page = browser.new_page(viewport={"width": 320, "height": 600})
    page.goto(site.path("index").as_uri())
    lines = page.evaluate(
        """() => {
            document.querySelector(".headerlink").remove();
            const walker = document.createTreeWalker(document.querySelector("h1"), NodeFilter.SHOW_TEXT);
            const lines = {};
            while (walker.nextNode())
              for (let i = 0; i < walker.currentNode.length; i++) {
                const range = document.createRange();
                range.setStart(walker.currentNode, i);
                range.setEnd(walker.currentNode, i + 1);
                const top = Math.round(range.getBoundingClientRect().top);
                lines[top] = (lines[top] || "") + range;
              }
            return Object.values(lines);
        }"""
    )
    page.close()
    assert len(lines) > 1
    words = "滑动 窗口 最大 值的 单调 队列 算法 分析".split()
    assert all("".join(words).startswith("".join(lines[:number])) for number in range(len(lines)))
    ends = {"".join(words[:number]) for number in range(len(words) + 1)}
    assert {"".join(lines[:number]) for number in range(len(lines) + 1)} <= ends, lines


@needs_chromium
def test_a_formula_has_a_margin_beside_han_only(browser: Browser, site: Callable[..., Site]) -> None:
    page = browser.new_page()
    page.goto(site().path("blog/a").as_uri())
    margins = page.locator("span.math").evaluate_all(
        'all => all.map(e => getComputedStyle(e)).map(s => [s.marginLeft != "0px", s.marginRight != "0px"])'
    )
    page.close()
    # At the beginning and before a comma; between two characters.
    assert margins == [[False, False], [True, True]]


@needs_chromium
def test_a_face_with_serifs_is_for_running_text(browser: Browser, site: Callable[..., Site]) -> None:
    page = browser.new_page()
    page.goto(site(html_theme_options={"font_han": "serif"}).path("blog/a").as_uri())
    faces = {
        name: page.evaluate("name => getComputedStyle(document.querySelector(name)).fontFamily", name)
        for name in ("section > p", "h1", ".blog-meta", "header")
    }
    page.close()
    assert "Songti SC" in faces.pop("section > p")
    assert not [name for name, face in faces.items() if "Songti" in face]


def test_another_face_is_refused(site: Callable[..., Site]) -> None:
    with pytest.raises(ConfigError, match=r"font_han.*'song' is not valid; expected 'sans' or 'serif'"):
        site(html_theme_options={"font_han": "song"})
