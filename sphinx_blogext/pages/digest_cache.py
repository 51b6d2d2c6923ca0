"""Cache of digests from build to build: the data of a page is not made again to find that it is the same.

What data is made of is known sooner than the data itself: posts and terms, by their own digests. If that is what
it was, so is the digest of the data. The cache is next to the doctrees, in one file per builder. A file that
cannot be read counts as empty.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.hashes import digest
from sphinx_blogext.files import read_cache, write_cache

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from pathlib import Path

#: The length of a digest.
_LENGTH = len(digest(""))


class DigestCache:
    """The digests of data in the file *path*, by the names of pages and posts, each with what it is made of."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._has_changed = False

    @cached_property
    def _known(self) -> dict[str, str]:
        """For each name, a digest of what its data is made of, followed by that of the data."""
        try:
            entries = json.loads(read_cache(self._path) or "{}")
            return {name: entry for name, entry in entries.items() if len(entry) == 2 * _LENGTH}
        except (ValueError, AttributeError, TypeError):
            return {}

    def get(self, name: str, made_of: Any, make: Callable[[], Any]) -> str:
        """Return the digest of what *make* returns, which is called only if *made_of* has changed."""
        source = digest(made_of)
        entry = self._known.get(name, "")
        if not entry.startswith(source):
            entry = self._known[name] = source + digest(make())
            self._has_changed = True
        return entry[_LENGTH:]

    def save(self, names: Container[str]) -> None:
        """Write the digests that have these *names*, if any are new; drop all others."""
        if self._has_changed:
            write_cache(self._path, json.dumps({name: self._known[name] for name in self._known if name in names}))
            self._has_changed = False
