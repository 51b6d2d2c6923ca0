"""A browser to look at sites with, and a server that is as strict as a careful host."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tools" / "web"))
from measure import Server, axe_script, measure  # a tool, not a package

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

__all__ = ["CHROMIUM", "Server", "axe_script", "launch", "measure"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def launch() -> Iterator[Browser]:
    """Yield a browser, for a fixture."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        # As root, in a container, Chromium's own sandbox does not start.
        arguments = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*arguments, "--disable-gpu"])
        yield browser
        browser.close()
