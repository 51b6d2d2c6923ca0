"""Take the screenshots of the theme for the documentation, small enough for a repository."""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import Server, chromium
from PIL import Image
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterable

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
#: The same list in this theme, in another theme, and in the most compact style: name -> options.
BESIDE = {
    "beside-blogext": (),
    "beside-furo": ("html_theme=furo",),
    "beside-compact": ("blog_list_style=compact",),
}
BESIDE_PAGE, BESIDE_SCREEN = "blog/page/2.html", (1280, 900)
#: The parts of a policy that other themes need in addition to ours.
_ANY = "script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
#: Width and height of the screens.
SCREENS = {"phone": (390, 844), "desktop": (1280, 860)}


def take(browser: Any, url: str, size: tuple[int, int], scheme: str, path: Path, accent: str = "") -> None:
    """Take a screenshot of the page at *url*, with the color *accent*."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    page.evaluate("document.fonts.ready")
    if accent:
        for name in ("--accent", "--link"):
            values = [name, ACCENT.format(accent)]
            page.evaluate("values => document.documentElement.style.setProperty(...values)", values)
    picture = Image.open(io.BytesIO(page.screenshot()))
    # Enough colors for text and a little code: a quarter of the bytes, and no visible difference.
    palette = picture.convert("RGB").quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette.save(path, optimize=True)
    context.close()


def take_beside(browser: Any, options: Iterable[str], path: Path) -> None:
    """Take a screenshot of a list of the example site, built with its own *options*."""
    source = Path(__file__).parents[2] / "example_site"
    with tempfile.TemporaryDirectory() as folder:
        defines = [part for option in options for part in ("-D", option)]
        subprocess.run([sys.executable, "-P", "-m", "sphinx", "-q", *defines, source, folder], check=True)
        with Server(Path(folder), _ANY) as server:
            take(browser, f"{server.url}/{BESIDE_PAGE}", BESIDE_SCREEN, "light", path)


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
                    print(f"{path}: {path.stat().st_size / 1000:.0f} KB")
        for name, accent in ACCENTS.items():
            for scheme in ("light", "dark"):
                path = options.output / f"accent-{name}-{scheme}.png"
                take(browser, f"{server.url}/{ACCENT_PAGE}", ACCENT_SCREEN, scheme, path, accent)
        for name, options_of_site in BESIDE.items():
            take_beside(browser, options_of_site, options.output / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
