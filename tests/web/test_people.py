"""What readers and machines are told of those who write."""

import json
from typing import Any

import pytest
from conftest import MakeSite
from sphinx.errors import ConfigError
from writing import md

pytestmark = pytest.mark.usefixtures("today")

MEI = {
    "name": "Lin Mei",
    "url": "https://example.org/mei",
    "avatar": "_static/mei.svg",
    "description": "Writes.",
    "orcid": "0000-0002-1825-0097",
    "social": {"mastodon": "@mei@hachyderm.io", "x": "meilin", "Home <page>": "people/mei.html"},
}
CONF: dict[str, Any] = {"blog_authors": {"mei": MEI, "jonas": ("Jonas", None)}, "html_theme": "blogext"}
POSTS = {
    "index.md": "# Home\n",
    "blog/a.md": md("A", author=["jonas", "mei"]),
    "blog/b.md": md("B", date="2024-01-01", author="jonas"),
}


def test_an_author_is_linked_wherever_there_is_one(make_site: MakeSite) -> None:
    site = make_site(POSTS, CONF)
    assert not site.warnings
    post = site.page("blog/a")
    assert post.meta("fediverse:creator") == ["@mei@hachyderm.io"]
    assert post.meta("twitter:creator") == ["@meilin"]
    assert site.page("blog/b").meta("fediverse:creator") == []
    links = {link.get("href"): link for link in post.all(".blog-author a") if link.get("rel") == "me"}
    mastodon, orcid = "https://hachyderm.io/@mei", "https://orcid.org/0000-0002-1825-0097"
    assert list(links) == [MEI["url"], mastodon, "https://x.com/meilin", "../people/mei.html", orcid]
    # Beside the name, and not in lists, where there are many.
    assert [image.get("src") for image in post.all(".blog-meta img")] == ["../_static/mei.svg"]
    assert not site.page("blog").all(".blog-meta img")
    (script,) = [e for e in post.root.iter("script") if e.get("type") == "application/ld+json"]
    authors = json.loads(script.text or "")["@graph"][0]["author"]
    assert authors[0] == {"@type": "Person", "name": "Jonas"}
    first, *_, last = authors[1]["sameAs"]
    assert (first, last) == (mastodon, orcid)
    assert "https://example.org/people/mei.html" in authors[1]["sameAs"]


WRONG = [{"social": {"github": "a b"}}, {"social": {"mastodon": "mei"}}, {"orcid": "0000-0002-1825"}, {"orcid": 5}]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_handle_that_is_none_is_told(make_site: MakeSite, wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=rf"blog_authors: 'mei': invalid '{next(iter(wrong))}': "):
        make_site(POSTS, CONF | {"blog_authors": {"mei": MEI | wrong}})
