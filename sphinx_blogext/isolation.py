"""Keeps Sphinx and other extensions as they are: temporary changes, their handlers, and copies of their state."""

import functools
import inspect
import io
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from sys import stdlib_module_names
from traceback import walk_tb
from typing import Any

from sphinx.environment import BuildEnvironment
from sphinx.events import EventManager

Handler = Callable[..., Any]
#: Values by the name of a domain (``""``: the environment itself) and that of the attribute.
State = dict[tuple[str, str], Any]

#: The key of the context of a page that is ours though it has no tree: handlers that fail on it are reported.
GUARDED = "blog_is_guarded"
#: The attributes that Sphinx and its own extensions give an environment.
_SPHINX = frozenset(BuildEnvironment.__init__.__code__.co_names) | {"master_doctree", "settings"}
_OF_SPHINX = ("_", "intersphinx_")
_MISSING = object()


@contextmanager
def replaced(owner: object, **values: Any) -> Iterator[None]:
    """Replace attributes of *owner* by *values* temporarily, and restore exactly what it had afterwards.

    An attribute that was only on the class is removed from *owner* again: a value left there would hide
    what its class or another extension sets later.
    """
    attributes = vars(owner)
    before = {name: attributes.get(name, _MISSING) for name in values}
    for name, value in values.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is _MISSING:
                attributes.pop(name, None)
            else:
                setattr(owner, name, value)


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
    return f"{getattr(handler, '__module__', None) or ''}.".startswith(("sphinx_blogext.", "sphinx."))


def name_of(handler: Handler, confdir: Path) -> str:
    """Return the name of a handler and the file and line of its function, if it is one of Python."""
    while isinstance(handler, functools.partial):
        handler = handler.func
    name = getattr(handler, "__qualname__", None) or type(handler).__qualname__
    function = handler if inspect.isroutine(handler) else type(handler).__call__
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{name} ({below(confdir, code.co_filename)}:{code.co_firstlineno})" if code else name


def raiser(error: BaseException, confdir: Path) -> str:
    """Return the name, file and line of the function of another extension that raised *error*, or ``""``."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        # That of ``conf.py`` has no name.
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if package not in {"sphinx_blogext", "sphinx", "docutils", *stdlib_module_names}:
            return f"{frame.f_code.co_qualname} ({below(confdir, frame.f_code.co_filename)}:{line})"
    return ""


def below(folder: Path, file: str) -> str:
    """Return the path of a file as seen from *folder* if it is in there."""
    return file.removeprefix(f"{folder}{os.sep}")


class Sandboxes:
    """Copies of the state at the time of creation: one for each kind of part of a post.

    Sphinx resolves each document once, and an extension may put nodes that it keeps into the document, or count,
    or note what it has done. A teaser is resolved with copies, so that afterwards nothing has happened.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        # Pickled now: nodes that are in pages later are still alone.
        self._pickled = {place: _pickled(value, env) for place, value in self._state().items()}
        self._boxes: dict[str, State] = {}
        self._used: set[tuple[str, str]] = set()

    @contextmanager
    def enter(self, kind: str, part: str) -> Iterator[None]:
        """Use a copy in which no part of this *kind* and name has been resolved."""
        if kind not in self._boxes or (kind, part) in self._used:
            self._boxes[kind] = {place: _Unpickler(v, self._env).load() for place, v in self._pickled.items() if v}
            self._used = {used for used in self._used if used[0] != kind}
        self._used.add((kind, part))
        before = self._exchange(self._boxes[kind])
        try:
            yield
        finally:
            self._boxes[kind] = self._exchange(before)

    def _exchange(self, new: State) -> State:
        """Replace the state, except for what is shared, by *new*, and return the old one."""
        shared = {place for place, value in self._pickled.items() if not value}
        old = {place: value for place, value in self._state().items() if place not in shared}
        for domain, name in old.keys() - new.keys():
            delattr(self._env.domains[domain] if domain else self._env, name)
        for (domain, name), value in new.items():
            setattr(self._env.domains[domain] if domain else self._env, name, value)
            if domain:
                self._env.domaindata[domain] = value
        return old

    def _state(self) -> State:
        own = vars(self._env).items()
        state: State = {("", n): v for n, v in own if n not in _SPHINX and not n.startswith(_OF_SPHINX)}
        return state | {(name, "data"): each.data for name, each in self._env.domains.items() if not is_own(each)}


def _pickled(value: object, env: BuildEnvironment) -> bytes:
    """Return *value* pickled, or ``b""`` if it cannot be: then it is shared."""
    stream = io.BytesIO()
    try:
        _Pickler(stream, env).dump(value)
    except Exception:
        return b""
    return stream.getvalue()


class _Pickler(pickle.Pickler):
    """Pickles what refers to the environment without it."""

    def __init__(self, stream: io.BytesIO, env: BuildEnvironment) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._env = env

    def persistent_id(self, obj: Any) -> str | None:
        return "env" if obj is self._env else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, content: bytes, env: BuildEnvironment) -> None:
        super().__init__(io.BytesIO(content))
        self._env = env

    def persistent_load(self, pid: Any) -> BuildEnvironment:
        return self._env
