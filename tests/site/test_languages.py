"""A blog in two languages: what is said to be in which, and the lists of each."""

from typing import Any
from xml.etree.ElementTree import Element

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import Page, select, text
from writing import INDEX, md, rst

FILES: dict[str, str] = {
    "index.md": "# Home\n\n```{toctree}\nzh\n```\n\n```{postlist}\n:style: cards\n```\n\n```{postlist}\n```\n",
    "zh.rst": "ZH\n==\n\n.. postlist::\n   :language: zh\n   :style: teasers\n",
    "blog/plain.md": md("Plain", "Lead.\n\n% more\n\nRest.\n", "2024-01-01", tags=["t", "only-en"]),
    "blog/only.md": md("只有中文", "引子。\n\n% more\n\n其余。\n", "2024-01-02", language="zh", tags=["t", "词"]),
    "blog/sums.md": md("Sums", "Lead.\n", "2024-01-03", tags="t", language="en", translation="sums-zh"),
    "blog/sums-zh.rst": rst("求和", "引子。\n", "2024-01-04", tags="t", language="zh", author="mei"),
    "blog/trio-en.md": md("Trio", "Lead.\n", "2024-02-03", translation_key="trio", language="en"),
    "blog/trio-zh.md": md("三种", "引子。\n", "2024-02-04", translation_key="trio", language="zh", pin=True),
    "blog/trio-fr.md": md("Le trio", "Texte.\n", "2024-02-05", translation_key="trio", language="fr"),
}
CONF: dict[str, Any] = {"html_sidebars": {"**": ["blog/recent.html"]}, "blog_page_size": 4}


@pytest.fixture(scope="module")
def html(make_shared_site: MakeSite) -> Site:
    site = make_shared_site(FILES, CONF)
    assert site.warnings == problems_of_tree(site.outdir) == []
    return site


def language_of(page: Page, element: Element) -> str:
    """The language of an element: that of the nearest around it that says one."""
    parents = {child: parent for parent in page.root.iter() for child in parent}
    while element.get("lang") is None:
        element = parents[element]
    return element.get("lang", "")


def bar(page: Page) -> list[tuple[str, str, str | None]]:
    """Label, address and mark of each link of the bar of languages."""
    return [(text(a), a.get("href", ""), a.get("aria-current")) for a in page.all("nav.blog-language-bar a")]


def test_lists_count_versions_as_one(html: Site) -> None:
    best, chinese = ["Trio", "Sums", "只有中文", "Plain"], ["三种", "求和", "只有中文"]
    lists = {
        "blog": best, "blog/2024": best, "blog/archive": best, "zh": chinese, "blog/language/zh": chinese,
        "blog/language/en": ["Trio", "Sums", "Plain"],
        "blog/language/fr": ["Le trio"], "blog/2024/language/fr": ["Le trio"],
        "blog/tag/t": best[1:], "blog/tag/t/language/zh": chinese[1:], "blog/tag/t/language/en": ["Sums", "Plain"],
        # The author is on one version only.
        "blog/author/mei": ["求和"],
    }  # fmt: skip
    assert {name: html.page(name).posts for name in lists} == lists
    assert not html.has("blog/tag/t/language/fr")
    # Each term counts what its list shows.
    terms, counts = (html.page("blog/tag").texts(f".blog-terms {part}") for part in ("a", ".blog-count"))
    assert dict(zip(terms, counts, strict=True))["t"] == "3 posts"


def test_a_language_that_is_none_is_listed_and_marks_nothing(make_site: MakeSite) -> None:
    codes = {"a": "klingon", "b": "zh", "d": "en_GB"}
    files = {f"blog/{name}.md": md("Title", language=code, translation_key="x") for name, code in codes.items()}
    files["blog/both.md"] = md("Both", language=["en", "zh"])
    site = make_site({**INDEX, **files}, {"html_theme": "blogext"})
    assert [w.file for w in site.warnings] == ["blog/a.md"]
    assert site.page("blog/language/klingon").posts == ["Title"]
    known = {"en", "zh", "en-GB"}
    for name in site.pages:
        for element in site.page(name).root.iter():
            assert {element.get("lang", "en"), element.get("hreflang", "en")} <= known | {"x-default"}, name
        assert '"inLanguage":"klingon"' not in site.page(name).source
    # One in several languages at once names them.
    assert [text(e) for e in select(site.page("blog").teaser("Both"), ".blog-language")] == ["English", "中文"]


def test_the_bar_of_languages(html: Site) -> None:
    assert bar(html.page("blog")) == [
        ("All", "./blog.html", "page"),
        ("English", "./blog/language/en.html", None),
        ("Français", "./blog/language/fr.html", None),
        ("中文", "./blog/language/zh.html", None),
    ]
    page = html.page("blog/tag/t/language/zh")
    assert [mark for _label, _url, mark in bar(page)] == [None, None, "page"]
    links = page.all("nav.blog-language-bar a")
    assert [(a.get("lang"), a.get("hreflang")) for a in links] == [(None, None), ("en", "en"), ("zh", "zh")]
    assert page.headings[0] == "Posts tagged “t” – 中文"
    # A list of posts in one language is not written again.
    for name in ("index", "blog/tag/only-en", "blog/tag/词", "blog/author/mei"):
        assert bar(html.page(name)) == []
        assert [page for page in html.pages if page.startswith(f"{name}/language")] == []
    assert "only-en/language" not in (html.outdir / "sitemap.xml").read_text(encoding="utf-8")


