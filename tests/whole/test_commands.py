"""The commands of the documentation, run in the order of each page, in a site such as the page speaks of."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from imports import put
from old_sites import SITES
from tutorial import blocks

from sphinx_blogext.command.main import main

pytestmark = pytest.mark.slow

DOCUMENTATION = {
    "conf.py": "extensions = []\nhtml_baseurl = ''\n",
    "index.rst": "Home\n====\n\n.. toctree::\n\n   a\n",
    "a.rst": "A\n=\n",
}
NEWS = {"news.md": "# News\n\n## 2024-05-06 A pool\n\nText.\n\n## 2024-05-07 Another\n\nText.\n"}
BLOG = {
    "conf.py": "extensions = ['myst_parser', 'sphinx_blogext']\nhtml_baseurl = 'https://example.org/'\n",
    "index.md": "# Home\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# Blog\n\n```{postlist}\n```\n",
    "blog/hello.md": "---\ndate: 2024-05-06\ndescription: A greeting.\n---\n# Hello\n\nText.\n",
}
POST = "---\ntitle: A pool\ndate: 2024-05-06\n---\nText.\n"
#: Where the posts of other engines are.
FOLDERS = (
    *("../old-blog/src/blog", "../astro-blog/src/content/blog", "../gatsby-blog/content/blog"),
    *("../quarto-blog/posts", "output/posts", "posts"),
)
#: Tests of these follow the tutorial, and move a site of ABlog's and one of Material's.
ELSEWHERE = ("tutorial/index", "how-to/ablog-sphinx-9", "how-to/leaving-material")
#: In a workflow, and in the text: with all its arguments.
_RUN = re.compile(r"^ *- (?:run: )?((?:python -m sphinx|blogext) [^\n]*)$", re.MULTILINE)
_INLINE = re.compile(r"`(?:[^`\n]* && )?(python -m sphinx -[^`\n]* [\w.]+ [\w./]+|blogext new [^`\n]*\"[^`\n]*)`")


def steps_of(page: str) -> list[list[str]]:
    """Return what can be run without the network, and ends by itself."""
    lines = [line[2:] for block in blocks(page, "console") for line in block.splitlines() if line.startswith("$ ")]
    lines += [line for block in blocks(page, "yaml") for line in _RUN.findall(block)]
    lines += _INLINE.findall((ROOT / page).read_text(encoding="utf-8"))
    steps = [shlex.split(line, comments=True) for line in lines]
    steps = [step for step in steps if not {"pip", "serve", "--from", "--spec"} & set(step)]
    return [step for step in steps if step[0] in {"blogext", "python", "sphinx-build", "cd"} or "=" in step[0]]


TEXTS = {path.relative_to(ROOT).as_posix() for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))}
TEXTS = {page for page in TEXTS if not page.removeprefix("docs/").startswith(ELSEWHERE)}
PAGES = {page: steps for page in TEXTS if (steps := steps_of(page))}


def write_site(folder: Path, steps: list[list[str]]) -> None:
    words = {word for step in steps for word in step}
    is_documentation = "." in words and "init" in words
    source = folder / "docs" if any(word.startswith("docs") for word in words) else folder
    if "init" not in words or is_documentation:
        put(source, DOCUMENTATION if is_documentation else BLOG | (NEWS if "sections" in words else {}))
    engine = next(iter(words & SITES.keys()), "")
    for place in (folder, folder.parent):
        for name in ("old-blog", "old-site", "old-docs") if engine else ():
            put(place / name, SITES[engine].files)
    if "markdown" in words:
        for number, name in enumerate(FOLDERS):
            put(folder / name, {f"2024-05-06-pool-{number}.md": POST})


@pytest.mark.parametrize("page", sorted(PAGES))
def test_the_commands_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, folder = PAGES[page], tmp_path / "site"
    folder.mkdir()
    write_site(folder, steps)
    for name, *arguments in steps:
        monkeypatch.chdir(folder)
        if name == "cd":
            folder /= arguments[0]
        elif name == "blogext":
            assert main(arguments) == 0, arguments
        else:
            # The only variable is the time.
            variables = dict([name.split("=")]) if "=" in name else {}
            while "sphinx" in arguments[:3]:
                arguments.pop(0)
            command = [sys.executable, "-P", "-m", "sphinx", "-q", *arguments]
            subprocess.run(command, env=os.environ | variables, check=True)
