"""Which builders write what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.logging import suppress_logging

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def sidebars_of(page: str, builder: StandaloneHTMLBuilder) -> list[str]:
    """Return the templates of the sidebars that Sphinx gives a page."""
    context: dict[str, Any] = {}
    # Sphinx warns of ambiguous patterns when it writes the page.
    with suppress_logging():
        builder.add_sidebars(page, context)
    return list(context.get("sidebars") or ())


def folds_index(builder: Builder) -> bool:
    """Return whether the pages ``x`` and ``x/index`` are one file."""
    return renders_pages(builder) and builder.get_output_path("x") == builder.get_output_path("x/index")


def has_own_sidebar(sidebars: Iterable[str] | None) -> bool:
    """Return whether one of the templates *sidebars* of a page is ours."""
    return any(str(name).startswith("blog/") for name in sidebars or ())
