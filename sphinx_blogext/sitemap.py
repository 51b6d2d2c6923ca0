"""``sitemap.xml``: every page of the site that search engines should know.

It is made of the environment and not of the pages that this build happens to write.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.dates import sort_key
from sphinx_blogext.feed_formats import rfc3339
from sphinx_blogext.hosting import absolute
from sphinx_blogext.listings import FeedsPage, ListPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.model import Post

logger = logging.getLogger(__name__)

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
#: Pages that help on the site itself.
_HELPERS = frozenset({"404", "search", "genindex", "opensearch"})


def make_sitemap(app: Sphinx, domain: BlogDomain, builder: StandaloneHTMLBuilder) -> str:
    """Return the site map, or nothing where there is to be none."""
    hosting = domain.hosting
    if not app.config.blog_sitemap or not hosting.canonical or hosting.is_preview:
        return ""
    if "sphinx_sitemap" in app.extensions:
        logger.info("sphinx_sitemap writes the site map: blog_sitemap is left out")
        return ""
    pages = dict(collect_pages(domain, app.config.html_additional_pages))
    return write_sitemap(
        (absolute(hosting.canonical, builder.get_target_uri(name)), pages[name]) for name in sorted(pages)
    )


def collect_pages(domain: BlogDomain, additional: Iterable[str]) -> Iterator[tuple[str, datetime | None]]:
    """Yield the names of all pages, and when they were changed, where that is known."""
    for name in (*domain.pages.documents, *additional):
        post = domain.blog.by_key.get(name)
        if name in _HELPERS or (post and (post.unlisted or post.canonical_link or post in domain.blog.drafts)):
            continue
        yield name, _changed(post) if post else None
    moments = {post.key: sort_key(_changed(post)) for post in domain.blog.posts}
    for name, shown in domain.pages.shown_on.items():
        every = () if isinstance(shown, FeedsPage) else domain.blog.posts
        posts = shown.page.items if isinstance(shown, ListPage) else every
        is_drafts = isinstance(shown, ListPage) and shown.listing.kind == "drafts"
        if not is_drafts and name not in domain.posts:
            newest = max(posts, key=lambda post: moments[post.key], default=None)
            yield name, _changed(newest) if newest else None


def write_sitemap(pages: Iterable[tuple[str, datetime | None]]) -> str:
    """Return a site map of absolute URLs with the moments of their last change."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<urlset xmlns="{_NAMESPACE}">']
    for url, changed in pages:
        lines += [" <url>", f"  <loc>{escape(url, quote=False)}</loc>"]
        if changed is not None:
            lines.append(f"  <lastmod>{rfc3339(changed)}</lastmod>")
        lines.append(" </url>")
    return "\n".join([*lines, "</urlset>", ""])


def _changed(post: Post) -> datetime:
    assert post.date is not None
    return post.updated or post.date
