"""``blogext serve``: serve a preview with drafts on this machine only, and rebuild it on every save."""

import json
import os
import signal
import time
import webbrowser
from argparse import Namespace
from collections.abc import Iterable, Iterator, Set
from contextlib import ExitStack, suppress
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler
from importlib import import_module
from io import BytesIO
from pathlib import Path
from socketserver import ThreadingTCPServer
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from sphinx.util.matching import Matcher

from sphinx_blogext.command.builds import Child, handle_signals, serve_builds
from sphinx_blogext.command.site_config import read_config, site_folder
from sphinx_blogext.command.terminal import FINE, CommandError, Commands, add_command, visible

#: This machine only: nobody else may see drafts.
_HOSTS = ("127.0.0.1", "localhost")
_SCRIPT, _SCRIPT_URL = Path(__file__).with_suffix(".js"), "/_preview.js"
_MISSING = b"<!doctype html><title>Preview</title><h1>There is no such page, or not yet.</h1>"


def declare(commands: Commands) -> None:
    purpose = "Serve a preview of a site with its drafts, on this machine only, and rebuild it on every save."
    parser = add_command(commands, "serve", run, purpose, "blogext serve\nblogext serve docs --port 8080")
    parser.add_argument("dir", nargs="?", metavar="DIR", help="the folder of the site (default: this one)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: 8000); 0 for any free port")
    parser.add_argument("--open", action="store_true", help="open the preview in a browser")


def run(options: Namespace) -> int:
    folder = site_folder(options.dir)
    try:
        files = import_module("watchfiles")
    except ImportError as error:
        raise CommandError("blogext serve needs watchfiles: pip install 'sphinx-blogext[serve]'") from error
    # A second signal, as a closed terminal may send, must not leave drafts.
    handle_signals(lambda *now: [handle_signals(lambda *_: None), signal.default_int_handler(*now)])
    ends = suppress(KeyboardInterrupt, EOFError, ConnectionError)  # such as when the process that builds has ended
    with ends, TemporaryDirectory(prefix="blogext-") as spare, ExitStack() as last:
        # Before conf.py is read here: what it imports would be in each build, however it has changed.
        builds = Child(serve_builds, folder, spare)
        # It may be writing there.
        last.callback(lambda: [builds.pipe.close(), builds.process.join()])
        last.callback(handle_signals, lambda *_: None)
        out = Path(spare)
        with suppress(CommandError):  # the build reports it
            if Matcher(read_config(folder).sphinx.exclude_patterns)("_build"):
                out = folder / "_build"  # kept for the next preview
        try:
            preview = _Preview((_HOSTS[0], options.port), partial(_Handler, directory=out / "preview/html"))
        except (OSError, OverflowError) as error:
            raise CommandError(f"port {options.port} cannot be used: {error}; try another --port") from error
        Thread(target=preview.serve_forever, daemon=True).start()
        (out / "preview").mkdir(parents=True, exist_ok=True)
        builds.pipe.send(out / "preview")
        url = f"http://{_HOSTS[0]}:{preview.server_address[1]}/"
        print(f"Preview with drafts, on this machine only. Press Ctrl+C to stop.\nServing on {url}", flush=True)
        if options.open:
            webbrowser.open(url)
        names = (*files.DefaultFilter.ignore_entity_patterns, "^4913$")  # by which Vim sees whether it may write
        dirs = {*files.DefaultFilter.ignore_dirs}.difference(folder.parts)  # the whole site may be in one
        own = files.DefaultFilter(ignore_dirs=dirs, ignore_paths=[f"{out}{os.sep}"], ignore_entity_patterns=names)
        known: dict[Path, str] = {}
        watched = _watched(files, folder, own)  # it is named, so that it ends last
        # The first build begins after a timeout, when the files are being watched.
        for changes in watched:
            if (changed := _changed(changes, known)) or preview.report is _Preview.report:
                start = time.monotonic()
                preview.seen, seen = frozenset(), preview.seen
                builds.pipe.send((changed, seen))
                preview.report = builds.pipe.recv()
                end = f"Built in {time.monotonic() - start:.2f} s. Waiting for changes."
                print(*map(visible, preview.report.splitlines()), end, sep="\n", flush=True)
    handle_signals(signal.SIG_IGN)
    return FINE


