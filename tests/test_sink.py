"""Everything that may stand in a teaser stands in every list as on the post's own page.

The posts are the examples of the documentation, one for each construct and language.
"""

from __future__ import annotations

import importlib.util
import shutil
from typing import TYPE_CHECKING
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
from checker import problems_of_tree
from conftest import ROOT, Site
from page import elements, text

if TYPE_CHECKING:
    from pathlib import Path
    from xml.etree.ElementTree import Element

EXAMPLES = ROOT / "docs" / "examples"

#: Extensions of others that have something to say in a teaser.
_OTHERS = ("sphinx_copybutton", "sphinx_tabs.tabs", "sphinxcontrib.mermaid")
_EXTENSIONS = [
    *("myst_parser", "sphinx_design", "sphinx.ext.todo", "sphinx.ext.graphviz", "sphinx_blogext"),
    *_OTHERS,
]
_CONF = {
    "extensions": _EXTENSIONS,
    "myst_enable_extensions": ["dollarmath", "amsmath", "colon_fence", "deflist", "fieldlist"],
    "numfig": True,
    "todo_include_todos": True,
    "nitpicky": True,
    "html_use_index": True,
    "exclude_patterns": ["examples/teasers"],
    "blog_page_size": 7,
    "graphviz_output_format": "svg",
    # Without `dot` the post's own page shows the source of a graph, and so do the lists.
    "suppress_warnings": ["graphviz"],
}
_INDEX = """# Home

(sink-label)=
## Label

```{py:function} spam.eggs()
```

```{glossary}
widget
  A thing.
```

```{toctree}
:glob:
:titlesonly:

guide/*
blog/*
```

```{postlist} 100
:style: teasers
```
"""
_DEEP = "# Deep\n\n## List\n\n```{postlist}\n:style: teasers\n:paginate: 4\n```\n"
_OWN_ATTRIBUTES = {"id", "for", "name", "aria-controls", "aria-labelledby", "aria-describedby"}
_URLS = {"href", "src", "data"}
#: Themes differ in what they do to a page's content.
THEMES = ["alabaster", "furo", "pydata_sphinx_theme", "blogext"]


def _is_missing(module: str) -> bool:
    return importlib.util.find_spec(module.split(".", maxsplit=1)[0]) is None


pytestmark = pytest.mark.skipif(
    any(map(_is_missing, ("sphinx_copybutton", "sphinx_tabs"))),
    reason="sphinx-copybutton or sphinx-tabs is missing",
)


def make_sink(folder: Path, builder: str, theme: str) -> Site:
    files = {"index.md": _INDEX, "guide/deep.md": _DEEP}
    site = Site(folder, files, {**_CONF, "html_theme": theme}, builder)
    shutil.copytree(EXAMPLES, site.source / "examples")
    shutil.copytree(EXAMPLES / "teasers", site.source / "blog")
    return site.build()


