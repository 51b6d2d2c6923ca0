"""The search page of the theme ``blogext``, in a browser."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urlencode

import pytest
from browsing import NEEDS_CHROMIUM, Browser, Page, Server
from conftest import MakeSite, Site

pytestmark = NEEDS_CHROMIUM
FILES = {
    "index.md": "# Home\n\nWords about nothing.\n\n```{toctree}\nguide/index\napi\nblog/index\n```\n",
    "guide/index.md": "# Streams & queues\n\nBounded.\n\n## Sliding windows\n\nThey slide over floats.\n",
    "api.rst": "The API\n=======\n\n.. py:module:: rill\n\n.. py:class:: Queue(size)\n\n   A thing.\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate:\n```\n",
    "blog/steal.md": "---\ndate: 2025-01-02\nlanguage: zh\ntags: [并行, c++]\n---\n# 工作窃取的队列\n\n"
    "每个工人有自己的双端队列，空闲时从别人那里窃取。\n\n## 内存序\n\n这里需要一道栅栏。\n",
    "blog/float.md": "---\ndate: 2026-01-02\nlanguage: en\ntags: [numerics]\nauthor: Lin Mei\n---\n"
    "# Adding floats\n\nErrors of rounding in İzmir.\n",
    "blog/queue.md": "---\ndate: 2026-01-03\n---\n# rill.Queue!\n\nrill.Queue is there. A queue of rill.\n",
}
ORPHAN = "---\norphan: true\n---\n"
CONF = {"html_theme": "blogext", "html_baseurl": "https://example.org/"}

SITES = [("en", "html"), pytest.param(("zh_CN", "dirhtml"), marks=pytest.mark.slow)]

#: Whether the lines below results have their texts, which come after them.
FILLED = "() => [...document.querySelectorAll('.search-context')].every(line => line.textContent.trim())"


@pytest.fixture(scope="module", params=SITES, ids="-".join)
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    language, builder = request.param
    return make_shared_site(FILES, CONF | {"language": language}, builder)


#: What scripts of pages have thrown.
ERRORS: list[str] = []


@pytest.fixture(autouse=True)
def no_errors() -> Iterator[None]:
    """Fail a test whose pages had errors; a callback of the browser cannot."""
    ERRORS.clear()
    yield
    assert ERRORS == []


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One page for all searches."""
    # A page that is left at once has no time to pass into the next.
    page = browser.new_page(reduced_motion="reduce")
    page.on("pageerror", lambda error: ERRORS.append(str(error)))
    yield page
    page.close()


@pytest.fixture
def search(tab: Page, server: Server, site: Site) -> Callable[[str], Page]:
    """Return a function that searches the site."""
    return lambda query: search_in(tab, server, site, query)


def search_in(page: Page, server: Server, site: Site, query: str) -> Page:
    name = "search/" if site.builder == "dirhtml" else "search.html"
    page.goto(f"{server.url}/{name}?{urlencode({'q': query})}")
    page.locator("#search-status", has_text="”").wait_for()
    return page


def titles(page: Page) -> list[str]:
    return page.locator(".search-results > li > a").all_inner_texts()


@pytest.mark.slow
def test_what_is_found_first(search: Callable[[str], Page]) -> None:
    for query, first in {
        "队列": "工作窃取的队列",  # in a title
        "窃": "工作窃取的队列",  # one character
        "双端队列 栅栏": "工作窃取的队列",  # in the text
        "float": "Streams & queues",  # documentation comes before a post of that title
        "round": "Adding floats",  # another form of the word
        "izmir": "Adding floats",  # whose small letter has a dot of its own
        "slid": "Streams & queues",  # the beginning of a word
        "rill.Queue": "rill.Queue",  # before a post of that title
        "numerics": "Adding floats",  # a tag
        "Lin Mei": "Adding floats",  # an author
    }.items():
        assert titles(search(query))[0] == first, query


def test_a_section_is_named_and_led_to(search: Callable[[str], Page]) -> None:
    page = search("sliding windows")
    result = page.locator(".search-results > li").first
    assert result.locator(".search-detail").inner_text() == "Sliding windows"
    assert result.locator("mark").first.inner_text().lower() in {"sliding", "slid", "slide"}
    result.locator("a").click()
    assert page.locator("h1").inner_text().startswith("Streams & queues")
    # The words are marked, and the address does not keep them.
    page.wait_for_url(lambda url: "highlight" not in url)
    assert page.evaluate("location.hash") == "#sliding-windows"
    assert page.evaluate("CSS.highlights.get('search').size") > 0


