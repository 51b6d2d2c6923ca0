"""The same output in less time: what Sphinx works out for each document is worked out once.

Nothing else knows of this module, and ``blog_speedups = False`` leaves it out. Each measure
looks first whether it finds what it was written for, and does nothing on a Sphinx that it
does not know. Nothing is changed before a build begins, and all is as it was when the build
is over, however it ends.
"""

from __future__ import annotations

import atexit
import copy
import functools
import gc
import importlib
import logging
import re
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakSet

import jinja2
import sphinx
from docutils.utils import DependencyList
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.search.en import SearchEnglish
from sphinx.util.logging import NAMESPACE

from sphinx_blogext.temporary import replaced
from sphinx_blogext.write.outdated import is_unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.frontend import Values
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

#: What :func:`_prune` knows of the search index.
_INDEX = ("_titles", "_all_titles", "_filenames", "_mapping", "_title_mapping")
_MAY_HAVE_ENDING = re.compile("[a-z']")
#: When Python looks for garbage: rarely in a build that makes little of it. The trees of documents are all
#: garbage once they are written, and need room until then.
_RARELY, _OFTEN = (20_000, 10, 20), (2_000, 10, 10)
#: How many documents' trees are kept from reading to writing; Sphinx keeps all.
_TREES_KEPT = 50
#: Modules and packages whose handlers do not mind if a page is not written.
_HARMLESS = ("sphinx.", "sphinx_blogext.", "alabaster.", "myst_parser.", "sphinxext.opengraph.")
#: The applications that have built in less time and are still there.
_built: WeakSet[Sphinx] = WeakSet()


class Changes(ExitStack):
    """What is changed during a build, to be undone in reverse order."""

    def set(self, owner: object, name: str, value: Any) -> None:
        """Give the attribute *name* of *owner* another *value*."""
        self.enter_context(replaced(owner, **{name: value}))

    def wrap(self, module_name: str, name: str, make: Callable[[Any], Any]) -> None:
        """Put what *make* makes of it in the place of a module's function, if there is one."""
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            return
        if callable(getattr(module, name, None)):
            self.set(module, name, make(getattr(module, name)))


