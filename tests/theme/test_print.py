"""A page on paper: all of it is there, and nothing else."""

from collections.abc import Callable

import pytest
from browsing import NEEDS_CHROMIUM, Page
from conftest import MakeSite, Site
from writing import INDEX, md

pytestmark = [*NEEDS_CHROMIUM, pytest.mark.slow]

#: A sheet of A4 without the margins that browsers leave, in pixels.
PAPER = 718
TEXT = f"""{"|".join(f"Column {name}" for name in "ABCDEFGHIJ")}
{"|".join(["---"] * 10)}
{"|".join(["measurement"] * 10)}

$${"+".join(f"a_{{{number}}}" for number in range(1, 25))}$$

::::{{tab-set}}
:::{{tab-item}} First name
First tab.
:::
:::{{tab-item}} Second name
Second tab.
:::
::::
:::{{dropdown}} Folded
Inside.
:::
```python
print("{"code " * 40}")
```
"""


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    conf = {"html_theme": "blogext", "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"]}
    return make_shared_site({**INDEX, "blog/a.md": md("A", TEXT)}, conf)


@pytest.fixture
def paper(look: Callable[..., Page], site: Site) -> Page:
    page = look(site.path("blog/a"), PAPER)
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready.then(() => 1)")
    return page


def test_nothing_is_cut(paper: Page) -> None:
    ends = paper.evaluate(
        """[...document.querySelectorAll("td, th, math, pre, .highlight, p")]
             .map(e => e.getBoundingClientRect()).map(box => Math.max(box.left, box.right))"""
    )
    assert len(ends) > 20
    assert max(ends) <= PAPER
    assert paper.evaluate("document.documentElement.scrollWidth") <= PAPER
    # What scrolls on a screen holds no more than it shows.
    hidden = paper.evaluate(
        """[...document.querySelectorAll(".table-wrap, div.math, .blog-math, pre")]
             .filter(e => getComputedStyle(e).overflowX != "visible" && e.scrollWidth > e.clientWidth).length"""
    )
    assert hidden == 0
    # Nor does text wait for the font of formulas.
    paper.evaluate("document.documentElement.dataset.formulas = 'awaited'")
    assert paper.evaluate("getComputedStyle(document.querySelector('math')).visibility") == "visible"


def test_all_that_is_folded_is_open(paper: Page) -> None:
    places = [
        paper.get_by_text(text, exact=True).bounding_box()
        for text in ("First name", "First tab.", "Second name", "Second tab.", "Inside.")
    ]
    tops = [place["y"] if place else 0.0 for place in places]
    assert tops[0] > 0
    assert tops == sorted(set(tops))


@pytest.mark.parametrize("theme", ["blogext", "furo"])
def test_links_have_their_addresses_and_what_only_works_on_a_screen_is_gone(
    look: Callable[..., Page], make_site: MakeSite, theme: str
) -> None:
    text = "See [the site](https://example.org/a?b=1).\n\n<!-- more -->\n\nRest.\n"
    posts = {"blog/a.md": md("A", text, tags=["x"]), "blog/b.md": md("B", text, date="2024-01-02", tags=["x"])}
    toctree = {"index.md": "# Home\n\n```{toctree}\nblog/index\n```\n", "blog/index.md": "# Blog\n"}
    conf = {"html_theme": theme, "blog_comments": {"provider": "utterances", "repo": "a/b"}, "blog_page_size": 1}
    site = make_site(toctree | posts, conf)
    hidden = (".blog-read-more", ".blog-pagination", ".blog-comments", ".blog-tags")
    hidden += (".site-header", ".site-nav", ".page-sections", ".blog-neighbours") * (theme == "blogext")
    for name in ("blog/a", "blog/index"):
        page = look(site.path(name), PAPER, color_scheme="dark")
        page.emulate_media(media="print")
        if theme == "blogext":
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        address = "e => getComputedStyle(e, '::after').content"
        link = page.locator("a[href^='https://example.org/a']").first
        assert "https://example.org/a?b=1" in link.evaluate(address), name
        for gone in hidden:
            assert not any(each.is_visible() for each in page.locator(gone).all()), (name, gone)
