"""The builds of a preview, each in a process of its own.

A process that has built a small site makes a copy of itself for each build. The copy gets everything ready, waits
for a save, and leaves nothing behind. Where processes cannot be copied, each build starts a new one.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Set
from contextlib import ExitStack, redirect_stdout, suppress
from copy import deepcopy
from functools import partial
from glob import iglob
from importlib import import_module, util
from io import StringIO
from multiprocessing import connection, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sphinx import locale
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_blogext.command.check import Warnings, application
from sphinx_blogext.command.terminal import CommandError
from sphinx_blogext.isolation import replaced
from sphinx_blogext.write.outdated import source_files

PROCESSES: Any = get_context("fork" if hasattr(os, "fork") else "spawn")
#: The site that is built in advance, and the languages whose code is highlighted.
_INIT = ("--title", "A", "--author", "A", "--url", "https://example.org/")
_LANGUAGES = "bash c c++ console css html javascript json python rust toml typescript yaml".split()


def handle_signals(handler: Any) -> list[Any]:
    """Set the handler of the signals that end a preview, but for those to be ignored, such as with nohup."""
    numbers = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
    return [signal.signal(number, handler) for number in numbers if signal.getsignal(number) != signal.SIG_IGN]


def serve_builds(pipe: connection.Connection, other: connection.Connection, folder: Path, spare: str) -> None:
    """Build an example in *spare*, then whenever a set of changed files comes, until *other* is closed."""
    other.close()
    handle_signals(signal.SIG_DFL)  # without a traceback for each process
    # Sphinx lets extensions change the defaults of its own options.
    defaults = replaced(Config, config_values=deepcopy(Config.config_values))
    with suppress(EOFError, ConnectionError), ExitStack() as last:
        last.callback(lambda: [child.terminate() for child in PROCESSES.active_children()])
        with TemporaryDirectory(dir=spare) as name, redirect_stdout(StringIO()), defaults, suppress(Exception):
            list(map(import_module("pygments.lexers").get_lexer_by_name, _LANGUAGES))
            import_module("sphinx_blogext.command.main").main(["init", name, *_INIT])
            with application(Path(name), Path(name, "_build"), "html", Warnings(Path(name))) as app:
                app.build()
        locale.translators.clear()
        place, start = pipe.recv(), Path.cwd()
        while True:
            ready = Child(_build, folder, place)
            changes = pipe.recv()
            with suppress(OSError):
                os.chdir(start)  # it may have been deleted and made again
            if (report := ready.end(pipe, *changes, False)) is None:
                ready = Child(_build, folder, place)
                report = ready.end(pipe, *changes, True)
            pipe.send(f"The build ended with exit code {ready.process.exitcode}." if report is None else report)


class Child:
    """A process, and the pipe to it; the one of a build gets everything ready before it knows what has changed."""

    def __init__(self, target: Callable[..., None], *paths: Path | str) -> None:
        self.pipe, other = PROCESSES.Pipe()
        self.process = PROCESSES.Process(target=target, args=(other, self.pipe, *paths))
        self.process.start()
        other.close()

    def end(self, preview: connection.Connection, changed: Set[Path], *more: object) -> str | None:
        """Return the report of the build, or ``None`` if it has not come to its end."""
        report = None
        with self.pipe, suppress(OSError, EOFError):
            self.pipe.send((changed, *more))
            if preview in connection.wait((self.pipe, preview)):
                raise SystemExit  # it has ended
            report = self.pipe.recv()
        self.process.join()
        # Python takes a module for the one that it has compiled if it has the same size and second.
        for path in changed:
            with suppress(OSError):
                Path(util.cache_from_source(path)).unlink()
        return report


def _build(pipe: connection.Connection, other: connection.Connection, folder: Path, place: Path) -> None:
    """Build a site with drafts; send its warnings and error, unless a file may have changed since it was read."""
    other.close()
    handle_signals(signal.SIG_DFL)
    warnings, changes = Warnings(folder), None
    with suppress(EOFError, ConnectionError):  # the preview may end at any time
        try:
            with application(folder, place, "html", warnings, blog_show_drafts=True) as app:
                changes = changed, seen, is_new = pipe.recv()
                if not is_new and not all(app.env.path2doc(path) in app.env.all_docs for path in changed):
                    return
                app.connect("env-get-outdated", partial(_outdated, changed))
                templates = {folder / name for name in app.config.templates_path}
                write = partial(_write, app.builder.write_documents, app.builder, seen)
                with replaced(app.builder, write_documents=write):
                    app.build(force_all=any(templates.intersection((path, *path.parents)) for path in changed))
        except CommandError as error:
            if not changes and not pipe.recv()[2]:
                return
            warnings.stream.write(str(error))
        pipe.send(warnings.stream.getvalue().replace(f"{folder}{os.sep}", ""))


def _delete_pages(app: Any) -> None:
    """Delete the pages of documents that are gone: Sphinx leaves them, and forgets them when a build fails."""
    trees = Path(app.doctreedir)
    for tree in iglob("**/*.doctree", root_dir=trees, recursive=True, include_hidden=True):  # noqa: PTH207  # faster
        if (name := tree.removesuffix(".doctree").replace(os.sep, "/")) not in app.env.found_docs:
            for file in (app.builder.get_output_path(name), *source_files(app.builder, name), trees / tree):
                Path(app.outdir, file).unlink(missing_ok=True)


def _outdated(changed: Set[Path], app: Sphinx, env: BuildEnvironment, *_found: Set[str]) -> Iterable[str]:
    """Return the documents that use changed files: times of files mean little when a clock has been set back."""
    _delete_pages(app)
    code = {os.path.realpath(path) for path in changed if path.suffix == ".py"}
    files = [getattr(module, "__file__", None) for module in [*sys.modules.values()] if code]
    files += [str(app.confdir / "conf.py")] * bool(app.config.setup)
    if not code.isdisjoint(map(os.path.realpath, filter(None, files))):
        return env.found_docs  # they may use what a loaded extension of the site, or its conf.py, defines
    users = (name for name, used in env.dependencies.items() if changed & {env.srcdir / file for file in used})
    return [*users, *filter(None, map(env.path2doc, changed))]


def _write(write: Callable[[Set[str]], None], builder: Any, seen: Set[Path], names: Set[str]) -> None:
    """Write documents, first those whose pages are open."""
    first = {name for name in names if Path(builder.get_output_path(name)) in seen}
    for part in filter(None, (first, names - first)):
        write(part)
