"""Files of posts and of the site in the three feeds: pictures, and audio and video with a player on the page."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site
from feeds import ATOM
from steps import PICTURE
from writing import INDEX, md, rst

from sphinx_blogext.feeds.write import Items
from sphinx_blogext.site.build import build_of

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
    "blog/one.mp3": b"\xff\xfb" * 50,
    "blog/cover.svg": PICTURE,
    "media/zwei drei.webm": b"film" * 10,
    "logo.png": "A logo",
}
CONF = {"html_logo": "logo.png", "html_favicon": "https://example.com/icon.ico"}
CONF |= {"copyright": "2024, Mei & Co", "author": "Mei"}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


def file_of(site: Site, name: str) -> str:
    """The path in the output of a file that Sphinx has copied."""
    (path,) = site.outdir.glob(f"_downloads/*/{name}")
    return path.relative_to(site.outdir).as_posix()


def test_in_feeds(site: Site) -> None:
    assert site.warnings == []
    expected = {
        "One & two": (f"https://example.org/{file_of(site, 'one.mp3')}", "audio/mpeg", 100),
        "Two": (f"https://example.org/{file_of(site, 'zwei drei.webm')}".replace(" ", "%20"), "video/webm", 40),
        "Three": ("https://cdn.example.org/3.M4A?token=a&b", "audio/mp4", None),
    }
    data = json.loads((site.outdir / "blog/feed.json").read_bytes())
    files = {item["title"]: item["attachments"][0] for item in data["items"] if "attachments" in item}
    found = {title: (file["url"], file["mime_type"], file.get("size_in_bytes")) for title, file in files.items()}
    assert found == expected
    pictures = {"One & two": "https://example.org/_images/cover.svg", "Three": "https://example.com/b.jpg?x=1&y"}
    assert {item["title"]: item["image"] for item in data["items"] if "image" in item} == pictures
    assert data["icon"] == "https://example.org/_static/logo.png"
    assert data["favicon"] == "https://example.com/icon.ico"
    feed = ElementTree.parse(site.outdir / "blog/atom.xml")
    assert feed.findtext(f"{ATOM}rights") == "2024, Mei & Co"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Mei"
    # The picture follows.
    links = [link.get("type") for link in feed.iterfind(f"{ATOM}entry[4]/{ATOM}link[@rel='enclosure']")]
    assert links == ["audio/mpeg", "image/svg+xml"]


def test_with_a_player(site: Site) -> None:
    def player(name: str, kind: str) -> dict[str, Any]:
        return dict(site.page(f"blog/{name}").one(f".blog-post-header {kind}").attrib)

    expected = {"src": f"../{file_of(site, 'one.mp3')}", "aria-label": "One & two", "preload": "none"}
    assert player("one", "audio").items() >= expected.items()
    assert player("two", "video")["src"] == f"../{file_of(site, 'zwei drei.webm')}".replace(" ", "%20")
    assert player("three", "audio")["src"] == "https://cdn.example.org/3.M4A?token=a&b"
    assert site.page("blog/four").all("audio") == site.page("blog").all("audio") == []


@pytest.mark.parametrize(
    ("shared", "length"),
    [
        # A card takes the place of a picture, in the output.
        *(("_images/cover.svg", len(PICTURE)), ("_static/card.png", 4)),
        *(("_static/gone.png", 0), ("https://e.org/card.png", 0), ("", None)),
    ],
)
def test_the_length_of_a_picture_is_that_of_its_file(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared: str, length: int | None
) -> None:
    items = object.__new__(Items)
    items.build, items.base = build_of(site.env), "https://example.org/"
    items.builder = items.build.html_builder
    monkeypatch.setattr(items.builder, "outdir", tmp_path)
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static/card.png").write_bytes(b"card")
    monkeypatch.setattr("sphinx_blogext.feeds.write.shared_picture", lambda _post, _build: shared)
    picture = items.picture(items.build.posts["blog/one"])
    assert (picture and picture.length) == length


def test_of_a_draft_nothing_is_published(make_site: MakeSite) -> None:
    site = make_site(FILES)
    site.edit("blog/one.md", "enclosure", "draft: true\nenclosure").build()
    assert list(site.outdir.glob("_downloads/*/one.mp3")) == []
