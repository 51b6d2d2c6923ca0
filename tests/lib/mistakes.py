"""Mistakes that people make in posts and lists, each with the one warning that it has."""

from typing import Any, NamedTuple

from writing import md, rst


class Mistake(NamedTuple):
    """A site with one mistake in *file*, and the words of the one warning that it gives there."""

    file: str
    source: str
    line: int | None
    type: str
    says: tuple[str, ...] = ()
    # Out of the site; any other mistake leaves the post there, under *title*.
    is_draft: bool = False
    title: str = "Title"
    conf: dict[str, Any] | None = None


def front(*lines: str, body: str = "Text.\n") -> str:
    return "\n".join(["---", *lines, "---", "# Title", "", body])


def listing(*lines: str, argument: str = "") -> str:
    return "\n".join(["# Title", "", "Text.", "", f"```{{postlist}} {argument}".rstrip(), *lines, "```", ""])


MISTAKES: dict[str, Mistake] = {
    # Dates
    "date with the day first": Mistake("blog/p.md", front("tags: x", "date: 02-01-2023"), 3, "date",
        ("02-01-2023", "draft"), True),
    "date with the day first in a directive": Mistake("blog/p.rst", rst("Title", date="02-01-2023"), 4, "date",
        ("02-01-2023", "draft"), True),
    "tags and no date": Mistake("blog/q.md", front("author: x", "tags: [a]"), 3, "date", ("'tags'", "not a post")),
    "a category and no date": Mistake("blog/q.rst", ":category: a\n\nTitle\n=====\n\nText.\n", 1, "date",
        ("'category'", "not a post")),
    "unreadable update": Mistake("blog/p.md", front("date: 2024-05-06", "updated: soon"), 3, "date", ("soon",)),
    "unreadable date of an update": Mistake("blog/p.rst", rst("Title", "Text.\n\n.. update:: soon\n\n   News.\n"),
        8, "date", ("soon",)),
    "unreadable end": Mistake("blog/p.md", front("date: 2024-05-06", "expires: never"), 3, "date", ("never",),
        is_draft=True),
    # Options
    "misspelt option": Mistake("blog/p.rst", rst("Title", tasg="x"), 5, "unknown_option",
        ("tasg", "did you mean", "tag")),
    "misspelt key": Mistake("blog/p.md", front("date: 2024-05-06", "catagory: x"), 3, "unknown_option",
        ("catagory", "did you mean", "category")),
    "misspelt option in MyST": Mistake("blog/p.md", "# Title\n\n```{post} 2024-05-06\n:auhtor: x\n```\n\nText.\n",
        4, "unknown_option", ("auhtor", "author")),
    "empty key": Mistake("blog/p.md", front("date: 2024-05-06", "author:"), 3, "empty_option", ("author",)),
    "empty tag in a list": Mistake("blog/p.md", front("date: 2024-05-06", 'tags: ["a", ""]'), 3, "empty_option",
        ("tags",)),
    "two commas": Mistake("blog/p.rst", rst("Title", tags="a,,b"), 5, "empty_option", ("a,,b",)),
    "flag with a value": Mistake("blog/p.rst", rst("Title", featured="perhaps"), 5, "invalid_option",
        ("featured", "perhaps")),
    "no number": Mistake("blog/p.md", front("date: 2024-05-06", "excerpt: two"), 3, "invalid_option",
        ("excerpt", "two")),
    "hostile link": Mistake("blog/p.md", front("date: 2024-05-06", "external_link: javascript:alert(1)"), 3,
        "invalid_option", ("external_link",)),
    "hostile DOI": Mistake("blog/p.md", front("date: 2024-05-06", "doi: javascript:alert(1)"), 3, "invalid_option",
        ("expected a DOI",), conf={"blog_citation": True}),
    # Names
    "unknown author": Mistake("blog/p.md", front("date: 2024-05-06", "author: mie"), 3, "unknown_author",
        ("mie", "did you mean", "mei"), conf={"blog_authors": {"mei": ("Mei", None)}}),
    "unknown tag": Mistake("blog/p.rst", rst("Title", tags="pyhton"), 5, "unknown_tag", ("pyhton", "python"),
        conf={"blog_tags": {"python": "Python"}, "blog_on_unknown_tag": "warn"}),
    "language that is none": Mistake("blog/p.md", front("date: 2024-05-06", "language: klingon"), 3,
        "unknown_language", ("klingon", "'tlh'")),
    "a country for a language": Mistake("blog/p.rst", rst("Title", language="cn"), 5, "unknown_language",
        ("'cn'", "did you mean 'zh'")),
    "a country of two scripts": Mistake("blog/p.md", front("date: 2024-05-06", "language: HK"), 3,
        "unknown_language", ("'HK'", "did you mean 'zh-Hant'")),
    "unknown related post": Mistake("blog/p.rst", rst("Title", related="blog/othr"), 5, "unknown_post",
        ("blog/othr", "blog/other")),
    "an enclosure that is missing": Mistake("blog/p.md", front("date: 2024-05-06", "enclosure: a.mp3"), 3,
        "invalid_option", ("a.mp3", "does not exist")),
    "an enclosure outside the site": Mistake("blog/p.rst", rst("Title", enclosure="../../conf.mp3"), 5,
        "invalid_option", ("conf.mp3", "outside")),
    "an enclosure without a type": Mistake("blog/p.md",
        front("date: 2024-05-06", "enclosure: https://example.org/?episode=1"), 3, "invalid_option",
        ("?episode=1", ".mp3")),
    "an enclosure that is a script": Mistake("blog/p.md", front("date: 2024-05-06", "enclosure: javascript:a.mp3"),
        3, "invalid_option", ("javascript",)),
    "an enclosure that is no media file": Mistake("blog/p.md", front("date: 2024-05-06", "enclosure: p.md"), 3,
        "invalid_option", ("p.md", "is not one of")),
    "unknown translation": Mistake("blog/p.rst", rst("Title", translation="zzz"), 5, "unknown_post", ("zzz",)),
    # Redirects
    "redirect out of the site": Mistake("blog/p.rst", rst("Title", redirect="../../evil"), 5, "redirect",
        ("../../evil",)),
    "redirect onto a document": Mistake("blog/p.rst", rst("Title", redirect="blog/other"), 5, "redirect",
        ("blog/other",)),
    "redirect onto a generated page": Mistake("blog/p.rst", rst("Title", redirect="blog/tag/python"), 5,
        "redirect", ("blog/tag/python",)),
    # Posts
    "no heading": Mistake("blog/p.rst", ".. post:: 2024-05-06\n\nText.\n", 1, "title", ("'p'",), title="p"),
    "two directives": Mistake("blog/p.rst", rst("Title", "Text.\n\n.. post:: 2023-01-01\n"), 8, "duplicate_post",
        ("4",)),
    "a marker in mid-paragraph": Mistake("blog/p.md", front("date: 2024-05-06", body="Text <!-- more --> Rest.\n"),
        6, "marker"),
    "a marker at the very top": Mistake("blog/p.md", front("date: 2024-05-06", body="<!-- more -->\n\nText.\n"), 1,
        "marker", ("empty",)),
    "a second marker": Mistake("blog/p.md",
        front("date: 2024-05-06", body="Lead.\n\n<!-- more -->\n\nText.\n\n<!-- truncate -->\n\nRest.\n"),
        12, "marker", ("already",)),
    "a second marker in reStructuredText": Mistake("blog/p.rst",
        rst("Title", "Lead.\n\n.. more\n\nText.\n\n.. more::\n\nRest.\n"), 12, "marker", ("already",)),
    "an option of a marker": Mistake("blog/p.rst", rst("Title", "Text.\n\n.. more::\n   :foo: bar\n\nRest.\n"), 8,
        "unknown_option", ("foo",)),
    "text in a marker": Mistake("blog/p.rst", rst("Title", "Lead.\n\n.. more::\n\n   Text.\n"), 8,
        "invalid_option", ("more",)),
    "no marker where one is asked for": Mistake("blog/p.rst", rst("Title"), 4, "untruncated",
        conf={"blog_on_untruncated": "warn"}),
    # Lists
    "number of posts in words": Mistake("p.md", listing(argument="five"), 5, "invalid_option",
        ("argument: expected", "five")),
    "pages of nothing": Mistake("p.md", listing(":paginate: 0"), 5, "invalid_option", ("paginate", "0")),
    "absurd pages": Mistake("p.md", listing(":paginate: 99999999999999999999"), 5, "invalid_option",
        ("paginate",)),
    "pages in words": Mistake("p.md", listing(":paginate: many"), 5, "invalid_option", ("many",)),
    "filter on a tag that does not exist": Mistake("p.md", listing(":tags: pyhton"), 5, "unknown_term",
        ("pyhton", "did you mean", "python")),
    "filter on an author who does not exist": Mistake("p.rst",
        "Title\n=====\n\nText.\n\n.. postlist::\n   :author: nobody\n", 6, "unknown_term", ("nobody",)),
    "empty filter": Mistake("p.md", listing(":tags:"), 5, "empty_option", ("tags",)),
    "unknown option of a list": Mistake("p.md", listing(":paginte: 3"), 5, "unknown_option",
        ("paginte", "did you mean", "paginate")),
    "misspelt style": Mistake("p.md", listing(":style: card"), 5, "invalid_option",
        ("card", "did you mean 'cards'")),
    "unknown field in a format": Mistake("p.md", listing(":format: '{titel}'"), 5, "invalid_option",
        ("titel", "title")),
    "broken format": Mistake("p.md", listing(":format: '{title'"), 5, "invalid_option", ("format",)),
    "unknown taxonomy": Mistake("p.md", "# Title\n\nText.\n\n```{blog-terms} tgas\n```\n", 5, "invalid_option",
        ("tgas", "did you mean", "tags")),
    "unknown option of terms": Mistake("p.md", "# Title\n\nText.\n\n```{blog-terms} tag\n:stile: list\n```\n", 5,
        "unknown_option", ("stile",)),
}  # fmt: skip
OTHERS = {
    "about.md": "# About\n",
    "index.md": "# Home\n\n```{toctree}\n:glob:\n\n*\nblog/*\n```\n",
    "blog/other.md": md("Other", "Text of the other.\n\n<!-- more -->\n", date="2024-01-01", tags="python"),
}
