"""The theme ``blogext``: it can be used without the extension, and the extension without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_html_theme("blogext", str(Path(__file__).parent / "blogext"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
