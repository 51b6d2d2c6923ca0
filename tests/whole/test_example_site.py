"""The example site, built as strictly as Sphinx can, and checked link by link."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from checker import problems_of_tree
from conftest import ROOT, Site
from page import Page, text

SOURCE = ROOT / "example_site"


@pytest.fixture(scope="module", params=["html", pytest.param("dirhtml", marks=pytest.mark.slow)])
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if request.param == "html":
        example: Site = request.getfixturevalue("example")
        assert example.warnings == []
        return example.outdir
    out = tmp_path_factory.mktemp("example") / request.param
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-j", "auto", "-b", request.param]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1795176000"}
    subprocess.run([*command, "-d", out.parent / "doctrees", SOURCE, out], check=True, env=environment)
    return out


def test_links_fragments_ids_and_texts_of_every_page(output: Path) -> None:
    """Markup that was not understood shows itself by its marks."""
    assert problems_of_tree(output) == []
    for path in sorted(output.rglob("*.html")):
        page = Page(path)
        # A page that only forwards has nothing to be looked at.
        if "_static" in path.parts or 'http-equiv="refresh"' in page.source:
            continue
        content = text(page.main)
        for code in page.texts("pre") + page.texts("code"):
            content = content.replace(code, "")
        assert [m for m in ("```", ":::", ".. more", "<!--", "{postlist}", "{doc}", "%}") if m in content] == [], (
            path
        )
