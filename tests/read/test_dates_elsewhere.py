"""Dates that stand in the names of files, or are said in the words of other engines."""

import pytest
from conftest import MakeSite
from writing import md, rst

from sphinx_blogext.core.dates import date_in_name

pytestmark = pytest.mark.usefixtures("today")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("blog/2026-01-15-title", "2026-01-15"), ("2026-01-15", "2026-01-15"),
        ("blog/2026-01-15-title/index", "2026-01-15"), ("blog/2026/01/15/title", "2026-01-15"),
        ("blog/2026/01/15/title/index", "2026-01-15"), ("blog/2026/01/15", ""), ("blog/2026-02-30-title", ""),
        ("blog/2026-1-5-title", ""), ("blog/x2026-01-15", ""), ("blog/2026-01-15x", ""),
        ("blog/2026-01-15-a/b", ""), ("blog/2025-01-01-a/2026-01-15-b", "2026-01-15"),
        ("blog/٢٠٢٦-٠١-١٥-title", ""),
    ],
)  # fmt: skip
def test_dates_of_names(name: str, found: str) -> None:
    assert date_in_name(name) == found


def test_a_name_may_date_a_post(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n",
        "blog/2024-01-02-a.md": "# A\n\nText.\n",
        "blog/2024/01/03/b.rst": "B\n=\n\nText.\n",
        "blog/2024-01-04-c.md": md("C", date="2023-05-06", tags=["3.10"]),
        "blog/2024-01-05-d.md": "---\nblogpost: false\n---\n# D\n",
        "blog/2024-01-06-e.rst": rst("E", date=""),
        "guide/2024-01-07-f.md": "---\norphan: true\n---\n# F\n",
    }
    site = make_site(files, {"blog_date_from_name": True})
    assert not site.blog_warnings
    dates = {name: post.date.date().isoformat() for name, post in site.domain.posts.items() if post.date}
    assert dates == {
        "blog/2024-01-02-a": "2024-01-02",
        "blog/2024/01/03/b": "2024-01-03",
        "blog/2024-01-04-c": "2023-05-06",
        "blog/2024-01-06-e": "2024-01-06",
    }
    site.configure({"blog_date_from_name": False}).build()
    assert {name for name, post in site.domain.posts.items() if post.date} == {"blog/2024-01-04-c"}


#: Front matter, and the dates of publication and of the last update.
FRONTS = {
    "publishDate: 2024-01-02": ("2024-01-02", None),
    "pubDatetime: 2024-01-02T10:00:00Z\nlastmod: 2024-02-03": ("2024-01-02", "2024-02-03"),
    "date: 2024-01-02\npublishDate: 2023-01-01": ("2024-01-02", None),
    "publishDate: 2023-01-01\ndate: 2024-01-02": ("2024-01-02", None),
    "date:\n  created: 2024-01-02\n  updated: 2024-02-03": ("2024-01-02", "2024-02-03"),
    "date:\n  created: 2024-01-02 10:00": ("2024-01-02", None),
    "date: 2024-01-02\nexpiryDate: 2099-01-01\nheroImage: https://example.org/a.png": ("2024-01-02", None),
}


def test_words_of_other_engines(make_site: MakeSite) -> None:
    files = {f"blog/p{n}.md": f"---\n{front}\n---\n# A\n\nText.\n" for n, front in enumerate(FRONTS)}
    site = make_site({"index.md": "# Home\n", **files})
    assert not site.blog_warnings
    for post, (front, expected) in zip(
        (site.domain.posts[name.removesuffix(".md")] for name in files), FRONTS.items(), strict=True
    ):
        assert tuple(moment and f"{moment:%Y-%m-%d}" for moment in (post.date, post.updated)) == expected
        assert (post.expires is not None, bool(post.image)) == ("expiryDate" in front, "heroImage" in front)


def test_a_record_of_dates_that_are_none_makes_a_draft(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n", "blog/a.md": "---\ndate: {created: soon}\n---\n# A\n\nText.\n"})
    assert site.blog_warnings == [("blog/a.md", "blog.date")]
    assert not site.has("blog/a")
