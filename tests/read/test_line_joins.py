"""Text in any mixture of scripts: joined lines, anchors of headings, languages of titles, and reading time."""

import pytest
from checker import problems_of_tree
from conftest import MakeSite
from hypothesis import given
from hypothesis import strategies as st
from writing import INDEX, md, rst

from sphinx_blogext.cjk import join_text
from sphinx_blogext.lang.codes import guess_language
from sphinx_blogext.read.posts import count_words, reading_minutes
from sphinx_blogext.read.references import free_anchor, text_anchor


@pytest.mark.parametrize(
    ("source", "joined"),
    [
        ("汉字\n汉字", "汉字汉字"), ("汉字，\n汉字", "汉字，汉字"), ("汉字\n（括号）", "汉字（括号）"),
        ("汉字\n  汉字", "汉字汉字"),
        ("“引用”\n下一行", "“引用”下一行"),
        ("ひらがな\nカタカナ", "ひらがなカタカナ"), ("𠀀\n𠀁", "𠀀𠀁"),
        ("汉字\nLatin", "汉字\nLatin"), ("Latin\n汉字", "Latin\n汉字"), ("two\nlines", "two\nlines"),
        ("“quoted”\n“quoted”", "“quoted”\n“quoted”"), ("한국어\n문장", "한국어\n문장"),
        ("一\n二\n三", "一二三"), ("汉字 汉字", "汉字 汉字"), ("\n", "\n"),
    ],
)  # fmt: skip
def test_lines(source: str, joined: str) -> None:
    assert join_text(source) == joined


@given(st.text(st.sampled_from("汉，a “…\n 한1"), max_size=12))
def test_nothing_but_breaks_is_dropped(source: str) -> None:
    joined = join_text(source)
    assert joined.replace("\n", "").replace(" ", "") == source.replace("\n", "").replace(" ", "")
    assert join_text(joined) == joined


CHINESE = {
    "md": "第一行，\n第二行**强调\n继续**\n下文`代 码`\n结尾 $x$\n数学。\n\n% more\n\n"
    "- 列表\n  继续\n\n```\n代码\n不动\n```\n",
    "rst": "第一行，\n第二行\\ **强调\n继续**\\\n下文\\ ``代 码``\n结尾 :math:`x`\n数学。\n\n.. more::\n\n"
    "- 列表\n  继续\n\n::\n\n   代码\n   不动\n",
}


def test_pages_teasers_and_feeds(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/m.md": md("m", CHINESE["md"]), "blog/r.rst": rst("r", CHINESE["rst"])})
    assert site.warnings == []
    lead = "第一行，第二行强调继续下文代 码 结尾 \\(x\\) 数学。"
    for name in ("m", "r"):
        page = site.page(f"blog/{name}")
        assert lead in page.texts("p")
        assert site.page("blog").teaser_text(name) == lead
        assert "列表继续" in page.texts("li")
        assert "代码\n不动" in "".join(page.one("pre").itertext())
    assert all("第二行<strong>强调继续" in item["content_html"] for item in site.items())


DOCUMENTS = {
    **INDEX,
    "page.rst": ":orphan:\n\n页\n==\n\n一\n二\n",
    "list.md": "---\norphan: true\n---\n# 列表\n\n一\n二\n\n```{postlist}\n```\n",
    "changes.rst": ":orphan:\n\n更新\n====\n\n一\n二\n\n版本二\n------\n\n.. post:: 2024-05-07\n\n三\n四\n\n"
    "版本一\n------\n\n.. post:: 2024-05-06\n\n五\n六\n",
    "blog/p.md": md("标题", "一\n二\n"),
}


def test_which_documents_have_their_lines_joined(make_site: MakeSite) -> None:
    site = make_site(DOCUMENTS)
    posts = {"list", "changes", "blog/p"}
    for option, joined in {"posts": posts, "all": {"page", *posts}, "none": set[str]()}.items():
        site.configure({} if option == "posts" else {"blog_join_lines": option}).build()
        assert site.warnings == []
        texts = {name: "".join(site.page(name).main.itertext()) for name in ("page", *posts)}
        assert {name for name, text in texts.items() if "一二" in text or "三四" in text} == joined


LINKS = (
    "[Ann](https://a.example)\n[Bob](https://b.example)\n[Cem](https://b.example)\n"
    "[张三](https://c.example)\n[李四](https://d.example)\n王五\n[赵\n六](https://e.example)\n"
    "{doc}`首页 <../index>`\n。\n"
)


def test_lines_of_links_stay_apart(make_site: MakeSite) -> None:
    """Of equal texts, such as the breaks between links, the right one is changed, and at links none is."""
    site = make_site({**INDEX, "blog/p.md": md("标题", LINKS + "\n第一，*强*\n*调*\n第二*强*\n*调*\n")})
    found = site.page("blog/p").texts("p")
    assert "Ann Bob Cem 张三 李四 王五 赵六 首页 。" in found
    assert "第一，强调第二强调" in found


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("标题", "标题"), ("Rill 1.1：任意运算", "rill-1-1-任意运算"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full-width"), ("1. 数字", "section-1-数字"),
        ("Обзор кода", "обзор-кода"), ("हिन्दी", "हिन्दी"), ("😀", ""), ("…", ""),
    ],
)  # fmt: skip
def test_the_anchor_of_a_heading(heading: str, anchor: str) -> None:
    assert text_anchor(heading) == anchor


