"""The plain data that templates receive, and their digests."""

from typing import Any

import pytest

from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.data.lists import _format_parts, by_year, merge_terms
from sphinx_blogext.data.posts import Data, Terms, shown_on_page
from sphinx_blogext.data.site_data import _uses_blog
from sphinx_blogext.data.text import Text
from sphinx_blogext.markup.relocate import ROOT


def test_a_digest_is_of_all_that_data_are_made_of() -> None:
    data = Data(a=1, b="x")
    copy = data.replace({"a": 2})
    assert (data, copy) == ({"a": 1, "b": "x"}, {"a": 2, "b": "x"})
    assert repr(data) == repr(Data(a=1, b="x"))
    assert repr(copy) == repr(Data(a=1, b="x").replace({"a": 2}))
    several = (data, copy, Data(a=2), data.replace({"a": 3}), copy.noting(9), copy.noting(8))
    assert (len(set(map(repr, several))), copy.noting(9)) == (len(several), copy)
    # A copy that Python makes has no digest that would be outdated.
    assert repr(copy | {"b": "y"}) == repr({"a": 2, "b": "y"})


def test_terms_have_the_name_of_their_taxonomy_or_its_plural() -> None:
    terms = Terms({"tags": [1], "series": [2]}, {"tag": "tags", "series": "series"})
    assert (dict(terms), terms["tags"]) == ({"tag": [1], "series": [2]}, [1])
    with pytest.raises(KeyError):
        terms["topics"]


def test_urls_are_those_of_the_page_wherever_they_are() -> None:
    shown = shown_on_page({"a": [f"{ROOT}x.html", 1, None], "b": {"c": f"<{ROOT}y>"}, "d": ("z",)}, "../")
    assert shown == {"a": ["../x.html", 1, None], "b": {"c": "<../y>"}, "d": ("z",)}
    assert isinstance(shown["b"]["c"], Text)


def test_posts_of_a_year_stand_together() -> None:
    days = ["2024-05-06", "2024-01-01", None, "2023-05-06", "2024-02-02"]
    items: list[dict[str, Any]] = [{"date": day and {"iso": day}} for day in days]
    groups = [(group["year"], [items.index(item) for item in group["posts"]]) for group in by_year(items)]
    assert groups == [("2024", [0, 1]), ("", [2]), ("2023", [3]), ("2024", [4])]


def test_terms_of_several_blogs_name_their_blog_where_names_are_equal() -> None:
    names = (["b", "C-d", "e"], ["c D", "a"])
    lists = [Data(style="list", terms=[{"name": name, "label": name} for name in each]) for each in names]
    merged = merge_terms(lists, ["One", "Two"])
    assert merged["style"] == "list"
    assert [term["label"] for term in merged["terms"]] == ["a", "b", "c D (Two)", "C-d (One)", "e"]


def test_parts_of_a_format() -> None:
    def parts(written: str) -> list[dict[str, Any]]:
        return _format_parts({"date": "day", "tags": ["x"]}, written, TAXONOMIES)

    assert parts("{date}: {title} by") == [{"date": "day"}, {"text": ": "}, {"title": True}, {"text": " by"}]
    assert (parts("{tags}{tag}{bogus}{}"), parts("")) == ([{"links": ["x"]}] * 2, [])


@pytest.mark.parametrize(
    ("template", "uses"),
    [
        ("{{ blog.title }}", True),
        ("{%- for post in blog['recent'] %}", True),
        ("{% include 'blog/tags.html' %}", True),
        ('{% include "blog/rail.html" %}', False),
        ("blog {# blog #} {{ x.blog }} {{ 'blog' }} {{ blogs }}", False),
        ("{{ title }}", False),
    ],
)
def test_which_templates_use_the_variable(template: str, uses: bool) -> None:
    assert _uses_blog(template) is uses
