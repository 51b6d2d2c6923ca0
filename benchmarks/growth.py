"""Measure how builds grow with a blog that has much of one thing: ``growth.py --sizes 125 250 500 1000``.

Prints, for each kind of blog, the CPU seconds and the peak memory of a clean build at each size, and the slope of
the last step: the logarithm to base 2 of what it multiplies them by, without the cost of an empty blog, where each
step doubles the size. Linear growth has a slope of 1. Posts have one line of text, so that little else counts.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import date, timedelta
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING

from measuring import measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from measuring import Cost

ROOT = Path(__file__).parent.parent
_CONF = """\
extensions = ["myst_parser", "sphinx_blogext"]
html_theme = "blogext"
html_baseurl = "https://example.org/"
"""
_LANGUAGES = "ar ca cs da de el en es et fi fr he hu it ja ko nl pl pt ru".split()
_FIRST = date(2000, 1, 1)
#: What post *number* of *size* posts has in its front matter and its text, by the name of the blog.
_POSTS: dict[str, Callable[[int, int], tuple[str, str]]] = {
    "one series": lambda number, size: ("series: s", ""),
    "as many tags as posts": lambda number, size: (
        f"tags: [t{number}, t{number * 7 % size}, t{number * 31 % size}]",
        "",
    ),
    "an author for every two posts": lambda number, size: (f"author: a{number // 2}", ""),
    "20 languages": lambda number, size: (f"language: {_LANGUAGES[number % 20]}", ""),
    "five links to other posts": lambda number, size: (
        "",
        " ".join(f"[](/blog/p{(number * step + 1) % size}.md)" for step in (3, 7, 11, 13, 17)),
    ),
}
#: Each is a post.
_RELEASES = "one document of releases"


def write_blog(folder: Path, kind: str, size: int) -> None:
    """Write a blog of *size* posts."""
    (folder / "blog").mkdir(parents=True)
    (folder / "conf.py").write_text(_CONF, encoding="utf-8")
    (folder / "index.md").write_text("# Home\n\n```{toctree}\nblog\n```\n", encoding="utf-8")
    (folder / "blog.md").write_text("# Blog\n", encoding="utf-8")
    days = [_FIRST + timedelta(days=number * 9000 // max(size, 1)) for number in range(size)]
    if kind == _RELEASES:
        (folder / "conf.py").write_text(f'{_CONF}blog_changelog = "changes"\n', encoding="utf-8")
        releases = "".join(f"## {number}.0 ({day})\n\n- Change {number}.\n\n" for number, day in enumerate(days))
        (folder / "changes.md").write_text(f"# Changes\n\n{releases}", encoding="utf-8")
        return
    for number, day in enumerate(days):
        front, text = _POSTS[kind](number, size)
        content = f"---\ndate: {day}\n{front}\n---\n# Title {number}\n\nLead {number}. {text}\n"
        (folder / "blog" / f"p{number}.md").write_text(content, encoding="utf-8")


def build(kind: str, size: int) -> Cost:
    with tempfile.TemporaryDirectory() as name:
        source = Path(name, "source")
        write_blog(source, kind, size)
        return measure(
            (sys.executable, "-P", "-m", "sphinx", "-q", "-b", "html", source, Path(name, "out")), package=ROOT
        )


def slope(first: float, last: float, doublings: float) -> float:
    return log2(last / first) / doublings if first > 0 and last > 0 else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[250, 500, 1000])
    parser.add_argument("--kinds", nargs="+", default=[*_POSTS, _RELEASES])
    options = parser.parse_args()
    sizes = options.sizes
    print(f"| | {' | '.join(f'{size:,}: s | MiB' for size in sizes)} | slope: s | MiB |")
    print(f"|---|{'--:|' * (2 * len(sizes) + 2)}")
    for kind in options.kinds:
        empty = build(kind, 0)
        costs = [build(kind, size) for size in sizes]
        cells = " | ".join(f"{cost.seconds:.1f} | {cost.memory:.0f}" for cost in costs)
        before, last, doublings = costs[-2], costs[-1], log2(sizes[-1] / sizes[-2])
        time = slope(before.seconds - empty.seconds, last.seconds - empty.seconds, doublings)
        memory = slope(before.memory - empty.memory, last.memory - empty.memory, doublings)
        print(f"| {kind} | {cells} | {time:.2f} | {memory:.2f} |", flush=True)


if __name__ == "__main__":
    main()
