"""The theme ``blogext``: it can be used without the extension, and the extension without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

if TYPE_CHECKING:
    from typing import Any

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_CATALOG = "sphinx_blogext"
_ = get_translation(_CATALOG)


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give the templates the words that Sphinx's own catalog does not have."""
    if app.config.html_theme == "blogext":
        context["words"] = {"skip": _("Skip to content"), "sections": _("On this page")}


def setup(app: Sphinx) -> ExtensionMetadata:
    folder = Path(__file__).parent
    app.add_message_catalog(_CATALOG, str(folder.parent / "locale"))
    app.add_html_theme("blogext", str(folder / "blogext"))
    app.connect("html-page-context", on_html_page_context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
