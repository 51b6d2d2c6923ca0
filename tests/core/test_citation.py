"""How a post is cited."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.citation import Source, as_bibtex, read_doi

DAY = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.5555/12345678", "10.5555/12345678"), ("https://doi.org/10.59350/Ab-c.d", "10.59350/Ab-c.d"),
        ("doi:10.1000/182", "10.1000/182"), ("http://dx.doi.org/10.1002/(SICI)1097", "10.1002/(SICI)1097"),
    ],
)  # fmt: skip
def test_a_doi_is_read(text: str, doi: str) -> None:
    assert read_doi(text) == doi


@pytest.mark.parametrize(
    "text", ["", "11.5555/1", "10.55/1", "10.5555/", "10.5555/a b", '10.5555/"><script>', "javascript:10.5555/1"]
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        read_doi(text)


def test_an_entry_of_bibtex() -> None:
    source = Source(
        "50% of $x_1$ & {more}", ["Lin Mei", "Jonas Weber"], DAY, "Notes", "https://example.org/a", "10.5555/1"
    )
    assert as_bibtex(source).splitlines() == [
        "@misc{mei-2026-50,",
        "  author = {{Lin Mei} and {Jonas Weber}},",
        r"  title = {{50\% of \$x\_1\$ \& \{more\}}},",
        "  year = {2026},",
        "  date = {2026-11-20},",
        "  howpublished = {Notes},",
        "  doi = {10.5555/1},",
        "  url = {https://example.org/a},",
        "}",
    ]
    assert as_bibtex(source._replace(title="并行", authors=["林梅"], doi="")).startswith("@misc{2026,")


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=3))
def test_braces_are_balanced_whatever_is_cited(title: str, authors: list[str]) -> None:
    entry = as_bibtex(Source(title, authors, DAY, title, "https://example.org/"))
    bare = re.sub(r"\\[{}]", "", entry)
    assert bare.count("{") == bare.count("}")
    assert re.match(r"@misc\{[a-z0-9-]+,\n", entry)
