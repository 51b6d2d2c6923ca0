"""Which feeds a blog has, and what they and its authors are called, and where they lead."""

import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from bare import NO_CONVENTIONS, config, listed, post
from docutils import nodes
from sphinx.locale import translators

from sphinx_blogext.config.blogs import Conventions
from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import ListRequest
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.core.terms import Term, TermSettings, term_slugs
from sphinx_blogext.core.urls import Profile
from sphinx_blogext.site.hosting import Hosting
from sphinx_blogext.site.published_blog import (
    Channel,
    FeedLink,
    Person,
    PublishedBlog,
    custom_slugs,
    person_of,
    slug_rules,
)

BASE = "https://example.org/"
HOSTING = Hosting(canonical=BASE)


def term(taxonomy: str, name: str, **settings: Any) -> Term:
    return Term(TAXONOMIES[taxonomy], name.lower(), name, name.lower(), (), 0, TermSettings(**settings))


def test_channels_have_a_group_and_a_label() -> None:
    channel = Channel("blog/a b", "blog", "T", "", (), ("atom.xml", "own.xml"))
    assert (channel.group, channel.label) == ("", "T")
    assert channel._replace(is_list=True).group == "list"
    year, tag = channel._replace(year=2024), channel._replace(term=term("tag", "A", label="The A"))
    assert [(each.group, each.label) for each in (year, tag)] == [("year", "2024"), ("tag", "The A")]
    assert channel.paths == ["blog/a b/atom.xml", "blog/a b/own.xml"]
    # Nobody knows the type of a feed of a template.
    link = FeedLink(f"{BASE}blog/a%20b/atom.xml", "application/atom+xml", "Atom", "T (Atom)")
    assert channel.links(BASE) == [link]


MEI = term(
    *("author", "Mei"),
    label="Lin Mei",
    url="mei.html",
    avatar="m.png",
    social=(
        *(Profile("X", "https://x.com/a", "x", "a"), Profile("X", "https://x.com/b", "x", "b")),
        *(Profile("M", "https://h.io/@m", "mastodon", "m@h.io"), Profile("O", "o", "orcid", "0000")),
    ),
)
ALL = (f"{BASE}mei.html", f"{BASE}m.png", ("https://x.com/a", "https://x.com/b", "https://h.io/@m", f"{BASE}o"))


def test_what_is_known_of_an_author() -> None:
    assert person_of(MEI, BASE) == Person("Lin Mei", *ALL, "@m@h.io", "a", "0000")
    assert person_of(term("author", "Jo"), BASE) == Person("Jo")
    # Machines get no e-mail address.
    assert person_of(term("author", "Jo", url="mailto:a@b.c"), BASE) == Person("Jo")
    former = Profile("X", "https://x.com/t", "twitter", "t")
    assert person_of(term("author", "Jo", social=(former,)), BASE).x == "t"
    # A post may know more.
    for name in ("MEI", "lin mei"):
        post = Post(docname="a", title="A", date=None, author_urls=((name, "own.html"),), organizations=(name,))
        found = person_of(MEI, BASE, post)
        assert (found.url, found.is_organization) == (f"{BASE}own.html", True)
        other = person_of(term("author", "Jo", url="jo.html"), BASE, post)
        assert (other.url, other.is_organization) == (f"{BASE}jo.html", False)
    assert person_of(term("author", "Jo", is_organization=True), BASE, post).is_organization


def published(
    posts: Iterable[Post],
    lists: Mapping[str, tuple[ListRequest, ...]] | None = None,
    hosting: Hosting = HOSTING,
    conventions: Conventions = NO_CONVENTIONS,
    **own: Any,
) -> PublishedBlog:
    # The words of the last site that was built.
    translators.clear()
    options, lists = config(conventions, **own), lists or {}
    blog = Blog(posts, now=datetime(2026, 1, 1, tzinfo=UTC), kinds=options.taxonomies)
    env = SimpleNamespace(titles={name: nodes.title("", "", nodes.Text(name.upper())) for name in lists})
    domain: Any = SimpleNamespace(lists=lists, terms={}, posts={each.docname: each for each in posts}, env=env)
    return PublishedBlog(blog, options, domain, lists.keys(), hosting, ("blog", "news"), lambda: blog)


