"""Read and write files again only if their contents have changed, whatever their times are.

Sphinx compares times, and after a fresh checkout all files are new: a cache of doctrees and pages that a
build server has restored saves nothing. With ``blog_compare_contents`` two records tell what is up to date.
The environment contains the digests of the files from which each document was read; a file in the output contains
the reading of its document that each page shows. What is missing from a record is read or written again.

This cannot detect changes in files that Sphinx does not know of, which is why it is an option.
"""

import json
import os
import sys
import sysconfig
import time
from collections.abc import Iterator, Set
from contextlib import suppress
from importlib.metadata import distributions
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.data.site_digests import PAGE_FILES
from sphinx_blogext.domain import Reading, State, blog_domain
from sphinx_blogext.domain.stores import CONTENTS
from sphinx_blogext.files import contents, delete_cache, digest, file_digest, read_cache, write_cache
from sphinx_blogext.write.output import output_of

#: Increase this when the meaning of the records changes.
_VERSION = 2
#: The types of files that pages are made of besides their documents.
_AROUND = PAGE_FILES | {".toml", ".conf", ".png"}
_LIBRARIES = ("sphinx", "docutils", "jinja2", "pygments", "babel", "markdown-it-py")


class Readings:
    """The documents as they were read, compared with the files that are there now."""

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        self._env = env
        self._setting = _setting(app)
        self._began = time.time_ns()
        self._states: dict[str, State | None] = {}
        recorded = blog_domain(env).readings
        self._known = dict(recorded)
        # Until it is complete again: with ``-j``, each process returns the whole environment.
        recorded.clear()
        #: The documents that have not changed since they were read.
        self.same: set[str] = set()

    def compare(self, added: set[str], changed: set[str]) -> list[str]:
        """Remove from *changed* what is as it was read; return what is not, or is unknown."""
        env = self._env
        names = sorted((env.found_docs & env.all_docs.keys()) - added)
        kept = [name for name in names if Path(env.doctreedir, f"{name}.doctree").is_file()]
        self.same = set(filter(self._is_same, kept))
        changed -= self.same - env.reread_always
        return [name for name in kept if name not in self.same]

    def _is_same(self, docname: str) -> bool:
        reading = self._known.get(docname)
        # A different time: it has since been read by a build without us.
        if reading is None or (reading.when, reading.setting) != (self._env.all_docs[docname], self._setting):
            return False
        if reading.files.keys() != set(_files(self._env, docname)):
            return False
        states = ((self._state(name, known), known) for name, known in reading.files.items())
        return all(state is not None and state[3] == known[3] for state, known in states)

    def _state(self, name: str, known: State | None) -> State | None:
        """Return the state of a file, or ``None`` if it is missing; if it matches *known*, it is not read."""
        if name not in self._states:
            self._states[name] = None
            with suppress(OSError):
                path = Path(self._env.srcdir, name)
                stat = path.stat()
                seen = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
                is_known = known is not None and known[:3] == seen
                self._states[name] = known if is_known else (*seen, digest(path.read_bytes()))
        return self._states[name]

    def record(self) -> None:
        """Record the current state of the documents in the environment, which Sphinx is about to store."""
        env = self._env
        for docname in sorted(env.found_docs & env.all_docs.keys()):
            known = self._known[docname].files if docname in self.same else {}
            states = {name: self._state(name, known.get(name)) for name in _files(env, docname)}
            files = {name: state for name, state in states.items() if state}
            # A file that has changed since the build began may have been read before or after the change.
            if len(files) == len(states) and all(n in known or _changed(files[n]) < self._began for n in files):
                blog_domain(env).readings[docname] = Reading(env.all_docs[docname], files, self._setting)


