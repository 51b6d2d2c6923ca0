"""One build of a site: what its posts and lists amount to.

It begins when all documents have been read. Sphinx then fires ``env-updated``, on every build, after
parallel readers have been merged and before anything is written.
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_blogext._compat import is_set
from sphinx_blogext.base_url import base_url
from sphinx_blogext.blog import Blog
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.catalogs import read_translation
from sphinx_blogext.channels import collect_channels
from sphinx_blogext.config_terms import romanizer, term_settings
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.drafts import current_time, shows_drafts, withhold_drafts
from sphinx_blogext.hosting import Hosting, read_hosting
from sphinx_blogext.kinship import Related
from sphinx_blogext.listings import collect_pages
from sphinx_blogext.mentions import NO_MENTIONS, resolve_mentions
from sphinx_blogext.redirects import collect_redirects
from sphinx_blogext.targets import Targets
from sphinx_blogext.toctrees import settle_toctrees
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.channels import Channel
    from sphinx_blogext.listings import Pages
    from sphinx_blogext.mentions import Mentions
    from sphinx_blogext.redirects import Redirects


class Build:
    """What the site is in one build, at the moment *now*.

    Each part is found out when somebody asks for it, from those before it: a build that changes
    nothing asks for none. Nothing in it changes afterwards.

    *media_withheld* are the images and downloads of the drafts that this build has taken out, by
    document. ``documents_read`` are the documents that it has read.
    """

    def __init__(self, app: Sphinx, now: datetime, media_withheld: Mapping[str, frozenset[str]]) -> None:
        self.domain = blog_domain(app.env)
        self.env = app.env
        self.config = app.config
        self.now = now
        self.media_withheld = media_withheld
        self.documents_read = frozenset(self.domain.documents_read)
        self.shows_drafts = shows_drafts(app)
        self.writes_pages = renders_pages(app.builder)
        self.hosting = read_hosting(app.config, os.environ) if self.writes_pages else Hosting()
        self.translation = read_translation(app)
        #: What is written in it, of which this knows nothing: see :func:`sphinx_blogext.output.output_of`.
        self.output: Any = None
        self._app = app

    @property
    def is_asked(self) -> bool:
        """Whether anybody has asked for the blog."""
        return "blog" in self.__dict__

    @cached_property
    def blog(self) -> Blog:
        """The posts in order."""
        config = self.config
        return Blog(
            (post for post in self.domain.every_post if self.shows_drafts or post.is_published(self.now)),
            now=self.now,
            settings=term_settings(config),
            language=config.language,
            romanize=romanizer(config),
            merges_versions=config.blog_show_translations == "best",
            source_language=self.translation.source_language,
            translate=self.translation.translate,
        )

    @cached_property
    def mentions(self) -> Mentions:
        """Which posts link where."""
        is_wanted = self.writes_pages and (self.config.blog_related or self.config.blog_backlinks)
        return resolve_mentions(self._app, self) if is_wanted else NO_MENTIONS

    @cached_property
    def related(self) -> Related:
        """Which posts have something in common."""
        return Related(self.blog, self.mentions.links)

    @cached_property
    def pages(self) -> Pages:
        """The lists, and where they stand."""
        return collect_pages(
            self.blog,
            self.domain.lists,
            self.config,
            frozenset(self.env.found_docs),
            generated=self.writes_pages,
            has_feeds=self._has_feeds,
            terms=self.domain.terms,
        )

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        """The feeds."""
        return collect_channels(self.blog, self.pages, self.config) if self._has_feeds else ()

    @cached_property
    def redirects(self) -> Redirects:
        """The pages that forward to others."""
        return collect_redirects(self.blog, self.pages, romanizer(self.config))

    @cached_property
    def targets(self) -> Targets:
        """What roles and labels lead to."""
        return Targets(self)

    @property
    def _has_feeds(self) -> bool:
        # A preview has none, and does not know where those of the site are.
        return bool(self.hosting.canonical and self.blog.posts) and not self.hosting.is_preview

    @cached_property
    def has_posts(self) -> bool:
        """Whether there are posts to be listed; the blog need not be put together to know."""
        return any(post.is_published(self.now) and not post.unlisted for post in self.domain.every_post)


def build_of(env: BuildEnvironment) -> Build:
    """Return the build that *env* is in; all documents must have been read."""
    build = blog_domain(env).site
    assert isinstance(build, Build)
    return build


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Settle which posts there are, and begin the build."""
    domain = blog_domain(env)
    now = current_time(app.config)
    withheld = withhold_drafts(app, env, now)
    build = domain.site = Build(app, now, withheld)
    settle_toctrees(app, build)
    if build.writes_pages:
        _check_address(build)


def _check_address(build: Build) -> None:
    """Say once what to set where a blog cannot have feeds, unless that is what the site asks for."""
    if build.hosting.canonical or not build.has_posts:
        return
    consequence = "there will be no feeds and no sitemap"
    name, url = base_url(build.config, os.environ)
    if url:
        message = "%s: expected the URL of the site, such as 'https://example.org/', got %r; %s"
        warn(BlogWarning.BASEURL, message, name, url, consequence)
    elif not any(is_set(build.config, option) for option in ("blog_baseurl", "html_baseurl")):
        message = (
            "html_baseurl is not set: %s; set it to the URL of the site, such as 'https://example.org/', or to ''"
        )
        warn(BlogWarning.BASEURL, message, consequence)
