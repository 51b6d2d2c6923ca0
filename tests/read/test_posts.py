"""What makes a document a post, and what is known of it then."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import MakeSite
from page import text
from writing import INDEX, md, rst

ATOM = "{http://www.w3.org/2005/Atom}"
TEXT = "Text of the post.\n"
RST_BODY = "Lead.\n\n.. more::\n\nRest.\n"
MD_BODY = "Lead.\n\n<!-- more -->\n\nRest.\n"

WAYS = {
    "directive in RST": ("blog/p.rst", rst("Title", RST_BODY)),
    "directive in RST outside the folder": ("other/p.rst", rst("Title", RST_BODY)),
    "directive in MyST": ("other/p.md", f"# Title\n\n```{{post}} 2024-05-06\n```\n\n{MD_BODY}"),
    "directive with a colon fence": ("other/p.md", f"# Title\n\n:::{{post}} 2024-05-06\n:::\n\n{MD_BODY}"),
    "field list": ("other/p.rst", f":blogpost: true\n:date: 2024-05-06\n\nTitle\n=====\n\n{RST_BODY}"),
    "front matter": ("other/p.md", md("Title", MD_BODY, blogpost=True)),
    "pattern in MyST": ("blog/p.md", md("Title", MD_BODY)),
    "pattern in RST": ("blog/deep/er/p.rst", f":date: 2024-05-06\n\nTitle\n=====\n\n{RST_BODY}"),
    "date with a time": ("blog/p.md", md("Title", MD_BODY, date="2024-05-06 00:00:00")),
    "quoted date": ("blog/p.md", md("Title", MD_BODY, date='"May 6, 2024"')),
}


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_be_a_post(make_site: MakeSite, way: str) -> None:
    name, content = WAYS[way]
    site = make_site({**INDEX, name: content})
    assert site.warnings == []
    page = site.page("blog")
    assert page.posts == ["Title"]
    assert page.teaser_text("Title") == "Lead."
    assert [time.get("datetime") for time in page.all("time", page.teaser("Title"))] == ["2024-05-06"]
    post = site.page(name.partition(".")[0])
    assert post.headings[0] == "Title"
    assert "Rest." in text(post.main)


NO_POSTS = {
    "blogpost: false in MyST": ("blog/p.md", md("Title", blogpost=False)),
    "blogpost: false in RST": ("blog/p.rst", ":blogpost: false\n\n" + rst()),
    "no date below the folder": ("blog/p.md", "# Title\n\nText.\n"),
    "date outside the folder": ("guide/p.md", md("Title")),
    "the blog's own page": ("blog/index.md", "# Blog\n\nText.\n"),
    "a name that only begins like the folder": ("blog2026/p.md", md("Title")),
}


@pytest.mark.parametrize("way", NO_POSTS)
def test_ways_to_be_none(make_site: MakeSite, way: str) -> None:
    name, content = NO_POSTS[way]
    site = make_site({"index.md": "# Home\n\n```{toctree}\n:glob:\n\n*/*\n```\n", name: content})
    # That the site has no posts at all is reported once.
    assert {warned.type for warned in site.warnings} <= {"blog.no_posts"}
    assert dict(site.domain.posts) == {}
    page = site.page(name.partition(".")[0])
    assert "Text." in text(page.main)
    assert page.all(".blog-post-header") == []


PATTERNS: dict[str, tuple[Any, list[str]]] = {
    "one": ("news/*", ["news/b"]),
    "with a suffix": ("news/*.md", ["news/b"]),
    "several": (["news/*", "blog/*"], ["blog/a", "news/b"]),
    "any depth": ("**/post*", ["deep/er/post-d", "post-c"]),
    "everything": ("**", ["blog/a", "deep/er/post-d", "news/b", "post-c"]),
    "nothing": ("", []),
    "an empty list": ([], []),
    "images, too": ("news/**", ["news/b"]),
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns(make_site: MakeSite, pattern: str) -> None:
    value, posts = PATTERNS[pattern]
    names = ["blog/a", "news/b", "post-c", "deep/er/post-d"]
    files: dict[str, Any] = {f"{name}.md": md(name) for name in names}
    files |= {"news/picture.png": b"\x89PNG", "news/picture.svg": "<svg/>", "news/undated.md": "# U\n"}
    home = "# Home\n\n```{toctree}\n:glob:\n\n*/*\n*/*/*\npost-c\n```\n"
    site = make_site({"index.md": home, **files}, {"blog_post_pattern": value})
    assert site.warnings == []
    assert sorted(site.domain.posts) == posts


EVERYTHING_MD = md(
    "Heading",
    date="2024-05-06T07:08+08:00",
    updated="2024-06-01",
    tags=["python", "a, b"],
    categories="One",
    authors=["mei", "jonas"],
    languages="zh",
    locations="Berlin",
    series="S",
    series_index="2",
    title="List title",
    description="One sentence.",
    image="https://example.org/p.png",
    redirect=["old/name"],
    external_link="https://example.org/x",
    canonical_link="https://example.org/y",
    featured=True,
    nocomments=True,
    pin="2024-07-01",
    expires="2999-01-01",
    id="my-id",
    translation_key="k",
    reading_time="3",
)
EVERYTHING_RST = rst(
    "Heading",
    date="2024-05-06T07:08+08:00",
    **{
        "updated": "2024-06-01",
        "tags": '["python", "a, b"]',
        "category": "One",
        "author": "mei, jonas",
        "language": "zh",
        "location": "Berlin",
        "series": "S",
        "series-index": "2",
        "title": "List title",
        "description": "One sentence.",
        "image": "https://example.org/p.png",
        "redirect": "old/name",
        "external-link": "https://example.org/x",
        "canonical-link": "https://example.org/y",
        "featured": "",
        "nocomments": "",
        "pin": "2024-07-01",
        "expires": "2999-01-01",
        "id": "my-id",
        "translation-key": "k",
        "reading_time": "3",
    },
)


def _field_list(source: str) -> str:
    """The options of a directive as a field list above the title."""
    head, _, rest = source.partition(".. post:: ")
    date, *lines = rest.splitlines()
    fields = [line.strip() for line in lines if line.startswith("   :")]
    flags = {":featured:": ":featured: true", ":nocomments:": ":nocomments: true"}
    return "\n".join([f":date: {date}", *(flags.get(field, field) for field in fields), "", head, "Text."])


@pytest.mark.parametrize(
    ("name", "source"),
    [("blog/p.md", EVERYTHING_MD), ("blog/p.rst", EVERYTHING_RST), ("blog/p.rst", _field_list(EVERYTHING_RST))],
    ids=["front matter", "directive", "field list"],
)
def test_every_field(make_site: MakeSite, name: str, source: str) -> None:
    site = make_site({**INDEX, name: source})
    assert site.warnings == []
    post = site.domain.posts["blog/p"]
    assert post.date is not None
    assert post.date.isoformat() == "2024-05-06T07:08:00+08:00"
    assert post.updated == datetime(2024, 6, 1, tzinfo=UTC)
    assert dict(post.terms) == {
        "tag": ("python", "a, b"),
        "category": ("One",),
        "author": ("mei", "jonas"),
        "language": ("zh",),
        "location": ("Berlin",),
        "series": ("S",),
    }
    assert (post.title, post.description, post.image) == (
        "List title",
        "One sentence.",
        "https://example.org/p.png",
    )
    assert (post.series_index, post.reading_time, post.feed_id) == (2, 3, "my-id")
    assert (post.redirects, post.translation_key) == (("old/name",), "k")
    assert (post.external_link, post.canonical_link) == ("https://example.org/x", "https://example.org/y")
    assert (post.featured, post.nocomments, post.draft, post.unlisted) == (True, True, False, False)
    assert post.pinned_until == datetime(2024, 7, 1, tzinfo=UTC)
    assert post.expires == datetime(2999, 1, 1, tzinfo=UTC)


def test_the_directive_goes_before_the_front_matter(make_site: MakeSite) -> None:
    source = md(
        "Title",
        "```{post} 2024-05-06\n:category: Two\n```\n\nText.\n",
        date="2023-01-01",
        category="One",
        tags="a",
    )
    site = make_site({**INDEX, "blog/p.md": source})
    post = site.domain.posts["blog/p"]
    assert post.date == datetime(2024, 5, 6, tzinfo=UTC)
    assert dict(post.terms) == {"category": ("Two",), "tag": ("a",)}


def test_the_blogs_zone_and_defaults(make_site: MakeSite) -> None:
    conf = {
        "blog_timezone": "Asia/Shanghai",
        "blog_default_author": "mei",
        "blog_default_language": "zh",
        "blog_default_location": ["Berlin", "Hangzhou"],
    }
    site = make_site(
        {**INDEX, "blog/p.md": md(), "blog/q.md": md(author="jonas", language="en", location="x")}, conf
    )
    first, other = site.domain.posts["blog/p"], site.domain.posts["blog/q"]
    assert first.date is not None
    assert first.date.utcoffset() == timedelta(hours=8)
    assert dict(first.terms) == {"author": ("mei",), "language": ("zh",), "location": ("Berlin", "Hangzhou")}
    assert dict(other.terms) == {"author": ("jonas",), "language": ("en",), "location": ("x",)}


def test_the_newest_update_counts(make_site: MakeSite) -> None:
    body = "Text.\n\n.. update:: 20 Jun 2024\n\n   Newer.\n\n.. update:: 2024-06-10\n\n   Older.\n"
    site = make_site({**INDEX, "blog/p.rst": rst(body=body, updated="2024-05-30")})
    assert site.warnings == []
    assert site.domain.posts["blog/p"].updated == datetime(2024, 6, 20, tzinfo=UTC)
    page = site.page("blog/p")
    assert [time.get("datetime") for time in page.all(".blog-post-header time")] == ["2024-05-06", "2024-06-20"]
    assert [text(box).endswith(word) for box, word in zip(page.all(".update"), ["Newer.", "Older."], strict=True)]
    assert "20 June 2024" in text(page.all(".update")[0])


def test_updates_in_myst(make_site: MakeSite) -> None:
    site = make_site(
        {**INDEX, "blog/p.md": md(body="Text.\n\n```{update} June 20, 2024\nNews with `code`.\n```\n")}
    )
    assert site.warnings == []
    assert site.domain.posts["blog/p"].updated == datetime(2024, 6, 20, tzinfo=UTC)
    assert text(site.page("blog/p").one(".update code")) == "code"


# Posts unlike others. Each must become a page, stand in the list under its name, and say what it holds.

ODD: dict[str, tuple[str, str, str, list[str]]] = {
    # what: (file, source, title in lists, types of warnings)
    "no heading": ("blog/p.rst", ".. post:: 2024-05-06\n\nText.\n", "p", ["blog.title"]),
    "no heading in MyST": ("blog/p.md", md("", "Text.\n"), "p", ["blog.title"]),
    "no heading but a title": ("blog/p.rst", ".. post:: 2024-05-06\n   :title: Given\n\nText.\n", "Given", []),
    "title in the front matter only": ("blog/p.md", md("", "Text.\n", title="Given"), "Given", []),
    "two headings": ("blog/p.md", md("First", "Text.\n\n# Second\n\nMore.\n"), "First", []),
    "two headings in RST": (
        "blog/p.rst",
        rst("First", "Text.\n\nSecond\n======\n\nMore.\n").replace("==========", "=====", 1),
        "First",
        [],
    ),
    "markup in the heading": ("blog/p.rst", rst("A *b* ``c`` :math:`d`"), "A b c \\(d\\)", []),
    "markup in the heading in MyST": ("blog/p.md", md("A *b* `c<d>` $e$"), "A b c<d> \\(e\\)", []),
    "the directive above the title": (
        "blog/p.rst",
        ".. post:: 2024-05-06\n\nTitle\n=====\n\nText.\n",
        "Title",
        [],
    ),
    "the directive inside a section": (
        "blog/p.rst",
        "Title\n=====\n\nText.\n\nPart\n----\n\n.. post:: 2024-05-06\n\nMore.\n",
        "Title",
        [],
    ),
    "the directive at the very end": (
        "blog/p.rst",
        "Title\n=====\n\nText.\n\n.. post:: 2024-05-06\n",
        "Title",
        [],
    ),
    "the directive in another": (
        "blog/p.rst",
        "Title\n=====\n\n.. note::\n\n   .. post:: 2024-05-06\n\n   Text.\n",
        "Title",
        [],
    ),
    "the directive in a list in MyST": (
        "blog/p.md",
        "# Title\n\n- item\n\n  ```{post} 2024-05-06\n  ```\n\nText.\n",
        "Title",
        [],
    ),
    "the directive in an included file": (
        "blog/p.rst",
        "Title\n=====\n\n.. include:: head.inc\n\nText.\n",
        "Title",
        [],
    ),
    "an empty document but for the directive": (
        "blog/p.rst",
        ".. post:: 2024-05-06\n   :title: Given\n",
        "Given",
        [],
    ),
    "HTML in the title": ("blog/p.md", md("", "Text.\n", title="'<b>&amp;'"), "<b>&amp;", []),
    "a comment above the title": ("blog/p.rst", ".. a comment\n\n" + rst("Title"), "Title", []),
    "a label above the title": ("blog/p.rst", ".. _label:\n\n" + rst("Title"), "Title", []),
    "only a heading": ("blog/p.md", md("Title", ""), "Title", []),
    "a document of 400 levels of quotes": (
        "blog/p.rst",
        rst("Title", "".join("  " * n + "q\n\n" for n in range(60)) + "Text.\n"),
        "Title",
        [],
    ),
}


@pytest.mark.parametrize("kind", ODD)
def test_odd_posts(make_site: MakeSite, kind: str) -> None:
    name, source, title, warned = ODD[kind]
    site = make_site({**INDEX, name: source, "blog/head.inc": ".. post:: 2024-05-06\n"})
    # docutils says that sixty levels of quotes are ended abruptly; that is its own affair.
    assert [kind for _, kind in site.blog_warnings] == warned
    assert [w for w in site.warnings if not w.type.startswith(("blog.", "docutils"))] == []
    assert site.status == 0
    assert site.page("blog").posts == [title]
    post = site.page("blog/p")
    assert [time.get("datetime") for time in post.all(".blog-post-header time")] == ["2024-05-06"]
    if "Text." in source:
        assert text(post.main).count("Text.") == 1


def test_a_title_in_the_front_matter_becomes_the_heading(make_site: MakeSite) -> None:
    site = make_site(
        {
            "index.md": "# Home\n\n{doc}`blog/p` and {ref}`part`\n",
            "blog/p.md": md("", "Text.\n\n(part)=\n## Part\n\nMore.\n", title="Given *title*"),
        },
        # MyST does not know that there will be a heading of the first level.
        {"suppress_warnings": ["myst.header"]},
    )
    assert site.warnings == []
    page = site.page("blog/p")
    assert page.headings == ["Given *title*", "Part"]
    assert page.title.startswith("Given *title*")
    assert site.page("index").texts("a")[-2:] == ["Given *title*", "Part"]


def test_a_title_beside_a_heading_is_for_lists_only(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/p.md": md("Heading", title="<i>List</i> title")})
    assert site.page("blog").posts == ["<i>List</i> title"]
    assert site.page("blog/p").headings[0] == "Heading"


def test_markup_in_a_heading_is_kept_in_lists_and_its_links_are_not(make_site: MakeSite) -> None:
    heading = "A *b* `c` [d](https://example.org/) {doc}`e </index>`"
    site = make_site({**INDEX, "blog/p.md": md(heading), "blog/q.md": md("Other", date="2024-05-07", tags="x")})
    page = site.page("blog")
    title = next(h for h in page.all(".blog-teaser-title") if text(h).startswith("A"))
    assert text(title) == "A b c d e"
    assert page.texts("em", title) == ["b"]
    assert page.texts("code", title) == ["c"]
    assert page.links("a", title) == ["./blog/p.html"]


ICON = ".. |icon| raw:: html\n\n   <svg><title>Rocket</title><path d='M0 0'/></svg>\n\n"
#: A document whose heading holds raw HTML, and the text of that heading.
RAW_HEADINGS = {
    "a substitution": (
        "blog/p.rst",
        ".. |title| raw:: html\n\n   <span class='x'>Final <b>Work</b> &amp; more</span>\n\n" + rst("|title|"),
        "Final Work & more",
    ),
    "a part": (
        "blog/p.rst",
        ".. role:: html(raw)\n   :format: html\n\n" + rst("H\\ :html:`<sub>2</sub>`\\ O runs"),
        "H2O runs",
    ),
    "an icon": ("blog/p.rst", ICON + rst("Launch |icon| New"), "Launch New"),
    "an icon of sphinx-design": ("blog/p.md", md("Launch {octicon}`rocket` New"), "Launch New"),
    "tags in Markdown": ("blog/p.md", md("Press <kbd>Ctrl</kbd> now"), "Press Ctrl now"),
    "a block in Markdown": (
        "blog/p.md", md("", '<h1 align="center">All\n<em>raw</em></h1>\n\n' + TEXT), "All raw"),
    "a block in RST": ("blog/p.rst", ":date: 2024-05-06\n\n.. raw:: html\n\n   <h1>Raw</h1>\n\n" + TEXT, "Raw"),
}  # fmt: skip


@pytest.mark.parametrize("kind", RAW_HEADINGS)
def test_a_heading_of_raw_html_is_a_heading(make_site: MakeSite, kind: str) -> None:
    name, source, heading = RAW_HEADINGS[kind]
    site = make_site({**INDEX, name: source}, {"extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"]})
    assert site.blog_warnings == []
    assert site.domain.posts["blog/p"].title == heading
    page = site.page("blog")
    assert " ".join(page.posts[0].removeprefix("Rocket").split()).replace("Rocket ", "") == heading
    assert "raw" not in page.texts(".blog-teaser-body")[0].lower()
    feed = (site.outdir / "blog/atom.xml").read_text(encoding="utf-8")
    assert [title.text for title in ElementTree.fromstring(feed).iter(f"{ATOM}title")][1:] == [heading]


def test_the_title_of_a_list_is_text(make_site: MakeSite) -> None:
    index = ICON + "News |icon| here\n================\n\n.. postlist::\n   :paginate: 1\n   :feed:\n"
    posts = {f"blog/{name}.md": md(name) for name in ("a", "b")}
    site = make_site({**INDEX, **posts, "news.rst": index})
    titles = {
        link.get("title", "") for link in site.page("news").root.iter("link") if "/news/" in link.get("href", "")
    }
    assert titles == {f"News here ({name})" for name in ("Atom", "RSS", "JSON Feed")}
    assert "News here" in site.page("news/page/2").title


def test_two_directives_in_one_document(make_site: MakeSite) -> None:
    site = make_site(
        {**INDEX, "blog/p.rst": rst("Title", "Text.\n\n.. post:: 2023-01-01\n\n   Body of the other.\n")}
    )
    assert [(w.file, w.line, w.type) for w in site.warnings] == [("blog/p.rst", 8, "blog.duplicate_post")]
    page = site.page("blog/p")
    assert "Body of the other." in text(page.main)
    assert [time.get("datetime") for time in page.all(".blog-post-header time")] == ["2024-05-06"]


def test_a_post_that_holds_a_postlist_does_not_list_itself(make_site: MakeSite) -> None:
    files = {
        "blog/p.md": md("Holder", "Lead.\n\n```{postlist}\n:excerpts:\n```\n\nRest.\n", tags="x"),
        "blog/q.md": md("Other", "Lead of the other.\n", date="2024-05-07", tags="x"),
        "blog/r.md": md("Third", "```{postlist}\n```\n\n<!-- more -->\n\nRest.\n", date="2024-05-08", tags="x"),
    }
    site = make_site({**INDEX, **files})
    assert site.warnings == []
    assert site.page("blog/p").posts == ["Third", "Other"]
    assert site.page("blog/r").posts == ["Other", "Holder"]
    assert [text(h) for h in site.page("blog").all("h2.blog-teaser-title")] == ["Third", "Other", "Holder"]


def test_posts_far_outside_the_folder(make_site: MakeSite) -> None:
    files = {
        "a/b/c/d/e/p.md": md(
            "Far", "Lead, ![alt](pic.svg) [other](../../../../../index.md).\n", blogpost=True, tags="x"
        )
    }
    site = make_site({**INDEX, **files, "a/b/c/d/e/pic.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"})
    assert site.warnings == []
    page = site.page("blog/tag/x")
    assert page.posts == ["Far"]
    teaser = page.teaser("Far")
    assert [image.get("src") for image in page.all("img", teaser)] == ["../../_images/pic.svg"]
    assert "../../index.html" in page.links("a", teaser)
    assert "../../a/b/c/d/e/p.html" in page.links("a", teaser)


def test_moments_are_written_as_html_has_them(make_site: MakeSite) -> None:
    files = {
        "blog/a.md": md("A", date="2024-01-02T03:04:05.123456", updated="2024-01-02T03:04:05.9"),
        "blog/b.md": md("B", date="2024-01-01T03:04:05.1+01:00"),
        "blog/c.md": md("C", date="2024-01-01T00:00:00.5"),
    }
    site = make_site({**INDEX, **files})
    times = [time.get("datetime", "") for name in ("blog", "blog/a") for time in site.page(name).all("time")]
    form = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\+\d\d:\d\d)?")
    assert [time for time in times if not form.fullmatch(time)] == []
    assert times[:3] == ["2024-01-02T03:04:05+00:00", "2024-01-01T03:04:05+01:00", "2024-01-01"]


@pytest.mark.parametrize("path", ["archive", "blog/archive", "news", "tag", "2024", "a/b/c", "page", "博客"])
def test_any_path_of_the_blog(make_site: MakeSite, path: str) -> None:
    from checker import problems_of_tree

    files = {
        f"{path}/{name}.md": md(name, tags="tag, archive", date=f"2024-05-{number:02}")
        for number, name in enumerate("abc", start=1)
    }
    site = make_site({**INDEX, **files}, {"blog_path": path, "blog_page_size": 2})
    assert site.warnings == []
    assert site.page(path).posts == ["c", "b"]
    assert site.page(f"{path}/page/2").posts == ["a"]
    assert site.page(f"{path}/tag/archive").posts == ["c", "b"]
    assert site.page(f"{path}/archive").posts == ["c", "b", "a"]
    assert site.page(f"{path}/2024/page/2").posts == ["a"]
    assert problems_of_tree(site.outdir) == []


def test_posts_of_one_name_in_two_folders(make_site: MakeSite) -> None:
    files = {"blog/2023/p.md": md("One", date="2023-01-01", tags="x"), "blog/2024/p.md": md("Two", tags="x")}
    site = make_site({**INDEX, **files})
    assert site.warnings == []
    assert site.page("blog").posts == ["Two", "One"]
    assert site.page("blog").links(".blog-teaser-title a") == ["./blog/2024/p.html", "./blog/2023/p.html"]


@pytest.mark.slow
def test_116_posts_that_share_dates_stand_in_a_stable_order(make_site: MakeSite) -> None:
    files = {
        f"blog/p{number:03}.md": md(f"P{number:03}", date=f"2024-05-{1 + number // 50:02}")
        for number in range(116)
    }
    site = make_site({**INDEX, **files}, {"blog_page_size": 116})
    expected = [
        *(f"P{n:03}" for n in range(100, 116)),
        *(f"P{n:03}" for n in range(50, 100)),
        *(f"P{n:03}" for n in range(50)),
    ]
    assert site.page("blog").posts == expected


def test_posts_of_naive_and_aware_dates_stand_in_the_order_of_time(make_site: MakeSite) -> None:
    files = {
        "blog/a.md": md("A", date="2024-05-06T10:00+08:00"),
        "blog/b.md": md("B", date="2024-05-06T03:00"),
        "blog/c.md": md("C", date="2024-05-05T23:00-05:00"),
        "blog/d.md": md("D", date="2024-05-06"),
    }
    assert make_site({**INDEX, **files}).page("blog").posts == ["C", "B", "A", "D"]


@pytest.mark.parametrize("date", ["0001-01-01", "January 1, 0001", "0001-01-01T00:00+14:00"])
def test_a_post_of_the_year_one(make_site: MakeSite, date: str) -> None:
    site = make_site({**INDEX, "blog/p.md": md(date=f'"{date}"', tags="x")}, {"blog_timezone": "Asia/Shanghai"})
    assert site.warnings == []
    assert site.page("blog").posts == ["Title"]
    assert site.page("blog/1").posts == ["Title"]


@pytest.mark.parametrize("date", ["2026-02-30", "2026-13-01 10:00", "2026-02-30 # a comment"])
def test_a_date_that_yaml_refuses_is_still_one_warning_and_a_draft(make_site: MakeSite, date: str) -> None:
    site = make_site({**INDEX, "blog/p.md": f"---\ndate: {date}\ntags: [x]\n---\n# Post\n\nText.\n"})
    assert [(w.file, w.line, w.type) for w in site.warnings] == [("blog/p.md", 2, "blog.date")]
    assert not site.has("blog/p")
