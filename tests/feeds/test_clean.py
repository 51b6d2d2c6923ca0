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
        ("<p>a<script>b</script><style>c</style></p><form><input></form>", "<p>a</p>"),
        ('<p class="x" style="color:red; width: 5px" onclick="f()" data-a="b">a</p>', "<p>a</p>"),
        ('<section id="s" lang="zh"><p id="p" dir="rtl">a</p></section>', '<section lang="zh"><p id="p" dir="rtl">a</p></section>'),
        ('<pre><a href="#x">a</a><a id="l1">b</a><span href="c">c</span></pre>', f'<pre><code><a href="{URL}#x">a</a>bc</code></pre>'),
        ('<svg><path d="" href=""/><a href="mailto:a@b.c">d</a></svg>', '<svg><path d=""></path><a href="mailto:a@b.c">d</a></svg>'),
        ('<p><span class="pre">a</span> <span lang="zh">b</span></p>', '<p>a <span lang="zh">b</span></p>'),
        ("<p>a<br/>b<!-- c --></p>", "<p>a<br>b</p>"),
        ("<p>&lt;b&gt; &amp; &#x4e2d;&nbsp;&bogus;</p>", "<p>&lt;b&gt; &amp; 中\xa0&amp;bogus;</p>"),
        ('<img src="../_images/a.png">', '<img src="https://example.org/docs/_images/a.png" alt="">'),
        ('<img src="//cdn.example/a.png" alt="A">', '<img src="https://cdn.example/a.png" alt="A">'),
        ('<a href="/a b/文.html#id1">1</a>', '<a href="https://example.org/a%20b/%E6%96%87.html#id1">1</a>'),
        ('<a href=" java\nscript:f()">j</a><a href="vb\tscript:f()">v</a><a href="\x01java&#10;script:f()">x</a>', "<a>j</a><a>v</a><a>x</a>"),
        ('<a href="data:image/png;base64,AA">d</a><a href=" feed:JavaScript:f()">f</a><a href="http://[bad">b</a>', "<a>d</a><a>f</a><a>b</a>"),
        ('<a href="tel:+49123">t</a> <a href="sms:+1?body=hi">s</a>', '<a href="tel:+49123">t</a> <a href="sms:+1?body=hi">s</a>'),
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
        ('<li><input class="task-list-item-checkbox" checked disabled type="checkbox"> a</li>', "<li>☑  a</li>"),
        ('<input type="checkbox" checked>a<input class="task-list-item-checkbox" type="text">', "a"),
        (
            '<object data="g.svg" type="image/svg+xml" style="width: 120px"><p class="warning">digraph</p></object>',
            '<img src="https://example.org/docs/blog/g.svg" alt="digraph" width="120">',
        ),
        ('<iframe src="https://video.example/1" title="Talk"></iframe>', '<p><a href="https://video.example/1">Talk</a></p>'),
        (
            '<svg viewbox="0 0 1 1" onload="f()"><title>T</title><use href="#a"/><a href="b.html">x</a><script>s</script></svg>',
            '<svg viewbox="0 0 1 1"><title>T</title><use href="#a"></use><a href="https://example.org/docs/blog/b.html">x</a></svg>',
        ),
        (
            '<svg><a href="#a"><set attributeName="href" to="javascript:f()"/></a><desc><iframe srcdoc="x"></iframe>D</desc></svg>',
            f'<svg><a href="{URL}#a"></a><desc>D</desc></svg>',
        ),
        (
            '<img src="a.png" srcset="https://a.example/1,2.png, b.png 1x,javascript:f() 2x" alt="">',
            '<img src="https://example.org/docs/blog/a.png"'
            ' srcset="https://a.example/1,2.png, https://example.org/docs/blog/b.png 1x" alt="">',
        ),
        ('<p>a<img src="ftp://a.example/b.png"><img src="file:///b.png" alt=""></p>', '<p>a<img alt=""><img alt=""></p>'),
        (
            '<details class="admonition hide"><summary><p class="collapsed admonition-title">Show it</p>'
            '<p class="expanded admonition-title">Hide it</p></summary><p>a</p></details>',
            "<p>a</p>",
        ),
        ('<p><button>x</button></p><a id="t"></a><p>b</p>', '<a id="t"></a><p>b</p>'),
        # What is no element of HTML.
        ("<web-copy-code><pre>x = 1</pre></web-copy-code>", "<pre><code>x = 1</code></pre>"),
        ("<blink>words</blink> <foo>more</foo>", "words more"),
        (2 * ("<ruby>字<rp>(</rp><rt>zi</rt></ruby><mark>m</mark><samp>s</samp><time>t</time>",)),
    ],
)  # fmt: skip
def test_clean(source: str, expected: str) -> None:
    assert (clean(source, URL), list(problems_of_html(expected))) == (expected, [])


