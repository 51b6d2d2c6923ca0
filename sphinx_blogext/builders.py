"""Which builders write what."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from sphinx.builders import Builder


def renders_pages(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether *builder* writes a web site, a page for each document, with templates."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and builder.format == "html"
        and builder.name != "singlehtml"
        and not builder.embedded
        # The builders of JSON and pickles write data, not pages: they name a serializer.
        and not hasattr(builder, "implementation")
    )
