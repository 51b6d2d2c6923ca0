"""Redirects from old names of posts and other pages, other names of terms, ``page/1`` of lists, and ``blog``.

Old names are those that posts list, and those in ``blog_redirects``, which says where old names of pages and feeds
lead. With the builder ``html``, the document ``blog/index`` is not the page ``blog``, which redirects to it.
"""

import re
from collections.abc import Collection, Container, Iterable, Mapping
from functools import cached_property

from sphinx_blogext.core import addresses
from sphinx_blogext.core.addresses import documents_of, folder_of, is_page_name
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.terms import slugify
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.links import Targets
from sphinx_blogext.site.published_blog import PublishedBlog

#: Endings of the names of feeds.
_FEED = pattern(r"\.(xml|json|rss|atom|rdf)$", re.IGNORECASE)


def page_name(written: str) -> str | None:
    """Return the page name for a path as users write it, without slashes around it and ``.html``, or ``None``."""
    name = addresses.page_at(_path(written))
    return name if is_page_name(name) else None


def _path(written: str) -> str:
    return written.strip().strip("/")


class Redirects:
    """The redirects of the posts and lists of all blogs, and of the *option* ``blog_redirects``.

    ``targets`` maps the names of redirect pages to the pages they redirect to: a document or a list and never
    another redirect, so there are no loops. None of them leaves the site or replaces a page. Those in ``files``
    also redirect from their file names: ``a.html`` exists in addition to ``a/index.html``. ``copies`` maps the old
    names of feeds, which cannot redirect, to the feeds: *feeds* are the paths of those that this build writes.
    """

    def __init__(self, option: Mapping[str, str], targets: Targets, feeds: frozenset[str]) -> None:
        self.targets: dict[str, str] = {}
        self.files: set[str] = set()
        #: Those of a post, or of ``blog_redirects`` without one, by their names, with the reason.
        self.refused: list[tuple[Post | None, str, str]] = []
        self.copies: dict[str, str] = {}
        self._blogs, self._pages, self._find, self._feeds = targets.blogs, targets.pages, targets.find, feeds
        # Some file systems ignore case.
        self._taken = {page.casefold() for page in self._pages.generated.keys() | self._pages.documents}
        self._add_first_pages()
        for published in self._blogs:
            self._add_aliases(published)
        # After those of terms, so that a refusal can say where the name already leads.
        for post in (post for each in self._blogs for post in (*each.blog.posts, *each.blog.unlisted)):
            for written in post.redirects:
                self._add(written, post.docname, post)
        self._add_option(option)

    def _is_taken(self, name: str) -> bool:
        """Return whether the site has the page *name*, under any of its document names."""
        return any(document.casefold() in self._taken for document in documents_of(name))

    def _add_first_pages(self) -> None:
        """Redirect ``page/1`` of lists, because readers try it if there is a page 2."""
        for listing in self._pages.listings:
            # With "stable", page 1 has the oldest posts.
            if len(listing.pages) > 1 and listing.pages[0].number == 1:
                first = addresses.first_page(listing.pages[1].name)
                self.targets |= {} if self._is_taken(first) else {first: listing.name}

    def _add_aliases(self, published: PublishedBlog) -> None:
        """Redirect the pages that terms would have under their other names."""
        romanize, addresses_of = published.config.transliterate, published.pages.addresses
        for term in (term for terms in published.blog.taxonomies.values() for term in terms.values()):
            levels = (term.kind.parts(alias) for alias in term.settings.aliases)
            slugs = ("/".join(slugify(part, (), romanize) for part in parts) for parts in levels)
            names = (addresses_of.term(term.taxonomy, slug) for slug in slugs)
            free = (name for name in names if not self._is_taken(name))
            self.targets |= dict.fromkeys(free, published.pages.term_page(term))

    def _add_option(self, option: Mapping[str, str]) -> None:
        """Redirect each name in a range of ``blog_redirects``, unless the name also has an entry of its own."""
        entries: dict[str, str] = {}
        for written, destination in option.items():
            names = addresses.names_in(written)
            entries |= {name: destination for name in names if name == written or name not in option}
            self.refused += [] if names else [(None, written, "its range is empty")]
        self._add_entries(entries)

    def _add_entries(self, entries: Mapping[str, str]) -> None:
        by_name = {name: destination for written, destination in entries.items() if (name := page_name(written))}
        for written, destination in entries.items():
            try:
                if _FEED.search(_path(written)):
                    # Most builds without feeds would have them elsewhere.
                    feed = self._feed_at(_path(written), destination) if self._feeds else ""
                    self.copies |= {_path(written): feed} if feed else {}
                elif target := self._end_of(written, destination, by_name):
                    self._add(written, target)
            except ValueError as error:
                self.refused.append((None, written, str(error)))

    def _end_of(self, written: str, destination: str, by_name: Mapping[str, str]) -> str:
        """Return the page an entry leads to, be it through others (*by_name*); ``""`` if it is still there."""
        old = page_name(written) or ""
        passed = {old}
        while not (page := self._page(destination)):
            name = page_name(destination) or ""
            if name in self.targets:
                return self.targets[name]
            if name not in by_name:
                hint = ": the old name of a feed ends in .xml or the like" * destination.startswith("feed:")
                raise ValueError(f"there is no page {destination!r}{hint}")
            if name in passed:
                raise ValueError("it redirects to itself")
            passed.add(name)
            destination = by_name[name]
        if folder_of(old) in self._further_pages.get(page, ()):
            # The list has a page of that number, although its own name may be another.
            page = folder_of(old)
        return "" if old in {page, folder_of(page)} and self._is_by_kind(destination) else page

    def _feed_at(self, name: str, destination: str) -> str:
        """Return the feed to copy to the path *name*, ``""`` if it has it; raise :exc:`ValueError`."""
        feed = self._feed(destination)
        if not is_page_name(_FEED.sub("", name)) or name.casefold() in {addresses.SITEMAP, addresses.POSTS_FILE}:
            raise ValueError("it is not a page of this site")
        if feed not in self._feeds:
            raise ValueError(f"there is no feed {destination!r}")
        if name in self._feeds and name != feed:
            raise ValueError("a feed of that name exists")
        return feed if name != feed else ""

    def _feed(self, destination: str) -> str:
        """Return the path of the feed that *destination* names, whether or not there is one."""
        kind, _colon, rest = (part.strip() for part in destination.partition(":"))
        if kind != "feed":
            return _path(destination)
        lister, _slash, name = rest.rpartition("/")
        if self._is_by_kind(lister):
            page = self._page(lister)
            return addresses.feed_file(folder_of(page) if page else lister, name)
        return addresses.feed_file(self._blogs[0].pages.addresses.root, rest)

    def _is_by_kind(self, destination: str) -> bool:
        kind, colon, _name = destination.partition(":")
        return bool(colon) and kind.strip() in {"post", "archive", *self._blogs[0].blog.taxonomies}

    @cached_property
    def _further_pages(self) -> Mapping[str, Collection[str]]:
        """The names of all pages of lists, by the names of their first pages."""
        return {listing.name: {page.name for page in listing.pages} for listing in self._pages.listings}

    def _page(self, destination: str) -> str:
        """Return the page that *destination* names, or ``""`` if there is none."""
        name = self._name_by_kind(destination) if self._is_by_kind(destination) else page_name(destination)
        return next(filter(self._pages.is_written, documents_of(name) if name else ()), "")

    def _name_by_kind(self, destination: str) -> str:
        """Return the page that *destination* names by the kind of its list."""
        kind, _colon, target = (part.strip() for part in destination.partition(":"))
        if target:
            place = self._find(kind, target, "")
            return place.page if place else ""
        pages = self._blogs[0].pages
        return pages.home if kind == "post" else pages.addresses.overview(kind)

    def _add(self, written: str, target: str, post: Post | None = None) -> None:
        """Redirect the page called *written*, unless there are reasons against it."""
        name = page_name(written)
        if reason := self._reason_against(name, target):
            self.refused.append((post, written, reason))
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

    def add_former(self, pages: Iterable[tuple[str, str]], feeds: Iterable[tuple[str, str]] = ()) -> None:
        """Redirect former names of *pages*, unless they already lead somewhere else, and copy *feeds* likewise."""
        for name, target in pages:
            # The document ``blog/index`` is another page than ``blog``, except with the builder ``dirhtml``.
            if name.casefold() not in self._taken and name != target:
                self.targets.setdefault(name, target)
        for path, feed in feeds:
            if feed in self._feeds and path not in self._feeds:
                self.copies.setdefault(path, feed)

    def add_folders(self, others: Container[str]) -> None:
        """Redirect the folders of pages that are documents such as ``blog/index``, except *others* of the site."""
        for pages in (published.pages for published in self._blogs):
            shown = [listing.name for listing in pages.listings if listing.kind != "document"]
            shown += [overview.name for overview in pages.term_indexes]
            names = [(folder_of(name), name) for name in shown if folder_of(name) not in {"", name}]
            self.add_former((name, page) for name, page in names if name not in others)
