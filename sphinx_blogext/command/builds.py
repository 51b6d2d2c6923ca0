"""The builds of a preview, each in a process of its own.

A process that has built a small site makes a copy of itself for each build. The copy gets everything ready, waits
for a save, and leaves nothing behind. Where processes cannot be copied, each build starts a new one.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Set
from contextlib import redirect_stdout, suppress
from copy import deepcopy
from functools import partial
from glob import iglob
from importlib import import_module, util
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sphinx import locale
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_blogext.command.check import Warnings, application
from sphinx_blogext.command.terminal import CommandError
from sphinx_blogext.isolation import replaced
from sphinx_blogext.write.outdated import source_files

if TYPE_CHECKING:
    # Takes a while to load, and only the preview needs it.
    from multiprocessing.connection import Connection

PROCESSES: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
#: The site that is built in advance, and the languages whose code is highlighted.
_INIT = ("--title", "A", "--author", "A", "--url", "https://example.org/")
_LANGUAGES = "bash c c++ console css html javascript json python rust toml typescript yaml".split()


def serve_builds(pipe: "Connection", other: "Connection", folder: Path) -> None:
    """Build whenever a set of changed files comes, until *other* is closed."""
    other.close()
    # Sphinx lets extensions change the defaults of its own options.
    defaults = replaced(Config, config_values=deepcopy(Config.config_values))
    with suppress(KeyboardInterrupt, EOFError, BrokenPipeError):
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
        while True:
            ready = _Build(folder, place)
            changes = pipe.recv()
            if (report := ready.end(*changes, False)) is None:
                ready = _Build(folder, place)
                report = ready.end(*changes, True)
            pipe.send(f"The build ended with exit code {ready.process.exitcode}." if report is None else report)


class _Build:
    """A process that makes one build, and gets everything ready before it knows what has changed."""

    def __init__(self, *site: Path) -> None:
        self.pipe, other = PROCESSES.Pipe()
        self.process = PROCESSES.Process(target=_build, args=(other, self.pipe, *site))
        self.process.start()
        other.close()

    def end(self, changed: Set[Path], *more: object) -> str | None:
        """Return the report of the build, or ``None`` if it has not come to its end."""
        report = None
        with self.pipe, suppress(OSError, EOFError):
            self.pipe.send((changed, *more))
            report = self.pipe.recv()
        self.process.join()
        # Python takes a module for the one that it has compiled if it has the same size and second.
        for path in changed:
            with suppress(OSError):
                Path(util.cache_from_source(path)).unlink()
        return report


def _build(pipe: "Connection", other: "Connection", folder: Path, place: Path) -> None:
    """Build a site with drafts; send its warnings and error, unless a file may have changed since it was read."""
    other.close()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warnings, changes = Warnings(folder), None
    with suppress(EOFError, BrokenPipeError):  # the preview may end at any time
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
