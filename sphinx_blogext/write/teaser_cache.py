"""Cache of teasers from build to build: a post is not rendered again because its neighbor has changed.

They are stored next to the doctrees, in one file per builder. Each has a digest of everything it was made of,
and is rendered again if that has changed. A file that cannot be read counts as empty.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_blogext.files import read_cache, write_cache
from sphinx_blogext.write.teaser import Teaser

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

#: The key of a teaser: which part of a post it is, and the key of the post.
Key = tuple[str, str]

_CHECKSUM = hashlib.sha256().digest_size


class TeaserCache:
    """The teasers in the file *path*, which is read on first access."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._has_changed = False

    @cached_property
    def _kept(self) -> dict[Key, tuple[str, bytes]]:
        """Digests, and teasers still pickled: a build needs few of them."""
        content = read_cache(self._path)
        # Unpickling damaged data may raise any error, or return something else.
        is_whole = hashlib.sha256(content[_CHECKSUM:]).digest() == content[:_CHECKSUM]
        return dict(pickle.loads(content[_CHECKSUM:])) if is_whole else {}

    def get(self, key: Key, digest: str) -> Teaser | None:
        """Return the teaser with this *digest* of its sources, if it is cached."""
        known, content = self._kept.get(key, ("", b""))
        try:
            teaser = pickle.loads(content) if known == digest else None
        except (ImportError, AttributeError, TypeError):
            # Its samples contain nodes of an extension that has since changed.
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
        """Write the cached teasers of *posts*, given by their keys, if any are new; drop all others."""
        # Never read, so nothing can have changed.
        if "_kept" not in self.__dict__:
            return
        entries = {key: entry for key, entry in self._kept.items() if key[1] in posts}
        if self._has_changed or len(entries) < len(self._kept):
            content = pickle.dumps(entries)
            write_cache(self._path, hashlib.sha256(content).digest() + content)
            self._has_changed = False
