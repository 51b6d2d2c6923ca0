"""Posts in no list are in nothing else that names all documents."""

import importlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
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
NOW = "1792000000"  # in October 2026


@pytest.fixture(autouse=True)
def _october(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", NOW)


def inventory(site: Site) -> list[str]:
    source = (site.outdir / "objects.inv").read_bytes().split(b"\n", 4)[4]
    return zlib.decompress(source).decode().splitlines()


def names_of(site: Site) -> dict[str, set[str]]:
    """Which of the posts are named where."""
    source = (site.outdir / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(source.removeprefix("Search.setIndex(").rstrip(";\n").removesuffix(")"))
    indexes = {name: site.page(name).source.lower() for name in ("genindex", "py-modindex") if site.has(name)}
    own = [index[name] for name in "objects indexentries docnames filenames titles titleterms".split()]
    found = {"search": json.dumps(own).lower(), "inventory": "\n".join(inventory(site)).lower(), **indexes}
    words = ("open", "unlisted", "soon", "undated")
    return {place: {word for word in words if word in text} for place, text in found.items()}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_what_is_in_no_list_is_in_no_index(make_site: MakeSite, builder: str) -> None:
    site = make_site(FILES, CONF, builder)
    assert site.warnings == []
    # What was changed while Sphinx wrote is as it was.
    assert site.app.config.html_search_scorer == ""
    named = names_of(site)
    assert named == {place: {"open"} for place in ("search", "inventory", "genindex", "py-modindex")}
    # They are there, and links lead to them.
    assert len(site.page("index").links("a.internal")) == 3
    assert all(site.has(f"blog/{name}") for name in ("unlisted", "soon", "undated"))
    assert build_of(site.app.env).hidden_documents == {"blog/unlisted", "blog/soon", "blog/undated"}


def test_in_a_preview_drafts_are_found(make_site: MakeSite) -> None:
    named = names_of(make_site(FILES, CONF | {"blog_show_drafts": True}))
    assert named["search"] == named["inventory"] == {"open", "soon", "undated"}


@pytest.mark.slow
@pytest.mark.parametrize("speedups", [True, False])
def test_after_each_step_indexes_are_those_of_a_clean_build(
    make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, speedups: bool
) -> None:
    site = make_site(FILES, CONF | {"blog_speedups": speedups})
    others = {"unlisted", "soon", "undated"}
    steps: list[tuple[Callable[[], object], set[str]]] = [
        (lambda: None, {"open"}),
        (lambda: site.edit("index.md", "# Home", "# House"), {"open"}),
        (lambda: site.edit("blog/unlisted.md", "unlisted: true", "unlisted: false"), {"open", "unlisted"}),
        (lambda: site.edit("blog/open.md", "date:", "unlisted: true\ndate:"), {"unlisted"}),
        # Nothing but the time has changed.
        (lambda: monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000"), {"unlisted", "soon"}),
        (lambda: site.edit("blog/undated.md", "blogpost: true", "date: 2026-01-01"), others),
        (lambda: site.delete("blog/open.md"), others),
    ]
    for number, (step, expected) in enumerate(steps):
        step()
        site.build()
        named = names_of(site)
        assert all(found == expected for found in named.values()), (number, named)
        # Once before nothing but the time changes, and at the end.
        if number in {3, len(steps) - 1}:
            fresh = clean(site, tmp_path / "clean")
            assert names_of(fresh) == named, number
            assert sorted(inventory(fresh)) == sorted(inventory(site)), number
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


@pytest.mark.parametrize("is_early", [True, False])
def test_the_index_of_a_theme_is_left_alone(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, is_early: bool
) -> None:
    """Whether the theme has replaced Sphinx's before our module was imported, or after."""
    monkeypatch.setattr("sphinx.search.IndexBuilder", OtherIndex)
    if is_early:
        importlib.reload(indexes)
    site = make_site({**INDEX, "blog/a.md": md("A")})
    assert site.status == 0
    text = (site.outdir / "searchindex.js").read_text(encoding="utf-8")
    assert '"docurls"' in text
    assert '"its own"' in text


@pytest.mark.parametrize("builder", ["html", "text"])
def test_what_is_hidden_is_in_no_list_for_language_models(make_site: MakeSite, builder: str) -> None:
    """``sphinx-llms-txt`` reads its option, which contains patterns, at the end of the build."""
    option = "\ndef setup(app):\n    app.add_config_value('llms_txt_exclude', ['own*'], '')\n"
    files = {**INDEX, "blog/a.md": md("A"), "blog/[b].md": md("B", unlisted=True)}
    site = make_site(files, option, builder)
    assert site.app.config.llms_txt_exclude == ["own*", *(["blog/[[]b]"] if builder == "html" else [])]