def test_every_title_and_teaser_says_its_language(html: Site) -> None:
    titles = {"Le trio": "fr", "Sums": "en", "Trio": "en", "Plain": "en"}
    titles |= dict.fromkeys(("求和", "只有中文", "三种"), "zh")
    seen: dict[str, set[str]] = {}
    for name in html.pages:
        page = html.page(name)
        for link in (a for a in page.root.iter("a") if text(a) in titles and a.get("href")):
            assert language_of(page, link) == titles[text(link)], (name, text(link))
            seen.setdefault(text(link), set()).add(name)
        for time in page.main.iter("time") if not name.startswith("blog/") else ():
            assert language_of(page, time) == "en"
    assert seen.keys() == titles.keys()
    assert {"index", "blog", "blog/2024", "blog/archive", "blog/tag/t", "blog/plain"} <= seen["只有中文"]


def test_a_teaser_in_another_language_is_surrounded_by_words_of_the_site(html: Site) -> None:
    page = html.page("blog")
    more = page.read_more("只有中文")
    assert (text(more), language_of(page, more)) == ("Read more: 只有中文", "zh")
    (words,) = [span for span in more if span.get("lang")]
    assert (words.text, words.get("lang")) == ("Read more", "en")


def test_a_quiet_mark_says_that_there_is_no_other_version(html: Site) -> None:
    page = html.page("blog")
    marks = {title: [text(e) for e in select(page.teaser(title), ".blog-language")] for title in page.posts}
    assert marks == {"Trio": [], "Sums": [], "只有中文": ["Chinese"], "Plain": []}
    assert html.page("index").texts(".blog-titles .blog-only") == ["Chinese"]
    # Only a language that is not that of the list or site is named.
    assert html.page("blog/language/zh").all(".blog-language") == []
    headers = [html.page(f"blog/{name}").texts(".blog-post-header .blog-language") for name in ("sums", "only")]
    assert headers == [[], ["中文"]]


def test_versions_lead_to_each_other(html: Site) -> None:
    page = html.page("blog/trio-zh")
    (other,) = page.all(".blog-post-header .blog-translations")
    assert text(other) == "另有 English、Français"
    others = [(f"../blog/trio-{code}.html", code, code) for code in ("en", "fr")]
    assert [(a.get("href"), a.get("hreflang"), a.get("lang")) for a in select(other, "a")] == others
    alternates = {e.get("hreflang"): e.get("href") for e in page.root.iter("link") if e.get("hreflang")}
    versions = {code: f"https://example.org/blog/trio-{code}.html" for code in ("en", "fr", "zh")}
    # That in the language of the site.
    assert alternates == versions | {"x-default": versions["en"]}
    assert html.page("blog/plain").all(".blog-translations") == []
    assert text(select(html.page("blog").teaser("Sums"), ".blog-translations")[0]) == "also in 中文"


def test_lists_lead_to_those_in_other_languages(make_site: MakeSite) -> None:
    posts = {f"blog/{n}.md": md(f"P{n}", language=("de", "fr")[n % 2]) for n in range(5)}
    site = make_site({**INDEX, **posts}, CONF | {"blog_feed_archives": True, "blog_page_size": 2})
    blog = "https://example.org/blog"
    versions = {"x-default": f"{blog}.html"} | {code: f"{blog}/language/{code}.html" for code in ("de", "fr")}
    of_versions = {code: f"{blog}/language/{code}/atom.xml" for code in ("de", "fr")}
    for name in ("blog", "blog/language/de", "blog/language/fr", "blog/page/2", "blog/language"):
        is_one = name.startswith("blog/language/")
        links = [e for e in site.page(name).root.iter("link") if e.get("hreflang")]
        lists = {e.get("hreflang"): e.get("href") for e in links if not e.get("type")}
        assert lists == (versions if is_one or name == "blog" else {}), name
        feeds = {e.get("hreflang"): e.get("href") for e in links if e.get("type") == "application/atom+xml"}
        assert feeds == (of_versions if is_one else {}), name


def test_a_header_speaks_the_language_of_the_post(html: Site) -> None:
    page = html.page("blog/trio-zh")
    header, footer = page.one(".blog-post-header"), page.one(".blog-post-footer")
    assert text(select(header, "time")[0]) == "2024年2月4日"
    assert text(select(header, ".blog-reading-time")[0]) == "阅读约 1 分钟"
    assert [text(e) for e in select(footer, ".blog-direction")] == ["较早"]
    assert [language_of(page, part) for part in (header, footer, page.root)] == ["zh", "zh", "en"]
    assert text(select(html.page("blog/trio-fr").main, "time")[0]) == "5 février 2024"


