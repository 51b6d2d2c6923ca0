"""What feed readers get of a page: its content, with nothing that only works on the page."""

import re

import pytest
from feeds import problems_of_html
from hypothesis import example, given
from hypothesis import strategies as st
from page import elements, parse

from sphinx_blogext.feeds.clean import clean

URL = "https://example.org/docs/blog/post.html"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<h2>T<a class="headerlink" href="#t">¶</a></h2>', "<h2>T</h2>"),
        ("<p>a<script>b</script><style>c</style></p>", "<p>a</p>"),
        ("<form><input></form><button>x</button><p>a</p>", "<p>a</p>"),
        ('<p class="x" style="color:red" onclick="f()" data-a="b">a</p>', "<p>a</p>"),
        ('<p style="width: 5px">a</p>', "<p>a</p>"),
        ('<section id="s" lang="zh"><p id="p" dir="rtl">a</p></section>', '<section lang="zh"><p id="p" dir="rtl">a</p></section>'),
        ('<pre><a href="#x">a</a><a id="l1">b</a><span href="c">c</span></pre>', f'<pre><code><a href="{URL}#x">a</a>bc</code></pre>'),
        ('<svg><path d="" href=""/><a href="mailto:a@b.c">d</a></svg>', '<svg><path d=""></path><a href="mailto:a@b.c">d</a></svg>'),
        ('<p><span class="pre">a</span> <span lang="zh">b</span></p>', '<p>a <span lang="zh">b</span></p>'),
        ("<p>a<br/>b<!-- c --></p>", "<p>a<br>b</p>"),
        ("<p>&lt;b&gt; &amp; &#x4e2d;&nbsp;&bogus;</p>", "<p>&lt;b&gt; &amp; 中\xa0&amp;bogus;</p>"),
        ('<img src="../_images/a.png">', '<img src="https://example.org/docs/_images/a.png" alt="">'),
        ('<img src="//cdn.example/a.png" alt="A">', '<img src="https://cdn.example/a.png" alt="A">'),
        ('<a href="#id1">1</a>', f'<a href="{URL}#id1">1</a>'),
        ('<a href="/root">r</a>', '<a href="https://example.org/root">r</a>'),
        ('<a href="a b/文.html">r</a>', '<a href="https://example.org/docs/blog/a%20b/%E6%96%87.html">r</a>'),
        ('<a href=" java\nscript:alert(1)">r</a>', "<a>r</a>"),
        ('<a href="http://[bad">r</a>', "<a>r</a>"),
        (
            '<img srcset="a.png 1x, ../b.png 2x" src="a.png" alt="">',
            '<img srcset="https://example.org/docs/blog/a.png 1x, https://example.org/docs/b.png 2x"'
            ' src="https://example.org/docs/blog/a.png" alt="">',
        ),
        (
            '<div class="highlight"><pre><span></span><span class="k">if</span> a:\n    <span>b</span>\n</pre></div>',
            "<div><pre><code>if a:\n    b\n</code></pre></div>",
        ),
        ('<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>', "<pre><code>a\nb</code></pre>"),
        (
            '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1</pre></div></td>'
            '<td class="code"><div class="highlight"><pre>a</pre></div></td></tr></table>',
            "<div><pre><code>a</code></pre></div>",
        ),
        (
            '<div class="admonition note"><p class="admonition-title">Note</p><p>a</p></div>',
            "<div><p><strong>Note</strong></p><p>a</p></div>",
        ),
        (
            '<div class="sd-tab-set"><input checked type="radio" id="t0" name="s"><label class="sd-tab-label" for="t0">'
            'Py</label><div class="sd-tab-content"><p>a</p></div></div>',
            "<div><p><strong>Py</strong></p><div><p>a</p></div></div>",
        ),
        (
            '<div role="tablist"><button role="tab" aria-controls="p0" id="t0">One</button>'
            '<button role="tab" aria-controls="p1">Two</button></div>'
            '<div id="p0" role="tabpanel">a</div><div id="p1" role="tabpanel" hidden="true">b</div>',
            '<div></div><p><strong>One</strong></p><div id="p0">a</div><p><strong>Two</strong></p><div id="p1">b</div>',
        ),
        (
            '<details class="sd-dropdown"><summary>More<span class="sd-summary-state-marker"><svg></svg></span></summary>'
            "<p>a</p></details>",
            '<details open=""><summary>More</summary><p>a</p></details>',
        ),
        (
            '<li><input class="task-list-item-checkbox" checked disabled type="checkbox"> a</li>',
            "<li>☑  a</li>",
        ),
        ('<input type="checkbox" checked>a<input class="task-list-item-checkbox" type="text">', "a"),
        (
            '<object data="g.svg" type="image/svg+xml"><p class="warning">digraph</p></object>',
            '<img src="https://example.org/docs/blog/g.svg" alt="digraph">',
        ),
        (
            '<iframe src="https://video.example/1" title="Talk"></iframe>',
            '<p><a href="https://video.example/1">Talk</a></p>',
        ),
        (
            '<svg viewbox="0 0 1 1" onload="f()"><use href="#a"/><a href="b.html">x</a><script>s</script></svg>',
            '<svg viewbox="0 0 1 1"><use href="#a"></use><a href="https://example.org/docs/blog/b.html">x</a></svg>',
        ),
        (
            '<svg><title>T</title><a href="#a"><set attributeName="href" to="javascript:f()"/><path d="M0 0"/></a></svg>',
            f'<svg><title>T</title><a href="{URL}#a"><path d="M0 0"></path></a></svg>',
        ),
        (
            '<svg><desc><iframe srcdoc="x"></iframe><input formaction="javascript:f()">D</desc></svg>',
            "<svg><desc>D</desc></svg>",
        ),
        (
            '<img src="a.png" srcset="https://a.example/1,2.png, b.png 1x,javascript:f() 2x" alt="">',
            '<img src="https://example.org/docs/blog/a.png"'
            ' srcset="https://a.example/1,2.png, https://example.org/docs/blog/b.png 1x" alt="">',
        ),
        ('<a href="tel:+49123">t</a> <a href="sms:+1?body=hi">s</a>',
         '<a href="tel:+49123">t</a> <a href="sms:+1?body=hi">s</a>'),
        ('<a href="data:image/png;base64,AA">d</a><a href=" feed:JavaScript:f()">f</a>', "<a>d</a><a>f</a>"),
        ('<a href="vb\tscript:f()">v</a><a href="\x01java&#10;script:f()">j</a>', "<a>v</a><a>j</a>"),
        ('<p>a<img src="ftp://a.example/b.png"><img src="file:///b.png" alt=""></p>', '<p>a<img alt=""><img alt=""></p>'),
        (
            '<details class="admonition hide"><summary><p class="collapsed admonition-title">Show it</p>'
            '<p class="expanded admonition-title">Hide it</p></summary><p>a</p></details>',
            "<p>a</p>",
        ),
        ('<p><button>x</button></p><a id="t"></a><p>b</p>', '<a id="t"></a><p>b</p>'),
        # What is no element of HTML.
        ("<web-copy-code><pre>x = 1</pre></web-copy-code>", "<pre><code>x = 1</code></pre>"),
        ("<my-card><p>In <b>it</b></p></my-card>", "<p>In <b>it</b></p>"),
        ("<blink>words</blink> <foo>more</foo>", "words more"),
        *(2 * (html,) for html in (
            "<ruby>字<rp>(</rp><rt>zi</rt></ruby>", "<mark>m</mark><samp>s</samp><time>t</time>",
        )),
    ],
)  # fmt: skip
def test_clean(source: str, expected: str) -> None:
    assert clean(source, URL) == expected
    assert list(problems_of_html(expected)) == []


