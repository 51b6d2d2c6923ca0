"""The type of the theme ``blogext``: widths, sizes, and the properties that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import NEEDS_CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import MakeSite, Site
    from playwright.sync_api import Page

pytestmark = NEEDS_CHROMIUM

LATIN = "The quick brown fox jumps over the lazy dog while the river carries leaves to the sea. " * 6
HAN = "滑动窗口的最大值可以在均摊常数时间内求出，单调队列只保留可能成为答案的元素。" * 6
FILES = {
    "index.md": f"# A title that is longer than the text below it is wide\n\n{LATIN}\n\n## Section\n\nText.\n",
    "zh.md": "---\norphan: true\nlanguage: zh\n---\n"
    f"# 可合并的统计量：从并行方差到幺半群\n\n{HAN}\n\n*强调*，*The Title*。\n",
    "_static/custom.css": ":root { --size: 24px; --space: 3rem; --header-page: #010203; --header-text: #040506 }",
}
CONF = {"html_theme": "blogext"}
_LINES = """selector => {
    const [text] = document.querySelector(selector).childNodes, range = new Range(), lines = {};
    for (let at = 0; at < text.length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        lines[top] = (lines[top] || "") + range;
    }
    return Object.values(lines);
}"""


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


def _style(page: Page, selector: str, name: str) -> str:
    return str(page.evaluate("([s, n]) => getComputedStyle(document.querySelector(s))[n]", [selector, name]))


def test_a_line_has_seventy_latin_letters_or_thirty_six_han(look: Callable[..., Page], site: Site) -> None:
    """The former are half as wide as they are high, in most fonts a little less."""
    for name, width in (("index", 32 * 17), ("zh", 36 * 17)):
        box = look(site.path(name)).locator(".body p").first.bounding_box()
        assert box
        assert box["width"] == pytest.approx(width, abs=1)


def test_a_title_is_as_wide_as_code(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("index"))
    title, text = (page.locator(s).first.bounding_box() for s in (".body h1", ".body p"))
    assert title
    assert text
    assert title["width"] == pytest.approx(748, abs=1)
    assert text["width"] < 600


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_title_in_chinese_breaks_at_its_colon(look: Callable[..., Page], site: Site, width: int) -> None:
    lines = look(site.path("zh"), width).evaluate(_LINES, ".body h1")
    assert lines in (["可合并的统计量：从并行方差到幺半群"], ["可合并的统计量：", "从并行方差到幺半群"])


def test_only_han_is_dotted_for_emphasis(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("zh"))
    styles = page.locator(".body em").evaluate_all(
        "all => all.map(e => getComputedStyle(e)).map(s => [s.textEmphasisStyle, s.fontStyle])"
    )
    assert styles == [["dot", "normal"], ["none", "italic"]]


def test_a_few_properties_change_the_look(look: Callable[..., Page], make_site: MakeSite, site: Site) -> None:
    conf = {"html_static_path": ["_static"], "html_css_files": ["custom.css"]}
    before, after = (look(each.path("index")) for each in (site, make_site(FILES, CONF | conf)))
    for selector in ("h2", ".body p"):
        sizes = [float(_style(page, selector, "fontSize").removesuffix("px")) for page in (before, after)]
        assert sizes[1] / sizes[0] == pytest.approx(24 / 17, rel=0.01), selector
    assert _style(after, ".body p", "marginBottom") == "48px"
    assert _style(after, ".site-header", "backgroundColor") == "rgb(1, 2, 3)"
    assert _style(after, ".brand", "color") == "rgb(4, 5, 6)"