def test_nothing_found_is_said(search: Callable[[str], Page]) -> None:
    for query in ("<b>zebra</b>", '"'):
        page = search(query)
        assert query in page.locator("#search-status").inner_text()
        assert (titles(page), page.locator("#search-status b").count()) == ([], 0)


@pytest.fixture
def elsewhere(browser: Browser, server: Server, site: Site) -> Iterator[Page]:
    """A page of the site that is no search, scrolled down."""
    page = browser.new_page(viewport={"width": 1280, "height": 600}, reduced_motion="reduce")
    page.on("pageerror", lambda error: ERRORS.append(str(error)))
    page.goto(f"{server.url}/{site.app.builder.get_target_uri('guide/index')}", wait_until="networkidle")
    page.evaluate("document.body.style.minHeight = '3000px'; scrollTo(0, 500)")
    yield page
    page.close()


@pytest.mark.slow
def test_the_search_opens_where_one_is(elsewhere: Page) -> None:
    box = elsewhere.locator("dialog.search-dialog")
    assert box.count() == 0
    # What is typed before it is open is not lost.
    elsewhere.keyboard.type("/rounding", delay=20)
    results = box.locator(".search-results > li > a")
    results.first.wait_for()
    assert results.all_inner_texts()[0] == "Adding floats"
    elsewhere.keyboard.press("ArrowDown")
    assert elsewhere.evaluate("document.activeElement.textContent") == "Adding floats"
    # One is still where one was, and nothing of it is left. In the field, a browser would only empty it.
    elsewhere.keyboard.press("ArrowUp")
    assert elsewhere.evaluate("document.activeElement.value") == "rounding"
    elsewhere.keyboard.press("Escape")
    box.wait_for(state="hidden")
    assert elsewhere.evaluate("[scrollY, location.search]") == [500, ""]
    # Until it is closed, keys are still those of the field in the box.
    elsewhere.wait_for_function("() => document.activeElement == document.body")
    elsewhere.keyboard.press("Control+k")
    # Enter leads to the results, and opens the first.
    elsewhere.locator("dialog[open] input[name=q]:focus").press("Enter")
    elsewhere.locator(".search-results > li:first-child > a:focus").press("Enter")
    elsewhere.wait_for_url(re.compile("/float"))
    elsewhere.locator("h1", has_text="Adding floats").wait_for()


@pytest.mark.slow
def test_the_field_of_the_header_opens_it_with_its_words(elsewhere: Page) -> None:
    elsewhere.locator(".site-search input").focus()
    # A key that is typed is no command.
    elsewhere.keyboard.type("rounding/")
    assert elsewhere.locator("dialog").count() == 0
    elsewhere.locator(".site-search input").press("Enter")
    results = elsewhere.locator("dialog[open] .search-results > li > a")
    results.first.wait_for()
    assert results.all_inner_texts() == ["Adding floats"]
    elsewhere.get_by_role("button", name=re.compile("Close|关闭")).click()
    elsewhere.locator("dialog").wait_for(state="hidden")


def test_a_search_that_cannot_be_opened_is_on_its_own_page(elsewhere: Page) -> None:
    elsewhere.route(
        re.compile("/search"),
        lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_(),
    )
    elsewhere.locator(".site-search input").press("Enter")
    elsewhere.wait_for_url(re.compile("/search"))


def test_documentation_comes_before_posts_and_new_posts_before_old_ones(tab: Page, make_site: MakeSite) -> None:
    site = make_site(
        {
            "index.md": "# Home\n\nNothing.\n\n```{toctree}\nguide\nblog/index\n```\n",
            "guide.md": "# Guide\n\nHow to use the heap.\n",
            "blog/index.md": "# Blog\n\n```{postlist}\n```\n",
            "blog/old.md": "---\ndate: 2011-03-04\ntags: [python, rare]\n---\n# Heap\n\nHeap heap.\n",
            "blog/newer.md": "---\ndate: 2024-03-04\n---\n# A heap is faster\n\nWords.\n",
            "blog/newest.md": "---\ndate: 2025-03-04\ntags: '<b>&'\n---\n# Words\n\nOf a heap.\n",
        },
        CONF,
    )
    with Server(site.outdir) as server:
        page = search_in(tab, server, site, "heap")
        assert titles(page) == ["Guide", "A heap is faster", "Heap", "Words"]
        lines = page.locator(".search-results > li")
        details = [line.locator(".search-detail").all_inner_texts() for line in lines.all()]
        assert details == [[], ["4 March 2024"], ["4 March 2011", "python"], ["4 March 2025", "<b>&"]]
        # As in the lists of the blog.
        dates = site.page("blog/index").texts("time")
        assert sorted(dates) == sorted(page.locator(".search-results time").all_inner_texts())
        assert lines.nth(2).locator("time").get_attribute("datetime") == "2011-03-04"
        choice = page.locator("select[name=kind]")
        assert choice.locator("option").all_inner_texts() == ["All", "Documentation", "Blog"]
        choice.select_option("Documentation")
        page.locator("#search-status", has_text="One result").wait_for()
        assert titles(page) == ["Guide"]
        choice.select_option("Blog")
        page.locator("#search-status", has_text="3 results").wait_for()
        assert titles(page) == ["A heap is faster", "Heap", "Words"]