@pytest.mark.parametrize(
    ("style", "size"),
    [
        ("width: 120px;", {"width": "120"}),
        ("width: 77.4px; height: 38.5px;", {"width": "77", "height": "38"}),
        ("WIDTH:40%", {"width": "40%"}),
        ("max-width: 100%; height: 2em; color: red", {"height": "32"}),
        ("width: 1in !important; height: 50%", {"width": "96"}),
        ("width: calc(1px + 2px); height: auto; background-width: 3px", {"width": "9", "height": "6"}),
        ("", {"width": "9", "height": "6"}),
    ],
)
def test_sizes_of_pictures(style: str, size: dict[str, str]) -> None:
    for tag in ("img", "video"):
        page = parse(clean(f'<{tag} src="a" width="9" height="6" style="{style}">', URL))
        (element,) = (element for element in elements(page) if element.tag == tag)
        found = {name: value for name, value in element.attrib.items() if name in {"width", "height"}}
        assert found == size
        assert "style" not in element.attrib


@pytest.mark.parametrize(
    "attributes",
    [
        "hidden",
        'style="color: red; display:none"',
        'STYLE="DISPLAY : NONE"',
        'class="sd-d-none"',
        "hidden=until-found",
    ],
)
@pytest.mark.parametrize("tag", ["span", "p", "div", "figure"])
def test_what_the_page_hides_is_left_out(tag: str, attributes: str) -> None:
    assert "secret" not in clean(f"<div><p>a</p><{tag} {attributes}>secret<b>secret</b></{tag}></div>", URL)


