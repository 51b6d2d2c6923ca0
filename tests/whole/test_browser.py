"""What only a browser can tell: that scripts work in lists, and that pages fit the screen."""

import re
from collections.abc import Callable

import pytest
from browsing import NEEDS_CHROMIUM, Page, Route
from conftest import MakeSite, Site
from writing import INDEX, md

pytestmark = NEEDS_CHROMIUM
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def sink(sink_of: Callable[[str, str], Site]) -> Site:
    return sink_of("html", "alabaster")


@pytest.fixture
def open_page(look: Open) -> Open:
    """Return a function that opens a page without a network."""
    return lambda site, name, width=1280: look(site.path(name), width, offline=True)


def _list_page_with(site: Site, selector: str) -> str:
    """Return the name of a further page of a tag's list that holds *selector*."""
    # At number 1 is a redirect.
    names = (name for name in site.pages if re.match("blog/tag/.*/page/([2-9]|1.)", name))
    return next(name for name in names if site.page(name).all(selector))


def test_tabs_work_on_a_further_page_of_a_tag(open_page: Open, sink: Site) -> None:
    page = open_page(sink, "index")
    first, second = (page.locator(".sd-tab-set").nth(number) for number in (0, 1))
    first.get_by_text("Windows", exact=True).click()
    assert first.get_by_text("On Windows.").is_visible()
    assert first.get_by_text("On Linux.").is_hidden()
    # Tabs of one group are synchronised, whichever post they stand in.
    assert second.get_by_text("On Windows.").is_visible()

    page = open_page(sink, _list_page_with(sink, ".sphinx-tabs"))
    tabs = page.locator(".sphinx-tabs").first
    tabs.get_by_role("tab", name="Two").click()
    assert tabs.get_by_text("Second.").is_visible()
    assert tabs.get_by_text("First.").is_hidden()


def test_a_script_fills_what_it_is_meant_for_and_code_has_its_button(open_page: Open, sink: Site) -> None:
    page = open_page(sink, _list_page_with(sink, ".highlight"))
    assert page.locator(".blog-teaser-body button.copybtn").count() > 0
    page = open_page(sink, "blog/tag/scripts")
    # Both posts give their element the same id.
    assert sorted(page.locator(".script-output").all_text_contents()) == ["filled: MyST", "filled: RST"]


MATH = rf"""Formulas
========

.. math:: {" + ".join("abcdefghijklmnopqrstuvw")} = 1
   :label: long

.. math:: a = b
   :label: short

Not MathML: :math:`\unknown{{x}}`. In a line: :math:`{" + ".join("abcdefghijklmnop")}`.
"""


@pytest.mark.slow
def test_a_wide_formula_scrolls_inside_itself(open_page: Open, make_site: MakeSite) -> None:
    conf: dict[str, object] = {
        "html_theme": "alabaster",
        "html_math_renderer": "blogext",
        "mathjax_path": "own.js",
    }
    conf["mathjax3_config"] = {"options": {"renderActions": {}}}
    page = open_page(make_site({"index.rst": MATH}, conf), "index", 320)
    boxes = page.evaluate(
        "[...document.querySelectorAll('.blog-math')].map(e => [e.scrollWidth > e.clientWidth, e.tabIndex])"
    )
    assert boxes == [[True, 0], [False, -1]]
    assert page.evaluate("document.querySelector('.blog-math').closest('.math').scrollWidth") <= 320
    assert page.evaluate("document.querySelector('.math-wide').getBoundingClientRect().right") <= 320
    # MathJax is told to leave MathML alone.
    assert page.evaluate("[MathJax.startup.input, MathJax.options.renderActions]") == [["tex"], {}]


_FAKE_UTTERANCES = """
const frame = document.createElement("iframe");
frame.className = "utterances-frame";
frame.src = "https://utteranc.es/frame.html?theme=" + document.currentScript.getAttribute("theme");
document.currentScript.replaceWith(frame);
"""


@pytest.mark.parametrize("load", ["click", pytest.param("scroll", marks=pytest.mark.slow)])
def test_comments_are_loaded_when_wanted(look: Open, make_site: MakeSite, load: str) -> None:
    comments = {"provider": "utterances", "repo": "o/r", "load": load}
    files = {**INDEX, "blog/a.md": md("A", "Text.\n\n" * 200)}
    site = make_site(files, {"html_theme": "furo", "blog_comments": comments})
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        is_script = asked[-1].endswith(".js")
        body = _FAKE_UTTERANCES if is_script else "<p>Comments</p>"
        route.fulfill(body=body, content_type="text/javascript" if is_script else "text/html")

    page = look("about:blank", 390, color_scheme="dark")
    page.route(lambda url: "utteranc" in url, answer)
    page.goto(site.path("blog/a").as_uri())
    button = page.get_by_role("button", name="Show the comments")
    assert button.is_visible()
    page.wait_for_timeout(300)
    assert asked == []
    if load == "click":
        button.click()
    else:
        page.locator(".blog-comments").scroll_into_view_if_needed()
    page.frame_locator("iframe.utterances-frame").get_by_text("Comments").wait_for()
    assert asked == ["https://utteranc.es/client.js", "https://utteranc.es/frame.html?theme=github-dark"]
