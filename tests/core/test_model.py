"""A blog made of posts: order, taxonomies, neighbours, kinship, versions in languages, and pages of lists."""

import random
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.blog import Blog, Related
from sphinx_blogext.core.dates import NEVER
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import Order, Page, index_of, paginate, read_request, select_posts
from sphinx_blogext.core.taxonomies import TAXONOMIES, find_language
from sphinx_blogext.core.terms import TermSettings

NOW = datetime(2026, 11, 20, tzinfo=UTC)
DAY = timedelta(days=1)


def post(name: str, days_ago: float = 10, **values: Any) -> Post:
    values.setdefault("date", NOW - days_ago * DAY)
    kinds = ("tag", "series", "category", "language")
    values["terms"] = {taxonomy: values.pop(taxonomy) for taxonomy in kinds if taxonomy in values}
    return Post(docname=name, title=name, **values)


def blog(*posts: Post, **options: Any) -> Blog:
    return Blog(posts, now=NOW, **options)


multilingual = partial(blog, language="en")


def names(posts: Any) -> list[str | None]:
    return [post and post.docname for post in posts]


def test_newest_first_and_by_name_where_dates_are_equal() -> None:
    posts = [post(f"p{number:03}", days_ago=number // 50) for number in range(116)]
    shuffled = random.Random(1).sample(posts, 116)
    assert names(blog(*shuffled).posts) == names(posts) != names(shuffled)


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({}, "published"), ({"draft": True, "date": NOW + DAY}, "draft"), ({"date": None}, "draft"),
        ({"date": NOW}, "published"), ({"date": NOW + timedelta(seconds=1)}, "scheduled"),
        ({"date": NOW + DAY, "expires": NOW + 2 * DAY}, "scheduled"), ({"expires": NOW}, "expired"),
        ({"expires": NOW + timedelta(seconds=1)}, "published"), ({"unlisted": True}, "published"),
    ],
)  # fmt: skip
def test_what_is_published(values: dict[str, Any], state: str) -> None:
    found = post("a", **values)
    assert (found.state(NOW), found.is_published(NOW)) == (state, state == "published")


def test_drafts_and_unlisted_posts_stand_beside_the_others_and_pins_end() -> None:
    found = blog(post("a", tag=("x",)), post("b", draft=True, tag=("y",)), post("c", unlisted=True, tag=("z",)))
    assert [names(posts) for posts in (found.posts, found.drafts, found.unlisted)] == [["a"], ["b"], ["c"]]
    assert list(found.taxonomies["tag"]) == ["x"]
    posts = [post(f"{days}", pinned_until=NOW + days * DAY) for days in (-1, 0, 1)]
    found = blog(*posts, post("ever", pinned_until=NEVER), post("draft", pinned_until=NEVER, draft=True))
    assert names(found.pinned) == ["1", "ever"]


def test_one_term_in_several_spellings_is_spelt_as_first_met_and_counted_once() -> None:
    found = blog(
        post("new", 1, tag=("machine-learning",)),
        post("middle", 2, tag=("MACHINE LEARNING", "python")),
        post("old", 3, tag=("Machine Learning", "machine learning")),
    )
    term = found.taxonomies["tag"].find("machine  LEARNING")
    assert (term.name, names(term.posts)) == ("Machine Learning", ["new", "middle", "old"])


def test_archives_are_by_year_of_the_posts_own_zone() -> None:
    new_year = datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=8)))
    found = blog(post("a", date=new_year), post("b", date=datetime(2025, 6, 1, tzinfo=UTC)))
    assert [(archive.year, names(archive.posts)) for archive in found.archives] == [(2026, ["a"]), (2025, ["b"])]
    assert [(archive.year, archive.month) for archive in found.months] == [(2026, 1), (2025, 6)]
    assert {archive.month for archive in found.archives} == {0}


def related(found: Blog, links: Any = ()) -> Related:
    return Related(found, dict(links), lambda name, post: found.by_key.get(found.find_name(name, post)))


