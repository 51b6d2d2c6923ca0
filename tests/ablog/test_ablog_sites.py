"""Sites of ABlog with one word changed: what ABlog made of them, as ``record_sites.py`` recorded it, is there."""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import Site
from page import select, text
from record_sites import feeds_of, files_of

HERE = Path(__file__).parent
#: What ABlog's terms are called here.
TERMS = {"tags": "tag", **{name: name for name in ("category", "author", "location", "language")}}
#: Feeds of the empty name.
NO_FEEDS = ("blog/category/atom", "blog/category/social", "blog/tag/atom", "blog/tag/social")
#: What is in feeds of the site ``names`` that ABlog writes twice, for ``C`` and for ``c``: two spellings of a term
#: are one here, and of two terms the one of that name has the page.
SHARED = {
    "/tag/c/": ["posts/lenient.html", "posts/ordinal.html", "releases.html#one"],
    "/tag/open-source/": ["posts/accents.html", "posts/plus.html"],
    "/tag/opinion/": ["posts/accents.html"],
}
#: The labels on the first page of the site ``names``.
LINKS = {
    "Posts": "blog/index", "Drafts": "blog/drafts", "Archives": "blog/archive", "Tags": "blog/tag",
    "Authors": "blog/author", "Categories": "blog/category", "Locations": "blog/location",
    "Languages": "blog/language", "c": "blog/tag/c", "Node.js": "blog/tag/nodejs", "AI/ML": "blog/tag/aiml",
    "0.6.1": "blog/tag/061", "open-source": "blog/tag/open-source", "opinion": "blog/tag/opinion",
    "Tools & Tricks": "blog/category/tools-tricks", "Mei Lin": "blog/author/mei-lin",
    "Jonas Weiß": "blog/author/jonas-wei%C3%9F", "Portland, Oregon": "blog/location/portland-oregon",
    "简体中文": "blog/language/%E7%AE%80%E4%BD%93%E4%B8%AD%E6%96%87", "2024": "blog/2024",
    "An ordinal day": "posts/ordinal",
}  # fmt: skip


class Moved(NamedTuple):
    """A site that has moved, and what ABlog made of it."""

    name: str
    site: Site
    record: dict[str, Any]


@pytest.fixture(scope="module")
def move(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Moved]:
    """Return a function that builds a site with our extension, once; no test changes it."""

    @cache
    def move(kind: str) -> Moved:
        name, _hyphen, builder = kind.partition("-")
        site = Site(tmp_path_factory.mktemp(kind), {}, builder=builder)
        shutil.copytree(HERE / "sites" / name, site.source, dirs_exist_ok=True)
        site.edit("conf.py", '"ablog"', '"sphinx_blogext.ablog"')
        record = json.loads((HERE / "records" / f"{kind}.json").read_text(encoding="utf-8"))
        return Moved(name, site.build(), record)

    return move


FOLDERS = pytest.param("patterns-dirhtml", marks=pytest.mark.slow)


@pytest.fixture(params=["names-html", FOLDERS, "patterns-html", "words-html"])
def moved(request: pytest.FixtureRequest, move: Callable[[str], Moved]) -> Moved:
    return move(request.param)


def _unescaped(name: str) -> str:
    """Return a name in a list of MyST's front matter, which ABlog takes as JSON escapes it."""
    return str(json.loads(f'"{name}"')) if "\\" in name else name


def test_no_page_and_no_feed_is_lost_and_nothing_is_warned_of(moved: Moved) -> None:
    # ABlog makes a term of every empty name, and feeds of it where its terms have feeds.
    nameless = {f"blog/{name}/{file}" for name in TERMS.values() for file in (".html", "atom.xml", "social.xml")}
    assert set(moved.record["files"]) - nameless - set(files_of(moved.site.outdir)) == set()
    # As with ABlog.
    expected = {"patterns": [("news.md", "toc.not_included")]}
    assert [(w.file, w.type) for w in moved.site.warnings] == expected.get(moved.name, [])


