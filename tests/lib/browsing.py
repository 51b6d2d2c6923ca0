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
    "CHROMIUM", "NEEDS_CHROMIUM", "VISITS", "Browser", "Measured", "Page", "Route", "Server", "axe_script",
    "browsers", "measure", "needs_chromium", "wait_until",
]  # fmt: skip

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
#: The marks of a test, or of all of a module.
NEEDS_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]


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
