"""The frame of the theme ``blogext`` in a browser: where its parts stand, at which width."""

from collections.abc import Callable

import pytest
from browsing import NEEDS_CHROMIUM, Browser, Page, wait_until
from conftest import MakeSite, Site

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.slow]

LONG = "A page with a name of many words"
LEVELS = range(1, 15)
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><rect width="300" height="80"/></svg>'
LINKS = ["Documentation", "Blog", "Tutorial", "Reference", "Community", "Download", "GitHub", "Contact"]
WIDTHS = (320, 390, 640, 768, 959, 960, 1024, 1119, 1120, 1280, 1440, 1920)
MORE = "More words.\n\n" * 60
TEXT = f"""# Text

{"Words of a text that goes on for some lines. " * 6}

```python
{"x" * 85}
```
```c
x
```
- Item.

:::{{note}}
Note.
:::

$$a$$

```{{figure}} small.svg
:align: center

Caption.
```
::::{{tab-set}}
:::{{tab-item}} One
Text.
:::
::::
## Section

{MORE}

## Last

Words.
"""
FILES = {
    "index.md": "# Home\n\n```{toctree}\ntext\nd1\n```\n",
    "text.md": TEXT,
    "small.svg": LOGO.replace("300", "200"),
    "logo.svg": LOGO,
    **{f"d{n}.md": f"# {LONG}, {n}\n\n```{{toctree}}\nd{n + 1}\n```\n" for n in LEVELS[:-1]},
    f"d{LEVELS[-1]}.md": f"# {LONG}, the last\n\nText.\n",
}
CONF = {
    "html_theme": "blogext",
    "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
    "html_logo": "logo.svg",
    "html_title": "The <site>",
    "html_theme_options": {"links": dict.fromkeys(LINKS, "index")},
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


#: How many times as wide as its letters are high code is; common ones are .6 as wide.
ROOM = """pre => {
    const { fontSize, paddingLeft, paddingRight } = getComputedStyle(pre);
    return (pre.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / parseFloat(fontSize);
}"""


def box(page: Page, selector: str) -> dict[str, float]:
    """Return where the first element stands: left, right, top, width and height."""
    found: dict[str, float] = page.locator(selector).first.evaluate("e => e.getBoundingClientRect().toJSON()")
    return found


def test_text_is_never_narrower_in_a_wider_window_and_eighty_five_columns_of_code_fit(
    look: Callable[..., Page], site: Site
) -> None:
    page = look(site.path("text"))
    widths = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        widths.append(box(page, ".body section > p")["width"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert width < 1280 or page.locator(".highlight-python pre").evaluate(ROOM) >= 85 * 0.6
    assert widths == sorted(widths)
    # About 70 Latin letters.
    assert widths[-1] == 544


def test_boxes_have_one_right_edge_and_what_is_centred_is_at_the_middle_of_the_text(
    look: Callable[..., Page],
    site: Site,
) -> None:
    page = look(site.path("text"))
    for width in (390, 820, 1024, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        lines = box(page, ".body section > p")
        for part in (".admonition", ".body .highlight-c", ".body section > ul"):
            assert box(page, part)["right"] == pytest.approx(lines["right"], abs=1), (width, part)
        # Long lines of code go on beyond the text, as far as what may be wide and the title.
        wide = box(page, ".body .highlight-python")["right"]
        assert wide == pytest.approx(box(page, ".sd-tab-set")["right"], abs=1)
        assert lines["right"] <= wide <= box(page, "h1")["right"] + 1
        middle = (lines["left"] + lines["right"]) / 2
        for part in ("figure img", "div.math"):
            found = box(page, part)
            assert (found["left"] + found["right"]) / 2 == pytest.approx(middle, abs=1), part


def test_the_contents_stand_at_the_side_where_there_is_room(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"))
    for width in (959, 960, 1024, 1120):
        is_beside, is_third = width >= 960, width >= 1120
        page.set_viewport_size({"width": width, "height": 800})
        words = box(page, ".page-text")
        assert (box(page, ".site-nav")["right"] <= words["left"]) == is_beside
        assert (box(page, ".page-sections")["left"] >= words["right"]) == is_third
        assert page.locator(".site-nav .site-contents").is_visible() == is_beside
        assert page.locator(".page-sections li a").last.is_visible() == is_third
    # Not so high that few of a long page's sections are to be seen.
    assert 24 <= box(page, ".page-sections li li a")["height"] < 26
    # Without a script they are open, too.
    page = look(site.path("text"), 1280, java_script_enabled=False)
    assert page.locator(".site-nav .site-contents").is_visible()
    assert page.locator(".page-sections li a").last.is_visible()


def test_the_header_is_one_slim_line(browser_with: Callable[[str], Browser], site: Site) -> None:
    page = browser_with("narrow").new_page()
    page.goto(site.path("text").as_uri())
    for width, height in ((1024, 56), (1280, 56), (960, 56), (390, 100), (320, 100)):
        page.set_viewport_size({"width": width, "height": 800})
        assert box(page, ".site-header")["height"] <= height, width
        assert box(page, ".brand")["width"] < 140
    page.set_viewport_size({"width": 1024, "height": 800})
    ways = page.locator(".site-ways")
    assert ways.locator("a").all_inner_texts() == LINKS
    assert ways.evaluate("e => e.scrollWidth <= e.clientWidth")
    # In the order of the keyboard, and the brand no wider than what it shows.
    lefts = [box(page, part)["left"] for part in (".brand", ".site-ways", ".site-search", ".colors")]
    assert lefts == sorted(lefts)
    page.close()


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


def test_on_a_small_screen_the_header_comes_back_if_one_turns_back(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"), 390, reduced_motion="reduce")
    if not page.evaluate("CSS.supports('container-type: scroll-state')"):
        pytest.skip("this browser does not tell where one scrolls to")
    header = page.locator(".site-header")
    page.mouse.move(200, 400)
    for distance, is_shown in ((600, False), (-100, True), (200, False)):
        page.mouse.wheel(0, distance)
        wait_until(page, lambda is_shown=is_shown: (header.bounding_box()["y"] == 0) == is_shown)  # type: ignore[misc, index]
    # Who reaches it by the keyboard sees it.
    header.locator("a").first.focus()
    assert box(page, ".site-header")["top"] == 0


def test_a_tree_of_many_levels_fits(look: Callable[..., Page], site: Site) -> None:
    for name in ("index", f"d{LEVELS[-1]}"):
        for width in (320, 768, 1024, 1280):
            page = look(site.path(name), width)
            page.locator(".fold").first.evaluate("e => (e.open = true)")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            # The words of its deepest level have room.
            assert page.locator(".site-contents a:visible").last.evaluate("e => e.clientWidth") > 100
    # The way to a deep page is one line on a small screen.
    page = look(site.path(f"d{LEVELS[-1]}"), 390)
    assert page.locator(".breadcrumbs li").count() == len(LEVELS) - 1
    assert box(page, ".breadcrumbs")["height"] < 60


def test_in_forced_colors_each_setting_has_its_own_sign(look: Callable[..., Page], site: Site) -> None:
    page = look(site.path("text"), forced_colors="active")
    button = page.locator(".colors")
    signs = []
    for _ in range(3):
        signs.append(button.screenshot(animations="disabled"))
        button.click()
        page.mouse.move(0, 0)
    assert len(set(signs)) == 3


def test_the_frame_is_mirrored_where_text_runs_from_the_right(
    browser_with: Callable[[str], Browser], make_site: MakeSite
) -> None:
    site = make_site(FILES, CONF | {"language": "ar"})
    page = browser_with("wide").new_page()
    page.goto(site.path("text").as_uri())
    for width in (320, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert box(page, ".brand")["left"] > box(page, ".site-search")["right"]
        assert box(page, ".site-search")["left"] > box(page, ".colors")["left"]
    assert box(page, ".site-nav")["left"] >= box(page, ".page-text")["right"]
    assert box(page, ".page-sections")["right"] <= box(page, ".page-text")["left"]
    page.close()
