"""Marks beside Chinese, Japanese and Korean characters: emphasis, code, links, in both markup languages."""

from types import SimpleNamespace
from typing import Any

import pytest
from conftest import MakeSite, Site
from docutils.core import publish_doctree
from docutils.parsers.rst.states import Inliner
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from page import parse, text
from writing import INDEX, md, rst

from sphinx_blogext.cjk import _customizing, _scanning
from sphinx_blogext.isolation import replaced

#: Source of a sentence, and what a page shows of it: the tags of inline elements without attributes.
MARKDOWN = {
    "这一点**非常重要。**后面还有文字。": "这一点<strong>非常重要。</strong>后面还有文字。",
    "又如**“引号”**内容。": "又如<strong>“引号”</strong>内容。",
    "用*斜体。*后": "用<em>斜体。</em>后", "***三星！***后": "<em><strong>三星！</strong></em>后",
    "前**`code`**后": "前<strong><code>code</code></strong>后",
    "前**[文](https://example.org)**后": "前<strong><a>文</a></strong>后",
    "한국어**(강조)**는": "한국어<strong>(강조)</strong>는",
    "注**1.**后**a)**后": "注<strong>1.</strong>后<strong>a)</strong>后",
    "葛\U000e0100**(か)**と": "葛\U000e0100<strong>(か)</strong>と",
    "塚\ufe00**(つか)**": "塚\ufe00<strong>(つか)</strong>",
    "2**3**4": "2<strong>3</strong>4", "**“Hello”**world": "**“Hello”**world",
    "snake_case_名_字": "snake_case_名_字",
    "`**不。**是`后**是。**后": "<code>**不。**是</code>后<strong>是。</strong>后",
    "$a**b。**c$后**是。**后": "<span>\\(a**b。**c\\)</span>后<strong>是。</strong>后",
    "转义\\*不。\\*是": "转义*不。*是",
    "** 空。**后": "** 空。**后",
}  # fmt: skip
RST = {
    "这一点**非常重要。**后面还有文字。": "这一点<strong>非常重要。</strong>后面还有文字。",
    "**（括号）**之后": "<strong>（括号）</strong>之后", "用*斜体*后": "用<em>斜体</em>后",
    "使用``代码``样例": "使用<code>代码</code>样例",
    "用``a*b*c``后*是*后": "用<code>a*b*c</code>后<em>是</em>后",
    "参见`链接 <https://example.org>`_说明": "参见<a>链接</a>说明",
    "参见:doc:`首页 </index>`说明": "参见<a><span>首页</span></a>说明",
    "公式:math:`a*b_i*c`后": "公式<span>\\(a*b_i*c\\)</span>后",
    "访问https://example.org/a。": "访问<a>https://example.org/a</a>。",
    "한국어*강조*는": "한국어<em>강조</em>는", "目标_`这里`后": "目标<span>这里</span>后",
    "前\\ **旧**\\ 后": "前<strong>旧</strong>后",
    "长*宽，字`单": "长*宽，字`单", "字**单，字``单": "字**单，字``单", "变量x_的，值|x|的": "变量x_的，值|x|的",
    "端口http:8080": "端口http:8080",
    "见a:b，看x:https://example.org/b。": "见a:b，看x:<a>https://example.org/b</a>。",
    "2**3次方，a**b**c": "2**3次方，a**b**c", "转义\\*不是\\*的": "转义*不是*的", "“*”和“**”": "“*”和“**”",
}  # fmt: skip


def _shown(html: Any) -> str:
    """Return the text of an element with the names of the tags in it; a ``pre`` in ``code`` is one of Sphinx."""
    parts = [html.text or ""]
    for child in html:
        inside = text(child) if child.tag == "code" else _shown(child)
        parts.append(f"<{child.tag}>{inside}</{child.tag}>{child.tail or ''}")
    return "".join(parts)


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    files = {
        "blog/m.md": md("前**重。**后", "\n\n".join(MARKDOWN), excerpt="99"),
        "blog/r.rst": rst("前**重**后", "\n\n".join(RST), excerpt="99"),
        "blog/also.md": md("也", "```{eval-rst}\n是**强**文\n```\n"),
    }
    return make_shared_site(INDEX | files)


@pytest.mark.parametrize(("name", "sentences"), [("m", MARKDOWN), ("r", RST)])
def test_on_pages_and_in_teasers(site: Site, name: str, sentences: dict[str, str]) -> None:
    assert site.warnings == []
    for page in ("blog", f"blog/{name}"):
        found = [_shown(paragraph) for paragraph in site.page(page).all("p")]
        assert [sentence for sentence in sentences.values() if sentence not in found] == []
    assert {"前重。后", "前重后"} <= {title.rstrip("¶") for title in site.page("blog").posts}


