"""The edits of the guide for contributors work."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from imports import put
from page import Page
from tutorial import BLOCK
from writing import md

import sphinx_blogext

PACKAGE = Path(sphinx_blogext.__file__).parent
GUIDES = ROOT / "docs" / "contributing"


def edits_of(guide: str) -> Iterator[tuple[str, str, str]]:
    """Yield each edit of a guide: the file that was named last, the line that is there, what comes below it."""
    for match in BLOCK.finditer(guide):
        if match["language"] == "diff":
            file = re.findall(r"`(sphinx_blogext/[\w./-]+)`", guide[: match.start()])[-1]
            first, *added = match["text"].strip("\n").splitlines()
            assert added
            assert all(line.startswith("+") for line in added)
            yield file, first[1:], "\n".join(line[1:] for line in added)


def apply(file: Path, line: str, added: str) -> None:
    text = file.read_text(encoding="utf-8")
    start = line.removesuffix("…").rstrip()
    (found,) = (each for each in text.splitlines() if each == line or (line != start and each.startswith(start)))
    file.write_text(text.replace(f"{found}\n", f"{found}\n{added}\n"), encoding="utf-8")


@pytest.mark.slow
def test_a_new_key_in_four_edits(tmp_path: Path) -> None:
    code, source, output = tmp_path / "code", tmp_path / "source", tmp_path / "output"
    shutil.copytree(PACKAGE, code / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    entry = "# Blog\n\n```{postlist}\n:excerpts:\n```\n"
    post = md("Pools", audience="<em>beginners</em>")
    conf = 'extensions = ["myst_parser", "sphinx_blogext"]\nhtml_theme = "basic"\nhtml_baseurl = ""\n'
    put(source, {"conf.py": conf, "index.md": entry, "blog/pools.md": post})
    command = [sys.executable, "-P", "-m", "sphinx", "-q", "-W", "-b", "html", source, output]
    environment = {**os.environ, "PYTHONPATH": str(code)}

    def shown() -> list[list[str]]:
        subprocess.run(command, env=environment, check=True)
        return [Page(output / name).texts(".blog-audience") for name in ("index.html", "blog/pools.html")]

    assert shown() == [[], []]
    edits = list(edits_of((GUIDES / "new-key.md").read_text(encoding="utf-8")))
    assert len(edits) == 4
    for file, line, added in edits:
        apply(code / file, line, added)
    # Without a clean build: what is stored has another form.
    assert shown() == [["<em>beginners</em>"]] * 2
