"""What scripts of the theme ``blogext`` add: previews, pictures in full size, prefetching."""

from collections.abc import Callable, Iterator

import pytest
from browsing import NEEDS_CHROMIUM, Browser, Page, Server, axe_script, wait_until
from conftest import MakeSite, Site

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.slow]
TEXT = """Text
====

A note [1]_, a source [KAHAN]_, a :term:`window`, another :term:`queue` of them.

:blog:post:`steal`.

.. [1] What is *noted*, with a `link <https://example.org/>`__.
.. [KAHAN] What is cited.

.. glossary::

   window
      What one looks through.
"""
FILES = {
    "index.md": "# Home\n",
    "text.rst": TEXT,
    "terms/index.rst": "Terms\n=====\n\n.. glossary::\n\n   queue\n   line\n      What is waited in, <b>.\n\n"
    "      .. image:: small.svg\n",
    "terms/small.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>',
    "blog/steal.md": "---\ndate: 2025-01-02\nlanguage: zh\n---\n# 工作窃取\n\n每个工人有自己的 <队列>。\n",
    "blog/cover.md": "---\ndate: 2025-01-01\nlanguage: en\nimage: cover.svg\n---\n# Cover\n\nText.\n",
    "blog/cover.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="420" height="200"></svg>',
    "pictures.md": "# P\n\n![A large one](large.svg)\n\n![Small](small.svg)\n\n[![Linked](large.svg)](index.md)\n"
    '\n<div class="sd-card"><img src="_images/large.svg"><a class="sd-stretched-link" href="."></a></div>\n',
    "large.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"></svg>',
    "small.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90"></svg>',
    "links.md": "# L\n\n[](terms/index.rst) [a](#here) [b](a.zip) [c](https://example.org/)\n\n## Here\n\nText.\n",
    "a.zip": "no archive",
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, {"html_theme": "blogext", "html_extra_path": ["a.zip"]})


@pytest.fixture
def fetched() -> list[str]:
    """What a page fetches after it has been loaded, but for its own style sheets, scripts and fonts."""
    return []


@pytest.fixture
def visit(browser: Browser, server: Server, fetched: list[str]) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page; whatever a page complains of fails the test."""
    contexts, told = [], []

    def open_page(name: str, width: int = 1280, script: str = "", **options: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 700}, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        if script:
            page.add_init_script(script)
        page.goto(f"{server.url}/{name}.html", wait_until="networkidle")
        page.on(
            "request", lambda request: "/_static/" in request.url or fetched.append(request.url.partition("?")[0])
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert told == []


def problems(page: Page, options: str = "{}") -> list[str]:
    page.evaluate(axe_script())
    found: list[str] = page.evaluate(f"axe.run({options}).then(found => found.violations.map(e => e.id))")
    return found


#: Links of the text, and what is shown of what they lead to.
PREVIEWS = {
    "a.footnote-reference": "What is noted, with a link.",
    'a[href="#kahan"]': "What is cited.",
    'a.reference[href="#term-window"]': "What one looks through.",
    'a.reference[href$="#term-queue"]': "What is waited in, <b>.",
    "a:has(> .blog-post)": "工作窃取\n\n每个工人有自己的 <队列>。",
}


def test_what_a_link_leads_to_is_shown_beside_it(visit: Callable[..., Page]) -> None:
    page = visit("text")
    box = page.locator(".preview")
    for selector, text in PREVIEWS.items():
        page.locator(f".body {selector}").first.hover()
        box.wait_for()
        assert box.inner_text().strip() == text
        assert box.locator("> *").last.evaluate("e => e.lang") == ("zh" if "blog-post" in selector else "en")
        # Nothing of it has a name or leads anywhere, so that the page is as it was.
        assert box.locator("[id], a[href], .backrefs").count() == 0
        # It stays while one is in it, and no longer.
        box.hover()
        page.wait_for_timeout(400)
        assert box.is_visible()
        page.mouse.move(2, 690)
        box.wait_for(state="hidden")


def test_a_preview_is_there_for_the_keyboard_and_goes_at_escape(visit: Callable[..., Page]) -> None:
    page = visit("text")
    box = page.locator(".preview")
    page.keyboard.press("Tab")
    page.locator("a.footnote-reference").focus()
    box.wait_for()
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    page.keyboard.press("Tab")
    box.filter(has_text="What is cited").wait_for()
    assert problems(page, "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }") == []
    page.locator(".site-header a").first.focus()
    box.wait_for(state="hidden")
    # The link leads there as ever.
    page.locator("a.footnote-reference").press("Enter")
    page.wait_for_url("**/text.html#*")


def test_a_finger_just_follows_the_link(visit: Callable[..., Page]) -> None:
    page = visit("text", 390, has_touch=True, is_mobile=True)
    page.locator("a:has(> .blog-post)").tap()
    page.wait_for_url("**/blog/steal.html")


def test_a_picture_that_is_shown_smaller_opens_in_its_size(visit: Callable[..., Page]) -> None:
    page = visit("pictures")
    pictures = page.locator(".body img")
    pictures.first.and_(page.locator(".zoomable")).wait_for()
    assert pictures.evaluate_all("all => all.map(e => e.matches('.zoomable'))") == [True, False, False, False]
    shown = pictures.first.bounding_box()
    page.get_by_role("button", name="Enlarge: A large one").press("Enter")
    large = page.locator("dialog.zoom[open] img")
    large.wait_for()
    assert large.get_attribute("alt") == "A large one"
    assert large.bounding_box()["width"] > shown["width"] * 1.5
    page.keyboard.press("Escape")
    large.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.alt") == "A large one"  # where one was
    pictures.first.click()
    large.click()
    large.wait_for(state="hidden")


def test_a_cover_that_opens_has_a_name_and_white_paper_in_the_dark(visit: Callable[..., Page]) -> None:
    page = visit("blog/cover", 390, color_scheme="dark")
    page.get_by_role("button", name="Enlarge").wait_for()
    assert "255, 255, 255" in page.locator(".blog-cover").evaluate("e => getComputedStyle(e).backgroundImage")
    assert problems(page) == []


def come_to_links(page: Page) -> None:
    """Come to each link, and wait for what is fetched, and for what should not be."""
    for link in page.locator(".body p a").all():
        link.hover()
    page.locator(".body p a").first.focus()
    page.wait_for_timeout(300)


def test_a_page_is_fetched_when_one_comes_to_its_link(
    visit: Callable[..., Page], fetched: list[str], server: Server
) -> None:
    page = visit("links")
    assert fetched == []
    come_to_links(page)
    # Once, and nothing else: no file that is no page, no other host.
    wait_until(page, lambda: fetched == [f"{server.url}/terms/index.html"])
    page.reload(wait_until="networkidle")
    fetched.clear()
    page.locator(".body p a").first.focus()
    wait_until(page, lambda: fetched == [f"{server.url}/terms/index.html"])


@pytest.mark.parametrize("reason", ["data", "motion"])
def test_nothing_is_fetched_where_data_are_saved_or_motion_is_reduced(
    visit: Callable[..., Page], fetched: list[str], reason: str
) -> None:
    saving = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    options = {"script": saving} if reason == "data" else {"reduced_motion": "reduce"}
    come_to_links(visit("links", **options))
    assert fetched == []
