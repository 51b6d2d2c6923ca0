"""Redirects from old names of posts and other pages, other names of terms, ``page/1`` of lists, and ``blog``.

Old names are those that posts list, and those in ``blog_redirects``, which says where old names of pages and feeds
lead. With the builder ``html``, the document ``blog/index`` is not the page ``blog``, which redirects to it.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.addresses import (
    POSTS_FILE,
    SITEMAP,
    documents_of,
    feed_file,
    first_page,
    folder_of,
    is_page_name,
    names_in,
    page_at,
)
from sphinx_blogext.core.terms import slugify
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.links import Targets
    from sphinx_blogext.site.pages import Listing, SitePages
    from sphinx_blogext.site.published_blog import PublishedBlog

    #: Former names of pages, and former paths of feeds, each with that of today.
    Former = tuple[Iterable[tuple[str, str]], Iterable[tuple[str, str]]]

#: Endings of the names of feeds.
_FEED = pattern(r"\.(xml|json|rss|atom|rdf)$", re.IGNORECASE)


class NowhereError(ValueError):
    """A redirect leads nowhere; the message is the reason."""


class Moved:
    """The *option* ``blog_redirects``, which maps old names to what is there now.

    ``entries`` has an entry for each name in a range, unless the name also has an entry of its own. ``refused``
    maps refused entries to the reasons. ``feeds`` are the paths of the feeds that this build writes.
    """

    def __init__(
        self,
        option: Mapping[str, str],
        blogs: Sequence[PublishedBlog],
        pages: SitePages,
        targets: Targets,
        feeds: frozenset[str],
    ) -> None:
        self.entries: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        for written, destination in option.items():
            names = names_in(written)
            self.entries |= {name: destination for name in names if name == written or name not in option}
            self.refused |= {} if names else {written: "its range is empty"}
        self._blogs = blogs
        self._pages = pages
        self._targets = targets
        self.feeds = feeds
        self._by_name = {
            name: destination for written, destination in self.entries.items() if (name := page_name(written))
        }

    def end_of(self, written: str, known: Mapping[str, str]) -> str:
        """Return the page that the entry *written* leads to, directly or through others and *known* redirects.

        Return ``""`` if there is nothing to do, because that page still has this name.
        Raises :exc:`NowhereError`.
        """
        destination, passed = self.entries[written], {page_name(written)}
        while not (page := self._page(destination)):
            name = page_name(destination)
            if name is None or (name not in known and name not in self._by_name):
                raise NowhereError(f"there is no page {destination!r}")
            if name in known:
                return known[name]
            if name in passed:
                raise NowhereError("it redirects to itself")
            passed.add(name)
            destination = self._by_name[name]
        old = page_name(written) or ""
        if folder_of(old) in self._further_pages.get(page, ()):
            # The list has a page of that number, although its own name may be another.
            page = folder_of(old)
        is_same = old in {page, folder_of(page)}
        return "" if is_same and self._is_by_kind(destination) else page

    def feed_at(self, written: str) -> str:
        """Return the feed to copy for the entry *written*, or ``""`` if that feed still has this name.

        Raises :exc:`NowhereError`.
        """
        name, destination = file_name(written), self.entries[written]
        feed = self._feed(destination)
        if not is_page_name(_FEED.sub("", name)) or name.casefold() in {SITEMAP, POSTS_FILE}:
            raise NowhereError("it is not a page of this site")
        if feed not in self.feeds:
            raise NowhereError(f"there is no feed {destination!r}")
        if name in self.feeds and name != feed:
            raise NowhereError("a feed of that name exists")
        return feed if name != feed else ""

    def _feed(self, destination: str) -> str:
        """Return the path of the feed that *destination* names, whether or not there is one."""
        kind, _colon, rest = (part.strip() for part in destination.partition(":"))
        if kind != "feed":
            return file_name(destination)
        lister, _slash, name = rest.rpartition("/")
        if self._is_by_kind(lister):
            page = self._page(lister)
            return feed_file(folder_of(page) if page else lister, name)
        return feed_file(self._blogs[0].pages.addresses.root, rest)

    def _is_by_kind(self, destination: str) -> bool:
        kind, colon, _name = destination.partition(":")
        return bool(colon) and kind.strip() in {"post", "archive", *self._blogs[0].blog.taxonomies}

    @cached_property
    def _further_pages(self) -> Mapping[str, Collection[str]]:
        """The names of all pages of lists, by the names of their first pages."""
        return {listing.name: {page.name for page in listing.pages} for listing in self._pages.listings}

    def _page(self, destination: str) -> str:
        """Return the page that *destination* names, or ``""`` if there is none."""
        if self._is_by_kind(destination):
            kind, _colon, target = (part.strip() for part in destination.partition(":"))
            place = self._targets.find(kind, target, "") if target else None
            pages = self._blogs[0].pages
            every = {"post": pages.home, "archive": pages.addresses.archive}
            whole = every.get(kind) or pages.addresses.overview(kind)
            name = place.page if place else "" if target else whole
        else:
            name = page_name(destination) or ""
        documents = (name, f"{name}/index")
        return next((page for page in documents if page and self._pages.is_written(page)), "")


def page_name(written: str) -> str | None:
    """Return the page name for *written*, a path as users write it, or ``None`` if it is not a page name.

    A leading or trailing slash and ``.html`` are removed.
    """
    name = page_at(written.strip().strip("/"))
    return name if is_page_name(name) else None


def file_name(written: str) -> str:
    """Return the path of a file for *written*, a path as users write it."""
    return written.strip().strip("/")


class Refusal(NamedTuple):
    """A refused redirect of a post, or of ``blog_redirects`` without one, with the reason."""

    post: Post | None
    name: str
    reason: str


class Redirects(NamedTuple):
    """``targets`` maps the names of redirect pages to the pages they redirect to.

    Those in ``files`` also redirect from their file names: ``a.html`` exists in addition to ``a/index.html``.
    ``copies`` maps the old names of feeds to the feeds, since the name of a feed cannot redirect.
    """

    targets: dict[str, str]
    files: frozenset[str]
    refused: tuple[Refusal, ...]
    copies: dict[str, str]


def collect_redirects(
    blogs: Iterable[PublishedBlog],
    pages: SitePages,
    moved: Moved,
    is_other: Callable[[str], bool],
    former: Iterable[Former],
    *,
    folds_index: bool,
) -> Redirects:
    """Return the redirects of all posts and lists; none of them leaves the site or replaces a page.

    *moved* are those of ``blog_redirects``, and *former* those of each blog that it had with another engine.
    *is_other* says whether something else writes the file of a page. With *folds_index*, the pages ``x`` and
    ``x/index`` are the same file.

    All lead to a document or a list and never to another redirect, so there are no loops.
    """
    collector = _Collector(pages)
    for listing in pages.listings:
        collector.add_first_page(listing)
    for published in blogs:
        collector.add_aliases(published)
    for published in blogs:
        # After those of terms, so that a refusal can say where the name already leads.
        for post in (*published.blog.posts, *published.blog.unlisted):
            for written in post.redirects:
                collector.add(written, post.docname, post)
    collector.add_moved(moved)
    for names, feeds in former:
        collector.add_former(names)
        collector.add_former_feeds(feeds, moved.feeds)
    if not folds_index:
        collector.add_former((name, page) for name, page in _indexes(blogs) if not is_other(name))
    return Redirects(collector.targets, frozenset(collector.files), tuple(collector.refused), collector.copies)


def _indexes(blogs: Iterable[PublishedBlog]) -> Iterator[tuple[str, str]]:
    """Yield the names of pages of blogs that are documents such as ``blog/index``, each with its document."""
    for published in blogs:
        pages = published.pages
        shown = [listing.name for listing in pages.listings if listing.kind != "document"]
        shown += [overview.name for overview in pages.term_indexes]
        for document in shown:
            name = folder_of(document)
            if name and name != document:
                yield name, document


class _Collector:
    """Collects redirects whose names are free."""

    def __init__(self, pages: SitePages) -> None:
        self.targets: dict[str, str] = {}
        self.files: set[str] = set()
        self.refused: list[Refusal] = []
        self.copies: dict[str, str] = {}
        # Some file systems ignore case.
        self._taken = {page.casefold() for page in pages.generated.keys() | pages.documents}

    def _is_taken(self, name: str) -> bool:
        """Return whether the site has the page *name*, under any of its document names."""
        return any(map(self._has, documents_of(name)))

    def _has(self, document: str) -> bool:
        return document.casefold() in self._taken

    def add_first_page(self, listing: Listing) -> None:
        """Redirect ``page/1`` of a list to the list, because readers try it if there is a page 2."""
        # With "stable", page 1 has the oldest posts.
        if len(listing.pages) < 2 or listing.pages[0].number != 1:
            return
        first = first_page(listing.pages[1].name)
        if not self._is_taken(first):
            self.targets[first] = listing.name

    def add_aliases(self, published: PublishedBlog) -> None:
        """Redirect the pages that terms would have under their other names."""
        romanize, addresses = published.config.transliterate, published.pages.addresses
        for taxonomy in published.blog.taxonomies.values():
            for term in taxonomy.values():
                levels = (term.kind.parts(alias) for alias in term.settings.aliases)
                slugs = ("/".join(slugify(part, (), romanize) for part in parts) for parts in levels)
                names = (addresses.term(term.taxonomy, slug) for slug in slugs)
                free = (name for name in names if not self._is_taken(name))
                self.targets |= dict.fromkeys(free, published.pages.term_page(term))

    def add_former(self, pages: Iterable[tuple[str, str]]) -> None:
        """Redirect the former names of pages, unless they already lead somewhere else."""
        for name, target in pages:
            # The document ``blog/index`` is another page than ``blog``, except with the builder ``dirhtml``.
            if not self._has(name) and name != target:
                self.targets.setdefault(name, target)

    def add_former_feeds(self, paths: Iterable[tuple[str, str]], feeds: Collection[str]) -> None:
        """Copy those of the *feeds* that had other paths to them, unless another feed is there."""
        for path, feed in paths:
            if feed in feeds and path not in feeds:
                self.copies.setdefault(path, feed)

    def add_moved(self, moved: Moved) -> None:
        """Redirect what ``blog_redirects`` lists."""
        self.refused += (Refusal(None, written, reason) for written, reason in moved.refused.items())
        for written in moved.entries:
            try:
                if _FEED.search(file_name(written)):
                    feed = moved.feed_at(written)
                    self.copies |= {file_name(written): feed} if feed else {}
                elif target := moved.end_of(written, self.targets):
                    self.add(written, target)
            except NowhereError as error:
                self.refused.append(Refusal(None, written, str(error)))

    def add(self, written: str, target: str, post: Post | None = None) -> None:
        """Redirect the page called *written*, unless there are reasons against it."""
        name = page_name(written)
        if reason := self._reason_against(name, target):
            self.refused.append(Refusal(post, written, reason))
        elif name is not None:
            self.targets[name] = target
            if written.strip().endswith(f"{name}.html"):
                self.files.add(name)

    def _reason_against(self, name: str | None, target: str) -> str:
        """Return why *name* cannot redirect to the page *target*, or ``""`` if it can."""
        if name is None:
            return "it is not a page of this site"
        if name in {target, folder_of(target)}:
            return "it redirects to itself"
        if self._is_taken(name):
            return "a page of that name exists"
        known = self.targets.get(name, target)
        return f"it redirects to {known!r} already" if known != target else ""
