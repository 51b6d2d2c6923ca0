"""``blogext serve``: serve a preview with drafts on this machine only, and rebuild it on every save.

A process that has imported the extensions and built a small site makes a copy of itself for each build: builds
begin at once, and leave nothing behind. Where processes cannot be copied, each build starts a new one.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import sys
import time
import webbrowser
from contextlib import nullcontext, redirect_stdout, suppress
from copy import deepcopy
from functools import partial
from http.server import SimpleHTTPRequestHandler
from importlib import import_module
from io import StringIO
from pathlib import Path
from socketserver import ThreadingTCPServer
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any

from sphinx import locale
from sphinx.config import Config
from sphinx.util.matching import Matcher

from sphinx_blogext.command.check import COLOR, application
from sphinx_blogext.command.site_config import read_config, site_folder
from sphinx_blogext.command.terminal import FINE, CommandError, add_command, visible
from sphinx_blogext.isolation import replaced

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Collection
    from multiprocessing.connection import Connection

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.command.terminal import Commands

_EXAMPLE = "blogext serve\nblogext serve docs --port 8080"
_PROCESSES: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
#: This machine only: nobody else may see drafts.
_HOSTS = ("127.0.0.1", "localhost")
#: The URLs, and the file of the script that is added to pages when they are sent.
_EVENTS, _SCRIPT, _SCRIPT_FILE = "/_preview", "/_preview.js", Path(__file__).with_suffix(".js")
_MISSING = b"<!doctype html><title>Preview</title><h1>There is no such page, or not yet.</h1>"
#: The site that is built in advance, and the languages whose code is highlighted.
_INIT = ("--title", "A", "--author", "A", "--url", "https://example.org/")
_LANGUAGES = "bash c c++ console css html javascript json python rust toml typescript yaml".split()


def declare(commands: Commands) -> None:
    purpose = "Serve a preview of a site with its drafts, on this machine only, and rebuild it on every save."
    parser = add_command(commands, "serve", run, purpose, _EXAMPLE)
    parser.add_argument("dir", nargs="?", metavar="DIR", help="the folder of the site (default: this one)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: 8000); 0 for any free port")
    parser.add_argument("--open", action="store_true", help="open the preview in a browser")


def run(options: Namespace) -> int:
    folder = site_folder(options.dir)
    try:
        files = import_module("watchfiles")
    except ImportError as error:
        message = "\"blogext serve\" needs the package watchfiles: pip install 'sphinx-blogext[serve]'"
        raise CommandError(message) from error
    pipe, other = _PROCESSES.Pipe()
    # Before conf.py is read here: what it imports would be in each build, however it has changed.
    _PROCESSES.Process(target=_serve_builds, args=(other, pipe, folder)).start()
    other.close()
    extensions, is_excluded = _extensions(folder)
    # Where it is kept, only changes are built the next time.
    keep = nullcontext(folder / "_build") if is_excluded else TemporaryDirectory(prefix="blogext-")
    with pipe, suppress(KeyboardInterrupt), keep as build:
        place = Path(build, "preview")
        try:
            preview = _Preview((_HOSTS[0], options.port), partial(_Handler, directory=place / "html"))
        except (OSError, OverflowError) as error:
            raise CommandError(f"port {options.port} cannot be used: {error}; try another --port") from error
        pipe.send((place, extensions))
        url = f"http://{_HOSTS[0]}:{preview.server_address[1]}/"
        print(f"Preview with drafts, on this machine only. Press Ctrl+C to stop.\nServing on {url}", flush=True)
        if options.open:
            webbrowser.open(url)
        only = files.DefaultFilter(ignore_paths=[build])
        # The first build begins after a timeout, when the files are being watched.
        for changes in files.watch(folder, watch_filter=only, step=10, rust_timeout=100, yield_on_timeout=True):
            if changes or not preview.builds:
                start = time.monotonic()
                preview.tell(is_building=True)
                pipe.send({Path(path) for _kind, path in changes})
                preview.end_build(pipe.recv())
                end = f"Built in {time.monotonic() - start:.2f} s. Waiting for changes."
                print(*map(visible, preview.report.splitlines()), end, sep="\n", flush=True)
    return FINE


def _extensions(folder: Path) -> tuple[list[str], bool]:
    """Return the extensions of a site, and whether it excludes the folder ``_build``."""
    with suppress(CommandError):  # the build reports it
        config = read_config(folder).sphinx
        return list(config.extensions), Matcher(config.exclude_patterns)("_build")
    return [], False


def _serve_builds(pipe: Connection, other: Connection, folder: Path) -> None:
    """Build in a copy of this process whenever a set of changed files comes, until *other* is closed."""
    other.close()
    with suppress(KeyboardInterrupt, EOFError):
        # Sphinx lets extensions change the defaults of its own options.
        defaults = replaced(Config, config_values=deepcopy(Config.config_values))
        with TemporaryDirectory() as name, redirect_stdout(StringIO()), defaults, suppress(Exception):
            for language in _LANGUAGES:
                import_module("pygments.lexers").get_lexer_by_name(language)
            import_module("sphinx_blogext.command.main").main(["init", name, *_INIT])
            # Nobody receives what it reports.
            _build(_PROCESSES.Pipe()[0], Path(name), Path(name, "_build"), ())
        locale.translators.clear()
        place, extensions = pipe.recv()
        # Modules of the site can change.
        paths = [
            path for path in sys.path if "-packages" in path or not Path(path).resolve().is_relative_to(folder)
        ]
        for extension in extensions:
            with replaced(sys, path=paths), suppress(Exception):
                import_module(extension)
        # Collecting garbage would copy the memory that the builds share.
        gc.collect()
        gc.freeze()
        while True:
            build = _PROCESSES.Process(target=_build, args=(pipe, folder, place, pipe.recv()))
            build.start()
            build.join()
            if build.exitcode:
                pipe.send(f"The build ended with exit code {build.exitcode}.")


def _build(pipe: Connection, folder: Path, place: Path, changed: Collection[Path]) -> None:
    """Build a site with its drafts, and send the warnings, and the error if one ended the build."""
    # Without a traceback for each process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    output = StringIO()
    try:
        with application(folder, place, "html", output, blog_show_drafts=True) as app:
            app.connect("env-get-outdated", partial(_outdated, changed))
            templates = {folder / name for name in app.config.templates_path}
            app.build(force_all=any(templates.intersection(path.parents) for path in changed))
    except CommandError as error:
        output.write(str(error))
    pipe.send(COLOR.sub("", output.getvalue()).replace(f"{folder}{os.sep}", ""))


def _outdated(changed: Collection[Path], app: Sphinx, env: BuildEnvironment, *others: object) -> list[str]:
    """Return the documents that use changed files: times of files mean little when a clock has been set back."""
    items = env.dependencies.items()
    users = (name for name, files in items if any(env.srcdir / file in changed for file in files))
    return [*users, *filter(None, map(env.path2doc, changed))]


class _Preview(ThreadingTCPServer):
    """Serves pages, and tells those that are open what a build has changed, and what it reports."""

    allow_reuse_address = os.name != "nt"
    daemon_threads = True

    def server_activate(self) -> None:
        super().server_activate()
        self.is_building, self.builds, self.report = True, 0, "The site is being built."
        #: By URL: the files that were sent with their versions, and the numbers of the builds that changed them.
        self.sent: dict[str, tuple[Path, int]] = {}
        self.changes: dict[str, int] = {}
        self.news = Condition()
        Thread(target=self.serve_forever, daemon=True).start()

    def end_build(self, report: str) -> None:
        self.builds, self.report = self.builds + 1, report
        for url, (file, version) in list(self.sent.items()):
            if (new := hash(_read(file))) != version:
                self.sent[url], self.changes[url] = (file, new), self.builds
        self.tell(is_building=False)

    def tell(self, *, is_building: bool) -> None:
        with self.news:
            self.is_building = is_building
            self.news.notify_all()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise, each answer waits for the browser to acknowledge its headers.
    disable_nagle_algorithm = True
    server: _Preview

    def handle(self) -> None:
        with suppress(OSError):  # browsers close connections at any time
            super().handle()

    def do_GET(self) -> None:
        url, _, page = self.path.partition("?")
        file = Path(self.translate_path(page if url == _EVENTS else url))
        path = file / "index.html" if file.is_dir() else file
        # Otherwise, a page that the writer visits could make its own name point here (DNS rebinding).
        if self.headers.get("Host", "").partition(":")[0] not in _HOSTS:
            self.send_error(400)
        elif url == _EVENTS:
            self._send_events(path)
        elif path != file and not url.endswith("/"):
            super().do_GET()  # redirects to the folder
        else:
            self._send_file(url, _SCRIPT_FILE if url == _SCRIPT else path)

    def _send_file(self, url: str, file: Path) -> None:
        # The number first: a build that changes the file from now on has a higher one.
        build, data, kind = self.server.builds, _read(file), self.guess_type(file)
        self.server.sent.setdefault(url, (file, hash(data)))
        self.send_response(200 if data else 404)
        if not data or kind == "text/html":
            script = f'<script src="{_SCRIPT}" data-version="{hash(data)}" data-build="{build}"></script>'
            data, kind = (data or _MISSING) + script.encode(), "text/html"
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _send_events(self, file: Path) -> None:
        """Send the state of a page, now and when it changes; during a build, look often."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        server, sent = self.server, ""
        while True:
            state = {"version": str(hash(_read(file))), "changes": server.changes, "report": server.report}
            event = f"data: {json.dumps(state)}\n\n"
            # A comment finds out whether the page is still open.
            self.wfile.write(b":\n\n" if event == sent else event.encode())
            sent = event
            with server.news:
                server.news.wait(0.02 if server.is_building else 10)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        # Other sites must not load drafts, such as those in the search index.
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def log_message(self, *message: object) -> None: ...


def _read(file: Path) -> bytes:
    """Return what is in *file*, or nothing if it cannot be read."""
    with suppress(OSError, ValueError):
        return file.read_bytes()
    return b""
