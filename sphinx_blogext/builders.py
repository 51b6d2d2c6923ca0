"""What the builders write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.logging import suppress_logging

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders import Builder


def renders_pages(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether *builder* writes a website with one page for each document, using templates."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and builder.format == "html"
        and builder.name != "singlehtml"
        and not builder.embedded
        # The JSON and pickle builders, which have a serializer, write data and not pages.
        and not hasattr(builder, "implementation")
    )


def writes_one_file(builder: Builder) -> bool:
    """Return whether *builder* writes all documents into one file, with their images next to it."""
    return builder.name in {"singlehtml", "latex"}


def sidebars_of(page: str, builder: StandaloneHTMLBuilder) -> list[str]:
    """Return the templates of the sidebars that Sphinx gives a page."""
    context: dict[str, Any] = {}
    # Sphinx will warn about ambiguous patterns when it writes the page.
    with suppress_logging():
        builder.add_sidebars(page, context)
    return list(context.get("sidebars") or ())


def folds_index(builder: Builder) -> bool:
    """Return whether the pages ``x`` and ``x/index`` are the same file."""
    return renders_pages(builder) and builder.get_output_path("x") == builder.get_output_path("x/index")


def has_other_page(builder: Builder, name: str) -> bool:
    """Return whether Sphinx writes or copies a page *name* that is not a document: one of the site's own files."""
    if not renders_pages(builder) or name in builder.config.html_additional_pages:
        return renders_pages(builder)
    file = Path(builder.get_output_path(name)).relative_to(builder.outdir)
    extra = (Path(builder.confdir, path) for path in builder.config.html_extra_path)
    return any(path.name == str(file) if path.is_file() else (path / file).is_file() for path in extra)


def has_own_sidebar(sidebars: Iterable[str] | None) -> bool:
    """Return whether one of a page's sidebar templates is ours."""
    return any(str(name).startswith("blog/") for name in sidebars or ())
