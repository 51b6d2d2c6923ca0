"""Mistakes that people make in posts and lists, each with the one warning that it has."""

from typing import NamedTuple

from writing import md, rst


class Mistake(NamedTuple):
    """A document with one mistake, and the words of the one warning that it gives."""

    source: str
    line: int
    type: str
    says: tuple[str, ...] = ()
    #: Out of the site; with any other mistake, the post is there.
    is_draft: bool = False


def front(*lines: str, body: str = "Text.\n") -> str:
    return "\n".join(["---", *lines, "---", "# Title", "", body])


def dated(line: str) -> str:
    return front("date: 2024-05-06", line)


def listing(*lines: str, directive: str = "{postlist}") -> str:
    return "\n".join(["# Title", "", "Text.", "", f"```{directive}", *lines, "```", ""])


#: By the names of their files.
MISTAKES: dict[str, Mistake] = {
    "blog/day-first.md": Mistake(front("tags: a", "date: 02-01-2023"), 3, "date", ("02-01-2023", "draft"), True),
    "blog/day-first-too.rst": Mistake(rst("Title", date="02-01-2023"), 4, "date", ("02-01-2023", "draft"), True),
    "blog/no-date.md": Mistake(front("author: mei", "tags: [a]"), 3, "date", ("'tags'", "not a post")),
    "blog/undated.rst": Mistake(":category: a\n\nTitle\n=====\n\nText.\n", 1, "date", ("'category'",)),
    "blog/updated.md": Mistake(dated("updated: soon"), 3, "date", ("soon",)),
    "blog/update.rst": Mistake(rst("Title", "Text.\n\n.. update:: soon\n\n   News.\n"), 8, "date", ("soon",)),
    "blog/expires.md": Mistake(dated("expires: never"), 3, "date", ("never",), True),
    # Options
    "blog/misspelt-too.rst": Mistake(rst(tasg="x"), 5, "unknown_option", ("tasg", "did you mean", "tag")),
    "blog/misspelt.md": Mistake(dated("catagory: x"), 3, "unknown_option", ("did you mean", "category")),
    "blog/directive.md": Mistake("# Title\n\n```{post} 2024-05-06\n:auhtor: x\n```\n\nText.\n", 4,
        "unknown_option", ("auhtor", "author")),
    "blog/empty.md": Mistake(dated("author:"), 3, "empty_option", ("author",)),
    "blog/empty-tag.md": Mistake(dated('tags: ["a", ""]'), 3, "empty_option", ("tags",)),
    "blog/two-commas.rst": Mistake(rst(tags="a,,b"), 5, "empty_option", ("a,,b",)),
    "blog/flag.rst": Mistake(rst(featured="perhaps"), 5, "invalid_option", ("featured", "perhaps")),
    "blog/number.md": Mistake(dated("excerpt: two"), 3, "invalid_option", ("excerpt", "two")),
    "blog/link.md": Mistake(dated("external_link: javascript:alert(1)"), 3, "invalid_option", ("external_link",)),
    "blog/doi.md": Mistake(dated("doi: javascript:alert(1)"), 3, "invalid_option", ("expected a DOI",)),
    # Names
    "blog/mie.md": Mistake(dated("author: mie"), 3, "unknown_author", ("mie", "did you mean", "mei")),
    "blog/pyhton.rst": Mistake(rst(tags="pyhton"), 5, "unknown_tag", ("pyhton", "python")),
    "blog/klingon.md": Mistake(dated("language: klingon"), 3, "unknown_language", ("klingon", "'tlh'")),
    "blog/country.rst": Mistake(rst(language="cn"), 5, "unknown_language", ("'cn'", "did you mean 'zh'")),
    "blog/scripts.md": Mistake(dated("language: HK"), 3, "unknown_language", ("'HK'", "did you mean 'zh-Hant'")),
    "blog/related.rst": Mistake(rst(related="blog/othr"), 5, "unknown_post", ("blog/othr", "blog/other")),
    "blog/translation.rst": Mistake(rst(translation="zzz"), 5, "unknown_post", ("zzz",)),
    # Files and addresses
    "blog/missing.md": Mistake(dated("enclosure: a.mp3"), 3, "invalid_option", ("a.mp3", "does not exist")),
    "blog/no-host.md": Mistake(dated("enclosure: https://e]a/a.mp3"), 3, "invalid_option", ("does not exist",)),
    "blog/no-net.md": Mistake(dated("image: http://[b/a.png"), 3, "invalid_option", ("does not exist",)),
    "blog/outside.rst": Mistake(rst(enclosure="../../conf.mp3"), 5, "invalid_option", ("conf.mp3", "outside")),
    "blog/no-type.md": Mistake(dated("enclosure: https://example.org/?episode=1"), 3, "invalid_option",
        ("?episode=1", ".mp3")),
    "blog/script.md": Mistake(dated("enclosure: javascript:a.mp3"), 3, "invalid_option", ("javascript",)),
    "blog/no-media.md": Mistake(dated("enclosure: other.md"), 3, "invalid_option", ("other.md", "is not one of")),
    "blog/evil.rst": Mistake(rst(redirect="../../evil"), 5, "redirect", ("../../evil",)),
    "blog/onto.rst": Mistake(rst(redirect="blog/other"), 5, "redirect", ("blog/other",)),
    "blog/onto-tag.rst": Mistake(rst(redirect="blog/tag/python"), 5, "redirect", ("blog/tag/python",)),
    # Posts
    "blog/p.rst": Mistake(".. post:: 2024-05-06\n\nText.\n", 1, "title", ("'p'",)),
    "blog/twice.rst": Mistake(rst("Title", "Text.\n\n.. post:: 2023-01-01\n"), 8, "duplicate_post", ("4",)),
    "blog/in-text.md": Mistake(md(body="Text <!-- more --> Rest.\n"), 6, "marker"),
    "blog/on-top.md": Mistake(md(body="<!-- more -->\n\nText.\n"), 1, "marker", ("empty",)),
    "blog/two.md": Mistake(md(body="Text.\n\n<!-- more -->\n\n<!-- truncate -->\n"), 10, "marker", ("already",)),
    "blog/also.rst": Mistake(rst(body="Text.\n\n.. more\n\n.. more::\n\nRest.\n"), 10, "marker", ("already",)),
    "blog/option.rst": Mistake(rst(body="Text.\n\n.. more::\n   :foo: bar\n"), 8, "unknown_option", ("foo",)),
    "blog/text.rst": Mistake(rst(body="Lead.\n\n.. more::\n\n   Text.\n"), 8, "invalid_option", ("more",)),
    # Lists
    "five.md": Mistake(listing(directive="{postlist} five"), 5, "invalid_option", ("argument: expected", "five")),
    "nothing.md": Mistake(listing(":paginate: 0"), 5, "invalid_option", ("paginate", "0")),
    "words.md": Mistake(listing(":paginate: many"), 5, "invalid_option", ("many",)),
    "filter.md": Mistake(listing(":tags: pythno"), 5, "unknown_term", ("pythno", "did you mean", "python")),
    "filter-too.rst": Mistake("Title\n=====\n\nText.\n\n.. postlist::\n   :author: nobody\n", 6, "unknown_term",
        ("nobody",)),
    "empty.md": Mistake(listing(":tags:"), 5, "empty_option", ("tags",)),
    "option.md": Mistake(listing(":paginte: 3"), 5, "unknown_option", ("paginte", "did you mean", "paginate")),
    "style.md": Mistake(listing(":style: card"), 5, "invalid_option", ("card", "did you mean 'cards'")),
    "field.md": Mistake(listing(":format: '{titel}'"), 5, "invalid_option", ("titel", "title")),
    "format.md": Mistake(listing(":format: '{title'"), 5, "invalid_option", ("format",)),
    "terms.md": Mistake(listing(directive="{blog-terms} tgas"), 5, "invalid_option", ("did you mean", "tags")),
    "stile.md": Mistake(listing(":stile: list", directive="{blog-terms} tag"), 5, "unknown_option", ("stile",)),
}  # fmt: skip
OTHERS = {
    "about.md": "# About\n",
    "index.md": "# Home\n\n```{toctree}\n:glob:\n\n*\nblog/*\n```\n",
    "blog/other.md": md("Other", "Text of the other.\n\n<!-- more -->\n", date="2024-01-01", tags="python"),
}
