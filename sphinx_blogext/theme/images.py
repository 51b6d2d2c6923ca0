"""The size of an image, from its file."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_blogext.images import read_size

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder


class ImageSizes:
    """Sizes of the images that pages show, each read once."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        self._sizes: dict[str, tuple[int, int] | None] = {}

    def size_of(self, url: str) -> tuple[int, int] | None:
        """Return width and height of the image at *url*, if it is one of the sources."""
        folder, _, name = unquote(url).rpartition("/")
        if not folder.endswith(self._builder.imagedir):
            return None
        if name not in self._sizes:
            # Of all documents, not only of those that have been written so far.
            sources = (
                source for source, (_documents, target) in self._builder.env.images.items() if target == name
            )
            source = next(sources, None)
            self._sizes[name] = read_size(self._builder.srcdir / source) if source else None
        return self._sizes[name]
