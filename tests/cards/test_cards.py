"""Social cards of a site: what is drawn, who names it, what happens when something changes or is missing."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import feedparser
import pytest
from conftest import MakeSite, Site, Warned
from fonts import write_font, write_fonts
from PIL import Image
from sphinx.errors import ConfigError
from steps import clean, differences, setting
from writing import md

from sphinx_blogext.cards import faces, font_files

pytestmark = pytest.mark.usefixtures("today", "only_font")


def picture(
    colour: str = "red", size: tuple[int, int] = (300, 200), kind: str = "PNG", mode: str = "RGB"
) -> bytes:
    output = BytesIO()
    Image.new("RGB", size, colour).convert(mode).save(output, kind)
    return output.getvalue()


CONF: dict[str, Any] = {
    "blog_social_cards": True,
    "blog_title": "Notes",
    "blog_authors": {"mei": ("Mei", None)},
    "html_logo": "logo.png",
}
FILES: dict[str, Any] = {
    "index.md": "# Home\n",
    "logo.png": picture("blue"),
    "blog/pic.jpg": picture("green", (900, 600), "JPEG"),
    "blog/a.md": md("A \\& \\<post>", "Text.\n", "2024-01-01", author="mei"),
    "blog/b.md": md("With a picture", "Text.\n", "2024-01-02", image='"pic.jpg"'),
    "blog/c.md": md("字与字", "Text.\n", "2024-01-03", language="zh"),
}


@pytest.fixture
def only_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let all builds find one font, of boxes: for Latin letters and Han."""
    folder = tmp_path / "fonts"
    write_fonts(folder, {"Letters": 0.6})
    monkeypatch.setattr(faces, "font_folders", lambda: [folder])
    return folder


def cards(site: Site) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((site.outdir / "_images").glob("card-*.png"))}


def warned(site: Site) -> list[Warned]:
    return [warning for warning in site.warnings if warning.type.startswith("blog.")]


def card_of(site: Site, page: str) -> str:
    (url,) = site.page(page).meta("og:image")
    return url.removeprefix("https://example.org/_images/")


def test_each_post_has_a_card_and_its_page_says_so(make_site: MakeSite) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    drawing = {"blog/v.svg": svg, "blog/v.md": md("V", "Text.\n", "2023-12-31", image='"v.svg"')}
    site = make_site(FILES | drawing, CONF)
    assert (warned(site), len(cards(site))) == ([], 4)
    page, name = site.page("blog/a"), card_of(site, "blog/a")
    with Image.open(BytesIO(cards(site)[name])) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert [*page.meta("og:image:width"), *page.meta("og:image:height")] == ["1200", "630"]
    assert (page.meta("og:image:alt"), page.meta("twitter:card")) == (["A & <post>"], ["summary_large_image"])
    assert page.data["BlogPosting"]["image"] == f"https://example.org/_images/{name}"
    # The picture of a post is shared rather than its card, but for one that networks do not show.
    assert (card_of(site, "blog/b"), site.page("blog/b").meta("og:image:width")) == ("pic.jpg", [])
    assert card_of(site, "blog/v") in cards(site)
    # Lists have none, and feeds have cards.
    assert site.page("blog").meta("og:image") == []
    for feed in ("atom.xml", "rss.xml"):
        entry = feedparser.parse(site.outdir / "blog" / feed).entries[2]
        (enclosure,) = entry.enclosures
        assert (enclosure.type, enclosure.length) == ("image/png", str(len(cards(site)[name])))
        assert entry.media_content[0]["url"] == f"https://example.org/_images/{name}"
    images = [item["image"].rpartition("/")[2] for item in site.items()]
    assert images == [card_of(site, f"blog/{name}") for name in "cbav"]


OWN_FONT = CONF | {"blog_card_fonts": "own.ttf"}
STEPS: dict[str, Callable[[Site], object]] = {
    "text": lambda site: site.edit("blog/a.md", "Text.", "Another text."),
    "card deleted": lambda site: (site.outdir / "_images" / card_of(site, "blog/a")).unlink(),
    "title": lambda site: site.edit("blog/a.md", "# A", "# Another"),
    "picture": lambda site: site.write("blog/pic.jpg", picture("black", (90, 60), "JPEG")),
    # Another one of the same name.
    "font": lambda site: (
        write_font(site.source / "own.ttf", "Other", range(0x20, 0x7F), range(0x4E00, 0xA000), 0.9),
        font_files.read_faces.cache_clear(),
    ),
    "blog": setting(OWN_FONT | {"blog_title": "Other"}),
    "withdrawn": lambda site: site.edit("blog/a.md", "---\n", "---\ndraft: true\n"),
    "off": setting(CONF | {"blog_social_cards": False, "html_theme": "blogext"}),
}


@pytest.mark.slow
def test_an_incremental_build_is_a_clean_one(make_site: MakeSite, tmp_path: Path, only_font: Path) -> None:
    site = make_site(FILES | {"own.ttf": (only_font / "Letters.ttf").read_bytes()}, OWN_FONT)
    for step, change in STEPS.items():
        before = cards(site)
        change(site)
        site.build()
        found = differences(site, clean(site, tmp_path / "clean"))
        # Sphinx leaves what another theme had.
        assert [name for name in found if not name.startswith("_static/")] == [], step
        # Its text is not on a card.
        assert (cards(site) == before) == (step in {"text", "card deleted"}), step


