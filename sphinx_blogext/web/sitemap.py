"""``sitemap.xml``: every page of the site that search engines should know.

It is based on the environment, not on the pages that this build happens to write.
"""

from __future__ import annotations

from functools import partial
from glob import escape as escape_pattern
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import absolute
from sphinx_blogext.core.dates import rfc3339, sort_key
from sphinx_blogext.files import name_below
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import FeedsPage, ListPage, is_left_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.pages import TermIndex

logger = logging.getLogger(__name__)

#: Another extension that writes a sitemap.
_OTHER = "sphinx_sitemap"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
#: Pages that are only useful on the site itself.
_HELPERS = frozenset({"404", "search", "genindex", "opensearch"})


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Tell ``sphinx_sitemap``, which writes the file instead of us, which pages to leave out."""
    if renders_pages(builder) and _OTHER in app.extensions and "sitemap_excludes" in app.config:
        paths = map(builder.get_output_path, _hidden_pages(build_of(app.env)))
        # The link of a page is its file, without ``index.html`` for ``dirhtml``.
        index = f"index{builder.out_suffix}" if builder.name == "dirhtml" else ""
        links = sorted(name_below(builder.outdir, Path(path)).removesuffix(index) for path in paths)
        # That option contains patterns.
        app.config.sitemap_excludes = [*app.config.sitemap_excludes, *map(escape_pattern, links)]


def make_sitemap(app: Sphinx, build: Build, builder: StandaloneHTMLBuilder) -> str:
    """Return the sitemap, or ``""`` if there should be none."""
    hosting = build.hosting
    if not blog_config(app.config).blog_sitemap or not hosting.canonical or hosting.is_preview:
        return ""
    if _OTHER in app.extensions:
        logger.info("sphinx_sitemap writes the sitemap: blog_sitemap is ignored")
        return ""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<urlset xmlns="{_NAMESPACE}">']
    for name, changed in sorted(dict(_collect_pages(build, app.config.html_additional_pages)).items()):
        url = absolute(hosting.canonical, builder.get_target_uri(name))
        lines += [" <url>", f"  <loc>{escape(url, quote=False)}</loc>"]
        lines += [f"  <lastmod>{rfc3339(changed)}</lastmod>"] if changed else []
        lines.append(" </url>")
    return "\n".join([*lines, "</urlset>", ""])


def _collect_pages(build: Build, additional: Iterable[str]) -> Iterator[tuple[str, datetime | None]]:
    """Yield the names of all pages, and when they were changed, if known."""
    hidden = _HELPERS | _hidden_pages(build)
    for name in (*build.pages.documents, *additional):
        post = build.posts.get(name)
        if name not in hidden:
            yield name, _changed(post) if post else None
    for name, shown in build.pages.shown_on.items():
        if name not in hidden and name not in build.domain.posts:
            yield name, max(map(_changed, _posts_on(build, shown)), key=sort_key, default=None)


def _posts_on(build: Build, shown: ListPage | TermIndex) -> Sequence[Post]:
    if isinstance(shown, ListPage):
        return shown.page.items
    return () if isinstance(shown, FeedsPage) else build.blog_of(shown.name).blog.posts


def _hidden_pages(build: Build) -> set[str]:
    """Return the pages that search engines should not find, or should find elsewhere."""
    blogs = [published.blog for published in build.blogs]
    posts = [post for blog in blogs for post in (*blog.unlisted, *blog.drafts)]
    posts += [post for blog in blogs for post in blog.posts if post.canonical_link]
    lists = set(filter(partial(is_thin, build), build.pages.shown_on))
    return lists | {post.docname for post in posts if not post.anchor}


def is_thin(build: Build, page: str) -> bool:
    """Return whether a page is a list that search engines should leave out."""
    shown = build.pages.shown_on.get(page)
    return shown is not None and is_left_out(shown, ("drafts", *build.blog_of(page).config.blog_noindex))


def _changed(post: Post) -> datetime:
    assert post.date is not None
    return post.updated or post.date


def setup(app: Sphinx) -> None:
    # After Sphinx has numbered sections and figures.
    app.connect("write-started", on_write_started)
