"""Silent mistakes: each is named once, with its remedy, and the innocent document that looks the same is not.

Also what is easily mistaken: authors who are records, URLs of other engines, names of pictures, what posts lack.
"""

from typing import Any

import pytest
from conftest import MakeSite
from steps import PICTURE
from writing import INDEX, md, rst

from sphinx_blogext.read.checks import check_address


def test_an_author_may_be_a_record_on_one_post(make_site: MakeSite) -> None:
    record = {"name": "Guest 客", "url": "https://guest.example/"}
    files = {
        "blog/one.md": md("One", author=record),
        "blog/many.md": md("Many", author=["mei", record, {"name": "Third"}]),
        "blog/mei.md": md("Own", author={"name": "mei", "url": "https://elsewhere.example/"}),
    }
    conf = {"blog_authors": {"mei": ("Mei", "https://mei.example/")}, "blog_on_unknown_author": "ignore"}
    site = make_site({**INDEX, **files}, conf)
    assert site.warnings == []
    mei, guest, third = ("Mei", "https://mei.example/"), ("Guest 客", "https://guest.example/"), ("Third", None)
    people = {
        "blog/one": [guest], "blog/many": [mei, guest, third],
        "blog/mei": [("Mei", "https://elsewhere.example/")],
    }  # fmt: skip
    for name, expected in people.items():
        found = site.page(name).data["BlogPosting"]["author"]
        found = found if isinstance(found, list) else [found]
        assert [(person["name"], person.get("url")) for person in found] == expected, name
    authors = {item["title"]: [(p["name"], p.get("url")) for p in item["authors"]] for item in site.items()}
    assert authors == dict(zip(("One", "Many", "Own"), people.values(), strict=True))


def test_a_guest_need_not_be_configured(make_site: MakeSite) -> None:
    files = {"blog/p.md": md("P", author={"name": "Guest", "url": "https://guest.example/"})}
    assert make_site(INDEX | files, {"blog_authors": {"mei": ("Mei", None)}}).warnings == []


#: The name of a post, a line of its front matter, and the advice.
POSTS = [
    ("blog/2026-01-05-adding.md", "slug: floats", "to 'blog/floats.md', or add 'redirect: blog/floats'"),
    ("blog/a.md", "permalink: /2026/floats/", "rename the file to '2026/floats.md'"),
    ("blog/b.md", "url: /notes/floats.html", "rename the file to 'notes/floats.md'"),
    ("blog/floats.md", "slug: floats", ""), ("blog/d.md", "permalink: /:year/:title/", ""),
    ("blog/other.md", "permalink: /blog/other/index.html", ""), ("blog/e.md", "url: https://example.com/x", ""),
]  # fmt: skip


def test_an_address_without_effect(make_site: MakeSite) -> None:
    post = "---\ndate: 2026-01-05\n{}\n---\n# Floats\n\nText.\n"
    files = {name: post.format(line) for name, line, _advice in POSTS}
    files["blog/g.rst"] = ":date: 2026-01-05\n:slug: floats\n\nFloats\n======\n\nText.\n"
    # Documents that are no posts keep their keys.
    site = make_site({"index.md": "---\nslug: other\n---\n# Home\n", **files})
    messages = {warned.file: warned.message for warned in site.warnings if warned.type == "blog.unknown_option"}
    advised = {name: advice for name, _line, advice in POSTS if advice}
    assert messages.keys() == {*advised, "blog/g.rst"}
    assert all(advice in messages[name] for name, advice in advised.items())
    assert {warned.line for warned in site.warnings if warned.file.endswith(".md")} == {3}


PICTURES = "![a](图.png) ![b](<my pic.png>) ![c](100%25.png) ![d](a%20b.png)\n"


