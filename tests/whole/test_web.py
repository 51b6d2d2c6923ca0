"""What a strict browser says to the pages of the theme ``blogext``: of the example site, and of a hostile one."""

import gzip
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hostile
import pytest
from browsing import NEEDS_CHROMIUM, VISITS, Browser, Measured, Page, Server, axe_script, measure, wait_until
from checker import problems_of_page
from conftest import ROOT, MakeSite, Site
from page import elements

pytestmark = NEEDS_CHROMIUM
Open = Callable[..., Page]

#: Pages of the example site, and how many kilobytes a first visit may weigh without its images: for a reader who
#: has a font for formulas, and for one who has none and so loads parts of ours.
EXAMPLE = {
    "blog/index.html": (22.8, 29.5),  # ten teasers, with a table, a figure and formulas
    "blog/2026/mergeable.html": (33.8, 68.1),
    "guide/index.html": (25.5, 25.5),
    "api.html": (30.4, 37.1),
    "blog/archive.html": (19.3, 26),  # all titles
    "blog/author/mei.html": (20.3, 20.3),
    "blog/tag.html": (17.6, 17.6),
    "search.html": (24, 24),
    "blog/subscribe.html": (20, 20),
    "genindex.html": (18.8, 18.8),
}
#: Looked at in every run; the others take long and differ little.
QUICK = {"blog/index.html"}
PAGES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in EXAMPLE]
#: Those that hold formulas.
FORMULAS = [page for page, (least, most) in zip(PAGES, EXAMPLE.values(), strict=True) if least < most]


@pytest.fixture(scope="module")
def hostile_site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(hostile.FILES, hostile.CONF)


def flawless(browser: Browser, site: Site, name: str) -> Measured:
    """Look at a page, of which nothing is complained, and which does not move."""
    with Server(site.outdir) as server:
        found = measure(browser, site.outdir, server.url, name, axe_script())
    assert (found.findings, found.policy, found.elsewhere, found.wide) == ({}, 0, 0, [])
    assert found.jumps < 0.005
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_example_site(browser: Browser, example: Site, name: str) -> None:
    found = flawless(browser, example, name)
    assert found.requests - len(found.fonts) <= 7
    assert found.weight <= EXAMPLE[name][1] * 1000


@pytest.mark.slow
def test_results_of_a_search_are_named_and_do_not_move(browser: Browser, example: Site) -> None:
    flawless(browser, example, "search.html?q=queue")


#: The pages that one visit opens.
VISIT = (
    *("blog/index", "blog/2026/mergeable", "blog/2025/kahan", "blog/tag/python", "blog/2025/typing-streams"),
    *("blog/archive", "guide/windows"),
)


def test_a_visit_is_light(example: Site) -> None:
    """Every file once, compressed, without pictures and fonts."""
    pages = [example.path(name) for name in VISIT]
    found = {
        (page.parent / (element.get("src") or element.get("href") or "").partition("?")[0]).resolve()
        for page, name in zip(pages, VISIT, strict=True)
        for element in elements(example.page(name).root)
        if element.get("rel") == "stylesheet" or (element.tag == "script" and element.get("src"))
    }
    assert len([file for file in found if file.suffix == ".css"]) <= 4
    assert len(pages) + len(found) <= 14
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 6)) for file in (*pages, *found)}
    assert sum(sizes.values()) <= 76_000, sizes


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMULAS)
def test_a_reader_with_a_font_for_formulas_loads_none(
    browser_with: Callable[[str], Browser], example: Site, name: str
) -> None:
    with Server(example.outdir) as server:
        found = measure(browser_with("with mathematics"), example.outdir, server.url, name, visits=VISITS[:1])
    assert found.fonts == []
    # The room of formulas is that of our font; this is a fifth of what counts as good.
    assert found.jumps < 0.02
    assert found.requests <= 7
    assert found.weight <= EXAMPLE[name][0] * 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMULAS)
def test_nothing_moves_when_the_fonts_come_late(browser: Browser, example: Site, name: str) -> None:
    with Server(example.outdir, font_delay=0.6) as server:
        found = measure(browser, example.outdir, server.url, name, visits=[VISITS[0], VISITS[-1]])
    assert found.fonts
    assert found.jumps < 0.005


@pytest.mark.slow
def test_the_page_of_all_elements(browser: Browser, tmp_path: Path) -> None:
    """Every kind of thing that a text may hold, on a page of the documentation."""
    site = Site(tmp_path, {})
    shutil.copytree(ROOT / "docs", site.source, ignore=shutil.ignore_patterns("_build"), dirs_exist_ok=True)
    # The documentation takes its figures from there.
    (tmp_path / "benchmarks").mkdir()
    shutil.copy(ROOT / "benchmarks" / "README.md", tmp_path / "benchmarks")
    assert site.build().warnings == problems_of_page(site.path("reference/elements"), site.outdir) == []
    flawless(browser, site, "reference/elements.html")