POSTS = [
    post("blog/a", "2024-01-01", tag=["x"], language=["en"]),
    post("blog/b", "2025-01-01", tag=["x"], language=["zh"], in_feeds=False),
    post("blog/c", "2025-02-01", tag=["x"], language=["zh"]),
]


def titles(channel: Channel) -> str:
    return "".join(entry.title[-1] for entry in channel.posts)


def test_feeds_of_terms_and_years() -> None:
    (main,) = published(POSTS, blog_feed_subtitle="About").channels
    assert main == Channel("blog", "blog", "Blog", "About", main.posts, ("atom.xml", "rss.xml", "feed.json"))
    tags = {"x": {"description": "All x"}}
    options = {"blog_feed_subtitle": "About", "blog_feed_archives": True, "blog_page_size": 1, "blog_tags": tags}
    found = published(POSTS, **options).channels
    assert [(each.page, each.title, titles(each), each.year) for each in found] == [
        ("blog", "Blog", "ca", 0), ("blog/tag/x", "Blog: Posts tagged “x”", "ca", 0),
        ("blog/language/en", "Blog: Posts in English", "a", 0),
        ("blog/language/zh", "Blog: Posts in 中文", "c", 0),
        ("blog/2025", "Blog: Posts of 2025", "c", 2025), ("blog/2024", "Blog: Posts of 2024", "a", 2024),
    ]  # fmt: skip
    assert all(each.folder == each.page for each in found)
    assert [each.subtitle for each in found[:3]] == ["About"] * 3


def test_the_entries_of_a_feed_and_those_of_templates() -> None:
    lengths = {0: "ca", 1: "c", 2: "ca"}
    assert {length: titles(published(POSTS, blog_feed_length=length).channels[0]) for length in lengths} == lengths
    (main,) = published(POSTS, conventions=Conventions(blog_feed_templates={"atom": {}, "own": {}})).channels
    assert main.files == ("atom.xml", "rss.xml", "feed.json", "own.xml")


def test_feeds_of_lists_in_documents() -> None:
    feed = listed(feed="")
    lists = {
        # The list of the page has a feed in any case.
        "blog": (feed, listed("1", tags="x", feed="", sort="")),
        "blog/tag/x": (feed,),
        "news/index": (listed(feed="", blog="blog"),),
        "y": (feed, listed(), listed(tags="x", feed="", sort=""), listed(blog="news", feed="")),
    }
    for archives, tag in ((False, [("blog/tag/x", "BLOG/TAG/X", "ca")]), (True, [])):
        found = published(POSTS, lists, blog_feed_archives=archives, blog_feed_length=2).channels
        assert [(each.folder, each.title, titles(each)) for each in found if each.is_list] == [
            *(("blog/list-3", "BLOG (3)", "c"), *tag),
            # It may be the first page of another blog.
            *(("news/list-2", "NEWS/INDEX (2)", "ca"), ("y", "Y", "ca"), ("y/list-2", "Y (2)", "ca")),
        ]


def test_when_a_blog_has_feeds() -> None:
    preview = Hosting(canonical=BASE, is_preview=True)
    for posts, hosting in ((POSTS, HOSTING), ([], HOSTING), (POSTS, Hosting()), (POSTS, preview)):
        found = published(posts, hosting=hosting)
        has_feeds = bool(posts) and hosting is HOSTING
        assert bool(found.channels) is has_feeds
        assert ("Feeds", "blog/subscribe") in found.nav_links or not has_feeds


