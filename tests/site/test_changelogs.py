"""Releases of a changelog are posts, without a directive; and updates of posts."""

from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from conftest import MakeSite
from steps import edit, setting
from writing import md

pytestmark = pytest.mark.usefixtures("today")

MARKDOWN = """# Changelog

All notable changes.

## [Unreleased]
- Nothing yet.

## [2.0.0] - 2024-05-20
A *large* one with $x$.
### Added
- One thing.
- Another.
### Fixed
- A fault.

## 1.1 (2024-03-01)
### Fixed
- A fault of `1.0`.

## [1.0.0] - 2024-01-01 [YANKED]
First.

[2.0.0]: https://example.com/compare/1.1...2.0.0
"""
#: As towncrier writes them.
TOWNCRIER = """=======
History
=======

.. towncrier release notes start

loom 2.0.0 (2024-05-20)
=======================

Features
--------

- One thing. (#1)


loom 1.1 (2024-03-01)
=====================

No significant changes.
"""
HOME = "# Home\n\n```{toctree}\nchangelog\n```\n"
CONF: dict[str, Any] = {"blog_changelog": "changelog", "project": "Loom", "html_theme": "blogext"}


@pytest.mark.parametrize(
    ("name", "text", "posts", "pages"),
    [
        (
            "changelog.md",
            MARKDOWN,
            ["Loom 2.0.0", "Loom 1.1", "Loom 1.0.0 [YANKED]"],
            ["release-2-0-0", "release-1-1", "release-1-0-0"],
        ),
        ("changelog.rst", TOWNCRIER, ["loom 2.0.0", "loom 1.1"], ["loom-2-0-0-2024-05-20", "loom-1-1-2024-03-01"]),
    ],
    ids=["Keep a Changelog", "towncrier"],
)
def test_releases_are_posts(make_site: MakeSite, name: str, text: str, posts: list[str], pages: list[str]) -> None:
    site = make_site({"index.md": HOME, name: text, "blog/a.md": md("A", "Text.\n", "2023-05-06")}, CONF)
    assert not site.warnings
    blog = site.page("blog")
    assert blog.posts == [*posts, "A"]
    assert blog.links(".blog-teaser-title a")[: len(pages)] == [f"./changelog.html#{anchor}" for anchor in pages]
    ids = {element.get("id") for element in site.page("changelog").root.iter()}
    assert set(pages) <= ids
    feed = feedparser.parse(site.outdir / "blog/atom.xml")
    assert [entry.title for entry in feed.entries] == [*posts, "A"]
    assert "One thing." in blog.teaser_text(posts[0]) or "large" in blog.teaser_text(posts[0])
    # The document itself is none, and shows what it showed.
    assert not site.page("changelog").all(".blog-post-footer")
    assert not site.page("changelog").all(".blog-post-header")
    assert site.page("changelog").headings[0] in {"Changelog", "History", "Release Notes"}


@pytest.mark.slow
def test_after_an_edit_the_site_is_that_of_a_clean_build(follows: MakeSite) -> None:
    follows(
        {"index.md": HOME, "changelog.md": MARKDOWN, "news.md": "# News\n\n```{postlist}\n```\n"},
        CONF,
        edit("changelog.md", "## [2.0.0] -", "## 3.0 (2024-06-01)\n\nNew.\n\n## [2.0.0] -"),
        edit("changelog.md", "1.1 (2024-03-01)", "1.1 (2023-03-01)"),
        edit("changelog.md", "A *large* one", "A *small* one"),
        setting(CONF | {"project": "Other"}),
        setting(CONF | {"blog_changelog": None}),
        setting(CONF | {"blog_changelog": ["changelog", "news"]}),
    )


def test_what_a_writer_is_told(make_site: MakeSite) -> None:
    changelogs = {
        "a.md": "# C\n\n## 2.0\n\nText.\n",
        "b.md": "# C\n",
        "c.md": "# C\n\n## 1 (2024-01-01)\n\n## 2 (02-01-2023)\n",
        "d.md": "# C\n\n## 1 (2024-01-02)\n\nA.\n\n## 1 (2024-01-03)\n\nB.\n",
    }
    site = make_site({"index.md": "# Home\n", **changelogs}, CONF | {"blog_changelog": [*"abcd", "changes", "aa"]})
    told = (warned for warned in site.warnings if warned.type.startswith("blog."))
    said = [(warned.type, warned.file, warned.line, warned.message) for warned in told]
    for kind, file, line, words in [
        ("blog.date", "a.md", 1, "no heading of the changelog has a date"),
        ("blog.date", "b.md", 1, "no heading of the changelog has a date"),
        ("blog.date", "c.md", 5, "the date '02-01-2023' cannot be read"),
        ("blog.duplicate_post", "d.md", 7, "'1' twice, first in line 3"),
    ]:
        (message,) = (message for *known, message in said if known == [kind, file, line])
        assert words in message
    missing = [message for *_, message in said if "there is no document" in message]
    assert len(missing) == len(said) - 4 == 2
    assert any("'aa' (did you mean 'a'?)" in message for message in missing)
    # A release that is there twice is two posts.
    links = site.page("blog").links(".blog-teaser-title a")
    assert links == ["./d.html#release-1-2", "./d.html#release-1", "./c.html#release-1"]


def test_links_and_markup_in_headings(make_site: MakeSite) -> None:
    text = (
        "# C\n\n## [2.0](https://example.com/2) <b>bold</b> *new* (2024-01-02)\n\nText.\n\n"
        "## `1.0`: [2024-01-01](javascript:alert(1))\n\nText.\n"
    )
    site = make_site({"index.md": HOME, "changelog.md": text}, CONF)
    assert [title.split()[0] for title in site.page("blog").posts] == ["2.0", "Loom"]
    assert not [link for link in site.page("blog").links() if link.startswith("javascript")]
    assert "<b>bold" not in site.page("blog").source