def test_posts_show_pictures_of_any_name_and_nothing_else_is_changed(make_site: MakeSite) -> None:
    names = ["图.png", "my pic.png", "100%.png", "a%20b.png", "a b.png"]
    files: dict[str, Any] = {f"blog/{name}": name.encode() for name in names}
    # A document that is no post, and a picture that is missing.
    files |= {"图.png": b"x", "page.md": "---\norphan: true\n---\n# P\n\n![a](图.png)\n"}
    files["blog/other.md"] = md(body="![a](画.png)\n")
    site = make_site({**INDEX, "blog/post.md": md(body=PICTURES), **files})
    found = {(warned.file, warned.type, warned.line) for warned in site.warnings}
    assert found == {(name, "image.not_readable", 6) for name in ("page.md", "blog/other.md")}
    shown = [image.get("src", "") for image in site.page("blog/post").all("img")]
    assert len(set(shown)) == 4
    # What is written has precedence over what it may mean.
    assert shown[3].endswith("a%2520b.png")


LINK = "`old <../old/page.html>`_\n"
GOOD = {"description": "D", "image": "pic.svg"}
LACKING: dict[str, Any] = {
    "index.md": "# Home\n",
    "blog/pic.svg": PICTURE,
    "blog/bare.md": md("Bare", "Text.\n\n![](pic.svg)\n\n![  ](pic.svg)\n"),
    "blog/long.rst": rst("W" * 71, "Text.\n\n.. image:: pic.svg\n", "2024-01-02"),
    "blog/han.md": md("字" * 36, "Text.\n", "2024-01-03", **GOOD),
    "blog/tags.md": md("T", "Text.\n", "2024-01-04", tags=[f"t{n}" for n in range(51)], **GOOD),
    "blog/later.md": md("Later", "Text.\n", "2030-01-01 09:00", **GOOD),
    "blog/zoned.md": md("Zoned", "Text.\n", "2030-01-01 09:00+01:00", **GOOD),
    "blog/good.rst": rst("W" * 70, f"{LINK}\n.. image:: pic.svg\n   :alt: A\n", "2024-01-05", **GOOD),
    "blog/moved.md": md("Moved", "Text.\n", "2024-01-06", redirect="old/page", **GOOD),
}


#: Checks, and the places where they find something.
CHECKS = {
    "description": [("bare.md", 1), ("long.rst", 4)], "picture": [("bare.md", 1), ("long.rst", 4)],
    "alt": [("bare.md", 8), ("bare.md", 10), ("long.rst", 8)], "title": [("han.md", 1), ("long.rst", 4)],
    "tags": [("tags.md", 3)], "zone": [("later.md", 2)], "redirects": [("good.rst", None)],
}  # fmt: skip


@pytest.mark.usefixtures("today")
def test_what_posts_lack(make_site: MakeSite) -> None:
    site = make_site(LACKING, {"blog_checks": [*CHECKS]})
    found = [(warned.file.removeprefix("blog/"), warned.line) for warned in site.warnings]
    assert sorted(found, key=str) == sorted((place for each in CHECKS.values() for place in each), key=str)


@pytest.mark.usefixtures("today")
def test_each_blog_has_its_own_and_by_default_none(make_site: MakeSite) -> None:
    assert not make_site(LACKING).warnings
    files = {**INDEX, "a/x.md": md("X"), "b/x.md": md("X")}
    site = make_site(files, {"blogs": {"a": {"blog_checks": ["description"]}, "b": {}}})
    assert [warned.file for warned in site.warnings] == ["a/x.md"]


OTHER = {"blog/hello.md": md("Other")}


def front(*lines: str, body: str = "Text.\n") -> str:
    return "\n".join(["---", "date: 2024-05-06", *lines, "---", "# Title", "", body])


