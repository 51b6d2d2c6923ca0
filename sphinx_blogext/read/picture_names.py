"""Images whose file names are not ASCII or contain spaces.

Markdown turns file names into URLs: ``![](图.png)`` refers to ``%E5%9B%BE.png``, which Sphinx does not find. In
documents of the blog, Sphinx gets the name as it was written.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext.read.line_joins import is_of_blog


class PictureNames(SphinxTransform):
    """Gives images the names of their files."""

    # Any priority works: Sphinx looks for images after the document has been read.
    default_priority = 800

    def apply(self) -> None:
        if not is_of_blog(self.document):
            return
        for image in self.document.findall(nodes.image):
            uri = image.get("uri", "")
            if "%" in uri and "://" not in uri and not self._is_file(uri) and self._is_file(unquote(uri)):
                image["uri"] = unquote(uri)

    def _is_file(self, uri: str) -> bool:
        try:
            return Path(self.env.relfn2path(uri, self.env.docname)[1]).is_file()
        except (OSError, ValueError):
            return False