#: Pixels of twelve of each unit.
UNITS = {"px": "12", "in": "1152", "cm": "454", "mm": "45", "pt": "16", "pc": "192", "ex": "96", "rem": "192"}


@pytest.mark.parametrize("unit", UNITS)
def test_units_of_sizes(unit: str) -> None:
    image = next(parse(clean(f'<img src="a" style="width: 12{unit}">', URL)).iter("img"))
    assert image.get("width") == UNITS[unit]


@pytest.mark.parametrize(
    "attributes", ['class="sd-d-none sd-d-md-block"', 'style="display: block"', "data-hidden"]
)
def test_what_it_shows_in_some_windows_stays(attributes: str) -> None:
    assert "shown" in clean(f"<div {attributes}>shown</div>", URL)


def test_the_size_of_a_drawing() -> None:
    drawing = '<object data="g.svg" type="image/svg+xml" style="width: 120px"></object>'
    assert 'width="120"' in clean(drawing, URL)


PICTURE = '<picture><source media="(prefers-color-scheme: {0})" srcset="{1}.png 1x, {1}2.png 2x"><img {3} src="{2}.png"></picture>'
LIGHT_AND_DARK = [
    '<img class="only-light" src="light.png"><img class="only-dark" src="dark.png">',
    '<img class="dark-only" src="dark.png"><img class="light-only" src="light.png">',
    '<figure class="align-default only-dark"><img src="dark.png"><figcaption>dark</figcaption></figure><img src="light.png">',
    '<p><a href="dark.png"><img class="only-dark" src="dark.png"></a></p><img src="light.png">',
    '<div class="only-dark"><p>dark</p></div><div class="only-light"><img src="light.png"></div>',
    '<img src="light.png#gh-light-mode-only"><img src="dark.png#gh-dark-mode-only"><img src="dark.png#only-dark">',
    PICTURE.format("dark", "dark", "light", ""),
    PICTURE.format("light", "light", "dark", 'srcset="dark3.png 3x"'),
    PICTURE.format("dark", "dark", "light", "")
    .replace('media="', 'media="not all and ')
    .replace("dark)", "light)"),
]


@pytest.mark.parametrize("html", LIGHT_AND_DARK)
def test_of_a_light_and_a_dark_picture_only_the_light_one_is_left(html: str) -> None:
    cleaned = clean(html, URL)
    assert "dark" not in cleaned
    pictures = [
        element.get("src", "").partition("#")[0] for element in elements(parse(cleaned)) if element.tag == "img"
    ]
    assert pictures == ["https://example.org/docs/blog/light.png"]
    assert list(problems_of_html(cleaned)) == []


def test_a_picture_in_several_sizes_keeps_them() -> None:
    html = '<picture><source media="(min-width: 600px)" srcset="b.png"><img src="a.png" alt=""></picture>'
    assert [element.tag for element in elements(parse(clean(html, URL)))][-3:] == ["picture", "source", "img"]
    # So does one on several lines that has light ones beside.
    light = html.replace("><", '>\n<source media="(prefers-color-scheme: light)" srcset="c.png">\n<', 1)
    source, image = list(elements(parse(clean(light, URL))))[-2:]
    assert (source.get("srcset", "")[-5:], image.get("src", "")[-5:]) == ("b.png", "c.png")


