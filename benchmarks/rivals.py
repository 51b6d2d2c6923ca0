"""Compare builds of the same posts with other engines.

Prints the CPU seconds of the whole process (user and system, including child processes), as medians
of interleaved runs, and the peak memory of the cold build. Each engine is installed below a cache folder.
"""

from __future__ import annotations

import argparse
import platform
import re
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from corpus import find_middle
from engines import ENGINES
from installing import UnavailableError
from measuring import STEPS, BuildError, Cost, edit, measure

if TYPE_CHECKING:
    from corpus import Post
    from engines import Engine

_CACHE = Path(__file__).parent / ".rivals"
_TAG = re.compile(r"<[^>]*>")
_NAME = re.compile(r"post-\d{5}")


class Output(NamedTuple):
    """What a build has written: how many pages, and the names of the posts that have one."""

    pages: int
    names: set[str]
    #: The text of the page of one post, and whether any other page has its title.
    text: str
    is_listed: bool


class Installed(NamedTuple):
    """An engine that can be run."""

    engine: Engine
    programs: Path
    version: str


class Rival:
    """The builds of an engine, and what they have cost."""

    def __init__(self, installed: Installed, posts: int) -> None:
        self.engine, self.programs, self.version = installed
        self.posts = posts
        self.costs: dict[str, list[Cost]] = {step: [] for step in STEPS}
        #: The number of pages of the cold build.
        self.pages = 0
        #: Why the engine takes no further part.
        self.failure = ""

    def prepare(self, folder: Path) -> None:
        self.source, self.output = folder / "source", folder / "output"
        self.post = find_middle(self.posts)
        self.engine.write(self.source, self.posts, self.programs)

    def build(self, step: str, run: int) -> None:
        """Edit the post in the middle, build, and note the cost if the output is complete."""
        edited = edit(self.post, step, run)
        # A file that is written again has a new modification time.
        if edited != self.post:
            self.engine.write_post(self.source, edited)
            self.post = edited
        cost = measure(self.engine.fill_command(self.programs, self.output), self.source)
        output = read_output(self.output, self.post)
        check(output, self.posts, self.post, has_lists=self.engine.has_lists)
        self.costs[step].append(cost)
        if step == "cold":
            self.pages = output.pages


def read_output(folder: Path, post: Post) -> Output:
    """Read all HTML pages except redirects, one after the other: there may be too many to keep."""
    pages, names, text, is_listed = 0, set(), "", False
    for path in folder.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        if 'http-equiv="refresh"' in html:
            continue
        pages += 1
        found = _NAME.findall(path.relative_to(folder).as_posix())
        names.update(found)
        shown = _TAG.sub("", html)
        if post.name in found:
            text += shown
        else:
            is_listed = is_listed or post.title in shown
    return Output(pages, names, text, is_listed)


def check(output: Output, posts: int, post: Post, *, has_lists: bool) -> None:
    """Check that all posts have a page, and that *post* is on its page and in a list as it is now."""
    if len(output.names) != posts:
        raise BuildError(f"{len(output.names)} of {posts} posts have a page")
    # What edits add: the title, the end of the body, and the first tag.
    last = post.body.rstrip().splitlines()[-1]
    expected = [post.title, *([last] if last.startswith("One more") else []), *post.tags[:has_lists]]
    missing = [text for text in expected if text not in output.text]
    if missing:
        raise BuildError(f"the page of {post.name} lacks {missing[0]!r}")
    if has_lists and not output.is_listed:
        raise BuildError(f"no list has {post.title!r}")


def install_all(names: list[str], cache: Path) -> list[Installed]:
    """Install what can be installed, and name the rest."""
    found = []
    for name in names:
        engine = ENGINES[name]
        try:
            programs = engine.installation.install(cache / engine.site)
            found.append(Installed(engine, programs, engine.installation.find_version(programs)))
        except UnavailableError as error:
            print(f"{engine.label} is skipped: {error}", flush=True)
    return found


def run_all(rivals: list[Rival], runs: int) -> None:
    for run in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            for number, rival in enumerate(rivals):
                rival.prepare(Path(folder, str(number)))
            # All engines take a step before the next one, so that a slow minute of the machine affects all.
            for step in STEPS:
                for rival in rivals:
                    if not rival.failure:
                        _try_build(rival, step, run)


def _try_build(rival: Rival, step: str, run: int) -> None:
    try:
        rival.build(step, run)
    except BuildError as error:
        rival.failure = f"{step}: {error}"
        print(f"{rival.engine.label} {rival.version} failed: {rival.failure}", flush=True)


def print_table(rivals: list[Rival], posts: int, runs: int) -> None:
    print(f"\n{posts} posts, Python {platform.python_version()}; CPU seconds, median of {runs}\n")
    print(f"| | version | HTML pages | {' | '.join(STEPS)} | peak memory, cold (MiB) |")
    print("|---|---|" + "--:|" * (len(STEPS) + 2))
    for rival in rivals:
        if not rival.failure:
            seconds = [statistics.median(cost.seconds for cost in rival.costs[step]) for step in STEPS]
            memory = statistics.median(cost.memory for cost in rival.costs["cold"])
            cells = [rival.version, str(rival.pages), *(f"{value:.2f}" for value in seconds), f"{memory:.0f}"]
            print(f"| {rival.engine.label} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    names = list(ENGINES)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, nargs="+", default=[200])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--engines", nargs="+", choices=names, default=names, metavar="ENGINE", help=", ".join(names)
    )
    parser.add_argument("--cache", type=Path, default=_CACHE, help="where the engines are installed")
    options = parser.parse_args()
    found = install_all(options.engines, options.cache.resolve())
    if not found:
        raise SystemExit("No engine can be installed.")
    for posts in options.posts:
        rivals = [Rival(installed, posts) for installed in found]
        run_all(rivals, options.runs)
        print_table(rivals, posts, options.runs)


if __name__ == "__main__":
    main()
