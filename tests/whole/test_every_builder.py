"""The site of the README with every builder of Sphinx, in five themes, without a warning."""

import json
import pickle
import re

import pytest
from conftest import MakeSite
from tutorial import blocks
from writing import INDEX, md

THEMES = ("blogext", "alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme")
#: Those that render pages with a theme.
PAGES = ("html", "dirhtml", "singlehtml", "json", "pickle", "htmlhelp", "applehelp", "devhelp", "qthelp", "epub")
OTHERS = (
    *("latex", "text", "man", "texinfo", "xml", "pseudoxml", "gettext", "linkcheck", "doctest", "coverage"),
    *("changes", "dummy"),
)
#: What these themes cannot do without us either.
ALONE = {
    "furo": {"applehelp"},
    "pydata_sphinx_theme": {"json", "pickle", "htmlhelp", "applehelp", "devhelp", "qthelp"},
}
CONF = """
version = release = "1"
nitpicky = True
extensions += ["sphinx.ext.doctest", "sphinx.ext.coverage"]
linkcheck_ignore = [".*"]
applehelp_disable_external_tools = True
applehelp_bundle_id = "org.example"
html_theme = "{}"
"""
HOME = "# Home\n\n```{toctree}\nblog/index\nblog/second\n```\n"
SECOND = ":date: 2026-01-16\n:tags: python\n\nSecond\n======\n\nA sum.\n\n.. more\n\nThe rest.\n"


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_builder_in_a_theme(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, theme: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    conf, *_ = blocks("README.md", "python")
    entry, post = blocks("README.md", "markdown")
    files = {"index.md": HOME, "blog/index.md": entry, "blog/floats.md": post, "blog/second.rst": SECOND}
    site = make_site(files, conf + CONF.format(theme), "dummy")
    # Builders that no theme changes run once.
    for builder in (*PAGES, *(OTHERS if theme == THEMES[0] else ())):
        if builder in ALONE.get(theme, ()):
            continue
        site.build(builder)
        # EPUB asks for what only books need, and the checker of links for a network.
        told = [w for w in site.warnings if not (builder == "epub" and w.message.startswith("conf value"))]
        assert (site.status, told) == (0, []), builder


@pytest.mark.parametrize("extensions", [[], ["sphinx_blogext"]])
def test_the_theme_serializes_pages(make_site: MakeSite, extensions: list[str]) -> None:
    conf = {"html_theme": "blogext", "extensions": ["myst_parser", *extensions]}
    site = make_site(INDEX | {"blog/a.md": md("A")}, conf, "json")
    for builder, read, suffix in (("json", json.loads, "fjson"), ("pickle", pickle.loads, "fpickle")):
        assert site.build(builder).status == 0
        page = read((site.outdir / f"blog/a.{suffix}").read_bytes())
        assert re.search("<p[^>]*>Text.</p>", page["body"])
