"""Which pages a blog has, what they are called, and which documents show them."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from bare import config, listed, post
from sphinx.locale import translators

from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.dates import NEVER
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import ListRequest
from sphinx_blogext.site.listings import PagesBuilder, Requests
from sphinx_blogext.site.pages import Listing, ListPage, Pages


def collect(
    posts: Iterable[Post],
    lists: Mapping[str, tuple[ListRequest, ...]] | None = None,
    documents: Iterable[str] = (),
    *,
    terms: Mapping[str, tuple[str, ...]] | None = None,
    has_feeds: bool = True,
    **own: Any,
) -> Pages:
    # The words of the last site that was built.
    translators.clear()
    options = config(**own)
    blog, all_blogs = (
        Blog(each, now=datetime(2026, 1, 1, tzinfo=UTC), language="en", kinds=options.taxonomies)
        for each in (posts, [*posts, post("z", "2000-01-01")])
    )
    requests = Requests(lists or {}, lambda _docname, request: request.blog != "news", ("blog", "news"))
    every = {*documents, *(lists or {})}
    builder = PagesBuilder(blog, options, every, requests, terms or {}, lambda: all_blogs)
    return builder.collect(has_feeds=has_feeds)


def pages_of(listing: Listing) -> dict[str, str]:
    """The titles on each page of a list."""
    return {page.name: "".join(post.title for post in page.items) for page in listing.pages}


def lists_of(pages: Pages) -> list[tuple[str, str, dict[str, str]]]:
    """The kind and style of each list, and what is on its pages."""
    return [(listing.kind, listing.style, pages_of(listing)) for listing in pages.listings]


POSTS = [
    post("a", "2024-01-01", tag=["x"], series=["s"]),
    post("b", "2024-02-01", tag=["x"], series=["s"]),
    post("c", "2025-01-01"),
]
HOME, TAGS, ARCHIVE = ("Blog", "blog"), ("Tags", "blog/tag"), ("Archive", "blog/archive")


def test_all_lists_of_a_blog() -> None:
    draft = post("d", "2025-01-01", draft=True)
    pages = collect([*POSTS, draft], blog_archive_months=True, blog_list_style="cards")
    assert lists_of(pages) == [
        ("blog", "cards", {"blog": "cba"}), ("tag", "cards", {"blog/tag/x": "ba"}),
        ("series", "contents", {"blog/series/s": "ab"}), ("archive", "archive", {"blog/archive": "cba"}),
        ("year", "cards", {"blog/2025": "c"}), ("year", "cards", {"blog/2024": "ba"}),
        ("month", "cards", {"blog/2025/01": "c"}), ("month", "cards", {"blog/2024/02": "b"}),
        ("month", "cards", {"blog/2024/01": "a"}), ("drafts", "cards", {"blog/drafts": "d"}),
    ]  # fmt: skip
    about = {listing.name: (listing.title, listing.parents, listing.year) for listing in pages.listings}
    assert (about["blog"], about["blog/tag/x"]) == (("Blog", (), 0), ("Posts tagged “x”", (HOME, TAGS), 0))
    assert about["blog/2024"] == ("Posts of 2024", (HOME, ARCHIVE), 2024)
    assert about["blog/2024/01"] == ("Posts of January 2024", (HOME, ARCHIVE, ("Posts of 2024", "blog/2024")), 0)
    indexes = [(index.taxonomy, index.name, index.title) for index in pages.term_indexes]
    tags, series = ("tag", "blog/tag", "Tags"), ("series", "blog/series", "Series")
    assert indexes == [tags, series, ("", "blog/subscribe", "Subscribe")]
    assert {index.parents for index in pages.term_indexes} == {(HOME,)}
    assert pages.placed == pages.appended == {}


def test_a_blog_without_posts_is_one_page_unless_drafts_are_public() -> None:
    for value, kinds in ((False, ["blog"]), ("unlisted", ["blog", "drafts"])):
        pages = collect([], has_feeds=False, blog_show_drafts=value)
        assert ([kind for kind, *_ in lists_of(pages)], pages.term_indexes) == (kinds, [])


def test_the_archive_has_long_pages() -> None:
    posts = [post(f"{number:03}", "2024-01-01") for number in range(202)]
    for size, counts in ((10, [200, 2]), (201, [201, 1])):
        (archive,) = (found for found in collect(posts, blog_page_size=size).listings if found.kind == "archive")
        assert [len(page.items) for page in archive.pages] == counts


TWO = [
    post("a", "2024-01-01", tag=["x"], language=["en"], category=["p"]),
    post("b", "2024-02-01", tag=["x", "y"], language=["zh"], series=["s"]),
    post("c", "2024-03-01", tag=["x"], language=["en"], series=["s"]),
]


def test_pages_that_stay_as_they_are_and_the_places_of_pins() -> None:
    pinned = [POSTS[0]._replace(pinned_until=NEVER), *POSTS[1:]]
    paged = [{"paginate": "1"}, {"paginate": "1", "sort": ""}, {"style": "archive"}, {"tags": "x, y"}, {}]
    lists = {"x": tuple(listed(**options) for options in paged)}
    pages = collect(pinned, lists, blog_page_size=1, blog_pagination="stable")
    shown = {found.name: pages_of(found) for found in pages.listings if found.kind != "document"}
    assert shown["blog"] == {"blog": "ac", "blog/page/2": "b", "blog/page/1": "a"}
    # A series begins with its first part, and no part of time with a pin.
    assert shown["blog/series/s"] == {"blog/series/s": "a", "blog/series/s/page/2": "b"}
    assert shown["blog/2024"] == {"blog/2024": "b", "blog/2024/page/1": "a"}
    assert [pages_of(found) for found in pages.placed.values()] == [
        {"x": "ac", "x/page/2": "b", "x/page/1": "a"},
        {"x": "a", "x/list-2/page/2": "b", "x/list-2/page/3": "c"},
        *({"x": "cba"}, {"x": "ab"}, {"x": "acb"}),
    ]


def test_lists_of_several_pages_and_languages_are_there_in_each_language() -> None:
    pages = collect(TWO, blog_page_size=2)
    shown = {(found.kind, found.language): pages_of(found) for found in pages.listings if found.languages}
    assert shown == {
        ("blog", ""): {"blog": "cb", "blog/page/2": "a"},
        ("language", "en"): {"blog/language/en": "ca"}, ("language", "zh"): {"blog/language/zh": "b"},
        ("tag", ""): {"blog/tag/x": "cb", "blog/tag/x/page/2": "a"},
        ("tag", "en"): {"blog/tag/x/language/en": "ca"}, ("tag", "zh"): {"blog/tag/x/language/zh": "b"},
        ("year", ""): {"blog/2024": "cb", "blog/2024/page/2": "a"},
        ("year", "en"): {"blog/2024/language/en": "ca"}, ("year", "zh"): {"blog/2024/language/zh": "b"},
    }  # fmt: skip
    for found in pages.listings:
        if found.languages:
            base = {"tag": "blog/tag/x", "year": "blog/2024"}.get(found.kind, "blog")
            links = [(link.term and link.term.key, link.page) for link in found.languages]
            assert links == [(None, base), ("en", f"{base}/language/en"), ("zh", f"{base}/language/zh")]
    titles = {found.name: (found.title, found.parents) for found in pages.listings}
    parents = (HOME, TAGS, ("Posts tagged “x”", "blog/tag/x"))
    assert titles["blog/tag/x/language/zh"] == ("Posts tagged “x” – 中文", parents)
    assert titles["blog/2024/language/en"][0] == "Posts of 2024 – English"
    # On one page, readers need no help; a blog in one language has no bar at all.
    short = [found.name for found in collect(TWO).listings if found.languages]
    assert short == ["blog", "blog/language/en", "blog/language/zh"]
    assert not any(found.languages for found in collect(POSTS, blog_page_size=1).listings)


def test_versions_that_a_short_list_leaves_out_are_in_that_of_their_language() -> None:
    zh = post("b", "2024-01-01", language=["zh"], translations=("a",))
    versions = [post("a", "2024-01-01", language=["en"]), zh]
    years = [pages_of(found) for found in collect(versions).listings if found.kind == "year"]
    assert years == [{"blog/2024": "a"}, {"blog/2024/language/en": "a"}, {"blog/2024/language/zh": "b"}]


def test_documents_show_the_lists_with_their_names() -> None:
    documents = ["blog/index", "blog/tag/x", "blog/tag", "blog/2024", "blog/page/2", "blog/series/index"]
    documents += ["blog/subscribe", "other"]
    pages = collect(POSTS, {}, documents, blog_page_size=1, terms={"blog/tag": ("tag",)})
    appended = {
        name: [shown.listing.kind if isinstance(shown, ListPage) else type(shown).__name__ for shown in every]
        for name, every in pages.appended.items()
    }
    # The document of tags lists them itself.
    assert appended == {
        "blog/index": ["blog"], "blog/page/2": ["blog"], "blog/tag/x": ["tag"], "blog/2024": ["year"],
        "blog/series/index": ["TermIndex"], "blog/subscribe": ["FeedsPage"],
    }  # fmt: skip
    owners = {listing.name: listing.owner for listing in pages.listings if listing.owner}
    assert owners == {name: name for name in ("blog/index", "blog/tag/x", "blog/2024")}
    assert [index.owner for index in pages.term_indexes] == ["blog/tag", "blog/series/index", "blog/subscribe"]
    assert pages.term_indexes[0].parents == (("Blog", "blog/index"),)


def test_the_first_list_without_a_filter_is_that_of_the_page() -> None:
    lists = (listed(tags="x"), listed(style="cards", paginate="1"), listed(paginate="2"), listed("1"))
    pages = collect(POSTS, {"blog": lists, "blog/tag/x": (listed(sort=""),)}, blog_page_size=9)
    placed = {key: (found.kind, found.style, pages_of(found)) for key, found in pages.placed.items()}
    assert placed == {
        ("blog", 0): ("document", "titles", {"blog": "ba"}),
        ("blog", 1): ("blog", "cards", {"blog": "c", "blog/page/2": "b", "blog/page/3": "a"}),
        ("blog", 2): ("document", "titles", {"blog": "cb", "blog/list-2/page/2": "a"}),
        ("blog", 3): ("document", "titles", {"blog": "c"}),
        ("blog/tag/x", 0): ("tag", "teasers", {"blog/tag/x": "ab"}),
    }
    assert pages.appended == {}
    # Those with pages are lists of the blog.
    assert [found.name for found in pages.listings if found.kind == "document"] == ["blog"]


def test_lists_in_other_documents_have_pages_of_their_own() -> None:
    paged, foreign = listed(paginate="1"), listed(blog="news")
    lists = {"elsewhere": (listed(paginate="1", language="en"), foreign, paged, listed(sort=""), paged)}
    # This may be a page of another blog, which would count it as its first list.
    lists |= {"news/x": (foreign, paged, paged), "blog": (paged, foreign, paged), "every": (listed(blog="*"),)}
    blog = [post("a", "2024-01-01", language=["en"]), post("b", "2024-02-01", language=["zh"])]
    pages = collect(blog, lists, blog_page_size=5)
    assert {key: pages_of(found) for key, found in pages.placed.items()} == {
        ("elsewhere", 0): {"elsewhere": "a"}, ("elsewhere", 2): {"elsewhere": "b", "elsewhere/list-2/page/2": "a"},
        ("elsewhere", 3): {"elsewhere": "ab"}, ("every", 0): {"every": "baz"},
        ("elsewhere", 4): {"elsewhere": "b", "elsewhere/list-3/page/2": "a"},
        ("blog", 0): {"blog": "b", "blog/page/2": "a"}, ("blog", 2): {"blog": "b", "blog/list-3/page/2": "a"},
        ("news/x", 1): {"news/x": "b", "news/x/list-2/page/2": "a"},
        ("news/x", 2): {"news/x": "b", "news/x/list-3/page/2": "a"},
    }  # fmt: skip


def test_numbers_of_feeds() -> None:
    plain, mixed = (listed(feed=""), listed(), listed()), (listed(blog="news"), listed())
    lists = {"alone": plain, "blog/index": plain, "blog/mixed": mixed, "mixed": mixed}
    requests = Requests(lists, lambda _docname, request: not request.blog, ("blog", "news"))
    assert [requests.feed_number("alone", place, is_page=False) for place in (0, 2)] == [1, 2]
    assert requests.feed_number("alone", 2, is_page=True) == 3
    # It is the first page of a blog.
    assert requests.feed_number("blog/index", 0, is_page=False) == 2
    # Lists of several blogs in a folder of one: it may be a page of that.
    assert [requests.feed_number(name, 1, is_page=False) for name in ("blog/mixed", "mixed")] == [2, 1]


def test_a_page_below_nested_terms_names_all_of_them() -> None:
    pages = collect([post("a", "2024-01-01", category=["p/q/r"])], blog_taxonomies={"category": {"nested": True}})
    parents = [found.parents[2:] for found in pages.listings if found.kind == "category"]
    assert parents == [(), (("p", "blog/category/p"),), (("p", "blog/category/p"), ("p / q", "blog/category/p/q"))]