@given(st.text(max_size=30))
def test_anchors_are_ids(heading: str) -> None:
    anchor = text_anchor(heading)
    assert not any(char.isspace() for char in anchor)
    assert not anchor or anchor[0].isalpha()
    assert free_anchor(anchor, {anchor}) == (f"{anchor}-2" if anchor else "")


HEADINGS = """\
标题
====
.. contents::

`第一`_ :ref:`名字`

第一
----
.. _名字:

第二
----

第二
----

Plain
-----
"""


def test_anchors_of_the_whole_site(make_site: MakeSite) -> None:
    files = {
        "index.md": "# 首页\n\n```{toctree}\n:maxdepth: 3\nrst\nmd\n```\n\n[](md.md#第二)\n",
        "rst.rst": HEADINGS,
        "md.md": "# 标题\n\n## 第二\n\n[](#第二)\n",
    }
    site = make_site(files, {"myst_heading_anchors": 3})
    before = {e.get("id") for e in site.page("rst").main.iter()}
    site.configure({"blog_unicode_ids": True, "myst_heading_anchors": 3}).build()
    assert [w for w in site.warnings if w.type != "docutils"] == problems_of_tree(site.outdir) == []
    page = site.page("rst")
    # Old anchors still lead there.
    assert before <= {e.get("id") for e in page.main.iter()}
    assert [s.get("id") for s in page.all("section")] == ["标题", "第一", "第二", "第二-2", "plain"]
    assert site.page("index").links(".toctree-wrapper a")[:3] == ["rst.html", "rst.html#第一", "rst.html#第二"]


@pytest.mark.parametrize(
    ("title", "in_english", "in_chinese"),
    [
        ("Rill 1.1：任意运算的滑动窗口", "zh", ""), ("用 12 KB 数到十亿：HyperLogLog", "zh", ""),
        ("日本語のページ", "ja", "ja"), ("한국어 문서", "ko", "ko"),
        # A name, a word, an accent: still English.
        ("Posts by 林梅 Lin Mei", "", ""), ("Algorithms 算法", "", ""), ("Café", "", ""), ("", "", ""),
    ],
)  # fmt: skip
def test_the_language_of_a_title(title: str, in_english: str, in_chinese: str) -> None:
    assert (guess_language(title, "en"), guess_language(title, "zh_CN")) == (in_english, in_chinese)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("", 1), ("的" * 450, 1), ("的" * 451, 2), ("word " * 220, 1), ("word " * 221, 2),
        ("的" * 900 + " word" * 440, 4), ("word的" * 440, 3), ("don't e-mail " * 110, 1), ("，。！？" * 5000, 1),
        ("ひらがな" * 225, 2), ("\U00020000" * 901, 3), ("हिन्दी भाषा " * 110, 1), ("مُحَمَّدٌ كَتَبَ " * 220, 2),
        ("می\u200cخواهم برویم " * 220, 2), ("co\u00adop ex\u00adam\u00adple " * 110, 1),
    ],
)  # fmt: skip
def test_minutes(text: str, minutes: int) -> None:
    assert reading_minutes(*count_words(text)) == minutes
