"""What feeds and authors of a blog are called, and where they lead."""

from typing import Any

import pytest

from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.core.terms import Term, TermSettings
from sphinx_blogext.core.urls import Profile
from sphinx_blogext.site.published_blog import Channel, FeedLink, Person, person_of

BASE = "https://example.org/"


def term(taxonomy: str, name: str, **settings: Any) -> Term:
    return Term(TAXONOMIES[taxonomy], name.lower(), name, name.lower(), (), 0, TermSettings(**settings))


@pytest.mark.parametrize(
    ("fields", "group", "label"),
    [
        ({}, "", "T"),
        ({"is_list": True}, "list", "T"),
        ({"year": 2024}, "year", "2024"),
        ({"term": term("tag", "A", label="The A")}, "tag", "The A"),
    ],
)
def test_channels_have_a_group_and_a_label(fields: dict[str, Any], group: str, label: str) -> None:
    channel = Channel("blog/a b", "blog", "T", "", (), ("atom.xml", "own.xml"), **fields)
    assert (channel.group, channel.label) == (group, label)
    assert channel.paths == ["blog/a b/atom.xml", "blog/a b/own.xml"]
    # Nobody knows the type of a feed of a template.
    link = FeedLink(f"{BASE}blog/a%20b/atom.xml", "application/atom+xml", "Atom", "T (Atom)")
    assert channel.links(BASE) == [link]


MEI = term(
    *("author", "Mei"),
    label="Lin Mei",
    url="mei.html",
    avatar="m.png",
    social=(
        *(Profile("X", "https://x.com/a", "x", "a"), Profile("X", "https://x.com/b", "x", "b")),
        *(Profile("M", "https://h.io/@m", "mastodon", "m@h.io"), Profile("O", "o", "orcid", "0000")),
    ),
)
ALL = (f"{BASE}mei.html", f"{BASE}m.png", ("https://x.com/a", "https://x.com/b", "https://h.io/@m", f"{BASE}o"))


def test_an_author_has_absolute_urls() -> None:
    assert person_of(MEI, BASE) == Person("Lin Mei", *ALL, "@m@h.io", "a", "0000")
    assert person_of(term("author", "Jo"), BASE) == Person("Jo")
    # Machines get no e-mail address.
    assert person_of(term("author", "Jo", url="mailto:a@b.c"), BASE) == Person("Jo")
    former = Profile("X", "https://x.com/t", "twitter", "t")
    assert person_of(term("author", "Jo", social=(former,)), BASE).x == "t"


@pytest.mark.parametrize("name", ["MEI", "lin mei"])
def test_a_post_may_know_more_of_an_author(name: str) -> None:
    post = Post(docname="a", title="A", date=None, author_urls=((name, "own.html"),), organizations=(name,))
    found = person_of(MEI, BASE, post)
    assert (found.url, found.is_organization) == (f"{BASE}own.html", True)
    other = person_of(term("author", "Jo", url="jo.html"), BASE, post)
    assert (other.url, other.is_organization) == (f"{BASE}jo.html", False)
    assert person_of(term("author", "Jo", is_organization=True), BASE, post).is_organization
