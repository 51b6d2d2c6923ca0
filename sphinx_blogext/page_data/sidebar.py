"""What the sidebars of a blog show: recent posts, terms, years and feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.i18n import _
from sphinx_blogext.page_data.records import Data
from sphinx_blogext.site.labels import overview_title

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.page_data.posts import PostData
    from sphinx_blogext.site.published_blog import PublishedBlog

#: The number of posts in the sidebar of recent posts.
_RECENT = 5


def sidebar_data(published: PublishedBlog, posts: PostData) -> Data:
    """Return what the sidebars show, on any page of a blog."""
    blog, pages, terms = published.blog, published.pages, posts.terms
    addresses, page_of, channels = pages.addresses, pages.page_of, published.channels
    recent = blog.best(blog.posts)[:_RECENT]
    return Data(
        {
            "title": published.config.blog_title,
            "url": terms.url(pages.home),
            "recent": [_recent(post, posts) for post in recent],
            **{kind.plural: terms.weighted(blog.taxonomies[name].shown) for name, kind in blog.kinds.items()},
            "own": [kind.plural for kind in blog.kinds.values() if kind.is_own],
            "archives": posts.archives.years,
            "feeds": [
                {"url": link.url, "type": link.type, "title": link.format}
                # Only the feed of all posts: those of terms are on the page of feeds.
                for channel in channels[:1]
                for link in channel.links(published.hosting.canonical)
            ],
            "subscribe": terms.url(page_of(addresses.subscribe)) if channels else "",
            # Sphinx translates templates with its own catalog only.
            "titles": {kind.plural: overview_title(kind) for kind in blog.kinds.values()}
            | {
                "recent": _("Recent posts"),
                "archives": _("Archives"),
                "feeds": _("Feeds"),
                "subscribe": _("Subscribe"),
            },
        }
    )


def _recent(post: Post, posts: PostData) -> dict[str, Any]:
    """Return what the sidebar of recent posts shows of a post."""
    return {
        "title": post.title,
        "url": posts.url(post),
        "date": posts.date(post.date),
        "date_short": posts.date(post.date, posts.config.post_date_format_short),
        "lang": posts.lang(post),
    }
