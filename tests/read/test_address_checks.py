"""Keys that set the URL of a post in other engines have no effect, and say so."""

import pytest
from conftest import MakeSite


@pytest.mark.parametrize(
    ("name", "line", "advice"),
    [
        (
            "blog/2026-01-05-adding.md",
            "slug: floats",
            "rename the file to 'blog/floats.md', or add 'redirect: blog/floats'",
        ),
        ("blog/a.md", "permalink: /2026/floats/", "rename the file to '2026/floats.md'"),
        ("blog/a.md", "url: /notes/floats.html", "rename the file to 'notes/floats.md'"),
        ("blog/a.md", "slug: /deep/floats", "rename the file to 'deep/floats.md'"),
        ("blog/floats.md", "slug: floats", ""),
        ("blog/floats/index.md", "slug: floats", ""),
        ("blog/floats.md", "permalink: /blog/floats/", ""),
        ("blog/floats.md", "permalink: /blog/floats/index.html", ""),
        ("blog/a.md", "permalink: /:year/:title/", ""),
        ("blog/a.md", "url: https://example.com/elsewhere", ""),
        ("blog/a.md", "slug:", ""),
    ],
)
def test_an_address_without_effect(make_site: MakeSite, name: str, line: str, advice: str) -> None:
    post = f"---\ndate: 2026-01-05\n{line}\n---\n# Floats\n\nText.\n"
    site = make_site({"index.md": "# Home\n", name: post})
    messages = [warned for warned in site.warnings if warned.type == "blog.unknown_option"]
    assert [(warned.file, warned.line) for warned in messages] == ([(name, 3)] if advice else [])
    assert all(advice in warned.message for warned in messages)
    assert len(site.pages) > 2


def test_an_address_in_restructuredtext(make_site: MakeSite) -> None:
    post = ":date: 2026-01-05\n:slug: floats\n\nFloats\n======\n\nText.\n"
    site = make_site({"index.md": "# Home\n", "blog/a.rst": post})
    assert [(warned.file, warned.line) for warned in site.warnings if warned.type == "blog.unknown_option"] == [
        ("blog/a.rst", 2)
    ]


def test_sites_of_ablog_have_never_heard_of_it(make_site: MakeSite) -> None:
    post = "---\ndate: 2026-01-05\nblogpost: true\npermalink: other\n---\n# Floats\n"
    conf = {"extensions": ["myst_parser", "sphinx_blogext.ablog"]}
    assert make_site({"index.md": "# Home\n", "blog/a.md": post}, conf).blog_warnings == []


def test_documents_keep_their_keys(make_site: MakeSite) -> None:
    site = make_site({"index.md": "---\nslug: other\n---\n# Home\n"})
    assert "blog.unknown_option" not in {warned.type for warned in site.warnings}