def test_related_by_series_then_tags_then_date_and_links() -> None:
    one = post("one", 1, tag=("a", "b"), series=("s",))
    found = blog(
        one, post("series", 9, series=("s",)), post("two tags", 8, tag=("a", "b")), post("one tag", 7, tag=("a",)),
        post("nothing", 2, tag=("z",)), post("draft", 3, tag=("a", "b"), draft=True),
    )  # fmt: skip
    assert names(related(found).to(one, 10)) == ["series", "two tags", "one tag"]
    assert names(related(found).to(one, 1)) == ["series"]
    # A link counts as much as a tag of two posts.
    posts = post("one", 9, tag=("a",)), post("link", 2), post("tag", 3, tag=("a",)), post("link too", 4)
    found, links = blog(*posts), {"one": ("link", "link too")}
    links["gone"] = links["link"] = ("gone", "one")
    assert names(related(found, links).to(posts[0], 10)) == ["link", "tag", "link too"]
    # It counts for both.
    assert names(related(found, links).to(posts[3], 10)) == ["one"]


def test_of_a_tag_of_many_posts_the_nearest_in_time_are_related() -> None:
    found = blog(*(post(f"p{days:02}", days, tag=("t",)) for days in range(40)))
    nearest = [f"p{days:02}" for days in range(5, 36) if days != 20]
    assert names(related(found).to(found.by_key["p20"], 99)) == nearest
    assert names(related(found).to(found.by_key["p00"], 99)) == [f"p{days:02}" for days in range(1, 16)]


def test_of_a_long_series_the_nearest_parts_are_listed() -> None:
    shown = {(12, 11): range(12), (13, 9): range(6, 13), (13, 0): range(4), (20, 9): range(6, 13)}
    for (count, place), parts in shown.items():
        found = blog(*(post(f"p{number:02}", 99 - number, series=("s",)) for number in range(count)))
        (series,) = found.series_of(found.by_key[f"p{place:02}"])
        assert (series.place, series.shown) == (place, parts)
        around = [None, *names(series.parts), None]
        assert names([series.older, series.newer]) == [around[place], around[place + 2]]


ROWS = st.lists(st.tuples(st.integers(0, 3), st.lists(st.sampled_from("abcd"), max_size=3)), max_size=12)


@given(ROWS, st.randoms())
def test_related_does_not_depend_on_the_order_of_reading(rows: list[Any], shuffler: random.Random) -> None:
    posts = [post(f"p{number:02}", days, tag=tuple(tags)) for number, (days, tags) in enumerate(rows)]
    shuffled = posts[:]
    shuffler.shuffle(shuffled)
    one, other = blog(*posts), blog(*shuffled)
    for each in posts:
        assert related(one).to(each, 3) == related(other).to(each, 3)
        assert each not in related(one).to(each, 99)
        assert one.neighbors(each) == other.neighbors(each)
    for name, terms in one.taxonomies.items():
        assert list(terms) == list(other.taxonomies[name])


def version(name: str, language: str = "", days: int = 10, **values: Any) -> Post:
    return post(name, days, **({"language": (language,)} if language else {}), **values)


def test_the_language_of_the_site_among_those_of_posts() -> None:
    cases = [
        ("en", ["en", "zh"], "en"), ("zh_CN", ["en", "zh"], "zh"), ("zh_CN", ["zh", "zh-cn"], "zh-cn"),
        ("zh_CN", ["zh-tw", "en"], "zh-tw"), ("pt_BR", ["pt-pt", "pt"], "pt"), ("de", ["en"], "de"),
        ("", ["en"], ""),
    ]  # fmt: skip
    assert [find_language(code, given) for code, given, _found in cases] == [found for *_, found in cases]


PAIR = (version("a-en", "en", 3), version("a-zh", "zh", 2, translations=("a-en",)))
TRIO = tuple(version(f"b-{code}", code, 7 - n, translation_key="b") for n, code in enumerate(("fr", "zh", "de")))


def test_versions_know_each_other_by_a_name_or_a_key() -> None:
    found = multilingual(*PAIR, *TRIO, version("c", "en"))
    assert [names(found.versions.others(p)) for p in PAIR] == [["a-zh"], ["a-en"]]
    assert names(found.versions.others(TRIO[0])) == ["b-de", "b-zh"]
    assert found.versions.others(found.by_key["c"]) == ()
    # Where they are not merged, links lead to the post itself.
    for merges, lead in ((True, "a-zh"), (False, "a-en")):
        found = multilingual(*PAIR, version("b", "zh"), merges_versions=merges)
        assert found.version_for(PAIR[0], found.by_key["b"]).docname == lead


