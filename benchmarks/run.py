"""Compare builds of a blog with plain Sphinx on the same documents.

Prints the CPU seconds of the whole process (user and system, including child processes), as medians
of interleaved runs, with their ratio to plain Sphinx, and the peak memory of the cold build.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from corpus import write_corpus

ROOT = Path(__file__).parent.parent
_PLAIN = """\
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
html_theme = "alabaster"
html_baseurl = "https://example.org/"
"""
_BLOG = _PLAIN.replace('["myst_parser"]', '["myst_parser", "sphinx_blogext"]').replace('"alabaster"', '"{theme}"')
_STEPS = ("cold", "nothing changed", "body edited", "title and tag edited")
#: Builds on a server that has restored a cache: all sources have new modification times.
_CHECKED_OUT = tuple(f"checked out anew, {step}" for step in _STEPS[1:])


class Cost(NamedTuple):
    """The cost of a build: CPU seconds, and peak resident memory in MiB."""

    seconds: float
    memory: float


def measure(source: Path, output: Path, jobs: int, package: Path = ROOT) -> Cost:
    """Build with the code in *package*, and return the cost."""
    command = [sys.executable, "-P", "-m", "sphinx", "-q", "-j", str(jobs), "-b", "html", str(source), str(output)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=_environment(package))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _environment(package: Path) -> dict[str, str]:
    """Return the environment of a build, in which Python keeps compiled files, as it does for users."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(package)}


def unpack(revision: str, folder: Path) -> Path:
    """Extract the package of *revision* into *folder*."""
    command = ["git", "archive", revision, "sphinx_blogext"]
    archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    # Our package is already compiled, so compile this one before its first build as well.
    subprocess.run([sys.executable, "-m", "compileall", "-q", folder], env=_environment(folder), check=True)
    return folder


def edit(source: Path, step: str, run: int) -> None:
    """Edit a post in the middle of the blog, differently in every run; for a checkout, first touch all files."""
    if step in _CHECKED_OUT:
        for path in source.rglob("*.*"):
            path.touch()
        edit(source, step.partition(", ")[2], run + 1000)
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


def run_all(posts: int, options: argparse.Namespace) -> None:
    costs: dict[tuple[str, str], list[Cost]] = {}
    pages = 0
    for run in range(options.runs):
        with tempfile.TemporaryDirectory() as folder:
            packages = {"plain": ROOT, "blog": ROOT}
            if options.against:
                packages["before"] = unpack(options.against, Path(folder, "package"))
            for name in packages:
                source = Path(folder, name)
                write_corpus(source, posts, toctree=options.toctree)
                conf = _PLAIN if name == "plain" else _BLOG.format(theme=options.theme)
                conf += "blog_compare_contents = True\n" * (name == "blog" and options.checkout)
                (source / "conf.py").write_text(conf, encoding="utf-8")
            for step in _steps(options):
                for name, package in packages.items():
                    source = Path(folder, name)
                    edit(source, step, run)
                    cost = measure(source, source.parent / f"{name}-out", options.jobs, package)
                    costs.setdefault((step, name), []).append(cost)
            pages = len(list(Path(folder, "blog-out", "blog").rglob("*.html"))) - posts
    _print(posts, pages, options, costs)


def _steps(options: argparse.Namespace) -> tuple[str, ...]:
    return (*_STEPS, *_CHECKED_OUT) if options.checkout else _STEPS


def _print(posts: int, pages: int, options: argparse.Namespace, costs: dict[tuple[str, str], list[Cost]]) -> None:
    toctree = ", all posts in a toctree" if options.toctree else ""
    print(f"\n{posts} posts, {pages} list pages, -j {options.jobs}, theme {options.theme}{toctree};", end=" ")
    print(f"CPU seconds, median of {options.runs}\n")
    names = [name for name in ("plain", "before", "blog") if ("cold", name) in costs]
    others = [label for name, label in (("before", options.against), ("blog", "blog")) if name in names]
    print("| |", " | ".join(["plain Sphinx", *others, *(f"{label} : plain" for label in others)]), "|")
    print("|---|" + "--:|" * (2 * len(names) - 1))
    for step in _steps(options):
        _print_row(step, [statistics.median(c.seconds for c in costs[step, name]) for name in names], digits=2)
    memory = [statistics.median(c.memory for c in costs["cold", name]) for name in names]
    _print_row("peak memory, cold (MiB)", memory, digits=0)


def _print_row(label: str, values: list[float], digits: int) -> None:
    """Print a row of values, with their ratios to the first one."""
    cells = [f"{value:.{digits}f}" for value in values] + [f"{value / values[0]:.2f}" for value in values[1:]]
    print(f"| {label} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, nargs="+", default=[200])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--theme", default="blogext")
    parser.add_argument("--toctree", action="store_true", help="put all posts into a toctree")
    parser.add_argument("--checkout", action="store_true", help="also measure builds after a fresh checkout")
    parser.add_argument("--against", metavar="REV", help="also measure the package of another revision")
    options = parser.parse_args()
    for posts in options.posts:
        run_all(posts, options)


if __name__ == "__main__":
    main()
