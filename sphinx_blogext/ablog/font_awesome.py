"""Load the Font Awesome style sheet set in the options on every page, for icons in the site's templates."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.core.urls import is_safe_url

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def on_builder_inited(app: Sphinx) -> None:
    """Add the style sheet set by ``fontawesome_link_cdn`` or ``fontawesome_css_file`` to every page."""
    if not renders_pages(app.builder):
        return
    link, file = app.config.fontawesome_link_cdn, app.config.fontawesome_css_file
    if isinstance(link, str) and link and is_safe_url(link):
        app.add_css_file(link)
    elif isinstance(file, str) and file:
        # Relative to the folder of static files.
        app.add_css_file(posixpath.normpath(file))


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", on_builder_inited)
