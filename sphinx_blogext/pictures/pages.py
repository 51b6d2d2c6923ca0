"""Resized pictures on pages, and as files of the output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import STATIC, write_file
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.pictures.markup import FOLDER, offer_sizes
from sphinx_blogext.pictures.store import pictures_of
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import ListPage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build

_STYLESHEET = "blogext-picture.css"


def on_builder_inited(app: Sphinx) -> None:
    """Put our style sheet where the user's own can override it."""
    if not renders_pages(app.builder):
        return
    file = app.outdir / "_static" / _STYLESHEET
    if blog_config(app.config).blog_picture_sizes:
        write_file(file, (STATIC / "blog" / "picture.css").read_text(encoding="utf-8"))
    else:
        # An earlier build may have written it.
        file.unlink(missing_ok=True)


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Offer the pictures of a page in other sizes."""
    builder, body = app.builder, context.get("body")
    if not renders_pages(builder) or not isinstance(body, str) or "<img" not in body:
        return
    sized = pictures_of(build_of(app.env)).sized
    if not sized:
        return
    html = offer_sizes(body, sized, root_of(builder.get_target_uri(pagename)) + builder.imagedir)
    if html != body:
        context["body"] = html
        app.add_css_file(_STYLESHEET)


def on_page_data(app: Sphinx, page: str) -> object:
    """Return the sizes of the pictures that lists on *page* show and posts do not contain; or of all pictures."""
    build = build_of(app.env)
    if not blog_config(app.config).blog_picture_sizes or not renders_pages(app.builder):
        return None
    pictures = pictures_of(build)
    if not page:
        return sorted((name, sized.key) for name, sized in pictures.sized.items()) or None
    return [pictures.of(post.image) for post in _posts_on(build, page)] or None


def _posts_on(build: Build, page: str) -> Iterator[Post]:
    """Yield the posts in the lists of a page: those placed in a document, its own, or those appended to it."""
    pages = build.pages
    yield from (
        post for (name, _), listing in pages.placed.items() if name == page for post in listing.pages[0].items
    )
    for shown in (pages.shown_on.get(page), *pages.appended.get(page, ())):
        if isinstance(shown, ListPage):
            yield from shown.page.items


def write_pictures(build: Build, builder: StandaloneHTMLBuilder, write: Callable[[Path, bytes], None]) -> set[str]:
    """Use *write* to put the resized pictures into the output; return the names of all files."""
    pictures = pictures_of(build)
    names = {name for sized in pictures.sized.values() for name in sized.names}
    for name in sorted(names):
        file = builder.outdir / builder.imagedir / FOLDER / name
        # Files with the same name have the same contents.
        if not file.is_file():
            write(file, (pictures.folder / name).read_bytes())
    return {f"{builder.imagedir}/{FOLDER}/{name}" for name in names}


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", on_builder_inited)
    app.connect(PAGE_DATA_EVENT, on_page_data)
    # Before themes change the text.
    app.connect("html-page-context", on_html_page_context, priority=450)
