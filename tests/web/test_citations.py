"""What readers and machines are told of how to cite a post, and of those who write."""

from typing import Any

import pytest
from conftest import MakeSite, Site
from sphinx.errors import ConfigError
from writing import INDEX, md

MEI = {
    "name": "Lin Mei",
    "url": "https://example.org/mei",
    "avatar": "_static/mei.svg",
    "orcid": "0000-0002-1825-0097",
    "social": {"mastodon": "@mei@hachyderm.io", "x": "meilin", "Home <page>": "people/mei.html"},
}
CONF: dict[str, Any] = {"blog_authors": {"mei": MEI, "jonas": ("Jonas Weber", None)}, "html_theme": "blogext"}
CONF |= {"blog_citation": True, "blog_title": "Notes"}
CITED = {"author": ["jonas", "mei"], "doi": "https://doi.org/10.5555/ab", "license": "CC-BY-4.0"}
POSTS = {
    **INDEX,
    "blog/a.md": md("A & B", date="2024-01-02", **CITED),
    "blog/b.md": md("乙", "文。\n", language="zh", author="jonas", license='"Mine <b>alone</b>"'),
    "blog/c.md": md("C", citation=False),
    "blog/d.md": md("D", license="javascript:alert(1)"),
}


@pytest.fixture(scope="module")
def site(make_shared_site: MakeSite) -> Site:
    return make_shared_site(POSTS, CONF)


def test_a_post_says_how_to_cite_it(site: Site) -> None:
    assert site.blog_warnings == [("blog/d.md", "blog.invalid_option")]
    page = site.page("blog/a")
    (box,) = page.all("details.blog-citation")
    (text, *_) = page.texts("p", box)
    assert text == "Jonas Weber, Lin Mei (2024). A & B. Notes, 2 January 2024. https://doi.org/10.5555/ab"
    assert page.links("a", box) == ["https://doi.org/10.5555/ab", "https://creativecommons.org/licenses/by/4.0/"]
    (entry,) = page.texts("pre", box)
    assert entry.startswith("@misc{weber-2024-a, author = {{Jonas Weber} and {Lin Mei}}")
    assert "title = {{A \\& B}}" in entry
    assert "url = {https://example.org/blog/a.html}" in entry
    # In the words of the post, and a license is text.
    assert "引用本文" in " ".join(site.page("blog/b").texts(".blog-citation summary"))
    assert "Mine <b>alone</b>" in site.page("blog/b").texts(".blog-citation p")[-1]
    assert not [link for link in site.page("blog/d").links() if "javascript" in link]
    assert not site.page("blog/c").all(".blog-citation")
    # Reference managers find it.
    assert page.meta("citation_title") == ["A & B"]
    assert page.meta("citation_author") == ["Jonas Weber", "Lin Mei"]
    assert page.meta("citation_author_orcid") == ["0000-0002-1825-0097"]
    assert site.page("blog/b").meta("citation_language") == ["zh"]
    assert [site.page(name).meta("citation_title") for name in ("blog/c", "blog")] == [[], []]
    assert page.data["BlogPosting"]["identifier"] == "https://doi.org/10.5555/ab"


def test_an_author_is_linked_wherever_there_is_one(site: Site) -> None:
    post = site.page("blog/a")
    assert post.meta("fediverse:creator") == ["@mei@hachyderm.io"]
    assert (post.meta("twitter:creator"), site.page("blog/b").meta("fediverse:creator")) == (["@meilin"], [])
    links = [link.get("href") for link in post.all(".blog-author a") if link.get("rel") == "me"]
    mastodon, orcid = "https://hachyderm.io/@mei", "https://orcid.org/0000-0002-1825-0097"
    assert links == [MEI["url"], mastodon, "https://x.com/meilin", "../people/mei.html", orcid]
    # Beside the name, and not in lists, where there are many.
    assert [image.get("src") for image in post.all(".blog-meta img")] == ["../_static/mei.svg"]
    assert not site.page("blog").all(".blog-meta img")
    jonas, mei = post.data["BlogPosting"]["author"]
    assert jonas == {"@type": "Person", "name": "Jonas Weber"}
    first, *others, last = mei["sameAs"]
    assert (first, last) == (mastodon, orcid)
    assert "https://example.org/people/mei.html" in others


def test_a_handle_that_is_none_is_told(make_site: MakeSite) -> None:
    wrong: dict[str, Any]
    for wrong in ({"social": {"github": "a b"}}, {"social": {"mastodon": "mei"}}, {"orcid": "0000"}, {"orcid": 5}):
        with pytest.raises(ConfigError, match=rf"blog_authors: 'mei': invalid '{next(iter(wrong))}': "):
            make_site(INDEX, {"blog_authors": {"mei": MEI | wrong}})
