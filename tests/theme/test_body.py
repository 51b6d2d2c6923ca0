"""What the theme does to the text of a page."""

from conftest import MakeSite, Site

from sphinx_blogext.theme.body import improve


def test_images_have_their_size(themed: Site) -> None:
    images = themed.page("pictures").all("img")
    assert [(e.get("width"), e.get("height"), e.get("loading")) for e in images] == [
        ("40", "20", None),
        ("30", "12", "lazy"),
        ("400", "100", "lazy"),
        (None, None, "lazy"),
    ]


def test_widths_are_no_styles() -> None:
    """A strict policy forbids them, and browsers tell."""
    assert improve('<col style="width: 33.4%" />') == '<col class="hundreds-0 tens-3 units-3" />'
    assert improve('<td class="a" style="width: 50%;">') == '<td class="hundreds-0 tens-5 units-0 a">'
    assert improve('<img src="a" style="width: 40px;" />') == '<img width="40" src="a" />'
    assert (
        improve('<img src="a" style="width: 40.0px; height: 20.0px;">') == '<img width="40" height="20" src="a">'
    )
    assert improve('<figure style="width: 200px">') == '<figure class="in-rem hundreds-0 tens-5 units-0">'
    assert improve('<table style="width: 30em">') == '<table class="in-rem hundreds-1 tens-2 units-0">'
    for kept in (
        '<p style="color: red">',
        '<img style="width: 3vw">',
        "<p style='width: 3%'>",
        '<p style="width: 9999px">',
    ):
        assert improve(kept) == kept


def test_labels_of_tabs_are_valid() -> None:
    label = '<label {}class="sd-tab-label" for="a">One</label>'
    assert improve(label.format('aria-controls="a-content" ')) == label.format("")


def test_an_empty_cell_is_no_header(make_site: MakeSite) -> None:
    tables = "# T\n\n|  | a |\n|---|---|\n| 1 | 2 |\n\n|  |  |\n|:-:|---|\n| 1 | 2 |\n"
    page = make_site({"index.md": tables}, {"html_theme": "blogext"}).page("index")
    assert page.texts("th") == ["a"]
    assert [len(row) for row in page.all("tr")] == [2] * 4
