"""Feeds on sites that have moved from ABlog: those of terms and years, links to them, and a URL that is none."""

import pytest
from conftest import MakeSite
from writing import rst

CONF = {
    "extensions": ["sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org/",
    "blog_feed_archives": True,
    "html_theme": "basic",
}
FILES = {"index.rst": "Home\n====\n", "one.rst": rst("One", tags="r&d")}
ARCHIVES = ("blog/2024", "blog/tag/rd")


def test_terms_and_years_have_atom_feeds_alone(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF | {"blog_feed_templates": {"atom": {}, "social": {}}})
    assert site.warnings == []
    feeds = [sorted(path.name for path in (site.outdir / folder).glob("*.*")) for folder in ARCHIVES]
    assert feeds == [["atom.xml", "social.xml"]] * 2
    assert {"atom.xml", "rss.xml", "feed.json"} < {path.name for path in (site.outdir / "blog").glob("*.*")}
    head = [
        link.get("href") for link in site.page("blog/tag/rd").root.iter("link") if link.get("rel") == "alternate"
    ]
    assert [link for link in head if link and "/tag/" in link] == ["https://example.org/blog/tag/rd/atom.xml"]
    assert [link for link in site.page("blog/subscribe").links() if "/2024/" in link] == [
        "https://example.org/blog/2024/atom.xml"
    ]
    site.configure(CONF | {"extensions": ["sphinx_blogext"], "blog_post_pattern": "*"})
    assert (site.build().outdir / "blog/2024/rss.xml").is_file()


@pytest.mark.parametrize("name", ["fontawesome_included", "blog_title"])
def test_headings_of_terms_have_an_icon_of_their_feed(make_site: MakeSite, name: str) -> None:
    site = make_site(FILES, CONF | {name: True} if name == "fontawesome_included" else CONF)
    for page in map(site.page, ARCHIVES):
        links = [(link.get("href"), link.get("aria-label")) for link in page.all("h1 a") if link.get("aria-label")]
        folder = page.path.stem
        assert links == ([(f"{folder}/atom.xml", "Feed")] if name == "fontawesome_included" else [])
    assert not site.page("blog").all("i.fa-rss") + site.page("one").all("i.fa-rss")


@pytest.mark.parametrize("url", ["/", "/docs/"])
def test_a_url_without_a_host_is_reported(make_site: MakeSite, url: str) -> None:
    site = make_site(FILES, CONF | {"blog_baseurl": url, "html_baseurl": ""})
    assert site.warnings == []
    assert site.app is not None
    status = site.app._status.getvalue()  # type: ignore[attr-defined]
    assert f"blog_baseurl: '{url}' is no URL, so there are no feeds" in status
    assert "'https://example.org/'" in status
    assert not list(site.outdir.rglob("atom.xml"))
    assert site.page("index").head_link("alternate") is None
