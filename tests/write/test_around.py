"""What stands around a post: header, footer, sidebars."""

from typing import Any
from urllib.parse import urljoin

import pytest
from conftest import MakeSite
from page import elements, select, text
from tutorial import blocks
from writing import INDEX, many, md, rst

META: dict[str, Any] = {"tags": ["python", "C++"], "category": "One", "author": ["mei", "jonas"]}
META |= {"language": "zh", "location": "Berlin", "series": "S", "updated": "2024-06-01"}


def test_the_header(make_site: MakeSite) -> None:
    conf = {"blog_authors": {"mei": ("林 <Mei>", None), "jonas": ("Jonas", None)}}
    site = make_site({**INDEX, "blog/deep/p.md": md(body="的" * 3080 + "\n", **META)}, conf)
    assert site.warnings == []
    page = site.page("blog/deep/p")
    header = page.one(".blog-post-header")
    times = page.all("time", header)
    assert [(time.get("datetime"), text(time)) for time in times] == [
        ("2024-05-06", "2024年5月6日"),
        ("2024-06-01", "2024年6月1日"),
    ]
    assert page.texts(".blog-authors a", header) == ["林 <Mei>", "Jonas"]
    assert page.texts(".blog-reading-time", header) == ["阅读约 7 分钟"]
    assert page.texts(".blog-tags a", header) == ["python", "C++"]
    links = [urljoin("/blog/deep/p.html", link) for link in page.links(".blog-tags a", header)]
    assert links == ["/blog/tag/python.html", "/blog/tag/c-plus-plus.html"]
    language = page.one(".blog-language a", header)
    assert (text(language), language.get("lang")) == ("中文", "zh")
    assert {"One", "S", "Berlin"} <= set(page.texts("a", header))
    # It stands below the heading, and above the text.
    order = [e for e in elements(page.main) if e.tag == "h1" or e is header or (e.tag == "p" and "的" in text(e))]
    assert [e.tag for e in order] == ["h1", "div", "p"]


@pytest.mark.parametrize("suffix", ["md", "rst"])
def test_header_and_footer_are_switchable(make_site: MakeSite, suffix: str) -> None:
    posts = many(3, tags="x") if suffix == "md" else {f"blog/p{n}.rst": rst(f"P{n}", tags="x") for n in range(3)}
    name = "blog/p02" if suffix == "md" else "blog/p1"
    site = make_site(INDEX | posts)
    assert len(site.page(name).all(".blog-post-header")) == 1
    assert len(site.page(name).all(".blog-post-footer")) == 1
    site.configure({"blog_post_header": False, "blog_post_footer": False}).build()
    assert site.page(name).all(".blog-post-header") == []
    assert site.page(name).all(".blog-post-footer") == []
    site.configure({"blog_reading_time": False, "post_show_prev_next": False, "blog_related": 0}).build()
    assert site.page(name).all(".blog-reading-time") == []
    assert site.page(name).all(".blog-post-footer") == []


def test_the_number_of_words_is_beside_the_minutes_where_it_is_asked_for(make_site: MakeSite) -> None:
    posts = {
        "blog/en.md": md("P", "One two, *three*.\n\n% more\n\n```python\nno = words\n```\n", language="en"),
        "blog/zh.md": md("中", "小溪流过。\n", language="zh"),
    }
    site = make_site(INDEX | posts)
    assert all(site.page(name).all(".blog-word-count") == [] for name in ("blog", "blog/en", "blog/zh"))
    site.configure({"blog_word_count": True}).build()
    assert site.page("blog/en").texts(".blog-meta .blog-word-count") == ["3 words"]
    assert site.page("blog/zh").texts(".blog-post-header .blog-word-count") == ["4 字"]
    # In a list, it is in the language of the site.
    assert sorted(site.page("blog").texts(".blog-word-count")) == ["3 words", "4 words"]
    # It is that of the whole text, of which the list shows the beginning.
    site.edit("blog/en.md", "```python", "Some more.\n\n```python").build()
    assert sorted(site.page("blog").texts(".blog-word-count")) == ["4 words", "5 words"]


