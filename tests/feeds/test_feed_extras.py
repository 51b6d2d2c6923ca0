"""What feeds hold beside texts: pictures, rights, and what the site itself makes of them."""

import json
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from conftest import MakeSite, Site
from page import select, text
from writing import md

pytestmark = pytest.mark.usefixtures("today")

ATOM = "{http://www.w3.org/2005/Atom}"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 92
POSTS: dict[str, Any] = {
    "index.md": "# Home\n",
    "blog/pic.png": PNG,
    "blog/a.md": md("A", "![x](pic.png)\n", "2024-01-01", image=1, license="CC-BY-4.0", doi="10.5555/a"),
    "blog/b.md": md("B", "Text.\n", "2024-01-02", image='"https://example.com/b.jpg?x=1&y"'),
    "blog/c.md": md("C", "Text.\n", "2024-01-03"),
}
CONF: dict[str, Any] = {
    "html_logo": "logo.png",
    "html_favicon": "https://example.com/icon.ico",
    "copyright": "2024, Mei & Co",
}


def feed_of(site: Site, name: str = "atom.xml") -> Any:
    return feedparser.parse(site.outdir / "blog" / name)


def test_feeds_have_pictures_and_say_whose_they_are(make_site: MakeSite) -> None:
    site = make_site(POSTS | {"logo.png": PNG}, CONF)
    assert not site.blog_warnings
    for name in ("atom.xml", "rss.xml"):
        entries = {entry.title: entry for entry in feed_of(site, name).entries}
        assert entries["A"].media_content[0]["url"] == "https://example.org/_images/pic.png"
        assert entries["B"].media_content[0]["url"] == "https://example.com/b.jpg?x=1&y"
        assert not entries["C"].get("media_content")
        (enclosure,) = entries["A"].enclosures
        assert (enclosure.type, enclosure.length) == ("image/png", "100")
    # RSS requires a length, which nobody knows of a picture elsewhere.
    assert not {entry.title: entry for entry in feed_of(site, "rss.xml").entries}["B"].enclosures
    found = json.loads((site.outdir / "blog/feed.json").read_text())
    assert found["items"][2]["image"] == "https://example.org/_images/pic.png"
    atom = ElementTree.parse(site.outdir / "blog/atom.xml").getroot()
    assert atom.findtext(f"{ATOM}logo") == "https://example.org/_static/logo.png"
    assert atom.findtext(f"{ATOM}icon") == "https://example.com/icon.ico"
    assert atom.findtext(f"{ATOM}rights") == "2024, Mei & Co"
    assert feed_of(site, "rss.xml").feed.image.href == "https://example.org/_static/logo.png"
    assert found["icon"] == "https://example.org/_static/logo.png"


@pytest.mark.parametrize(
    ("conf", "author"),
    [
        ({"author": "Mei"}, "Mei"),
        ({}, "Site"),
        ({"project": ""}, "Notes"),
        ("del project; blog_title = 'Notes'", "Notes"),
    ],
)
def test_a_feed_has_an_author_in_any_case(make_site: MakeSite, conf: Any, author: str) -> None:
    conf = conf if isinstance(conf, str) else conf | {"blog_title": "Notes"}
    assert feed_of(make_site(POSTS, conf)).feed.author == author


def test_pages_without_a_picture_have_that_of_the_site(make_site: MakeSite) -> None:
    conf = {"blog_default_image": "_static/card.png", "blog_webmention": "https://example.org/mention?a=1&b"}
    site = make_site(POSTS, conf)

    def image(page: str) -> list[str]:
        return site.page(page).meta("og:image")

    assert image("blog/a") == ["https://example.org/_images/pic.png"]
    assert image("blog/c") == image("blog") == ["https://example.org/_static/card.png"]
    assert site.page("blog/c").head_link("webmention") == "https://example.org/mention?a=1&b"
    assert site.page("blog").head_link("webmention") is None


YEARS = {
    "index.md": "# Home\n",
    "blog/a.md": md("A", date="2023-01-01"),
    "blog/b.md": md("B", date="2024-01-01"),
    "blog/c.md": md("C", date="2024-01-02"),
}


def test_every_year_has_its_feeds(make_site: MakeSite) -> None:
    """Readers of ABlog's sites have subscribed to them."""
    site = make_site(YEARS, {"blog_feed_archives": True, "blog_feed_subtitle": "What is new"})
    assert site.warnings == []
    feed = json.loads((site.outdir / "blog" / "2024" / "feed.json").read_bytes())
    assert [item["title"] for item in feed["items"]] == ["C", "B"]
    assert feed["description"] == "What is new"
    assert (feed["title"], feed["home_page_url"]) == ("Blog: Posts of 2024", "https://example.org/blog/2024.html")
    for name in ("atom.xml", "rss.xml"):
        assert (site.outdir / "blog" / "2023" / name).exists()
    # Programs find them from the page of the year, people from the page of feeds.
    assert "https://example.org/blog/2024/atom.xml" in site.page("blog/2024").head_links("alternate")
    subscribe = site.page("blog/subscribe")
    assert [text(h).removesuffix("¶") for h in subscribe.all("h2")][-1] == "Archives"
    years = select(subscribe.all("ul.blog-feeds")[-1], "li")
    assert [text(select(year, "a")[0]) for year in years] == ["2024", "2023"]
