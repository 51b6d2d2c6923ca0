"""What stands around a post: header, footer, sidebars, and that it is old or of another version."""

from typing import Any

import pytest
from conftest import MakeSite, Site
from page import elements, select, text
from steps import clean, differences
from tutorial import blocks
from writing import INDEX, many, md, rst

META: dict[str, Any] = {"tags": ["python", "C++"], "category": "One", "author": ["mei", "jonas"]}
META |= {"language": "zh", "location": "Berlin", "series": "S", "updated": "2024-06-01"}


def test_the_header_which_can_be_switched_off_as_can_the_footer(make_site: MakeSite) -> None:
    conf = {"blog_authors": {"mei": ("林 <Mei>", None), "jonas": ("Jonas", None)}}
    posts = {"blog/deep/p.md": md(body="的" * 3080 + "\n", **META), "blog/r.rst": rst("R", tags="x")}
    site = make_site(INDEX | posts, conf | {"blog_word_count": True})
    assert site.warnings == []
    page = site.page("blog/deep/p")
    header = page.one(".blog-post-header")
    assert [(time.get("datetime"), text(time)) for time in page.all("time", header)] == [
        ("2024-05-06", "2024年5月6日"),
        ("2024-06-01", "2024年6月1日"),
    ]
    assert page.texts(".blog-authors a", header) == ["林 <Mei>", "Jonas"]
    assert page.texts(".blog-reading-time", header) == ["阅读约 7 分钟"]
    assert page.texts(".blog-word-count", header) == ["3080 字"]
    assert page.links(".blog-tags a", header) == ["../../blog/tag/python.html", "../../blog/tag/c-plus-plus.html"]
    assert {"One", "S", "Berlin", "中文"} <= set(page.texts("a", header))
    # It stands below the heading, and above the text.
    order = [e for e in elements(page.main) if e.tag == "h1" or e is header or (e.tag == "p" and "的" in text(e))]
    assert [e.tag for e in order] == ["h1", "div", "p"]
    assert len(site.page("blog/r").all(".blog-post-header")) == len(page.all(".blog-post-footer")) == 1
    site.configure({"blog_post_header": False, "blog_post_footer": False}).build()
    for name in ("blog/deep/p", "blog/r"):
        assert site.page(name).all(".blog-post-header") == site.page(name).all(".blog-post-footer") == []


