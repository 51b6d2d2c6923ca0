"""Formulas and graphs that are pictures: made by programs of the system, linked from every list."""

import shutil
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from page import elements
from writing import INDEX, md, rst

_LATEX = pytest.mark.skipif(
    not (shutil.which("latex") and shutil.which("dvisvgm")), reason="latex or dvisvgm is not installed"
)
_DOT = pytest.mark.skipif(not shutil.which("dot"), reason="graphviz is not installed")

_FORMULAS = {
    "blog/p.md": md(
        "Power $x^2$", "Inline $a_i$ and {eq}`sum`.\n\n$$ 1 + 1 $$ (sum)\n\n% more\n\nRest.\n", tags="t"
    ),
    "blog/q.rst": rst(
        ":math:`x^2` again", "Text :math:`a_i`\n\n.. math:: 1 + 1\n\n.. more::\n\nRest.\n", tags="t"
    ),
}
_GRAPHS = {
    "blog/p.md": md(
        "One", '```{graphviz}\n:alt: g\ndigraph g { a [URL="#more"]; a -> b }\n```\n\n% more\n\nRest.\n', tags="t"
    ),
    "blog/q.rst": rst(
        "Two",
        '.. graphviz::\n   :caption: A graph\n\n   digraph g { a [URL="https://example.org/"]; a -> b }\n\n'
        ".. more::\n\nRest.\n",
        tags="t",
    ),
}
#: Lists at every depth.
_LISTS = {
    "index.md": "# Home\n\n```{postlist}\n:style: teasers\n```\n",
    "a/b/c.md": "---\norphan: true\n---\n# Deep\n\n```{postlist}\n:excerpts:\n```\n\n"
    "```{postlist}\n:style: cards\n```\n",
}
_PAGES = ["index", "blog", "blog/tag/t", "blog/tag/t/page/2", "a/b/c"]


def _build(make_site: MakeSite, files: dict[str, str], builder: str, **conf: Any) -> Site:
    site = make_site(INDEX | _LISTS | files, {"blog_page_size": 1, **conf}, builder)
    assert site.warnings == []
    assert problems_of_tree(site.outdir, only_content=True, skip=["search.html", "search/index.html"]) == []
    return site


def _sources(area: Element, kind: str) -> list[str]:
    return [(e.get("src") or e.get("data") or "").rpartition("/")[2] for e in elements(area) if e.tag == kind]


@_LATEX
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_formulas_are_pictures(make_site: MakeSite, builder: str) -> None:
    extensions = ["myst_parser", "sphinx.ext.imgmath", "sphinx_blogext"]
    site = _build(make_site, _FORMULAS, builder, extensions=extensions, imgmath_image_format="svg")
    own = {source for name in "pq" for source in _sources(site.page(f"blog/{name}").main, "img")[:4]}
    assert len(own) >= 3
    assert {name for page in _PAGES for name in _sources(site.page(page).main, "img")} == own
    for page in map(site.page, _PAGES):
        titles = [*page.all(".blog-teaser-title"), *page.all(".blog-card-title")]
        assert all(len(_sources(title, "img")) == 1 for title in titles)
        assert not any("mathjax" in (script.get("src") or "").lower() for script in page.root.iter("script"))


@_DOT
@pytest.mark.parametrize("output", ["png", "svg"])
def test_graphs_have_their_links(make_site: MakeSite, output: str) -> None:
    extensions = ["myst_parser", "sphinx.ext.graphviz", "sphinx_blogext"]
    site = _build(make_site, _GRAPHS, "html", extensions=extensions, graphviz_output_format=output)
    kind = "img" if output == "png" else "object"
    own = {source for name in "pq" for source in _sources(site.page(f"blog/{name}").main, kind)}
    assert len(own) == 2
    for page in map(site.page, _PAGES[:4]):
        assert {*_sources(page.main, kind)} <= own
        # Both graphs are called "g", and so are their maps.
        maps = [f"#{e.get('name')}" for e in page.all("map")]
        assert [e.get("usemap") for e in page.all("img")] == maps
        assert len({*maps}) == len(maps)
        assert bool(maps) == (output == "png")
    # Of the two posts, the list shows that of the first document.
    areas = [area.get("href") for area in site.page("blog").all("map area")]
    assert areas == ([] if output == "svg" else ["./blog/p.html#more"])
