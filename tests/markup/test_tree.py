"""HTML that is cut or has no end tags ends where browsers end it, and no depth or length is too much."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page import elements, text

from sphinx_blogext.feeds.clean import clean
from sphinx_blogext.markup.describe import describe
from sphinx_blogext.markup.tree import Around, Element, balance, parse, raw_text, write

OMITTED = [
    "<ul><li>a<li>b</ul>c", "<ul><li><p>a<p>b<li>c<ol><li>d</ol><li>e</ul>", "<p>x<p>y", "<p>x<div>y</div>z",
    "<dl><dt>a<dd>b<dt>c<dd>d</dl>", "<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>",
    "<table><tbody><tr><td>a<td>b<tr><th>c<td>d</table>e",
    "<table><caption>n<colgroup><col><thead><tr><th>a<tbody><tr><td>b<tbody><tr><td>c<tfoot><tr><td>d</table>",
    "<table><tbody><tr><td><table><tbody><tr><td>a<td>b</table><td>c</table>",
    "<p>a<table><tbody><tr><td>b</table>",
    "<select><option>a<option>b<optgroup><option>c<optgroup><option>d</select>e",
    "<ruby>a<rp>(<rt>b<rp>)</ruby>c<ruby>d<rt>e</ruby>",
    "<ul><li><div>a<li>b</ul>", "<ul><li>a<ul><li>b</ul>c<li>d</ul>",
    "<div><p>a</div>b", "<p><button><p>a</button>b", "<p>a<svg><g><path/></g></svg>b<p>c", "<p>a<br>b<hr>c",
]  # fmt: skip


@pytest.mark.parametrize("html", OMITTED)
def test_end_tags_may_be_omitted_as_in_browsers(html: str) -> None:
    assert (_dump(html), _dump(balance(html))) == (_as_in_browsers(html), _dump(html))


NESTED = [
    "<div>", "<ul><li>", "<b>", "<svg><g>", "<pre><span>", "<a href='x'>", "<div class='math'>", "<table><tr><td>",
]  # fmt: skip
#: More than Python can recurse.
MANY = 1_500


@pytest.mark.parametrize("tags", NESTED)
def test_any_depth(tags: str) -> None:
    ends = "".join(f"</{name}>" for name in reversed(re.findall(r"<(\w+)", tags)))
    html = balance(f"<p>Before</p>{tags * MANY}in{ends * MANY}<p>After</p>")
    assert describe(html) == "Before"
    assert clean(html, "https://example.org/").startswith("<p>Before</p>")
    assert raw_text(html).startswith("Before")


def _dump(html: str) -> str:
    """Return all elements with their end tags, without attributes."""

    def show(node: Element | str) -> Around | str:
        return node if isinstance(node, str) else Around(f"<{node.tag}>", node.children, f"</{node.tag}>")

    return write(parse(html), show)


def _as_in_browsers(html: str) -> str:
    return _shown(html5lib.parseFragment(html, namespaceHTMLElements=False), "")


def _shown(element: ElementTree.Element, tag: str) -> str:
    inner = "".join(_shown(child, child.tag.rpartition("}")[2]) + (child.tail or "") for child in element)
    return f"<{tag}>{element.text or ''}{inner}</{tag}>"


@pytest.mark.parametrize("unit", ["<a ", "<a b='", "<a b=c ", "<!a ", "</a ", "<", "&"])
def test_tags_that_nothing_closes_are_text(unit: str) -> None:
    """With so many, a search to the end for each would not end within this test's time."""
    tree = parse(f"<p>In</p>{unit * 100_000}")
    assert tree.text.startswith("In")
    assert tree.text.count(unit.strip()) == 100_000


WELL_FORMED = [
    "", "text &amp; <b>more</b>", "<ul><li>one<li>two</ul>", "<p>one<p>two",
    "<table><tr><td>a<td>b<tr><td>c</table>", "<dl><dt>a<dd>b<dt>c</dl>",
    "<svg><path d='M0'/><g/></svg><br/><img src=x>", "<textarea><b></textarea><title><i></title>",
    "<script>if (a < b) '</p>'</script><style>a > b {}</style>", "<!-- <b> --><p title='a > b'>x</p>",
    "a < b && c", "<script><!--<scripts</script>", "<script><!--<script>--></script>", "<script><script></script>",
]  # fmt: skip
OPEN = [
    ("<div><b>x", "<div><b>x</b></div>"), ("</div>x</b>", "x"), ("<b><i>x</b>y", "<b><i>x</i></b>y"),
    ("<p>a<!-- left open", "<p>a<!-- left open-->"), ("<p>a <div class='x", "<p>a &lt;div class='x"),
    ("<script>if (a", "<script>if (a</script>"),
    ("<script><!-- <script/ </script>x", "<script><!-- <script/ </script></script>x"),
    ("<div/>x", "<div/>x</div>"), ("<</div>?x", "<<!---->?x"),
    ("<</div>b>x", "<<!---->b>x"), ("&l</b>t;", "&l<!---->t;"), ("<p>a<p>b</p></p>", "<p>a<p>b</p>"),
    ("<div><table><tr><td></div>x</table>", "<div><table><tr><td>x</table></div>"),
    ("<ul><li><p>a<li>b</p></ul>", "<ul><li><p>a<li>b</ul>"),
]  # fmt: skip
_NAMES = (
    "div p b i a ul li table tr td dl dt dd h2 pre section details summary button span textarea script".split()
)
_PIECES = st.one_of(
    st.sampled_from(_NAMES).flatmap(lambda name: st.sampled_from([f"<{name}>", f"</{name}>", f"<{name}/>"])),
    st.sampled_from(
        ["<br>", "<img src=x>", "<!--", "-->", '<div class="', "<", "</", "&amp;", "<!-- c -->", '">']
    ),
    st.text(max_size=8),
)


@pytest.mark.parametrize(("html", "expected"), [*zip(WELL_FORMED, WELL_FORMED, strict=True), *OPEN])
def test_what_is_open_is_closed_and_what_is_well_formed_kept(html: str, expected: str) -> None:
    assert balance(html) == expected


def test_each_script_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    script = SimpleNamespace(search=lambda text: looked_at.append(len(text)))
    monkeypatch.setattr("sphinx_blogext.markup.tree._SCRIPT", script)
    html = "<svg><script><!-- a</script></svg>" * 100
    assert balance(html) == html
    assert 0 < sum(looked_at) <= len(html)


@settings(max_examples=100)
@given(st.lists(_PIECES, max_size=8).map("".join))
def test_nothing_leaves_its_place(html: str) -> None:
    """Whatever is written, what follows it in the list stays outside of it."""
    once = balance(html)
    assert balance(once) == once
    page = f'<main><div id="in">{once}</div><p id="behind">behind</p></main>'
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    root = parser.parse(f"<!DOCTYPE html><title>x</title>{page}")
    parents = {child: parent for parent in elements(root) for child in parent}
    behind = [element for element in elements(root) if element.get("id") == "behind"]
    assert ([parents[element].tag for element in behind], text(behind[0])) == (["main"], "behind")
