"""What the theme does to the text of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.theme.body import improve, place_images

if TYPE_CHECKING:
    from conftest import Site


def test_images_have_their_size(themed: Site) -> None:
    images = themed.page("pictures").all("img")
    assert [(e.get("width"), e.get("height"), e.get("loading")) for e in images] == [
        ("40", "20", None),
        ("30", "12", "lazy"),
        ("400", "100", "lazy"),
        (None, None, "lazy"),
    ]


LABELS = {"done": "Done", "code": "Code", "table": "A “table”", "formula": "Formula"}


def improved(html: str) -> str:
    return place_images(improve(html, LABELS, lambda lang: LABELS), lambda url: None)


def test_what_scrolls_takes_focus_and_has_a_name() -> None:
    focusable = 'tabindex="0" role="group" aria-label="Code"'
    assert improved('<div class="highlight"><pre>a</pre></div>') == (
        f'<div class="highlight"><pre {focusable}>a</pre></div>'
    )
    assert improved('<pre class="literal-block">a</pre>') == f'<pre {focusable} class="literal-block">a</pre>'
    assert 'aria-label="Formula" class="math notranslate"' in improved('<div class="math notranslate">x</div>')
    # The numbers of lines do not scroll.
    numbers = '<td class="linenos"><div class="linenodiv"><pre>1</pre></div></td>'
    assert improved(numbers) == numbers


def test_widths_are_no_styles() -> None:
    """A strict policy forbids them, and browsers tell."""
    assert improved('<col style="width: 33.4%" />') == '<col class="hundreds-0 tens-3 units-3" />'
    assert improved('<td class="a" style="width: 50%;">') == '<td class="hundreds-0 tens-5 units-0 a">'
    assert improved('<img src="a" style="width: 40px;" />') == '<img width="40" src="a" />'
    assert (
        improved('<img src="a" style="width: 40.0px; height: 20.0px;">') == '<img width="40" height="20" src="a">'
    )
    assert improved('<figure style="width: 200px">') == '<figure class="in-rem hundreds-0 tens-5 units-0">'
    assert improved('<table style="width: 30em">') == '<table class="in-rem hundreds-1 tens-2 units-0">'
    for kept in (
        '<p style="color: red">',
        '<img style="width: 3vw">',
        "<p style='width: 3%'>",
        '<p style="width: 9999px">',
    ):
        assert improved(kept) == kept
    # A side that is given decides the other.
    image = improve('<img src="a" style="width: 40px">', LABELS, lambda lang: LABELS)
    sized = place_images(image, lambda url: (400, 100))
    assert sized == '<img width="40" src="a" height="10">'


def test_labels_of_tabs_are_valid() -> None:
    label = '<label {}class="sd-tab-label" for="a">One</label>'
    assert improved(label.format('aria-controls="a-content" ')) == label.format("")


def test_tables_are_wrapped_once_each() -> None:
    inner = '<table class="docutils"><tr><td>b</td></tr></table>'
    table = f'<table class="x docutils" id="t"><tr><td>{inner}</td></tr></table>'
    wrap = '<div class="table-wrap" tabindex="0" role="group" aria-label="{}">'
    assert improved(f"a{table}b{inner}c") == (
        f"a{wrap.format('A “table”')}{table}</div>b{wrap.format('A “table”')}{inner}</div>c"
    )
    captioned = '<table class="docutils">\n<caption>One <b>&amp;</b> two'
    captioned += '<a class="headerlink" href="#">¶</a></caption></table>'
    assert wrap.format("One &amp; two") in improved(captioned)
    assert improved('<table class="mine"></table>') == '<table class="mine"></table>'
    assert improved('<table class="docutils">never closed').startswith("<div")


def test_labels_are_in_the_language_of_the_article() -> None:
    code, table = '<div class="highlight"><pre>a</pre></div>', '<table class="docutils"></table>'
    german = {"done": "Fertig", "code": "Quelltext", "table": "Tabelle", "formula": "Formel"}
    german |= {"lang": ' lang="de"', "text_lang": ' lang="gsw"'}
    article = f'<article class="a" lang="gsw">{code}{table}</article>'
    made = improve(f"{article}{code}<article>{code}</article>", LABELS, lambda lang: german)
    assert [made.count(f'aria-label="{name}"') for name in ("Quelltext", "Tabelle", "Code")] == [1, 1, 2]
    # What the author has written in the table is not.
    assert 'aria-label="Tabelle" lang="de"><table lang="gsw" class' in made
    assert made.count(' lang="de"') == 1
    # A table that contains articles is one table.
    outer = f'<table class="docutils"><tr><td>{article}</td></tr></table>'
    assert improve(outer, LABELS, lambda lang: german).count("table-wrap") == 1


def test_the_box_of_a_task_has_a_name() -> None:
    box = '<input class="task-list-item-checkbox" checked="checked" disabled="disabled" type="checkbox">'
    assert improved(box) == box.replace("<input ", "<input ").replace(" checked=", ' aria-label="Done" checked=')


def test_no_space_stands_before_a_raised_footnote() -> None:
    reference = '<a class="footnote-reference brackets" href="#a">1</a>'
    assert improved(f"<p>text, {reference} {reference}\n{reference}") == f"<p>text,{reference * 3}"
    assert improved(f"<p>\n{reference}") == f"<p>{reference}"
    for other in ('<a class="reference" href="#a">', '<a class="no-footnote-reference" href="#a">'):
        assert improved(f"<p>text {other}") == f"<p>text {other}"
