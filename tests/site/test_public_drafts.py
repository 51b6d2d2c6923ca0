"""Drafts that are pages which nothing leads to, and documents of the pattern without a date."""

import pytest
from ablog_conf import with_ablog
from conftest import MakeSite
from writing import INDEX, TEASER, md, rst

pytestmark = pytest.mark.usefixtures("today")

FILES = {
    **INDEX,
    "blog/now.md": md("Now", date="2024-01-01", tags=["t"]),
    "blog/later.md": md("Later", TEASER, date="2024-07-01", tags=["t"]),
    "blog/undated.rst": rst("Undated", date="", tags="t"),
    "blog/draft.md": md("Draft", date="2024-01-01", draft=True),
    "blog/expired.md": md("Expired", date="2023-01-01", expires="2024-01-01"),
    "blog/page.md": "---\norphan: true\n---\n# Page\n\nText.\n",
}
OPTION = {"blog_show_drafts": "unlisted"}


def test_what_only_waits_is_built_and_listed_nowhere_else(make_site: MakeSite) -> None:
    site = make_site(FILES, OPTION)
    assert (site.warnings, site.page("blog/drafts").posts) == ([], ["Undated", "Later"])
    assert site.page("blog/later").meta("robots") == ["noindex"]
    assert site.page("blog").posts == site.page("blog/tag/t").posts == ["Now"]
    for name in ("draft", "expired"):
        assert not site.has(f"blog/{name}")
    assert not any("blog/drafts" in site.page(name).source for name in ("index", "blog", "blog/now", "blog/later"))
    for name in ("blog/atom.xml", "sitemap.xml"):
        assert not any(title in (site.outdir / name).read_text("utf-8") for title in ("ater", "ndated", "drafts"))
    # A preview shows and marks them all, and then they are not marked any more.
    for shows, banners in ((True, 1), ("unlisted", 0)):
        site.configure({"blog_show_drafts": shows}).build()
        assert len(site.page("blog/later").all(".blog-draft-banner")) == banners


def test_a_preview_shows_all_and_the_list_is_there_without_drafts(make_site: MakeSite) -> None:
    site = make_site(FILES, OPTION, tags=["drafts"])
    assert site.page("blog/drafts").posts == ["Undated", "Later", "Draft", "Expired"]
    site = make_site({**INDEX, "blog/now.md": FILES["blog/now.md"]}, OPTION)
    assert (site.page("blog/drafts").posts, site.page("blog/drafts").meta("robots")) == ([], ["noindex"])
    assert not site.configure({}).build().has("blog/drafts")


def test_documents_without_a_date_may_be_drafts(make_site: MakeSite) -> None:
    files = {
        **FILES,
        "blog/bare.md": "# Bare\n",
        "blog/plain.rst": "Plain\n=====\n\nText.\n",
        # No posts: one that says so, a list of them, a part of the documentation, and pages of the blog.
        "blog/not.rst": ":orphan:\n:blogpost: false\n\nNot\n===\n",
        "blog/list.md": "---\norphan: true\n---\n# List\n\n```{postlist}\n```\n",
        "blog/part.md": "# Part\n\n```{toctree}\nbare\n```\n",
        "blog/tag/t.md": "# Posts with t\n",
        "blog/index.md": "# Blog\n",
        "index.md": "# Home\n\n```{toctree}\nblog/index\nblog/part\nblog/tag/t\n```\n",
    }
    site = make_site(files, with_ablog(**OPTION, blog_undated="drafts"))
    assert site.warnings == []
    assert sorted(site.page("blog/drafts").posts) == ["Bare", "Later", "Page", "Plain", "Undated"]
    for name in ("plain", "bare", "not", "part", "tag/t", "index"):
        assert site.page(f"blog/{name}").meta("robots") == (["noindex"] if name in {"plain", "bare"} else [])
    site.configure(with_ablog(blog_undated="drafts")).build()
    assert not site.has("blog/page")
    # By our own default they are pages.
    assert site.configure(with_ablog()).build().page("blog/plain").meta("robots") == []


def test_posts_may_be_out_all_day(make_site: MakeSite) -> None:
    # It is 10 June 2024, 06:13 UTC.
    files = {
        **INDEX,
        "blog/noon.md": md("Noon", date="2024-06-10 12:00"),
        "blog/night.md": md("Night", date="2024-06-11 00:30"),
        "blog/east.md": md("East", date="2024-06-11 07:00 +08:00"),
    }
    assert make_site(files).page("blog").posts == []
    assert make_site(files, {"blog_publish_at": "day"}).page("blog").posts == ["East", "Noon"]
    conf = {"blog_publish_at": "day", "blog_timezone": "Asia/Shanghai"}
    assert make_site(files, conf).page("blog").posts == ["Noon"]
