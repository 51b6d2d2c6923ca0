"""A blog made of posts: order, taxonomies, neighbours, kinship."""

import random
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.blog import Blog, Related
from sphinx_blogext.core.dates import NEVER
from sphinx_blogext.core.model import Post

NOW = datetime(2026, 11, 20, tzinfo=UTC)
DAY = timedelta(days=1)


def post(name: str, days_ago: float = 10, **values: Any) -> Post:
    values.setdefault("date", NOW - days_ago * DAY)
    values["terms"] = {
        taxonomy: values.pop(taxonomy) for taxonomy in ("tag", "series", "category") if taxonomy in values
    }
    return Post(docname=name, title=name, **values)


def blog(*posts: Post, **options: Any) -> Blog:
    return Blog(posts, now=NOW, **options)


def names(posts: Any) -> list[str | None]:
    return [post and post.docname for post in posts]


def test_newest_first_and_by_name_where_dates_are_equal() -> None:
    posts = [post(f"p{number:03}", days_ago=number // 50) for number in range(116)]
    expected = [f"p{number:03}" for number in range(116)]
    for seed in range(5):
        random.Random(seed).shuffle(posts)
        assert names(blog(*posts).posts) == expected


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({}, "published"), ({"draft": True}, "draft"), ({"draft": True, "date": NOW + DAY}, "draft"),
        ({"date": None}, "draft"), ({"date": NOW}, "published"),
        ({"date": NOW + timedelta(seconds=1)}, "scheduled"),
        ({"date": NOW + DAY, "expires": NOW + 2 * DAY}, "scheduled"), ({"expires": NOW}, "expired"),
        ({"expires": NOW + timedelta(seconds=1)}, "published"), ({"unlisted": True}, "published"),
    ],
)  # fmt: skip
def test_what_is_published(values: dict[str, Any], state: str) -> None:
    found = post("a", **values)
    assert found.state(NOW) == state
    assert found.is_published(NOW) is (state == "published")


def test_drafts_and_unlisted_posts_stand_beside_the_others() -> None:
    found = blog(post("a", tag=("x",)), post("b", draft=True, tag=("y",)), post("c", unlisted=True, tag=("z",)))
    assert names(found.posts) == ["a"]
    assert names(found.drafts) == ["b"]
    assert names(found.unlisted) == ["c"]
    assert list(found.taxonomies["tag"]) == ["x"]


def test_pins_end() -> None:
    found = blog(
        post("ever", pinned_until=NEVER),
        post("still", pinned_until=NOW + DAY),
        post("over", pinned_until=NOW),
        post("draft", pinned_until=NEVER, draft=True),
    )
    assert names(found.pinned) == ["ever", "still"]


def test_one_term_in_several_spellings_is_spelt_as_first_met() -> None:
    found = blog(
        post("new", 1, tag=("machine-learning",)),
        post("middle", 2, tag=("MACHINE LEARNING", "python")),
        post("old", 3, tag=("Machine Learning",)),
    )
    term = found.taxonomies["tag"].find("machine  LEARNING")
    assert term is not None
    assert (term.name, term.slug) == ("Machine Learning", "machine-learning")
    assert names(term.posts) == ["new", "middle", "old"]


def test_a_post_that_names_a_term_twice_is_counted_once() -> None:
    found = blog(post("a", tag=("Python", "python")))
    (term,) = found.taxonomies["tag"].values()
    assert term.name == "Python"
    assert names(term.posts) == ["a"]


def test_archives_are_by_year_of_the_posts_own_zone() -> None:
    new_year = datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=8)))
    found = blog(post("a", date=new_year), post("b", date=datetime(2025, 6, 1, tzinfo=UTC)))
    assert [(archive.year, names(archive.posts)) for archive in found.archives] == [(2026, ["a"]), (2025, ["b"])]


def test_related_by_series_then_tags_then_date() -> None:
    one = post("one", 1, tag=("a", "b"), series=("s",))
    found = blog(
        one,
        post("series", 9, series=("s",)),
        post("two tags", 8, tag=("a", "b")),
        post("one tag", 7, tag=("a",)),
        post("nothing", 2, tag=("z",)),
        post("draft", 3, tag=("a", "b"), draft=True),
    )
    assert names(Related(found, {}).to(one, 10)) == ["series", "two tags", "one tag"]
    assert names(Related(found, {}).to(one, 1)) == ["series"]
    assert Related(found, {}).to(one, 0) == ()


@given(
    st.lists(st.tuples(st.integers(0, 3), st.lists(st.sampled_from("abcd"), max_size=3)), max_size=12),
    st.randoms(),
)
def test_related_does_not_depend_on_the_order_of_reading(rows: list[Any], shuffler: random.Random) -> None:
    posts = [post(f"p{number:02}", days, tag=tuple(tags)) for number, (days, tags) in enumerate(rows)]
    shuffled = posts[:]
    shuffler.shuffle(shuffled)
    one, other = blog(*posts), blog(*shuffled)
    for each in posts:
        assert Related(one, {}).to(each, 3) == Related(other, {}).to(each, 3)
        assert each not in Related(one, {}).to(each, 99)
        assert one.neighbors(each) == other.neighbors(each)
    assert {name: list(terms) for name, terms in one.taxonomies.items()} == {
        name: list(terms) for name, terms in other.taxonomies.items()
    }
