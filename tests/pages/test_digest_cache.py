"""Data is not made where what it is made of has not changed: then it must be the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite
from steps import CONF, FILES, STEPS, clean, differences, edit
from writing import md

from sphinx_blogext.files import digest
from sphinx_blogext.pages.digest_cache import DigestCache

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make the data of every page nevertheless, and list those that the cache knew."""
    known: list[str] = []
    get = DigestCache.get

    def compare(cache: DigestCache, name: str, made_of: Any, make: Callable[[], Any]) -> str:
        made: list[str] = []
        found = get(cache, name, made_of, lambda: made.append("") or make())
        if not made:
            known.append(name)
            assert digest(make()) == found, name
        return found

    monkeypatch.setattr(DigestCache, "get", compare)
    return known


@pytest.mark.parametrize(
    "kind", [kind if kind == "documents" else pytest.param(kind, marks=pytest.mark.slow) for kind in STEPS]
)
def test_what_is_not_made_would_be_the_same(make_site: MakeSite, compared: list[str], kind: str) -> None:
    site = make_site(FILES, CONF)
    for step in STEPS[kind]:
        step(site)
        site.build()


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"blog/p08": 1, "blog/p07": "short"}'])
def test_without_it_pages_are_compared_all_the_same(make_site: MakeSite, tmp_path: Path, content: str) -> None:
    site = make_site(FILES, CONF)
    caches = list(site.root.rglob(".digests-html"))
    assert len(caches) == 1
    caches[0].write_text(content, encoding="utf-8")
    edit("blog/p08.md", "# Post 08", "# Eight")(site)
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_series_and_citations_of_several_blogs_would_be_the_same(make_site: MakeSite, compared: list[str]) -> None:
    posts = {
        f"{blog}/p{number}.md": md(
            f"P{number}",
            f"Lead, see [](p{(number + 1) % 6}.md).\n\n<!-- more -->\n\nRest.\n",
            date=f"2024-0{number + 1}-01",
            tags=["a", f"t{number % 2}"],
            series="S",
            language=("en", "zh")[number % 2],
        )
        for blog in ("news", "notes")
        for number in range(6)
    }
    conf = {
        "html_theme": "blogext",
        "html_baseurl": "https://example.org/",
        "blog_citation": True,
        "blog_backlinks": True,
        "blog_tags": {"a": {"label": {"en": "A", "zh": "甲"}}},
        "blogs": {"news": {"blog_page_size": 2}, "notes": {"blog_pagination": "stable", "blog_page_size": 2}},
    }
    site = make_site({"index.md": "# Home\n\n```{postlist}\n:blog: *\n```\n", **posts}, conf)
    for old, new in (("P3", "Three"), ('"t1"', '"t0"'), ("p4.md", "p1.md"), ("series: S", "series: T")):
        site.edit("news/p3.md", old, new).build()
    site.delete("notes/p2.md").build()
    assert {"news/p0", "notes/page/1"} <= set(compared)