DOCUMENTS = {
    **INDEX,
    "md.md": "---\norphan: true\n---\n# 页\n\n是**重。**文\n",
    "rst.rst": ":orphan:\n\n页\n==\n\n是**重**文\n",
    "blog/about.md": "---\norphan: true\n---\n# 关于\n\n是**重。**文\n",
    "list.md": "---\norphan: true\n---\n# 列表\n\n是**重。**文\n\n```{postlist}\n```\n",
    "far.rst": rst("远", "是**重**文\n"),
    "head.md": "---\norphan: true\n---\n# 首\n\n```{post} 2024-01-03\n```\n\n是**重。**文\n",
    "fields.rst": ":blogpost: true\n:date: 2024-01-01\n\n题\n==\n\n是**重**文\n",
    # Its head says nothing: it only writes about posts.
    "text.md": "---\norphan: true\n---\n# 说\n\n`{post}` 是**重。**文\n\n    blogpost: true\n    ```{post}\n",
    "marked.md": "---\nblogpost: true\ndate: 2024-01-01\n---\n# 标\n\n是**重。**文\n",
    "changes.rst": ":orphan:\n\n更新\n====\n\n一、2024-05-07\n--------------\n\n是**重**文\n",
    "blog/p.md": md("标题", "是**重。**文\n"),
    "blog/dated.rst": ":date: 2024-01-02\n\n标题\n====\n\n是**重**文\n",
}
OF_BLOG = {"far", "head", "fields", "marked", "changes", "blog/about", "blog/p", "blog/dated"}


@pytest.mark.parametrize(
    ("conf", "amended"),
    [
        ({}, OF_BLOG),
        ({"blog_cjk_markup": "all"}, {*OF_BLOG, "md", "rst", "list", "text"}),
        ({"blog_cjk_markup": "none"}, set()),
        # In a site that is a blog, the head decides.
        ({"blog_path": ".", "blog_changelog": []}, OF_BLOG - {"changes", "blog/about"}),
    ],
    ids=["posts", "all", "none", "whole"],
)
def test_which_documents(make_site: MakeSite, conf: dict[str, Any], amended: set[str]) -> None:
    site = make_site(DOCUMENTS, {"blog_changelog": "changes"} | conf)
    pages = [name.rpartition(".")[0] for name in DOCUMENTS.keys() - INDEX]
    assert {name for name in pages if "<strong>重" in _shown(site.page(name).main)} == amended


def test_what_docutils_no_longer_does_is_said(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx_blogext.cjk.punctuation_chars", SimpleNamespace(delimiters=""))
    (warning,) = make_site(DOCUMENTS).warnings
    assert warning.type == "blog.sphinx"
    assert "recognizes marks in another way, so those beside CJK characters need spaces" in warning.message


def test_the_rules_apply_only_while_the_site_reads(make_site: MakeSite) -> None:
    before = Inliner.init_customizations, StateInline.scanDelims

    make_site(DOCUMENTS)
    broken = make_site(DOCUMENTS, "def setup(app): app.connect('source-read', lambda *_: 1 / 0)", build=False)
    with pytest.raises(Exception, match="division by zero"):
        broken.build()
    assert (Inliner.init_customizations, StateInline.scanDelims) == before
    assert "<strong>" not in MarkdownIt().render("是**重。**文")


def _amended(source: str) -> tuple[str, str]:
    """Return *source* in both markup languages by the amended rules, as HTML and as a document tree."""
    scan = _scanning(StateInline.scanDelims, lambda: True)
    customize = _customizing(Inliner.init_customizations, lambda: True)
    with replaced(StateInline, scanDelims=scan), replaced(Inliner, init_customizations=customize):
        settings = {"report_level": 5, "line_length_limit": 100_000}
        return MarkdownIt().render(source), publish_doctree(source, settings_overrides=settings).pformat()


@given(st.text(st.sampled_from("字a。“(*`_| \\\n"), max_size=14))
def test_no_text_is_lost_or_made_up(source: str) -> None:
    shown = (text(parse(html)) for html in (_amended(source)[0], MarkdownIt().render(source)))
    amended, usual = ([char for char in words if char in "字a。“"] for words in shown)
    assert amended == usual


@given(st.text(st.sampled_from("ab.“(*`_| \\"), max_size=14))
def test_other_text_is_as_usual(source: str) -> None:
    html, tree = _amended(source)
    assert html == MarkdownIt().render(source)
    assert tree == publish_doctree(source, settings_overrides={"report_level": 5}).pformat()