def test_a_marker_and_a_directive_in_a_release_count(make_site: MakeSite) -> None:
    text = (
        "# C\n\n## 2.0 (2024-01-02)\n\nLead.\n\nMore lead.\n\n<!-- more -->\n\nRest.\n\n"
        "## 1.0 (2023-06-01)\n\n```{post} 2024-01-05\n:tags: old\n```\n\nText.\n\n## 0.9 (2023-01-01)\n\nText.\n"
    )
    site = make_site({"index.md": HOME, "changelog.md": text}, CONF)
    assert not site.warnings
    blog = site.page("blog")
    assert blog.posts == ["Loom 1.0", "Loom 2.0", "Loom 0.9"]
    assert blog.teaser_text("Loom 2.0") == "Lead. More lead."
    assert site.page("blog/tag/old").posts == ["Loom 1.0"]
    # What is said of it stands below its heading; those of which nothing is said have none.
    assert len(site.page("changelog").all(".blog-post-header")) == 1
    assert site.page("blog").links(".blog-teaser-title a")[0] == "./changelog.html#release-1-0"


def test_nothing_leads_to_another_release_when_there_is_a_newer_one(make_site: MakeSite) -> None:
    text = MARKDOWN.replace("First.", "First.\n\n### Added\n\nMore.")
    site = make_site({"index.md": HOME, "changelog.md": text}, CONF | {"blog_feed_fulltext": True})

    def entries() -> dict[str, tuple[str, str]]:
        found = feedparser.parse(site.outdir / "blog/atom.xml").entries
        return {entry.id: (entry.link, entry.content[0].value) for entry in found}

    before, more = entries(), site.page("blog").links(".blog-read-more a")
    assert len(set(more)) == len(more) > 1
    site.edit(
        "changelog.md", "## [2.0.0] -", "## 3.0 (2024-06-01)\n\nNew.\n\n### Added\n\nX.\n\n## [2.0.0] -"
    ).build()
    assert before.items() <= entries().items()
    assert set(more) <= set(site.page("blog").links(".blog-read-more a"))
    # Nor when one is taken back.
    site.edit("changelog.md", "## 1.1 (2024-03-01)", "## 1.1 (2024-03-01) [YANKED]").build()
    assert before.keys() <= entries().keys()


def test_a_blog_of_several_has_a_changelog(make_site: MakeSite) -> None:
    files = {"index.md": HOME, "changelog.md": MARKDOWN}
    # What a blog names itself counts for more than what the site says for all.
    site = make_site(files, CONF | {"blogs": {"a": {}, "b": {"blog_changelog": "changelog"}}})
    assert not site.warnings
    assert len(site.page("b").posts) == 3


def test_releases_of_one_day_stand_as_in_their_changelog(make_site: MakeSite) -> None:
    text = "# C\n\n" + "".join(f"## 1.{n} (2024-01-01)\n\nText.\n\n" for n in (10, 9, 2, 1))
    # Also where one of them has a directive.
    text = text.replace("## 1.9 (2024-01-01)\n", "## 1.9 (2024-01-01)\n\n```{post}\n:tags: x\n```\n")
    site = make_site({"index.md": HOME, "changelog.md": text}, CONF)
    assert site.page("blog").posts == ["Loom 1.10", "Loom 1.9", "Loom 1.2", "Loom 1.1"]


ATOM = "{http://www.w3.org/2005/Atom}"


def dated(date: str, updated: str) -> str:
    return f"---\ndate: {date}\nupdated: {updated}\n---\n# {date}\n\nText.\n"


def test_an_update_counts_after_publication_once_its_time_has_come(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")  # 2026-03-01
    files = {
        "index.md": "# Home\n",
        "blog/same.md": dated("2026-01-05 18:00", "2026-01-05"),
        "blog/before.md": dated("2026-01-06", "2026-01-02"),
        "blog/ahead.md": dated("2026-01-07", "2062-01-08"),
        "blog/after.md": dated("2026-01-08", "2026-01-09"),
        "blog/old.rst": ".. post:: 2026-01-09\n\nA\n=\n\nText.\n\n.. update:: 2026-01-03\n\n   Mended.\n",
    }
    site = make_site(files)

    def updated() -> set[str]:
        names = {name[5:].partition(".")[0] for name in files if name.startswith("blog/")}
        return {name for name in names if site.page(f"blog/{name}").all(".blog-updated")}

    assert updated() == {"after"}
    assert "2062" not in (site.outdir / "sitemap.xml").read_text(encoding="utf-8")
    ignored = sorted(file for file, kind in site.blog_warnings if kind == "blog.date")
    assert ignored == ["blog/ahead.md", "blog/before.md", "blog/old.rst"]
    root = ElementTree.parse(site.outdir / "blog/atom.xml").getroot()
    published, changed = (
        [entry.findtext(f"{ATOM}{kind}", "")[:10] for entry in root.iter(f"{ATOM}entry")]
        for kind in ("published", "updated")
    )
    assert changed == [day.replace("2026-01-08", "2026-01-09") for day in published]
    assert root.findtext(f"{ATOM}updated", "")[:10] <= "2026-03-01"
    site.edit("blog/ahead.md", "2062-01-08", "2026-03-05").build()
    assert updated() == {"after"}
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1773100800")  # 2026-03-10
    site.build()
    assert updated() == {"after", "ahead"}
