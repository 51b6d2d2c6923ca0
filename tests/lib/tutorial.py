"""Follows the tutorial of the documentation: writes its files and runs its commands."""

import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

from conftest import ROOT
from page import Page

BLOCK = re.compile(
    r"^ *(?P<fence>`{3,})\{?(?P<language>[\w-]+)\}?[^\n]*\n(?P<text>.*?)^ *(?P=fence)$", re.M | re.S
)
_FILE = re.compile(r"`([\w/]+\.(?:py|md|rst))`")


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of code in a language on a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [match["text"] for match in BLOCK.finditer(text) if match["language"] == language]


def follow_tutorial(python: Path, folder: Path, on_built: Callable[[Path, int], object] = lambda *_: None) -> None:
    """Create the site of the tutorial in *folder* with the interpreter *python*, and check what it promises.

    After each build, *on_built* is called with the folder that has ``html`` and ``preview``, and its number.
    """
    text = (ROOT / "docs" / "tutorial" / "index.md").read_text(encoding="utf-8")
    site = folder / "notes"
    site.mkdir()
    name, end, built = "", 0, []
    for match in BLOCK.finditer(text):
        before, end = text[end : match.start()], match.end()
        name = (_FILE.findall(before) or [name])[-1]
        if "folder `blog`" in before and name == "index.md":
            name = "blog/index.md"
        path = site / name
        if match["language"] == "blog-screenshot":
            continue
        if match["language"] == "console":
            for line in match["text"].splitlines():
                if line.startswith("$ python -m sphinx"):
                    _run(python, line, site)
                    built.append(line)
                    on_built(site / "_build", len(built))
        elif "Add this to" in before:
            path.write_text(path.read_text(encoding="utf-8") + match["text"], encoding="utf-8")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(match["text"], encoding="utf-8")
    out = site / "_build" / "html"
    assert len(built) == 3
    posts = ["A table in a teaser", "The sum of the first numbers", "Hello"]
    assert Page(out / "blog" / "index.html").posts == posts
    assert len(Page(out / "blog" / "tag" / "python.html").posts) == 2
    assert not (out / "blog" / "idea.html").exists()
    assert (site / "_build" / "preview" / "blog" / "idea.html").is_file()
    _run(python, built[0], site)
    on_built(site / "_build", len(built) + 1)
    assert len(Page(out / "blog" / "page" / "2.html").posts) == 1


def _run(python: Path, line: str, folder: Path) -> None:
    # Of what the tests were started with, nothing may lead to the sources.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([python, *shlex.split(line)[2:], "-W", "-q"], cwd=folder, env=environment, check=True)