def test_all_versions_are_listed_on_request(make_site: MakeSite) -> None:
    site = make_site(FILES, {"blog_show_translations": "all", "blog_page_size": 9})
    assert site.page("blog").posts == ["三种", "Le trio", "Trio", "求和", "Sums", "只有中文", "Plain"]
    assert len(site.page("blog/trio-en").all(".blog-translations a")) == 2


def test_translations_may_be_in_several_blogs(make_site: MakeSite) -> None:
    files = {"index.md": "# Home\n", "news/a.md": md("A"), "neues/a.md": md("Ä", translation="news/a")}
    # A key is that of one blog.
    files |= {f"{blog}/b.md": md("B", translation_key="b") for blog in ("news", "neues")}
    site = make_site(files, {"blogs": {"news": {}, "neues": {"blog_default_language": "de"}}})
    for name, others in {"news/a": ["Deutsch"], "neues/a": ["English"], "news/b": [], "neues/b": []}.items():
        assert site.page(name).texts(".blog-translations a") == others
        tags = [tag for e in site.page(name).root.iter("link") if (tag := e.get("hreflang"))]
        assert tags == (["de", "en", "x-default"] if others else [])


def test_what_cannot_be_a_translation_is_said(make_site: MakeSite) -> None:
    files = {f"{name}.md": md("B", language="en") for name in ("blog/b", "news/c")}
    files["blog/a.md"] = md("A", language="en", translation=["b", "news/c", "gone"])
    site = make_site({**INDEX, **files}, {"blogs": {"blog": {}, "news": {}}})
    types = {"blog.translation": ["blog/a.md", "blog/a.md", "blog/b.md"], "blog.unknown_post": ["blog/a.md"]}
    assert sorted(site.blog_warnings) == sorted((file, name) for name in types for file in types[name])
    assert site.page("blog").posts == ["A", "B"]
    assert [e for name in "ab" for e in site.page(f"blog/{name}").root.iter("link") if e.get("hreflang")] == []


def test_a_post_that_does_not_say_its_language_is_in_that_of_its_title(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/zh.md": md("没有人说", date="2026-01-02"), "blog/en.md": md("Said")})
    page = site.page("blog")
    assert page.teaser("没有人说").get("lang") == "zh"
    assert page.teaser("Said").get("lang") is None
    assert [title.get("lang") for title in site.page("blog/en").all(".blog-neighbour-title")] == ["zh"]
    assert [section.get("lang") for section in site.page("blog/zh").all("section.h-entry")] == ["zh"]


LABELLED = (
    "```{contents}\n```\n```{versionadded} 1.0\nnew\n```\n```{deprecated} 2.0\n```\n"
    "```{tip}\nx\n```\n```{todo}\nx\n```\n```{update} 2024-06-01\ny\n```\n"
    "<!-- more -->\n## End\n## Notes\n"
)


def test_labels_are_in_the_language_of_the_post(make_site: MakeSite) -> None:
    titles = {"zh": "队列", "en": "Queue", "hu": "Egy sor", "tlh": "tlhIngan"}
    files = {f"blog/{name}.md": md(title, LABELLED, language=name) for name, title in titles.items()}
    section = "---\norphan: true\n---\n# News\n\n## New\n\n```{post} 2024-01-01\n:language: en\n```\n\n"
    files["news.md"] = section + LABELLED.partition("<!--")[0]
    conf = {"extensions": ["myst_parser", "sphinx.ext.todo", "sphinx_blogext"], "todo_include_todos": True}
    site = make_site({**INDEX, **files}, conf | {"html_theme": "blogext", "language": "zh_CN"})
    versions = ["Added in version 1.0:", "Deprecated since version 2.0."]
    english = ["Contents", *versions, "Tip", "Todo", "Updated on 1 June 2024"]
    chinese = ["目录", "在 1.0 版本加入:", "自 2.0 版本弃用.", "小技巧", "待处理", "更新于 2024年6月1日"]

    def shown(tree: Element) -> list[str]:
        kinds = (".topic-title", ".versionmodified", ".admonition-title")
        return [text(e) for kind in kinds for e in select(tree, kind)]

    # Of Hungarian Sphinx has words and we have none, of Klingon nobody.
    hungarian = ["Tartalom", chinese[1], "Elavult a(z) 2.0 verzió óta.", "Javaslat", "Tennivaló", chinese[5]]
    for name, labelled in {"zh": chinese, "en": english, "hu": hungarian, "tlh": chinese}.items():
        page = site.page(f"blog/{name}")
        assert shown(page.main) == labelled, name
        assert shown(site.page("blog").teaser(titles[name])) == labelled, name
        # The frame of the theme is in the language of the site.
        (frame,) = select(page.root, "nav.page-sections")
        assert language_of(page, frame) == "zh-CN"
    assert {a.get("title") for a in site.page("blog/en").all("a.headerlink")} == {"Link to this heading"}
    (part,) = select(site.page("news").main, "section section")
    assert shown(part) == english