def test_the_footer_names_related_posts(make_site: MakeSite) -> None:
    files = {
        "blog/a.md": md("A", tags=["x", "y"], date="2024-01-01"),
        "blog/b.md": md("B", tags=["x", "y"], date="2024-01-02"),
        "blog/c.md": md("C", tags=["x", "y"], date="2024-01-03", language="zh"),
        "blog/d.md": md("D", tags="z", date="2024-01-04", related=["blog/a"]),
        "blog/e.md": md("E", tags="x", date="2024-01-05"),
    }
    site = make_site({**INDEX, **files})
    page = site.page("blog/a")
    # B is its neighbour. C has more in common with it than E, and is in another language.
    assert page.texts(".blog-neighbours .blog-neighbour-title") == ["B"]
    assert page.texts(".blog-related li") == ["5 January 2024 E", "3 January 2024 C Chinese"]
    assert page.one(".blog-post-footer").get("lang") == "en"
    assert [a.get("lang") for a in page.all(".blog-related li a")] == [None, "zh"]
    assert site.page("blog/d").texts(".blog-related li a") == ["A"]
    site.configure({"blog_related": 1, "post_show_prev_next": False}).build()
    assert site.page("blog/a").texts(".blog-related li a") == ["B"]


def test_the_end_of_a_post_says_each_thing_once(make_site: MakeSite) -> None:
    files = {
        f"blog/s{n}.md": md(
            f"S{n}", f"{{doc}}`s{n - 1}`" if n > 1 else "", f"2024-01-{n:02}", tags="x", series="S"
        )
        for n in range(1, 5)
    }
    files |= {
        f"blog/o{n}.md": md(f"O{n}", "{doc}`s2`" if n == 1 else "", f"2024-02-{n:02}", tags="x") for n in (1, 2, 3)
    }
    site = make_site({**INDEX, **files}, {"blog_backlinks": True, "blog_related": 9})
    page = site.page("blog/s2")
    # The posts that are most related are the parts of the series.
    assert page.all(".blog-related") == []
    # Nor is the next part, which links here as well, in a second list.
    assert page.texts(".blog-mentions li a") == ["O1"]
    steps = [("Previous part S1", "../blog/s1.html"), ("Next part S3", "../blog/s3.html")]
    assert [(text(a), a.get("href")) for a in page.all(".blog-neighbours a")] == steps
    assert page.one("nav.blog-neighbours").get("aria-label")
    # At the end of the series the reader is led on to what was written next.
    last = [text(a) for a in site.page("blog/s4").all(".blog-neighbours a")]
    assert last == ["Previous part S3", "Newer O1"]
    order = [(e.get("class") or "").partition(" ")[0] for e in page.one(".blog-post-footer")]
    assert order == ["blog-subscribe", "blog-mentions", "blog-neighbours"]


def test_an_author_of_whom_more_is_known_than_the_name_is_presented(make_site: MakeSite) -> None:
    mei = {"name": "Mei <b>", "description": "Writes <i>.", "avatar": "_static/mei.png"}
    authors = {"mei": mei | {"url": "https://www.e.org/mei/"}, "jo": {"name": "Jo", "url": "https://e.org/jo"}}
    files = {**INDEX, "blog/a.md": md("A", author=["mei", "jo", "zoe"])}
    site = make_site(files, {"blog_authors": authors})
    (card,) = site.page("blog/a").all(".blog-post-footer .blog-author")
    # The link to the feeds belongs to it.
    assert text(card) == "Mei <b> Writes <i>. e.org/mei Subscribe"
    assert [(a.get("href"), a.get("rel")) for a in select(card, "a")] == [
        ("../blog/author/mei.html", None),
        ("https://www.e.org/mei/", "me"),
        ("../blog/subscribe.html", None),
    ]
    assert [(image.get("src"), image.get("alt")) for image in select(card, "img")] == [("../_static/mei.png", "")]
    # The same on the page of the author, as seen from there.
    intro = site.page("blog/author/mei").one(".blog-term-intro")
    assert [image.get("src") for image in select(intro, "img")] == ["../../_static/mei.png"]
    assert site.page("blog/author/jo").texts(".blog-term-intro") == ["e.org/jo"]