@pytest.mark.slow
@pytest.mark.parametrize("name", hostile.PAGES)
def test_a_page_of_a_hostile_site(browser: Browser, look: Open, hostile_site: Site, name: str) -> None:
    assert hostile_site.warnings == []
    flawless(browser, hostile_site, name)
    # The line of a post has all its words.
    page = look(hostile_site.outdir / name, 390)
    assert page.locator(".blog-meta").evaluate_all("all => all.every(e => e.scrollWidth <= e.clientWidth)")
    widths = "[...document.querySelectorAll('p img')].map(e => `${e.computedStyleMap().get('width')}`)"
    assert "auto" not in page.evaluate(widths), "a picture has no room before it is loaded"


@pytest.fixture(scope="module")
def site(example: Site) -> Site:
    """What the server serves."""
    return example


@pytest.fixture
def visit(look: Open, server: Server) -> Open:
    return lambda name, width=1280, height=900, **options: look(f"{server.url}/{name}", width, height, **options)


def background(page: Page) -> Any:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


LIGHT, DARK = "rgb(255, 255, 255)", "rgb(18, 21, 26)"


def test_the_switch_of_colors(visit: Open) -> None:
    page = visit("blog/index.html", color_scheme="light")
    button = page.get_by_role("button", name="Colors: automatic")
    assert background(page) == LIGHT
    button.click()
    assert background(page) == LIGHT
    page.get_by_role("button", name="Colors: light").click()
    assert background(page) == DARK
    # The next page has them before anything is shown: the script that sets them stops the parser.
    early = "() => window.__early = document.documentElement.dataset.colors"
    page.add_init_script(f"addEventListener('DOMContentLoaded', {early})")
    page.goto(page.url.replace("blog/index", "guide/index"))
    assert (background(page), page.evaluate("window.__early")) == (DARK, "dark")
    page.get_by_role("button", name="Colors: dark").click()
    assert (background(page), page.evaluate("localStorage['blogext-colors']")) == (LIGHT, "0")


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.slow)])
def test_without_javascript_all_is_there(visit: Open, width: int) -> None:
    page = visit("guide/index.html", width, java_script_enabled=False)
    assert page.locator("button.colors").is_hidden()
    assert page.locator("h1").is_visible()
    if width < 1000:
        page.locator(".site-nav > details > summary").click()
        page.locator(".page-sections > details > summary").click()
    assert page.locator(".site-nav").get_by_role("link", name="Changelog").is_visible()
    assert page.locator(".page-sections a:visible").count() > 2
    page.get_by_role("link", name="Sliding windows").first.click()
    page.wait_for_url("**/guide/windows.html")


def test_code_is_copied_without_prompts(visit: Open) -> None:
    page = visit("guide/windows.html", permissions=["clipboard-read", "clipboard-write"])
    buttons = page.get_by_role("button", name="Copy")
    assert buttons.count() == page.locator(".highlight").count() > 0
    buttons.first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip()
    assert ">>>" not in copied


def test_the_section_that_is_read_is_marked(visit: Open) -> None:
    page = visit("guide/index.html", height=700)
    current = page.locator(".page-sections a[aria-current=true]")
    links = page.locator(".page-sections a:visible")
    page.evaluate("document.querySelectorAll('section section')[1].scrollIntoView()")
    links.nth(1).and_(current).wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    links.last.and_(current).wait_for()
    assert current.count() == 1


def test_only_what_scrolls_takes_focus(visit: Open) -> None:
    page = visit("guide/index.html")
    page.keyboard.press("Tab")
    right = "all => all.length > 0 && all.every(e => e.hasAttribute('tabindex') == e.scrollWidth > e.clientWidth)"
    wait_until(page, lambda: page.locator(".body [role=group]").evaluate_all(right))
    # The first stop of the keyboard skips to the text.
    assert page.evaluate("document.activeElement.className") == "skip-link"
    page.keyboard.press("Enter")
    # The browser follows the link when the key has been handled.
    page.wait_for_function("document.activeElement.id == 'content'")


@pytest.mark.slow
def test_touch_targets_are_large(visit: Open) -> None:
    page = visit("blog/page/2.html", 390, has_touch=True)
    page.locator(".site-nav > details > summary").click()
    for selector in (".site-contents a", ".blog-pages a", ".site-header button", ".fold > summary"):
        for box in page.locator(selector).evaluate_all("all => all.map(e => e.getBoundingClientRect().height)"):
            assert box >= 43, selector


@pytest.mark.slow
def test_the_html_is_valid(example: Site) -> None:
    jar = ROOT / "tools/web/node_modules/vnu-jar/build/dist/vnu.jar"
    if not jar.is_file() or not shutil.which("java"):
        pytest.skip("the checker is not installed: see `make vnu`")
    pages = [example.outdir / name for name in EXAMPLE]
    command = ["java", "-jar", jar, "--errors-only", "--format", "gnu", *pages]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""
