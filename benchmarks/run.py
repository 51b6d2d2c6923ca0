"""Compare builds of a blog with plain Sphinx on the same documents.

Prints the CPU seconds of the whole process (user and system, including child processes), as medians
of interleaved runs, with their ratio to plain Sphinx, and the peak memory of the cold build. Only ratios
of one run can be compared: another machine, or another hour, has other seconds.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from datetime import date
from importlib.metadata import version
from pathlib import Path

from corpus import CHINESE, Post, exchange_tag, find_middle, to_directive, to_myst, write_corpus
from measuring import STEPS, BuildError, Cost, edit, make_environment, measure

ROOT = Path(__file__).parent.parent
_SITES = Path(__file__).parent / "sites"
#: Builds on a server that has restored a cache: all sources have new modification times.
_CHECKED_OUT = tuple(f"checked out anew, {step}" for step in STEPS[1:])
_TAG_EXCHANGED = "tag exchanged"
#: How posts say what they are; plain Sphinx knows only front matter.
_FORMS = {"front-matter": to_myst, "directive": to_directive}


def unpack(revision: str, folder: Path) -> Path:
    """Extract the package of *revision* into *folder*."""
    command = ["git", "archive", revision, "sphinx_blogext"]
    archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    # Our package is already compiled, so compile this one before its first build as well.
    subprocess.run([sys.executable, "-m", "compileall", "-q", folder], env=make_environment(folder), check=True)
    return folder


def change(source: Path, step: str, run: int, post: Post, form: str) -> Post:
    """Edit *post* in *source* and return it as it is now; for a checkout, first touch all files."""
    if step in _CHECKED_OUT:
        for path in source.rglob("*.*"):
            path.touch()
        return change(source, step.partition(", ")[2], run + 1000, post, form)
    edited = exchange_tag(post, run) if step == _TAG_EXCHANGED else edit(post, step, run)
    # A file that is written again has a new modification time.
    if edited != post:
        (source / "blog" / f"{post.name}.md").write_text(_FORMS[form](edited), encoding="utf-8")
    return edited


def build(source: Path, output: Path, jobs: int, package: Path = ROOT) -> Cost:
    """Build with the code in *package*, and return the cost."""
    command = (sys.executable, "-P", "-m", "sphinx", "-q", "-j", str(jobs), "-b", "html", source, output)
    return measure(command, package=package)


def configure(name: str, options: argparse.Namespace) -> str:
    """Return the ``conf.py`` of plain Sphinx, or of a blog in the chosen theme."""
    if name == "plain":
        return (_SITES / "sphinx" / "conf.py").read_text(encoding="utf-8")
    conf = (_SITES / "sphinx-blogext" / "conf.py").read_text(encoding="utf-8")
    conf += f"html_theme = {options.theme!r}\n"
    conf += 'blog_pagination = "stable"\n' * (name == "stable")
    return conf + "blog_compare_contents = True\n" * (name == "blog" and options.checkout)


def run_all(posts: int, options: argparse.Namespace) -> None:
    costs: dict[tuple[str, str], list[Cost]] = {}
    pages = 0
    # What a run has written stays until the end: file systems may look for a free place for each new file among
    # those of files just deleted, for minutes.
    with tempfile.TemporaryDirectory() as everything:
        for run in range(options.runs):
            folder = Path(everything, str(run))
            folder.mkdir()
            packages = {"plain": ROOT, "blog": ROOT} | ({"stable": ROOT} if options.stable else {})
            if options.against:
                packages["before"] = unpack(options.against, folder / "package")
            forms = {name: "front-matter" if name == "plain" else options.form for name in packages}
            for name in packages:
                to_form = _FORMS[forms[name]]
                write_corpus(
                    folder / name, posts, toctree=options.toctree, chinese=options.chinese, to_form=to_form
                )
                (folder / name / "conf.py").write_text(configure(name, options), encoding="utf-8")
            middle = dict.fromkeys(packages, find_middle(posts, options.chinese))
            for step in _steps(options):
                for name, package in packages.items():
                    source = folder / name
                    # Each build takes up to a minute, and results come at the end.
                    print(f"run {run + 1} of {options.runs}: {step}, {name}", file=sys.stderr, flush=True)
                    middle[name] = change(source, step, run, middle[name], forms[name])
                    cost = build(source, source.parent / f"{name}-out", options.jobs, package)
                    costs.setdefault((step, name), []).append(cost)
            pages = len(list((folder / "blog-out" / "blog").rglob("*.html"))) - posts
    _print(posts, pages, options, costs)


def _steps(options: argparse.Namespace) -> tuple[str, ...]:
    return (*STEPS, _TAG_EXCHANGED, *(_CHECKED_OUT if options.checkout else ()))


def _print(posts: int, pages: int, options: argparse.Namespace, costs: dict[tuple[str, str], list[Cost]]) -> None:
    toctree = ", all posts in a toctree" if options.toctree else ""
    print(f"\n{posts} posts, {pages} list pages, -j {options.jobs}, theme {options.theme}{toctree};", end=" ")
    print(f"{options.form}, {options.chinese:.0%} Chinese; CPU seconds, median of {options.runs}\n")
    names = [name for name in ("plain", "before", "blog", "stable") if ("cold", name) in costs]
    labels = {"before": options.against, "blog": "blog", "stable": "stable pages"}
    others = [label for name, label in labels.items() if name in names]
    print("| |", " | ".join(["plain Sphinx", *others, *(f"{label} : plain" for label in others)]), "|")
    print("|---|" + "--:|" * (2 * len(names) - 1))
    for step in _steps(options):
        _print_row(step, [statistics.median(c.seconds for c in costs[step, name]) for name in names], digits=2)
    memory = [statistics.median(c.memory for c in costs["cold", name]) for name in names]
    _print_row("peak memory, cold (MiB)", memory, digits=0)


def _describe_machine() -> str:
    """Return what measurements depend on."""
    names = ("sphinx", "docutils", "myst-parser")
    python = f"Python {platform.python_version()}"
    versions = ", ".join((python, *(f"{name} {version(name)}" for name in names)))
    return f"{date.today()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores; {versions}"


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
    parser.add_argument("--stable", action="store_true", help='also measure blog_pagination = "stable"')
    parser.add_argument("--form", choices=_FORMS, default="front-matter", help="how posts say what they are")
    parser.add_argument("--chinese", type=float, default=CHINESE, help="the share of posts in Chinese")
    parser.add_argument("--checkout", action="store_true", help="also measure builds after a fresh checkout")
    parser.add_argument("--against", metavar="REV", help="also measure the package of another revision")
    options = parser.parse_args()
    print(_describe_machine())
    for posts in options.posts:
        try:
            run_all(posts, options)
        except BuildError as error:
            raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