def test_the_description_of_an_author_tells_its_language(make_site: MakeSite) -> None:
    authors = {"mei": {"name": "Mei", "description": "Writes."}, "lin": {"name": "Lin", "description": "写作。"}}
    posts = {f"blog/{name}.md": md("T", author=["mei", "lin"], language=name) for name in ("zh", "en")}
    site = make_site({**INDEX, **posts}, {"blog_authors": authors})
    for name, languages in {"zh": ["en", None], "en": [None, "zh"]}.items():
        assert [e.get("lang") for e in site.page(f"blog/{name}").all(".p-note")] == languages, name


@pytest.mark.parametrize("templates", [["teaser", "pagination", "post-header", "post-footer"], ["listing"]])
def test_a_fragment_of_the_users_own_replaces_ours(make_site: MakeSite, templates: list[str]) -> None:
    own = {f"templates/blog/{name}.html": f'<p class="{name}">{{{{ "<i>" }}}}</p>' for name in templates}
    conf = {"templates_path": ["templates"], "blog_page_size": 2, "exclude_patterns": ["templates"]}
    site = make_site(INDEX | own | many(3, tags="x"), conf)
    assert site.warnings == []
    for name in templates:
        assert set(site.page("blog/p02" if name.startswith("post-") else "blog").texts(f"p.{name}")) == {"<i>"}


SIDEBARS = ["recent", "tags", "categories", "archives", "authors", "languages", "feeds"]


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_sidebars(make_site: MakeSite, theme: str) -> None:
    conf = {
        "html_theme": theme,
        "html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]},
        "blog_authors": {"mei": ("<b>Mei</b> & co", None)},
    }
    title = "'<script>alert(1)</script>'"
    evil = md("", title=title, tags=["<i>", "C++"], author="mei", category="a&b", language="zh")
    deep = {"deep/er/page.md": "---\norphan: true\n---\n# Page\n"}
    site = make_site({**INDEX, "blog/evil.md": evil, **many(6), **deep}, conf)
    assert site.warnings == []
    for name in ("index", "deep/er/page", "blog/tag/c-plus-plus", "blog"):
        up = "../" * name.count("/") or "./"
        page = site.page(name)
        boxes = {box: select(page.root, f".blog-sidebar-{box}") for box in SIDEBARS}
        assert {box: len(shown) for box, shown in boxes.items()} == dict.fromkeys(SIDEBARS, 1)

        def links(box: str) -> list[tuple[str, str | None]]:
            return [(text(a), a.get("href")) for a in select(boxes[box][0], "a")]  # noqa: B023

        assert links("recent")[0] == ("<script>alert(1)</script>", f"{up}blog/evil.html")
        assert len(links("recent")) == 5
        assert [label for label, _ in links("tags")] == ["<i>", "C++"]
        assert links("tags")[1][1] == f"{up}blog/tag/c-plus-plus.html"
        assert [label for label, _ in links("categories")] == ["a&b"]
        assert [label for label, _ in links("authors")] == ["<b>Mei</b> & co"]
        assert [label for label, _ in links("languages")] == ["English", "中文"]
        assert links("archives") == [("2024", f"{up}blog/2024.html")]
        assert [label for label, _ in links("feeds")[:3]] == ["Atom", "RSS", "JSON Feed"]
        assert links("feeds")[3][1] == f"{up}blog/subscribe.html"


