"""``blogext serve``: serve a preview with drafts on this machine only, and rebuild it on every save.

A process that has built a small site makes a copy of itself for each build. The copy gets everything ready, waits
for a save, and leaves nothing behind. Where processes cannot be copied, each build starts a new one.
"""

import json
import multiprocessing
import os
import signal
import sys
import time
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Iterable, Set
from contextlib import nullcontext, redirect_stdout, suppress
from copy import deepcopy
from functools import lru_cache, partial
from glob import iglob
from http.server import SimpleHTTPRequestHandler
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from socketserver import ThreadingTCPServer
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any

from sphinx import locale
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.matching import Matcher

from sphinx_blogext.command.check import Warnings, application
from sphinx_blogext.command.site_config import read_config, site_folder
from sphinx_blogext.command.terminal import FINE, CommandError, Commands, add_command, visible
from sphinx_blogext.isolation import replaced
from sphinx_blogext.write.outdated import source_files

if TYPE_CHECKING:
    # Takes a while to load, and only this command needs it.
    from multiprocessing.connection import Connection

_EXAMPLE = "blogext serve\nblogext serve docs --port 8080"
_PROCESSES: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
#: This machine only: nobody else may see drafts.
_HOSTS = ("127.0.0.1", "localhost")
_SCRIPT, _SCRIPT_URL = Path(__file__).with_suffix(".js"), "/_preview.js"
_MISSING = b"<!doctype html><title>Preview</title><h1>There is no such page, or not yet.</h1>"
#: The site that is built in advance, and the languages whose code is highlighted.
_INIT = ("--title", "A", "--author", "A", "--url", "https://example.org/")
_LANGUAGES = "bash c c++ console css html javascript json python rust toml typescript yaml".split()
#: The version of a file without content.
_EMPTY = str(hash(b""))
#: What Vim writes to find out whether it may write.
_TRIAL = "^4913$"


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
    # Without the process that builds, there is no preview.
    with pipe, suppress(KeyboardInterrupt, EOFError, BrokenPipeError), _output(folder) as build:
        place = Path(build, "preview")
        try:
            preview = _Preview((_HOSTS[0], options.port), partial(_Handler, directory=place / "html"))
        except (OSError, OverflowError) as error:
            raise CommandError(f"port {options.port} cannot be used: {error}; try another --port") from error
        Thread(target=preview.serve_forever, daemon=True).start()
        place.mkdir(parents=True, exist_ok=True)
        pipe.send(place)
        url = f"http://{_HOSTS[0]}:{preview.server_address[1]}/"
        print(f"Preview with drafts, on this machine only. Press Ctrl+C to stop.\nServing on {url}", flush=True)
        if options.open:
            webbrowser.open(url)
        ignored = (*files.DefaultFilter.ignore_entity_patterns, _TRIAL)
        only = files.DefaultFilter(ignore_paths=[f"{build}{os.sep}"], ignore_entity_patterns=ignored)
        # The first build begins after a timeout, when the files are being watched.
        for changes in files.watch(folder, watch_filter=only, step=10, rust_timeout=100, yield_on_timeout=True):
            if changes or preview.report is _Preview.report:
                start = time.monotonic()
                preview.seen, seen = frozenset(), preview.seen
                pipe.send((_changed(path for _kind, path in changes), seen))
                preview.report = pipe.recv()
                end = f"Built in {time.monotonic() - start:.2f} s. Waiting for changes."
                print(*map(visible, preview.report.splitlines()), end, sep="\n", flush=True)
    return FINE


def _output(folder: Path) -> Any:
    """Return the folder of the output: where the site excludes it, it is kept for the next preview."""
    with suppress(CommandError):  # the build reports it
        if Matcher(read_config(folder).sphinx.exclude_patterns)("_build"):
            return nullcontext(folder / "_build")
    return TemporaryDirectory(prefix="blogext-")


def _serve_builds(pipe: "Connection", other: "Connection", folder: Path) -> None:
    """Build whenever a set of changed files comes, until *other* is closed."""
    other.close()
    # Sphinx lets extensions change the defaults of its own options.
    defaults = replaced(Config, config_values=deepcopy(Config.config_values))
    with suppress(KeyboardInterrupt, EOFError):
        with TemporaryDirectory() as name, redirect_stdout(StringIO()), defaults, suppress(Exception):
            for language in _LANGUAGES:
                import_module("pygments.lexers").get_lexer_by_name(language)
            import_module("sphinx_blogext.command.main").main(["init", name, *_INIT])
            with application(Path(name), Path(name, "_build"), "html", Warnings(Path(name))) as app:
                app.build()
        locale.translators.clear()
        place = pipe.recv()
        # From here on without a traceback for each process.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        ready = _Build(folder, place)
        while True:
            changes = pipe.recv()
            if (report := ready.end(*changes, False)) is None:
                ready = _Build(folder, place)
                report = ready.end(*changes, True)
            pipe.send(f"The build ended with exit code {ready.process.exitcode}." if report is None else report)
            ready = _Build(folder, place)


