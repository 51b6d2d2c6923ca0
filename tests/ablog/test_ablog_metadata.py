"""Metadata on sites that have moved from ABlog by one word: names, titles and dates are as there."""

from conftest import MakeSite
from writing import md, rst

CONF = {"extensions": ["myst_parser", "sphinx_blogext.ablog"]}
AUTHORS = "Ann (X; Y), Bob"
DIRECTIVE = "---\ntitle: Other\ntags: [x]\ndate: 2020-01-01\n---\n```{post} 2024-02-03\n:category: Y\n```\n# One\n"


def test_commas_alone_separate_authors(make_site: MakeSite) -> None:
    fields = f":blogpost: true\n:date: 2024-01-02\n:author: {AUTHORS}\n:location: P; Q\n\nOne\n===\n\nText.\n"
    posts = {
        "one.rst": rst("One", author=AUTHORS, location="P; Q"),
        "two.rst": fields,
        "three.md": md("One", blogpost=True, author=AUTHORS, location="P; Q"),
    }
    site = make_site({"index.rst": "Home\n====\n", **posts}, CONF)
    assert site.warnings == []
    terms = {"author": ("Ann (X; Y)", "Bob"), "location": ("P; Q",)}
    assert [post.terms for post in site.domain.posts.values()] == [terms] * 3
    assert site.has("blog/author/ann-x-y")


def test_natively_a_semicolon_in_a_list_belongs_to_the_name(make_site: MakeSite) -> None:
    lists = {"a.md": md("A", author=["Ann; Co", "Bob"], blogpost=True), "b.rst": rst("B", author="Ann; Bob")}
    site = make_site({"index.rst": "Home\n====\n", **lists})
    authors = {name: post.terms["author"] for name, post in site.domain.posts.items()}
    assert authors == {"a": ("Ann; Co", "Bob"), "b": ("Ann", "Bob")}


def test_a_directive_takes_the_place_of_other_metadata(make_site: MakeSite) -> None:
    posts = {
        "one.md": f"{DIRECTIVE}\nText.\n",
        # Without a date of its own, it stays a draft.
        "two.md": f"{DIRECTIVE.replace(' 2024-02-03', '')}\nText.\n",
        "three.md": md("Three", title="Other", blogpost=True, tags=["x"]),
    }
    site = make_site({"index.rst": "Home\n====\n", **posts}, CONF)
    assert site.warnings == []
    found = {name: (post.title, post.terms) for name, post in site.domain.posts.items()}
    assert found == {
        "one": ("One", {"category": ("Y",)}),
        "two": ("One", {"category": ("Y",)}),
        "three": ("Other", {"tag": ("x",)}),
    }
    assert site.page("blog").posts == ["Other", "One"]
    assert site.page("blog/drafts").posts == ["One"]


def test_posts_may_end_with_a_transition(make_site: MakeSite) -> None:
    posts = {
        "one.md": md("One", "Text.\n\n---\n", blogpost=True),
        "two.md": md("Two", "Text.\n\n## Part\n\nText.\n\n---\n", blogpost=True),
        "three.rst": ":blogpost: true\n:date: 2024-01-02\n\nThree\n=====\n\nText.\n\n----\n",
    }
    site = make_site({"index.rst": "Home\n====\n", **posts}, CONF)
    assert site.warnings == []
    for name, title in (("one", "One"), ("two", "Two"), ("three", "Three")):
        assert len(site.page(name).all("hr")) == 1
        assert site.page("blog").read_more(title) is not None
    site.configure({"extensions": ["myst_parser", "sphinx_blogext"]})
    assert [warned.message for warned in site.build().warnings] == ["Document may not end with a transition."] * 3