def test_a_template_can_surround_the_one_that_it_replaces(make_site: MakeSite) -> None:
    template = next(code for code in blocks("docs/how-to/templates.md", "jinja") if "!blog/" in code)
    files = INDEX | many(2) | {"blog/q.md": md("Q & R", tags="x"), "_templates/blog/post-footer.html": template}
    site = make_site(files, {"templates_path": ["_templates"]})
    page = site.page("blog/q")
    assert len(page.all(".blog-post-footer")) == 1
    mail, mastodon = page.links(".share a")
    assert mail == "mailto:?subject=Q%20%26%20R&body=https%3A//example.org/blog/q.html"
    assert mastodon.endswith("#text=Q%20%26%20R%20https%3A//example.org/blog/q.html")


@pytest.mark.parametrize("language", ["zh_CN", None, "xx"])
def test_any_language_of_the_interface(make_site: MakeSite, language: str | None) -> None:
    site = make_site({**INDEX, **many(12, tags="x", language="zh")}, {"language": language} if language else None)
    assert [w for w in site.warnings if w.type.startswith("blog")] == []
    page = site.page("blog/page/2")
    assert page.posts == ["Post 02", "Post 01"]
    assert "%" not in text(page.main)


NAMED = {
    **INDEX,
    "api.md": "---\norphan: true\n---\n# The `Queue` & *more*\n",
    "guide/index.rst": ":orphan:\n\nGuide\n=====\n",
    "blog/a.md": md("A", related=["api", "../guide", "hello", "blog/hidden", "blog/later", "a"]),
    "blog/b.rst": rst("B", related="/guide/index.rst, news/n, blog/about"),
    "blog/hello.md": md("Hello"),
    "blog/about.md": "---\norphan: true\n---\n# About\n",
    "blog/hidden.md": md("Hidden", unlisted=True),
    "blog/later.md": md("Later", draft=True, date=""),
    "news/n.md": md("News"),
    # Beside the post, a post goes before a document at the root.
    "hello.md": "---\norphan: true\n---\n# Another hello\n",
}


def test_a_post_may_name_related_posts_and_documents_itself(make_site: MakeSite) -> None:
    site = make_site(NAMED, {"blogs": {"blog": {}, "news": {}}})

    def related(name: str) -> list[tuple[str | None, str]]:
        links = site.page(name).all(".blog-related a")
        return [(link.get("href"), text(link)) for link in links]

    messages = [warned.message for warned in site.warnings]
    assert messages == ["there is no post or document 'blog/later' (did you mean 'blog/a'?)"]
    guide = ("../guide/index.html", "Guide")
    hello = ("../blog/hello.html", "Hello")
    assert related("blog/a") == [("../api.html", "The Queue & more"), guide, hello]
    assert site.page("blog/a").texts(".blog-related code") == ["Queue"]
    assert related("blog/b") == [guide, ("../news/n.html", "News"), ("../blog/about.html", "About")]
    # Documents have no date.
    assert site.page("blog/a").texts(".blog-related li")[0] == "The Queue & more"


#: Descriptions, and whether each is a lede: not where the text begins with it.
LEDES = {
    "What it is about.": True, "Lead *words*": True, "Lead of the text": False,
    "Lead of the text, and more of it": False, "": False,
}  # fmt: skip


def test_a_description_is_a_lede_unless_the_text_begins_with_it_or_it_is_for_machines(make_site: MakeSite) -> None:
    text = "Lead of the text.\n\nMore.\n"
    files = {f"blog/{n}.md": md("A", text, language="zh", description=f"'{said}'") for n, said in enumerate(LEDES)}
    files["blog/meta.md"] = md("A", text, myst="\n  html_meta:\n    description: For machines.")
    site = make_site(INDEX | files)
    for number, (description, is_shown) in enumerate(LEDES.items()):
        page = site.page(f"blog/{number}")
        assert page.texts(".blog-post-header .blog-lede") == [description] * is_shown
        # The first thing below the title, and the summary of the post for machines.
        first = next(e for e in page.one(".blog-post-header") if e.tag == "p")
        assert ("blog-lede" in (first.get("class") or "")) == is_shown
        (summary,) = page.all(".p-summary")
        assert summary.get("value", description) == (description or "Lead of the text.")
    assert site.page("blog/meta").all(".blog-lede") == []
