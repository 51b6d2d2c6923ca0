"""What is easily mistaken: authors who are records, URLs of other engines, names of pictures, what posts lack."""

from typing import Any

import pytest
from conftest import MakeSite
from steps import PICTURE
from writing import INDEX, md, rst


def test_an_author_may_be_a_record_on_one_post(make_site: MakeSite) -> None:
    record = {"name": "Guest 客", "url": "https://guest.example/"}
    files = {
        "blog/one.md": md("One", author=record),
        "blog/many.md": md("Many", author=["mei", record, {"name": "Third"}]),
        "blog/mei.md": md("Own", author={"name": "mei", "url": "https://elsewhere.example/"}),
        "blog/plain.md": md("Plain", author=["mei", "Guest 客"]),
    }
    conf = {"blog_authors": {"mei": ("Mei", "https://mei.example/")}, "blog_on_unknown_author": "ignore"}
    site = make_site({**INDEX, **files}, conf)
    assert site.warnings == []
    mei, guest, third = ("Mei", "https://mei.example/"), ("Guest 客", "https://guest.example/"), ("Third", None)
    people = {
        "blog/one": [guest], "blog/many": [mei, guest, third],
        "blog/mei": [("Mei", "https://elsewhere.example/")], "blog/plain": [mei, ("Guest 客", None)],
    }  # fmt: skip
    for name, expected in people.items():
        found = site.page(name).data["BlogPosting"]["author"]
        found = found if isinstance(found, list) else [found]
        assert [(person["name"], person.get("url")) for person in found] == expected, name
    authors = {item["title"]: [(p["name"], p.get("url")) for p in item["authors"]] for item in site.items()}
    assert authors == dict(zip(("One", "Many", "Own", "Plain"), people.values(), strict=True))


def test_a_guest_need_not_be_configured(make_site: MakeSite) -> None:
    files = {"blog/p.md": md("P", author={"name": "Guest", "url": "https://guest.example/"})}
    files["blog/q.md"] = md("Q", author={"name": "Rogue", "url": "javascript:x"})
    site = make_site(INDEX | files, {"blog_authors": {"mei": ("Mei", None)}})
    assert {warned.file for warned in site.warnings} == {"blog/q.md"}
    assert ("blog/q.md", "blog.invalid_option") in site.blog_warnings


#: The name of a post, a line of its front matter, and the advice.
POSTS = [
    ("blog/2026-01-05-adding.md", "slug: floats", "to 'blog/floats.md', or add 'redirect: blog/floats'"),
    ("blog/a.md", "permalink: /2026/floats/", "rename the file to '2026/floats.md'"),
    ("blog/b.md", "url: /notes/floats.html", "rename the file to 'notes/floats.md'"),
    ("blog/c.md", "slug: /deep/floats", "rename the file to 'deep/floats.md'"),
    ("blog/floats.md", "slug: floats", ""), ("blog/more/index.md", "slug: more", ""),
    ("blog/other.md", "permalink: /blog/other/index.html", ""), ("blog/d.md", "permalink: /:year/:title/", ""),
    ("blog/e.md", "url: https://example.com/elsewhere", ""), ("blog/f.md", "slug:", ""),
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


@pytest.mark.slow
@pytest.mark.usefixtures("today")
def test_each_check_is_asked_for(make_site: MakeSite) -> None:
    site = make_site(LACKING)
    for check, found in CHECKS.items():
        site.configure({"blog_checks": [check]}).build()
        assert sorted((warned.file.removeprefix("blog/"), warned.line) for warned in site.warnings) == found
        assert {warned.type for warned in site.warnings} == {"blog.content"}


@pytest.mark.usefixtures("today")
def test_each_blog_has_its_own_and_by_default_none(make_site: MakeSite) -> None:
    assert not make_site(LACKING).warnings
    files = {**INDEX, "a/x.md": md("X"), "b/x.md": md("X")}
    site = make_site(files, {"blogs": {"a": {"blog_checks": ["description"]}, "b": {}}})
    assert [warned.file for warned in site.warnings] == ["a/x.md"]
