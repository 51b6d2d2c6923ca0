"""Files of posts and of the site in the three feeds: pictures, and audio and video with a player on the page."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
import steps
from conftest import MakeSite, Site
from writing import INDEX, md, rst

from sphinx_blogext.feeds.write import Items
from sphinx_blogext.site.build import build_of

SOUND, FILM = b"\xff\xfb" * 50, b"film" * 10
PICTURE = steps.PICTURE
FILES: dict[str, str | bytes] = {
    **INDEX,
    "blog/one.md": md("One & two", "Listen.\n", "2024-01-01", enclosure="one.mp3", image="cover.svg"),
    "blog/two.rst": rst("Two", "Watch.\n", "2024-01-02", enclosure="/media/zwei drei.webm"),
    "blog/three.md": md(
        *("Three", "Text.\n", "2024-01-03"),
        enclosure="https://cdn.example.org/3.M4A?token=a&b",
        image='"https://example.com/b.jpg?x=1&y"',
    ),
    "blog/four.md": md("Four", date="2024-01-04"),
    "blog/one.mp3": SOUND,
    "blog/cover.svg": PICTURE,
    "media/zwei drei.webm": FILM,
    "logo.png": "A logo",
}
CONF = {
    "html_logo": "logo.png",
    "html_favicon": "https://example.com/icon.ico",
    "copyright": "2024, Mei & Co",
    "author": "Mei",
}


@pytest.fixture(scope="module", params=["html", pytest.param("dirhtml", marks=pytest.mark.slow)])
def site(make_shared_site: MakeSite, request: pytest.FixtureRequest) -> Site:
    return make_shared_site(FILES, CONF, builder=request.param)


def file_of(site: Site, name: str) -> str:
    """The path in the output of a file that Sphinx has copied."""
    (path,) = site.outdir.glob(f"_downloads/*/{name}")
    return path.relative_to(site.outdir).as_posix()


def test_in_feeds(site: Site) -> None:
    one = f"https://example.org/{file_of(site, 'one.mp3')}"
    two = f"https://example.org/{file_of(site, 'zwei drei.webm')}".replace(" ", "%20")
    three = "https://cdn.example.org/3.M4A?token=a&b"
    expected = {
        "One & two": (one, "audio/mpeg", 100),
        "Two": (two, "video/webm", 40),
        "Three": (three, "audio/mp4", 0),
    }
    root = ElementTree.parse(site.outdir / "blog/rss.xml").getroot()
    rss = {item.findtext("title"): item.findall("enclosure") for item in root.iter("item")}
    assert {title: [dict(e.attrib) for e in found] for title, found in rss.items() if found} == {
        title: [{"url": url, "type": kind, "length": str(length)}]
        for title, (url, kind, length) in expected.items()
    }
    attached = {item["title"]: item["attachments"] for item in site.items() if "attachments" in item}
    assert {title: found[0]["url"] for title, found in attached.items()} == {
        title: url for title, (url, _, _) in expected.items()
    }
    atom = {entry.title: entry.enclosures for entry in feedparser.parse(site.outdir / "blog/atom.xml").entries}
    # The picture follows.
    assert [found.type for found in atom["One & two"]] == ["audio/mpeg", "image/svg+xml"]
    assert (atom["Two"][0].href, atom["Four"]) == (two, [])


def test_pictures_in_feeds_and_whose_these_are(site: Site) -> None:
    assert site.warnings == []
    expected = {"One & two": "https://example.org/_images/cover.svg", "Three": "https://example.com/b.jpg?x=1&y"}
    for name in ("atom.xml", "rss.xml"):
        found = feedparser.parse(site.outdir / "blog" / name)
        pictures = {entry.title: entry.get("media_content", [{}])[0].get("url") for entry in found.entries}
        assert pictures == {"Two": None, "Four": None} | expected
        assert (found.feed.author, found.feed.rights) == ("Mei", "2024, Mei & Co")
    data = json.loads((site.outdir / "blog/feed.json").read_bytes())
    assert {item["title"]: item["image"] for item in data["items"] if "image" in item} == expected
    assert data["icon"] == "https://example.org/_static/logo.png"
    assert data["favicon"] == "https://example.com/icon.ico"


def test_with_a_player(site: Site) -> None:
    def player(name: str, kind: str) -> dict[str, Any]:
        return dict(site.page(f"blog/{name}").one(f".blog-post-header {kind}").attrib)

    up = "../" if site.builder == "html" else "../../"
    expected = {"src": up + file_of(site, "one.mp3"), "aria-label": "One & two", "preload": "none"}
    assert player("one", "audio").items() >= expected.items()
    assert player("two", "video")["src"] == up + file_of(site, "zwei drei.webm").replace(" ", "%20")
    assert player("three", "audio")["src"] == "https://cdn.example.org/3.M4A?token=a&b"
    assert site.page("blog/four").all("audio") == site.page("blog").all("audio") == []


@pytest.mark.parametrize(
    ("shared", "length"),
    [
        ("_images/cover.svg", len(PICTURE)),
        # A card takes its place, in the output.
        ("_static/card.png", 4),
        *((name, 0) for name in ("_static/gone.png", "https://e.org/card.png")),
        ("", None),
    ],
)
def test_the_length_of_a_picture_is_that_of_its_file(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared: str, length: int | None
) -> None:
    build = build_of(site.env)
    items = object.__new__(Items)
    items.build, items.base, items.builder = build, "https://example.org/", build.html_builder
    monkeypatch.setattr(build.html_builder, "outdir", tmp_path)
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static/card.png").write_bytes(b"card")
    monkeypatch.setattr("sphinx_blogext.feeds.write.shared_picture", lambda _post, _build: shared)
    picture = items.picture(build.posts["blog/one"])
    assert (picture and picture.length) == length


def test_of_a_draft_nothing_is_published(make_site: MakeSite) -> None:
    site = make_site(FILES)
    site.edit("blog/one.md", "enclosure", "draft: true\nenclosure").build()
    assert list(site.outdir.glob("_downloads/*/one.mp3")) == []
