"""Measures for the reading phase, and for the trees and the garbage that it produces."""

import atexit
import copy
import functools
import gc
import logging
import pickle
import sys
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from itertools import takewhile
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

import yaml  # type: ignore[import-untyped]  # has no types of its own
from docutils import nodes
from docutils.frontend import Values
from docutils.nodes import Node
from docutils.utils import DependencyList
from sphinx import events
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import NodeMatcher

from sphinx_blogext.isolation import replaced
from sphinx_blogext.markup.bounded_yaml import loader_for
from sphinx_blogext.speedups.patches import BuildState, Patches

#: In so many pieces each process reads its documents, which may take unequally long.
_PIECES = 2
#: Keys of front matter that change MyST's configuration for a document.
_OF_CONFIGURATION = frozenset({"myst", "html_meta", "substitutions"})
#: Thresholds of the garbage collection: hardly ever in a build that produces little garbage. Doctrees are all
#: garbage once they are written, and take up memory until then; each has a few thousand objects.
_RARELY, _OFTEN = (250_000, 20, 20), (10_000, 10, 10)
#: A build that reads more documents keeps none of their trees from reading to writing; Sphinx keeps all.
_FEW_TREES = 50
#: The applications that were built with measures and still exist.
_built: WeakSet[Sphinx] = WeakSet()


def skip_unread_log_records(patches: Patches, state: BuildState) -> None:
    """Create no log records that nobody gets to see: there are several per document."""
    logger, level = logging.getLogger("sphinx"), _least_level(state)
    if level > logger.level:
        patches.callback(logger.setLevel, logger.level)
        logger.setLevel(level)


# Upstream: Sphinx, EventManager.emit: describe the arguments only if the logger is enabled for DEBUG.
def skip_event_descriptions(patches: Patches, state: BuildState) -> None:
    """Do not describe events for a log that nobody reads: the arguments of some contain the text of a page."""
    if _least_level(state) > logging.DEBUG:
        patches.enter_context(replaced(events, repr=lambda value: ""))


def _least_level(state: BuildState) -> int:
    """Return the lowest level of Sphinx's messages that a handler accepts and that somebody may read."""
    handlers = logging.getLogger("sphinx").handlers
    for_info = [each for each in handlers if "InfoFilter" in {type(own).__name__ for own in each.filters}]
    # ``sphinx-build -q`` keeps its status messages in memory, where nobody reads them.
    unread = for_info if for_info and state.app.quiet else ()
    return min((handler.level for handler in handlers if handler not in unread), default=logging.NOTSET)


# Upstream: docutils and MyST-Parser: compute the settings of a set of components once.
def cache_docutils_settings(patches: Patches, state: BuildState) -> None:
    """Compute docutils' settings once: repeating it for each document is a tenth of the reading time."""
    known: dict[Any, tuple[dict[str, Any], Values]] = {}

    def remembered(make: Callable[..., Values], *components: Any, **options: Any) -> Values:
        if options.keys() - {"defaults", "read_config_files"}:
            # An unknown argument may make a difference.
            return make(*components, **options)
        defaults = dict(options.get("defaults") or {})
        kinds = (each if isinstance(each, type) else type(each) for each in components)
        key = (make, *kinds, options.get("read_config_files"))
        if key not in known or known[key][0] != defaults:
            known[key] = (defaults, make(*components, **options))
        settings = copy.copy(known[key][1])
        for name, value in vars(settings).items():
            if isinstance(value, list):
                setattr(settings, name, value.copy())
        # Each document records the files that it depends on.
        settings.record_dependencies = DependencyList()
        return settings

    if state.documents:
        patches.wrap("sphinx.util.docutils", "_get_settings", remembered)
        patches.wrap("myst_parser.mdit_to_docutils.base", "get_default_settings", remembered)