class _Build:
    """A process that makes one build, and gets everything ready before it knows what has changed."""

    def __init__(self, *site: Path) -> None:
        self.pipe, other = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_build, args=(other, self.pipe, *site))
        self.process.start()
        other.close()

    def end(self, *changes: object) -> str | None:
        """Return the report of the build, or ``None`` if it has not come to its end."""
        report = None
        with self.pipe, suppress(OSError, EOFError):
            self.pipe.send(changes)
            report = self.pipe.recv()
        self.process.join()
        return report


def _build(pipe: "Connection", other: "Connection", folder: Path, place: Path) -> None:
    """Build a site with its drafts, and send the warnings, and the error if one ended the build.

    Nothing is sent if the files may have been changed since ``conf.py`` or an extension read them.
    """
    other.close()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warnings, changes = Warnings(folder), None
    try:
        with application(folder, place, "html", warnings, blog_show_drafts=True) as app:
            changes = changed, seen, is_new = pipe.recv()
            if not is_new and not all(app.env.path2doc(path) in app.env.all_docs for path in changed):
                return
            app.connect("env-get-outdated", partial(_outdated, changed))
            templates = {folder / name for name in app.config.templates_path}
            with replaced(app.builder, write_documents=partial(_write, app.builder.write_documents, app, seen)):
                app.build(force_all=any(templates.intersection((path, *path.parents)) for path in changed))
    except CommandError as error:
        if not changes and not pipe.recv()[2]:
            return
        warnings.stream.write(str(error))
    pipe.send(warnings.stream.getvalue().replace(f"{folder}{os.sep}", ""))


def _changed(names: Iterable[str]) -> set[Path]:
    """Return changed files, and those in folders: of one that has been moved, only its name is known."""
    paths = set(map(Path, names))
    paths |= {Path(folder, name) for path in paths for folder, _folders, files in os.walk(path) for name in files}
    if _EMPTY in map(_version, paths):
        time.sleep(0.3)  # an editor is about to write it
    return paths


def _delete_pages(app: Sphinx) -> None:
    """Delete the pages of documents that are gone: Sphinx leaves them, and forgets them when a build fails."""
    builder: Any = app.builder
    trees = Path(app.doctreedir)
    for tree in iglob("**/*.doctree", root_dir=trees, recursive=True, include_hidden=True):  # noqa: PTH207  # faster
        if (name := tree.removesuffix(".doctree").replace(os.sep, "/")) not in app.env.found_docs:
            for file in (builder.get_output_path(name), *source_files(builder, name), trees / tree):
                Path(app.outdir, file).unlink(missing_ok=True)


def _outdated(changed: Set[Path], app: Sphinx, env: BuildEnvironment, *_found: Set[str]) -> Iterable[str]:
    """Return the documents that use changed files: times of files mean little when a clock has been set back."""
    _delete_pages(app)
    if _has_loaded({os.path.realpath(path) for path in changed if path.suffix == ".py"}):
        return env.found_docs  # they may use what an extension of the site defines
    items = env.dependencies.items()
    users = (name for name, files in items if any(env.srcdir / file in changed for file in files))
    return [*users, *filter(None, map(env.path2doc, changed))]


def _has_loaded(code: Set[str]) -> bool:
    """Return whether one of these files is a module that is loaded here."""
    files = (getattr(module, "__file__", None) for module in [*sys.modules.values()] if code)
    return not code.isdisjoint(map(os.path.realpath, filter(None, files)))


def _write(write: Callable[[Set[str]], None], app: Sphinx, seen: Set[Path], names: Set[str]) -> None:
    """Write documents, first those whose pages are open."""
    builder: Any = app.builder
    first = {name for name in names if Path(builder.get_output_path(name)) in seen}
    for part in filter(None, (first, names - first)):
        write(part)


class _Preview(ThreadingTCPServer):
    allow_reuse_address = os.name != "nt"
    daemon_threads = True
    #: That of the last build.
    report = "The site is being built."
    #: The files of the pages that have asked since then.
    seen: Set[Path] = frozenset()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise, each answer waits for the browser to acknowledge its headers.
    disable_nagle_algorithm = True
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
        """Answer when a file that a page uses has another version, when there is another report, or after a while.

        Pages of other sites cannot send this method, so they cannot find out which drafts there are.
        """
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
        file = Path(self.translate_path(url), "index.html" if url.endswith("/") else "")
        return _SCRIPT if url == _SCRIPT_URL else file

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
        return _digest(file, state.st_mtime_ns, state.st_size)
    return ""


@lru_cache(maxsize=1000)
def _digest(file: Path, *state: int) -> str:
    return str(hash(file.read_bytes()))
