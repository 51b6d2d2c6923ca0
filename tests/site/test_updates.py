"""Updates of posts: only those after the publication count, and none from the future."""

from xml.etree import ElementTree

import pytest
from conftest import MakeSite, Site

ATOM = "{http://www.w3.org/2005/Atom}"


def md(date: str, updated: str) -> str:
    return f"---\ndate: {date}\nupdated: {updated}\n---\n# {date}\n\nText.\n"


def rst(date: str, updated: str) -> str:
    return f".. post:: {date}\n\nA title\n=======\n\nText.\n\n.. update:: {updated}\n\n   Mended.\n"


def is_updated(site: Site, name: str) -> bool:
    return bool(site.page(f"blog/{name}").all(".blog-updated"))


@pytest.fixture
def site(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> Site:
    # 2026-03-01
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")
    files = {
        "index.md": "# Home\n",
        "blog/same.md": md("2026-01-05 18:00", "2026-01-05"),
        "blog/before.md": md("2026-01-06", "2026-01-02"),
        "blog/ahead.md": md("2026-01-07", "2062-01-08"),
        "blog/after.md": md("2026-01-08", "2026-01-09"),
        "blog/old.rst": rst("2026-01-09", "2026-01-03"),
    }
    return make_site(files)


def test_feeds_are_not_updated_before_publication_or_in_the_future(site: Site) -> None:
    root = ElementTree.parse(site.outdir / "blog/atom.xml").getroot()
    entries = {
        entry.findtext(f"{ATOM}published", "")[:10]: entry.findtext(f"{ATOM}updated", "")[:10]
        for entry in root.iter(f"{ATOM}entry")
    }
    assert entries["2026-01-08"] == "2026-01-09"
    assert all(updated == published for published, updated in entries.items() if published != "2026-01-08")
    assert root.findtext(f"{ATOM}updated", "")[:10] <= "2026-03-01"


def test_pages_show_only_updates_after_publication(site: Site) -> None:
    shown = {name for name in ("same", "before", "ahead", "after", "old") if is_updated(site, name)}
    assert shown == {"after"}
    assert "2062" not in (site.outdir / "sitemap.xml").read_text(encoding="utf-8")


def test_what_is_ignored_is_reported(site: Site) -> None:
    assert sorted(file for file, kind in site.blog_warnings if kind == "blog.date") == [
        "blog/ahead.md",
        "blog/before.md",
        "blog/old.rst",
    ]


def test_an_update_counts_once_its_time_has_come(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.edit("blog/ahead.md", "2062-01-08", "2026-03-05").build()
    assert not is_updated(site, "ahead")
    # 2026-03-10
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1773100800")
    site.build()
    assert is_updated(site, "ahead")