class _Speedups:
    """The measures of one application's builds."""

    #: Whose build has changed what the whole process shares. That is one at a time: what two builds at
    #: once had changed could not be put back in order, so one that begins ends the measures of the other.
    _current: ClassVar[_Speedups | None] = None

    def __init__(self, app: Sphinx) -> None:
        self._changes = Changes()
        self._is_unchanged = False
        self._build = app.build
        app.build = functools.partial(self.build, app)  # type: ignore[method-assign]  # of this one object
        app.connect("env-get-outdated", self.on_env_get_outdated, priority=900)
        app.connect("env-before-read-docs", self.on_env_before_read_docs, priority=900)
        app.connect("env-purge-doc", self.on_env_purge_doc)
        app.connect("write-started", self.on_write_started)
        app.connect("doctree-resolved", self.on_doctree_resolved, priority=100)

    def build(self, app: Sphinx, *args: Any, **options: Any) -> None:
        """Build in less time; ``build-finished`` would not do for the end, it does not follow Ctrl-C."""
        if not app.config.blog_speedups:
            self._build(*args, **options)
            return
        if _Speedups._current is not None:
            _Speedups._current._changes.close()
        _Speedups._current = self
        _built.add(app)
        try:
            with self._changes:
                self._build(*args, **options)
        finally:
            if self._is_on:
                _Speedups._current = None

    @property
    def _is_on(self) -> bool:
        return _Speedups._current is self

    def on_env_get_outdated(
        self, app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> list[str]:
        self._is_unchanged = not removed
        return []

    def on_env_before_read_docs(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        self._is_unchanged &= not docnames
        if not self._is_on:
            return
        _log_for_somebody(self._changes)
        _look_for_garbage(self._changes, _OFTEN if len(docnames) > _TREES_KEPT else _RARELY)
        if docnames:
            self._changes.wrap("sphinx.util.docutils", "_get_settings", _remember_settings)
            self._changes.wrap("myst_parser.mdit_to_docutils.base", "get_default_settings", _remember_settings)

    def on_env_purge_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Before a document is read: let go of trees, which can be read from disk again."""
        trees = getattr(env, "_write_doc_doctree_cache", {})
        if self._is_on and len(trees) >= _TREES_KEPT:
            trees.clear()

    def on_write_started(self, app: Sphinx, builder: Builder) -> None:
        if not self._is_on or not isinstance(builder, StandaloneHTMLBuilder):
            return
        changes = self._changes
        # Style sheets and scripts have been copied before the first page asks for their checksums.
        changes.wrap("sphinx.builders.html", "_file_checksum", functools.cache)
        if isinstance(builder.templates, BuiltinTemplateLoader):
            # Templates do not change while they are used.
            changes.set(builder.templates.environment, "auto_reload", value=False)
            _keep_compiled_templates(changes, app, builder)
        changes.set(builder.highlighter, "get_formatter", _remember(builder.highlighter.get_formatter))
        index = builder.outdir / builder.searchindex_filename
        if self._is_unchanged and index.is_file():
            _keep_search_index(changes, builder)
            _keep_own_pages(changes, app, builder)
        else:
            _prune_quickly(changes, builder)

    def on_doctree_resolved(self, app: Sphinx, doctree: Any, docname: str) -> None:
        """When the first document is written: remember the stems of words, which documents share."""
        builder = app.builder
        language = getattr(getattr(builder, "indexer", None), "lang", None)
        if not self._is_on or language is None or "stem" in vars(language):
            return
        is_english = type(language).stem is SearchEnglish.stem
        self._changes.set(language, "stem", (_stem_english if is_english else _remember_stems)(language.stem))
        # Docutils would look for its own style sheets, which Sphinx does not use.
        for settings in (getattr(builder, "docsettings", None), getattr(builder, "_settings", None)):
            if settings is not None:
                self._changes.set(settings, "stylesheet_path", [])


def _log_for_somebody(changes: Changes) -> None:
    """Make no record of what no handler of Sphinx's messages asks for."""
    logger = logging.getLogger(NAMESPACE)
    level = min((handler.level for handler in logger.handlers), default=logging.NOTSET)
    if level > logger.level:
        changes.callback(logger.setLevel, logger.level)
        logger.setLevel(level)


def _look_for_garbage(changes: Changes, threshold: tuple[int, int, int]) -> None:
    """Look for garbage as often as *threshold* says, and not in what has been loaded up to here."""
    changes.callback(gc.set_threshold, *gc.get_threshold())
    gc.set_threshold(*threshold)
    if not gc.get_freeze_count():
        changes.callback(gc.unfreeze)
        gc.freeze()


@atexit.register
def _end_quickly() -> None:
    """When Python ends, the system takes back all memory at once: nothing need be looked through for it."""
    if _built:
        gc.freeze()


def _keep_search_index(changes: Changes, builder: StandaloneHTMLBuilder) -> None:
    """Neither load the index nor write it where no document is written."""
    load = builder.load_indexer

    def load_indexer(docnames: set[str]) -> None:
        if docnames:
            load(docnames)
        else:
            changes.set(builder, "dump_search_index", lambda: None)

    changes.set(builder, "load_indexer", load_indexer)


def _keep_own_pages(changes: Changes, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Leave the index, the search page and the inventory where nothing has changed that they show."""
    listeners = (app.events.listeners.get(name, ()) for name in ("html-page-context", "html-collect-pages"))
    handlers = [listener.handler for found in listeners for listener in found]
    # Extensions that we do not know may go by which pages are written. A function of ``conf.py`` has no module.
    is_known = all(f"{getattr(handler, '__module__', '')}.".startswith(_HARMLESS) for handler in handlers)
    if not is_known or app.config.html_last_updated_fmt is not None or app.config.html_split_index:
        return

    @functools.cache
    def are_current() -> bool:
        pages = [*app.config.html_additional_pages, *(index[0] for index in builder.domain_indices)]
        pages += [name for name, is_on in (("search", builder.search), ("genindex", builder.use_index)) if is_on]
        files = [builder.outdir / "objects.inv", *map(builder.get_output_path, pages)]
        return all(file.is_file() for file in files) and is_unchanged(app)

    for name in ("gen_indices", "gen_additional_pages", "dump_inventory"):
        if callable(write := getattr(builder, name, None)):
            changes.set(builder, name, functools.partial(_write_unless, are_current, write))


def _prune_quickly(changes: Changes, builder: StandaloneHTMLBuilder) -> None:
    """Take few documents out of the index, instead of comparing what is left word by word."""
    load = builder.load_indexer

    def load_indexer(docnames: set[str]) -> None:
        index: Any = getattr(builder, "indexer", None)
        if index is not None and all(isinstance(getattr(index, n, None), dict) for n in _INDEX):
            changes.set(index, "prune", functools.partial(_prune, index, index.prune))
        load(docnames)

    changes.set(builder, "load_indexer", load_indexer)


def _keep_compiled_templates(changes: Changes, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Compile templates once for all builds."""
    if builder.embedded:
        # A book holds all files that stand beside it, those of its trees too.
        return
    environment = builder.templates.environment
    versions = f"{jinja2.__version__}-{sphinx.__display_version__}"
    # Filters and the like are part of what is compiled.
    names = repr([*sorted(environment.filters), *sorted(environment.extensions)])
    folder = Path(app.doctreedir, f".templates-{versions}-{zlib.crc32(names.encode()):08x}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    changes.set(environment, "bytecode_cache", jinja2.FileSystemBytecodeCache(str(folder)))


def _remember_settings(make: Callable[..., Values]) -> Callable[..., Values]:
    """Return *make*, which gathers docutils' settings, with a memory for the same components and defaults."""
    known: dict[Any, tuple[dict[str, Any], Values]] = {}

    @functools.wraps(make)
    def remembered(*components: Any, **options: Any) -> Values:
        if options.keys() - {"defaults", "read_config_files"}:
            # An argument that we do not know may make a difference.
            return make(*components, **options)
        defaults = dict(options.get("defaults") or {})
        key = (*(c if isinstance(c, type) else type(c) for c in components), options.get("read_config_files"))
        if key not in known or known[key][0] != defaults:
            known[key] = (defaults, make(*components, **options))
        settings = copy.copy(known[key][1])
        for name, value in vars(settings).items():
            if isinstance(value, list):
                setattr(settings, name, value.copy())
        # Each document notes the files that it depends on.
        settings.record_dependencies = DependencyList()
        return settings

    return remembered


def _remember_stems(stem: Callable[[str], str]) -> Callable[[str], str]:
    return functools.lru_cache(20_000)(stem)


def _stem_english(stem: Callable[[str], str]) -> Callable[[str], str]:
    """Return *stem*, for which case makes no difference, with a memory.

    What holds no Latin letter, such as a sentence in Chinese, has no English ending.
    """
    remembered = _remember_stems(stem)

    def stem_quickly(word: str) -> str:
        word = word.lower()
        return remembered(word) if _MAY_HAVE_ENDING.search(word) else word

    return stem_quickly


def _prune(index: Any, prune: Callable[[Any], None], docnames: Any) -> None:
    """Do what ``IndexBuilder.prune`` does: keep nothing but *docnames*."""
    gone = index._titles.keys() - set(docnames)
    if len(gone) > len(index._titles) // 2:
        prune(docnames)
        return
    for name in gone:
        for records in (index._titles, index._all_titles, index._filenames):
            records.pop(name, None)
    if gone:
        for words in (index._mapping, index._title_mapping):
            for found in words.values():
                found.difference_update(gone)


def _write_unless(are_current: Callable[[], bool], write: Callable[[], None]) -> None:
    if not are_current():
        write()


def _remember(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make* with a memory for what it makes of the same options."""
    known: dict[Any, Any] = {}

    @functools.wraps(make)
    def remembered(**options: Any) -> Any:
        # Types too: for Pygments ``1`` is not ``True``.
        key = repr(sorted(options.items()))
        if key not in known:
            known[key] = make(**options)
        return known[key]

    return remembered


def setup(app: Sphinx) -> None:
    _Speedups(app)
