"""What another browser than Chromium makes of the theme: Debian's Firefox, which draws formulas in its own way."""

from collections.abc import Iterator

import pytest
from browsing import Server
from conftest import MakeSite, Site
from firefox import NEEDS_FIREFOX, Firefox
from fonts import FONTS, write_fonts

pytestmark = [*NEEDS_FIREFOX, pytest.mark.slow]

PAGES = ["index", "guide/index", "api", "search", "blog/index", "blog/archive", "blog/tag", "blog/2026/mergeable"]


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


def test_what_a_policy_forbids_is_an_error(firefox: Firefox, make_site: MakeSite) -> None:
    # That the test above could fail.
    text = "Home\n====\n\n.. raw:: html\n\n   <script>let a;</script>\n"
    with Server(make_site({"index.rst": text}, {"html_theme": "blogext"}).outdir) as server:
        firefox.open(f"{server.url}/index.html")
        assert any("Content-Security-Policy" in error for error in firefox.errors())


def test_a_text_with_formulas(firefox: Firefox, served: str) -> None:
    firefox.open(f"{served}/blog/2026/mergeable.html")
    # What is below a line is below it, what is raised is higher.
    tops = (
        "[...document.querySelectorAll(arguments[0])]"
        ".map(e => [...e.children].map(c => c.getBoundingClientRect().top))"
    )
    for name in ("mfrac", "msup"):
        pairs = firefox.evaluate(tops, name)
        assert pairs
        assert {one < other for one, other in pairs} == {name == "mfrac"}
    # The font is ours, with the sizes of what grows.
    assert firefox.evaluate("[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)")
