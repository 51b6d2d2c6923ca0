"""Count the files that a build writes after each of the ten commonest edits of a blog.

Prints a table: the edit, and how many pages and how many files in all were written, for each size of the blog.
Sphinx's own records, the static files that it copies in every build, and the sources of posts are not counted.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from measuring import make_environment

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
_CONF = """\
extensions = ["myst_parser", "sphinx_blogext"]
html_theme = "blogext"
html_baseurl = "https://example.org/"
"""
#: What is written in every build.
_ALWAYS = re.compile(r"_static/|_sources/|\.buildinfo|\.blogext|searchindex\.js|objects\.inv")
_FIRST, _DAYS = date(2016, 1, 1), 3600


def write_blog(folder: Path, posts: int) -> None:
    """Write a blog of short posts in two languages, over ten years, ten of them on a page, and a draft."""
    (folder / "blog").mkdir(parents=True)
    (folder / "conf.py").write_text(_CONF, encoding="utf-8")
    (folder / "index.md").write_text("# Home\n\n```{toctree}\nblog\n```\n", encoding="utf-8")
    (folder / "blog.md").write_text("# Blog\n", encoding="utf-8")
    (folder / "blog" / "picture.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for number in range(posts):
        _write(folder, f"p{number:05}", _FIRST + timedelta(days=number * _DAYS // posts), number)
    _write(folder, "draft", _FIRST + timedelta(days=_DAYS), 2, "draft: true\n")


def _write(folder: Path, name: str, day: date, number: int, more: str = "") -> None:
    tags = ", ".join(f"t{number * step % 31}" for step in (1, 5, 11))
    front = f"date: {day}\ntags: [{tags}]\ncategory: c{number % 6}\nauthor: a{number % 3}\n"
    front += f"language: {'zh' if number % 3 == 1 else 'en'}\n{more}"
    text = f"# Title {number}\n\nLead {number}.\n\n<!-- more -->\n\nBody {number}.\n"
    (folder / "blog" / f"{name}.md").write_text(f"---\n{front}---\n{text}", encoding="utf-8")


def edits_of(posts: int) -> dict[str, Callable[[Path], None]]:
    """Return the edits, by name: each changes the blog in a folder. They are made one after the other."""
    old, new = f"p{posts // 3:05}", f"p{posts - 1:05}"
    return {
        "typo below the marker": _edit(old, "Body", "The body"),
        "title of an old post": _edit(old, "# Title", "# Another title"),
        "title of the newest post": _edit(new, "# Title", "# Another title"),
        "tag added to the newest post": _edit(new, r"tags: \[", "tags: [t30, "),
        "tag removed from an old post": _edit(old, r"tags: \[\w+, ", "tags: ["),
        "description": _edit(old, "date:", "description: What it is about.\ndate:"),
        "picture": _edit(old, "The body", "![A square](picture.svg)\n\nThe body"),
        "date, a month earlier": _edit(old, r"date: \S+", f"date: {_FIRST + timedelta(days=_DAYS // 3 - 30)}"),
        "author": _edit(old, r"author: \w+", "author: somebody"),
        "draft published": _edit("draft", "draft: true\n", ""),
        "new post": lambda folder: _write(folder, "new", _FIRST + timedelta(days=_DAYS + 1), 4),
    }


def _edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        path = folder / "blog" / f"{name}.md"
        text, count = re.subn(old, new, path.read_text(encoding="utf-8"), count=1)
        assert count == 1, (name, old)
        path.write_text(text, encoding="utf-8")

    return edit


def build(folder: Path) -> dict[str, tuple[int, int]]:
    """Build the blog in *folder*; return a state of each file of the output, which differs when it is written."""
    out = folder / "_out"
    command = [sys.executable, "-P", "-m", "sphinx", "-q", "-d", folder / "_doctrees", folder, out]
    subprocess.run(command, check=True, env=make_environment(ROOT), stderr=subprocess.DEVNULL)
    files = {path.relative_to(out).as_posix(): path.stat() for path in out.rglob("*") if path.is_file()}
    return {name: (file.st_mtime_ns, file.st_ino) for name, file in files.items() if not _ALWAYS.match(name)}


def count_written(posts: int) -> dict[str, tuple[int, int]]:
    """Return how many pages, and how many files in all, a build of a blog of *posts* posts writes, by edit."""
    counts = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_blog(folder, posts)
        before = build(folder)
        for label, edit in edits_of(posts).items():
            edit(folder)
            after = build(folder)
            written = [file for file, state in after.items() if before.get(file) != state]
            counts[label] = (sum(file.endswith(".html") for file in written), len(written))
            before = after
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, nargs="+", default=[100, 1000])
    sizes = parser.parse_args().posts
    counts = [count_written(size) for size in sizes]
    print("| edit |", " | ".join(f"{size:,} posts: pages | files" for size in sizes), "|")
    print("|---|" + "--:|" * (2 * len(sizes)))
    for label in counts[0]:
        cells = [str(number) for found in counts for number in found[label]]
        print(f"| {label} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
