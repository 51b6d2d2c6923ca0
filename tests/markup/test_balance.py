"""HTML cut in the middle ends where it stands."""

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page import elements, text

from sphinx_blogext.markup.tree import balance

WELL_FORMED = [
    "", "text &amp; <b>more</b>", "<ul><li>one<li>two</ul>", "<p>one<p>two",
    "<table><tr><td>a<td>b<tr><td>c</table>", "<dl><dt>a<dd>b<dt>c</dl>",
    "<svg><path d='M0'/><g/></svg><br/><img src=x>", "<textarea><b></textarea><title><i></title>",
    "<script>if (a < b) '</p>'</script><style>a > b {}</style>", "<!-- <b> --><p title='a > b'>x</p>",
    "a < b && c",
]  # fmt: skip
OPEN = [
    ("<div><b>x", "<div><b>x</b></div>"), ("</div>x</b>", "x"), ("<b><i>x</b>y", "<b><i>x</i></b>y"),
    ("<p>a<!-- left open", "<p>a<!-- left open-->"), ("<p>a <div class='x", "<p>a &lt;div class='x"),
    ("<script>if (a", "<script>if (a</script>"), ("<div/>x", "<div/>x</div>"), ("<</div>?x", "<<!---->?x"),
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


@settings(max_examples=300)
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
    assert [parents[element].tag for element in behind] == ["main"]
    assert text(behind[0]) == "behind"
