"""Which builders write what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def has_own_sidebar(context: Mapping[str, Any]) -> bool:
    """Return whether Sphinx gives a page with this *context* a sidebar of ours."""
    return any(str(name).startswith("blog/") for name in context.get("sidebars") or ())
