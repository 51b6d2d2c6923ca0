"""HTML of one page made to stand on any other."""

from itertools import product
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from checker import problems_of_page
from hypothesis import given
from hypothesis import strategies as st
from page import Page, elements, parse, text

from sphinx_blogext.markup.relocate import ID_PREFIX, ROOT, attach, detach, root_of

BASE = "https://example.org/site/"
PAGES = ["index.html", "blog.html", "blog/2026/post.html", "", "blog/", "blog/post/", "a/b/c/d/"]
LINKS = [
    ".", "..", "./", "../", "../..", "a.html", "./a.html", "../a.html", "../../a.html", "a/", "a/b/../c.html",
    "a.html#x/../y", "a.html?x=1&y=2/../3#part", "?x=1", "#elsewhere", "_images/math/é%20ä.svg", "a%2Fb.html",
    "https://example.org/x?y#z", "http:x", "//cdn.example.org/a.js", "/absolute.html", "mailto:a@example.org",
    "data:image/png;base64,AAAA", "javascript:void(0)", "../_downloads/0/a;b=c.zip",
]  # fmt: skip


def resolved(base: str, url: str) -> str:
    """Where a browser goes from *base*: dots in an absolute address are resolved, too."""
    parts = urlsplit(urljoin(base, url))
    path = urljoin("https://example.org/", parts.path) if parts.netloc else ""
    return parts._replace(path=urlsplit(path).path if path else parts.path).geturl()


def moved(html: str, page: str, target: str, prefix: str = "") -> str:
    return attach(detach(html, page), root_of(target), prefix)


@pytest.mark.parametrize("link", LINKS)
def test_links_lead_where_they_led(link: str) -> None:
    html = f'<p><a href="{link}" title="&quot;x&quot; &amp;">text &amp; more</a></p>'.replace("&y", "&amp;y")
    for page, target in product(PAGES, PAGES):
        (anchor,) = [element for element in elements(parse(moved(html, page, target))) if element.tag == "a"]
        # The page itself is left to the browser by a link of its own: it must be named elsewhere.
        led, leads = resolved(BASE + page, link), resolved(BASE + target, anchor.get("href", ""))
        assert leads == led, (page, target)
        assert (anchor.get("title"), text(anchor)) == ('"x" &', "text & more")


ATTRIBUTES = [
    '<a href="{}">x</a>', '<img src="{}">', '<video poster="{}"></video>', '<object data="{}"></object>',
    '<form action="{}"></form>', '<button formaction="{}">x</button>', '<blockquote cite="{}">x</blockquote>',
    '<svg><a xlink:href="{}"><text>t</text></a></svg>',
]  # fmt: skip


def test_every_attribute_that_holds_a_url() -> None:
    for html in ATTRIBUTES:
        result = moved(html.format("../x.svg"), "blog/post.html", "blog/tag/python/page/2.html")
        assert result == html.format("../../../../x.svg")
    result = moved('<img srcset="a.png 1x, b.png 2x, https://e.org/c.png 3x">', "blog/post.html", "index.html")
    assert result == '<img srcset="./blog/a.png 1x, ./blog/b.png 2x, https://e.org/c.png 3x">'


@pytest.mark.parametrize(
    "html",
    [
        '<p id="a">x</p><a href="#a">y</a>',
        '<input id="a"><label for="a">y</label>',
        '<p id="a"></p><p id="b" aria-labelledby="a b" aria-describedby="b"></p>',
        '<map name="a"></map><img usemap="#a">',
        '<table><tr><th id="a">h</th></tr><tr><td headers="a">x</td></tr></table>',
        '<p id="a">x</p><a name="b"></a><a href="#b">y</a>',
        '<p id="é-x">x</p><a href="#%C3%A9-x">y</a>',
        '<div id="a"></div><button data-bs-target="#a">y</button>',
        '<svg><defs><marker id="a"></marker></defs><path marker-end="url(#a)" style="fill: url(\'#a\')"/></svg>',
    ],
)
def test_two_copies_on_one_page_share_no_id_and_every_reference_stays_inside(html: str, tmp_path: Path) -> None:
    detached = detach(html, "blog/post.html")
    both = attach(detached, "./", "p1-") + attach(detached, "./", "p2-")
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><html><head><title>t</title></head><body><div>{both}</div></body></html>")
    assert problems_of_page(path, tmp_path) == []
    assert both.count("p1-") == both.count("p2-") > 1
    ids = [element.get("id") for element in elements(Page(path).root) if element.get("id")]
    assert len(set(ids)) == len(ids)


