"""Mistakes that change what is published, each with one warning that names the remedy."""

import json
from collections.abc import Callable

import pytest
from conftest import MakeSite
from writing import INDEX, md, rst

MARKDOWN = [
    *(
        "<!-- mroe -->", "<!-- moer -->", "<!--mor-->", "<!-- truncat -->", "<!- more ->", "<! -- more -- >",
        "% mroe",
    ),
    *("<!--more->", "<-- more -->", ".. more", "<!-- Read-more... -->", "{/* read more */}"),
]  # fmt: skip
RST = [".. mroe", ".. Read more", ".. more:", "..more", ".. mor", "<!-- more -->", "<!-- mroe -->"]
#: Comments that only look a bit like markers.
OTHER = ["<!-- mode -->", "<!-- core -->", "<!-- move -->", "% lore", "<!-- no more of this -->", "<!-- some -->"]


def parts(number: int, marker: str, write: Callable[..., str]) -> str:
    return write(f"Post {number}", f"Lead.\n\n{marker}\n\nRest.\n")


def test_a_marker_that_is_mistyped_is_quoted_with_the_right_one(make_site: MakeSite) -> None:
    files = {f"blog/m{n}.md": parts(n, marker, md) for n, marker in enumerate(MARKDOWN)}
    files |= {f"blog/r{n}.rst": parts(n, marker, rst) for n, marker in enumerate(RST)}
    site = make_site({**INDEX, **files})
    assert sorted(site.blog_warnings) == sorted((name, "blog.marker") for name in files)
    for warned in site.warnings:
        right = "'.. more'" if warned.file.endswith(".rst") else "'<!-- more -->'"
        assert f"does not end the teaser: write {right} on a line of its own" in warned.message


def test_other_comments_are_not_taken_for_markers(make_site: MakeSite) -> None:
    files = {f"blog/m{n}.md": parts(n, marker, md) for n, marker in enumerate(OTHER)}
    assert make_site({**INDEX, **files}).warnings == []


@pytest.mark.parametrize("url", ["example.org/talk", "example.org", "www.example.co.uk/a?b", "Example.COM:80/x"])
def test_a_link_without_a_scheme_is_reported(make_site: MakeSite, url: str) -> None:
    site = make_site({**INDEX, "blog/p.md": md("Talk", external_link=url)})
    (warned,) = site.warnings
    assert (warned.type, warned.line) == ("blog.invalid_option", 3)
    assert f"write 'https://{url}'" in warned.message
    assert site.page("blog").posts == ["Talk"]


@pytest.mark.parametrize(
    "url", ["talk.html", "../v1.0/notes.html", "v1.0/x", "/x.pdf", "https://example.org", "a/b.de"]
)
def test_a_link_to_a_page_of_the_site_is_not(make_site: MakeSite, url: str) -> None:
    assert make_site({**INDEX, "blog/p.md": md("Talk", external_link=url)}).warnings == []


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
        (script,) = [e for e in site.page(name).root.iter("script") if e.get("type") == "application/ld+json"]
        found = json.loads(script.text or "")["@graph"][0]["author"]
        found = found if isinstance(found, list) else [found]
        assert [(person["name"], person.get("url")) for person in found] == expected, name
    feed = json.loads((site.outdir / "blog" / "feed.json").read_text(encoding="utf-8"))
    authors = {item["title"]: [(p["name"], p.get("url")) for p in item["authors"]] for item in feed["items"]}
    titles = {"blog/one": "One", "blog/many": "Many", "blog/mei": "Own", "blog/plain": "Plain"}
    assert authors == {titles[name]: expected for name, expected in people.items()}


def test_a_guest_need_not_be_configured(make_site: MakeSite) -> None:
    conf = {"blog_authors": {"mei": ("Mei", None)}}
    site = make_site(
        {**INDEX, "blog/p.md": md("P", author={"name": "Guest", "url": "https://guest.example/"})}, conf
    )
    assert site.warnings == []
    site = make_site({**INDEX, "blog/p.md": md("P", author={"name": "Guest", "url": "javascript:x"})}, conf)
    assert "blog.invalid_option" in [w.type for w in site.warnings]
