"""Handlers of Sphinx's events that belong to other extensions, and what to call them in a warning."""

from __future__ import annotations

import functools
import inspect
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from sphinx.events import EventManager

    Handler = Callable[..., Any]

#: The key of the context of a page that is ours though it has no tree: handlers that fail on it are reported.
GUARDED = "blog_is_guarded"
_OWN = ("sphinx_blogext.", "sphinx.")


@contextmanager
def replaced_handlers(events: EventManager, name: str, replace: Callable[[Handler], Handler]) -> Iterator[None]:
    """Call what *replace* returns instead of each handler of the event *name*."""
    # In place, because extensions may connect and disconnect handlers in the meantime.
    listeners = events.listeners[name]
    originals = {listener.id: listener for listener in listeners}
    listeners[:] = [listener._replace(handler=replace(listener.handler)) for listener in listeners]
    try:
        yield
    finally:
        listeners[:] = [originals.get(listener.id, listener) for listener in listeners]


def is_own(handler: object) -> bool:
    """Return whether a handler, or any object, is ours or Sphinx's."""
    # That of a function of ``conf.py`` is ``None``.
    return f"{getattr(handler, '__module__', None) or ''}.".startswith(_OWN)


def describe(handler: Handler, confdir: Path) -> str:
    """Return the name of a handler and the file and line of its function, if it is one of Python."""
    while isinstance(handler, functools.partial):
        handler = handler.func
    name = getattr(handler, "__qualname__", None) or type(handler).__qualname__
    function = handler if inspect.isroutine(handler) else type(handler).__call__
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{name} ({below(confdir, code.co_filename)}:{code.co_firstlineno})" if code else name


def below(folder: Path, file: str) -> str:
    """Return the path of a file as seen from *folder* if it is in there."""
    return file.removeprefix(f"{folder}{os.sep}")
