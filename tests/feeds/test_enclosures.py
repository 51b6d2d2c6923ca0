"""Audio and video files of posts: in the three feeds, and with a player on the page."""

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
    "blog/three.md": md("Three", date="2024-01-03", enclosure="https://cdn.example.org/3.M4A?token=a&b"),
    "blog/four.md": md("Four", date="2024-01-04"),
    "blog/one.mp3": SOUND,
    "blog/cover.svg": PICTURE,
    "media/zwei drei.webm": FILM,
}


@pytest.fixture(scope="module", params=["html", pytest.param("dirhtml", marks=pytest.mark.slow)])
def site(make_shared_site: MakeSite, request: pytest.FixtureRequest) -> Site:
    return make_shared_site(FILES, builder=request.param)


def file_of(site: Site, name: str) -> str:
    """The path in the output of a file that Sphinx has copied."""
    (path,) = site.outdir.glob(f"_downloads/*/{name}")
    return path.relative_to(site.outdir).as_posix()


def test_in_feeds(site: Site) -> None:
    assert site.warnings == []
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
    assert {item["title"]: item["attachments"] for item in site.items() if "attachments" in item} == {
        title: [{"url": url, "mime_type": kind} | ({"size_in_bytes": length} if length else {})]
        for title, (url, kind, length) in expected.items()
    }
    atom = {entry.title: entry.enclosures for entry in feedparser.parse(site.outdir / "blog/atom.xml").entries}
    # The picture follows.
    assert [found.type for found in atom["One & two"]] == ["audio/mpeg", "image/svg+xml"]
    assert atom["Two"][0].href == two
    assert atom["Four"] == []


def test_with_a_player(site: Site) -> None:
    def player(name: str, kind: str) -> dict[str, Any]:
        element = site.page(f"blog/{name}").one(f".blog-post-header {kind}")
        return dict(element.attrib)

    up = "../" if site.builder == "html" else "../../"
    assert player("one", "audio")["src"] == up + file_of(site, "one.mp3")
    assert player("one", "audio")["aria-label"] == "One & two"
    assert player("one", "audio")["preload"] == "none"
    assert player("two", "video")["src"] == up + file_of(site, "zwei drei.webm").replace(" ", "%20")
    assert player("three", "audio")["src"] == "https://cdn.example.org/3.M4A?token=a&b"
    assert not site.page("blog/four").all("audio")
    assert not site.page("blog").all("audio")


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
