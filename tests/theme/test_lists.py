"""How lists of posts look in the theme ``blogext``, measured in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import NEEDS_CHROMIUM
from writing import INDEX, md

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Site
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_CHROMIUM

BLOCKS = "| a | b |\n|---|---|\n| c | d |\n\n```python\nx = 1\n```\n\n"
FILES = {
    **INDEX,
    "blog/blocks.md": f"---\ndate: 2024-05-02\n---\n# Blocks\n\n{BLOCKS}<!-- more -->\n\n{BLOCKS}",
    "blog/fixed.md": "---\ndate: 2024-05-01\n---\n# Fixed\n\n## Faults\n\n- One.\n",
    "blog/en.md": md("English", date="2024-04-30", language="en", tags=["x"], category="Engineering"),
    "blog/zh.md": md(
        "中文", date="2024-04-29", language="zh", tags=["x"], category="Mathematics", author="Lin Mei"
    ),
}
CONF = {"html_theme": "blogext", "blog_nav": ["archive", "category", "tag", "author", "feeds"]}

#: How far the heading or paragraph that a teaser begins with is from its top.
GAPS = """bodies => bodies.map(body => {
    const first = body.querySelector(":scope > section > :is(h2, h3, h4)") || body.children[0];
    return first.getBoundingClientRect().top - body.getBoundingClientRect().top;
})"""
#: How much of the dot before each part that begins a line, other than the first, is not cut off.
DOTS = """lines => lines.flatMap(line => [...line.children].slice(1)
    .filter(part => part.offsetWidth && part.offsetLeft == line.offsetLeft)
    .map(part => {
        const { left, width } = getComputedStyle(part, "::before");
        return getComputedStyle(line).overflowX == "clip" ? parseFloat(left) + parseFloat(width) : Infinity;
    }))"""
#: Where a bar ends, and the last link in it.
ENDS = """bar => [bar, bar.querySelector("nav:last-child li:last-child")]
    .map(one => one.getBoundingClientRect().right)"""


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., Site]) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[[str, int], Page]]:
    """Return a function that opens a page of the site."""
    pages = []

    def open_page(name: str, width: int) -> Page:
        pages.append(browser.new_page(viewport={"width": width, "height": 844}))
        pages[-1].goto(site.path(name).as_uri())
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


@pytest.mark.parametrize("selector", ["table", "pre"])
def test_what_stands_in_a_teaser_is_smaller_than_in_its_post(
    visit: Callable[[str, int], Page], selector: str
) -> None:
    size = f"parseFloat(getComputedStyle(document.querySelector('.h-entry {selector}')).fontSize)"
    assert visit("blog", 1280).evaluate(size) < visit("blog/blocks", 1280).evaluate(size)


def test_a_teaser_that_begins_with_a_heading_has_no_gap(visit: Callable[[str, int], Page]) -> None:
    page = visit("blog", 1280)
    gaps = page.locator(".blog-teaser-body").evaluate_all(GAPS)
    assert gaps
    assert max(gaps) < 2


def test_read_more_is_no_larger_than_the_teaser(visit: Callable[[str, int], Page]) -> None:
    page = visit("blog", 1280)
    sizes = "selectors => selectors.map(s => getComputedStyle(document.querySelector(s)).fontSize)"
    more, text = page.evaluate(sizes, [".blog-read-more", ".blog-teaser-body"])
    assert more == text


def test_languages_come_before_ways_for_eye_and_key(visit: Callable[[str, int], Page]) -> None:
    for width in (390, 1280):
        lefts = (
            visit("blog", width)
            .locator(".blog-bar a")
            .evaluate_all("links => links.map(link => link.getBoundingClientRect().left)")
        )
        assert len(lefts) == 8
        assert lefts == sorted(lefts)


def test_what_goes_on_to_the_right_fades_on_a_phone(visit: Callable[[str, int], Page]) -> None:
    phone, desk = (visit("blog", width).locator(".blog-bar") for width in (390, 1280))
    assert phone.evaluate("bar => bar.scrollWidth > bar.clientWidth")
    mask = "bar => getComputedStyle(bar).maskImage"
    assert "gradient" in phone.evaluate(mask)
    assert desk.evaluate(mask) == "none"
    # Its last link can be read.
    phone.evaluate("bar => (bar.scrollLeft = 999)")
    ends = phone.evaluate(ENDS)
    assert ends[0] - ends[1] > 30


def test_languages_have_their_words_on_a_phone_where_nothing_else_is(visit: Callable[[str, int], Page]) -> None:
    label = ".blog-language-label"
    assert visit("blog/tag/x", 390).locator(label).is_visible()
    assert not visit("blog", 390).locator(label).is_visible()
    assert visit("blog", 1280).locator(label).is_visible()


def test_the_line_of_a_post_is_short_on_a_phone(visit: Callable[[str, int], Page]) -> None:
    times = ".blog-meta:has(.blog-term) .blog-reading-time"
    assert not visit("blog", 390).locator(times).first.is_visible()
    assert visit("blog", 1280).locator(times).first.is_visible()
    # It stays where nothing follows.
    assert visit("blog", 390).locator(".blog-meta:not(:has(.blog-term)) .blog-reading-time").first.is_visible()


def test_no_dot_stands_where_a_line_ends_or_begins(visit: Callable[[str, int], Page]) -> None:
    dots = visit("blog", 200).locator(".blog-meta").evaluate_all(DOTS)
    assert dots
    assert max(dots) <= 0