def test_without_a_font_one_warning_and_no_card(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    hebrew = {f"blog/h{number}.md": md("ש", "Text.\n", "2024-02-01") for number in range(3)}
    site = make_site(FILES | hebrew, CONF | {"blog_default_image": "https://example.org/_static/card.png"})
    assert len(cards(site)) == 3
    (warning,) = warned(site)
    assert (warning.file, warning.type) == ("blog/h0.md", "blog.card")
    assert "U+05E9" in warning.message
    assert warning.message.endswith("posts without a social card: 3")
    # What all pages have that have none.
    assert site.page("blog/h0").meta("og:image") == ["https://example.org/_static/card.png"]
    monkeypatch.setattr(faces, "font_folders", list)
    assert cards(make_site(FILES, CONF)) == {}


def test_without_pillow_or_with_too_many_pixels_there_is_one_warning(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("sphinx_blogext.cards.plan.find_spec", lambda name: None)
        site = make_site(FILES, CONF)
    (warning,) = warned(site)
    assert (cards(site), "install 'sphinx-blogext[images]'" in warning.message) == ({}, True)
    monkeypatch.setattr("sphinx_blogext.pictures.variants._MOST_PIXELS", 100_000)
    site = make_site(FILES, CONF)
    assert (len(cards(site)), [warning.type for warning in warned(site)]) == (3, ["blog.picture"])


def test_a_font_may_be_named(make_site: MakeSite, only_font: Path) -> None:
    font = {"own.ttf": (only_font / "Letters.ttf").read_bytes()}
    site = make_site(FILES | font, CONF | {"blog_card_fonts": {"zh-Hans": ["missing.ttf", "own.ttf"]}})
    assert len(cards(site)) == 3
    assert [warning.message for warning in warned(site)] == ["blog_card_fonts: cannot read the font missing.ttf"]


@pytest.mark.parametrize("given", [3, "font.woff2", {"zh": ["a.ttf", "b.txt"]}, {1: "a.ttf"}, ["a.ttf", None]])
def test_what_is_no_font_is_refused(make_site: MakeSite, given: Any) -> None:
    with pytest.raises(ConfigError, match="blog_card_fonts"):
        make_site({"index.md": "# Home\n"}, {"blog_card_fonts": given})


PICTURES = {
    "broken": b"\x89PNG\r\n\x1a\n" + b"\0" * 90,
    "none": b"text",
    "cmyk": picture("green", (90, 60), "JPEG", "CMYK"),
    "palette": picture("green", (90, 60), "GIF", "P"),
}


@pytest.mark.slow
def test_a_card_is_drawn_whatever_the_picture(make_site: MakeSite) -> None:
    files = FILES | {f"blog/{kind}.jpg": content for kind, content in PICTURES.items()}
    files |= {f"blog/{kind}.md": md(kind, "Text.\n", image=f'"{kind}.jpg"') for kind in PICTURES}
    site = make_site(files | {"logo.png": b"text"}, CONF)
    assert len(cards(site)) == 3 + len(PICTURES)
    found = {(warning.type, warning.message.partition(" ")[0]) for warning in warned(site)}
    assert found == {("blog.picture", name) for name in ("broken.jpg", "none.jpg", "logo.png")}


TITLES = [
    "🎉", "1️⃣ key", "x" * 3000, "字" * 120, "a\u202eb\x07c\u200d", "👩\u200d💻", "</script>", " ", "e\u0301" * 50,
    "\ufeff字\ufe0f",
]  # fmt: skip


def test_a_card_is_drawn_whatever_the_title(make_site: MakeSite) -> None:
    posts = {f"blog/{n}.md": md("Heading", "Text.\n", title=json.dumps(title)) for n, title in enumerate(TITLES)}
    site = make_site({"index.md": "# Home\n", **posts}, {"blog_social_cards": True})
    assert {card_of(site, name.removesuffix(".md")) for name in posts} == cards(site).keys()
    assert not [warning for warning in warned(site) if warning.type == "blog.card"]


def test_the_cards_of_another_extension_win(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinxext.opengraph", reason="sphinxext-opengraph is not installed")
    extensions = ["myst_parser", "sphinx_blogext", "sphinxext.opengraph"]
    # Without matplotlib it draws none.
    monkeypatch.setattr("sphinxext.opengraph.create_social_card", None)
    site = make_site(FILES, CONF | {"extensions": extensions})
    page = site.page("blog/a")
    assert card_of(site, "blog/a") in cards(site)
    for name in ("og:image", "og:image:width", "og:image:height", "og:image:alt", "twitter:card"):
        assert len(page.meta(name)) == 1, name
    site = make_site(FILES, CONF | {"extensions": extensions, "ogp_image": "https://example.org/all.png"})
    assert (cards(site), site.page("blog/a").meta("og:image")) == ({}, ["https://example.org/all.png"])


def test_a_default_image_that_is_not_there_is_said(make_site: MakeSite) -> None:
    files = {"index.md": "# Home\n", "blog/a.md": md(), "own/there.png": picture()}
    for name, count in {"none": 1, "there": 0}.items():
        conf = {"blog_default_image": f"_static/{name}.png", "html_static_path": ["own"]}
        found = [
            (warning.type, "_static/none.png" in warning.message) for warning in warned(make_site(files, conf))
        ]
        assert found == [("blog.picture", True)] * count
