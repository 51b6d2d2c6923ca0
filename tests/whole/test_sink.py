"""Everything that may stand in a teaser stands in every list as on the post's own page.

The posts are the examples of the documentation, one for each construct and language, and
those of ``sink/torture``, which mix what hardly anybody mixes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urljoin
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import html5lib
import pytest
from checker import URLS, problems_of_tree
from conftest import Site
from page import HEADINGS, classes, elements, select, text
from sinks import ELSEWHERE, EXAMPLES, SINK

#: Themes differ in what they do to a page's content, and hardly in what they do to its address.
CELLS = [
    ("html", "alabaster"),
    pytest.param(("html", "furo"), marks=pytest.mark.slow),
    pytest.param(("html", "pydata_sphinx_theme"), marks=pytest.mark.slow),
    pytest.param(("html", "blogext"), marks=pytest.mark.slow),
    pytest.param(("dirhtml", "blogext"), marks=pytest.mark.slow),
]
BASE = "https://example.org/site/"
#: What stands before each id in the teaser of a list.
_PREFIX = re.compile(r"post-(\d+-)?\d+-")
_PREFIX_IN_TEXT = re.compile(r"(?<![\w-])post-(\d+-)?\d+-")
#: HTML that an author leaves open is for the post's own page to show as it is.
_LEFT_OPEN = re.compile(r"blog/(torture/raw-open|raw)-(rst|md)\b")


@pytest.fixture(scope="module", params=CELLS, ids=lambda cell: "-".join(cell))
def sink(request: pytest.FixtureRequest, sink_of: Callable[[str, str], Site]) -> Site:
    return sink_of(*request.param)


def test_nothing_is_wrong_on_any_page(sink: Site) -> None:
    skip = {"search.html", "search/index.html"}
    problems = problems_of_tree(sink.outdir, only_content=True, skip=skip)
    # Furo puts the id of a table and of a formula on what it wraps around it, too.
    own_page = re.compile(r"(blog/(?!tag|page|\d|index)|guide/deep(/index)?\.html).*: double id")
    assert [p for p in problems if not _LEFT_OPEN.match(p) and not own_page.match(p)] == []


def test_every_teaser_is_everywhere_as_on_its_own_page(sink: Site) -> None:
    own: dict[str, list[str]] = {}
    depths: dict[str, set[int]] = {}
    for name in _pages_with_lists(sink):
        for docname, teaser in _teasers_of_list(sink, name):
            if not _LEFT_OPEN.match(docname) and not docname.startswith("blog/torture/tops-"):
                own[docname] = own.get(docname) or _teaser_of_page(sink, docname)
                assert teaser == own[docname], f"{docname} on {name}"
            depths.setdefault(docname, set()).add(name.count("/"))
    posts = {f"blog/{path.stem}" for path in (EXAMPLES / "teasers").iterdir()}
    posts |= {f"blog/torture/{path.stem}" for path in (SINK / "torture").iterdir()}
    assert depths.keys() == posts
    # The front page; the guide or a further page of it; the blog, its years, its tags, at three depths at least.
    assert all(len(found) >= 3 for found in depths.values()), depths
    assert set().union(*depths.values()) >= {0, 1, 2, 3, 4}


@pytest.mark.slow
def test_teasers_are_well_formed(sink: Site) -> None:
    """Not only as a browser repairs them: an HTML5 parser finds no error at all."""
    count = 0
    for name in ("index", "blog/tag/shared/page/2"):
        for article in re.findall(r'<article class="blog-teaser.*?</article>', sink.page(name).source, re.DOTALL):
            parser = html5lib.HTMLParser(namespaceHTMLElements=False)
            parser.parseFragment(article)
            assert [error for _, *error in parser.errors] == [], (name, article)
            count += 1
    assert count > 60


def test_scripts_are_loaded_on_just_the_pages_that_need_them(sink: Site) -> None:
    with_maths = set()
    for name in [*_pages_with_lists(sink), "blog/above-rst", "blog/math-md"]:
        page = sink.page(name)
        seen = set().union(*(classes(e) for e in elements(page.main)))
        formulas = [e for e in elements(page.main) if "math" in classes(e)]
        scripts = [e.get("src") or e.text or "" for e in page.root.iter("script")]
        # Our theme writes MathML, which needs no script.
        is_mathml = bool(formulas) and sink.env.config.html_theme == "blogext"
        assert any("mathjax" in script.lower() for script in scripts) == (bool(formulas) and not is_mathml), name
        assert all(any(c.tag.endswith("math") for c in elements(e)) == is_mathml for e in formulas), name
        assert any("mermaid" in script for script in scripts) == ("mermaid" in seen), name
        with_maths.add(bool(formulas))
    assert with_maths == {True, False}


def test_what_is_wrong_is_said_once(sink: Site) -> None:
    said = Counter((w.file.rpartition("/")[2], w.message) for w in sink.warnings)
    assert {file for file, _ in said} == {"broken-md.md", "broken-rst.rst"}
    assert (len(said), set(said.values())) == (7, {1})


def test_radio_buttons_of_two_teasers_are_apart(sink_of: Callable[[str, str], Site]) -> None:
    page = sink_of("html", "alabaster").page("index")
    groups: dict[str, set[int]] = {}
    for number, article in enumerate(page.all("article.blog-teaser")):
        for button in (e for e in elements(article) if e.tag == "input" and e.get("type") == "radio"):
            groups.setdefault(button.get("name", ""), set()).add(number)
    assert len(groups) > 6
    assert all(len(posts) == 1 for posts in groups.values()), groups


def test_headings_in_a_teaser_are_below_the_post_s_title(sink_of: Callable[[str, str], Site]) -> None:
    # In a section of a document a list is one level deeper than on its further pages.
    for name in ("blog/tag/shared", "blog/tag/sections", "blog/tag/tops", "guide/deep", "guide/deep/page/2"):
        for article in sink_of("html", "alabaster").page(name).all("article.blog-teaser"):
            first, *inner = [int(e.tag[1]) for e in elements(article) if e.tag in HEADINGS]
            assert first == (3 if name == "guide/deep" else 2)
            assert all(level > first for level in inner)


def test_a_post_that_stands_elsewhere_is_nowhere_linked_here(sink_of: Callable[[str, str], Site]) -> None:
    site = sink_of("html", "alabaster")
    [(url, docname)] = ELSEWHERE.items()
    shown = ".blog-listing", ".blog-post-footer", ".blog-sidebar"
    places = set()
    for name in site.pages:
        page = site.page(name)
        for place, area in ((kind, area) for kind in shown for area in select(page.root, kind)):
            links = {e.get("href", "") for e in elements(area) if e.tag == "a"}
            # But for links in the teaser to what stands below the cut.
            assert _url(site, docname) not in {urljoin(_url(site, name), link) for link in links}, name
            places |= {place} if url in links else set()
    assert places == set(shown)


def _pages_with_lists(site: Site) -> Iterator[str]:
    """Yield the names of all pages that show teasers."""
    for path in sorted(site.outdir.rglob("*.html")):
        name = path.relative_to(site.outdir).as_posix().removesuffix(".html")
        if 'class="blog-teaser-body' in path.read_text(encoding="utf-8"):
            yield name.removesuffix("/index") if site.builder == "dirhtml" else name


def _teasers_of_list(site: Site, page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the document and the normalized teaser of each post in the lists of a page."""
    for article in site.page(page).all("article.blog-teaser"):
        [link] = select(article, ".blog-teaser-title a")
        path = unquote(urljoin(_url(site, page), link.get("href", "")).removeprefix(BASE))
        docname = ELSEWHERE.get(link.get("href", "")) or path.removesuffix("/").removesuffix(".html")
        [body] = select(article, ".blog-teaser-body")
        yield docname, _normalized(list(body), _url(site, page), _url(site, docname))


