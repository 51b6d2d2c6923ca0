"""How lists of posts look in the theme ``blogext``, measured in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import NEEDS_CHROMIUM
from writing import INDEX, md

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import MakeSite, Site
    from playwright.sync_api import Page

pytestmark = NEEDS_CHROMIUM

FILES = {
    **INDEX,
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
TOP = "title => title.getBoundingClientRect().top"


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


def test_a_teaser_that_begins_with_a_heading_has_no_gap(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("blog"), 1280)
    gaps = page.locator(".blog-teaser-body").evaluate_all(GAPS)
    assert gaps
    assert max(gaps) < 2


def test_languages_come_before_ways_for_eye_and_key(look: Callable[..., Page], site: Site) -> None:
    for width in (390, 1280):
        lefts = (
            look(site.path("blog"), width)
            .locator(".blog-bar a")
            .evaluate_all("links => links.map(link => link.getBoundingClientRect().left)")
        )
        assert len(lefts) == 8
        assert lefts == sorted(lefts)


def test_languages_have_their_words_at_every_width(look: Callable[..., Page], site: Site) -> None:
    for name, width in [("blog/tag/x", 390), ("blog", 390), ("blog", 1280)]:
        page = look(site.path(name), width)
        label = page.locator(".blog-language-label").bounding_box()
        assert label
        assert 0 <= label["x"] < label["x"] + label["width"] < width
        if name == "blog":
            # Beside the ways, so that the first title still is high up.
            assert page.locator(".blog-bar").evaluate("bar => bar.offsetHeight") < 50
    assert look(site.path("blog"), 390).locator(".blog-teaser-title").first.evaluate(TOP) < 320


def test_the_line_of_a_post_is_one_line_on_a_phone(look: Callable[..., Page], site: Site) -> None:
    for width in (320, 390):
        page = look(site.path("blog"), width)
        lines = page.locator(".blog-teaser > .blog-meta")
        heights = lines.evaluate_all("lines => lines.map(line => [line.offsetHeight, line.scrollHeight])")
        assert len({height for height, _ in heights}) == 1
        assert max(whole for _, whole in heights) > heights[0][0], "some of them hold more than fits"
        # It is there for those who listen, and whole for those who go through its links by keyboard.
        crowded = lines.filter(has_text="Mathematics")
        assert "1 min read" in crowded.aria_snapshot()
        crowded.locator("a").last.focus()
        assert crowded.evaluate("line => line.offsetHeight >= line.scrollHeight")


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><path d="M0 0h900v900z"/></svg>'
BESIDE = """() => ["blog-teaser-cover", "blog-teaser-title", "blog-teaser-body", "blog-teaser-end"]
    .map(name => document.querySelector(`.${name}`).getBoundingClientRect().toJSON())"""


@pytest.mark.parametrize(("width", "is_beside"), [(390, False), (639, False), (640, True), (1280, True)])
def test_the_picture_of_a_post_is_beside_its_teaser(
    make_site: MakeSite, look: Callable[..., Page], width: int, is_beside: bool
) -> None:
    post = md("Covered", "Words.\n\n<!-- more -->\n\nMore.\n", image="p.svg", tags=["x"])
    site = make_site({**INDEX, "blog/a.md": post, "blog/p.svg": PICTURE}, CONF)
    cover, title, body, end = look(site.path("blog"), width).evaluate(BESIDE)
    assert (cover["width"] > 0) == is_beside
    if is_beside:
        assert cover["top"] >= title["bottom"]
        assert cover["right"] == pytest.approx(body["right"], abs=1)
        assert cover["width"] <= 176
        assert end["top"] >= cover["bottom"]


def test_the_date_of_a_title_is_beside_its_first_line(make_site: MakeSite, look: Callable[..., Page]) -> None:
    title = "用一个很长很长很长的标题来数到十亿：HyperLogLog"
    posts = {"blog/a.md": md(title, language="zh"), "blog/b.md": md("Short", language="en")}
    page = look(make_site({**INDEX, **posts}, CONF).path("blog/archive"))
    for width in (320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        tops = page.locator(".blog-dated > li").evaluate_all(
            "all => all.map(li => ['time', 'a'].map(name => li.querySelector(name).getClientRects()[0].top))"
        )
        assert len(tops) == 2
        for date, first_line in tops:
            assert date == pytest.approx(first_line, abs=6), width
