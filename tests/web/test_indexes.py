"""Posts in no list are in nothing else that names all documents, and the search tells posts from pages."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browsing import Browser, Server, needs_chromium
from conftest import MakeSite, Site
from sphinx.search import IndexBuilder
from steps import clean, differences
from writing import INDEX, md

from sphinx_blogext.site.build import build_of
from sphinx_blogext.web import indexes

#: Everything that some index of Sphinx names.
NAMED = """{0}word

({0}-label)=
## {0} part
```{{index}} {0} entry
```
```{{py:module}} {0}module
```
```{{py:function}} {0}function()
```
```{{glossary}}
{0}term
  Its meaning.
```
"""
CONF: dict[str, Any] = {"html_use_index": True, "blog_show_drafts": "unlisted", "post_auto_orphan": True}
FILES = {
    "index.md": "# Home\n\nSee [this](blog/unlisted.md), {ref}`that <unlisted-label>`, and [one](blog/soon.md).\n",
    "blog/open.md": md("Open", NAMED.format("open")),
    "blog/unlisted.md": md("Unlisted", NAMED.format("unlisted"), unlisted=True),
    "blog/soon.md": md("Soon", NAMED.format("soon"), "2027-01-01"),
    "blog/undated.md": md("Undated", NAMED.format("undated"), "", blogpost=True),
}


@pytest.fixture(autouse=True)
def _october(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1792000000")


def inventory(site: Site) -> list[str]:
    source = (site.outdir / "objects.inv").read_bytes().split(b"\n", 4)[4]
    return zlib.decompress(source).decode().splitlines()


def index_of(site: Site) -> dict[str, Any]:
    source = (site.outdir / "searchindex.js").read_text(encoding="utf-8")
    index: dict[str, Any] = json.loads(source.removeprefix("Search.setIndex(").rstrip(";\n").removesuffix(")"))
    return index


def names_of(site: Site) -> dict[str, set[str]]:
    """Which of the posts are named where."""
    index = index_of(site)
    indexes = {name: site.page(name).source.lower() for name in ("genindex", "py-modindex") if site.has(name)}
    own = [index[name] for name in "objects indexentries docnames filenames titles titleterms".split()]
    found = {"search": json.dumps(own).lower(), "inventory": "\n".join(inventory(site)).lower(), **indexes}
    words = ("open", "unlisted", "soon", "undated")
    return {place: {word for word in words if word in text} for place, text in found.items()}


def test_what_is_in_no_list_is_in_no_index(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert site.warnings == []
    # What was changed while Sphinx wrote is as it was.
    assert site.app.config.html_search_scorer == ""
    assert names_of(site) == {place: {"open"} for place in ("search", "inventory", "genindex", "py-modindex")}
    # They are there, and links lead to them.
    assert len(site.page("index").links("a.internal")) == 3
    assert all(site.has(f"blog/{name}") for name in ("unlisted", "soon", "undated"))
    assert build_of(site.app.env).hidden_documents == {"blog/unlisted", "blog/soon", "blog/undated"}


def test_in_a_preview_drafts_are_found(make_site: MakeSite) -> None:
    named = names_of(make_site(FILES, CONF | {"blog_show_drafts": True}))
    assert named["search"] == named["inventory"] == {"open", "soon", "undated"}


@pytest.mark.slow
def test_after_each_step_indexes_are_those_of_a_clean_build(
    make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(FILES, CONF)
    others = {"unlisted", "soon", "undated"}
    steps: list[tuple[Callable[[], object], set[str]]] = [
        (lambda: site.edit("blog/unlisted.md", "unlisted: true", "unlisted: false"), {"open", "unlisted"}),
        (lambda: site.edit("blog/open.md", "date:", "unlisted: true\ndate:"), {"unlisted"}),
        # Nothing but the time has changed.
        (lambda: monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000"), {"unlisted", "soon"}),
        (lambda: site.edit("blog/undated.md", "blogpost: true", "date: 2026-01-01"), others),
        (lambda: site.delete("blog/open.md"), others),
    ]
    for number, (step, expected) in enumerate(steps):
        step()
        named = names_of(site.build())
        assert all(found == expected for found in named.values()), (number, named)
    fresh = clean(site, tmp_path / "clean")
    assert (names_of(fresh), sorted(inventory(fresh))) == (named, sorted(inventory(site)))
    assert "genindex.html" not in differences(site, fresh)


def test_pagefind_indexes_no_hidden_document(make_site: MakeSite) -> None:
    conf = CONF | {"html_theme": "blogext", "html_theme_options": {"search": "pagefind"}}
    site = make_site(FILES, conf | {"suppress_warnings": ["theme.pagefind"]})
    indexed = {name for name in site.pages if "data-pagefind-body" in site.page(name).source}
    assert indexed == {"blog/open", "index"}


class OtherIndex(IndexBuilder):
    """The search index of a theme, which keeps other things."""

    def freeze(self) -> dict[str, Any]:
        return {"docurls": sorted(self._titles), "blog_posts": "its own"}


def test_the_index_of_a_theme_is_left_alone(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinx.search.IndexBuilder", OtherIndex)
    site = make_site({**INDEX, "blog/a.md": md("A")})
    assert '"its own"' in (site.outdir / "searchindex.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("builder", ["html", "text"])
def test_what_is_hidden_is_in_no_list_for_language_models(make_site: MakeSite, builder: str) -> None:
    """``sphinx-llms-txt`` reads its option, which contains patterns, at the end of the build."""
    option = "\ndef setup(app):\n    app.add_config_value('llms_txt_exclude', ['own*'], '')\n"
    site = make_site({**INDEX, "blog/a.md": md("A"), "blog/[b].md": md("B", unlisted=True)}, option, builder)
    assert site.app.config.llms_txt_exclude == ["own*", *(["blog/[[]b]"] if builder == "html" else [])]


#: For Sphinx's own search, in other themes.
DOCUMENTS = {
    "index.md": "# Home\n\nNothing.\n\n```{toctree}\nguide\nblog/index\n```\n",
    "guide.md": "# Guide\n\nHow to use the heap.\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n```\n",
}
HEAPS = DOCUMENTS | {
    "blog/old.md": md("Heap", "Heap heap.", "2011-03-04", tags="[a, b]"),
    "blog/newer.md": md("A heap is faster", "Words.", "2024-03-04"),
    "blog/newest.md": md("Words", "Of a heap.", "2025-03-04"),
    "blog/draft.md": md("Heap, a draft", "Heap.", "", blogpost=True),
    "blog/hidden.md": md("Heap, unlisted", "Heap.", "2024-01-01", unlisted=True),
}


def scorer(site: Site) -> bool:
    """Return whether the search of a site has our way to rank results."""
    return "blog_posts" in (site.outdir / "_static/language_data.js").read_text(encoding="utf-8")


@needs_chromium
def test_documentation_comes_before_posts_and_new_posts_before_old(make_site: MakeSite, browser: Browser) -> None:
    site = make_site(HEAPS, {"html_theme": "basic"}).build()
    page = browser.new_page()
    with Server(site.outdir) as server:
        page.goto(f"{server.url}/search.html?q=heap")
        page.locator("#search-results li").nth(3).wait_for()
        titles = page.locator("#search-results li > a").all_inner_texts()
    page.close()
    assert titles == ["Guide", "A heap is faster (2024-03-04)", "Heap (2011-03-04)", "Words (2025-03-04)"]


def test_the_index_names_the_posts(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(HEAPS)
    expected = {"blog/newer": ["2024-03-04"], "blog/newest": ["2025-03-04"], "blog/old": ["2011-03-04", "a"]}
    assert index_of(site).get(indexes.POSTS) == expected
    site.edit("blog/old.md", "2011", "2012")
    site.edit("blog/old.md", "[a, b]", "[b]")
    site.delete("blog/newer.md")
    before = (site.outdir / "_static/language_data.js").read_bytes()
    site.build()
    assert index_of(site).get(indexes.POSTS) == {"blog/newest": ["2025-03-04"], "blog/old": ["2012-03-04", "b"]}
    # Its checksum is in every page of some themes.
    assert (site.outdir / "_static/language_data.js").read_bytes() == before
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_without_posts_the_search_is_that_of_sphinx_and_the_way_of_the_site_is_kept(make_site: MakeSite) -> None:
    site = make_site(DOCUMENTS | {"scorer.js": "var Scorer = { mine: 1 };"}).build()
    assert not scorer(site)
    assert index_of(site).get(indexes.POSTS) is None
    site.write("blog/first.md", md("First", "Words.")).build()
    assert scorer(site)
    assert list(index_of(site)[indexes.POSTS]) == ["blog/first"]
    site.configure({"html_search_scorer": str(site.source / "scorer.js")}).build()
    assert not scorer(site)
    assert "mine" in (site.outdir / "_static/language_data.js").read_text(encoding="utf-8")
