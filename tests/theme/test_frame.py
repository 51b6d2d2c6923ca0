"""The frame of the theme ``blogext`` in a browser: where its parts stand, at which width."""

from collections.abc import Callable

import pytest
from browsing import NEEDS_CHROMIUM, Page, wait_until
from conftest import MakeSite, Site

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.slow]

WIDTHS = (320, 390, 768, 959, 960, 1119, 1120, 1440)
TEXT = f"""# Text

{"Words of a text. " * 300}

```python
{"x" * 85}
```

## Section

{"More words. " * 900}

## Last

Words.
"""
FILES = {"index.md": "# Home\n\n```{toctree}\ntext\n```\n", "text.md": TEXT}
CONF = {
    "html_theme": "blogext",
    "html_theme_options": {"links": dict.fromkeys(("Documentation", "Tutorial", "Community", "Contact"), "index")},
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


def box(page: Page, selector: str) -> dict[str, float]:
    """Return where the first element stands: left, right, top, width and height."""
    found: dict[str, float] = page.locator(selector).first.evaluate("e => e.getBoundingClientRect().toJSON()")
    return found


def test_the_contents_stand_at_the_side_where_there_is_room(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"))
    for width in WIDTHS:
        is_beside, is_third = width >= 960, width >= 1120
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        words = box(page, ".page-text")
        assert (box(page, ".site-nav")["right"] <= words["left"]) == is_beside
        assert (box(page, ".page-sections")["left"] >= words["right"]) == is_third
        assert page.locator(".site-nav .site-contents").is_visible() == is_beside
        assert page.locator(".page-sections li a").last.is_visible() == is_third
    # Where letters are large, the name of the site keeps its line, and there is room for all.
    page.set_viewport_size({"width": 360, "height": 800})
    page.add_style_tag(content="html { font-size: 24px }")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert box(page, ".brand")["height"] < 80
    # Without a script they are open, too.
    page = look(site.path("text"), 1280, java_script_enabled=False)
    assert page.locator(".site-nav .site-contents").is_visible()
    assert page.locator(".page-sections li a").last.is_visible()


def test_on_a_small_screen_the_search_is_a_button(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"), 390, java_script_enabled=False)
    assert page.locator(".site-search input").is_hidden()
    button = page.locator(".site-search").get_by_role("button", name="Search")
    assert box(page, ".site-search button")["width"] >= 44
    button.click()
    page.wait_for_url("**/search.html?**")


def test_the_header_stays_and_hides_nothing_that_is_gone_to(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"))
    page.locator(".page-sections a", has_text="Section").click()
    wait_until(page, lambda: page.evaluate("scrollY > 300"))
    header = box(page, ".site-header")
    assert header["top"] == 0
    assert box(page, "#section")["top"] >= header["bottom"]


def test_in_forced_colors_each_setting_has_its_own_sign(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"), forced_colors="active")
    button = page.locator(".colors")
    signs = []
    for _ in range(3):
        signs.append(button.screenshot(animations="disabled"))
        button.click()
        page.mouse.move(0, 0)
    assert len(set(signs)) == 3


def test_the_frame_is_mirrored_for_text_from_the_right(look: Callable[..., Page], make_site: MakeSite) -> None:
    page = look(make_site(FILES, CONF | {"language": "ar"}).path("text"))
    for width in (320, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert box(page, ".brand")["left"] > box(page, ".site-search")["right"]
        assert box(page, ".site-search")["left"] > box(page, ".colors")["left"]
    assert box(page, ".site-nav")["left"] >= box(page, ".page-text")["right"]
    assert box(page, ".page-sections")["right"] <= box(page, ".page-text")["left"]