def test_a_list_shows_the_best_version() -> None:
    found = multilingual(*PAIR, *TRIO, version("c", "en", 1))
    # If none is in the language of the list or the site, it is the oldest.
    best = {"": ["a-en", "b-fr"], "en": ["a-en", "b-fr"], "zh": ["a-zh", "b-zh"], "de": ["a-en", "b-de"]}
    for language, expected in best.items():
        assert names(found.best(found.posts, language)) == ["c", *expected]


def test_a_list_in_a_language_has_the_versions_in_it() -> None:
    found, kind = multilingual(*PAIR), {"without": "", "in_parts": False, "is_archive": False, "with_all": False}
    for asked, language in (("zh", ""), ("", "zh"), ("zh", "en")):
        request, _problems = read_request("", {"language": asked} if asked else {}, 1, TAXONOMIES)
        assert names(select_posts(found, request, found.posts, language=language, **kind)[0]) == ["a-zh"]


def test_related_posts_hold_no_version_twice_nor_the_post_itself() -> None:
    keys = product("abc", ("en", "zh"))
    found = multilingual(*(version(f"{key}-{code}", code, tag=("t",), translation_key=key) for key, code in keys))
    assert names(related(found).to(found.by_key["a-zh"], 5)) == ["b-zh", "c-zh"]
    # Those in the language of the post come first.
    rows = (("x", "zh", 10), ("y", "en", 9), ("z", "zh", 20))
    found = multilingual(*(version(*row, tag=("t",)) for row in rows))
    assert [names(related(found).to(found.by_key["x"], count)) for count in (1, 2)] == [["z"], ["z", "y"]]
    # Two in one language are not versions.
    found = multilingual(version("x", "en", translations=("y",)), version("y", "en"))
    assert names(found.best(found.posts)) == ["x", "y"]
    assert names(found.versions.clashes(found.by_key["x"])) == ["y"]
    assert found.versions.others(found.by_key["x"]) == ()


def test_neighbours_are_in_the_language_of_the_post() -> None:
    old = [version(f"old-{code}", code, days, translation_key="o") for code, days in (("en", 9), ("zh", 8))]
    found = multilingual(version("new", "zh", 1), *PAIR, *old)
    assert names(found.neighbors(PAIR[0])) == ["old-en", "new"]
    assert names(found.neighbors(PAIR[1])) == ["old-zh", "new"]
    assert names(found.neighbors(found.by_key["new"])) == ["a-zh", None]
    assert names(found.neighbors(PAIR[1], {"old-zh", "new"})) == [None, None]
    # The nearest in another language only if there is none in its own.
    found = multilingual(
        version("a", "en", 1), version("b", "zh", 2), version("c", "fr", 3), version("d", "en", 4)
    )
    assert names(found.neighbors(found.by_key["d"])) == [None, "a"]
    assert names(found.neighbors(found.by_key["c"])) == ["d", "b"]
    # Those that are shown elsewhere are passed over.
    found = blog(*(post(name, days) for days, name in enumerate("abcde")))
    assert names(found.neighbors(found.by_key["e"], {"d"})) == [None, "c"]
    assert names(found.neighbors(found.by_key["a"], {"b"})) == ["c", None]
    assert names(found.neighbors(post("draft", draft=True))) == [None, None]


def test_posts_without_a_language_are_in_that_of_the_site_if_others_have_one() -> None:
    def language(found: Blog, name: str = "a") -> tuple[str, ...] | None:
        return found.by_key[name].terms.get("language")

    zh = version("zh", "zh")
    assert language(multilingual(post("a"), zh)) == ("en",)
    assert language(multilingual(post("a"), version("zh", "EN"))) == ("EN",)
    assert language(multilingual(post("a"))) is language(blog(post("a"), zh)) is None
    assert language(multilingual(post("a", has_unknown_language=True), zh)) is None
    assert not blog(post("a")).is_multilingual
    assert not blog(zh).is_multilingual
    assert multilingual(post("a"), zh).is_multilingual
    # In a translation of the site, in that of its source.
    translated = multilingual(post("a"), post("b", is_translated=True), zh, source_language="de")
    assert [language(translated, name) for name in ("a", "b", "zh")] == [("de",), ("en",), ("zh",)]
    unknown = multilingual(post("a"), zh, source_language="").by_key
    assert [unknown[name].has_unknown_language for name in ("a", "zh")] == [True, False]


