"""Copies of what other extensions store in the environment, for documents that are resolved more than once.

Sphinx resolves each document once, and an extension may put nodes that it keeps into the document, or count, or
note what it has done. A teaser is resolved with copies, so that afterwards nothing has happened.
"""

from __future__ import annotations

import io
import pickle
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sphinx.environment import BuildEnvironment

from sphinx_blogext.handlers import is_own

if TYPE_CHECKING:
    from collections.abc import Iterator

    #: Values by the name of a domain (``""``: the environment itself) and that of the attribute.
    State = dict[tuple[str, str], Any]

#: The attributes that Sphinx and its own extensions give an environment.
_SPHINX = frozenset(BuildEnvironment.__init__.__code__.co_names) | {"master_doctree", "settings"}
_OF_SPHINX = ("_", "intersphinx_")


class Sandboxes:
    """Copies of the state at the time of creation: one for each kind of part of a post."""

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
            self._boxes[kind] = {
                place: _Unpickler(value, self._env).load() for place, value in self._pickled.items() if value
            }
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
        state: State = {
            ("", name): value for name, value in own if name not in _SPHINX and not name.startswith(_OF_SPHINX)
        }
        return state | {
            (name, "data"): domain.data for name, domain in self._env.domains.items() if not is_own(domain)
        }


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
