"""What other extensions and programs get of a blog."""

import json
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from conftest import MakeSite, Site
from steps import PICTURE
from writing import md

from sphinx_blogext import api

pytestmark = pytest.mark.usefixtures("today")

EXTENSIONS = ["myst_parser", "sphinx_blogext", "collecting"]
CONF: dict[str, Any] = {"extensions": EXTENSIONS, "blog_posts_json": True, "blog_authors": {"mei": ("Mei", None)}}
POSTS = {
    "index.md": "# Home\n",
    "blog/pic.svg": PICTURE,
    "blog/a.md": md(
        "A \\<b> & 字", "![x](pic.svg)\n\nLead.\n", "2024-01-01 10:30", tags=["C++", "x"], author="mei", image=1
    ),
    "blog/b.md": md("B", "Text.\n", "2024-01-02", description="What it is.", language="zh", updated="2024-02-01"),
    "blog/c.md": md("C", "Text.\n", "2024-01-03", external_link="https://example.com/c", pin=True),
    "blog/draft.md": md("Draft", "Text.\n", "2030-01-01", tags=["secret"]),
    "blog/unlisted.md": md("Unlisted", "Text.\n", "2024-01-04", unlisted=True, tags=["secret"]),
}


def collected(site: Site) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((site.outdir / "collected.json").read_text(encoding="utf-8"))
    return found


def listed(site: Site, blog: str = "blog") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site.outdir / blog / "posts.json").read_text(encoding="utf-8"))
    return found


def test_an_extension_gets_what_is_listed(make_site: MakeSite) -> None:
    site = make_site(POSTS, CONF)
    (blog,) = collected(site)
    assert blog["path"] == "blog"
    assert blog["url"] == "https://example.org/blog.html"
    assert blog["feeds"][0] == "https://example.org/blog/atom.xml"
    posts = {post["key"]: post for post in blog["posts"]}
    assert list(posts) == ["blog/c", "blog/b", "blog/a"]
    first = posts["blog/a"]
    assert first["title"] == "A <b> & 字"
    assert first["url"] == "https://example.org/blog/a.html"
    assert first["date"].startswith("2024-01-01 10:30:00+00:00")
    assert first["image"] == "https://example.org/_images/pic.svg"
    assert first["terms"]["tag"] == ["C++", "x"]
    assert first["terms"]["author"] == ["mei"]
    assert [post["is_pinned"] for post in blog["posts"]] == [True, False, False]
    assert (posts["blog/b"]["language"], posts["blog/b"]["description"]) == ("zh", "What it is.")
    (author,) = blog["taxonomies"]["author"]
    assert (author["label"], author["posts"], author["page"]) == ("Mei", ["blog/a"], "blog/author/mei")
    assert "secret" not in json.dumps(blog)
    # Programs get the same as a file.
    found = listed(site)
    assert found["version"] == 1
    assert found["title"] == blog["title"]
    for entry, post in zip(found["posts"], blog["posts"], strict=True):
        same = ("title", "url", "language", "image")
        assert {name: entry[name] for name in same} == {name: post[name] for name in same}
        names = {plural: [term["name"] for term in terms] for plural, terms in entry["terms"].items()}
        assert names["tags"] == post["terms"]["tag"]
    described = {entry["title"]: entry["description"] for entry in found["posts"]}
    assert described == {"C": "Text.", "B": "What it is.", "A <b> & 字": "Lead."}
    assert found["posts"][0]["external_url"] == "https://example.com/c"
    assert found["posts"][2]["date"] == "2024-01-01T10:30:00+00:00"
    assert found["posts"][1]["updated"] == "2024-02-01T00:00:00+00:00"


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex", "epub"])
def test_urls_are_relative_to_a_site_whose_address_nobody_knows(make_site: MakeSite, builder: str) -> None:
    site = make_site(POSTS, CONF | {"html_baseurl": "", "project": "x"}, builder)
    (blog,) = collected(site)
    urls = {"html": "blog/b.html", "dirhtml": "blog/b/"}
    # What is no site has no addresses.
    assert blog["posts"][1]["url"] == urls.get(builder, "")
    assert blog["feeds"] == []
    if builder in urls:
        assert listed(site)["posts"][1]["url"] == urls[builder]
    else:
        assert not (site.outdir / "blog/posts.json").exists()


def test_without_posts_and_without_the_option(make_site: MakeSite) -> None:
    empty = make_site({"index.md": "# Home\n"}, CONF)
    assert listed(empty)["posts"] == []
    assert collected(empty)[0]["posts"] == []
    assert not (make_site(POSTS, CONF | {"blog_posts_json": False}).outdir / "blog/posts.json").exists()


def test_each_blog_is_handed_over(make_site: MakeSite) -> None:
    table = {"blog": {"blog_title": "One"}, "news": {"blog_title": "Two", "blog_posts_json": False}}
    site = make_site(POSTS | {"news/a.md": md("N", tags=["x"])}, CONF | {"blogs": table})
    assert [(blog["path"], len(blog["posts"])) for blog in collected(site)] == [("blog", 3), ("news", 1)]
    assert len(listed(site)["posts"]) == 3
    assert not (site.outdir / "news/posts.json").exists()


def test_records_cannot_be_changed(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[api.Blog] = []
    monkeypatch.setattr("collecting.on_blog_collected", lambda app, blogs: found.extend(blogs))
    make_site(POSTS, CONF)
    (blog,) = found
    for record in (blog, blog.posts[0], blog.taxonomies["tag"][0]):
        for field in fields(record):
            with pytest.raises((FrozenInstanceError, TypeError)):
                setattr(record, field.name, None)
    for mapping in (blog.taxonomies, blog.posts[0].terms):
        with pytest.raises(TypeError):
            mapping["tag"] = ()  # type: ignore[index]
