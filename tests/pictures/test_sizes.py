"""Pictures in several sizes: what is made, what pages offer, and that nothing is lost."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin
from xml.etree.ElementTree import Element

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site, Warned
from page import Page
from PIL import Image, features
from sphinx.errors import ConfigError
from steps import clean, differences
from writing import INDEX, many, md, rst

pytestmark = pytest.mark.usefixtures("today")

has_avif = features.check("avif")


def photograph(size: tuple[int, int] = (480, 320), kind: str = "JPEG", mode: str = "RGB", **options: Any) -> bytes:
    """Return a picture of clouds: unlike one of a single colour it is as large as a photograph."""
    clouds = [Image.effect_noise((size[0] // 8 or 1, size[1] // 8 or 1), 60).resize(size) for _ in range(3)]
    output = BytesIO()
    Image.merge("RGB", clouds).convert(mode).save(output, kind, **options)
    return output.getvalue()


@pytest.fixture(scope="module")
def photo() -> bytes:
    return photograph(quality=95)


SIZES = {"blog_picture_sizes": (120, 240, 1600)}


def files(photo: bytes) -> dict[str, Any]:
    return {
        "index.md": "# Home\n\n```{postlist}\n:style: cards\n```\n\n![one](blog/one.jpg)\n",
        "blog/one.jpg": photo,
        "blog/图 2.jpg": photo[:-2] + b"\xff\xd9\0",
        "blog/draw.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        "blog/a.md": md(
            "A", "![one](one.jpg)\n\n![two](<图 2.jpg>)\n\n![d](draw.svg)\n\n% more\n\nRest.\n", tags="t"
        ),
        "blog/b.rst": rst(
            "B", ".. figure:: one.jpg\n   :width: 300px\n\n   Figure.\n\n.. image:: https://x.org/y.jpg\n"
        ),
        "blog/c.md": md("C", "Text.\n", image='"one.jpg"', description="Words."),
    }


def warned(site: Site) -> list[Warned]:
    return [warning for warning in site.warnings if warning.type.startswith("blog.")]


def images(page: Page) -> list[Element]:
    return list(page.root.iter("img"))


def offered(page: Page) -> dict[str, list[tuple[str, str]]]:
    """What each image of a page is offered as: kinds and candidates, by its alternative text."""
    return {
        next(picture.iter("img")).get("alt", ""): [
            (source.get("type", ""), source.get("srcset", "")) for source in picture.iter("source")
        ]
        for picture in page.root.iter("picture")
    }


def candidates(srcset: str) -> dict[int, str]:
    parts = (part.split() for part in srcset.split(", "))
    return {int(width.removesuffix("w")): url for url, width in parts}


def test_what_is_offered_is_there_and_lighter(make_site: MakeSite, photo: bytes) -> None:
    site = make_site(files(photo), SIZES)
    assert warned(site) == problems_of_tree(site.outdir) == []
    for name in ("index", "blog", "blog/a", "blog/tag/t", "blog/b", "blog/c"):
        page = site.page(name)
        pictures = [image for image in images(page) if unquote(image.get("src", "")).endswith(".jpg")]
        assert pictures or name == "blog/tag/t"
        for element in [*(i for i in pictures if "x.org" not in i.get("src", "")), *page.root.iter("source")]:
            assert element.get("sizes")
            found = candidates(element.get("srcset", ""))
            assert sorted(found) == list(found) == [120, 240, 480]
            weights = []
            for width, url in found.items():
                path = site.outdir / unquote(urljoin(f"/{name}.html", url)).lstrip("/")
                with Image.open(path) as image:
                    assert image.size == (width, width * 2 // 3)
                    kind = element.get("type", "image/jpeg").partition("/")[2].upper()
                    assert image.format == kind
                weights.append(path.stat().st_size)
            assert weights == sorted(weights)
            assert max(weights) <= len(photo) + 1
    # Lighter kinds come first.
    kinds = [kind for kind, _srcset in offered(site.page("blog/a"))["one"]]
    assert kinds == (["image/avif", "image/webp"] if has_avif else ["image/webp"])
    # Images have their size, and are loaded in time.
    one, two, drawing = images(site.page("blog/a"))
    assert [(image.get("width"), image.get("height")) for image in (one, two)] == [("480", "320")] * 2
    assert [image.get("loading") for image in (one, two)] == [None, "lazy"]
    # What is no picture of pixels, or elsewhere, is left alone.
    assert (drawing.get("srcset"), drawing.get("loading")) == (None, None)
    figure, remote = images(site.page("blog/b"))
    assert (figure.get("style"), figure.get("width"), figure.get("sizes")) == ("width: 300px;", "480", "300px")
    assert remote.get("srcset") is None
    # Originals are kept, and are in feeds.
    assert (site.outdir / "_images/one.jpg").read_bytes() == photo
    assert images(site.page("blog/a"))[0].get("src") == "../_images/one.jpg"
    content = {item["title"]: item["content_html"] for item in site.items()}
    assert "srcset" not in str(content)
    assert "https://example.org/_images/one.jpg" in content["A"]


def test_a_page_without_pictures_is_what_it_was(make_site: MakeSite) -> None:
    plain, sized = (make_site(INDEX | many(2), conf).bytes() for conf in ({}, SIZES))
    assert [name for name in plain if name.endswith(".html") and plain[name] != sized[name]] == []


STEPS: dict[str, Callable[[Site], Any]] = {
    "another picture": lambda site: site.write("blog/one.jpg", photograph((400, 200), quality=90)),
    "a file deleted": lambda site: next((site.outdir / "_images/sizes").iterdir()).unlink(),
    "other sizes": lambda site: site.edit("conf.py", "(120, 240, 1600)", "[100]"),
    "withdrawn": lambda site: site.write(
        "blog/a.md", files(b"")["blog/a.md"].replace("---\n", "---\ndraft: true\n", 1)
    ),
    "picture gone": lambda site: (
        site.write("blog/b.rst", rst("B")),
        site.write("blog/c.md", md("C")),
        site.write("index.md", "# Home\n"),
        site.delete("blog/one.jpg"),
    ),
    "back again": lambda site: [site.write(name, content) for name, content in files(photograph()).items()],
    "off": lambda site: site.edit("conf.py", "[100]", "()"),
}


@pytest.mark.slow
def test_an_incremental_build_is_a_clean_one(make_site: MakeSite, tmp_path: Path, photo: bytes) -> None:
    site = make_site(files(photo), SIZES)
    for step, change in STEPS.items():
        change(site)
        site.build()
        # Sphinx itself leaves images that no document shows any more.
        found = [name for name in differences(site, clean(site, tmp_path / "clean")) if name != "_images/one.jpg"]
        assert found == [], step


def animated(kind: str) -> bytes:
    frames = [Image.new("RGB", (300, 200), colour) for colour in ("red", "blue")]
    output = BytesIO()
    frames[0].save(output, kind, save_all=True, append_images=frames[1:])
    return output.getvalue()


TURNED = Image.Exif()
TURNED[0x0112] = 6
TURNED[0x8825] = {1: "N", 2: (52.0, 31.0, 0.0)}
#: Pictures of which nothing is made: they move.
LEFT_ALONE = {f"moving.{kind.lower()}": animated(kind) for kind in ("WEBP", "PNG", "GIF")}
ODD = LEFT_ALONE | {
    "cmyk.jpg": photograph(mode="CMYK"),
    "palette.png": photograph((300, 200), "PNG", "P"),
    "transparent.png": photograph((300, 200), "PNG", "RGBA"),
    "small.jpg": photograph((9, 9)),
    "tall.jpg": photograph((16, 3000)),
    "turned.jpg": photograph((480, 320), exif=TURNED.tobytes()),
    "lossless.webp": photograph((480, 320), "WEBP", lossless=True),
}


@pytest.mark.slow
def test_odd_pictures(make_site: MakeSite) -> None:
    posts = {f"blog/p{n}.md": md(f"P{n}", f"![x]({name})\n") for n, name in enumerate(ODD)}
    files = {f"blog/{name}": content for name, content in ODD.items()}
    site = make_site({"index.md": "# Home\n"} | posts | files, SIZES)
    assert warned(site) == problems_of_tree(site.outdir) == []
    for number, (name, content) in enumerate(ODD.items()):
        assert (site.outdir / "_images" / name).read_bytes() == content
        page = site.page(f"blog/p{number}")
        made = re.findall(r"_images/sizes/[\w-]+\.\w+", page.source)
        assert bool(made) == (name not in LEFT_ALONE), name
        for path in (site.outdir / file for file in made):
            with Image.open(path) as image, Image.open(BytesIO(content)) as original:
                assert image.convert("RGBA").getextrema()[3] == original.convert("RGBA").getextrema()[3]
                # It stays upright, and where it was taken is not told on.
                assert dict(image.getexif()) == {}
                assert image.height > image.width or name != "turned.jpg"
            # What was kept without loss stays so.
            assert b"VP8L" in path.read_bytes()[:64] or name != "lossless.webp"
        if name == "turned.jpg":
            assert [(image.get("width"), image.get("height")) for image in images(page)] == [("320", "480")]


def test_a_broken_picture_is_a_warning_at_every_build(make_site: MakeSite) -> None:
    text = "![x](x.png)\n\n![y](y.png)\n"
    broken = {"blog/x.png": b"text", "blog/y.png": b"\x89PNG\r\n\x1a\n" + b"\0" * 60}
    site = make_site({"index.md": "# Home\n", "blog/a.md": md("A", text)} | broken, SIZES)
    for _build in range(2):
        found = [(warning.type, warning.message.partition(" ")[0]) for warning in warned(site)]
        assert sorted(found) == [("blog.picture", "x.png"), ("blog.picture", "y.png")]
        site.write("blog/b.md", md("B", f"Text {_build}.\n")).build()
    assert [image.get("src") for image in images(site.page("blog/a"))] == ["../_images/x.png", "../_images/y.png"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("pictures.pages.find_spec", lambda name: None, ["pip install 'sphinx-blogext[images]'"]),
        ("pictures.variants._MOST_PIXELS", 100_000, ["one.jpg", "图 2.jpg"]),
    ],
)
def test_without_pillow_or_with_too_many_pixels_a_picture_is_left_alone(
    make_site: MakeSite, photo: bytes, monkeypatch: pytest.MonkeyPatch, name: str, value: object, told: list[str]
) -> None:
    monkeypatch.setattr(f"sphinx_blogext.{name}", value)
    site = make_site(files(photo), SIZES)
    assert all(any(part in warning.message for warning in warned(site)) for part in told)
    assert (len(warned(site)), offered(site.page("blog/a"))) == (len(told), {})


@pytest.mark.parametrize("given", [480, ("480",), (0,), (True,), (20000,)])
def test_what_is_no_width_is_refused(make_site: MakeSite, given: Any) -> None:
    with pytest.raises(ConfigError, match="blog_picture_sizes"):
        make_site({"index.md": "# Home\n"}, {"blog_picture_sizes": given})


def test_other_marks_are_left_as_they_are(make_site: MakeSite, photo: bytes) -> None:
    kept = [
        '<script type="text/plain"><img src="_images/one.jpg"></script>',
        "<textarea><img src='_images/one.jpg'></textarea>",
        "<!-- <img src='_images/one.jpg'> -->",
        '<picture><source media="(min-width: 1px)" srcset="x.jpg"><img src="_images/one.jpg" alt=""></picture>',
        '<img src="https://docs.example.com/en/_images/one.jpg" alt="">',
        '<img src="../other/_images/one.jpg" alt="">',
        '<img src="_images/one.jpg" srcset="_images/one.jpg 2x" alt="">',
    ]
    quoted = '<img src="_images/one.jpg" title="a > b" alt=\'c > d\' style="border: 1px solid red">'
    raw = "\n\n".join(["```{raw} html\n" + html + "\n```" for html in [*kept, quoted]])
    given = {"blog/one.jpg": photo, "blog/a.md": md("A", "![one](one.jpg)\n"), "index.md": f"# Home\n\n{raw}\n"}
    site = make_site(given, SIZES)
    source = site.page("index").source
    assert [html for html in kept if html not in source] == []
    (image,) = [found for found in images(site.page("index")) if found.get("title")]
    assert (image.get("title"), image.get("alt"), image.get("width")) == ("a > b", "c > d", "480")
    assert image.get("srcset")
