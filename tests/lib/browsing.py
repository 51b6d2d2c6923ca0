"""Browsers to look at sites with, and a server that is as strict as a careful host."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from fonts import FONTS, write_fonts

sys.path.insert(0, str(ROOT / "tools" / "web"))
from measure import VISITS, Measured, Server, axe_script, measure  # a tool, not a package

try:
    from playwright.sync_api import Browser, Page, Route
except ImportError:  # where tests in browsers are skipped
    Browser = Page = Route = Any  # type: ignore[assignment, misc]

__all__ = [
    "CHROMIUM", "FORMULAS", "NEEDS_CHROMIUM", "PILCROWS", "VISITS", "Browser", "Measured", "Page", "Route",
    "Server", "axe_script", "browsers", "measure", "needs_chromium", "wait_until",
]  # fmt: skip

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
#: The marks of a test, or of all of a module.
NEEDS_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]
#: In any browser: how far displayed formulas between paragraphs are from these, and from the middle of the text.
FORMULAS = """[...document.querySelectorAll("p + div.math:has(+ p)")].map(math => {
    const { firstElementChild: first, lastElementChild: last } = math.querySelector("math");
    const [above, box, below, start, end] = [math.previousElementSibling, math, math.nextElementSibling,
      first, last].map(one => one.getBoundingClientRect());
    const aside = start.left + end.right - above.left - above.right;
    return [box.top - above.bottom, below.top - box.bottom, aside / 2];
})"""
#: Of each heading: whether its link stands in the last line of its words.
PILCROWS = """[...document.querySelectorAll(":is(h1, h2, h3) > .headerlink")].map(link => {
    const words = document.createRange();
    words.setStart(link.parentElement, 0);
    words.setEndBefore(link);
    const line = [...words.getClientRects()].at(-1), box = link.getBoundingClientRect();
    return box.top < line.bottom && box.bottom > line.top && box.left >= line.right - 1
      && box.bottom <= link.parentElement.getBoundingClientRect().bottom + line.height / 2;
})"""


def needs_chromium(test: Callable[..., None]) -> Callable[..., None]:
    """Mark one test."""
    return reduce(lambda marked, mark: mark(marked), NEEDS_CHROMIUM, test)


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Let the page go on until a condition is true, half a minute at most."""
    for _ in range(600):
        if condition():
            return
        page.wait_for_timeout(50)
    pytest.fail("what the test waits for has not come")


@contextmanager
def browsers(folder: Path) -> Iterator[Callable[[str], Browser]]:
    """Give a function that starts a browser which has just the fonts of that name, one for all who ask for it."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        # As root, in a container, Chromium's own sandbox does not start.
        arguments = ["--no-sandbox"] if getattr(os, "getuid", lambda: 1)() == 0 else []

        @cache
        def browser_with(fonts: str) -> Browser:
            settings = write_fonts(folder / fonts.replace(" ", "-"), FONTS[fonts])
            browser: Browser = playwright.chromium.launch(
                executable_path=CHROMIUM,
                args=[*arguments, "--disable-gpu"],
                env={**os.environ, "FONTCONFIG_FILE": str(settings)},
            )
            started.append(browser)
            return browser

        started: list[Browser] = []
        yield browser_with
        for browser in started:
            browser.close()
