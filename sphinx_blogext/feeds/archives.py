"""Older posts of a blog's feed, in separate documents that never change (RFC 5005, section 4).

They are counted from the oldest post, in full sets: posts that are in none of them are in the feed itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_blogext.core.addresses import feed_archive, feed_file
from sphinx_blogext.core.hashes import digest
from sphinx_blogext.feeds.files import MadeFile
from sphinx_blogext.feeds.formats import write_atom

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.feeds.entries import Items
    from sphinx_blogext.feeds.formats import Feed
    from sphinx_blogext.site.channels import Channel


def newest_archive(channel: Channel, items: Items) -> int:
    """Return the number of archives of a feed, and so of the newest one: only the feed of all posts has any."""
    published = items.build.blog_of(channel.folder)
    size = published.config.blog_feed_length
    if not published.config.blog_feed_pages or not size or channel.group:
        return 0
    return len(_posts(channel, items)) // size


def archive_url(channel: Channel, items: Items, number: int) -> str:
    """Return the URL of an archive of a feed, or ``""`` for number 0."""
    return items.base + quote(feed_archive(channel.folder, number)) if number else ""


def archive_files(
    channels: Iterable[Channel],
    items: Items,
    site: object,
    feed_of: Callable[[Channel, Items], Feed],
    inputs_of: Callable[[Channel, Items], object],
) -> Iterator[MadeFile]:
    """Yield the archives of all feeds; *site* is what all feeds depend on."""
    for channel in channels:
        count = newest_archive(channel, items)
        # Most feeds are those of terms, and there may be thousands.
        if not count:
            continue
        size = items.build.blog_of(channel.folder).config.blog_feed_length
        oldest_first = _posts(channel, items)[::-1]
        for number in range(1, count + 1):
            posts = oldest_first[(number - 1) * size : number * size][::-1]
            part = replace(channel, posts=posts)
            made_of = digest((site, number, inputs_of(part, items)))
            yield MadeFile(feed_archive(channel.folder, number), made_of, _maker(part, number, items, feed_of))


def _maker(
    part: Channel, number: int, items: Items, feed_of: Callable[[Channel, Items], Feed]
) -> Callable[[], str]:
    def make() -> str:
        current = items.base + quote(feed_file(part.folder, "atom.xml"))
        older = archive_url(part, items, number - 1)
        feed = replace(feed_of(part, items), older=older, current=current, hub="")
        return write_atom(feed, archive_url(part, items, number))

    return make


def _posts(channel: Channel, items: Items) -> tuple[Post, ...]:
    """Return all posts of the blog that a feed belongs to, newest first, as the feed would list them."""
    blog = items.build.blog_of(channel.folder).blog
    return blog.best(blog.posts)