def _watched(files: Any, folder: Path, own: Any) -> Iterator[set[tuple[int, str]]]:
    """Yield changes in *folder*, even if it is deleted and made again, as Git does between branches."""
    new: set[tuple[int, str]] = set()
    while True:
        # While it is open, no other gets its number.
        with suppress(FileNotFoundError), os.scandir(folder):
            number = folder.stat().st_ino
            for changes in files.watch(folder, watch_filter=own, step=10, rust_timeout=100, yield_on_timeout=True):
                yield changes | new
                new.clear()
                if folder.stat().st_ino != number:
                    break
        new = {(1, str(folder))}
        time.sleep(0.1)


def _changed(changes: Iterable[tuple[int, str]], known: dict[Path, str]) -> set[Path]:
    """Return changed files, and those in folders: of one that has been moved, only its name is known."""
    named = {Path(name): "" if kind == 1 else None for kind, name in changes}  # a new file was not there
    paths = {Path(at, name) for path in named for at, _folders, files in os.walk(path) for name in files}
    paths |= named.keys() | {path for path in known if not named.keys().isdisjoint(path.parents)}
    if str(hash(b"")) in map(_version, paths):
        time.sleep(0.3)  # an editor is about to write that file
    versions = {path: _version(path) + "folder" * path.is_dir() for path in paths}
    # Not what a build itself writes again as it was, also in a new folder, or for a moment.
    changed = {*dict(versions.items() - (named | known).items())}
    known |= versions
    return changed


class _Preview(ThreadingTCPServer):
    allow_reuse_address = os.name != "nt"
    daemon_threads = True
    #: That of the last build.
    report = "The site is being built."
    #: The files of the pages that have asked since then.
    seen: Set[Path] = frozenset()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise, each answer waits for the browser to acknowledge its headers
    server: _Preview

    def handle(self) -> None:
        with suppress(OSError, ValueError):  # browsers close connections at any time
            super().handle()

    def parse_request(self) -> bool:
        is_own = is_request = super().parse_request()
        # Otherwise, a page that the writer visits could make its own name point here (DNS rebinding).
        if is_request and not (is_own := self.headers.get("Host", "").partition(":")[0] in _HOSTS):
            self.send_error(400)
        return is_own

    def send_head(self) -> Any:
        file = self._file(self.path)
        if file.is_dir():
            return super().send_head()  # redirects to the folder
        kind, version = self.guess_type(file), _version(file)
        data = file.read_bytes() if version else _MISSING
        if kind == "text/html" or not version:
            script = f'<script src="{_SCRIPT_URL}" data-version="{version}"></script>'
            data, kind = data + script.encode(), "text/html"
        return self._answer(data, kind, version, 200 if version else 404)

    def do_QUERY(self) -> None:
        """Answer when a file that a page uses has another version, there is another report, or after a while."""
        # Pages of other sites cannot send this method, so they cannot find out which drafts there are.
        used, report = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen |= {self._file(url) for url, _version in used[:1]}
        for _ in range(300):
            is_old = any(_version(self._file(url)) != version for url, version in used)
            if is_old or report != self.server.report:
                break
            time.sleep(0.03)
        data = json.dumps([is_old, self.server.report]).encode()
        self.wfile.write(self._answer(data, "application/json").read())

    def _file(self, url: str) -> Path:
        url = url.partition("?")[0]
        return _SCRIPT if url == _SCRIPT_URL else Path(self.translate_path(url), "index.html" * url.endswith("/"))

    def _answer(self, data: bytes, kind: str, version: str = "", status: int = 200) -> BytesIO:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(data)))
        # A script can read this for each file that its page uses.
        self.send_header("Server-Timing", f"version;desc={version}")
        self.end_headers()
        return BytesIO(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        # Other sites must not load drafts, such as those in the search index.
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def log_message(self, *message: object) -> None: ...


def _version(file: Path) -> str:
    """Return a digest of what is in *file*, or nothing if it cannot be read."""
    with suppress(OSError, ValueError):
        state = file.stat()
        return _digest(file, state.st_mtime_ns, state.st_ctime_ns, state.st_size)
    return ""


@lru_cache(maxsize=1000)
def _digest(file: Path, *state: int) -> str:
    return str(hash(file.read_bytes()))
