"""Keep unlisted posts out of the ``llms.txt`` that ``sphinx-llm`` writes."""

from __future__ import annotations

from glob import escape
from typing import TYPE_CHECKING

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.site.build import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Exclude unlisted posts from its list."""
    # Only now: earlier, Sphinx would take it for a changed configuration.
    if exception is None and "llms_txt_exclude" in app.config and renders_pages(app.builder):
        hidden = sorted(post.docname for post in build_of(app.env).domain.every_post if post.unlisted)
        app.config.llms_txt_exclude = [*app.config.llms_txt_exclude, *map(escape, hidden)]


def setup(app: Sphinx) -> None:
    # Before ``sphinx-llm`` creates its list.
    app.connect("build-finished", on_build_finished, priority=100)