def test_terms_have_their_own_names_and_are_seen_unless_they_are_hidden() -> None:
    settings = {"tag": {"new": TermSettings("new", aliases=("Old",)), "ghost": TermSettings("ghost", hidden=True)}}
    draft = post("b", draft=True, tag=("z",), series=("s", "t"))
    found = blog(post("a", tag=("Old", "new", "ghost"), series=("s",)), draft, settings=settings)
    a, b = found.by_key["a"], found.by_key["b"]
    assert a.terms["tag"] == ("new", "ghost")
    assert [[term.name for term in found.terms_of(each, "tag")] for each in (a, b)] == [["new"], []]
    # A draft has no place in a series.
    assert [len(found.series_of(each)) for each in (a, b)] == [1, 0]
    removed = Post(docname="c", title="C", date=NOW, terms={"gone": ("x",)})
    assert blog(removed, settings=settings).by_key["c"].terms == {"gone": ("x",)}


def test_posts_are_named_from_the_root_or_from_their_folder() -> None:
    one = (version("blog/one", "en", translations=("one-zh",)), version("blog/one-zh", "zh"))
    x = version("other/x", "en", related=("/blog/one.md", "../blog/two", "x", "gone"))
    found = multilingual(*one, version("blog/two/index", "en"), x)
    assert names(found.versions.others(found.by_key["blog/one"])) == ["blog/one-zh"]
    assert names(related(found).to(found.by_key["other/x"], 3)) == ["blog/one", "blog/two/index"]


@given(
    st.lists(st.tuples(st.sampled_from(["", "en", "zh"]), st.sampled_from(["", "k", "l"]), st.integers(0, 9))),
    st.sampled_from(["", "en", "zh", "xx"]),
)
def test_nothing_is_lost_but_for_a_better_version(rows: list[tuple[str, str, int]], language: str) -> None:
    posts = [version(f"p{n:02}", code, days, translation_key=key) for n, (code, key, days) in enumerate(rows)]
    named = [(f"p{days:02}",) if days > 6 else () for _code, _key, days in rows]
    found = multilingual(*(p._replace(translations=n) for p, n in zip(posts, named, strict=True)))
    shown = set(names(found.best(found.posts, language)))
    for each in found.posts:
        assert each.docname in shown or shown & set(names(found.versions.all(each)))
        assert found.neighbors(each) is not None
        assert each.docname not in names(related(found).to(each, 9))


@pytest.mark.parametrize(
    ("options", "shown", "pinned"),
    [
        ({}, "abcd", "b"),
        # Pinned posts come first, so they are among the first of a list that is cut.
        ({"limit": "1"}, "b", "b"), ({"limit": "2"}, "ab", "b"), ({"limit": "2", "offset": "1"}, "ac", ""),
        ({"offset": "3"}, "d", ""), ({"offset": "4"}, "", ""), ({"sort": "updated"}, "dabc", ""),
        ({"sort": "title", "limit": "2"}, "ab", ""), ({"sort": ""}, "dcba", ""), ({"tags": "x"}, "ad", ""),
        ({"tags": "x, y", "featured": ""}, "cd", ""), ({"tags": "!x"}, "bc", "b"),
    ],
)  # fmt: skip
def test_which_posts_a_list_has(options: dict[str, str], shown: str, pinned: str) -> None:
    posts = post("a", 1, tag=("x",)), post("b", 2, pinned_until=NEVER), post("c", 3, tag=("y",), featured=True)
    found = blog(*posts, post("d", 4, tag=("x", "z"), updated=NOW, featured=True))
    request, problems = read_request("", options, 1, TAXONOMIES)
    kind = {"language": "", "in_parts": False, "is_archive": False, "with_all": False}
    every, first, unknown = select_posts(found, request, found.posts, without="", **kind)
    assert (names(every), names(first)) == (list(shown), list(pinned))
    assert (problems, list(unknown)) == ((), [])
    # A post does not list itself, and archives and books have no pins.
    for change in ({"without": "b"}, {"is_archive": True}, {"in_parts": True}):
        every, first, _unknown = select_posts(found, request, found.posts, **{"without": "", **kind, **change})
        assert first == ()
        assert "b" not in names(every) or "without" not in change


