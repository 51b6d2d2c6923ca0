"""Measure builds of a blog against plain Sphinx on the same documents.

Printed are CPU seconds of the whole process (user and system, children included): medians
of interleaved runs, and their ratio to plain Sphinx in the same run.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from corpus import write_corpus

_PLAIN = 'extensions = ["myst_parser"]\nmyst_enable_extensions = ["dollarmath"]\nhtml_theme = "alabaster"\n'
_BLOG = _PLAIN.replace('["myst_parser"]', '["myst_parser", "sphinx_blogext"]').replace('"alabaster"', '"{theme}"')
_STEPS = ("cold", "no-op", "body edited", "title and tag edited")


def measure(source: Path, output: Path) -> float:
    """Return the CPU seconds of one build."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(output)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def edit(source: Path, step: str, run: int) -> None:
    """Change a post in the middle of the blog, differently in every run."""
    posts = sorted((source / "blog").glob("*.md"))
    path = posts[len(posts) // 2]
    text = path.read_text(encoding="utf-8")
    if step == "body edited":
        text += f"\nOne more line, {run}.\n"
    elif step == "title and tag edited":
        text = text.replace("# ", f"# Edited {run} ", 1).replace("tags: [", f"tags: [edited {run}, ", 1)
    else:
        return
    path.write_text(text, encoding="utf-8")


def run_all(posts: int, runs: int, theme: str) -> None:
    times: dict[tuple[str, str], list[float]] = {}
    for run in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            sites = {"plain": Path(folder, "plain"), "blog": Path(folder, "blog")}
            for name, conf in (("plain", _PLAIN), ("blog", _BLOG.format(theme=theme))):
                write_corpus(sites[name], posts)
                (sites[name] / "conf.py").write_text(conf, encoding="utf-8")
            for step in _STEPS:
                for name, source in sites.items():
                    edit(source, step, run)
                    times.setdefault((step, name), []).append(measure(source, source.parent / f"{name}-out"))
    print(f"{posts} posts, median of {runs}, CPU seconds, theme {theme}")
    print(f"{'':24}{'plain Sphinx':>14}{'blog':>10}{'ratio':>8}")
    for step in _STEPS:
        plain, blog = (statistics.median(times[step, name]) for name in ("plain", "blog"))
        print(f"{step:24}{plain:14.2f}{blog:10.2f}{blog / plain:8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--theme", default="blogext")
    options = parser.parse_args()
    run_all(options.posts, options.runs, options.theme)


if __name__ == "__main__":
    main()
