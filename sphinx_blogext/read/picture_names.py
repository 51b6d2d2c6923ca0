"""Pictures whose names are not ASCII, or have spaces.

Markdown knows addresses, not names of files: ``![](图.png)`` asks for ``%E5%9B%BE.png``, which
Sphinx looks for and does not find. In documents of the blog it looks for what was written.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext.read.line_joins import is_of_blog


class PictureNames(SphinxTransform):
    """Gives pictures the names of their files."""

    # Any: Sphinx looks for pictures when the document has been read.
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
