"""Which term has a slug that a site's own spelling gives to several."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_blogext.ablog.ablog_slugs import ablog_slug
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize
from sphinx_blogext.core.terms import SlugRules, TermSettings, term_slugs


def slugs(
    names: dict[str, int], settings: dict[str, TermSettings] | None = None, taxonomy: str = "tag", **rules: bool
) -> dict[str, str]:
    """Return the slugs of terms, by name, of which each has so many posts; earlier ones were met first."""
    posts = {
        normalize(name): [
            Post(docname=f"p{place}{number}", title="", date=datetime(2020 + place, 1, 1, tzinfo=UTC))
            for number in range(count)
        ]
        for place, (name, count) in enumerate(names.items())
    }
    keys = {normalize(name): name for name in names}
    own = SlugRules(spell=lambda taxonomy, name: ablog_slug(name), **rules)
    found = term_slugs(TAXONOMIES[taxonomy], keys, posts, settings or {}, own)
    return {name: found[key] for key, name in keys.items()}


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("opinión", "opinion"), ("0.6.1", "061"), ("worker's rights", "workers-rights"), ("a  -- b", "a-b"),
        ("スパロボ", "スハロホ"), ("C++", "c"), ("简体中文", "简体中文"), ("Weiß", "weiß"), ("&", ""),
    ],
)  # fmt: skip
def test_names_as_ablog_spells_them(name: str, slug: str) -> None:
    assert ablog_slug(name) == slug


def test_the_term_of_that_name_keeps_a_slug() -> None:
    assert slugs({"C++": 5, "C#": 7, "C": 1}) == {"C++": "c-plus-plus", "C#": "c-sharp", "C": "c"}


def test_else_the_term_with_most_posts_does() -> None:
    assert slugs({"C++": 5, "C#": 7}) == {"C++": "c-plus-plus", "C#": "c"}


def test_else_the_first_met_does() -> None:
    assert slugs({"C++": 5, "C#": 5}) == {"C++": "c", "C#": "c-sharp"}
    assert slugs({"C#": 5, "C++": 5}) == {"C++": "c-plus-plus", "C#": "c"}


def test_a_slug_of_conf_py_takes_precedence() -> None:
    settings = {"c++": TermSettings("C++", slug="c"), "x": TermSettings("x", slug="y")}
    found = slugs({"C++": 1, "C": 9, "Y": 1, "Y!": 1}, settings)
    assert (found["C++"], found["C"][:2]) == ("c", "c-")
    # Of one that no post has, too.
    assert found["Y"] != "y"
    assert len(set(found.values())) == 4


def test_labels_count_where_terms_have_keys() -> None:
    settings = {"mei": TermSettings("mei", label="Lin Mei"), "lin": TermSettings("lin", label="Lin, Mei")}
    assert slugs({"mei": 1, "lin": 2}, settings, "author", by_label=True) == {"mei": "lin-mei", "lin": "lin"}
    assert slugs({"mei": 1, "lin": 2}, settings, "author") == {"mei": "mei", "lin": "lin"}
    assert slugs({"mei": 1}, settings, "tag", by_label=True) == {"mei": "mei"}


@settings(max_examples=30)
@given(
    st.lists(st.text(st.characters(codec="utf-8") | st.sampled_from("cC+# -.é\u0301/"), max_size=6), min_size=1)
)
def test_no_two_terms_share_a_slug(names: list[str]) -> None:
    terms = {normalize(name): name for name in names}
    found = slugs(dict.fromkeys(terms.values(), 1))
    # As file systems may see them.
    assert len({slug.casefold() for slug in found.values()}) == len(terms)
    assert all(found.values())