@pytest.mark.parametrize(
    ("style", "size"),
    [
        ("WIDTH:40%", {"width": "40%"}),
        ("max-width: 100%; height: 2em !important; color: red", {"height": "32"}),
        ("width: 77.4px; height: 38.5px;", {"width": "77", "height": "38"}),
        ("width: 1in; height: 50%", {"width": "96"}),
        ("width: calc(1px + 2px); height: auto; background-width: 3px", {"width": "9", "height": "6"}),
        # Of other units.
        *((f"width: 12{unit}", {"width": width}) for unit, width in (("cm", "454"), ("mm", "45"), ("pt", "16"))),
        *((f"width: 12{unit}", {"width": width}) for unit, width in (("pc", "192"), ("ex", "96"), ("rem", "192"))),
    ],
)
def test_sizes_of_pictures(style: str, size: dict[str, str]) -> None:
    for tag in ("img", "video"):
        page = parse(clean(f'<{tag} src="a" width="9" height="6" style="{style}">', URL))
        (element,) = (element for element in elements(page) if element.tag == tag)
        found = {name: value for name, value in element.attrib.items() if name in {"width", "height", "style"}}
        assert found == size


@pytest.mark.parametrize("tag", ["span", "figure"])
@pytest.mark.parametrize(
    ("attributes", "is_hidden"),
    [
        *(("hidden", True), ("hidden=until-found", True), ('class="sd-d-none"', True)),
        *(('style="color: red; display:none"', True), ('STYLE="DISPLAY : NONE"', True)),
        # In some windows, it is shown.
        *(('class="sd-d-none sd-d-md-block"', False), ('style="display: block"', False), ("data-hidden", False)),
    ],
)
def test_what_the_page_hides_is_left_out(tag: str, attributes: str, is_hidden: bool) -> None:
    cleaned = clean(f"<div><p>a</p><{tag} {attributes}>secret<b>secret</b></{tag}></div>", URL)
    assert ("secret" not in cleaned) is is_hidden


PICTURE = '<picture><source media="(prefers-color-scheme: {0})" srcset="{1}.png 1x, {1}2.png 2x"><img {3} src="{2}.png"></picture>'


@pytest.mark.parametrize(
    "html",
    [
        '<img class="only-light" src="light.png"><img class="only-dark" src="dark.png">',
        '<figure class="align-default only-dark"><img src="dark.png"><figcaption>dark</figcaption></figure><img src="light.png">',
        '<div class="only-dark"><p>dark</p></div><div class="only-light"><img src="light.png"></div>',
        '<img src="light.png#gh-light-mode-only"><img src="dark.png#gh-dark-mode-only"><img src="dark.png#only-dark">',
        PICTURE.format("dark", "dark", "light", ""),
        PICTURE.format("light", "light", "dark", 'srcset="dark3.png 3x"'),
        PICTURE.format("light", "dark", "light", "").replace('media="', 'media="not all and '),
    ],
)
def test_of_a_light_and_a_dark_picture_only_the_light_one_is_left(html: str) -> None:
    cleaned = clean(html, URL)
    assert "dark" not in cleaned
    pictures = [image.get("src", "").partition("#")[0] for image in parse(cleaned).iter("img")]
    assert (pictures, list(problems_of_html(cleaned))) == (["https://example.org/docs/blog/light.png"], [])


