"""Releases of a changelog are posts, without a directive; and updates of posts."""

import re
from typing import Any

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

## 1.1 (2024-03-01)
### Fixed
- A fault of `1.0`.

## [1.0.0] - 2024-01-01 [YANKED]
First.

[2.0.0]: https://example.com/compare/1.1...2.0.0
"""
#: As towncrier writes them.
TOWNCRIER = (
    "History\n=======\n\n.. towncrier release notes start\n\nloom 2.0.0 (2024-05-20)\n=======================\n\n"
    "Features\n--------\n\n- One thing. (#1)\n\n\nloom 1.1 (2024-03-01)\n=====================\n\nNo changes.\n"
)
#: With markup in headings, a marker, and a directive that says more of a release.
OWN = (
    "# C\n\n## [2.0](https://example.com/2) <b>bold</b> *new* (2022-01-02)\n\nLead.\n\nMore.\n\n<!-- more -->\n\n"
    "Rest.\n\n## `1.0`: [2021-06-01](javascript:alert(1))\n\n```{post} 2022-01-05\n:tags: old\n```\n\nText.\n"
)
#: Releases of one day.
DAY = "# C\n\n" + "".join(f"## 1.{n} (2020-01-01)\n\nText.\n\n" for n in (10, 9, 1))
HOME = "# Home\n\n```{toctree}\nchangelog\n```\n"
CONF: dict[str, Any] = {"blog_changelog": "changelog", "project": "Loom", "html_theme": "blogext"}


def test_releases_are_posts(make_site: MakeSite) -> None:
    files = {"index.md": HOME, "changelog.md": MARKDOWN, "history.rst": TOWNCRIER, "own.md": OWN, "day.md": DAY}
    names = ["changelog", "history", "own", "day"]
    files |= {"blog/a.md": md("A", "Text.\n", "2023-05-06")}
    site = make_site(files, CONF | {"blog_changelog": names, "blog_page_size": 20})
    assert not site.warnings
    blog = site.page("blog")
    found: dict[str, list[str]] = {}
    for title, link in zip(blog.posts, blog.links(".blog-teaser-title a"), strict=True):
        name, _, anchor = link.removeprefix("./").partition(".html")
        found.setdefault(name, []).append(f"{title} {anchor}")
    assert found == {
        "changelog": [f"Loom {n} #release-{n.replace('.', '-')[:5]}" for n in ("2.0.0", "1.1", "1.0.0 [YANKED]")],
        "history": ["loom 2.0.0 #loom-2-0-0-2024-05-20", "loom 1.1 #loom-1-1-2024-03-01"],
        "own": ["Loom 1.0 (javascript:alert(1)) #release-1-0", "2.0 <b>bold</b> new #release-2-0-b-bold-b-new"],
        "day": [f"Loom 1.{n} #release-1-{n}" for n in (10, 9, 1)],
        "blog/a": ["A "],
    }
    assert [entry.title for entry in feedparser.parse(site.outdir / "blog/atom.xml").entries] == blog.posts
    for name in names:
        page = site.page(name)
        ids = {f"#{element.get('id')}" for element in page.root.iter()}
        assert {each.rpartition(" ")[2] for each in found[name]} <= ids
        # The document itself is no post. What is said of a release stands below its heading.
        assert not page.all(".blog-post-footer")
        assert len(page.all(".blog-post-header")) == (name == "own")
    assert "large" in blog.teaser_text("Loom 2.0.0")
    assert "One thing." in blog.teaser_text("loom 2.0.0")
    assert blog.teaser_text("2.0 <b>bold</b> new") == "Lead. More."
    assert not [link for link in blog.links() if link.startswith("javascript")]
    assert "<b>bold" not in blog.source


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
        "c.md": "# C\n\n## 1 (2024-01-01)\n\n## 2 (02-01-2023)\n",
        "d.md": "# C\n\n## 1 (2024-01-02)\n\nA.\n\n## 1 (2024-01-03)\n\nB.\n",
    }
    site = make_site({"index.md": "# Home\n", **changelogs}, CONF | {"blog_changelog": [*"acd", "aa"]})
    told = [" ".join(map(str, each)) for each in site.warnings if each.type.startswith("blog.")]
    for words in (
        "a.md 1 blog.date .*no heading of the changelog has a date",
        "c.md 5 blog.date .*the date '02-01-2023' cannot be read",
        "d.md 7 blog.duplicate_post .*'1' twice, first in line 3",
        r"there is no document .*'aa' \(did you mean 'a'\?\)",
    ):
        assert len([each for each in told if re.search(words, each)]) == 1, words
    assert len(told) == 4
    # A release that is there twice is two posts.
    links = site.page("blog").links(".blog-teaser-title a")
    assert links == ["./d.html#release-1-2", "./d.html#release-1", "./c.html#release-1"]


def test_a_blog_of_several_has_a_changelog(make_site: MakeSite) -> None:
    # What a blog names itself counts for more than what the site says for all.
    blogs = {"a": {}, "b": {"blog_changelog": "changelog"}}
    site = make_site({"index.md": HOME, "changelog.md": MARKDOWN}, CONF | {"blogs": blogs})
    assert len(site.page("b").posts) == 3


def test_an_update_counts_after_publication_once_its_time_has_come(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")  # 2026-03-01
    files = {
        "index.md": "# Home\n",
        "blog/same.md": md(date="2026-01-05 18:00", updated="2026-01-05"),
        "blog/before.md": md(date="2026-01-06", updated="2026-01-02"),
        "blog/ahead.md": md(date="2026-01-07", updated="2062-01-08"),
        "blog/after.md": md(date="2026-01-08", updated="2026-01-09"),
        "blog/old.rst": ".. post:: 2026-01-09\n\nA\n=\n\nText.\n\n.. update:: 2026-01-03\n\n   Mended.\n",
    }
    site = make_site(files)

    def updated() -> list[str]:
        names = ("after", "ahead", "before", "old", "same")
        return [name for name in names if site.page(f"blog/{name}").all(".blog-updated")]

    assert updated() == ["after"]
    ignored = sorted(file for file, kind in site.blog_warnings if kind == "blog.date")
    assert ignored == ["blog/ahead.md", "blog/before.md", "blog/old.rst"]
    site.edit("blog/ahead.md", "2062-01-08", "2026-03-05").build()
    assert updated() == ["after"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1773100800")  # 2026-03-10
    site.build()
    assert updated() == ["after", "ahead"]
