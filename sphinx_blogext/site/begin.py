"""Begins a build once all documents have been read, and determines which posts are in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinx_blogext._compat import is_set
from sphinx_blogext.base_url import base_url
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.read.drafts import withhold_drafts
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.no_posts import report_no_posts
from sphinx_blogext.site.toctrees import settle_toctrees
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Determine which posts are in the build, and begin it."""
    domain = blog_domain(env)
    assert domain.now is not None
    withheld = withhold_drafts(app, env, domain.now)
    report_no_posts(app, env, domain)
    build = Build(app, domain.now, withheld)
    domain.settle(build)
    settle_toctrees(app, build)
    if build.writes_pages:
        _check_address(build)


def _check_address(build: Build) -> None:
    """Warn once if the site has no URL for feeds, unless it is configured that way."""
    if build.hosting.canonical or not build.has_posts:
        return
    consequence = "there will be no feeds and no sitemap"
    name, url = base_url(build.config, os.environ)
    if url:
        message = "%s: expected the URL of the site, such as 'https://example.org/', got %r; %s"
        warn(BlogWarning.BASEURL, message, name, url, consequence)
    # ``""``, ``"/"`` and ``None`` are valid settings: a build on the author's own machine must pass ``-W``.
    elif build.config.blog_baseurl is None and not any(
        is_set(build.config, option) for option in ("blog_baseurl", "html_baseurl")
    ):
        message = (
            "html_baseurl is not set: %s; set it to the URL of the site, such as 'https://example.org/', or ''"
        )
        warn(BlogWarning.BASEURL, message, consequence)
