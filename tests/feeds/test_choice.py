"""What is in feeds: which posts, and which elements of them."""

import json

import pytest
from conftest import MakeSite
from writing import INDEX, md

FEEDS = ("atom.xml", "rss.xml", "feed.json")
CONF = {"html_baseurl": "https://example.org/", "blog_feed_fulltext": True, "blog_feed_archives": True}


def test_a_post_can_be_in_lists_alone(make_site: MakeSite) -> None:
    posts = {
        "blog/a.md": md("Alpha", tags="x"),
        "blog/b.md": md("Beta", tags="x", feed="false"),
        "blog/c.md": md("Gamma", tags="x", feed="true"),
    }
    listed = "---\norphan: true\n---\n# News\n\n```{postlist}\n:feed:\n```\n"
    site = make_site({**INDEX, **posts, "news.md": listed}, CONF | {"blog_feed_length": 2})
    assert site.warnings == []
    for name in ("blog", "blog/tag/x", "news"):
        assert sorted(site.page(name).posts) == ["Alpha", "Beta", "Gamma"], name
        for feed in FEEDS:
            text = site.bytes()[f"{name}/{feed}"].decode()
            assert [title in text for title in ("Alpha", "Beta", "Gamma")] == [True, False, True], (name, feed)
    site.write("blog/b.md", md("Beta", tags="x"))
    site.build()
    assert "Beta" in site.bytes()["blog/atom.xml"].decode()


def test_a_value_that_is_none_leaves_the_post_where_it_is(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/a.md": md("Alpha", feed="maybe")}, CONF)
    (warned,) = site.warnings
    assert (warned.file, warned.line) == ("blog/a.md", 3)
    assert "Alpha" in site.bytes()["blog/atom.xml"].decode()


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<web-copy-code><pre>x = 1</pre></web-copy-code>", "x = 1"),
        ("<my-card><p>In <b>it</b></p></my-card>", "<p>In <b>it</b></p>"),
        ("<blink>words</blink> <foo>more</foo>", "words more"),
        ("<ruby>字<rp>(</rp><rt>zi</rt></ruby>", "<ruby>字<rp>(</rp><rt>zi</rt></ruby>"),
        ("<mark>m</mark><samp>s</samp><time>t</time>", "<mark>m</mark><samp>s</samp><time>t</time>"),
    ],
)
def test_unknown_elements_are_unwrapped(make_site: MakeSite, html: str, kept: str) -> None:
    site = make_site({**INDEX, "blog/a.md": md("A", f"<div>{html}</div>\n")}, CONF)
    (item,) = json.loads(site.bytes()["blog/feed.json"])["items"]
    assert kept in item["content_html"]
    for name in ("web-copy-code", "my-card", "blink", "foo"):
        assert f"<{name}" not in item["content_html"]
