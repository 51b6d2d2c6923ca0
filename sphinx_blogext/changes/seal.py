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
    """Says which sources a manifest was made of, in a file at *path*, beside the documents' trees.

    When those were read differs from machine to machine, which the output must not.
    """

    def __init__(self, path: Path, manifest: Manifest, digests: Digests) -> None:
        self._path = path
        self._manifest = manifest
        self._digests = digests

    def holds(self) -> bool:
        """Return whether the manifest is that of the sources as they are."""
        try:
            return self._path.read_text(encoding="utf-8") == self._content()
        except (OSError, UnicodeError):
            return False

    def put(self) -> None:
        write_file(self._path, self._content())

    def _content(self) -> str:
        return digest(self._manifest.read() + self._digests.of_sources.encode())
