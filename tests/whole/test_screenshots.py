"""The pictures of the documentation: none shows what readers should not see, and each is taken by the tool."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import pytest
from browsing import needs_chromium
from conftest import ROOT

if TYPE_CHECKING:
    from types import ModuleType

    from playwright.sync_api import Browser

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def screenshots() -> ModuleType:
    sys.path.insert(0, str(ROOT / "tools" / "web"))
    try:
        import screenshots  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    module: ModuleType = screenshots
    return module


@needs_chromium
@pytest.mark.parametrize(
    ("html", "problems"),
    [
        ("<p>A fair sample of \\(k\\) items</p>", ["\\("]),
        ("<p>about \\sqrt m of them</p>", ["\\sqrt"]),
        ("<p>{{ post.title }}</p><p>{% if %}</p>", ["{{", "{%"]),
        ("<p>a \ufffd</p>", ["\ufffd"]),
        ("<p>the tests have no font for α and 程序</p>", ["α"]),
        ("<p hidden>{{ post.title }} α</p>", []),
        ("<p>Formulas, <em>程序</em> and <code>{{ name }} \\frac</code>.</p><math><mi>k</mi></math>", []),
    ],
)
def test_what_readers_should_not_see_is_found(
    screenshots: ModuleType, browser: Browser, html: str, problems: list[str]
) -> None:
    page = browser.new_page()
    page.set_content(f"<!DOCTYPE html><body>{html}<p>Text.</p>")
    assert page.evaluate(screenshots.PROBLEMS) == problems
    page.close()


def named_in(text: str) -> set[str]:
    return set(re.findall(r"_static/screenshots/([\w-]+\.png)", text))


def test_every_picture_is_taken_by_the_tool_and_shown(screenshots: Any) -> None:
    taken = {
        f"{name}-{screen}-{scheme}.png"
        for name in screenshots.PICTURES
        for screen in screenshots.SCREENS
        for scheme in ("light", "dark")
    }
    taken |= {f"accent-{name}-{scheme}.png" for name in screenshots.ACCENTS for scheme in ("light", "dark")}
    taken |= {f"{name}-{scheme}.png" for name in screenshots.CLOSE for scheme in ("light", "dark")}
    taken |= {f"{name}.png" for name in screenshots.BESIDE} | {"face.png"}
    assert {path.name for path in (DOCS / "_static" / "screenshots").iterdir()} == taken
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *DOCS.rglob("*.md")))
    assert set().union(*map(named_in, texts)) == taken
