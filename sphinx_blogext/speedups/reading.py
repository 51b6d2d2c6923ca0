"""Measures for the reading phase."""

from __future__ import annotations

import copy
import functools
import logging
import sys
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import yaml  # type: ignore[import-untyped]  # has no types of its own
from docutils.utils import DependencyList
from sphinx import events
from sphinx.util.logging import NAMESPACE

from sphinx_blogext.read.front_matter import loader_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.frontend import Values

    from sphinx_blogext.speedups.changes import Changes, Situation


def log_for_somebody(changes: Changes, situation: Situation) -> None:
    """Create no log records that no handler of Sphinx's messages accepts: there are several per document."""
    logger, level = logging.getLogger(NAMESPACE), _least_level()
    if level > logger.level:
        changes.callback(logger.setLevel, logger.level)
        logger.setLevel(level)


def describe_no_events(changes: Changes, situation: Situation) -> None:
    """Do not describe events for a log that nobody reads: the arguments of some contain the text of a page."""
    if _least_level() > logging.DEBUG:
        changes.set(events, "repr", _say_nothing)


def _say_nothing(value: object) -> str:
    return ""


def _least_level() -> int:
    """Return the lowest level of messages that a handler of Sphinx's messages accepts."""
    return min((handler.level for handler in logging.getLogger(NAMESPACE).handlers), default=logging.NOTSET)


def keep_settings(changes: Changes, situation: Situation) -> None:
    """Compute docutils' settings once: repeating it for each document is a tenth of the reading time."""
    if situation.documents:
        changes.wrap("sphinx.util.docutils", "_get_settings", _remember_settings)
        changes.wrap("myst_parser.mdit_to_docutils.base", "get_default_settings", _remember_settings)


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


def read_yaml_quickly(changes: Changes, situation: Situation) -> None:
    """Have MyST read front matter with YAML's loader in C, the second time that it reads it.

    That takes a twelfth of its time. Only MyST's module is changed: ``yaml.safe_load`` is everybody's.
    """
    module = sys.modules.get("myst_parser.mdit_to_docutils.base")
    quick = {**vars(yaml), "safe_load": _load_quickly(yaml.safe_load)}
    if situation.documents and module and vars(module).get("yaml") is yaml:
        changes.set(module, "yaml", SimpleNamespace(**quick))


def _load_quickly(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return *load*, but with the loader in C for texts that it reads in the same way."""

    @functools.wraps(load)
    def load_quickly(stream: Any) -> Any:
        loader = loader_for(stream) if isinstance(stream, str) else yaml.SafeLoader
        if loader is not yaml.SafeLoader:
            # It describes errors in other words, so its exceptions are not passed on.
            with suppress(Exception):
                return yaml.load(stream, loader)
        return load(stream)

    return load_quickly