#: Lines of front matter, with the type and the words of the warning.
LINES = {
    "tags: [“python”]": ("no_effect", "tags", "curly"),
    "tags: python; rst": ("no_effect", "tags", "commas"),
    "cover: a.png": ("no_effect", "cover", "'image'"),
    "excerpt: A summary text": ("invalid_option", "excerpt", "'description'"),
    "external_link: example.org/talk": ("no_effect", "external_link", "'https://example.org/talk'"),
    "language: cn": ("unknown_language", "'cn'", "'zh'"),
    "title: “A: B”": ("front_matter", "curly", "straight"),
    "tags: [a, #python]": ("front_matter", "comment", "'#' in quotes"),
    "updated: 2026-02-30": ("date", "'2026-02-30' does not exist", "write it as 2026-11-20"),
    "updated: Janury 15, 2026": ("date", "Janury 15, 2026' cannot be read", "write it as 2026-11-20"),
}
#: Lines that look the same, and mean what they say.
INNOCENT = (
    "tags: [python’s, a “b” c]", "title: “Hello”", "tags: Steins;Gate", "author: Mei; Jonas", 'tags: ["a; b"]',
    "excerpt: 2", "language: br", "cover: a.png\nimage: https://example.org/a.png", "summary: A\ndescription: B",
    "external_link: talk.html", "external_link: mailto:me@example.org", "canonical_link: //example.org/a",
    "tags: [C#, a] # words", "keep: [a, # one\n  b]", "title: 2026-02-30", "updated: 2026-02-28",
)  # fmt: skip
#: Files with a mistake, and the line, the type and words of its warning.
MISTAKES = {
    # Files that Sphinx does not read.
    "blog/p.mdx": (md("P"), 1, "unread_file", "blog/p.mdx", "end in '.md'"),
    "blog/p.txt": (":date: 2024-01-01\n\nP\n=\n", 1, "unread_file", "'.rst'"),
    # Drafts by their names.
    "blog/_drafts/p.md": (md("P"), 1, "public_draft", "_drafts", "draft: true", "_blog.yml"),
    "blog/_p.md": (md("P"), 1, "public_draft", "'_p'"),
    "blog/_q/index.md": (md("P"), 1, "public_draft", "'_q'"),
    # Names that differ in case alone.
    "blog/Hello.md": (md("A"), 1, "duplicate_post", "blog/hello", "Windows"),
    # Directives that are text.
    "colons.md": ("# Page\n\n:::{postlist} 3\n:::\n", 3, "no_effect", "```{postlist}", "colon_fence"),
    "dots.md": ("# Page\n\n.. postlist::\n   :tags: a\n", 3, "no_effect", "```{postlist}"),
    "fence.rst": ("Page\n====\n\n```{postlist}\n```\n", 4, "no_effect", ".. postlist::"),
}
#: Files that look the same: those that are none of the blog's, or no posts, or used, or say what they are.
INNOCENT_FILES = {
    "blog/q.mdx": "# Q\n", "blog/q.txt": "date: 2024-01-01\n", "blog/old/p.md": md("P"), "blog/p.mdx": md("P"),
    "blog/_drafts/q.md": md("Q", draft="true"), "blog/_drafts/r.md": md("R", published="true"),
    "blog/_drafts/page.md": "# Page\n", "blog/_drafts/u.md": md("U", unlisted="true"), "blog/_posts/s.md": md("S"),
    "blog/drafts/p.md": md("P"), "blog/drafts/_blog.yml": "draft: false\n", "blog/_p.md": md("P", draft="false"),
    "x/Page.md": "# P\n", "x/page.md": "# P\n", "blog/hello-1.md": md("B"),
    "code.md": "# Page\n\n```\n:::{postlist}\n```\n\n    .. postlist::\n\n- :::{postlist}\n",
    "inline.md": "# Page\n\n`:::{postlist}` lists.\n", "dots.md": "# Page\n\n.. postlist:: is what RST has.\n",
    "fence.rst": "Page\n====\n\n``{postlist}`` and\n\n.. postlist::\n",
}  # fmt: skip


