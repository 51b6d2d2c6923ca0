"""``ablog`` in templates: the parts of ABlog's model that sites have used, to be read only."""

import json
import pickle
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from jinja2 import Environment
from page import select
from writing import md

from sphinx_blogext.ablog.facade import Blog, blog_of
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.site.build import build_of

ATOM = "{http://www.w3.org/2005/Atom}"
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org/site",
    "blog_title": "Ours & theirs",
    "blog_authors": {"mei": ("Mei & Co", "https://mei.example/"), "jonas": ("Jonas", None)},
    "fontawesome_included": True,
}
SECTIONS = (
    "Two in one\n==========\n\nFirst\n-----\n\n.. post:: 2023-05-01\n   :tags: x\n\nFirst text.\n\n"
    "Second\n------\n\n.. post:: 2023-05-02\n   :tags: x\n\nSecond text.\n"
)
FILES = {
    "index.md": "# Home\n",
    "both.rst": SECTIONS,
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
def ablog(site: Site) -> Blog:
    return blog_of(build_of(site.env))


def post_of(ablog: Blog, key: str) -> Any:
    post = ablog[key]
    assert post is not None
    return post


def test_the_posts_are_listed_and_looked_up(ablog: Blog) -> None:
    assert [post.title for post in ablog.posts] == ["B", "A <&>", "Second", "First", "C"]
    assert [post.title for post in ablog.recent(2, "blog/a")] == ["B", "Second"]
    assert len(list(ablog.recent(None, "blog/a", paths=["blog"]))) == 4
    assert "blog/a" in ablog
    assert "index" not in ablog
    assert ablog["index"] is None
    assert (len(ablog), bool(ablog), ablog["blog/a"] is ablog.posts["blog/a"]) == (5, True, True)


def test_a_post_says_what_it_is(ablog: Blog) -> None:
    first = post_of(ablog, "blog/a")
    assert (first.docname, first.section, first.published, first.draft) == ("blog/a", "", True, False)
    assert first.order == 1
    assert (first.date, first.update) == (datetime(2024, 3, 1), datetime(2024, 3, 1))
    assert first.date.strftime("%-d %B %Y") == "1 March 2024"
    assert [str(tag) for tag in first.tags] == ["x", "R&amp;D"]
    assert first.author[0].href == "https://mei.example/"
    assert (first.category, first.archive.name) == ([], "2024")
    assert (first.next.title, first.prev.title, first.next.next) == ("B", "Second", None)
    second = post_of(ablog, "both#second")
    assert (second.docname, second.section, second.order) == ("both", "second", 2)
    # Of its own day and time, without a zone.
    assert ablog.posts["blog/b"].date == datetime(2024, 3, 2, 9, 30)  # type: ignore[union-attr]
    assert [str(name) for name in ablog.posts["blog/c"].redirect] == ["old/c"]  # type: ignore[union-attr]


def test_drafts_are_known_but_listed_apart(ablog: Blog) -> None:
    draft = post_of(ablog, "blog/draft")
    assert (draft.published, draft.draft, draft.archive) == (False, True, [])
    assert (bool(draft.date), bool(draft.update)) == (False, False)
    # A template that formats the date of any post does not stop the build.
    assert (str(draft.date), draft.date.strftime("%Y"), draft.date.year) == ("", "", "")
    assert (draft.prev, draft.next) == (None, None)
    assert [post.title for post in ablog.drafts] == ["Draft"]
    assert "blog/draft" in ablog
    assert "blog/draft" not in ablog.posts
    # Nothing that is published has it, so that templates make no link of it.
    assert [(tag.name, len(tag)) for tag in draft.tags] == [("x", 5), ("only", 0)]


def test_catalogs_hold_collections(ablog: Blog) -> None:
    assert [tag.name for tag in ablog.tags] == ["R&D", "x", "y"]
    assert (len(ablog.tags), ablog.tags.name, ablog.tags.xref, ablog.tags.path) == (7, "tags", "tag", "blog/tag")
    assert list(ablog.catalogs) == ["tags", "author", "location", "language", "category"]
    x = ablog.tags["x"]
    assert (len(x), x.catalog.name == "tags", x.docname, x.relsize(), x.page) == (5, True, "blog/tag/x", 5, 0)
    assert (ablog.tags["y"].relsize(), ablog.tags["y"] < ablog.tags["R&D"]) == (1, False)
    assert "blog/a" in x
    assert x == ablog.tags["x"]
    assert not ablog.tags["nobody's"]
    assert not ablog.location
    assert [(year.label, len(year)) for year in ablog.archive] == [(2024, 2), (2023, 2), (2022, 1)]
    assert [(author.label, author.name) for author in ablog.author] == [("jonas", "Jonas"), ("mei", "Mei & Co")]


def test_every_option_is_an_attribute(ablog: Blog) -> None:
    assert (ablog.blog_title, ablog.post_date_format_short, ablog.fontawesome) == ("Ours & theirs", "%d %B", True)
    assert ablog.disqus_shortname is None
    assert ablog.blog_authors["mei"] == ("Mei & Co", "https://mei.example/")
    assert [ablog.page_id(name) for name in ("blog/a", "blog/index")] == ["/blog/a/", "/blog/"]
    assert ablog.feed_path == "blog/atom.xml"
    assert ablog.page_url("blog/a") == "https://example.org/blog/a"
    with pytest.raises(AttributeError):
        _ = ablog.nobody


def test_a_teaser_is_made_for_any_page(ablog: Blog) -> None:
    first, second = (post_of(ablog, key) for key in ("blog/a", "blog/b"))
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
    values = {"text": Text("a<b"), "plain": Environment().from_string, "more": Text(" & c")}
    for source, shown in {
        "{{ text }}": "a&lt;b",
        "{{ text ~ more }}": "a&lt;b &amp; c",
        "{{ 'x - ' + text + more }}": "x - a&lt;b &amp; c",
        "{{ text == 'a<b' }}": "True",
        "{{ text[:2] }}": "a&lt;",
        "{{ text|upper }}": "A&lt;B",
        "{{ (text + more)|truncate(4, true, '…', 0) }}": "a&lt;b…",
        "{{ (text, more)|join('-') }}": "a&lt;b- &amp; c",
    }.items():
        for escapes in (False, True):
            assert Environment(autoescape=escapes).from_string(source).render(values) == shown, (source, escapes)
    assert json.dumps(Text("a<b")) == '"a<b"'


def test_records_stand_in_the_environment(site: Site) -> None:
    records = site.env.ablog_posts  # type: ignore[attr-defined]
    assert sorted(records) == ["blog/a", "blog/b", "blog/c", "blog/draft", "both"]
    (record,) = records["blog/a"]
    day = datetime(2024, 3, 1)
    assert (record["title"], record["date"], record["update"]) == ("A <&>", day, day)
    assert (record["tags"], record["author"], record["category"]) == (["x", "R&D"], ["mei"], [])
    assert [found["section"] for found in records["both"]] == ["first", "second"]
    # What ABlog's own functions read of each.
    keys = "section order date update nocomments canonical_link external_link title excerpt doctree"
    assert set(keys.split()) <= record.keys()
    assert list(record["doctree"].deepcopy().findall()) != []
    # What Sphinx stores knows nothing of them: they are of this build.
    assert pickle.loads(pickle.dumps(records)) == {}


NAMES = "{% for each in post.author %}{{ each.name|replace(' ', '_') }}{% endfor %}"
LOCALS = {
    "title": "{{ title }} ({{ post.date.strftime('%Y') }})",
    "summary": NAMES + " {{ feed_title }} {{ i }} {{ feed_posts|length }}",
    "content": "{{ feed_url }} {{ post_url }} {{ post.author|join(' ') }} {{ post.to_html(pagename, img_url=1) }}",
}


def _entries(site: Site, name: str) -> dict[str, dict[str, str]]:
    """Return the texts of the entries of a feed by their titles."""
    found = ElementTree.fromstring((site.outdir / name).read_text(encoding="utf-8")).iter(f"{ATOM}entry")
    texts = ({part.tag.removeprefix(ATOM): part.text or "" for part in entry} for entry in found)
    return {entry["title"]: entry for entry in texts}


def test_templates_of_feeds_receive_the_variables_of_ablog(make_site: MakeSite) -> None:
    files = FILES | {"blog/away.md": md("Away", "Gone.\n", "2024-05-01", external_link="https://else.example/")}
    conf = CONF | {"blog_feed_templates": {"atom": {}, "own": LOCALS}, "blog_post_pattern": "blog/*.md"}
    site = make_site(files, conf)
    found = _entries(site, "blog/own.xml")
    assert list(found) == ["Away (2024)", "B (2024)", "A <&> (2024)", "Second (2023)", "First (2023)", "C (2022)"]
    post = found["A <&> (2024)"]
    assert post["summary"] == "Mei_&_Co Ours & theirs 2 6"
    feed, url, *_rest = post["content"].split()
    assert (feed, url) == ("https://example.org/site/blog/own.xml", "https://example.org/site/blog/a.html")
    assert "Mei &amp; Co <div" in post["content"]
    assert "<p>Lead A.</p>" in post["content"]
    assert found["Second (2023)"]["content"].split()[1] == "https://example.org/site/both.html#second"
    # An external post leads to its own page.
    assert "https://example.org/site/blog/away.html" in found["Away (2024)"]["content"]
    # They follow other posts.
    conf |= {"blog_feed_templates": {"own": {"title": "{{ title }} < {{ post.next.title }}"}}}
    assert "A <&> < B" in _entries(site.configure(conf).build(), "blog/own.xml")
    site.edit("blog/b.md", "B\n", "New\n").build()
    assert "A <&> < New" in _entries(site, "blog/own.xml")


def test_of_several_blogs_it_is_the_first(make_site: MakeSite) -> None:
    posts = {"news/a.md": md("A", blogpost=True, tags="x"), "notes/b.md": md("B", blogpost=True, tags="y")}
    sidebars = {"html_sidebars": {"**": ["ablog/recentposts.html", "ablog/tagcloud.html"]}}
    conf = {"extensions": CONF["extensions"], "blogs": {"news": {"blog_title": "News"}, "notes": {}}}
    site = make_site({"index.md": "# Home\n", **posts}, conf | sidebars)
    assert site.warnings == []
    ablog = blog_of(build_of(site.env))
    assert (ablog.blog_title, [post.title for post in ablog.posts], len(ablog.tags)) == ("News", ["A"], 1)
    assert "notes/b" not in ablog
    links = select(site.page("notes/b").root, ".ablog-cloud a")
    assert [link.get("href") for link in links] == ["../news/tag/x.html"]
