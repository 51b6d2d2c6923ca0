"""The same output in less time: what Sphinx works out for each document is worked out once.

Nothing else knows of this module, and ``blog_speedups = False`` leaves it out. Each measure
looks first whether it finds what it was written for, and does nothing on a Sphinx that it
does not know; all are undone when the build has finished, but for one that concerns the end
of the process.
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
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import sphinx
from docutils.utils import DependencyList
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.search.en import SearchEnglish
from sphinx.util.logging import NAMESPACE

from sphinx_blogext.domain import blog_domain
from sphinx_blogext.incremental import is_unchanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.frontend import Values
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

_MISSING = object()
#: What :func:`_prune` knows of the search index.
_INDEX = ("_titles", "_all_titles", "_filenames", "_mapping", "_title_mapping")
_MAY_HAVE_ENDING = re.compile("[a-z']")
#: When Python looks for garbage: rarely in a build that makes little of it. The trees of documents are all
#: garbage once they are written, and need room until then.
_RARELY, _OFTEN = (20_000, 10, 20), (2_000, 10, 10)
#: How many documents' trees are kept from reading to writing; Sphinx keeps all.
_TREES_KEPT = 50
#: Packages whose handlers do not mind if a page is not written.
_HARMLESS = frozenset({"sphinx", "sphinx_blogext", "alabaster", "myst_parser", "sphinxext"})


class _Speedups:
    """The measures of one build, and how they are undone."""

    def __init__(self, app: Sphinx) -> None:
        self._undo: list[Callable[[], None]] = []
        self._is_unchanged = False
        # Before the environment is loaded.
        app.connect("config-inited", self.on_config_inited, priority=950)
        app.connect("env-get-outdated", self.on_env_get_outdated, priority=900)
        app.connect("env-before-read-docs", self.on_env_before_read_docs, priority=900)
        app.connect("env-purge-doc", self.on_env_purge_doc)
        app.connect("write-started", self.on_write_started)
        app.connect("doctree-resolved", self.on_doctree_resolved, priority=100)
        app.connect("build-finished", self.on_build_finished, priority=900)

    def on_config_inited(self, app: Sphinx, config: Config) -> None:
        if config.blog_speedups:
            self._log_for_somebody()
            self._undo.append(functools.partial(gc.set_threshold, *gc.get_threshold()))
            gc.set_threshold(*_RARELY)
            app.connect("builder-inited", self.on_builder_inited, priority=900)
            # When Python ends, the system takes back all memory at once: nothing need be looked through for it.
            atexit.unregister(gc.freeze)
            atexit.register(gc.freeze)

    def on_builder_inited(self, app: Sphinx) -> None:
        """What has been loaded up to here stays: it need not be looked through for garbage."""
        gc.freeze()
        self._undo.append(gc.unfreeze)

    def on_env_get_outdated(
        self, app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> list[str]:
        self._is_unchanged = not removed
        return []

    def on_env_before_read_docs(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        if not app.config.blog_speedups:
            return
        self._is_unchanged &= not docnames
        if len(docnames) > _TREES_KEPT:
            gc.set_threshold(*_OFTEN)
        if docnames:
            self._replace("sphinx.util.docutils", "_get_settings", _remember_settings)
            self._replace("myst_parser.mdit_to_docutils.base", "get_default_settings", _remember_settings)
            self._replace("yaml", "safe_load", _load_by_c)

    def on_env_purge_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Before a document is read: let go of trees, which can be read from disk again."""
        trees = getattr(env, "_write_doc_doctree_cache", {})
        if app.config.blog_speedups and len(trees) >= _TREES_KEPT:
            trees.clear()

    def on_write_started(self, app: Sphinx, builder: Builder) -> None:
        if not app.config.blog_speedups or not isinstance(builder, StandaloneHTMLBuilder):
            return
        # Style sheets and scripts have been copied before the first page asks for their checksums.
        self._replace("sphinx.builders.html", "_file_checksum", functools.cache)
        if isinstance(builder.templates, BuiltinTemplateLoader):
            # Templates do not change while they are used.
            builder.templates.environment.auto_reload = False
            self._keep_compiled_templates(app, builder)
        self._set(builder.highlighter, "get_formatter", _remember(builder.highlighter.get_formatter))
        index = builder.outdir / builder.searchindex_filename
        if self._is_unchanged and index.is_file():
            self._keep_search_index(builder)
            self._keep_own_pages(app, builder)
        else:
            self._prune_quickly(builder)

    def on_doctree_resolved(self, app: Sphinx, doctree: Any, docname: str) -> None:
        """When the first document is written: remember the stems of words, which documents share."""
        builder = app.builder
        language = getattr(getattr(builder, "indexer", None), "lang", None)
        if not app.config.blog_speedups or language is None or "stem" in vars(language):
            return
        is_english = type(language).stem is SearchEnglish.stem
        self._set(language, "stem", (_stem_english if is_english else _remember_stems)(language.stem))
        # Docutils would look for its own style sheets, which Sphinx does not use.
        for settings in (getattr(builder, "docsettings", None), getattr(builder, "_settings", None)):
            if settings is not None:
                settings.stylesheet_path = []

    def on_build_finished(self, app: Sphinx, exception: Exception | None) -> None:
        while self._undo:
            self._undo.pop()()

    def _log_for_somebody(self) -> None:
        """Make no record of what no handler of Sphinx's messages asks for."""
        logger = logging.getLogger(NAMESPACE)
        level = min((handler.level for handler in logger.handlers), default=logging.NOTSET)
        if level > logger.level:
            self._undo.append(functools.partial(logger.setLevel, logger.level))
            logger.setLevel(level)

    def _keep_search_index(self, builder: StandaloneHTMLBuilder) -> None:
        """Neither load the index nor write it where no document is written."""
        load = builder.load_indexer

        def load_indexer(docnames: set[str]) -> None:
            if docnames:
                load(docnames)
            else:
                self._set(builder, "dump_search_index", lambda: None)

        self._set(builder, "load_indexer", load_indexer)

    def _keep_own_pages(self, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
        """Leave the index, the search page and the inventory where nothing has changed that they show."""
        listeners = (app.events.listeners.get(name, ()) for name in ("html-page-context", "html-collect-pages"))
        handlers = [listener.handler for found in listeners for listener in found]
        # Extensions that we do not know may go by which pages are written.
        # A function of ``conf.py`` is of no module.
        modules = (getattr(handler, "__module__", None) or "" for handler in handlers)
        is_known = all(module.partition(".")[0] in _HARMLESS for module in modules)
        if not is_known or app.config.html_last_updated_fmt is not None or app.config.html_split_index:
            return

        @functools.cache
        def are_current() -> bool:
            pages = [*app.config.html_additional_pages, *(index[0] for index in builder.domain_indices)]
            pages += [
                name for name, is_on in (("search", builder.search), ("genindex", builder.use_index)) if is_on
            ]
            files = [builder.outdir / "objects.inv", *map(builder.get_output_path, pages)]
            return all(file.is_file() for file in files) and is_unchanged(blog_domain(app.env))

        for name in ("gen_indices", "gen_additional_pages", "dump_inventory"):
            if callable(write := getattr(builder, name, None)):
                self._set(builder, name, functools.partial(_write_unless, are_current, write))

    def _prune_quickly(self, builder: StandaloneHTMLBuilder) -> None:
        """Take few documents out of the index, instead of comparing what is left word by word."""
        load = builder.load_indexer

        def load_indexer(docnames: set[str]) -> None:
            index: Any = getattr(builder, "indexer", None)
            if index is not None and all(isinstance(getattr(index, n, None), dict) for n in _INDEX):
                self._set(index, "prune", functools.partial(_prune, index, index.prune))
            load(docnames)

        self._set(builder, "load_indexer", load_indexer)

    def _keep_compiled_templates(self, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
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
        self._set(environment, "bytecode_cache", jinja2.FileSystemBytecodeCache(str(folder)))

    def _replace(self, module_name: str, name: str, make: Callable[[Any], Any]) -> None:
        """Put what *make* makes of it in the place of a module's function, if there is one."""
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            return
        if callable(getattr(module, name, None)):
            self._set(module, name, make(getattr(module, name)))

    def _set(self, owner: Any, name: str, value: Any) -> None:
        before = vars(owner).get(name, _MISSING)
        setattr(owner, name, value)
        self._undo.append(lambda: delattr(owner, name) if before is _MISSING else setattr(owner, name, before))


def _remember_settings(make: Callable[..., Values]) -> Callable[..., Values]:
    """Return *make*, which gathers docutils' settings, with a memory for the same components and defaults."""
    known: dict[Any, tuple[dict[str, Any], Values]] = {}

    @functools.wraps(make)
    def remembered(*components: Any, **options: Any) -> Values:
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


def _load_by_c(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return PyYAML's ``safe_load`` by its loader in C; what that refuses, the other explains."""
    yaml = importlib.import_module("yaml")
    loader = getattr(yaml, "CSafeLoader", None)

    @functools.wraps(load)
    def load_quickly(stream: Any) -> Any:
        if loader is None or not isinstance(stream, str):
            return load(stream)
        try:
            return yaml.load(stream, loader)
        except yaml.YAMLError:
            return load(stream)

    return load_quickly


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