@pytest.mark.slow
def test_lines_of_front_matter(make_site: MakeSite) -> None:
    files = {f"blog/p{number}.md": front(line) for number, line in enumerate(LINES)}
    site = make_site({**INDEX, **files})
    warnings = {each.file: each for each in site.warnings}
    assert len(site.warnings) == len(warnings) == len(LINES)
    for file, (line, (kind, *says)) in zip(files, LINES.items(), strict=True):
        warning = warnings[file]
        assert (warning.type, warning.line) == (f"blog.{kind}", 3), line
        assert all(word in warning.message for word in says), warning.message
    files = {f"blog/q{number}.md": front(line) for number, line in enumerate(INNOCENT)}
    assert make_site({**INDEX, **files}).blog_warnings == []


def test_a_mistake_is_named_and_what_looks_like_it_is_not(make_site: MakeSite) -> None:
    files = {name: source for name, (source, *_rest) in MISTAKES.items()}
    site = make_site({**INDEX, **OTHER, **files}, {"myst_enable_extensions": []})
    warnings = [each for each in site.warnings if each.type.startswith("blog.")]
    assert sorted(each.file for each in warnings) == sorted(MISTAKES)
    for each in warnings:
        _source, line, kind, *words = MISTAKES[each.file]
        assert (each.line, each.type) == (line, f"blog.{kind}")
        assert all(word in each.message for word in words), each.message
    # A build without changes says again what is still not read.
    assert site.build().blog_warnings == [(f"blog/p.{suffix}", "blog.unread_file") for suffix in ("mdx", "txt")]
    conf = {"myst_enable_extensions": [], "exclude_patterns": ["blog/old", "blog/*.mdx"]}
    assert make_site({**INDEX, **OTHER, **INNOCENT_FILES}, conf).blog_warnings == []


def test_a_site_that_is_a_blog_may_have_other_files(make_site: MakeSite) -> None:
    conf = {"blog_path": ".", "exclude_patterns": ["old"], "html_static_path": ["_static"]}
    names = ("out/_sources/p.md.txt", "old/p.mdx", "_static/p.txt", "2024/p.markdown")
    site = make_site({**INDEX, **dict.fromkeys(names, md("P"))}, conf)
    assert site.blog_warnings == [("2024/p.markdown", "blog.unread_file")]


def test_what_an_extension_excludes_is_left_out_aloud(make_site: MakeSite) -> None:
    conf = "exclude_patterns = ['blog/own.md']\ndef setup(app):\n    app.connect('config-inited', exclude)\n"
    conf += "def exclude(app, config):\n    config.exclude_patterns = ['blog/*']\n"
    site = make_site({**INDEX, "blog/own.md": md(), "blog/theirs.md": md(), "blog/page.md": "# Page\n"}, conf)
    assert [line for line in site.output.splitlines() if line.startswith("left out")] == [
        "left out: blog/theirs.md, excluded from the build by an extension: look at _toc.yml"
    ]


def test_a_blog_elsewhere(make_site: MakeSite) -> None:
    # Documentation may have dates, and a blog may be empty: this is no warning.
    site = make_site({**INDEX, **{f"posts/p{number}.md": md("P") for number in range(5)}})
    assert "'posts/p0', 'posts/p1', 'posts/p2' and 2 more with a date: look at blog_path" in site.output
    assert site.blog_warnings == []


@pytest.mark.parametrize(
    ("key", "value", "advice"),
    [
        ("slug", "x", "blog/2024/x"), ("slug", "a/x", "a/x"), ("url", "/old/x.html", "old/x"),
        ("permalink", "x/index.html", "x"), ("slug", "a", ""), ("url", "/2024/a/", ""), ("url", "null", ""),
        ("permalink", "/:year/:title/", ""), ("slug", "", ""),
    ],
)  # fmt: skip
def test_an_address_that_a_post_does_not_have(key: str, value: str, advice: str) -> None:
    found = [problem.message for problem in check_address({key: value}, "blog/2024/a.md", "blog/2024/a")]
    assert [each.rpartition("redirect: ")[2] for each in found] == ([f"{advice}'"] if advice else [])