def test_groups_fragments_and_forms() -> None:
    detached = detach('<input type="radio" name="g" id="a"><input type="radio" name="g" id="b">', "p.html")
    inputs = elements(parse(attach(detached, "./", "p1-") + attach(detached, "./", "p2-")))
    assert len({element.get("name") for element in inputs if element.tag == "input"}) == 2
    # A fragment that stands below the cut leads to the posts page.
    result = moved('<a href="#below">y</a>', "blog/post.html", "blog/page/2.html")
    assert 'href="../../blog/post.html#below"' in result
    # The form of an operator is no id.
    html = '<p id="prefix"></p><math><mo form="prefix">−</mo></math><input form="prefix">'
    expected = '<p id="p1-prefix"></p><math><mo form="prefix">−</mo></math><input form="p1-prefix">'
    assert moved(html, "p.html", "p.html", "p1-") == expected
    # Control characters of a writer are no placeholders.
    assert moved(f"<p>a{ROOT}b{ID_PREFIX}c</p>", "p.html", "q.html", "p1-") == "<p>abc</p>"
    # Headings are put deeper.
    html = "<h2>a</h2><h3 class='x'>b</h3><h6>c</h6><header>d</header><hr>"
    result = attach(detach(html, "p.html"), "./", outer_heading=1)
    assert result == "<h3>a</h3><h4 class='x'>b</h4><h6>c</h6><header>d</header><hr>"


UNTOUCHED = [
    "<!-- <a href='x'> -->", "<script>var x = '<a href=\"y\">'; if (a < b && c > d) {}</script>",
    "<style>p > a[href='x'] {}</style>", "<p>1 < 2 and href='x'</p>", "<pre>&lt;a href=&quot;x&quot;&gt;</pre>",
    "<![CDATA[ <a href='x'> ]]>", "<textarea><a href='https://example.org/'></textarea>",
    "<p title=\"href='x' and > more\">x</p>", "<p data-url='x.html'>x</p>",
    "<p>a&nbsp;b &amp; c &copy; 漢字 🎉</p>", "", '<label for="theirs" aria-labelledby="theirs">y</label>',
]  # fmt: skip


@pytest.mark.parametrize("html", UNTOUCHED)
def test_what_is_no_link_and_no_id_stays_byte_for_byte(html: str) -> None:
    assert moved(html, "blog/post.html", "a/b/c.html", "p1-") == html


CODE = [
    # what names an id of the text, with X for the prefix
    ('<i id="a"></i><script>document.getElementById("a")</script>', 'getElementById("Xa")'),
    ('<i id="a"></i><script>q("#a .b")</script>', 'q("#Xa .b")'),
    ('<i id="a-long-id"></i><script>Plot.draw("a-long-id", [])</script>', '"Xa-long-id"'),
    ('<i id="abc"></i><style>#abc > b { color: #abc }</style>', "#Xabc > b { color: #abc }"),
    ('<i id="a"></i><button onclick="f(\'#a\')">', "f(&#x27;#Xa&#x27;)"),
    # and what does not
    ('<i id="x"></i><script>draw({"x": [1]})</script>', '{"x": [1]}'),
    ('<i id="a"></i><script>document.getElementById("b")</script>', 'getElementById("b")'),
    ('<input type="text" name="q" id="a">', 'name="q"'),
    ('<details name="g" id="a">', 'name="Xg"'),
    ('<input name="g" type=radio id="a">', 'name="Xg"'),
]


@pytest.mark.parametrize(("html", "expected"), CODE)
def test_scripts_and_styles_find_their_elements(html: str, expected: str) -> None:
    assert expected in moved(html, "p.html", "q.html", "X")


@given(st.text())
def test_any_text_at_all_is_taken_without_a_crash(html: str) -> None:
    result = moved(html, "blog/post.html", "a/b/c.html", "p1-")
    assert ROOT not in result
    assert ID_PREFIX not in result
