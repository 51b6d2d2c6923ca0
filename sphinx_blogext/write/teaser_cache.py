"""Teasers kept from build to build: a post is not rendered again because its neighbour has changed.

They are kept beside the documents' trees, in a file for each builder. Each has a digest of all
that it was made of, and where that has changed it is made anew. A file that cannot be read is
an empty one.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_blogext.files import write_file
from sphinx_blogext.write.teaser import Teaser

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

#: What a teaser is known by: which part of a post it is, and the key of the post.
Key = tuple[str, str]

_CHECKSUM = hashlib.sha256().digest_size


class TeaserCache:
    """The teasers in the file *path*, which is read when the first of them is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._has_changed = False

    @cached_property
    def _kept(self) -> dict[Key, tuple[str, bytes]]:
        """Digests, and teasers still pickled: a build looks at few of them."""
        try:
            content = self._path.read_bytes()
        except OSError:
            return {}
        # Unpickling damaged data may raise any error, or return something else.
        is_whole = hashlib.sha256(content[_CHECKSUM:]).digest() == content[:_CHECKSUM]
        return dict(pickle.loads(content[_CHECKSUM:])) if is_whole else {}

    def get(self, key: Key, digest: str) -> Teaser | None:
        """Return the teaser that was made of what *digest* says, if it is kept."""
        known, content = self._kept.get(key, ("", b""))
        try:
            teaser = pickle.loads(content) if known == digest else None
        except (ImportError, AttributeError, TypeError):
            # Among its samples are nodes of an extension that is another one now.
            return None
        return teaser if isinstance(teaser, Teaser) else None

    def put(self, key: Key, digest: str, teaser: Teaser) -> None:
        try:
            entry = (digest, pickle.dumps(teaser, pickle.HIGHEST_PROTOCOL))
        except (pickle.PicklingError, AttributeError, TypeError):
            # Extensions may put anything into their nodes.
            return
        if self._kept.get(key) != entry:
            self._kept[key] = entry
            self._has_changed = True

    def save(self, posts: Container[str]) -> None:
        """Write what is kept of *posts*, given by their keys, if any of it is new; forget all others."""
        # Never read, so nothing can have changed.
        if "_kept" not in self.__dict__:
            return
        entries = {key: entry for key, entry in self._kept.items() if key[1] in posts}
        if self._has_changed or len(entries) < len(self._kept):
            content = pickle.dumps(entries)
            write_file(self._path, hashlib.sha256(content).digest() + content)
            self._has_changed = False
