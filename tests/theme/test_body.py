"""What the theme does to the text of a page."""

import pytest
from conftest import MakeSite, Site

from sphinx_blogext.theme.texts import improve_html


def test_images_have_their_size(themed: Site) -> None:
    images = themed.page("pictures").all("img")
    assert [(e.get("width"), e.get("height"), e.get("loading")) for e in images] == [
        ("40", "20", None),
        ("30", "12", "lazy"),
        ("400", "100", "lazy"),
        (None, None, "lazy"),
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<col style="width: 33.4%" />', '<col class="hundreds-0 tens-3 units-3" />'),
        ('<td class="a" style="width: 50%;">', '<td class="hundreds-0 tens-5 units-0 a">'),
        ('<img src="a" style="width: 40.0px; height: 20.0px;">', '<img width="40" height="20" src="a">'),
        ('<figure style="width: 200px">', '<figure class="in-rem hundreds-0 tens-5 units-0">'),
        ('<table style="width: 30em">', '<table class="in-rem hundreds-1 tens-2 units-0">'),
        *(
            (html, html)
            for html in ('<p style="color: red">', '<img style="width: 3vw">', '<p style="width: 999in">')
        ),
        ('<label aria-controls="a" class="sd-tab-label" for="a">', '<label class="sd-tab-label" for="a">'),
    ],
)
def test_widths_are_no_styles(html: str, expected: str) -> None:
    """A strict policy forbids them, and browsers tell. Labels of tabs are valid."""
    assert improve_html(html) == expected


def test_an_empty_cell_is_no_header(make_site: MakeSite) -> None:
    tables = "# T\n\n|  | a |\n|---|---|\n| 1 | 2 |\n\n|  |  |\n|:-:|---|\n| 1 | 2 |\n"
    page = make_site({"index.md": tables}, {"html_theme": "blogext"}).page("index")
    assert page.texts("th") == ["a"]
    assert [len(row) for row in page.all("tr")] == [2] * 4
