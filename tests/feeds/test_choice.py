"""Which posts are in feeds."""

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
