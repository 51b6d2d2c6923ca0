"""``blog_redirects``: where old names of pages and feeds lead."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import (
    POSTS_FILE,
    SITEMAP,
    feed_file,
    folder_of,
    is_page_name,
    names_in,
    page_at,
)
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sphinx_blogext.site.pages import SitePages
    from sphinx_blogext.site.published_blog import PublishedBlog
    from sphinx_blogext.site.targets import Targets

#: Endings of the names of feeds.
_FEED = pattern(r"\.(xml|json|rss|atom|rdf)$", re.IGNORECASE)


class NowhereError(ValueError):
    """A redirect leads nowhere; the message is the reason."""


class Moved:
    """The entries *given* in ``blog_redirects``, which map old names to what is there now.

    ``given`` has an entry for each name in a range, unless the name also has an entry of its own. ``refused`` maps
    refused entries to the reasons.

    ``feeds`` are the paths of the feeds that this build writes.
    """

    def __init__(
        self,
        given: Mapping[str, str],
        blogs: Sequence[PublishedBlog],
        pages: SitePages,
        targets: Targets,
        feeds: frozenset[str],
    ) -> None:
        self.given: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        for written, said in given.items():
            names = names_in(written)
            self.given |= {name: said for name in names if name == written or name not in given}
            self.refused |= {} if names else {written: "its range is empty"}
        self._blogs = blogs
        self._pages = pages
        self._targets = targets
        self.feeds = feeds
        self._by_name = {name: said for written, said in self.given.items() if (name := page_name(written))}

    def end_of(self, written: str, known: Mapping[str, str]) -> str:
        """Return the page that the entry *written* leads to, directly or through others and *known* redirects.

        Return ``""`` if there is nothing to do, because that page still has this name.
        Raises :exc:`NowhereError`.
        """
        said, passed = self.given[written], {page_name(written)}
        while not (page := self._page(said)):
            name = page_name(said)
            if name is None or (name not in known and name not in self._by_name):
                raise NowhereError(f"there is no page {said!r}{suggest(said.strip('/'), self._names)}")
            if name in known:
                return known[name]
            if name in passed:
                raise NowhereError("it redirects to itself")
            passed.add(name)
            said = self._by_name[name]
        old = page_name(written) or ""
        if folder_of(old) in self._further_pages.get(page, ()):
            # The list has a page of that number, although its own name may be another.
            page = folder_of(old)
        is_same = old in {page, folder_of(page)}
        return "" if is_same and self._is_by_kind(said) else page

    def feed_at(self, written: str) -> str:
        """Return the feed to copy for the entry *written*, or ``""`` if that feed still has this name.

        Raises :exc:`NowhereError`.
        """
        name, said = file_name(written), self.given[written]
        feed = self._feed(said)
        if not is_page_name(_FEED.sub("", name)) or name.casefold() in {SITEMAP, POSTS_FILE}:
            raise NowhereError("it is not a page of this site")
        if feed not in self.feeds:
            raise NowhereError(f"there is no feed {said!r}{suggest(feed, set(self.feeds))}")
        if name in self.feeds and name != feed:
            raise NowhereError("a feed of that name exists")
        return feed if name != feed else ""

    def _feed(self, said: str) -> str:
        """Return the path of the feed that *said* names, whether or not there is one."""
        kind, _colon, rest = (part.strip() for part in said.partition(":"))
        if kind != "feed":
            return file_name(said)
        lister, _slash, name = rest.rpartition("/")
        if self._is_by_kind(lister):
            page = self._page(lister)
            return feed_file(folder_of(page) if page else lister, name)
        return feed_file(self._blogs[0].pages.addresses.root, rest)

    def _is_by_kind(self, said: str) -> bool:
        kind, colon, _name = said.partition(":")
        return bool(colon) and (kind.strip() in {"post", "archive"} or kind.strip() in self._kinds)

    @cached_property
    def _further_pages(self) -> Mapping[str, Collection[str]]:
        """The names of all pages of lists, by the names of their first pages."""
        return {listing.name: {page.name for page in listing.pages} for listing in self._pages.listings}

    @property
    def _kinds(self) -> Mapping[str, object]:
        return self._blogs[0].blog.taxonomies

    def _page(self, said: str) -> str:
        """Return the page that *said* names, or ``""`` if there is none."""
        if self._is_by_kind(said):
            kind, _colon, target = (part.strip() for part in said.partition(":"))
            place = self._targets.find(kind, target, "") if target else None
            name = place.page if place else "" if target else self._whole(kind)
        else:
            name = page_name(said) or ""
        documents = (name, f"{name}/index")
        return next((page for page in documents if page and self._pages.is_written(page)), "")

    def _whole(self, kind: str) -> str:
        """Return the name of the page with all posts, years or terms."""
        pages = self._blogs[0].pages
        names = {"post": pages.home, "archive": pages.addresses.archive}
        return names.get(kind) or pages.addresses.overview(kind)

    @property
    def _names(self) -> set[str]:
        """What an entry may lead to, for suggestions."""
        terms = {f"{target.objtype}:{target.name}" for target in self._targets if target.objtype != "post"}
        return (terms | {folder_of(page) for page in self._pages.generated.keys() | self._pages.documents}) - {""}


def page_name(written: str) -> str | None:
    """Return the page name for *written*, a path as users write it, or ``None`` if it is not a page name.

    A leading or trailing slash and ``.html`` are removed.
    """
    name = page_at(written.strip().strip("/"))
    return name if is_page_name(name) else None


def is_feed(written: str) -> bool:
    """Return whether *written*, a path as users write it, is the name of a feed."""
    return bool(_FEED.search(file_name(written)))


def file_name(written: str) -> str:
    """Return the path of a file for *written*, a path as users write it."""
    return written.strip().strip("/")