def test_all_posts_are_there_as_they_were(moved: Moved) -> None:
    found = {
        post.key: {
            "title": post.title,
            "date": post.date and post.date.replace(tzinfo=None).isoformat(),
            **{theirs: sorted(post.terms.get(ours, ())) for theirs, ours in TERMS.items()},
        }
        for post in moved.site.domain.every_post
    }
    defaults = {"author": ["mei"], "language": ["en"]} if moved.name in {"names", "words"} else {}
    # Terms that a post does not name are added here while reading, and later by ABlog.
    expected = {
        key: post | {name: sorted(map(_unescaped, post[name])) or defaults.get(name, []) for name in TERMS}
        for key, post in moved.record["posts"].items()
    }
    assert found == expected


def _shared(name: str, moved: Moved) -> list[str]:
    """Return the posts of a term whose feed ABlog writes for another term, too."""
    shared = SHARED if moved.name == "names" else {}
    return next((posts for part, posts in shared.items() if part in f"/{name}"), [])


def test_feeds_are_those_of_ablog(moved: Moved) -> None:
    found = feeds_of(moved.site.outdir)
    for name, feed in moved.record["feeds"].items():
        if not name.startswith(NO_FEEDS):
            assert found[name]["id"] == feed["id"], name
            ids = [f"https://example.org/site/{post}" for post in _shared(name, moved)] or feed["entries"]
            assert sorted(found[name]["entries"]) == sorted(ids), name
            # Of terms with one page, and of names that it garbles, ABlog has other titles.
            if not _shared(name, moved) and "\\u" not in feed["title"]:
                # Two spellings of a term are one here.
                assert found[name]["title"].casefold() == feed["title"].casefold(), name
            assert set(feed["texts"]) <= set(found[name]["texts"]), name


def test_drafts_are_pages_that_only_their_list_names(move: Callable[[str], Moved]) -> None:
    names = move("names-html").site
    assert names.page("blog/drafts").posts == ["Undated", "Future"]
    for name in ("blog/drafts", "posts/undated", "posts/future"):
        assert names.page(name).meta("robots") == ["noindex"]
        assert names.page(name).all(".blog-draft-banner") == []
    listed = {post for page in ("blog/index", "blog/archive", "blog/tag/c") for post in names.page(page).posts}
    assert listed & {"Symbols", "Undated", "Future"} == {"Symbols"}
    # A tag that only drafts have has no page.
    assert not names.has("blog/tag/waiting")
    sitemap = (names.outdir / "sitemap.xml").read_text(encoding="utf-8")
    listed = {name for name in ("posts/ordinal", "posts/undated", "posts/future", "drafts") if name in sitemap}
    assert listed == {"posts/ordinal"}
    # So are documents of a pattern that have no date.
    site = move("patterns-html").site
    assert site.page("news/drafts").posts == ["Undated note"]
    assert site.page("notes/2024/undated").meta("robots") == ["noindex"]
    assert site.page("notes/index").meta("robots") == []
    # ``blog_archive_titles``.
    assert len(site.page("news").all(".blog-listing.blog-titles")) == 1
    # The label of the feed is a link.
    assert "https://example.net/news/atom.xml" in site.page("index").links()


def test_labels_are_links_and_a_lenient_date_is_said(move: Callable[[str], Moved]) -> None:
    names = move("names-html").site
    assert names.page("blog/tag/nodejs").headings[0] == "Posts tagged Node.js"
    page = names.page("index")
    # ABlog sets what it has no other text for in italics.
    links = {text(select(link, "em")[0]): link.get("href") for link in page.all("p a")[:-1]}
    assert links == {title: f"{name}.html" for title, name in LINKS.items()}
    assert page.links("p a")[-1] == "blog/tag/workers-rights.html"
    # What no listed post has is known to ABlog, and has no page.
    assert text(page.all("p")[-1]) == "waiting Ada 2999"
    # The page of the blog forwards to its document.
    assert names.page("blog").meta("refresh") == ["5; url=./blog/index.html"]
    (line,) = (line for line in names.output.splitlines() if "is read as" in line)
    message = "date '07:00, Apr 10, 2022' is read as 2022-04-10 07:00: write it like that, or correct it"
    assert line.endswith(f"lenient.rst:4: {message}")
