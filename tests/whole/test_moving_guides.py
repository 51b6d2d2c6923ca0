"""The commands of the guides for those who must move now, on a small site of each."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from imports import put
from old_sites import SITES
from page import Page
from tutorial import blocks

_PROGRAMS = {"blogext": (sys.executable, "-P", "-m", "sphinx_blogext"), "python": (sys.executable, "-P")}


def commands(guide: str) -> list[list[str]]:
    """Return the commands of a guide; what is installed is here already."""
    (block,) = blocks(f"docs/how-to/{guide}.md", "console")
    lines = [shlex.split(line.removeprefix("$ ")) for line in block.splitlines()]
    assert len(lines) == 3
    return [line for line in lines if "pip" not in line]


def run(command: list[str], folder: Path) -> None:
    environment = {**os.environ, "LANGUAGE": "en"}
    program = (*_PROGRAMS[command[0]], *command[1:])
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode(errors="replace")


@pytest.mark.slow
def test_a_blog_leaves_material(tmp_path: Path) -> None:
    put(tmp_path / "old-docs", SITES["material"].files)
    create, convert, build = commands("leaving-material")
    run(create, tmp_path)
    run(convert, tmp_path)
    conf, settings = tmp_path / "site" / "conf.py", tmp_path / "site" / "blog" / "conf-material.py"
    conf.write_text(conf.read_text(encoding="utf-8") + settings.read_text(encoding="utf-8"), encoding="utf-8")
    settings.unlink()
    run(build, tmp_path)
    output = tmp_path / "site" / "_build" / "html"
    assert "The first post: yes" in Page(output / "blog" / "index.html").posts
    old = (output / "news/2024/01/the-first-post-yes/index.html").read_text(encoding="utf-8")
    assert 'href="../../../../blog/first.html"' in old


@pytest.mark.slow
@pytest.mark.parametrize("guide", ["ablog-sphinx-9", "from-ablog"])
def test_the_word_that_moves_a_site_of_ablog(guide: str, tmp_path: Path) -> None:
    word = next(line for line in blocks(f"docs/how-to/{guide}.md", "python") if '# was: "ablog"' in line).strip()
    files = SITES["ablog"].files
    conf = str(files["conf.py"]).replace("extensions = ['ablog', 'myst_parser']", word)
    assert word in conf
    put(tmp_path, files | {"conf.py": conf})
    (build,) = commands("ablog-sphinx-9")
    run(build, tmp_path)
    output = tmp_path / "_build" / "html"
    for name in ("posts/first.html", "news/tag/deep.html", "news/archive.html", "news/2024.html"):
        assert (output / name).is_file(), name
    assert "https://ablog.example/posts/first.html" in (output / "news" / "atom.xml").read_text(encoding="utf-8")
