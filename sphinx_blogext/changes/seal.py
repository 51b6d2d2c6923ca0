"""Whether the sources are those of the last build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.hashes import digest
from sphinx_blogext.files import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_blogext.changes.manifest import Manifest
    from sphinx_blogext.changes.page_digests import Digests


class Seal:
    """Records in the file *path*, next to the doctrees, which sources a manifest was made of.

    When they were read differs from machine to machine, and the output must not.
    """

    def __init__(self, path: Path, manifest: Manifest, digests: Digests) -> None:
        self._path = path
        self._manifest = manifest
        self._digests = digests

    def holds(self) -> bool:
        """Return whether the manifest matches the current sources."""
        try:
            return self._path.read_text(encoding="utf-8") == self._content()
        except (OSError, UnicodeError):
            return False

    def put(self) -> None:
        write_file(self._path, self._content())

    def _content(self) -> str:
        return digest(self._manifest.read() + self._digests.of_sources.encode())