def read_in_larger_chunks(patches: Patches, state: BuildState) -> None:
    """Read in two pieces per process: with each, a process returns the whole environment."""
    # With 1,000 posts and two processes, Sphinx's fifteen pieces take a third more time.

    def make_few(make: Callable[..., list[Any]], arguments: Any, nproc: int, *more: Any) -> list[Any]:
        pieces = make(arguments, nproc, *more)
        size = -(-len(arguments) // (_PIECES * nproc))
        # Documents are written in pieces, too, and their trees take up memory until a piece is complete.
        if more or not pieces or tuple(arguments) != state.documents or size <= len(pieces[0]):
            return pieces
        return [arguments[start : start + size] for start in range(0, len(arguments), size)]

    patches.wrap("sphinx.builders", "make_chunks", make_few)


# Upstream: MyST-Parser: parse front matter once, with the loader in C where it reads the same.
def use_libyaml(patches: Patches, state: BuildState) -> None:
    """Have MyST read front matter with YAML's loader in C, both times that it reads it."""
    # That takes a twelfth of its time. Only MyST's modules are changed: ``yaml.safe_load`` is everybody's.
    module = sys.modules.get("myst_parser.mdit_to_docutils.base")
    if state.documents and getattr(module, "yaml", None) is yaml:
        patches.set(module, "yaml", SimpleNamespace(**{**vars(yaml), "safe_load": _load_quickly}))
    if state.documents:
        patches.wrap("myst_parser.parsers.sphinx_", "read_topmatter", _read_topmatter_quickly)


def _read_topmatter_quickly(read: Callable[[Any], Any], text: Any) -> Any:
    """Return what *read*, MyST's ``read_topmatter``, returns, but with the loader in C if that reads the same."""
    metadata = None
    if isinstance(text, str) and text.startswith("---"):
        # The lines that MyST takes for front matter.
        lines = takewhile(lambda line: not line.startswith(("---", "...")), text.splitlines()[1:])
        metadata = _loaded_quickly("".join(f"{line.rstrip()}\n" for line in lines))
    return metadata if isinstance(metadata, dict) else read(text)


@functools.wraps(yaml.safe_load)
def _load_quickly(stream: Any) -> Any:
    value = _loaded_quickly(stream) if isinstance(stream, str) else None
    return yaml.safe_load(stream) if value is None else value


def _loaded_quickly(text: str) -> Any:
    """Return what the loader in C reads, or ``None`` if the one in Python may read something else."""
    loader = loader_for(text)
    # It describes errors in other words, so its exceptions are not passed on.
    with suppress(Exception):
        return None if loader is yaml.SafeLoader else yaml.load(text, loader)
    return None


# Upstream: MyST-Parser: keep the parser, and copy the configuration only for a document that changes it.
def reuse_markdown_parser(patches: Patches, state: BuildState) -> None:
    """Set up MyST's parser once for each configuration: doing it for each document is a tenth of reading it."""
    last: tuple[Any, ...] = ()
    is_in_use = False

    def remembered(make: Callable[..., Any], config: Any, renderer: Any) -> Any:
        # The renderer, which holds the state of a document, begins anew with each.
        nonlocal last, is_in_use
        if is_in_use:
            return make(config, renderer)
        is_in_use = True
        if last[:-1] != (config, renderer):
            last = (config, renderer, make(config, renderer))
        return last[-1]

    def parse_apart(parse: Callable[..., None], *arguments: Any, **options: Any) -> None:
        """Give a document that another one includes a parser of its own."""
        nonlocal is_in_use
        is_inside = is_in_use
        try:
            parse(*arguments, **options)
        finally:
            is_in_use = is_inside

    def merge_rarely(merge: Callable[..., Any], config: Any, topmatter: Any, *more: Any) -> Any:
        # It copies the configuration.
        is_plain = isinstance(topmatter, dict) and not _OF_CONFIGURATION & topmatter.keys()
        return config if is_plain else merge(config, topmatter, *more)

    parser = getattr(sys.modules.get("myst_parser.parsers.sphinx_"), "MystParser", None)
    if state.documents and parser:
        patches.set(parser, "parse", functools.partialmethod(functools.partial(parse_apart, parser.parse)))
        patches.wrap("myst_parser.parsers.sphinx_", "create_md_parser", remembered)
        patches.wrap("myst_parser.parsers.sphinx_", "merge_file_level", merge_rarely)


# Upstream: docutils, Node.findall: a loop in place of one generator per node; Sphinx, NodeMatcher.findall.
def find_nodes_in_one_loop(patches: Patches, state: BuildState) -> None:
    """Find nodes in one loop, not one generator per node: that halves what takes a twentieth of a cold build."""
    # Transforms look through each tree a hundred times.
    patches.set(Node, "_fast_findall", _find_all)
    patches.set(Node, "_superfast_findall", lambda node: _find_all(node, Node))
    if callable(getattr(NodeMatcher, "match", None)):
        # It asks only about nodes of its classes.
        patches.set(NodeMatcher, "findall", lambda of, node: filter(of.match, _find_all(node, of.classes or Node)))


def _find_all(self: Node, wanted: type[Node] | tuple[type[Node], ...]) -> Iterator[Node]:
    """Do what ``Node._fast_findall`` does: yield each *wanted* node, and only then look at its children."""
    # A caller may change the tree in between: children are looked at when it asks for the next node.
    if isinstance(self, wanted):
        yield self
    waiting: list[Iterator[Node]] = []
    nodes = iter(self.children)
    while True:
        for node in nodes:
            if isinstance(node, wanted):
                yield node
            if children := node.children:
                waiting.append(nodes)
                nodes = iter(children)
                break
        else:
            if not waiting:
                return
            nodes = waiting.pop()


def pause_gc_while_loading(patches: Patches, state: BuildState) -> None:
    """Collect no garbage while the environment is loaded: it has none, and looking takes longer than loading."""
    if gc.isenabled():
        patches.callback(gc.enable)
        patches.callback(_count_as_old)
        gc.disable()


def _count_as_old() -> None:
    """Count all objects as old: otherwise the next collection would look through all that have been made."""
    # This is no way to do so if others have frozen something, which would be released.
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def raise_gc_thresholds(patches: Patches, state: BuildState) -> None:
    """Collect garbage less often, and ignore what has been loaded up to here: that saves a tenth of a build."""
    patches.callback(gc.set_threshold, *gc.get_threshold())
    patches.callback(_count_as_old)
    gc.set_threshold(*(_OFTEN if len(state.documents) > _FEW_TREES else _RARELY))
    # ``unfreeze`` would also release what others have frozen.
    if not gc.get_freeze_count():
        patches.callback(gc.unfreeze)
        gc.freeze()
        # Before documents and before pages are written, for which processes may be started.
        for event in ("env-updated", "html-collect-pages"):
            patches.callback(state.app.disconnect, state.app.connect(event, _freeze_more, priority=100))


def _freeze_more(app: Sphinx, *arguments: object) -> list[str]:
    """Ignore what is kept of all documents, too, unless a build inside this one has undone its measures."""
    # Processes that look through it would copy all of it. Counting what is frozen takes longer than freezing more,
    # so the thresholds tell whether the measures still apply.
    if gc.get_threshold()[0] in {_OFTEN[0], _RARELY[0]}:
        gc.freeze()
    return []


def drop_doctrees_after_reading(patches: Patches, state: BuildState) -> None:
    """Keep no doctrees of many documents: they can be read from disk, and would fill the memory."""
    # The garbage collection looks for new objects more often than for old ones.

    def on_env_purge_doc(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        getattr(env, "_write_doc_doctree_cache", {}).clear()

    if len(state.documents) > _FEW_TREES:
        patches.callback(state.app.disconnect, state.app.connect("env-purge-doc", on_env_purge_doc))


def skip_final_gc(patches: Patches, state: BuildState) -> None:
    """Skip the final collection: when Python exits, the system reclaims all memory at once."""
    _built.add(state.app)


@atexit.register
def _freeze() -> None:
    if _built:
        gc.freeze()


class StoredTocs(dict[str, Any]):
    """The table of contents of each document: pickled, as long as nobody has asked for it.

    Whoever looks at it finds nodes, as in the dictionary that it replaces.
    """

    def __getitem__(self, docname: str) -> Any:
        toc = super().__getitem__(docname)
        if isinstance(toc, bytes):
            # Kept, because whoever asks for it may change it.
            self[docname] = toc = pickle.loads(toc)
        return toc

    # These ask for each item that they return, unlike those of a dictionary.
    get: Any = MutableMapping.get
    items: Any = MutableMapping.items
    values: Any = MutableMapping.values
    popitem: Any = MutableMapping.popitem
    setdefault: Any = MutableMapping.setdefault
    __eq__: Any = MutableMapping.__eq__
    __ne__: Any = object.__ne__
    __hash__ = None

    def __iter__(self) -> Iterator[str]:
        # Because there is such a method, ``dict(self)`` asks for each item.
        return super().__iter__()

    def pop(self, docname: str, *default: Any) -> Any:
        toc = super().pop(docname, *default)
        return pickle.loads(toc) if isinstance(toc, bytes) else toc

    def copy(self) -> dict[str, Any]:
        return dict(self)

    def __or__(self, other: Any) -> Any:
        return dict(self) | other

    def __reduce__(self) -> Any:
        pickled = {
            docname: toc if isinstance(toc, bytes) else pickle.dumps(toc, pickle.HIGHEST_PROTOCOL)
            for docname, toc in dict.items(self)
        }
        return StoredTocs, (pickled,)

    def mentioning(self, name: str) -> Iterator[nodes.Element]:
        """Yield the tables that may have nodes of a class of this name, and few others."""
        for docname, toc in dict.items(self):
            if not isinstance(toc, bytes) or name.encode() in toc:
                yield self[docname]


# Upstream: Sphinx, BuildEnvironment: store the tables of contents apart from each other.
def keep_tocs_pickled(patches: Patches, state: BuildState) -> None:
    """Leave the tables of contents as they were stored: unpickling all takes longer than all the rest together."""
    # A build asks for those of the few documents that it writes. Storing those of the others again takes no time.
    env = state.app.env
    if type(env.tocs) is dict:
        env.tocs = StoredTocs(env.tocs)
