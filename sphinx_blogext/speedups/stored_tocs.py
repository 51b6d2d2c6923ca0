"""A measure for the tables of contents of documents, which are most of a stored environment."""

from __future__ import annotations

import pickle
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from docutils import nodes

    from sphinx_blogext.speedups.patches import BuildState, Patches


class StoredTocs(MutableMapping[str, Any], dict[str, Any]):
    """The table of contents of each document: pickled, as long as nobody has asked for it.

    Whoever looks at it finds nodes, as in the dictionary that it replaces.
    """

    def __getitem__(self, docname: str) -> nodes.Element:
        toc: Any = dict.__getitem__(self, docname)
        if isinstance(toc, bytes):
            # Kept, because whoever asks for it may change it.
            self[docname] = toc = pickle.loads(toc)
        return toc  # type: ignore[no-any-return]

    __setitem__ = dict.__setitem__
    __delitem__ = dict.__delitem__
    __len__ = dict.__len__
    __contains__ = dict.__contains__
    __reversed__ = dict.__reversed__
    __repr__ = object.__repr__

    def __iter__(self) -> Iterator[str]:
        # Because there is such a method, ``dict(self)`` asks for each item.
        return dict.__iter__(self)

    def copy(self) -> dict[str, Any]:
        return dict(self)

    def __or__(self, other: Mapping[str, Any]) -> dict[str, Any]:  # type: ignore[override]  # the same for nodes
        return dict(self) | dict(other)

    def __reduce__(self) -> Any:
        pickled = {
            docname: toc if isinstance(toc, bytes) else pickle.dumps(toc, pickle.HIGHEST_PROTOCOL)
            for docname, toc in dict.items(self)
        }
        return StoredTocs._of, (pickled,)

    @staticmethod
    def _of(pickled: dict[str, bytes]) -> StoredTocs:
        tocs = StoredTocs()
        dict.update(tocs, pickled)
        return tocs

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
