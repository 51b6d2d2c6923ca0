"""The messages that translators get from the metadata of posts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.warnings import place_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def settle_messages(document: nodes.document, app: Sphinx) -> None:
    """Set the lines of the messages from metadata, or remove these if the builder uses catalogs."""
    for found in list(document.findall(blog_nodes.message)):
        if app.builder.use_message_catalog:
            found.parent.remove(found)
        else:
            found.line = place_of([found["key"]], app.env.docname, 1, app.env)[1]
