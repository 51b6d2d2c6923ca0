"""Produce the same output in less time: what Sphinx computes for each document is computed once.

Nothing else depends on this package, and ``blog_speedups = False`` disables it. Each measure is a function
that documents its reason, and none of them changes the output. It first checks whether Sphinx has what it was
written for, and does nothing on a Sphinx version that it does not know.

Nothing is changed before a build begins, except while the environment is loaded. Everything is restored when
that, or the build, is over, however it ends.
"""

import functools
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.speedups import contents, reading, search_index, writing
from sphinx_blogext.speedups.patches import BuildState, Patches

Measure = Callable[[Patches, BuildState], None]

#: The measures, by the moment from which they are in force: until the end of the build, or of loading.
MEASURES: Mapping[str, tuple[Measure, ...]] = {
    "loading": (reading.pause_gc_while_loading,),
    "reading": (
        reading.skip_unread_log_records,
        reading.skip_event_descriptions,
        reading.cache_docutils_settings,
        reading.read_in_larger_chunks,
        reading.use_libyaml,
        reading.reuse_markdown_parser,
        reading.find_nodes_in_one_loop,
        reading.raise_gc_thresholds,
        reading.drop_doctrees_after_reading,
        reading.skip_final_gc,
        reading.keep_tocs_pickled,
    ),
    "writing": (
        writing.cache_checksums,
        writing.skip_template_reloading,
        writing.cache_compiled_templates,
        writing.cache_formatters,
        writing.skip_unchanged_pages_of_sphinx,
        search_index.patch_search_index,
    ),
    "first document": (search_index.cache_stems, search_index.count_words_once, writing.skip_docutils_stylesheet),
}

#: Internals of Sphinx and MyST-Parser that may change; a measure that does not find them does nothing.
_INTERNALS = {
    "docutils.nodes.Node": "_fast_findall _superfast_findall",
    "myst_parser.mdit_to_docutils.base": "get_default_settings yaml",
    "myst_parser.parsers.sphinx_": "read_topmatter create_md_parser merge_file_level",
    "sphinx": "application.Sphinx._load_existing_env util.docutils._get_settings builders.make_chunks "
    "util.nodes.NodeMatcher.match environment.BuildEnvironment._write_doc_doctree_cache "
    "builders.html._file_checksum highlighting.PygmentsBridge.get_formatter search.js_index search.WordStore "
    "search.SearchLanguage.stem search.IndexBuilder._word_collector",
    "sphinx.builders.html.StandaloneHTMLBuilder": "docsettings load_indexer dump_search_index gen_indices "
    "gen_additional_pages dump_inventory indexer_format",
    "sphinx.search.IndexBuilder": " ".join((*search_index.METHODS, *search_index.INDEX)),
}
PRIVATE_NAMES = tuple(f"{owner}.{name}" for owner, names in _INTERNALS.items() for name in names.split())


class _Speedups:
    """The measures of one application's builds."""

    #: The instance whose build has changed process-wide state. Only one at a time: two simultaneous builds
    #: could not undo their changes in order, so a build that begins ends the measures of the other.
    _current: "ClassVar[_Speedups | None]" = None

    def __init__(self, app: Sphinx) -> None:
        self._patches = Patches()
        self._state = BuildState(app)
        self._taken: set[str] = set()
        self._build = app.build
        app.build = functools.partial(self.build, app)  # type: ignore[method-assign]  # of this one object
        if callable(load := getattr(app, "_load_existing_env", None)):
            self._load: Callable[..., BuildEnvironment] = load
            app._load_existing_env = self.load  # type: ignore[method-assign]  # of this object too
        app.connect("env-get-outdated", self.on_env_get_outdated, priority=900)
        # After other extensions, which may add documents to the list.
        app.connect("env-before-read-docs", self.on_env_before_read_docs, priority=900)
        # Before the theme, whose style sheets are templates.
        app.connect("write-started", self.on_write_started, priority=100)
        # Before the blog's handler, which may render teasers for the first document.
        app.connect("doctree-resolved", self.on_doctree_resolved, priority=100)

    def load(self, *args: Any, **options: Any) -> BuildEnvironment:
        """Load the environment in less time, before a build begins."""
        with Patches() as patches:
            for measure in MEASURES["loading"] if blog_config(self._state.app.config).blog_speedups else ():
                measure(patches, self._state)
            return self._load(*args, **options)

    def build(self, app: Sphinx, *args: Any, **options: Any) -> None:
        """Build in less time; ``build-finished`` cannot mark the end, because it is not emitted after Ctrl-C."""
        if not blog_config(app.config).blog_speedups:
            return self._build(*args, **options)
        if _Speedups._current is not None:
            _Speedups._current._patches.close()
        _Speedups._current = self
        self._taken = set()
        try:
            with self._patches:
                return self._build(*args, **options)
        finally:
            if _Speedups._current is self:
                _Speedups._current = None

    def _take(self, moment: str) -> None:
        """Apply the measures of a moment, once."""
        if _Speedups._current is self and moment not in self._taken:
            self._taken.add(moment)
            for measure in MEASURES[moment]:
                with suppress(AttributeError, ImportError, ValueError):
                    measure(self._patches, self._state)

    def on_env_get_outdated(
        self, app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> list[str]:
        self._state.is_unchanged = not removed
        return []

    def on_env_before_read_docs(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        self._state.documents = tuple(docnames)
        self._state.is_unchanged &= not docnames
        self._take("reading")

    def on_write_started(self, app: Sphinx, builder: Builder) -> None:
        if isinstance(builder, StandaloneHTMLBuilder):
            self._take("writing")

    def on_doctree_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Apply the last measures: when the first document is written, the builder has created its tools."""
        if "writing" in self._taken:
            self._take("first document")


def setup(app: Sphinx) -> None:
    _Speedups(app)
    contents.setup(app)