@pytest.mark.slow
def test_what_is_called_so_comes_first_and_some_words_are_better_than_none(tab: Page, make_site: MakeSite) -> None:
    site = make_site(
        {
            "index.md": "# Home\n\nNothing.\n",
            "post.md": f"{ORPHAN}# Newsletters\n\nBy mail.\n",
            "feeds.md": f"{ORPHAN}# Feeds\n\n## A newsletter of feeds\n\nThe newsletter, a newsletter.\n",
            "zoo.md": f"{ORPHAN}# Zoo\n\nA newsletter and a zebra.\n",
            "contributing/code.md": f"{ORPHAN}# Ants\n\nA newsletter and a zebra.\n",
            "han.md": f"{ORPHAN}# 定时\n\n明天发布文章，取中位数。\n",
            "order.md": f"{ORPHAN}# 先后\n\n其中，文章先写到位，再发布数篇。\n",
        },
        CONF,
    )
    pages = ["Newsletters", "Feeds", "Zoo", "Ants"]

    def found(query: str) -> list[str]:
        # Not each section of a page
        return [*dict.fromkeys(titles(search_in(tab, server, site, query)))]

    with Server(site.outdir) as server:
        for query in ("newsletter", "Where is my newsletter?"):
            assert found(query) == pages
        # A word in no page leaves those with the others, and the page says so.
        assert found("newsletter giraffe") == pages
        assert tab.locator("#search-status").inner_text().startswith("No page contains all words of “newsletter")
        # The most words that any page has come first, and then, where these are few, one less.
        assert found("newsletter giraffe zebra") == found("newsletter zebra") == ["Zoo", "Ants", *pages[:2]]
        # Words are found apart, too, and first together.
        assert found("怎么定时发布文章") == found("发布文章") == ["定时", "先后"]
        assert (found("中位数"), found("giraffe")) == (["定时"], [])
        assert tab.locator("#search-status").inner_text().startswith("No results")


def test_a_result_leads_to_each_of_its_words(search: Callable[[str], Page]) -> None:
    for query, places in {
        "floats slide": ["slide over floats"],  # one place has both
        "rounding errors": ["Errors of rounding"],
        "queue there": ["Queue is there"],
        "双端队列 栅栏": ["每个工人有自己的双端队列", "这里需要一道栅栏"],  # in two paragraphs
    }.items():
        page = search(query)
        page.locator(".search-context").first.wait_for()
        page.wait_for_function(FILLED)
        # Each link gets its places with what is shown of its text.
        links = page.locator(".search-results > li:has(.search-context) > a").all()
        hrefs = [link.get_attribute("href") or "" for link in links]
        parts = [href.partition(":~:")[2].split("&") for href in hrefs]
        assert places in [[unquote(part).removeprefix("text=") for part in found] for found in parts], query


@pytest.mark.slow
def test_pagefind_instead(tab: Page, make_site: MakeSite) -> None:
    pytest.importorskip("pagefind", reason="Pagefind is not installed")
    site = make_site(FILES, CONF | {"html_theme_options": {"search": "pagefind"}})
    assert site.warnings == []
    # Pagefind is a program for browsers' virtual machine, which a policy must allow.
    with Server(site.outdir, policy="script-src 'self' 'wasm-unsafe-eval'") as server:
        page = search_in(tab, server, site, "队列")
        assert (titles(page), page.locator("mark").first.inner_text()) == (["工作窃取的队列"], "队列")
        page.goto(f"{server.url}/search.html?q=rounding")
        page.locator(".search-results a").first.wait_for()
        assert titles(page) == ["Adding floats"]
