"""What a writer is told that a post lacks, where the site asks for it."""

from typing import Any

import pytest
from conftest import MakeSite
from steps import PICTURE
from writing import md, rst

pytestmark = pytest.mark.usefixtures("today")

CHECKS = ("description", "picture", "alt", "title", "tags", "zone", "redirects")
LINK = "`old <../old/page.html>`_\n"
GOOD = {"description": "D", "image": "pic.svg"}
POSTS: dict[str, Any] = {
    "index.md": "# Home\n",
    "blog/pic.svg": PICTURE,
    "blog/bare.md": md("Bare", "Text.\n\n![](pic.svg)\n\n![  ](pic.svg)\n"),
    "blog/long.rst": rst("W" * 71, "Text.\n\n.. image:: pic.svg\n", "2024-01-02"),
    "blog/han.md": md("字" * 36, "Text.\n", "2024-01-03", **GOOD),
    "blog/tags.md": md("T", "Text.\n", "2024-01-04", tags=[f"t{n}" for n in range(51)], **GOOD),
    "blog/later.md": md("Later", "Text.\n", "2030-01-01 09:00", **GOOD),
    "blog/zoned.md": md("Zoned", "Text.\n", "2030-01-01 09:00+01:00", **GOOD),
    "blog/good.rst": rst("W" * 70, f"{LINK}\n.. image:: pic.svg\n   :alt: A\n", "2024-01-05", **GOOD),
    "blog/moved.md": md("Moved", "Text.\n", "2024-01-06", redirect="old/page", **GOOD),
}


def test_nothing_is_told_by_default(make_site: MakeSite) -> None:
    assert not make_site(POSTS).warnings


@pytest.mark.parametrize(
    ("check", "found"),
    [
        ("description", [("bare.md", 1), ("long.rst", 4)]), ("picture", [("bare.md", 1), ("long.rst", 4)]),
        ("alt", [("bare.md", 8), ("bare.md", 10), ("long.rst", 8)]), ("title", [("han.md", 1), ("long.rst", 4)]),
        ("tags", [("tags.md", 3)]), ("zone", [("later.md", 2)]), ("redirects", [("good.rst", None)]),
    ],
)  # fmt: skip
def test_each_check_is_asked_for(make_site: MakeSite, check: str, found: list[tuple[str, int]]) -> None:
    site = make_site(POSTS, {"blog_checks": [check]})
    told = sorted((warned.file.removeprefix("blog/"), warned.line) for warned in site.warnings)
    assert told == found
    assert {warned.type for warned in site.warnings} == {"blog.content"}


def test_each_blog_has_its_own(make_site: MakeSite) -> None:
    table = {"a": {"blog_checks": ["description"]}, "b": {}}
    files = {"index.md": "# Home\n", "a/x.md": md("X"), "b/x.md": md("X")}
    site = make_site(files, {"blogs": table})
    assert [warned.file for warned in site.warnings] == ["a/x.md"]