def _teaser_of_page(site: Site, docname: str) -> list[str]:
    """Return the normalized content of a post's page above the place that "Read more" leads to."""
    root = site.page(docname).root
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
    content = [e for e in node if e.tag != "h1" and "blog-post-header" not in classes(e)]
    # Themes and Sphinx give some ids twice: lists are better there than the page itself.
    seen: set[str] = set()
    for element in (e for top in content for e in elements(top)):
        if element.get("id") in seen:
            del element.attrib["id"]
        seen.add(element.get("id", ""))
    url = _url(site, docname)
    return _normalized(content, url, url)


def _normalized(content: list[Element], url: str, own: str) -> list[str]:
    """Return elements as strings that do not depend on the page at *url* that they stand on."""
    return [
        ElementTree.tostring(_normalize(element, url, own), encoding="unicode").strip()
        for element in content
        if text(element) or len(element) or element.tag in {"img", "input", "hr"}
    ]


def _normalize(element: Element, url: str, own: str) -> Element:
    """Return a copy with absolute URLs, the ids of the page *own*, and headings of no level."""
    copy = ElementTree.Element("heading" if element.tag in HEADINGS else str(element.tag))
    for name, value in sorted(element.attrib.items()):
        if name in URLS or name == "usemap":
            place, hash_, fragment = urljoin(url, value).partition("#")
            if place == url and _PREFIX.match(fragment):
                place = own
            copy.set(name, place + hash_ + _PREFIX.sub("", fragment))
        elif name != "loading":  # the theme `blogext` loads all but the first image of a page late
            copy.set(name, _PREFIX_IN_TEXT.sub("", value))
    copy.text = _PREFIX_IN_TEXT.sub("", " ".join((element.text or "").split()))
    copy.tail = " ".join((element.tail or "").split())
    # Headings and the like of lists have no links to themselves, which would lead to the list.
    children = [child for child in element if isinstance(child.tag, str) and "headerlink" not in classes(child)]
    copy.extend(_normalize(child, url, own) for child in children)
    return copy


def _url(site: Site, page: str) -> str:
    return BASE + page + ("/" if site.builder == "dirhtml" and page != "index" else ".html")
