"""Measure the time from saving a post to the page in Chromium: ``serving.py --posts 100 1000``.

A post in the middle of the blog is edited, and the time ends when its page, which is open, shows the edit and is
loaded. Prints the median of the saves, in seconds, for ``blogext serve``, sphinx-autobuild with the same site and
with plain Sphinx, and the servers of Hugo and Eleventy, which are installed as by ``rivals.py``. First comes, for
comparison, the time of a build of one page with plain Sphinx when nothing has changed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from corpus import find_middle
from engines import ENGINES
from installing import UnavailableError
from measuring import make_environment
from playwright.sync_api import Error, sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parent.parent
_PYTHON = (sys.executable, "-P", "-m")
#: Calls back when the page shows another number of the edit, and is loaded: after a reload, or without one.
_SCRIPT = """\
let last;
setInterval(() => {
  const edit = document.readyState === "complete" && document.body.textContent.match(/saved (\\d+) times/);
  if (edit && edit[1] !== last) shown(last = edit[1], Date.now() / 1000);
}, 5);
"""


class Server(NamedTuple):
    """A server: the engine of its site, its command in the folder of the site, and the URL of a post."""

    label: str
    engine: str
    command: tuple[str, ...]
    url: str = "/blog/{name}.html"


_AUTOBUILD = (*_PYTHON, "sphinx_autobuild", "-q", ".", "{output}", "--port", "{port}")
SERVERS = (
    Server("blogext serve", "sphinx-blogext", (*_PYTHON, "sphinx_blogext", "serve", ".", "--port", "{port}")),
    Server("sphinx-autobuild, the same site", "sphinx-blogext", _AUTOBUILD),
    Server("sphinx-autobuild, plain Sphinx", "sphinx", _AUTOBUILD),
    Server("hugo server", "hugo", ("{programs}/hugo", "server", "--port", "{port}"), "/posts/{name}/"),
    Server("eleventy --serve", "eleventy", ("{programs}/eleventy", "--serve", "--port={port}"), "/posts/{name}/"),
)


def measure(server: Server, posts: int, saves: int, port: int, page: Page, shown: dict[str, float]) -> list[float]:
    """Return the seconds from each of several saves to the page."""
    engine = ENGINES[server.engine]
    is_python = server.command[0] == sys.executable
    programs = Path() if is_python else engine.installation.install(ROOT / "benchmarks/.rivals" / server.engine)
    with tempfile.TemporaryDirectory() as name:
        source, post = Path(name, "site"), find_middle(posts)
        engine.write(source, posts, programs)
        file = source / engine.posts / f"{post.name}.md"
        text = file.read_text(encoding="utf-8")
        command = [part.format(programs=programs, output=Path(name, "out"), port=port) for part in server.command]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            command, cwd=source, env=make_environment(ROOT), stdout=quiet, stderr=quiet, start_new_session=True
        )
        try:
            _open(page, f"http://localhost:{port}{server.url.format(name=post.name)}")
            return [
                _save(file, f"{text}\n\nsaved {number} times\n", number, page, shown) for number in range(saves)
            ]
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(60)


def _open(page: Page, url: str) -> None:
    """Open the page when the first build is over."""
    for _ in range(600):
        try:
            if (answer := page.goto(url)) and answer.ok:
                return
        except Error:
            pass  # it does not listen yet
        time.sleep(0.5)
    raise SystemExit(f"{url} is not served")


def _save(file: Path, text: str, number: int, page: Page, shown: dict[str, float]) -> float:
    # What follows the last build is over, and the files are being watched again.
    page.wait_for_timeout(2000)
    start = time.time()
    file.write_text(text, encoding="utf-8")
    for _ in range(1200):
        page.wait_for_timeout(50)
        if str(number) in shown:
            return shown[str(number)] - start
    raise SystemExit(f"the edit of {file} is not shown")


def measure_one_page() -> float:
    """Return the seconds of a build of one page that changes nothing, with plain Sphinx."""
    with tempfile.TemporaryDirectory() as name:
        Path(name, "conf.py").touch()
        Path(name, "index.rst").write_text("Page\n====\n", encoding="utf-8")
        times = []
        for _ in range(6):
            start = time.monotonic()
            subprocess.run([*_PYTHON, "sphinx", "-q", "-b", "html", name, f"{name}/out"], check=True)
            times.append(time.monotonic() - start)
        return statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--saves", type=int, default=10)
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    # Servers are ended with Ctrl+C, which programs in the background of a shell ignore, and those that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print(f"One page, plain Sphinx, nothing changed: {measure_one_page():.2f} s\n", flush=True)
    print(f"| | {' | '.join(f'{posts:,} posts' for posts in options.posts)} |\n|---|{'--:|' * len(options.posts)}")
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for server in SERVERS:
            cells = []
            for posts in options.posts:
                page, shown = browser.new_page(), dict[str, float]()
                page.expose_function("shown", lambda edit, now, shown=shown: shown.setdefault(edit, now))
                page.add_init_script(_SCRIPT)
                try:
                    times = measure(server, posts, options.saves, options.port, page, shown)
                    cells.append(f"{statistics.median(times):.2f}")
                except UnavailableError as error:
                    cells.append(f"not installed: {error}")
                page.close()
            print(f"| {server.label} | {' | '.join(cells)} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
