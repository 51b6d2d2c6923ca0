"""A measure for the tables of contents of documents, which are most of a stored environment."""

from __future__ import annotations

import pickle
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes

    from sphinx_blogext.speedups.patches import BuildState, Patches


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