class Pages:
    """The pages of an output directory: which reading of its document each shows, and what is around it."""

    def __init__(self, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
        # With the pages: a build server may restore them without the doctrees.
        self._path = Path(app.outdir, CONTENTS)
        self._builder = builder
        #: Whether the record of the last build has been loaded.
        self.is_begun = False
        self._shown: dict[str, int] = {}
        self._around = ""
        self._find = builder.get_outdated_docs
        builder.get_outdated_docs = self.outdated  # type: ignore[method-assign]  # of this one object

    def begin(self) -> None:
        """Load the record of the last build. One application may build several times."""
        if self.is_begun:
            return
        self.is_begun, self._shown, self._around = True, {}, ""
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            data = json.loads(read_cache(self._path))
            self._shown, self._around = dict(data["shown"]), str(data["around"])
        # Until the build is over, the state of the output is unknown.
        delete_cache(self._path)

    def outdated(self) -> Iterator[str]:
        """Yield the documents whose pages show another reading of them, or have something else around them."""
        self.begin()
        builder, env = self._builder, self._builder.env
        # Called because it also stores the record of the configuration.
        list(self._find())
        is_usable = self._around == _around(builder)
        for docname in env.found_docs:
            is_shown = self._shown.get(docname) == env.all_docs.get(docname, -1)
            if not (is_usable and is_shown and Path(builder.get_output_path(docname)).is_file()):
                yield docname

    def save(self, env: BuildEnvironment, written: Set[str]) -> None:
        """Record that the pages *written* show the last reading of their documents."""
        around = _around(self._builder)
        shown = self._shown if around == self._around else {}
        shown |= {docname: env.all_docs[docname] for docname in written & env.all_docs.keys()}
        # Without the names of drafts that were once published.
        current = {docname: when for docname, when in sorted(shown.items()) if docname in env.found_docs}
        write_cache(self._path, json.dumps({"shown": current, "around": around}))


class Contents:
    """Compares contents in one application's builds."""

    def __init__(self, app: Sphinx) -> None:
        self._readings: Readings | None = None
        self._pages: Pages | None = None
        app.connect("builder-inited", self.on_builder_inited)
        # After other extensions, and before the handler that counts the documents to be read.
        app.connect("env-get-outdated", self.on_env_get_outdated, priority=850)
        # After drafts have been withheld.
        app.connect("env-updated", self.on_env_updated, priority=950)
        # After the blog has recorded what it has written.
        app.connect("build-finished", self.on_build_finished, priority=995)

    def on_builder_inited(self, app: Sphinx) -> None:
        if not blog_config(app.config).blog_compare_contents:
            delete_cache(Path(app.outdir, CONTENTS))
        elif renders_pages(app.builder):
            self._pages = Pages(app, app.builder)

    def on_env_get_outdated(
        self, app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> list[str]:
        # Here, and not earlier: one application may build several times.
        if not blog_config(app.config).blog_compare_contents:
            return []
        self._readings = Readings(app, env)
        if self._pages:
            # If Sphinx is told what to write, it does not ask for outdated documents.
            self._pages.begin()
        return self._readings.compare(added, changed)

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> None:
        if self._readings:
            self._readings.record()

    def on_build_finished(self, app: Sphinx, exception: Exception | None) -> None:
        if self._pages and self._pages.is_begun:
            if exception is None:
                # Sphinx may be told to write only some documents, though it reads all.
                self._pages.save(app.env, output_of(app).due or frozenset())
            self._pages.is_begun = False


def _changed(state: State) -> int:
    """Return when a file was changed: not the time that anyone can set, if the system has another."""
    return state[1] if os.name == "nt" else state[2]


def _files(env: BuildEnvironment, docname: str) -> list[str]:
    """Return the files from which a document was read, relative to the source directory or else absolute."""
    root = Path(env.srcdir)
    paths = {root / name for name in (env.doc2path(docname, base=False), *env.dependencies.get(docname, ()))}
    return sorted((path.relative_to(root) if path.is_relative_to(root) else path).as_posix() for path in paths)


def _setting(app: Sphinx) -> str:
    """Return a digest of everything that affects reading: programs, configuration, the site's own extensions."""
    libraries = [[found.version for found in distributions(name=name)] for name in _LIBRARIES]
    extensions = [(name, extension.version) for name, extension in sorted(app.extensions.items())]
    installed = tuple(str(Path(sysconfig.get_path(name)).resolve()) for name in ("stdlib", "purelib", "platlib"))
    own = []
    # ``conf.py`` may import modules that are not installed, and that change without a new version.
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".py") and not str(Path(file).resolve()).startswith(installed):
            own.append((name, file_digest(Path(file))))
    conf = file_digest(Path(app.confdir, "conf.py"))
    return digest((_VERSION, sys.version_info[:2], libraries, extensions, own, conf, sorted(app.tags)))


def _around(builder: StandaloneHTMLBuilder) -> str:
    """Return a digest of what pages are made of besides their documents: themes, templates, style sheets."""
    config, info = builder.config, getattr(builder, "build_info", None)
    hashes = (getattr(info, "config_hash", ""), getattr(info, "tags_hash", ""))
    own = [Path(builder.confdir, name) for name in (*config.templates_path, *config.html_static_path)]
    folders = [*map(Path, builder.theme.get_theme_dirs()), *own]
    return digest((builder.name, hashes, [contents(folder, _AROUND) for folder in folders]))


def setup(app: Sphinx) -> None:
    Contents(app)
