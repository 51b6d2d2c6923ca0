"""Versions of one post in several languages, and which of them a list shows."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.blog import Blog, Related
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import find_language

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def post(name: str, language: str = "", days: int = 10, **values: Any) -> Post:
    terms = {"language": (language,)} if language else {}
    return Post(docname=name, title=name, date=NOW - timedelta(days=days), terms=terms, **values)


def names(posts: Any) -> list[str | None]:
    return [post and post.docname for post in posts]


@pytest.mark.parametrize(
    ("code", "given", "found"),
    [
        ("en", ["en", "zh"], "en"), ("zh_CN", ["en", "zh"], "zh"), ("zh_CN", ["zh", "zh-cn"], "zh-cn"),
        ("zh_CN", ["zh-tw", "en"], "zh-tw"), ("pt_BR", ["pt-pt", "pt"], "pt"), ("de", ["en", "zh"], "de"),
        ("de", [], "de"), ("", ["en"], ""),
    ],
)  # fmt: skip
def test_the_language_of_the_site_among_those_of_posts(code: str, given: list[str], found: str) -> None:
    assert find_language(code, given) == found


def blog(*posts: Post, language: str = "en", **options: Any) -> Blog:
    return Blog(posts, now=NOW, language=language, **options)


PAIR = (post("a-en", "en", 3), post("a-zh", "zh", 2, translations=("a-en",)))
TRIO = tuple(post(f"b-{code}", code, 5 + n, translation_key="b") for n, code in enumerate(("fr", "zh", "de")))


def test_versions_know_each_other_by_a_name_or_a_key() -> None:
    found = blog(*PAIR, *TRIO, post("c", "en"))
    assert [names(found.versions.others(p)) for p in PAIR] == [["a-zh"], ["a-en"]]
    assert names(found.versions.others(TRIO[0])) == ["b-de", "b-zh"]
    assert found.versions.others(found.by_key["c"]) == ()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("", ["c", "a-en", "b-de"]),  # neither has the site's language: the oldest
        ("en", ["c", "a-en", "b-de"]),
        ("zh", ["c", "a-zh", "b-zh"]),
        ("fr", ["c", "a-en", "b-fr"]),
    ],
)
def test_a_list_shows_the_best_version(language: str, expected: list[str]) -> None:
    found = blog(*PAIR, *TRIO, post("c", "en", 1))
    assert names(found.best(found.posts, language)) == expected


def test_related_posts_hold_no_version_twice_nor_the_post_itself() -> None:
    def tagged(name: str, language: str, key: str) -> Post:
        terms = {"language": (language,), "tag": ("t",)}
        return Post(docname=name, title=name, date=NOW, translation_key=key, terms=terms)

    found = blog(*(tagged(f"{key}-{code}", code, key) for key in "abc" for code in ("en", "zh")))
    assert names(Related(found, {}).to(found.by_key["a-zh"], 5)) == ["b-zh", "c-zh"]


def test_two_in_one_language_are_not_versions() -> None:
    found = blog(post("x", "en", translations=("y",)), post("y", "en"))
    assert names(found.best(found.posts)) == ["x", "y"]
    assert names(found.versions.clashes(found.by_key["x"])) == ["y"]
    assert found.versions.others(found.by_key["x"]) == ()


def test_neighbours_are_in_the_language_of_the_post() -> None:
    found = blog(post("new", "zh", 1), *PAIR, post("old-en", "en", 9, translation_key="o"),
                 post("old-zh", "zh", 8, translation_key="o"))  # fmt: skip
    assert names(found.neighbors(PAIR[0])) == ["old-en", "new"]
    assert names(found.neighbors(PAIR[1])) == ["old-zh", "new"]
    assert names(found.neighbors(found.by_key["new"])) == ["a-zh", None]


def test_posts_are_named_from_the_root_or_from_their_folder() -> None:
    found = blog(
        post("blog/one", "en", translations=("one-zh",)),
        post("blog/one-zh", "zh"),
        post("blog/two/index", "en"),
        post("other/x", "en", related=("/blog/one.md", "../blog/two", "x", "gone")),
    )
    assert names(found.versions.others(found.by_key["blog/one"])) == ["blog/one-zh"]
    assert names(Related(found, {}).to(found.by_key["other/x"], 3)) == ["blog/one", "blog/two/index"]


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "en", "zh", "fr"]), st.sampled_from(["", "k", "l"]), st.integers(0, 9)),
        max_size=10,
    ),
    st.sampled_from(["", "en", "zh", "xx"]),
)
def test_nothing_is_lost_but_for_a_better_version(rows: list[tuple[str, str, int]], language: str) -> None:
    posts = [
        post(f"p{n:02}", code, days=days, translation_key=key, translations=(f"p{days:02}",) if days > 6 else ())
        for n, (code, key, days) in enumerate(rows)
    ]
    found = blog(*posts)
    shown = set(names(found.best(found.posts, language)))
    for each in found.posts:
        assert each.docname in shown or shown & set(names(found.versions.all(each)))
        assert found.neighbors(each) is not None
        assert each.docname not in names(Related(found, {}).to(each, 9))
