"""When all documents have been read, the blog is put together, once, for all that is written.

This is done here because Sphinx fires ``env-updated`` on every build, after parallel readers
have been merged and before anything is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.config import term_settings
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.drafts import current_time, withhold_drafts
from sphinx_blogext.listings import collect_pages
from sphinx_blogext.model import Blog
from sphinx_blogext.redirects import collect_redirects
from sphinx_blogext.toctrees import settle_toctrees

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


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


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Freeze the blog, and settle which pages it has."""
    withhold_drafts(app, env)
    domain = blog_domain(env)
    domain.renderer = None
    domain.blog = Blog(domain.posts.values(), now=current_time(app.config), settings=term_settings(app.config))
    generated = renders_pages(app.builder)
    domain.pages = collect_pages(
        domain.blog, domain.lists, app.config, frozenset(env.found_docs), generated=generated, terms=domain.terms
    )
    settle_toctrees(app, domain)
    if generated:
        domain.redirects = collect_redirects(domain.blog, domain.pages)