COUNTS = st.integers(0, 300)
SIZES = st.integers(1, 40)
ORDERS: st.SearchStrategy[Order] = st.sampled_from(["newest", "stable"])


def pages_of(count: int, size: int, order: Order = "newest", **options: object) -> tuple[Page[int], ...]:
    """Pages of the numbers *count* … 1: the newest item has the highest number."""
    options = {"name": "blog", "below": "blog", "pinned": ()} | options
    return paginate(range(count, 0, -1), size, order=order, **options)  # type: ignore[arg-type]


@given(COUNTS, SIZES, ORDERS)
def test_every_item_stands_on_exactly_one_page_and_neighbours_lead_through_all(
    count: int, size: int, order: Order
) -> None:
    pages = pages_of(count, size, order)
    assert [item for page in pages for item in page.items] == list(range(count, 0, -1))
    assert pages[0].newer is None
    assert pages[-1].older is None
    assert [page.older for page in pages[:-1]] == [page.name for page in pages[1:]]
    assert [page.newer for page in pages[1:]] == [page.name for page in pages[:-1]]
    assert len({page.name for page in pages}) == len(pages)
    assert [index_of(page, pages) for page in pages] == list(range(len(pages)))
    assert len(pages) == 1 or count > size


@given(COUNTS, SIZES, ORDERS)
def test_the_window_has_first_last_current_and_neighbours(count: int, size: int, order: Order) -> None:
    pages = pages_of(count, size, order)
    names = [page.name for page in pages]
    for index, page in enumerate(pages):
        shown = [link.page for link in page.window if link.page]
        assert {names[0], names[-1], page.name, *names[max(0, index - 1) : index + 2]} <= set(shown)
        assert shown == sorted(set(shown), key=names.index)
        assert [link.page for link in page.window if link.current] == [page.name]
        assert len(page.window) <= 7
    # A gap stands where pages are left out, and, but for stable pages, only there.
    for page in pages if order == "newest" else ():
        for link, following in zip(page.window, page.window[1:], strict=False):
            if link.page and following.page:
                assert names.index(following.page) - names.index(link.page) == 1
        for before, gap, after in zip(page.window, page.window[1:], page.window[2:], strict=False):
            if gap.page is None:
                assert names.index(after.page) - names.index(before.page) > 2


def test_stable_fills_pages_from_the_back() -> None:
    pages = pages_of(47, 10, "stable")
    assert [page.name for page in pages] == ["blog", "blog/page/3", "blog/page/2", "blog/page/1"]
    assert [len(page.items) for page in pages] == [17, 10, 10, 10]
    assert [page.number for page in pages] == [None, 3, 2, 1]


@given(COUNTS, st.integers(0, 120), SIZES)
def test_stable_pages_never_change_as_items_are_added(count: int, added: int, size: int) -> None:
    before = {page.name: page for page in pages_of(count, size, "stable")[1:]}
    after = {page.name: page for page in pages_of(count + added, size, "stable")[1:]}
    names = [page.name for page in pages_of(count, size, "stable")]
    for name, page in before.items():
        same = after[name]
        assert (same.items, same.number, same.older) == (page.items, page.number, page.older)
        if page.newer != names[0]:
            assert after[name].newer == page.newer


@given(st.integers(40, 300), st.integers(0, 120))
def test_the_window_of_an_old_stable_page_does_not_know_how_many_there_are(count: int, added: int) -> None:
    before = pages_of(count, 10, "stable")
    after = {page.name: page for page in pages_of(count + added, 10, "stable")}
    # Both neighbours of these have their numbers already: nothing of the window may move.
    for page in before[2:]:
        assert after[page.name].window == page.window


@given(COUNTS, SIZES)
def test_pinned_items_stand_in_front(count: int, size: int) -> None:
    pinned = tuple(range(1, count + 1, 7))
    items = [item for page in pages_of(count, size, pinned=pinned) for item in page.items]
    assert (items[: len(pinned)], sorted(items)) == (list(pinned), list(range(1, count + 1)))
    # A pin moves nothing between stable pages.
    first, *others = pages_of(count, size, "stable", pinned=pinned[:1])
    assert [page.items for page in others] == [page.items for page in pages_of(count, size, "stable")[1:]]
    assert (first.items[:1], len(set(first.items))) == (pinned[:1], len(first.items))
