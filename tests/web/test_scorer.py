"""Sphinx's own search, in other themes, tells posts from pages."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from browsing import Browser, Server, needs_chromium
from conftest import MakeSite, Site
from steps import clean, differences
from writing import md

from sphinx_blogext.web.indexes import POSTS

PAGES = {
    "index.md": "# Home\n\nNothing.\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\nHow to use the heap.\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n```\n",
}
FILES = PAGES | {
    "blog/old.md": md("Heap", "Heap heap.", "2011-03-04", tags="[a, b]"),
    "blog/newer.md": md("A heap is faster", "Words.", "2024-03-04"),
    "blog/newest.md": md("Words", "Of a heap.", "2025-03-04"),
    "blog/draft.md": md("Heap, a draft", "Heap.", "", blogpost=True),
    "blog/hidden.md": md("Heap, unlisted", "Heap.", "2024-01-01", unlisted=True),
}


def posts_in_index(site: Site) -> Any:
    source = (site.outdir / "searchindex.js").read_text(encoding="utf-8")
    return json.loads(source.removeprefix("Search.setIndex(").rstrip(";\n").removesuffix(")")).get(POSTS)


def scorer(site: Site) -> bool:
    """Return whether the search of a site has our way to rank results."""
    return "blog_posts" in (site.outdir / "_static/language_data.js").read_text(encoding="utf-8")


@needs_chromium
@pytest.mark.parametrize("theme", ["basic", pytest.param("furo", marks=pytest.mark.slow)])
def test_documentation_comes_before_posts_and_new_posts_before_old_ones(
    make_site: MakeSite, browser: Browser, theme: str
) -> None:
    site = make_site(FILES, {"html_theme": theme}).build()
    page = browser.new_page()
    with Server(site.outdir) as server:
        page.goto(f"{server.url}/search.html?{urlencode({'q': 'heap'})}")
        page.locator("#search-results li").nth(3).wait_for()
        titles = page.locator("#search-results li > a").all_inner_texts()
    page.close()
    assert titles == ["Guide", "A heap is faster (2024-03-04)", "Heap (2011-03-04)", "Words (2025-03-04)"]


def test_the_index_names_the_posts(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES)
    expected = {"blog/newer": ["2024-03-04"], "blog/newest": ["2025-03-04"], "blog/old": ["2011-03-04", "a"]}
    assert posts_in_index(site) == expected
    site.edit("blog/old.md", "2011", "2012")
    site.edit("blog/old.md", "[a, b]", "[b]")
    site.delete("blog/newer.md")
    before = (site.outdir / "_static/language_data.js").read_bytes()
    site.build()
    assert posts_in_index(site) == {"blog/newest": ["2025-03-04"], "blog/old": ["2012-03-04", "b"]}
    # Its checksum is in every page of some themes.
    assert (site.outdir / "_static/language_data.js").read_bytes() == before
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_without_posts_the_search_is_that_of_sphinx_and_the_way_of_the_site_is_kept(make_site: MakeSite) -> None:
    site = make_site(PAGES | {"scorer.js": "var Scorer = { mine: 1 };"}).build()
    assert not scorer(site)
    assert posts_in_index(site) is None
    site.write("blog/first.md", md("First", "Words.")).build()
    assert scorer(site)
    assert list(posts_in_index(site)) == ["blog/first"]
    site.configure({"html_search_scorer": str(site.source / "scorer.js")}).build()
    assert not scorer(site)
    assert "mine" in (site.outdir / "_static/language_data.js").read_text(encoding="utf-8")
    site.configure({}).build()
    site.delete("blog/first.md").build()
    assert not scorer(site)
