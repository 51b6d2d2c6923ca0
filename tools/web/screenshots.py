"""Take the screenshots for the documentation, small enough for a repository.

No picture is taken of a page that shows what readers should not see: TeX, template code, or a character that no
font has. For Chinese, install a font, such as Debian's package ``fonts-noto-cjk``.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import Server, chromium
from PIL import Image
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: The name of each screenshot, and its page.
PICTURES = {
    "list": "blog/index.html",
    "post": "blog/2026/mergeable.html",
    "docs": "guide/index.html",
    "archive": "blog/archive.html",
    "author": "blog/author/mei.html",
    "search": "search.html?q=window",
    "cards": "index.html#latest-from-the-blog",
}
#: The colors suggested in the documentation, and the page that shows them.
ACCENTS = {"ink": "#1f4f9c", "petrol": "#0f6674", "moss": "#3d6320", "brick": "#a3341c", "plum": "#7d2a6f"}
ACCENT_PAGE, ACCENT_SCREEN = "guide/windows.html", (960, 340)
#: What the style sheet computes from a color, so that one built site can show them all.
ACCENT = "light-dark({0}, oklch(from {0} max(l, .8) min(c, .13) h))"
#: Two windows side by side, which can be read on a phone: the list in light mode, and a post in dark mode.
FACE = {"light": "blog/index.html", "dark": "blog/2026/two-stacks.html"}
FACE_SCREEN, FACE_GAP = (480, 560), 16
#: The list, in the color scheme of the reader.
HERO_PAGE, HERO_SCREEN = "blog/index.html", (560, 460)
#: The same list in this theme and in others, which do not load a script for formulas then, and in the most compact
#: style: name -> style and options.
_FORMULAS = "html_math_renderer=blogext"
BESIDE = {
    "beside-blogext": ("teasers",),
    "beside-furo": ("teasers", "html_theme=furo", _FORMULAS),
    "beside-pydata": ("teasers", "html_theme=pydata_sphinx_theme", _FORMULAS),
    "beside-compact": ("compact",),
}
BESIDE_LIST, BESIDE_STYLE = "blog/index.md", ":style: {0}\n"
BESIDE_PAGE, BESIDE_SCREEN = "blog/index.html", (1280, 900)
#: Parts of pages for the front page of the documentation: their page, the element that they begin with, and where
#: the last whole line ends.
CLOSE = {
    "close-teaser": ("blog/page/2.html", "article", 362),
    "close-api": ("api.html", "dl:has(.blog-mentions)", 384),
    "close-han": ("blog/2026/mergeable.html", "h1", 358),
}
#: For the guides, parts of pages of the example site: the page, the element, and how high the picture is.
GUIDES = {
    "guide-home": ("index.html", "h1", 460),
    "guide-compact": ("blog/category/mathematics.html", "h1", 480),
    "guide-archive": ("blog/archive.html", "h1", 420),
    "guide-terms": ("blog/tag.html", "h1", 260),
    "guide-languages": ("blog/tag/算法.html", "h1", 380),
    "guide-subscribe": ("blog/subscribe.html", "h1", 420),
    "guide-series": ("blog/2025/ws-2-memory-order.html", "details.blog-series, .blog-series details", 260),
    "guide-contents": ("blog/series/building-a-work-stealing-pool.html", "h1", 380),
    "guide-header": ("blog/2026/benchmarks.html", "h1", 320),
    "guide-around": ("blog/2026/benchmarks.html", ".blog-post-footer", 480),
    "guide-cite": ("blog/2025/ws-4-measurements.html", ".blog-citation", 260),
    "guide-notebook": ("blog/2025/hyperloglog-measured.html", ".cell", 420),
    "guide-search": ("search.html?q=window", "h1", 420),
    "guide-teaser": ("blog/page/2.html", "article", 520),
    "guide-taxonomy": ("blog/component/core.html", "h1", 420),
    "guide-releases": ("blog/2026.html", ".blog-compact-post:has([href*=changelog])", 266),
}
#: The same, of wide windows, in which the sidebars are.
WIDE_GUIDES = {"guide-sidebar": ("blog/index.html", ".blog-rail", 472)}
#: The same, of the example site with other options.
OTHER_GUIDES = {
    "guide-furo": ("blog/index.html", ".mobile-header", 460, "html_theme=furo", _FORMULAS),
    "guide-comments": (
        *("blog/2026/benchmarks.html", ".blog-comments", 160),
        *("blog_comments.provider=utterances", "blog_comments.repo=example/rill"),
    ),
}
GUIDE_SCREEN, GUIDE_WIDTH = (640, 900), 620
WIDE_SCREEN, SIDEBAR_WIDTH = (1280, 900), 240
#: Each build of the tutorial: the page to show, and how high the picture is.
TUTORIAL = {
    1: ("html/blog/index.html", 320),
    2: ("html/blog/index.html", 760),
    3: ("preview/blog/drafts.html", 220),
    4: ("html/blog/page/2.html", 320),
}
CLOSE_SCREEN = (420, 900)
CLOSE_SIZE = (420, 384)
#: Pixels to a pixel of the pictures that are shown as large as they are, or larger.
SHARP = 2
TESTS = Path(__file__).parents[2] / "tests"
#: The parts of a policy that other themes need in addition to ours.
_ANY = "script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
#: Width and height of the screens.
SCREENS = {"phone": (390, 844), "desktop": (1280, 860)}
#: Returns what readers of a page should not see. A character that no font has looks like one that does not exist.
PROBLEMS = r"""
    () => {
        const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const drawn = (font, character) => {
            context.clearRect(0, 0, 48, 48);
            context.font = font;
            context.fillText(character, 8, 32);
            return context.getImageData(0, 0, 48, 48).data.join();
        };
        const known = new Map();
        const isMissing = (font, character) => {
            if (!known.has(font)) known.set(font, new Map([["", drawn(font, "\u0378")]]));
            const seen = known.get(font);
            if (!seen.has(character)) seen.set(character, drawn(font, character) === seen.get(""));
            return seen.get(character);
        };
        const found = new Set();
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const { data, parentElement } = texts.currentNode;
            if (!parentElement.checkVisibility() || parentElement.closest("script, style, annotation")) continue;
            if (!parentElement.closest("code, pre, kbd")) {
                for (const [code] of data.matchAll(/\\[([]|\\[a-zA-Z]{2,}|\$\$|\{\{|\{%|\ufffd/g)) found.add(code);
            }
            const { fontStyle, fontWeight, fontFamily } = getComputedStyle(parentElement);
            const font = `${fontStyle} ${fontWeight} 24px ${fontFamily}`;
            for (const [character] of data.matchAll(/[\p{L}\p{N}\p{P}\p{S}]/gu)) {
                if (isMissing(font, character)) found.add(character);
            }
        }
        return [...found];
    }
"""


def take(browser: Any, url: str, size: tuple[int, int], scheme: str, path: Path, accent: str = "") -> None:
    """Take a screenshot of the page at *url*, with the color *accent*."""
    save(picture_of(browser, url, size, scheme, accent), path)


def save(picture: Image.Image, path: Path, colors: int = 96) -> None:
    # Enough colors for text and a little code: a quarter of the bytes, and no visible difference.
    palette = picture.convert("RGB").quantize(colors, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette.save(path, optimize=True)
    print(f"{path}: {path.stat().st_size / 1000:.0f} KB")


def picture_of(
    browser: Any,
    url: str,
    size: tuple[int, int],
    scheme: str,
    accent: str = "",
    part: str = "",
    scale: int = 1,
    place: tuple[int, int] = CLOSE_SIZE,
) -> Image.Image:
    """Return a screenshot of the page at *url*; it must show nothing that readers should not see."""
    width, height = size
    screen = {"width": width, "height": height}
    context = browser.new_context(viewport=screen, color_scheme=scheme, device_scale_factor=scale)
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    page.evaluate("document.fonts.ready")
    if accent:
        for name in ("--accent", "--link"):
            values = [name, ACCENT.format(accent)]
            page.evaluate("values => document.documentElement.style.setProperty(...values)", values)
    if problems := page.evaluate(PROBLEMS):
        raise SystemExit(f"{url} shows {' '.join(problems)}")
    place = {"full_page": True, "clip": clip_at(page, part, place)} if part else {}
    picture = Image.open(io.BytesIO(page.screenshot(**place)))
    context.close()
    return picture


def clip_at(page: Any, selector: str, size: tuple[int, int]) -> dict[str, float]:
    """Return the part of a page around and below an element, which is opened."""
    element = page.locator(selector).first
    element.evaluate("element => element.open = true")
    box = element.bounding_box()
    width, height = size
    middle = box["x"] + box["width"] / 2
    left = max(0.0, min(middle - width / 2, page.viewport_size["width"] - width))
    return {"x": left, "y": max(0.0, box["y"] - 9), "width": width, "height": height}


def take_face(browser: Any, url: str, path: Path) -> None:
    """Take a wide screenshot of two windows, the left one in light and the right one in dark mode."""
    windows = [
        picture_of(browser, f"{url}/{page}", FACE_SCREEN, scheme, scale=SHARP) for scheme, page in FACE.items()
    ]
    width, height = windows[0].size
    both = Image.new("RGB", (2 * width + FACE_GAP * SHARP, height), "white")
    for window, left in zip(windows, (0, width + FACE_GAP * SHARP), strict=True):
        both.paste(window, (left, 0))
    save(both, path)


def take_close(browser: Any, url: str, selector: str, end: int, scheme: str, path: Path) -> None:
    """Take a screenshot of a part of the page at *url*: where the first element of *selector* is, and below it."""
    picture = picture_of(browser, url, CLOSE_SCREEN, scheme, part=selector, scale=SHARP)
    # Sharp pictures need fewer, and have more bytes.
    save(without_cut_line(picture, end * SHARP), path, 56)


def without_cut_line(picture: Image.Image, end: int) -> Image.Image:
    """Return a picture with the ground at *end* in place of what is below it."""
    width, height = picture.size
    if end < height:
        picture.paste(picture.crop((0, end - 1, width, end)).resize((width, height - end)), (0, end))
    return picture


def take_parts(
    browser: Any,
    url: str,
    pages: Iterable[tuple[str, str, str, int]],
    output: Path,
    screen: tuple[int, int] = GUIDE_SCREEN,
    width: int = GUIDE_WIDTH,
) -> None:
    """Take screenshots of parts of pages, in both color schemes: name, page, element and height of each."""
    for name, page, selector, height in pages:
        for scheme in ("light", "dark"):
            size = (width, height)
            picture = picture_of(browser, f"{url}/{page}", screen, scheme, part=selector, place=size)
            save(picture, output / f"{name}-{scheme}.png")


def take_tutorial(browser: Any, output: Path) -> None:
    """Follow the tutorial, and take a screenshot after each build."""
    sys.path[:0] = [str(TESTS), str(TESTS / "lib")]
    from tutorial import follow_tutorial  # part of the tests, which check it

    def on_built(folder: Path, number: int) -> None:
        page, height = TUTORIAL[number]
        with Server(folder) as server:
            take_parts(browser, server.url, [(f"tutorial-{number}", page, "h1", height)], output)

    with tempfile.TemporaryDirectory() as temporary:
        follow_tutorial(Path(sys.executable), Path(temporary), on_built)


@contextmanager
def built(style: str, options: Iterable[str]) -> Iterator[str]:
    """Give the URL of the example site, built with its list in a *style* and with *options*."""
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "source"), Path(folder, "output")
        shutil.copytree(Path(__file__).parents[2] / "example_site", source)
        text, shown = (source / BESIDE_LIST).read_text(encoding="utf-8"), BESIDE_STYLE.format("teasers")
        if shown not in text:
            raise SystemExit(f"{BESIDE_LIST} does not say that it shows teasers")
        (source / BESIDE_LIST).write_text(text.replace(shown, BESIDE_STYLE.format(style)), encoding="utf-8")
        defines = [part for option in options for part in ("-D", option)]
        subprocess.run([sys.executable, "-P", "-m", "sphinx", "-q", *defines, source, output], check=True)
        with Server(output, _ANY) as server:
            yield server.url


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the built site")
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    arguments = ["--no-sandbox"] if getattr(os, "getuid", lambda: 1)() == 0 else []
    with sync_playwright() as playwright, Server(options.folder) as server:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        for name, page in PICTURES.items():
            for screen in SCREENS:
                for scheme in ("light", "dark"):
                    path = options.output / f"{name}-{screen}-{scheme}.png"
                    take(browser, f"{server.url}/{page}", SCREENS[screen], scheme, path)
        take_face(browser, server.url, options.output / "face.png")
        for scheme in ("light", "dark"):
            hero = picture_of(browser, f"{server.url}/{HERO_PAGE}", HERO_SCREEN, scheme, scale=SHARP)
            save(hero, options.output / f"hero-{scheme}.png")
        for name, accent in ACCENTS.items():
            for scheme in ("light", "dark"):
                path = options.output / f"accent-{name}-{scheme}.png"
                take(browser, f"{server.url}/{ACCENT_PAGE}", ACCENT_SCREEN, scheme, path, accent)
        for name, (page, selector, end) in CLOSE.items():
            for scheme in ("light", "dark"):
                path = options.output / f"{name}-{scheme}.png"
                take_close(browser, f"{server.url}/{page}", selector, end, scheme, path)
        take_parts(browser, server.url, [(name, *part) for name, part in GUIDES.items()], options.output)
        wide = [(name, *part) for name, part in WIDE_GUIDES.items()]
        take_parts(browser, server.url, wide, options.output, WIDE_SCREEN, SIDEBAR_WIDTH)
        take_tutorial(browser, options.output)
        for name, (page, selector, height, *changes) in OTHER_GUIDES.items():
            with built("teasers", changes) as url:
                take_parts(browser, url, [(name, page, selector, height)], options.output)
        for name, (style, *changes) in BESIDE.items():
            with built(style, changes) as url:
                take(browser, f"{url}/{BESIDE_PAGE}", BESIDE_SCREEN, "light", options.output / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