def test_the_end_of_a_post_says_each_thing_once(make_site: MakeSite) -> None:
    links = {"s2": "{doc}`s1`", "s3": "{doc}`s2`", "o1": "{doc}`s2`"}
    parts = [(f"s{n}", f"2024-01-0{n}", {"series": "S"}) for n in range(1, 5)]
    others: list[tuple[str, str, dict[str, str]]] = [(f"o{n}", f"2024-02-0{n}", {}) for n in (1, 2)]
    files = {
        f"blog/{name}.md": md(name.upper(), links.get(name, ""), day, tags="x", **meta)
        for name, day, meta in (*parts, *others)
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
    assert site.page("blog/s4").texts(".blog-neighbours a") == ["Previous part S3", "Newer O1"]


def test_an_author_of_whom_more_is_known_than_the_name_is_presented(make_site: MakeSite) -> None:
    mei = {"name": "Mei <b>", "description": "Writes <i>.", "avatar": "_static/mei.png"}
    authors = {"mei": mei | {"url": "https://www.e.org/mei/"}, "jo": {"name": "Jo", "url": "https://e.org/jo"}}
    site = make_site({**INDEX, "blog/a.md": md("A", author=["mei", "jo", "zoe"])}, {"blog_authors": authors})
    (author,) = site.page("blog/a").all(".blog-post-footer .blog-author")
    assert text(author) == "Mei <b> Writes <i>. e.org/mei Subscribe"
    assert [(a.get("href"), a.get("rel")) for a in select(author, "a")] == [
        ("../blog/author/mei.html", None),
        ("https://www.e.org/mei/", "me"),
        ("../blog/subscribe.html", None),
    ]
    assert [image.get("alt") for image in select(author, "img")] == [""]
    # The same on the page of the author, as seen from there.
    intro = site.page("blog/author/mei").one(".blog-term-intro")
    assert [image.get("src") for image in select(intro, "img")] == ["../../_static/mei.png"]
    assert site.page("blog/author/jo").texts(".blog-term-intro") == ["e.org/jo"]


SIDEBARS = ["recent", "tags", "categories", "archives", "authors", "languages", "feeds"]


def test_sidebars(make_site: MakeSite) -> None:
    conf = {
        "html_theme": "alabaster",
        "html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]},
        "blog_authors": {"mei": ("<b>Mei</b> & co", None)},
    }
    title = "'<script>alert(1)</script>'"
    evil = md("", title=title, tags=["<i>", "C++"], author="mei", category="a&b", language="zh")
    site = make_site({**INDEX, "blog/evil.md": evil, **many(6)}, conf)
    assert site.warnings == []
    for name in ("index", "blog/tag/c-plus-plus"):
        page, up = site.page(name), "../" * name.count("/") or "./"
        links = {
            box: [(text(a), a.get("href")) for a in page.all(f".blog-sidebar-{box} a", page.root)]
            for box in SIDEBARS
        }
        labels = {box: [label for label, _ in found] for box, found in links.items()}
        assert links["recent"][0] == ("<script>alert(1)</script>", f"{up}blog/evil.html")
        assert len(links["recent"]) == 5
        assert links["tags"][1] == ("C++", f"{up}blog/tag/c-plus-plus.html")
        assert (labels["tags"], labels["categories"]) == (["<i>", "C++"], ["a&b"])
        assert (labels["authors"], labels["languages"]) == (["<b>Mei</b> & co"], ["English", "中文"])
        assert links["archives"] == [("2024", f"{up}blog/2024.html")]
        assert labels["feeds"][:3] == ["Atom", "RSS", "JSON Feed"]


def test_a_template_can_replace_ours_or_surround_it(make_site: MakeSite) -> None:
    around = next(code for code in blocks("docs/how-to/templates.md", "jinja") if "!blog/" in code)
    own = {
        "_templates/blog/post-footer.html": around,
        "_templates/blog/teaser.html": "<p class='own'>{{ '<i>' }}</p>",
    }
    files = INDEX | many(2) | own | {"blog/q.md": md("Q & R", tags="x")}
    site = make_site(files, {"templates_path": ["_templates"]})
    assert site.page("blog").texts("p.own") == ["<i>"] * 3
    page = site.page("blog/q")
    assert len(page.all(".blog-post-footer")) == 1
    mail, _mastodon = page.links(".share a")
    assert mail == "mailto:?subject=Q%20%26%20R&body=https%3A//example.org/blog/q.html"


NAMED = {
    **INDEX,
    "api.md": "---\norphan: true\n---\n# The `Queue` & *more*\n",
    "guide/index.rst": ":orphan:\n\nGuide\n=====\n",
    "blog/a.md": md("A", related=["api", "../guide", "hello", "blog/hidden", "blog/later", "a"]),
    "blog/b.rst": rst("B", related="/guide/index.rst, news/n"),
    "blog/hello.md": md("Hello", language="zh"),
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
    page = site.page("blog/a")
    assert page.texts(".blog-related code") == ["Queue"]
    assert related("blog/b") == [guide, ("../news/n.html", "News")]
    # Documents have no date, and titles tell their language where it is another.
    assert page.texts(".blog-related li") == ["The Queue & more", "Guide", "6 May 2024 Hello Chinese"]


#: Descriptions, and whether each is a lede: not where the text begins with it.
LEDES = {
    "What it is about.": True, "Lead *words*": True, "Lead of the text": False,
    "Lead of the text, and more of it": False, "": False,
}  # fmt: skip


def test_a_description_is_a_lede_unless_the_text_begins_with_it_or_it_is_for_machines(make_site: MakeSite) -> None:
    body = "Lead of the text.\n\nMore.\n"
    files = {f"blog/{n}.md": md("A", body, language="zh", description=f"'{said}'") for n, said in enumerate(LEDES)}
    files["blog/meta.md"] = md("A", body, myst="\n  html_meta:\n    description: For machines.")
    site = make_site(INDEX | files)
    for number, (description, is_shown) in enumerate(LEDES.items()):
        page = site.page(f"blog/{number}")
        assert page.texts(".blog-post-header .blog-lede") == [description] * is_shown
        (summary,) = page.all(".p-summary")
        assert summary.get("value", description) == (description or "Lead of the text.")
    assert site.page("blog/meta").all(".blog-lede") == []


OLD = {
    "old": md("Old", "Text.\n", "2023-11-20"),
    "evergreen": md("Evergreen", "Text.\n", "2020-01-01", evergreen=True),
    "updated": md("Updated", "Text.\n", "2020-01-01", updated="2026-01-01"),
    "zh": md("旧文", "文。\n", "2020-11-20", language="zh"),
    "version": md("Version", "Text.\n", "2026-01-01", written_for="<1>"),
}


def notices(site: Site) -> dict[str, list[str]]:
    found = {name: site.page(f"blog/{name}").texts(".blog-notice") for name in OLD}
    return {name: texts for name, texts in found.items() if texts}


def test_old_posts_and_those_of_other_versions_say_so(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795046400")  # 2026-11-19
    site = make_site(INDEX | {f"blog/{name}.md": post for name, post in OLD.items()})
    # By default, none is old.
    assert notices(site) == {"version": ["Written for version <1>."]}
    site.configure({"blog_stale_after": "3 years", "version": "2.0"}).build()
    version = ["Written for version <1>; you are reading version 2.0."]
    assert notices(site) == {"zh": ["本文已有5年未更新，部分内容可能已经过时。"], "version": version}
    assert site.page("blog").all(".blog-notice") == []
    # A post grows old without being touched.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795132800")  # 2026-11-20
    assert notices(site.build())["old"] == ["This post is 3 years old: some of it may be out of date."]
    assert differences(site, clean(site, site.root / "clean")) == []
