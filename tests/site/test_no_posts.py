"""What a writer is told whose site has no posts, and may be meant to have some."""

import pytest
from conftest import MakeSite, Site
from writing import md

NOTE = md("Note", date="2026-01-02", tags=["python"])
DATED = md("Note", date="2026-01-02")

#: Without a parser for Markdown.
RST = {"extensions": ["sphinx_blogext"], "source_suffix": {".rst": "restructuredtext"}}


def told(site: Site) -> list[str]:
    return [warned.message for warned in site.warnings if warned.type == "blog.no_posts"]


@pytest.mark.parametrize(
    ("files", "conf", "reason"),
    [
        (
            {"blogs/a.md": NOTE},
            {},
            "no document in 'blog/' has a date, but 'blogs/a' has one (did you mean 'blogs'?): set 'blog_path' to",
        ),
        ({"posts/a.md": DATED}, {}, "(did you mean 'posts'?)"),
        ({"blog/a.md": NOTE, "index.rst": "Home\n====\n"}, RST, "add 'myst_parser'"),
        (
            {"blog/a.md": NOTE, "blog/_draft.md": NOTE},
            {"exclude_patterns": ["blog/*.md"]},
            "; 'blog/a.md' is excluded from the build: look at 'exclude_patterns'",
        ),
        (
            {f"nwes/{name}.md": NOTE for name in "abcde"},
            {"blogs": {"news": {}, "lab": {}}},
            "but 'nwes/a', 'nwes/b', 'nwes/c' and 2 more have one (did you mean 'nwes'?): set 'blogs' to",
        ),
        ({"posts/a.md": NOTE}, {"blog_post_pattern": "blog/*.md"}, "no document in 'blog/*.md' has a date"),
        ({"blog/a.md": "# Floats\n"}, {}, "; 'blog/a' has none: add 'date: 2026-11-20' to its metadata"),
    ],
)
def test_where_posts_may_be_meant_the_writer_is_told(
    make_site: MakeSite, files: dict[str, str], conf: dict[str, object], reason: str
) -> None:
    home = {} if "index.rst" in files else {"index.md": "# Home\n"}
    (message,) = told(make_site(home | files, conf))
    assert message.startswith("the blog has no posts: ")
    assert message.count("has a date") <= 1
    assert reason in message


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"news/a.md": "# No date\n"},
        {"blog.md": "# Notes\n", "blog/index.md": "# Notes\n"},
        {"blog/list.md": "# List\n\n```{postlist}\n```\n"},
        {"blog/about.md": "---\nblogpost: false\n---\n# About\n"},
        # Other tools have these keys, too.
        {"notes/a.md": NOTE},
        {"blog/a.md": md("Draft", date="", draft=True), "notes/a.md": NOTE},
        {"blog/a.md": md("Later", date="2099-01-01"), "posts/a.md": NOTE},
        {"blog/a.md": DATED, "notes/a.md": NOTE},
    ],
)
def test_where_there_is_a_post_or_nothing_like_one_nobody_is_warned(
    make_site: MakeSite, files: dict[str, str]
) -> None:
    assert told(make_site({"index.md": "# Home\n"} | files)) == []


def test_pull_requests_show_drafts(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"index.md": "# Home\n", "blog/a.md": md("Later", date="2099-01-01"), "blog/b.md": DATED}
    conf = {"blog_show_drafts": "previews", "html_baseurl": "https://example.org/"}
    site = make_site(files, conf)
    assert not site.has("blog/a")
    # A variable of that name elsewhere says nothing.
    monkeypatch.setenv("READTHEDOCS_VERSION_TYPE", "external")
    site.build()
    assert not site.has("blog/a")
    monkeypatch.setenv("READTHEDOCS", "True")
    monkeypatch.setenv("READTHEDOCS_VERSION", "12")
    site.build()
    page = site.page("blog/a")
    assert page.meta("robots") == ["noindex"]
    assert page.all(".blog-draft-banner") or page.all(".blog-draft")
    monkeypatch.setenv("READTHEDOCS_VERSION_TYPE", "branch")
    site.build()
    assert not site.has("blog/a")
