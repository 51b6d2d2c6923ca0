"""When all documents have been read, the blog is put together, once, for all that is written.

What it is made of is settled here because Sphinx fires ``env-updated`` on every build, after
parallel readers have been merged and before anything is written.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext._compat import is_set
from sphinx_blogext.base_url import base_url
from sphinx_blogext.blog import Blog
from sphinx_blogext.catalogs import read_translation
from sphinx_blogext.channels import collect_channels
from sphinx_blogext.config import romanizer, term_settings
from sphinx_blogext.domain import Frozen, blog_domain
from sphinx_blogext.drafts import current_time, shows_drafts, withhold_drafts
from sphinx_blogext.hosting import Hosting, read_hosting
from sphinx_blogext.listings import collect_pages
from sphinx_blogext.mentions import resolve_mentions
from sphinx_blogext.redirects import collect_redirects
from sphinx_blogext.toctrees import settle_toctrees
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from datetime import datetime

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.domain import BlogDomain


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
    """Settle which posts there are; the blog is put together when somebody asks for it."""
    withhold_drafts(app, env)
    domain = blog_domain(env)
    domain.renderer = domain.to_write = None
    domain.has_substitutes = False
    domain.hosting = read_hosting(app.config, os.environ) if renders_pages(app.builder) else Hosting()
    domain.translation = read_translation(app)
    domain.freeze = partial(_freeze, app, domain, current_time(app.config))
    settle_toctrees(app, domain)
    if renders_pages(app.builder):
        _check_address(domain, app.config)


def _freeze(app: Sphinx, domain: BlogDomain, now: datetime) -> None:
    """Put the blog together as it is at the moment *now*, and collect its pages."""
    config = app.config
    with_drafts = shows_drafts(app)
    blog = Blog(
        (post for post in domain.every_post if with_drafts or post.is_published(now)),
        now=now,
        settings=term_settings(config),
        language=config.language,
        romanize=romanizer(config),
        merges_versions=config.blog_show_translations == "best",
        source_language=domain.translation.source_language,
        translate=domain.translation.translate,
    )
    frozen = domain.frozen = Frozen(blog)
    generated = renders_pages(app.builder)
    if generated and (config.blog_related or config.blog_backlinks):
        frozen.found_mentions = resolve_mentions(app, domain)
        blog.links = frozen.found_mentions.links
    # A preview has none, and does not know where those of the site are.
    has_feeds = bool(domain.hosting.canonical and blog.posts) and not domain.hosting.is_preview
    frozen.pages = collect_pages(
        blog,
        domain.lists,
        config,
        frozenset(app.env.found_docs),
        generated=generated,
        has_feeds=has_feeds,
        terms=domain.terms,
    )
    if generated:
        frozen.channels = collect_channels(blog, frozen.pages, config) if has_feeds else ()
        frozen.redirects = collect_redirects(blog, frozen.pages, romanizer(config))


def _check_address(domain: BlogDomain, config: Config) -> None:
    """Say once what to set where a blog cannot have feeds, unless that is what the site asks for."""
    now = current_time(config)
    has_posts = any(post.is_published(now) and not post.unlisted for post in domain.every_post)
    if domain.hosting.canonical or not has_posts:
        return
    consequence = "there will be no feeds and no sitemap"
    name, url = base_url(config, os.environ)
    if url:
        message = "%s: expected the URL of the site, such as 'https://example.org/', got %r; %s"
        warn(BlogWarning.BASEURL, message, name, url, consequence)
    elif not any(is_set(config, option) for option in ("blog_baseurl", "html_baseurl")):
        message = (
            "html_baseurl is not set: %s; set it to the URL of the site, such as 'https://example.org/', or to ''"
        )
        warn(BlogWarning.BASEURL, message, consequence)
