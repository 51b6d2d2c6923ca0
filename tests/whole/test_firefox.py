"""What another browser than Chromium makes of the theme: Debian's Firefox, which draws formulas in its own way."""

from collections.abc import Iterator

import pytest
from browsing import FORMULAS, PILCROWS, Server
from conftest import MakeSite, Site
from firefox import NEEDS_FIREFOX, Firefox
from fonts import FONTS, write_fonts

pytestmark = [*NEEDS_FIREFOX, pytest.mark.slow]

PAGES = [
    *("index", "guide/index", "api", "search", "genindex"),
    *("blog/index", "blog/archive", "blog/tag", "blog/author/mei"),
    *("blog/2026/mergeable", "blog/2024/monotonic-queue", "blog/2025/ws-2-memory-order"),
]


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A browser that finds wide letters, and no font for formulas."""
    folder = tmp_path_factory.mktemp("firefox")
    settings = write_fonts(folder / "fonts", FONTS["wide"])
    browser = Firefox(folder / "profile", {"FONTCONFIG_FILE": str(settings)})
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def served(example: Site) -> Iterator[str]:
    """Where the example site is, with ``Content-Security-Policy: default-src 'self'``."""
    with Server(example.outdir) as server:
        yield server.url


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_the_screen_and_has_no_errors(firefox: Firefox, served: str, name: str) -> None:
    firefox.open(f"{served}/{name}.html", 320)
    for width in (320, 390, 1280):
        firefox.resize(width)
        assert firefox.evaluate("document.documentElement.scrollWidth") <= width, width
    assert firefox.errors() == []


def test_the_way_back_up_is_at_the_end_of_long_pages_alone(firefox: Firefox, served: str) -> None:
    """This browser cannot tell which way one goes."""
    for name, is_long in {"blog/series": False, "blog/2025/kahan": True}.items():
        firefox.open(f"{served}/{name}.html", 390)
        firefox.evaluate("scrollTo({ top: 1e6, behavior: 'instant' })")
        link = "document.querySelector('.to-top a').getBoundingClientRect()"
        seen = firefox.evaluate(
            f"document.elementFromPoint({link}.left + 9, {link}.top + 9)?.closest('.to-top') != null"
        )
        assert seen == is_long, name


def test_what_a_policy_forbids_is_an_error(firefox: Firefox, make_site: MakeSite) -> None:
    # That the test above could fail.
    text = "Home\n====\n\n.. raw:: html\n\n   <script>let a;</script>\n"
    with Server(make_site({"index.rst": text}, {"html_theme": "blogext"}).outdir) as server:
        firefox.open(f"{server.url}/index.html")
        assert any("Content-Security-Policy" in error for error in firefox.errors())


def test_formulas_are_laid_out(firefox: Firefox, served: str) -> None:
    firefox.open(f"{served}/blog/2026/mergeable.html")
    boxes = firefox.evaluate(
        "[...document.querySelectorAll('math')].map(e => e.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert boxes
    assert all(width > 2 and height > 2 for width, height in boxes)
    # What is below a line is below it, what is raised is higher.
    tops = (
        "[...document.querySelectorAll(arguments[0])]"
        ".map(e => [...e.children].map(c => c.getBoundingClientRect().top))"
    )
    fractions, powers = (firefox.evaluate(tops, name) for name in ("mfrac", "msup"))
    assert fractions
    assert all(above < below for above, below in fractions)
    assert powers
    assert all(power < base for base, power in powers)
    # The font is ours, with the sizes of what grows.
    assert firefox.evaluate("[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)")


def test_punctuation_is_squeezed_where_the_browser_does_not_do_so(firefox: Firefox, served: str) -> None:
    firefox.open(f"{served}/blog/2026/mergeable.html")
    knows, settings = firefox.evaluate(
        """[CSS.supports("text-spacing-trim", "trim-start"),
            [...document.querySelectorAll(".halt")].map(e => getComputedStyle(e).fontFeatureSettings)]"""
    )
    assert settings
    assert set(settings) == {"normal" if knows else '"halt"'}


@pytest.mark.parametrize("width", [390, 1280])
def test_a_formula_stands_in_the_middle_of_the_text(firefox: Firefox, served: str, width: int) -> None:
    firefox.open(f"{served}/blog/2026/mergeable.html", width)
    places = firefox.evaluate(FORMULAS)
    assert len(places) > 5
    for above, below, aside in places:
        assert round(above, 3) == round(below, 3) == 16
        assert abs(aside) <= 1
    # And the link of a heading in its last line.
    for name in ("blog/2025/ws-2-memory-order", "blog/2024/monotonic-queue"):
        firefox.open(f"{served}/{name}.html", width)
        places = firefox.evaluate(PILCROWS)
        assert places
        assert all(is_in_last_line for is_in_last_line in places)