@pytest.fixture(scope="module", params=["html", "dirhtml"])
def sink(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return make_sink(tmp_path_factory.mktemp("sink"), request.param, "alabaster")


def test_nothing_is_wrong_on_any_page(sink: Site) -> None:
    assert [w for w in sink.warnings if "dot command" not in w.message] == []
    own = {f"blog/raw-{kind}" for kind in ("rst", "md")}
    skip = {"search.html", "search/index.html"}
    problems = problems_of_tree(sink.outdir, only_content=True, skip=skip)
    # HTML that an author leaves open is for the post's own page to show as it is.
    assert [p for p in problems if not any(p.startswith(name) for name in own)] == []


@pytest.mark.parametrize("theme", THEMES[1:])
def test_nothing_is_wrong_in_other_themes(theme: str, tmp_path: Path) -> None:
    site = make_sink(tmp_path, "html", theme)
    generated = [page for page in site.pages if "/page/" in page or "/tag/" in page or page.endswith("/2025")]
    problems = problems_of_tree(site.outdir, only_content=True, skip=["search.html"])
    names = tuple(f"{page}.html" for page in [*generated, "blog", "index"])
    assert len(generated) > 10
    assert [problem for problem in problems if problem.startswith(names)] == []


def test_every_teaser_is_everywhere_as_on_its_own_page(sink: Site) -> None:
    posts = {path.stem for path in (EXAMPLES / "teasers").iterdir()}
    own = {name: _teaser_of_page(sink, f"blog/{name}") for name in posts}
    seen: dict[str, int] = dict.fromkeys(posts, 0)
    for name in sink.pages:
        page_name = name.removesuffix("/index") if sink.builder == "dirhtml" else name
        lists = sink.page(page_name).source.count('class="blog-listing blog-teasers')
        if not lists:
            continue
        for docname, teaser in _teasers_of_list(sink, page_name):
            assert teaser == own[docname], f"{docname} on {page_name}"
            seen[docname] += 1
    # The blog, the year, two tags, the front page and the guide.
    assert all(count >= 6 for count in seen.values()), seen


def test_scripts_are_loaded_on_just_the_pages_that_need_them(sink: Site) -> None:
    for name in ("blog/page/2", "blog/tag/shared", "blog/tag/rst", "blog/2025", "guide/deep"):
        page = sink.page(name)
        has_maths = any("math" in (e.get("class") or "").split() for e in elements(page.main))
        has_diagram = any("mermaid" in (e.get("class") or "").split() for e in elements(page.main))
        scripts = [e.get("src") or e.text or "" for e in page.root.iter("script")]
        assert any("mathjax" in script.lower() for script in scripts) == has_maths, name
        assert any("mermaid" in script for script in scripts) == has_diagram, name


def test_radio_buttons_of_two_teasers_are_not_one_group(sink: Site) -> None:
    page = sink.page("index")
    sets = [e for e in elements(page.main) if "sd-tab-set" in (e.get("class") or "").split()]
    groups = [{e.get("name") for e in elements(tabs) if e.tag == "input"} for tabs in sets]
    assert len(sets) == 2
    assert [len(group) for group in groups] == [1, 1]
    assert groups[0] != groups[1]
    assert all(e.get("data-sync-group") == "os" for tabs in sets for e in elements(tabs) if e.get("data-sync-id"))


def test_headings_in_a_teaser_are_below_the_post_s_title(sink: Site) -> None:
    # In a section of a document a list is one level deeper than on its further pages.
    for name, level in (("blog/tag/shared", 2), ("guide/deep", 3), ("guide/deep/page/2", 2)):
        for article in (e for e in elements(sink.page(name).main) if e.tag == "article"):
            levels = [
                int(e.tag[1]) for e in elements(article) if len(e.tag) == 2 and e.tag[0] == "h" and e.tag != "hr"
            ]
            assert levels[0] == level
            assert all(inner > level for inner in levels[1:])


def _teasers_of_list(site: Site, page: str) -> list[tuple[str, list[str]]]:
    """Return the document and the normalized teaser of each post in a list."""
    found = []
    for article in (e for e in elements(site.page(page).main) if e.tag == "article"):
        heading = next(e for e in elements(article) if "blog-teaser-title" in (e.get("class") or ""))
        link = next(e for e in elements(heading) if e.tag == "a").get("href", "")
        docname = urljoin(_url(site, page), link).rstrip("/").rpartition("/")[2].removesuffix(".html")
        body = next(e for e in elements(article) if "blog-teaser-body" in (e.get("class") or ""))
        found.append((docname, _normalized(list(body), _url(site, page), _url(site, f"blog/{docname}"))))
    return found


def _teaser_of_page(site: Site, page: str) -> list[str]:
    """Return the normalized content of a post's page above the place that "Read more" leads to."""
    root = site.page(page).root
    parents = {child: parent for parent in elements(root) for child in parent}
    marker = next(e for e in elements(root) if e.get("id") == "more")
    node = marker
    while node in parents and not (node.tag == "section" and parents[node].tag != "section"):
        siblings = list(parents[node])
        for sibling in siblings[siblings.index(node) + (node is not marker) :]:
            parents[node].remove(sibling)
        if node is marker and siblings.index(node):
            siblings[siblings.index(node) - 1].tail = ""
        node = parents[node]
    content = [e for e in node if e.tag != "h1" and "blog-post-header" not in (e.get("class") or "")]
    return _normalized(content, _url(site, page), _url(site, page))


def _normalized(content: list[Element], url: str, own: str) -> list[str]:
    """Return elements as strings that do not depend on the page that they stand on."""
    return [
        ElementTree.tostring(_normalize(element, url, own), encoding="unicode").strip()
        for element in content
        if text(element) or len(element) or element.tag in {"img", "input", "hr"}
    ]


def _normalize(element: Element, url: str, own: str) -> Element:
    """Return a copy with absolute URLs, without ids and the level of headings."""
    is_heading = element.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}
    copy = ElementTree.Element("heading" if is_heading else str(element.tag))
    for name, value in sorted(element.attrib.items()):
        if name in _URLS:
            absolute = urljoin(url, value)
            # A link to a place in the teaser leads to the teaser in hand, wherever that is.
            is_own = value.startswith("#") or absolute.partition("#")[0] == own
            copy.set(name, own + "#" if is_own else absolute)
        elif name not in _OWN_ATTRIBUTES:
            copy.set(name, value)
    copy.text = " ".join((element.text or "").split())
    copy.tail = " ".join((element.tail or "").split())
    copy.extend(_normalize(child, url, own) for child in element)
    return copy


def _url(site: Site, page: str) -> str:
    suffix = "/" if site.builder == "dirhtml" and page != "index" else ".html"
    return f"https://example.org/site/{page}{suffix}"
