"""What other extensions and programs get of a blog."""

import json
from dataclasses import FrozenInstanceError, fields
from datetime import UTC, datetime
from typing import Any

import pytest
from conftest import MakeSite, Site
from steps import PICTURE
from writing import INDEX, md

from sphinx_blogext import api

pytestmark = pytest.mark.usefixtures("today")

#: An extension as others may write one.
CONF = """
blog_posts_json = True
blog_authors = {"mei": ("Mei", None)}
def setup(app):
    app.connect("blog-collected", lambda app, blogs: setattr(app, "collected", blogs))
"""
POSTS = {
    **INDEX,
    "blog/pic.svg": PICTURE,
    "blog/a.md": md(
        "A \\<b> & 字", "![x](pic.svg)\n\nLead.\n", "2024-01-01 10:30", tags=["C++", "x"], author="mei", image=1
    ),
    "blog/b.md": md("B", "Text.\n", "2024-01-02", description="What it is.", language="zh", updated="2024-02-01"),
    "blog/c.md": md("C", "Text.\n", "2024-01-03", external_link="https://example.com/c", pin=True),
    "blog/draft.md": md("Draft", "Text.\n", "2030-01-01", tags=["secret"]),
    "blog/unlisted.md": md("Unlisted", "Text.\n", "2024-01-04", unlisted=True, tags=["secret"]),
}


def collected(site: Site) -> tuple[api.Blog, ...]:
    found: tuple[api.Blog, ...] = site.app.collected  # type: ignore[union-attr]
    assert found == api.blogs_of(site.app)  # type: ignore[arg-type]
    return found


def listed(site: Site) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site.outdir / "blog/posts.json").read_text(encoding="utf-8"))
    return found


def test_an_extension_gets_what_is_listed_and_cannot_change_it(make_site: MakeSite) -> None:
    site = make_site(POSTS, CONF)
    (blog,) = collected(site)
    assert (blog.path, blog.url) == ("blog", "https://example.org/blog.html")
    assert blog.feeds[0] == "https://example.org/blog/atom.xml"
    c, b, a = blog.posts
    assert [post.key for post in blog.posts] == ["blog/c", "blog/b", "blog/a"]
    assert (a.title, a.url) == ("A <b> & 字", "https://example.org/blog/a.html")
    assert a.date == datetime(2024, 1, 1, 10, 30, tzinfo=UTC)
    assert a.image == "https://example.org/_images/pic.svg"
    names = {kind: [term.name for term in terms] for kind, terms in a.terms.items()}
    assert (names["tag"], names["author"]) == (["C++", "x"], ["mei"])
    assert [post.is_pinned for post in blog.posts] == [True, False, False]
    assert (b.language, b.description) == ("zh", "What it is.")
    (author,) = blog.taxonomies["author"]
    assert (author.label, author.posts, author.page) == ("Mei", ("blog/a",), "blog/author/mei")
    assert {term.name for term in blog.taxonomies["tag"]} == {"C++", "x"}
    # Programs get the same as a file.
    found = listed(site)
    assert (found["version"], found["title"]) == (1, blog.title)
    for entry, post in zip(found["posts"], blog.posts, strict=True):
        same = ("title", "url", "language", "image")
        assert {name: entry[name] for name in same} == {name: getattr(post, name) for name in same}
        assert [term["name"] for term in entry["terms"]["tags"]] == [term.name for term in post.terms["tag"]]
    assert [entry["description"] for entry in found["posts"]] == ["Text.", "What it is.", "Lead."]
    assert found["posts"][0]["external_url"] == c.external_link == "https://example.com/c"
    assert found["posts"][2]["date"] == "2024-01-01T10:30:00+00:00"
    assert found["posts"][1]["updated"] == "2024-02-01T00:00:00+00:00"
    for record in (blog, a, author):
        for field in fields(record):
            with pytest.raises((FrozenInstanceError, TypeError)):
                setattr(record, field.name, None)
    for mapping in (blog.taxonomies, a.terms):
        with pytest.raises(TypeError):
            mapping["tag"] = ()  # type: ignore[index]


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "epub"])
def test_urls_are_relative_to_a_site_whose_address_nobody_knows(make_site: MakeSite, builder: str) -> None:
    site = make_site(POSTS, f"{CONF}html_baseurl = ''\n", builder)
    (blog,) = collected(site)
    # What is no site has no addresses.
    url = {"html": "blog/b.html", "dirhtml": "blog/b/"}.get(builder, "")
    assert (blog.posts[1].url, blog.feeds) == (url, ())
    if url:
        assert listed(site)["posts"][1]["url"] == url
    else:
        assert not (site.outdir / "blog/posts.json").exists()


def test_without_posts(make_site: MakeSite) -> None:
    empty = make_site(INDEX, CONF)
    assert (listed(empty)["posts"], collected(empty)[0].posts) == ([], ())


def test_each_blog_is_handed_over(make_site: MakeSite) -> None:
    table = {"blog": {"blog_title": "One"}, "news": {"blog_title": "Two", "blog_posts_json": False}}
    site = make_site(POSTS | {"news/a.md": md("N", tags=["x"])}, f"{CONF}blogs = {table}\n")
    assert [(blog.path, len(blog.posts)) for blog in collected(site)] == [("blog", 3), ("news", 1)]
    assert len(listed(site)["posts"]) == 3
    assert not (site.outdir / "news/posts.json").exists()
