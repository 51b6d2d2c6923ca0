"""The feeds of a blog: of all its posts, of lists and, with ``blog_feed_archives``, of every term and year."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from sphinx_blogext.core.addresses import FEED_FILES, feed_file, folder_of, further_list
from sphinx_blogext.core.model import newest_first
from sphinx_blogext.site.labels import Titles, term_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Set

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.blog import Blog
    from sphinx_blogext.core.model import Post, Term
    from sphinx_blogext.site.document_lists import Requests
    from sphinx_blogext.site.pages import Listing, Pages


class FeedLink(NamedTuple):
    """A link to a feed, as pages show it."""

    url: str
    type: str
    format: str
    title: str


@dataclass(frozen=True, slots=True)
class Channel:
    """The feeds of one list: *files* in *folder*; the list is on *page*.

    They are those of a *term*, a *year*, a list in a document (*is_list*), or all posts.
    """

    folder: str
    page: str
    title: str
    subtitle: str
    posts: tuple[Post, ...]
    files: tuple[str, ...]
    term: Term | None = None
    year: int = 0
    is_list: bool = False

    @property
    def group(self) -> str:
        """The taxonomy of the term, ``"year"``, ``"list"``, or ``""`` for the feeds of all posts."""
        if self.term:
            return self.term.taxonomy
        return "year" if self.year else "list" if self.is_list else ""

    @property
    def label(self) -> str:
        """Its label within its group."""
        return term_label(self.term) if self.term else str(self.year) if self.year else self.title

    def links(self, base: str) -> list[FeedLink]:
        """Return links to the feeds, for readers and browsers."""
        return [
            FeedLink(base + quote(feed_file(self.folder, name)), media_type, label, f"{self.title} ({label})")
            for name, (media_type, label) in FEED_FILES.items()
            if name in self.files
        ]

    @property
    def paths(self) -> list[str]:
        """The paths of its files."""
        return [feed_file(self.folder, name) for name in self.files]


def extra_feeds(config: BlogConfig) -> list[str]:
    """Return the names of the feeds that templates add; with one of our names, a template only changes entries."""
    names = {name.partition(".")[0] for name in FEED_FILES}
    return [name for name in config.conventions.blog_feed_templates if name not in names]


def collect_channels(
    blog: Blog, pages: Pages, config: BlogConfig, requests: Requests, title_of: Callable[[str], str]
) -> tuple[Channel, ...]:
    """Return the feeds of *blog*, starting with those of all posts.

    *requests* are the lists in documents; *title_of* returns the title of a document.
    """
    titles = Titles(config)
    extra = tuple(f"{name}.xml" for name in extra_feeds(config))
    files, archive_files = (*FEED_FILES, *extra), (*config.conventions.archive_feeds, *extra)
    # 0 means all posts, and ``[:None]`` keeps them all.
    length = config.blog_feed_length or None
    first = blog.best(blog.posts)[:length]
    subtitle, addresses = config.blog_feed_subtitle, pages.addresses
    channels = [Channel(addresses.root, pages.home, titles.blog_title, subtitle, first, files)]
    for listing, posts in _lists_with_feeds(blog, pages) if config.blog_feed_archives else ():
        term = listing.term
        folder = pages.term_names[term.taxonomy, term.key] if term else addresses.year(listing.year)
        about, title = term.settings.description if term else subtitle, titles.of_feed(listing.title)
        own = posts[:length], archive_files
        channels.append(Channel(folder, listing.name, title, about, *own, term, listing.year))
    taken = {channel.folder for channel in channels}
    of_lists = _of_lists(pages, requests, taken, length, title_of)
    return (*channels, *(replace(channel, files=files) for channel in of_lists))


def _lists_with_feeds(blog: Blog, pages: Pages) -> Iterator[tuple[Listing, tuple[Post, ...]]]:
    """Yield the lists of terms and years, and their posts; one in one language has the feed of the whole list."""
    years = {archive.year: archive.posts for archive in blog.archives}
    for listing in pages.listings:
        own = listing.language if listing.kind == "language" else ""
        if listing.language == own and (listing.term or listing.kind == "year"):
            yield listing, blog.best(listing.term.posts if listing.term else years[listing.year], own)


def _of_lists(
    pages: Pages, requests: Requests, taken: Set[str], length: int | None, title_of: Callable[[str], str]
) -> Iterator[Channel]:
    """Yield the feeds of lists in documents that ask for one, unless a page of the blog already has that feed."""
    for (docname, place), listing in sorted(pages.placed.items(), key=lambda item: item[0]):
        folder = folder_of(docname)
        is_own_page = listing.kind != "document"
        if not listing.request.has_feed or (is_own_page and folder in taken):
            continue
        number = 0 if is_own_page else requests.feeds_before(docname, place, is_page=folder in taken)
        posts = {post.key: post for page in listing.pages for post in page.items}
        # Feeds are sorted by date, whatever the order of the list.
        newest = tuple(sorted(posts.values(), key=newest_first))[:length]
        title = title_of(docname) if not number else f"{title_of(docname)} ({number + 1})"
        folder = folder if not number else further_list(folder, number + 1)
        yield Channel(folder, docname, title, "", newest, (), is_list=True)