def test_the_navigation_of_a_blog() -> None:
    own = {"project": {"plural": "projects", "label": "Project"}}
    posts = [*POSTS, Post("blog/d", title="D", date=POSTS[0].date, terms={"project": ("p",), "author": ("m",)})]
    links = published(posts, blog_taxonomies=own, blog_page_size=1).nav_links
    assert links[:2] == (("Archive", "blog/archive"), ("Tags", "blog/tag"))
    assert [name for _title, name in links[2:]] == ["blog/author", "blog/project", "blog/subscribe"]
    zh = post("blog/z", "2024-01-01", language=["zh"], translations=("e",))
    assert published([post("blog/e", "2024-01-01", language=["en"]), zh]).nav_links[0][1] == "blog/archive"
    # Only what there is.
    chosen = published(posts, blog_nav=["feeds", "language", "series", "tag"]).nav_links
    assert chosen == (("Feeds", "blog/subscribe"), ("Languages", "blog/language"), ("Tags", "blog/tag"))


def test_lists_are_of_the_blog_of_their_document() -> None:
    # A post is in the blog that it names.
    found = published([post("news/post", "2024-01-01", blog="blog")])
    ours = {"x": ["", "blog", "*"], "news/x": ["blog"], "news/post": ["", "blog", "*"]}
    assert {name: [blog for blog in ("", "blog", "news", "*") if found._owns(name, blog)] for name in ours} == ours


def test_when_a_post_tells_how_to_cite_it() -> None:
    builder: Any = SimpleNamespace(get_target_uri=lambda name: f"{name}.html")
    told = {(True, None, BASE): True, (False, None, BASE): False, (False, True, BASE): True}
    for (option, own, base), is_told in (told | {(True, False, BASE): False, (True, None, ""): False}).items():
        found = published(POSTS, hosting=Hosting(canonical=base), blog_citation=option)
        cited = POSTS[0]._replace(citation=own)
        source = found.source_of(cited, builder)
        said = (f"{BASE}blog/a.html", "Blog", cited.date) if is_told else None
        assert (source and (source.url, source.blog, source.published)) == said
        assert found.source_of(cited._replace(date=None), builder) is None
        copy = found.source_of(cited._replace(canonical_link="https://e.org/"), builder)
        assert (copy and copy.url) == ("https://e.org/" if is_told else None)


BUILDER: Any = SimpleNamespace(name="html", get_output_path=lambda name: name)


def test_slugs_of_a_function_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    spell = {"a": "index", "b": "x/y", "c": "", "d": "fine"}.__getitem__
    assert slug_rules(config(), BUILDER).spell is None
    rules = slug_rules(config(blog_slugify=spell), BUILDER)
    assert [rules.spell("tag", name) for name in "abcd"] == ["index", "", "", "fine"]
    # The list of all terms would be the same file.
    monkeypatch.setattr("sphinx_blogext.site.published_blog.folds_index", lambda _builder: True)
    folding = slug_rules(config(blog_slugify=spell), BUILDER)
    assert [folding.spell("tag", name) for name in "ad"] == ["", "fine"]
    # Not even this one ends the build.
    assert slug_rules(config(blog_slugify=sys.exit), BUILDER).spell("tag", "a") == ""
    posts = [post("a", "2024-01-01", tag=["d", "a"], author=["c"])]
    options = {"blog_authors": {"m": ("b", None)}, "blog_slugify": spell}
    assert custom_slugs(config(**options), posts) == [("a", "index"), ("b", "x/y"), ("c", ""), ("d", "fine")]
    assert custom_slugs(config(), posts) == []
    usual = slug_rules(config(Conventions(blog_label_slugs=True)), BUILDER)
    assert (usual.spell and usual.spell("tag", "A B"), usual.by_label) == ("a-b", True)


def test_slugs_in_ascii() -> None:
    pytest.importorskip("anyascii")
    names = ["并行", "并型", "python", "c++", "ガイド", "🎉", "x" * 300]
    rules = slug_rules(config(blog_slugify="ascii"), BUILDER)
    slugs = term_slugs(TAXONOMIES["tag"], {name: name for name in names}, {}, rules).values()
    assert all(slug.isascii() for slug in slugs)
    assert len(set(slugs)) == len(names)
    assert {"python", "c-plus-plus"} <= set(slugs)
    assert {slug.rpartition("-")[0] for slug in slugs} >= {"bingxing", "gaido"}
