"""Feeds of years, which readers of ABlog's sites have subscribed to."""

import json

from conftest import MakeSite
from page import select, text
from writing import INDEX, md

POSTS = {
    "blog/a.md": md("A", date="2023-01-01"),
    "blog/b.md": md("B", date="2024-01-01"),
    "blog/c.md": md("C", date="2024-01-02"),
}


def test_every_year_has_its_feeds(make_site: MakeSite) -> None:
    site = make_site({**INDEX, **POSTS}, {"blog_feed_archives": True, "blog_feed_subtitle": "What is new"})
    assert site.warnings == []
    feed = json.loads((site.outdir / "blog" / "2024" / "feed.json").read_bytes())
    assert [item["title"] for item in feed["items"]] == ["C", "B"]
    assert feed["description"] == "What is new"
    assert (feed["title"], feed["home_page_url"]) == ("Blog: Posts of 2024", "https://example.org/blog/2024.html")
    for name in ("atom.xml", "rss.xml"):
        assert (site.outdir / "blog" / "2023" / name).exists()
    # Programs find them from the page of the year, people from the page of feeds.
    links = {e.get("href") for e in site.page("blog/2024").root.iter("link") if e.get("rel") == "alternate"}
    assert "https://example.org/blog/2024/atom.xml" in links
    subscribe = site.page("blog/subscribe")
    assert [text(h).removesuffix("¶") for h in subscribe.all("h2")][-1] == "Archives"
    years = select(subscribe.all("ul.blog-feeds")[-1], "li")
    assert [text(select(year, "a")[0]) for year in years] == ["2024", "2023"]
