"""Pages that are there at once: fetched when the pointer comes to a link, and shown without a blink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import NEEDS_CHROMIUM, Server, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import MakeSite, Site
    from playwright.sync_api import Browser, Page

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.slow]

#: It is loaded when the reader does something.
FILES = {
    "index.md": "# Home\n\n[Other](other.md) [section](#here) [file](a.zip) [far](https://example.org/)\n\n"
    "## Here\n\n```{toctree}\nother\n```\n",
    "other.md": "# Other\n",
    "a.zip": "no archive",
}
CONF = {"html_theme": "blogext", "html_extra_path": ["a.zip"], "suppress_warnings": ["myst.xref_missing"]}
OFF = {"html_theme_options": {"instant": "false"}}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(FILES, CONF)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., tuple[Page, list[str]]]]:
    """Return a function that opens the start page, and gives it with what is fetched from then on."""
    contexts = []

    def open_page(url: str, script: str = "", **options: object) -> tuple[Page, list[str]]:
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        if script:
            page.add_init_script(script)
        page.goto(f"{url}/index.html", wait_until="networkidle")
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("?")[0]))
        return page, fetched

    yield open_page
    for context in contexts:
        context.close()


def come_to_links(page: Page, fetched: list[str], last: str = "") -> None:
    """Come to each link, and wait for the *last* file that is fetched, and for others that should not be."""
    for link in page.locator(".body p a").all():
        link.hover()
    page.locator(".body p a").first.focus()
    if last:
        wait_until(page, lambda: last in fetched)
    page.wait_for_timeout(200)


def test_a_page_is_fetched_when_one_comes_to_its_link(
    visit: Callable[..., tuple[Page, list[str]]], site: Site
) -> None:
    with Server(site.outdir) as server:
        page, fetched = visit(server.url)
        told: list[str] = []
        page.on("console", lambda message: told.append(message.text))
        assert fetched == []
        come_to_links(page, fetched, "other.html")
        # Once, and nothing else: no file that is no page, no other host.
        assert fetched == ["other.html"]
        page.reload(wait_until="networkidle")
        fetched.clear()
        page.locator(".body p a").first.focus()
        wait_until(page, lambda: "other.html" in fetched)
        assert fetched == ["other.html"]
        assert told == []


@pytest.mark.parametrize("is_off", [False, True])
def test_nothing_is_fetched_where_data_are_saved_or_the_site_does_not_want_it(
    visit: Callable[..., tuple[Page, list[str]]], make_site: MakeSite, site: Site, *, is_off: bool
) -> None:
    saving = "" if is_off else "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    with Server((make_site(FILES, CONF | OFF) if is_off else site).outdir) as server:
        page, fetched = visit(server.url, saving)
        come_to_links(page, fetched)
        assert fetched == []


@pytest.mark.parametrize(("motion", "is_shown"), [("no-preference", True), ("reduce", False)])
def test_pages_follow_without_a_blink_unless_motion_is_reduced(
    visit: Callable[..., tuple[Page, list[str]]], site: Site, motion: str, *, is_shown: bool
) -> None:
    note = "addEventListener('pagereveal', event => (window.__has = !!event.viewTransition))"
    with Server(site.outdir) as server:
        page, _ = visit(server.url, note, reduced_motion=motion)
        page.locator(".body p a").first.click()
        page.locator("h1", has_text="Other").wait_for()
        if not page.evaluate("'onpagereveal' in window"):
            pytest.skip("this browser does not know it")
        assert page.evaluate("window.__has") == is_shown
