"""Mistakes that change what is published, each with one warning that names the remedy."""

import json

from conftest import MakeSite
from writing import INDEX, md


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


#: The name of a post, a line of its front matter, and the advice.
POSTS = [
    (
        "blog/2026-01-05-adding.md",
        "slug: floats",
        "rename the file to 'blog/floats.md', or add 'redirect: blog/floats'",
    ),
    ("blog/a.md", "permalink: /2026/floats/", "rename the file to '2026/floats.md'"),
    ("blog/b.md", "url: /notes/floats.html", "rename the file to 'notes/floats.md'"),
    ("blog/c.md", "slug: /deep/floats", "rename the file to 'deep/floats.md'"),
    ("blog/floats.md", "slug: floats", ""),
    ("blog/more/index.md", "slug: more", ""),
    ("blog/other.md", "permalink: /blog/other/index.html", ""),
    ("blog/d.md", "permalink: /:year/:title/", ""),
    ("blog/e.md", "url: https://example.com/elsewhere", ""),
    ("blog/f.md", "slug:", ""),
]


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
    assert site.domain.posts.keys() == {name.rpartition(".")[0] for name in files}


def test_sites_of_ablog_have_never_heard_of_it(make_site: MakeSite) -> None:
    post = "---\ndate: 2026-01-05\nblogpost: true\npermalink: other\n---\n# Floats\n"
    conf = {"extensions": ["myst_parser", "sphinx_blogext.ablog"]}
    assert make_site({"index.md": "# Home\n", "blog/a.md": post}, conf).blog_warnings == []
