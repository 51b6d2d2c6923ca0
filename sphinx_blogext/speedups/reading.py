"""Measures for the reading phase."""

from __future__ import annotations

import copy
import functools
import logging
import sys
from contextlib import suppress
from itertools import takewhile
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import yaml  # type: ignore[import-untyped]  # has no types of its own
from docutils.utils import DependencyList
from sphinx import events
from sphinx.util.logging import NAMESPACE, InfoFilter

from sphinx_blogext.markup.bounded_yaml import loader_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.frontend import Values

    from sphinx_blogext.speedups.patches import BuildState, Patches

#: In so many pieces each process reads its documents, which may take unequally long.
_PIECES = 2
#: Keys of front matter that change MyST's configuration for a document.
_OF_CONFIGURATION = frozenset({"myst", "html_meta", "substitutions"})


def skip_unread_log_records(patches: Patches, state: BuildState) -> None:
    """Create no log records that nobody gets to see: there are several per document."""
    logger, level = logging.getLogger(NAMESPACE), _least_level(state)
    if level > logger.level:
        patches.callback(logger.setLevel, logger.level)
        logger.setLevel(level)


# Upstream: Sphinx, EventManager.emit: describe the arguments only if the logger is enabled for DEBUG.
def skip_event_descriptions(patches: Patches, state: BuildState) -> None:
    """Do not describe events for a log that nobody reads: the arguments of some contain the text of a page."""
    if _least_level(state) > logging.DEBUG:
        patches.set(events, "repr", _say_nothing)


def _say_nothing(value: object) -> str:
    return ""


def _least_level(state: BuildState) -> int:
    """Return the lowest level of Sphinx's messages that a handler accepts and that somebody may read."""
    handlers = logging.getLogger(NAMESPACE).handlers
    # ``sphinx-build -q`` keeps its status messages in memory, where nobody reads them.
    unread = [handler for handler in handlers if _is_of_status(handler) and state.app.quiet]
    return min((handler.level for handler in handlers if handler not in unread), default=logging.NOTSET)


def _is_of_status(handler: logging.Handler) -> bool:
    return any(isinstance(found, InfoFilter) for found in handler.filters)


# Upstream: docutils and MyST-Parser: compute the settings of a set of components once.
def cache_docutils_settings(patches: Patches, state: BuildState) -> None:
    """Compute docutils' settings once: repeating it for each document is a tenth of the reading time."""
    if state.documents:
        patches.wrap("sphinx.util.docutils", "_get_settings", _remember_settings)
        patches.wrap("myst_parser.mdit_to_docutils.base", "get_default_settings", _remember_settings)


def _remember_settings(make: Callable[..., Values]) -> Callable[..., Values]:
    """Return *make*, which computes docutils' settings, with a cache by components and defaults."""
    known: dict[Any, tuple[dict[str, Any], Values]] = {}

    @functools.wraps(make)
    def remembered(*components: Any, **options: Any) -> Values:
        if options.keys() - {"defaults", "read_config_files"}:
            # An unknown argument may make a difference.
            return make(*components, **options)
        defaults = dict(options.get("defaults") or {})
        key = (*(c if isinstance(c, type) else type(c) for c in components), options.get("read_config_files"))
        if key not in known or known[key][0] != defaults:
            known[key] = (defaults, make(*components, **options))
        settings = copy.copy(known[key][1])
        for name, value in vars(settings).items():
            if isinstance(value, list):
                setattr(settings, name, value.copy())
        # Each document records the files that it depends on.
        settings.record_dependencies = DependencyList()
        return settings

    return remembered


def read_in_larger_chunks(patches: Patches, state: BuildState) -> None:
    """Read in two pieces per process: with each, a process returns the whole environment.

    With 1,000 posts and two processes, Sphinx's fifteen pieces take a third more time.
    """

    def make_few(make: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        @functools.wraps(make)
        def made(arguments: Any, nproc: int, *more: Any) -> list[Any]:
            pieces = make(arguments, nproc, *more)
            size = -(-len(arguments) // (_PIECES * nproc))
            # Documents are written in pieces, too, and their trees take up memory until a piece is complete.
            if more or tuple(arguments) != state.documents or size <= len(pieces[0]):
                return pieces
            return [arguments[start : start + size] for start in range(0, len(arguments), size)]

        return made

    patches.wrap("sphinx.builders", "make_chunks", make_few)


# Upstream: MyST-Parser: parse front matter once, with the loader in C where it reads the same.
def use_libyaml(patches: Patches, state: BuildState) -> None:
    """Have MyST read front matter with YAML's loader in C, both times that it reads it.

    That takes a twelfth of its time. Only MyST's modules are changed: ``yaml.safe_load`` is everybody's.
    """
    module = sys.modules.get("myst_parser.mdit_to_docutils.base")
    quick = {**vars(yaml), "safe_load": _load_quickly(yaml.safe_load)}
    if not state.documents or not module:
        return
    if vars(module).get("yaml") is yaml:
        patches.set(module, "yaml", SimpleNamespace(**quick))
    patches.wrap("myst_parser.parsers.sphinx_", "read_topmatter", _read_topmatter_quickly)


def _read_topmatter_quickly(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return *read*, MyST's ``read_topmatter``, but with the loader in C for what that reads in the same way."""

    @functools.wraps(read)
    def read_quickly(text: Any) -> Any:
        metadata = _loaded_quickly(_topmatter(text)) if isinstance(text, str) and text.startswith("---") else None
        return metadata if isinstance(metadata, dict) else read(text)

    return read_quickly


def _topmatter(text: str) -> str:
    """Return the front matter of *text*, with the lines that MyST takes for it."""
    lines = takewhile(lambda line: not line.startswith(("---", "...")), text.splitlines()[1:])
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _load_quickly(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return *load*, but with the loader in C for texts that it reads in the same way."""

    @functools.wraps(load)
    def load_quickly(stream: Any) -> Any:
        value = _loaded_quickly(stream) if isinstance(stream, str) else None
        return load(stream) if value is None else value

    return load_quickly


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
    if state.documents:
        patches.wrap("myst_parser.parsers.sphinx_", "create_md_parser", _remember_parser)
        patches.wrap("myst_parser.parsers.sphinx_", "merge_file_level", _merge_rarely)


def _remember_parser(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return *make*, which sets up a parser, but reuse the last one if its configuration is the same.

    The renderer, which holds the state of a document, begins anew with each.
    """
    last: tuple[Any, ...] = ()

    @functools.wraps(make)
    def remembered(*arguments: Any) -> Any:
        nonlocal last
        if last[:-1] != arguments:
            last = (*arguments, make(*arguments))
        return last[-1]

    return remembered


def _merge_rarely(merge: Callable[..., Any]) -> Callable[..., Any]:
    """Return *merge*, which copies the configuration, but only call it for front matter that changes it."""

    @functools.wraps(merge)
    def merge_rarely(config: Any, topmatter: Any, *more: Any) -> Any:
        is_plain = isinstance(topmatter, dict) and not _OF_CONFIGURATION & topmatter.keys()
        return config if is_plain else merge(config, topmatter, *more)

    return merge_rarely