def to_mathml(tex: str, is_block: bool) -> str | None:
    return None if "bad" in tex else f"<math{' display' if is_block else ''}>{tex}</math>"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r'<span class="math notranslate nohighlight">\(a &lt; b\)</span>', "<math>a < b</math>"),
        (
            '<div class="math notranslate nohighlight" id="eq-1">\n'
            '<span class="eqno">(1)<a class="headerlink" href="#eq-1">¶</a></span>\\[\\sum x\\]</div>',
            r'<p id="eq-1"><math display>\sum x</math> (1)</p>',
        ),
        (r'<span class="math">\(bad &lt;\)</span>', "<code>bad &lt;</code>"),
        ('<img class="math" src="../_images/math/a.png" alt="x^2">',
         '<img src="https://example.org/docs/_images/math/a.png" alt="x^2">'),
        (
            '<div class="math" id="e"><span class="eqno">(2)</span><div class="blog-math" tabindex="0"><math><mi>x</mi></math>'
            "</div></div>",
            '<p id="e"><math><mi>x</mi></math> (2)</p>',
        ),
        ('<math xmlns="m"><mi href="#a">x</mi></math>', '<math xmlns="m"><mi href="#a">x</mi></math>'),
    ],
)  # fmt: skip
def test_formulas(source: str, expected: str) -> None:
    assert clean(source, URL, to_mathml) == expected


@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<div>", "</div>", "<a href='", "'>", "</a>", "<svg>", "</svg>", "<math>", "<b", ">", "&",
             "<pre>", "</pre>", "<table>", "<td>", "<script>", "</script>", "text", "<![CDATA[", "]]>", "<!--", "-->"]
        )
    ).map("".join)
)  # fmt: skip
@example("<p>a<p>b")
@example("<b<script>x")
@example("<svg <script><b<script></svg>x")
def test_nothing_breaks_it(source: str) -> None:
    cleaned = clean(source, URL)
    assert "<script" not in cleaned
    assert clean(cleaned, URL) == cleaned or "svg" in source or "math" in source


ATTRIBUTES = st.tuples(
    st.sampled_from(
        [
            "href", "src", "srcset", "xlink:href", "to", "from", "values", "cite", "poster", "onload", "srcdoc",
            "action",
        ]
    ),
    st.sampled_from(
        [
            "javascript:f()", " java\tscript:f() 1x", "a.png 1x,javascript:f()", "#a;javascript:f()", "b",
            "da\nta:text/html,x", "\x01vbscript:f()",
        ]
    ),
).map(lambda pair: f' {pair[0]}="{pair[1]}"')  # fmt: skip
TAGS = st.sampled_from(
    ["a", "img", "image", "svg", "math", "mtext", "desc", "set", "animate", "animateMotion", "animateTransform",
     "foreignObject", "use", "iframe", "form", "input", "video", "p"]
)  # fmt: skip
ELEMENTS = st.builds(
    lambda tag, attributes, ends: f"<{tag}{''.join(attributes)}>x" + (f"</{tag}>" if ends else ""),
    TAGS,
    st.lists(ATTRIBUTES, max_size=2),
    st.booleans(),
)


@given(st.lists(ELEMENTS, max_size=6).map("".join))
def test_no_link_is_a_script(source: str) -> None:
    for element in elements(parse(clean(source, URL))):
        tag = element.tag.rpartition("}")[2]
        assert tag not in {"iframe", "form"}
        assert "onload" not in element.attrib
        if tag in {"set", "animate", "animateMotion", "animateTransform"}:
            # In HTML these are no animations.
            assert not {"to", "from", "values"} & element.attrib.keys()
        for name in {"href", "src", "srcset", "xlink:href", "cite", "poster"} & element.attrib.keys():
            candidates = re.split(r",\s*", element.attrib[name]) if name == "srcset" else [element.attrib[name]]
            assert not [
                url
                for url in candidates
                if re.match(r"(javascript|vbscript|data):", re.sub(r"[\0-\x20]", "", url))
            ]
