"""Redirects from old names of posts and other pages, other names of terms, ``page/1`` of lists, and ``blog``.

With the builder ``html``, the document ``blog/index`` is not the page ``blog``, which redirects to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.addresses import documents_of, first_page, folder_of
from sphinx_blogext.core.slugs import slugify
from sphinx_blogext.site.moved import NowhereError, file_name, is_feed, page_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.moved import Moved
    from sphinx_blogext.site.pages import Listing, SitePages
    from sphinx_blogext.site.published_blog import PublishedBlog

    #: Former names of pages, and former paths of feeds, each with that of today.
    Former = tuple[Iterable[tuple[str, str]], Iterable[tuple[str, str]]]


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
            collector.add_post(post)
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

    def add_post(self, post: Post) -> None:
        """Redirect the pages that a post lists."""
        for written in post.redirects:
            self._add(written, post.docname, post)

    def add_moved(self, moved: Moved) -> None:
        """Redirect what ``blog_redirects`` lists."""
        self.refused += (Refusal(None, written, reason) for written, reason in moved.refused.items())
        for written in moved.given:
            try:
                if is_feed(written):
                    feed = moved.feed_at(written)
                    self.copies |= {file_name(written): feed} if feed else {}
                elif target := moved.end_of(written, self.targets):
                    self._add(written, target)
            except NowhereError as error:
                self.refused.append(Refusal(None, written, str(error)))

    def _add(self, written: str, target: str, post: Post | None = None) -> None:
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
