"""Related posts and documents that a post names itself."""

from typing import Any

from conftest import MakeSite, Site
from writing import INDEX, md, rst

FILES = {
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
CONF: dict[str, Any] = {"blogs": {"blog": {}, "news": {}}}


def related(site: Site, name: str) -> list[tuple[str | None, str]]:
    links = site.page(name).all(".blog-related a")
    return [(link.get("href"), "".join(link.itertext())) for link in links]


def test_posts_and_documents(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    messages = [warned.message for warned in site.warnings]
    assert messages == ["there is no post or document 'blog/later' (did you mean 'blog/a'?)"]
    guide = ("../guide/index.html", "Guide")
    hello = ("../blog/hello.html", "Hello")
    assert related(site, "blog/a") == [("../api.html", "The Queue & more"), guide, hello]
    code = site.page("blog/a").one(".blog-related code")
    assert "".join(code.itertext()) == "Queue"
    assert related(site, "blog/b") == [guide, ("../news/n.html", "News"), ("../blog/about.html", "About")]
    # Documents have no date.
    assert site.page("blog/a").texts(".blog-related li")[0] == "The Queue & more"
