"""Posts that are notebooks, and teasers with citations."""

from __future__ import annotations

import importlib.util
import json
from typing import TYPE_CHECKING

import pytest
from checker import problems_of_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site

_BIBLIOGRAPHY = "@book{knuth, title={TAOCP}, author={Knuth, D.}, year={1968}, publisher={AW}}\n"
_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def _notebook() -> str:
    """A notebook with a picture above the marker; its front matter is its metadata."""
    cells = [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Notebook\n\nIntro $x$"},
        {
            "cell_type": "code",
            "id": "b",
            "execution_count": 1,
            "metadata": {},
            "source": "plot()",
            "outputs": [{"output_type": "display_data", "metadata": {}, "data": {"image/png": _PIXEL}}],
        },
        {"cell_type": "markdown", "id": "c", "metadata": {}, "source": "<!-- more -->\n\nThe rest."},
    ]
    kernel = {"name": "python3", "display_name": "Python 3"}
    language = {"name": "python"}
    metadata = {"kernelspec": kernel, "language_info": language, "date": "2024-06-01", "tags": ["a tag"]}
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.skipif(importlib.util.find_spec("myst_nb") is None, reason="myst-nb is not installed")
def test_a_notebook_is_a_post(make_site: Callable[..., Site]) -> None:
    conf = {
        "extensions": ["myst_nb", "sphinx_blogext"],
        "nb_execution_mode": "off",
        # Sphinx would add to its default for all builds of this process.
        "source_suffix": {".md": "myst-nb", ".ipynb": "myst-nb"},
        "myst_enable_extensions": ["dollarmath"],
    }
    site = make_site({"index.md": "# Home\n", "blog/n.ipynb": _notebook()}, conf)
    assert site.warnings == []
    page = site.page("blog/tag/a-tag")
    assert page.posts == ["Notebook"]
    assert len(page.all("img")) == 1
    assert page.links(".blog-read-more a") == ["../../blog/n.html#more"]
    assert problems_of_tree(site.outdir, only_content=True, skip=["search.html"]) == []


@pytest.mark.skipif(importlib.util.find_spec("sphinxcontrib.bibtex") is None, reason="bibtex is not installed")
def test_a_citation_leads_to_its_text_below_the_cut(make_site: Callable[..., Site]) -> None:
    post = (
        "---\ndate: 2024-01-01\n---\n# Post\n\nSee {cite:p}`knuth`.\n\n<!-- more -->\n\n```{bibliography}\n```\n"
    )
    conf = {
        "extensions": ["myst_parser", "sphinxcontrib.bibtex", "sphinx_blogext"],
        "bibtex_bibfiles": ["refs.bib"],
    }
    site = make_site({"index.md": "# Home\n", "refs.bib": _BIBLIOGRAPHY, "blog/p.md": post}, conf)
    assert site.warnings == []
    [link] = site.page("blog").links(".bibtex-citation a")
    assert link.startswith("./blog/p.html#")
    assert problems_of_tree(site.outdir, only_content=True, skip=["search.html"]) == []
