"""Posts that are notebooks."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from checker import problems_of_tree
from conftest import MakeSite
from page import elements, parse

from sphinx_blogext.read.front_matter import notebook_fields

_NEEDS_MYST_NB = pytest.mark.skipif(importlib.util.find_spec("myst_nb") is None, reason="myst-nb is not installed")
_NOTEBOOKS = {
    "extensions": ["myst_nb", "sphinx_blogext"], "nb_execution_mode": "off",
    "myst_enable_extensions": ["dollarmath"],
}  # fmt: skip
_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def _notebook(*tags: str, **metadata: Any) -> str:
    """A notebook with a picture above the marker, in a cell with *tags*; its front matter is its metadata."""
    shown = {"output_type": "display_data", "metadata": {}, "data": {"image/png": _PIXEL}}
    code = {"source": "plot()", "outputs": [shown]}
    cells = [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Notebook\n\nIntro $x$"},
        {"cell_type": "code", "id": "b", "execution_count": 1, "metadata": {"tags": tags}, **code},
        {"cell_type": "markdown", "id": "c", "metadata": {}, "source": "<!-- more -->\n\nThe rest."},
    ]
    metadata |= {"kernelspec": {"name": "python3", "display_name": "P"}, "language_info": {"name": "python"}}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


POST = {"date": "2024-06-01", "tags": ["a tag"]}


@_NEEDS_MYST_NB
def test_a_notebook_is_a_post(make_site: MakeSite) -> None:
    notebooks = {"blog/n.ipynb": _notebook(**POST), "blog/plain.ipynb": _notebook()}
    notebooks["blog/draft.ipynb"] = _notebook(**POST, draft=True)
    site = make_site({"index.md": "# Home\n\n```{toctree}\nblog/n\nblog/plain\n```\n", **notebooks}, _NOTEBOOKS)
    assert {path.stem for path in site.outdir.parent.glob("jupyter_execute/*/*")} == {"n", "plain"}
    # Without metadata, it is none. Of a draft, nothing is left, not even what MyST-NB writes beside the output.
    assert (site.warnings, site.has("blog/plain")) == ([], True)
    page = site.page("blog/tag/a-tag")
    assert page.posts == site.page("blog").posts == ["Notebook"]
    assert (len(page.all("img")), page.links(".blog-read-more a")) == (1, ["../../blog/n.html#more"])
    assert problems_of_tree(site.outdir, only_content=True, skip=["search.html"]) == []
    # Feeds and print have what it shows.
    (item,) = site.items()
    (source,) = re.findall(r'<img[^>]* src="([^"]*)"', item["content_html"])
    assert (site.outdir / source.removeprefix("https://example.org/")).is_file()
    site.build("latex")
    (tex,) = site.outdir.glob("*.tex")
    picture, *_ = re.findall(r"\\sphinxincludegraphics\{\{(\w+)\}", tex.read_text(encoding="utf-8"))
    assert list(site.outdir.glob(f"{picture}.*"))


@_NEEDS_MYST_NB
def test_the_buttons_of_a_hidden_cell_are_in_no_feed(make_site: MakeSite) -> None:
    tags = ("hide-input", "hide-cell", "hide-output")
    notebooks = {f"blog/{tag}.ipynb": _notebook(tag, **POST) for tag in tags}
    site = make_site({"index.md": "# Home\n", **notebooks}, _NOTEBOOKS)
    sources = [item["content_html"] for item in site.items()]
    assert len(sources) == len(tags)
    for source in sources:
        assert {"summary", "details"}.isdisjoint(e.tag for e in elements(parse(source)))
        assert not re.search("(Show|Hide) code", source)
        assert [words in source for words in ("plot()", "<img")] == [True, True]


@_NEEDS_MYST_NB
def test_the_notebook_that_a_theme_makes_of_text_stays(make_site: MakeSite) -> None:
    pytest.importorskip("sphinx_book_theme")
    head = "date: 2026-05-06\nfile_format: mystnb\nkernelspec: {name: python3}"
    post = f"---\n{head}\n---\n# Post\n\n```{{code-cell}}\n1\n```\n"
    options = {"repository_url": "https://github.com/o/r", "launch_buttons": {"colab_url": "https://example.org/"}}
    conf = _NOTEBOOKS | {"html_theme": "sphinx_book_theme", "html_theme_options": options}
    site = make_site({"index.md": "# Home\n", "blog/p.md": post}, conf)
    assert '"../_sources/blog/p.ipynb"' in site.page("blog/p").source
    assert (site.outdir / "_sources/blog/p.ipynb").is_file()


@pytest.mark.parametrize(
    ("metadata", "fields"),
    [
        ('{"date": "2024-06-01", "Tags": ["a, b", "c"], "draft": true}', {"date", "tags", "draft"}),
        ('{"kernelspec": {"name": "x"}, "language_info": {}, "author": null}', {"author"}),
        *((text, set()) for text in ("[]", '"text"')),
    ],
)
def test_metadata_is_front_matter(tmp_path: Path, metadata: str, fields: set[str]) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text(f'{{"metadata": {metadata}}}', encoding="utf-8")
    assert notebook_fields(str(path)).keys() == fields
    for broken in ("", "[]", "{", "nonsense"):
        path.write_text(broken, encoding="utf-8")
        assert notebook_fields(str(path)) == {}
    assert notebook_fields(str(tmp_path / "n.md")) == {}
