"""One mistake a site: one located warning of the right type, and nothing else lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from checker import problems_of_tree
from page import text
from sphinx.errors import ConfigError
from writing import md, rst

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site


class Mistake(NamedTuple):
    """A site with one mistake in *file*, and the warning that it must give.

    *says* are words of the warning. A mistake that makes the post a draft takes it out of
    the site; any other leaves it there, under *title*.
    """

    file: str
    source: str
    line: int | None
    type: str
    says: tuple[str, ...] = ()
    is_draft: bool = False
    title: str = "Title"
    conf: dict[str, Any] | None = None


def front(*lines: str, body: str = "Text.\n") -> str:
    return "\n".join(["---", *lines, "---", "# Title", "", body])


def listing(*lines: str, argument: str = "") -> str:
    return "\n".join(["# Title", "", "Text.", "", f"```{{postlist}} {argument}".rstrip(), *lines, "```", ""])


MISTAKES: dict[str, Mistake] = {
    # Dates
    "date with the day first": Mistake(
        "blog/p.md", front("tags: x", "date: 02-01-2023"), 3, "date", ("02-01-2023", "draft"), True
    ),
    "date with the day first in a directive": Mistake(
        "blog/p.rst", rst("Title", date="02-01-2023"), 4, "date", ("02-01-2023", "draft"), True
    ),
    "date in words": Mistake("blog/p.md", front("date: next week"), 2, "date", ("next week",), True),
    "a day that does not exist": Mistake(
        "blog/p.md", front("date: '2024-02-30'"), 2, "date", ("2024-02-30",), True
    ),
    "tags and no date": Mistake("blog/q.md", front("author: x", "tags: [a]"), 3, "date", ("'tags'", "not a post")),
    "a category and no date": Mistake(
        "blog/q.rst", ":category: a\n\nTitle\n=====\n\nText.\n", 1, "date", ("'category'", "not a post")
    ),
    "unreadable update": Mistake("blog/p.md", front("date: 2024-05-06", "updated: soon"), 3, "date", ("soon",)),
    "unreadable date of an update": Mistake(
        "blog/p.rst", rst("Title", "Text.\n\n.. update:: soon\n\n   News.\n"), 8, "date", ("soon",)
    ),
    "unreadable end": Mistake("blog/p.md", front("date: 2024-05-06", "expires: never"), 3, "date", ("never",)),
    "unreadable pin": Mistake("blog/p.md", front("date: 2024-05-06", "pin: for ever"), 3, "date", ("for ever",)),
    # Options
    "unknown option": Mistake("blog/p.rst", rst("Title", zzz="x"), 5, "unknown_option", ("zzz",)),
    "misspelt option": Mistake(
        "blog/p.rst", rst("Title", tasg="x"), 5, "unknown_option", ("tasg", "did you mean", "tag")
    ),
    "misspelt key": Mistake(
        "blog/p.md",
        front("date: 2024-05-06", "catagory: x"),
        3,
        "unknown_option",
        ("catagory", "did you mean", "category"),
    ),
    "misspelt option in MyST": Mistake(
        "blog/p.md",
        "# Title\n\n```{post} 2024-05-06\n:auhtor: x\n```\n\nText.\n",
        4,
        "unknown_option",
        ("auhtor", "author"),
    ),
    "empty option": Mistake("blog/p.rst", rst("Title", category=""), 5, "empty_option", ("category",)),
    "empty key": Mistake("blog/p.md", front("date: 2024-05-06", "author:"), 3, "empty_option", ("author",)),
    "empty tag": Mistake("blog/p.md", front("date: 2024-05-06", 'tags: ""'), 3, "empty_option", ("tags",)),
    "empty tag in a list": Mistake(
        "blog/p.md", front("date: 2024-05-06", 'tags: ["a", ""]'), 3, "empty_option", ("tags",)
    ),
    "two commas": Mistake("blog/p.rst", rst("Title", tags="a,,b"), 5, "empty_option", ("a,,b",)),
    "a trailing comma": Mistake(
        "blog/p.md", front("date: 2024-05-06", "tags: a, b,"), 3, "empty_option", ("a, b,",)
    ),
    "flag with a value": Mistake(
        "blog/p.rst", rst("Title", featured="perhaps"), 5, "invalid_option", ("featured", "perhaps")
    ),
    "no number": Mistake(
        "blog/p.md", front("date: 2024-05-06", "excerpt: two"), 3, "invalid_option", ("excerpt", "two")
    ),
    "negative number": Mistake(
        "blog/p.md", front("date: 2024-05-06", "excerpt: -1"), 3, "invalid_option", ("-1",)
    ),
    "hostile link": Mistake(
        "blog/p.md",
        front("date: 2024-05-06", "external_link: javascript:alert(1)"),
        3,
        "invalid_option",
        ("external_link",),
    ),
    # Names
    "unknown author": Mistake(
        "blog/p.md",
        front("date: 2024-05-06", "author: mie"),
        3,
        "unknown_author",
        ("mie", "did you mean", "mei"),
        conf={"blog_authors": {"mei": ("Mei", None)}},
    ),
    "unknown author in a directive": Mistake(
        "blog/p.rst",
        rst("Title", author="zzz"),
        5,
        "unknown_author",
        ("zzz", "blog_authors, which has 'mei'"),
        conf={"blog_authors": {"mei": ("Mei", None)}},
    ),
    "unknown author of many": Mistake(
        "blog/p.rst",
        rst("Title", author="zzz"),
        5,
        "unknown_author",
        ("'a0', 'a1', 'a2', 'a3', 'a4' and 2 more",),
        conf={"blog_authors": {f"a{number}": (f"A{number}", None) for number in range(7)}},
    ),
    "unknown tag": Mistake(
        "blog/p.rst",
        rst("Title", tags="pyhton"),
        5,
        "unknown_tag",
        ("pyhton", "python"),
        conf={"blog_tags": {"python": "Python"}, "blog_on_unknown_tag": "warn"},
    ),
    "language that is none": Mistake(
        "blog/p.md", front("date: 2024-05-06", "language: klingon"), 3, "unknown_language", ("klingon", "'tlh'")
    ),
    "tags in one post that differ in case": Mistake(
        "blog/p.rst", rst("Title", tags="Python"), 5, "spelling", ("Python", "python")
    ),
    "unknown related post": Mistake(
        "blog/p.rst", rst("Title", related="blog/othr"), 5, "unknown_post", ("blog/othr", "blog/other")
    ),
    "unknown translation": Mistake("blog/p.rst", rst("Title", translation="zzz"), 5, "unknown_post", ("zzz",)),
    # Redirects
    "redirect out of the site": Mistake(
        "blog/p.rst", rst("Title", redirect="../../evil"), 5, "redirect", ("../../evil",)
    ),
    "redirect onto a document": Mistake(
        "blog/p.rst", rst("Title", redirect="blog/other"), 5, "redirect", ("blog/other",)
    ),
    "redirect onto a generated page": Mistake(
        "blog/p.rst", rst("Title", redirect="blog/tag/python"), 5, "redirect", ("blog/tag/python",)
    ),
    # Posts
    "no heading": Mistake("blog/p.rst", ".. post:: 2024-05-06\n\nText.\n", 1, "title", ("'p'",), title="p"),
    "two directives": Mistake(
        "blog/p.rst", rst("Title", "Text.\n\n.. post:: 2023-01-01\n"), 8, "duplicate_post", ("4",)
    ),
    "a marker in mid-paragraph": Mistake(
        "blog/p.md", front("date: 2024-05-06", body="Text <!-- more --> Rest.\n"), 6, "marker"
    ),
    "a marker at the very top": Mistake(
        "blog/p.md", front("date: 2024-05-06", body="<!-- more -->\n\nText.\n"), 1, "marker", ("empty",)
    ),
    **{
        f"a second marker: {second}": Mistake(
            f"blog/p{suffix}",
            f"{start}\n\nLead.\n\n{first}\n\nText.\n\n{second}\n\nRest.\n",
            line,
            "marker",
            ("already",),
        )
        for suffix, start, line, first, second in (
            (".md", "---\ndate: 2024-05-06\n---\n# Title", 12, "<!-- more -->", "<!-- truncate -->"),
            (".md", "---\ndate: 2024-05-06\n---\n# Title", 12, "% more", "```{more}\n```"),
            (".rst", "Title\n=====\n\n.. post:: 2024-05-06", 12, ".. more", ".. more::"),
        )
    },
    "no marker where one is asked for": Mistake(
        "blog/p.rst", rst("Title"), 4, "untruncated", conf={"blog_on_untruncated": "warn"}
    ),
    # Lists
    "negative number of posts": Mistake("p.md", listing(argument="-3"), 5, "invalid_option", ("-3",)),
    "number of posts in words": Mistake(
        "p.md", listing(argument="five"), 5, "invalid_option", ("argument: expected", "five")
    ),
    "negative pages": Mistake("p.md", listing(":paginate: -1"), 5, "invalid_option", ("paginate", "-1")),
    "pages of nothing": Mistake("p.md", listing(":paginate: 0"), 5, "invalid_option", ("paginate", "0")),
    "absurd pages": Mistake(
        "p.md", listing(":paginate: 99999999999999999999"), 5, "invalid_option", ("paginate",)
    ),
    "pages in words": Mistake("p.md", listing(":paginate: many"), 5, "invalid_option", ("many",)),
    "filter on a tag that does not exist": Mistake(
        "p.md", listing(":tags: pyhton"), 5, "unknown_term", ("pyhton", "did you mean", "python")
    ),
    "exclusion of a tag that does not exist": Mistake("p.md", listing(":tags: !zzz"), 5, "unknown_term", ("zzz",)),
    "filter on an author who does not exist": Mistake(
        "p.rst", "Title\n=====\n\nText.\n\n.. postlist::\n   :author: nobody\n", 6, "unknown_term", ("nobody",)
    ),
    "empty filter": Mistake("p.md", listing(":tags:"), 5, "empty_option", ("tags",)),
    "unknown option of a list": Mistake(
        "p.md", listing(":paginte: 3"), 5, "unknown_option", ("paginte", "did you mean", "paginate")
    ),
    "unknown style": Mistake("p.md", listing(":style: tiles"), 5, "invalid_option", ("tiles", "titles")),
    "misspelt style": Mistake(
        "p.md", listing(":style: card"), 5, "invalid_option", ("card", "did you mean 'cards'")
    ),
    "limit in words": Mistake("p.md", listing(":limit: five"), 5, "invalid_option", ("option 'limit'", "five")),
    "unknown field in a format": Mistake(
        "p.md", listing(":format: '{titel}'"), 5, "invalid_option", ("titel", "title")
    ),
    "unknown directive in a date": Mistake("p.md", listing(":date: '%d %Q'"), 5, "invalid_option", ("%Q", "date")),
    "broken format": Mistake("p.md", listing(":format: '{title'"), 5, "invalid_option", ("format",)),
    "unknown taxonomy": Mistake(
        "p.md",
        "# Title\n\nText.\n\n```{blog-terms} tgas\n```\n",
        5,
        "invalid_option",
        ("tgas", "did you mean", "tags"),
    ),
    "unknown style of terms": Mistake(
        "p.md", "# Title\n\nText.\n\n```{blog-terms} tag\n:style: heap\n```\n", 5, "invalid_option", ("heap",)
    ),
    "unknown option of terms": Mistake(
        "p.md", "# Title\n\nText.\n\n```{blog-terms} tag\n:stile: list\n```\n", 5, "unknown_option", ("stile",)
    ),
}

OTHERS = {
    "about.md": "# About\n",
    "index.md": "# Home\n\n```{toctree}\n:glob:\n\n*\nblog/*\n```\n",
    "blog/other.md": md("Other", "Text of the other.\n\n<!-- more -->\n", date="2024-01-01", tags="python"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_one_mistake_is_one_warning_and_nothing_is_lost(make_site: Callable[..., Site], name: str) -> None:
    mistake = MISTAKES[name]
    site = make_site({**OTHERS, mistake.file: mistake.source}, mistake.conf)
    # Sphinx has a word of its own for a document without a title in a toctree.
    (warned,) = [warned for warned in site.warnings if warned.type != "toc.no_title"]
    assert (warned.file, warned.line, warned.type) == (mistake.file, mistake.line, f"blog.{mistake.type}")
    for word in mistake.says:
        assert word in warned.message
    assert site.status == 0
    docname = mistake.file.partition(".")[0]
    titles = site.page("blog").posts
    if mistake.is_draft:
        assert titles == ["Other"]
        assert not site.has(docname)
        # It says that it is a draft, and shows itself as one.
        site.configure({"blog_show_drafts": True})
        site.build()
        assert site.page("blog/drafts").posts == ["Title"]
    else:
        assert titles == ([mistake.title, "Other"] if docname == "blog/p" else ["Other"])
    assert "Text" in text(site.page(docname).main)
    assert "Text of the other." in text(site.page("blog/other").main)
    assert problems_of_tree(site.outdir) == []


@pytest.mark.parametrize(
    "name", ["misspelt option", "date with the day first", "redirect out of the site", "pages in words"]
)
def test_a_warning_can_be_suppressed_by_its_type(make_site: Callable[..., Site], name: str) -> None:
    mistake = MISTAKES[name]
    site = make_site({**OTHERS, mistake.file: mistake.source}, {"suppress_warnings": [f"blog.{mistake.type}"]})
    assert site.warnings == []


def test_a_warning_is_given_once_and_not_again_by_a_build_without_changes(make_site: Callable[..., Site]) -> None:
    site = make_site({**OTHERS, "blog/p.rst": rst("Title", tasg="x")})
    assert len(site.warnings) == 1
    assert site.build().warnings == []


@pytest.mark.parametrize("parallel", [1, 2])
def test_mistakes_in_many_files(make_site: Callable[..., Site], parallel: int) -> None:
    files = {f"blog/m{number}.md": front("date: 2024-05-06", "tasg: x") for number in range(12)}
    site = make_site({**OTHERS, **files}, parallel=parallel)
    assert sorted(site.blog_warnings) == sorted((name, "blog.unknown_option") for name in files)
    assert [w.line for w in site.warnings] == [3] * 12


def test_keys_of_other_extensions_are_no_mistakes(make_site: Callable[..., Site]) -> None:
    files = {
        "blog/p.md": front("date: 2024-05-06", "og:image: a.png", "og:description: D", "meta_description: D"),
        "blog/q.rst": ":og:description: D\n:a.date: x\n\nNo post\n=======\n",
    }
    site = make_site({**OTHERS, **files})
    assert site.blog_warnings == []


def test_tags_that_differ_only_in_case_are_one_and_it_is_said_once(make_site: Callable[..., Site]) -> None:
    files = {
        f"blog/{n}.md": md(f"P{n}", date=f"2024-01-0{n}", tags=tag)
        for n, tag in enumerate(
            ["Machine Learning", "machine-learning", "MACHINE LEARNING", "Machine Learning"], start=1
        )
    }
    site = make_site({**OTHERS, **files})
    assert [(w.file, w.type) for w in site.warnings] == [("blog/2.md", "blog.spelling")]
    page = site.page("blog/tag/machine-learning")
    assert page.posts == ["P4", "P3", "P2", "P1"]
    assert page.headings[0] == "Posts tagged “Machine Learning”"
    assert [p.name for p in (site.outdir / "blog" / "tag").glob("*.html")] != []
    assert sorted(p.stem for p in (site.outdir / "blog" / "tag").glob("*.html")) == ["machine-learning", "python"]


def test_the_c_family(make_site: Callable[..., Site]) -> None:
    tags = ["C", "C++", "C#", "c"]
    files = {f"blog/{n}.md": md(f"P{n}", date=f"2024-01-0{n}", tags=[tag]) for n, tag in enumerate(tags, start=1)}
    site = make_site({**OTHERS, **files})
    assert [(w.file, w.type) for w in site.warnings] == [("blog/4.md", "blog.spelling")]
    assert site.page("blog/tag/c").posts == ["P4", "P1"]
    assert site.page("blog/tag/c-plus-plus").posts == ["P2"]
    assert site.page("blog/tag/c-sharp").posts == ["P3"]


@pytest.mark.parametrize(
    "tag", ["../../evil", "x" * 300, "漢" * 300, "🎉", "..", "con", "/", "a/b", "<b>", "%2e%2e"], ids=ascii
)
def test_any_tag_is_a_page_of_its_own(make_site: Callable[..., Site], tag: str) -> None:
    site = make_site({**OTHERS, "blog/p.md": md("Title", tags=[tag])})
    assert site.warnings == []
    overview = site.page("blog/tag")
    assert tag in overview.texts(".blog-terms a")
    assert problems_of_tree(site.outdir) == []
    pages = [page for page in site.pages if page.startswith("blog/tag/") and page.count("/") == 2]
    assert len(pages) == 2
    assert {path.relative_to(site.root).parts[0] for path in site.root.rglob("*")} == {"source", "out", "doctrees"}


# Front matter as it is met in the wild


@pytest.mark.parametrize("rule", ["----", "-----", "--------------------"])
def test_front_matter_closed_by_a_longer_rule(make_site: Callable[..., Site], rule: str) -> None:
    site = make_site({**OTHERS, "blog/p.md": f"---\ndate: 2024-05-06\ntags: x\n{rule}\n# Title\n\nText.\n"})
    assert site.warnings == []
    assert site.page("blog").posts == ["Title", "Other"]
    assert site.page("blog/tag/x").posts == ["Title"]
    assert site.page("blog/p").headings == ["Title"]
    assert "date" not in text(site.page("blog/p").main)


@pytest.mark.parametrize("bad", ["tags: [a, b", "title: a: b", "tags: @x", "\ttags: x", "x: 'y", "- a\n- b"])
def test_yaml_that_does_not_parse(make_site: Callable[..., Site], bad: str) -> None:
    site = make_site({**OTHERS, "blog/p.md": f"---\ndate: 2024-05-06\n{bad}\n---\n# Title\n\nText.\n"})
    assert site.status == 0
    assert {w.file for w in site.warnings} == {"blog/p.md"}
    assert all(w.line for w in site.warnings)
    assert len(site.warnings) == 1
    assert "Text." in text(site.page("blog/p").main)
    assert "Other" in site.page("blog").posts


@pytest.mark.parametrize(
    "lines",
    [
        ["tags: {a: b}"],
        ["tags: [[a, b], c]"],
        ["tags: 5"],
        ["title: [a]"],
        ["draft: []"],
        ["author: {name: x, url: y}"],
        ["redirect: {a: b}"],
        ["pin: [1]"],
        ["excerpt: [1]"],
        ["date: [2024-05-06]"],
        ["blogpost: {}"],
        ["updated: 2024-05-06 25:00"],
        ["tags: !!python/object:os.system x"],
        ["tags: &a [*a]"],
    ],
    ids=lambda lines: lines[0],
)
def test_front_matter_of_the_wrong_shape_never_fails_the_build(
    make_site: Callable[..., Site], lines: list[str]
) -> None:
    date = [] if lines[0].startswith("date") else ["date: 2024-05-06"]
    site = make_site({**OTHERS, "blog/p.md": front(*date, *lines)})
    assert site.status == 0
    assert {w.file for w in site.warnings} <= {"blog/p.md"}
    assert "Other" in site.page("blog").posts
    assert "Text of the other." in text(site.page("blog/other").main)


# Configuration

#: Names of Sphinx's own pages and folders, and of what is no folder, or not everywhere.
NO_PATHS = [
    *("search", "Search", "genindex", "py-modindex", "opensearch", "index", "news/index", "_static"),
    *("_sources/blog", ".git", "objects.inv", "news/atom.xml", "sitemap.xml/x", "blog.html", "con "),
    *("con", "a/aux.b", "blog./x", "a\nb", "\x7f", "\ud800", "a/a\udfff"),
]
WRONG: dict[str, list[Any]] = {
    "blog_title": [None, 5, ["x"]],
    "blog_path": [None, "", "/", "..", "../x", "a//b", "/abs", "a/../b", "C:/x", "a\\b", 5, *NO_PATHS],
    "blog_baseurl": [5, ["x"]],
    "blog_post_pattern": [5, {"a": 1}, [1]],
    "blog_authors": [
        5,
        "mei",
        ["mei"],
        {"mei": 5},
        {"mei": ("a", "b", "c")},
        {5: ("a", None)},
        {"mei": {"nmae": "x"}},
    ],
    "blog_languages": [5, {"en": ("English",)}],
    "blog_locations": ["x"],
    "blog_tags": [["python"], {"python": {"slug": "../evil"}}, {"python": {"slug": "a/b"}}],
    "blog_default_author": [5, {"a": 1}],
    "blog_default_language": [5],
    "blog_default_location": [5],
    "blog_timezone": ["Mars/Phobos", "", None, 8],
    "blog_page_size": [0, -1, "10", 1.5, None, True],
    "blog_pagination": ["oldest", None, ""],
    "blog_show_drafts": ["yes", 1, None],
    "blog_on_unknown_author": ["error", None, True],
    "blog_on_unknown_tag": ["error"],
    "blog_on_untruncated": ["error"],
    "blog_reading_time": ["no", 220],
    "blog_max_tags_shown": [-1, "50", None],
    "blog_related": [-1, "3", True],
    "blog_post_header": ["False"],
    "blog_post_footer": [0],
    "post_show_prev_next": ["False"],
    "post_auto_excerpt": [-1, "1", True],
    "post_auto_orphan": ["yes"],
    "post_date_format": [5, None],
    "post_date_format_short": [5],
    "post_redirect_refresh": [-1, "0"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_configuration_is_refused(make_site: Callable[..., Site], name: str, value: Any) -> None:
    site = make_site(OTHERS, {name: value}, build=False)
    with pytest.raises(ConfigError) as caught:
        site.build()
    message = str(caught.value)
    assert name in message
    assert repr(value) in message
    assert "expected" in message


@pytest.mark.parametrize("path", ["a" * 100_000, "a/" * 50_000])
def test_a_path_that_no_file_system_has_is_refused(make_site: Callable[..., Site], path: str) -> None:
    with pytest.raises(ConfigError, match=r"^blog_path = 'a.*…: expected a path") as caught:
        make_site(OTHERS, {"blog_path": path})
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("wrong", [5, {"nmae": "x"}, {"url": 5}, ("Jo", None, "x")])
def test_only_the_wrong_entry_of_an_option_is_shown(make_site: Callable[..., Site], wrong: Any) -> None:
    authors = {"mei": ("Mei Lin", None), "jo": wrong, "ada": {"name": "Ada"}}
    with pytest.raises(ConfigError, match=re.escape(f"blog_authors = { ({'jo': wrong})!r}: expected")):
        make_site(OTHERS, {"blog_authors": authors})


def test_the_allowed_values_are_named(make_site: Callable[..., Site]) -> None:
    with pytest.raises(ConfigError, match=r"'newest' or 'stable'"):
        make_site(OTHERS, {"blog_pagination": "x"})
    with pytest.raises(ConfigError, match=r"1 or more"):
        make_site(OTHERS, {"blog_page_size": 0})


@pytest.mark.parametrize("value", [None, "https://example.org", "https://example.org/x/"])
def test_addresses_that_are_allowed(make_site: Callable[..., Site], value: str | None) -> None:
    assert make_site(OTHERS, {"blog_baseurl": value}).warnings == []


def test_a_misspelt_name_in_conf_py(make_site: Callable[..., Site]) -> None:
    site = make_site(OTHERS, {"blog_page_szie": 5, "blog_post_patern": "x", "blog_path_of_mine": 1})
    assert [w.type for w in site.warnings] == ["blog.config", "blog.config"]
    assert "blog_page_size" in site.warnings[0].message
    assert "blog_post_pattern" in site.warnings[1].message


ABLOG = """
blog_archive_titles = True
blog_feed_archives = True
blog_feed_fulltext = True
blog_feed_length = 5
blog_feed_subtitle = "x"
blog_feed_titles = False
blog_locations = {"x": ("X", None)}
post_auto_image = 1
post_always_section = True
blog_authors = {"mei": ("Mei", "https://example.org/")}
fontawesome_included = True
"""


def test_the_configuration_of_ablog_is_taken(make_site: Callable[..., Site]) -> None:
    assert make_site(OTHERS, ABLOG).warnings == []


def test_a_default_language_that_is_none(make_site: Callable[..., Site]) -> None:
    site = make_site(
        OTHERS, {"blog_default_language": ["Deutsch", "Norwegian"], "blog_languages": {"de": "Deutsch"}}
    )
    assert [w.type for w in site.warnings] == ["blog.config"]
    assert "did you mean 'no'?" in site.warnings[0].message


@pytest.mark.parametrize(
    ("form", "unknown"), [("%Y-%Q", "%Q"), ("%-Y", "%-Y"), ("100% %d", "% "), ("%d %", "%"), ("%-d %% %B", "")]
)
def test_a_date_format_with_an_unknown_directive(make_site: Callable[..., Site], form: str, unknown: str) -> None:
    site = make_site(OTHERS, {"post_date_format": form})
    assert [w.type for w in site.warnings] == ["blog.config"] * bool(unknown)
    assert all(f"{form!r}: {unknown!r}" in w.message for w in site.warnings)
    assert site.has("blog/other")


@pytest.mark.parametrize(
    "source",
    [
        front("tags: [a]", "blogpost: false"),
        front("author: x", "language: en"),
        front("tags: [a]", body="```{postlist}\n```\n"),
    ],
)
def test_a_document_of_the_blog_that_is_no_post(make_site: Callable[..., Site], source: str) -> None:
    site = make_site({**OTHERS, "blog/about.md": source})
    assert site.warnings == []
    assert site.page("blog").posts == ["Other"]
    assert site.has("blog/about")
