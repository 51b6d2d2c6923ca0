"""What makes a document a post, and what is known of it then."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from conftest import MakeSite, Site
from docutils import nodes
from page import text
from writing import INDEX, md, rst

RST_BODY = "Lead.\n\n.. more::\n\nRest.\n"
MD_BODY = "Lead.\n\n<!-- more -->\n\nRest.\n"

WAYS = {
    "blog/directive-in-rst.rst": rst("Title", RST_BODY),
    "other/directive-in-rst-outside-the-folder.rst": rst("Title", RST_BODY),
    "other/directive-in-myst.md": f"# Title\n\n```{{post}} 2024-05-06\n```\n\n{MD_BODY}",
    "other/field-list.rst": f":blogpost: true\n:date: 2024-05-06\n\nTitle\n=====\n\n{RST_BODY}",
    "other/front-matter.md": md("Title", MD_BODY, blogpost=True),
    "blog/pattern-in-myst.md": md("Title", MD_BODY),
    "blog/deep/er/pattern-in-rst.rst": f":date: 2024-05-06\n\nTitle\n=====\n\n{RST_BODY}",
    "blog/quoted-date.md": md("Title", MD_BODY, date='"May 6, 2024"'),
}


def titles_of(site: Site) -> dict[str, str]:
    """The titles in the list of a blog, by the names of posts."""
    page = site.page("blog")
    titles = {page.links("a", title)[0]: text(title) for title in page.all(".blog-teaser-title")}
    return {link.removeprefix("./").removesuffix(".html"): title for link, title in titles.items()}


def test_ways_to_be_a_post(make_site: MakeSite) -> None:
    titles = {name: f"Way {number}" for number, name in enumerate(WAYS)}
    site = make_site(INDEX | {name: source.replace("Title", titles[name]) for name, source in WAYS.items()})
    assert site.warnings == []
    page = site.page("blog")
    assert sorted(page.posts) == sorted(titles.values())
    for name, title in titles.items():
        assert page.teaser_text(title) == "Lead."
        assert [time.get("datetime") for time in page.all("time", page.teaser(title))] == ["2024-05-06"]
        assert site.page(name.partition(".")[0]).headings[0] == title


NO_POSTS = {
    "blog/blogpost-false-in-myst.md": md("Title", blogpost=False),
    "blog/blogpost-false-in-rst.rst": ":blogpost: false\n\n" + rst(),
    "blog/no-date-but-other-keys.md": md("Title", date="", author="x", language="en"),
    "blog/no-date-but-tags-and-a-list.md": md("Title", "Text.\n\n```{postlist}\n```\n", date="", tags=["a"]),
    "blog/no-date-below-the-folder.md": "# Title\n\nText.\n", "guide/date-outside-the-folder.md": md("Title"),
    "blog/index.md": "# Blog\n\nText.\n", "blog2026/a-name-that-only-begins-like-the-folder.md": md("Title"),
}  # fmt: skip


def test_ways_to_be_none(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n\n```{toctree}\n:glob:\n\n*/*\n```\n", **NO_POSTS})
    assert (site.warnings, dict(site.domain.posts)) == ([], {})
    for name in NO_POSTS:
        page = site.page(name.partition(".")[0])
        assert "Text." in text(page.main)
        assert page.all(".blog-post-header") == []


PATTERNS: list[tuple[str | list[str], list[str]]] = [
    ("news/*.md", ["news/b"]), (["news/**", "blog/*"], ["blog/a", "news/b"]), ("", []),
    ("**/post*", ["deep/er/post-d", "post-c"]), ("**", ["blog/a", "deep/er/post-d", "news/b", "post-c"]),
]  # fmt: skip


def test_patterns(make_site: MakeSite) -> None:
    files: dict[str, Any] = {f"{name}.md": md(name) for name in ("blog/a", "news/b", "post-c", "deep/er/post-d")}
    files |= {"news/picture.png": b"\x89PNG", "news/undated.md": "# U\n"}
    home = "# Home\n\n```{toctree}\n:glob:\n\n*/*\n*/*/*\npost-c\n```\n"
    site = make_site({"index.md": home, **files}, build=False)
    for value, posts in PATTERNS:
        site.configure({"blog_post_pattern": value}).build()
        assert (site.warnings, sorted(site.domain.posts)) == ([], posts)


EVERYTHING: dict[str, Any] = {
    "updated": "2024-06-01", "tags": ["python", "a, b"], "categories": "One", "authors": "mei, jonas",
    "language": "zh", "locations": "Berlin", "series": "S", "series_index": "2", "title": "List title",
    "description": "One sentence.", "image": "https://example.org/p.png", "redirect": "old/name",
    "external_link": "https://example.org/x", "canonical-link": "https://example.org/y", "featured": True,
    "nocomments": True, "pin": "2024-07-01", "expires": "2999-01-01", "id": "my-id", "translation_key": "k",
    "reading_time": "3",
}  # fmt: skip
OPTIONS = {key: value if isinstance(value, str) else json.dumps(value) for key, value in EVERYTHING.items()}
MOMENT = "2024-05-06T07:08+08:00"
FIELDS = "\n".join(f":{key}: {value}" for key, value in {"date": MOMENT, **OPTIONS}.items())


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("blog/p.md", md("Heading", date=MOMENT, **EVERYTHING)),
        ("blog/p.rst", rst("Heading", date=MOMENT, **OPTIONS | {"featured": "", "nocomments": ""})),
        ("blog/p.rst", f"{FIELDS}\n\nHeading\n=======\n\nText.\n"),
    ],
    ids=["front matter", "directive", "field list"],
)
def test_every_field(make_site: MakeSite, name: str, source: str) -> None:
    site = make_site({**INDEX, name: source})
    assert site.warnings == []
    post = site.domain.posts["blog/p"]
    assert post.date.isoformat() == "2024-05-06T07:08:00+08:00"
    assert post.updated == datetime(2024, 6, 1, tzinfo=UTC)
    assert dict(post.terms) == {
        "tag": ("python", "a, b"), "category": ("One",), "author": ("mei", "jonas"),
        "language": ("zh",), "location": ("Berlin",), "series": ("S",),
    }  # fmt: skip
    assert (post.title, post.description) == ("List title", "One sentence.")
    assert post.image == "https://example.org/p.png"
    assert (post.series_index, post.reading_time, post.feed_id) == (2, 3, "my-id")
    assert (post.redirects, post.translation_key) == (("old/name",), "k")
    assert (post.external_link, post.canonical_link) == ("https://example.org/x", "https://example.org/y")
    assert (post.featured, post.nocomments, post.draft, post.unlisted) == (True, True, False, False)
    assert post.pinned_until == datetime(2024, 7, 1, tzinfo=UTC)
    assert post.expires == datetime(2999, 1, 1, tzinfo=UTC)


def test_the_directive_goes_before_the_front_matter_and_both_before_defaults(make_site: MakeSite) -> None:
    conf = {
        "blog_timezone": "Asia/Shanghai", "blog_default_author": "mei", "blog_default_language": "zh",
        "blog_default_location": ["Berlin", "Hangzhou"],
    }  # fmt: skip
    body = "```{post} 2024-05-06\n:category: Two\n```\n\nText.\n"
    other = {"author": "jonas", "language": "en", "location": "x", "category": "One"}
    files = {"blog/p.md": md(), "blog/q.md": md("Title", body, date="2023-01-01", **other)}
    first, second = make_site(INDEX | files, conf).domain.posts.values()
    assert first.date.utcoffset() == timedelta(hours=8)
    assert first.terms == {"author": ("mei",), "language": ("zh",), "location": ("Berlin", "Hangzhou")}
    assert second.date == first.date
    assert second.terms == {name: (term,) for name, term in other.items()} | {"category": ("Two",)}


def test_the_newest_update_counts(make_site: MakeSite) -> None:
    body = "Text.\n\n.. update:: 20 Jun 2024\n\n   Newer.\n\n.. update:: 2024-06-10\n\n   Older.\n"
    site = make_site({**INDEX, "blog/p.rst": rst(body=body, updated="2024-05-30")})
    assert (site.warnings, site.domain.posts["blog/p"].updated) == ([], datetime(2024, 6, 20, tzinfo=UTC))
    page = site.page("blog/p")
    assert [time.get("datetime") for time in page.all(".blog-post-header time")] == ["2024-05-06", "2024-06-20"]
    newer, older = page.texts(".update")
    assert (newer.endswith("Newer."), older.endswith("Older."), "20 June 2024" in newer) == (True, True, True)


# Posts unlike others. Each must become a page, stand in the list under its name, and say what it holds.

#: Sources, by the names of files.
ODD = {
    "no-heading.rst": ".. post:: 2024-05-06\n\nText.\n",
    "no-heading-in-myst.md": md("", "Text.\n"),
    "title-in-the-front-matter-only.md": md("", "Text.\n", title="Given"),
    "two-headings-in-rst.rst": "First\n=====\n\n.. post:: 2024-05-06\n\nText.\n\nSecond\n======\n\nMore.\n",
    "markup-in-the-heading-in-myst.md": md("A *b* `c<d>` $e$"),
    "the-directive-above-the-title.rst": ".. post:: 2024-05-06\n\nTitle\n=====\n\nText.\n",
    "the-directive-inside-a-section.rst": "Title\n=====\n\nText.\n\nPart\n----\n\n.. post:: 2024-05-06\n\nMore.\n",
    "the-directive-in-an-included-file.rst": "Title\n=====\n\n.. include:: head.inc\n\nText.\n",
    "an-empty-document-but-for-the-directive.rst": ".. post:: 2024-05-06\n   :title: Given\n",
    "html-in-the-title.md": md("", "Text.\n", title="'<b>&amp;'"),
}
#: What is in lists, if it is not ``Title``.
ODD_TITLES = {
    **{name: name for name in ("no-heading", "no-heading-in-myst")}, "html-in-the-title": "<b>&amp;",
    "two-headings-in-rst": "First", "title-in-the-front-matter-only": "Given",
    "an-empty-document-but-for-the-directive": "Given", "markup-in-the-heading-in-myst": "A b c<d> \\(e\\)",
}  # fmt: skip


def test_odd_posts(make_site: MakeSite) -> None:
    files = {f"blog/{name}": source for name, source in ODD.items()} | {"blog/head.inc": ".. post:: 2024-05-06\n"}
    site = make_site(INDEX | files, {"blog_page_size": 99})
    untitled = ["blog/no-heading-in-myst.md", "blog/no-heading.rst"]
    assert sorted(site.blog_warnings) == [(name, "blog.title") for name in untitled]
    assert len(site.warnings) == len(untitled)
    stems = {name: name.partition(".")[0] for name in ODD}
    assert titles_of(site) == {f"blog/{stem}": ODD_TITLES.get(stem, "Title") for stem in stems.values()}
    for name, source in ODD.items():
        post = site.page(f"blog/{stems[name]}")
        assert [time.get("datetime") for time in post.all(".blog-post-header time")] == ["2024-05-06"]
        if "Text." in source:
            assert text(post.main).count("Text.") == 1


def test_a_title_in_the_front_matter_becomes_the_heading(make_site: MakeSite) -> None:
    post = md("", "Text.\n\n(part)=\n## Part\n\nMore.\n", title="Given *title*")
    site = make_site({"index.md": "# Home\n\n{doc}`blog/p` and {ref}`part`\n", "blog/p.md": post})
    # MyST does not know that there will be a heading of the first level.
    assert [warned.type for warned in site.warnings] == ["myst.header"]
    page = site.page("blog/p")
    assert page.headings == ["Given *title*", "Part"]
    assert page.title.startswith("Given *title*")
    assert site.page("index").texts("a")[-2:] == ["Given *title*", "Part"]


def test_markup_in_a_heading_is_kept_in_lists_and_its_links_are_not(make_site: MakeSite) -> None:
    heading = "A *b* `c` [d](https://example.org/) {doc}`e </index>`"
    site = make_site({**INDEX, "blog/p.md": md(heading), "blog/q.md": md("Other", date="2024-05-07", tags="x")})
    page = site.page("blog")
    (title,) = (heading for heading in page.all(".blog-teaser-title") if text(heading) == "A b c d e")
    assert (page.texts("em", title), page.texts("code", title)) == (["b"], ["c"])
    assert page.links("a", title) == ["./blog/p.html"]


MARKED = "<span class='x'>Final <b>Work</b> &amp; more</span>"
HTML_ROLE = ".. role:: html(raw)\n   :format: html\n\n"
#: A document whose heading holds raw HTML, and the text of that heading.
RAW_HEADINGS = {
    "blog/a-substitution.rst": (f".. |x| raw:: html\n\n   {MARKED}\n\n" + rst("|x|"), "Final Work & more"),
    "blog/a-part.rst": (HTML_ROLE + rst("H\\ :html:`<sub>2</sub>`\\ O runs"), "H2O runs"),
    "blog/an-icon-of-sphinx-design.md": (md("Launch {octicon}`rocket` New"), "Launch New"),
}


def test_raw_html_in_a_heading_is_part_of_it(make_site: MakeSite) -> None:
    files = {name: source for name, (source, _) in RAW_HEADINGS.items()}
    site = make_site(INDEX | files, {"extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"]})
    assert site.blog_warnings == []
    headings = {name.partition(".")[0]: heading for name, (_, heading) in RAW_HEADINGS.items()}
    assert {name: post.title for name, post in site.domain.posts.items()} == headings
    # What an icon is called stands in it.
    assert {name: title.replace("Rocket ", "") for name, title in titles_of(site).items()} == headings
    assert not [body for body in site.page("blog").texts(".blog-teaser-body") if "raw" in body.lower()]
    assert sorted(item["title"] for item in site.items()) == sorted(headings.values())


def test_a_post_that_holds_a_postlist_does_not_list_itself(make_site: MakeSite) -> None:
    files = {
        "blog/p.md": md("Holder", "Lead.\n\n```{postlist}\n:excerpts:\n```\n\nRest.\n", tags="x"),
        "blog/q.md": md("Other", "Lead of the other.\n", date="2024-05-07", tags="x"),
        "blog/r.md": md("Third", "```{postlist}\n```\n\n<!-- more -->\n\nRest.\n", date="2024-05-08", tags="x"),
    }
    site = make_site({**INDEX, **files})
    assert (site.warnings, site.page("blog/p").posts) == ([], ["Third", "Other"])
    assert site.page("blog/r").posts == ["Other", "Holder"]
    assert site.page("blog").texts("h2.blog-teaser-title") == ["Third", "Other", "Holder"]


#: Documents with a date: whether each is a post.
NAMED = {
    "index": False, "tag/x": False, "category/index": False, "author/mei/index": False, "2026": False,
    "archive": False, "subscribe": False, "2026/post": True, "2026/10": True, "tag/x/post": True, "tags/x": True,
}  # fmt: skip


def test_a_page_of_the_blog_is_no_post_because_of_a_date(make_site: MakeSite) -> None:
    files = {f"blog/{name}.md": md(name, tags=["x"], author="mei") for name in NAMED}
    site = make_site({"index.md": "# Home\n", **files})
    assert site.domain.posts.keys() == {f"blog/{name}" for name, is_post in NAMED.items() if is_post}
    warned = {(w.file, w.line) for w in site.warnings if w.type == "blog.date"}
    no_posts = {name for name, is_post in NAMED.items() if not is_post}
    assert warned == {(f"blog/{name}.md", 2) for name in no_posts - {"index"}}
    site.write("blog/2026.md", md("Marked", blogpost=True)).build()
    assert "blog/2026" in site.domain.posts


POST = ".. post:: 2026-01-05\n\n   Release *five*.\n\nRelease 5\n=========\n\nText.\n"
CHANGES = ":orphan:\n\nAll changes\n===========\n\n.. include:: /blog/five.rst\n"


def test_an_included_document_is_the_only_post(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**INDEX, "blog/five.rst": POST, "changes.rst": CHANGES}
    site = make_site(files, {"blog_post_pattern": "changes"}, build=False)
    # docutils names an included file as seen from where the build is started.
    monkeypatch.chdir(site.root)
    site.build()
    assert (list(site.domain.posts), site.page("blog").posts) == (["blog/five"], ["Release 5"])
    assert "five" in site.page("changes").texts("em")
    # Nor is the other document one when the post is a draft that this build does not read.
    site.write("blog/five.rst", POST.replace("\n\n", "\n   :draft:\n\n", 1)).build()
    assert site.write("changes.rst", f"{CHANGES}\nMore.\n").build().has("changes")


def test_a_second_directive_withholds_a_post_that_it_would_publish_later_or_never(make_site: MakeSite) -> None:
    seconds = {"earlier": "2023-01-01", "later": "2099-01-01", "never": "soon", "draft": "\n   :draft:"}
    body = "Text.\n\n.. post:: {}\n\n   Words of it.\n"
    site = make_site(
        INDEX | {f"blog/{name}.rst": rst("Title", body.format(each)) for name, each in seconds.items()}
    )
    assert site.domain.posts.keys() == {"blog/earlier"}
    messages = {warned.file: warned.message for warned in site.warnings if warned.type == "blog.duplicate_post"}
    assert {name for name in seconds if "is a draft" in messages[f"blog/{name}.rst"]} == {*seconds} - {"earlier"}
    assert "Words of it." in text(site.page("blog/earlier").main)


def test_sphinx_llm_finds_a_description_in_the_tree(make_site: MakeSite) -> None:
    code = "def setup(app):\n    app.add_config_value('llms_txt_enabled', True, '')\n"
    own = "---\ndate: 2024-01-01\nmyst:\n  html_meta:\n    description: Own.\n---\n# Own\n\nLead.\n"
    files = {"lead": md("A", "Lead.\n"), "said": md("B", "Lead.\n", description="Said."), "own": own}
    site = make_site(INDEX | {f"blog/{name}.md": source for name, source in files.items()}, code)
    for name, description in (("lead", "Lead."), ("said", "Said."), ("own", "Own.")):
        found = site.env.get_doctree(f"blog/{name}").findall(nodes.meta)
        assert [node["content"] for node in found if node["name"] == "description"] == [description], name