def test_a_picture_in_several_sizes_keeps_them() -> None:
    html = '<picture><source media="(min-width: 600px)" srcset="b.png"><img src="a.png" alt=""></picture>'
    assert [element.tag for element in elements(parse(clean(html, URL)))][-3:] == ["picture", "source", "img"]
    # So does one on several lines that has light ones beside.
    light = html.replace("><", '>\n<source media="(prefers-color-scheme: light)" srcset="c.png">\n<', 1)
    source, image = list(elements(parse(clean(light, URL))))[-2:]
    assert (source.get("srcset", "")[-5:], image.get("src", "")[-5:]) == ("b.png", "c.png")


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
        ('<img class="math" src="/a.png" alt="x^2">', '<img src="https://example.org/a.png" alt="x^2">'),
        (
            '<div class="math" id="e"><span class="eqno">(2)</span><div class="blog-math"><math><mi>x</mi></math></div></div>',
            '<p id="e"><math><mi>x</mi></math> (2)</p>',
        ),
        (2 * ('<math xmlns="m"><mi href="#a">x</mi></math>',)),
    ],
)  # fmt: skip
def test_formulas(source: str, expected: str) -> None:
    def to_mathml(tex: str, is_block: bool) -> str | None:
        return None if "bad" in tex else f"<math{' display' if is_block else ''}>{tex}</math>"

    assert clean(source, URL, to_mathml) == expected


TAGS_OF_HTML = (
    "<p> </p> <div> </div> </a> <svg> </svg> <math> <pre> </pre> <table> <td> <script> </script>".split()
)
PIECES = [*TAGS_OF_HTML, "<a href='", "'>", "<b", ">", "&", "text", "<![CDATA[", "]]>", "<!--", "-->"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
@example("<p>a<p>b")
@example("<b<script>x")
@example("<svg <script><b<script></svg>x")
def test_nothing_breaks_it(source: str) -> None:
    cleaned = clean(source, URL)
    assert "<script" not in cleaned
    assert clean(cleaned, URL) == cleaned or "svg" in source or "math" in source


ATTRIBUTES = st.builds(
    ' {}="{}"'.format,
    st.sampled_from("href src srcset xlink:href to from values cite poster onload srcdoc action".split()),
    st.sampled_from(
        ["javascript:f()", " java\tscript:f() 1x", "a.png 1x,javascript:f()", "#a;javascript:f()", "b",
         "da\nta:text/html,x", "\x01vbscript:f()"]
    ),
)  # fmt: skip
ANIMATIONS = ["set", "animate", "animateMotion", "animateTransform"]
TAGS = "a img image svg math mtext desc foreignObject use iframe form input video p".split() + ANIMATIONS
ELEMENTS = st.builds(
    lambda tag, attributes, end: f"<{tag}{''.join(attributes)}>x{end.format(tag)}",
    st.sampled_from(TAGS),
    st.lists(ATTRIBUTES, max_size=2),
    st.sampled_from(["</{}>", ""]),
)


@given(st.lists(ELEMENTS, max_size=6).map("".join))
def test_no_link_is_a_script(source: str) -> None:
    for element in elements(parse(clean(source, URL))):
        tag = element.tag.rpartition("}")[2]
        assert tag not in {"iframe", "form"}
        assert "onload" not in element.attrib
        if tag in ANIMATIONS:
            # In HTML these are no animations.
            assert not {"to", "from", "values"} & element.attrib.keys()
        for name in {"href", "src", "srcset", "xlink:href", "cite", "poster"} & element.attrib.keys():
            candidates = re.split(r",\s*", element.attrib[name]) if name == "srcset" else [element.attrib[name]]
            urls = [re.sub(r"[\0-\x20]", "", url) for url in candidates]
            assert not [url for url in urls if re.match(r"(javascript|vbscript|data):", url)]
