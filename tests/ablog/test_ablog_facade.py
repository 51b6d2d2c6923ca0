"""``ablog`` in templates: the parts of ABlog's model that sites have used, to be read only."""

import pickle
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from jinja2 import Environment
from writing import md, rst

from sphinx_blogext.ablog.facade import blog_of
from sphinx_blogext.data.text import Text
from sphinx_blogext.site.build import build_of

ATOM = "{http://www.w3.org/2005/Atom}"
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org/site",
    "blog_title": "Ours & theirs",
    "blog_authors": {"mei": ("Mei & Co", "https://mei.example/"), "jonas": ("Jonas", None)},
    "fontawesome_included": True,
}
FILES = {
    "index.md": "# Home\n",
    "both.rst": "Both\n####\n\n"
    + "\n".join(rst(title, date=f"2023-05-0{n}", tags="x") for n, title in ((1, "First"), (2, "Second"))),
    "blog/a.md": md(
        "A <&>", "Lead A.\n\n## Part\n\nRest.\n", "2024-03-01", blogpost=True, tags="x, R&D", author="mei"
    ),
    "blog/b.md": md("B", "![](pic.svg) Lead B.\n", "2024-03-02T09:30:00+08:00", blogpost=True, tags="x"),
    "blog/draft.md": md("Draft", "Not yet.\n", "", blogpost=True, tags="x, only"),
    "blog/pic.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    "blog/c.md": md("C", "Lead C.\n", "2022-03-02", blogpost=True, tags="x, y", author="jonas", redirect="old/c"),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.fixture(scope="module")
def ablog(site: Site) -> Any:
    return blog_of(build_of(site.env))


def test_the_posts_are_listed_and_looked_up(ablog: Any) -> None:
    assert [post.title for post in ablog.posts] == ["B", "A <&>", "Second", "First", "C"]
    assert [post.title for post in ablog.recent(2, "blog/a")] == ["B", "Second"]
    assert len(list(ablog.recent(None, "blog/a", paths=["blog"]))) == 4
    assert ("blog/a" in ablog, "index" in ablog, ablog["index"]) == (True, False, None)
    assert (len(ablog), ablog["blog/a"] is ablog.posts["blog/a"]) == (5, True)


def test_a_post_says_what_it_is(ablog: Any) -> None:
    first, second = ablog["blog/a"], ablog["both#second"]
    assert (first.docname, first.section, first.order, first.published) == ("blog/a", "", 1, True)
    assert (first.date, first.update) == (datetime(2024, 3, 1), datetime(2024, 3, 1))
    assert first.date.strftime("%-d %B %Y") == "1 March 2024"
    assert [str(tag) for tag in first.tags] == ["x", "R&amp;D"]
    assert first.author[0].href == "https://mei.example/"
    assert (first.category, first.archive.name) == ([], "2024")
    assert (first.next.title, first.prev.title, first.next.next) == ("B", "Second", None)
    assert (second.docname, second.section, second.order) == ("both", "second", 2)
    # Of its own day and time, without a zone.
    assert ablog["blog/b"].date == datetime(2024, 3, 2, 9, 30)
    assert [str(name) for name in ablog["blog/c"].redirect] == ["old/c"]


def test_drafts_are_known_but_listed_apart(ablog: Any) -> None:
    draft = ablog["blog/draft"]
    assert (draft.published, draft.draft, draft.archive) == (False, True, [])
    assert (bool(draft.date), bool(draft.update)) == (False, False)
    # A template that formats the date of any post does not stop the build.
    assert (str(draft.date), draft.date.strftime("%Y"), draft.date.year) == ("", "", "")
    assert (draft.prev, draft.next) == (None, None)
    assert [post.title for post in ablog.drafts] == ["Draft"]
    assert "blog/draft" in ablog
    # Nothing that is published has it, so that templates make no link of it.
    assert [(tag.name, len(tag)) for tag in draft.tags] == [("x", 5), ("only", 0)]


def test_catalogs_hold_collections(ablog: Any) -> None:
    assert [tag.name for tag in ablog.tags] == ["R&D", "x", "y"]
    assert (len(ablog.tags), ablog.tags.name, ablog.tags.xref, ablog.tags.path) == (7, "tags", "tag", "blog/tag")
    assert list(ablog.catalogs) == ["tags", "author", "location", "language", "category"]
    x = ablog.tags["x"]
    assert (len(x), x.catalog.name == "tags", x.docname, x.relsize(), x.page) == (5, True, "blog/tag/x", 5, 0)
    assert (ablog.tags["y"].relsize(), ablog.tags["y"] < ablog.tags["R&D"]) == (1, False)
    assert "blog/a" in x
    assert x == ablog.tags["x"]
    assert not ablog.tags["nobody's"]
    assert [(year.label, len(year)) for year in ablog.archive] == [(2024, 2), (2023, 2), (2022, 1)]
    assert [(author.label, author.name) for author in ablog.author] == [("jonas", "Jonas"), ("mei", "Mei & Co")]


def test_every_option_is_an_attribute(ablog: Any) -> None:
    assert (ablog.blog_title, ablog.post_date_format_short, ablog.fontawesome) == ("Ours & theirs", "%d %B", True)
    assert ablog.blog_authors["mei"] == ("Mei & Co", "https://mei.example/")
    assert [ablog.page_id(name) for name in ("blog/a", "blog/index")] == ["/blog/a/", "/blog/"]
    assert (ablog.feed_path, ablog.page_url("blog/a")) == ("blog/atom.xml", "https://example.org/blog/a")
    with pytest.raises(AttributeError):
        _ = ablog.nobody


def test_a_teaser_is_made_for_any_page(ablog: Any) -> None:
    first, second = ablog["blog/a"], ablog["blog/b"]
    teaser = first.to_html("blog/tag/x")
    assert teaser.startswith('<div class="ablog-post-excerpt')
    assert teaser.endswith('"><p>Lead A.</p></div>')
    whole = first.to_html("index", fulltext=True, drop_h1=False)
    assert whole.startswith("<h1>A &lt;&amp;&gt;</h1>")
    assert 'id="blog-a-part"' in whole
    assert "<h3>Part" in whole
    assert 'src="../../_images/pic.svg"' in second.to_html("blog/tag/x")
    assert 'src="https://example.org/site/_images/pic.svg"' in second.to_html("blog/tag/x", img_url=True)


def test_text_is_escaped_however_it_is_printed() -> None:
    values = {"text": Text("a<b"), "more": Text(" & c")}
    for source, shown in {
        "{{ text }}": "a&lt;b",
        "{{ text ~ more }}": "a&lt;b &amp; c",
        "{{ 'x - ' + text + more }}": "x - a&lt;b &amp; c",
        "{{ text[:2] }}": "a&lt;",
        "{{ text|upper }}": "A&lt;B",
        "{{ (text + more)|truncate(4, true, '…', 0) }}": "a&lt;b…",
        "{{ (text, more)|join('-') }}": "a&lt;b- &amp; c",
    }.items():
        for escapes in (False, True):
            assert Environment(autoescape=escapes).from_string(source).render(values) == shown, (source, escapes)


def test_records_stand_in_the_environment(site: Site) -> None:
    records = site.env.ablog_posts  # type: ignore[attr-defined]
    assert sorted(records) == ["blog/a", "blog/b", "blog/c", "blog/draft", "both"]
    (record,) = records["blog/a"]
    assert (record["title"], record["tags"], record["author"]) == ("A <&>", ["x", "R&D"], ["mei"])
    assert [(found["section"], found["order"]) for found in records["both"]] == [("first", 1), ("second", 2)]
    # What Sphinx stores knows nothing of them: they are of this build.
    assert pickle.loads(pickle.dumps(records)) == {}


LOCALS = {
    "title": "{{ title }} ({{ post.date.strftime('%Y') }})",
    "summary": "{{ feed_title }} {{ i }} {{ feed_posts|length }}",
    "content": "{{ feed_url }} {{ post_url }} {{ post.author|join(' ') }} {{ post.to_html(pagename, img_url=1) }}",
}


def test_templates_of_feeds_receive_the_variables_of_ablog(make_site: MakeSite) -> None:
    conf = CONF | {"blog_feed_templates": {"atom": {}, "own": LOCALS}, "blog_post_pattern": "blog/*.md"}
    feed = ElementTree.parse(make_site(FILES, conf).outdir / "blog/own.xml")
    texts = [{part.tag: part.text or "" for part in entry} for entry in feed.iter(f"{ATOM}entry")]
    found = {entry[f"{ATOM}title"]: entry for entry in texts}
    assert list(found) == ["B (2024)", "A <&> (2024)", "Second (2023)", "First (2023)", "C (2022)"]
    assert found["A <&> (2024)"][f"{ATOM}summary"] == "Ours & theirs 1 5"
    contents = {title: entry[f"{ATOM}content"] for title, entry in found.items()}
    urls = "https://example.org/site/blog/own.xml https://example.org/site/blog/a.html"
    assert contents["A <&> (2024)"].startswith(f"{urls} Mei &amp; Co <div")
    assert contents["Second (2023)"].split()[1] == "https://example.org/site/both.html#second"
