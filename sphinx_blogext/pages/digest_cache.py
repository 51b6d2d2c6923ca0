"""Cache of digests from build to build: the data of a page is not made again to find that it is the same.

What data is made of is known sooner than the data itself: posts and terms, by their own digests. If that is what
it was, so is the digest of the data, which is taken from the last build. So nothing that the data depends on may
be left out. A test makes the data nevertheless, and compares.

The cache is next to the doctrees, in one file per builder. A file that cannot be read counts as empty.
"""

from __future__ import annotations

import json
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import babel
import docutils
import sphinx

from sphinx_blogext.files import PACKAGE, digest, read_cache, write_cache
from sphinx_blogext.pages.site_digests import title_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable
    from pathlib import Path

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.terms import Term
    from sphinx_blogext.pages.posts import Data
    from sphinx_blogext.pages.site_data import SiteData
    from sphinx_blogext.pages.site_digests import PostDigests
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.pages import Listing, ListPage
    from sphinx_blogext.site.published_blog import PublishedBlog


#: The length of a digest.
_LENGTH = len(digest(""))


class DigestCache:
    """The digests of data in the file *path*, by the names of pages and posts, each with what it is made of."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._has_changed = False

    @cached_property
    def _known(self) -> dict[str, str]:
        """For each name, a digest of what its data is made of, followed by that of the data."""
        try:
            entries = json.loads(read_cache(self._path) or "{}")
            return {name: entry for name, entry in entries.items() if len(entry) == 2 * _LENGTH}
        except (ValueError, AttributeError, TypeError):
            return {}

    def get(self, name: str, made_of: Any, make: Callable[[], Any]) -> str:
        """Return the digest of what *make* returns, which is called only if *made_of* has changed."""
        source = digest(made_of)
        entry = self._known.get(name, "")
        if not entry.startswith(source):
            entry = self._known[name] = source + digest(make())
            self._has_changed = True
        return entry[_LENGTH:]

    def save(self, names: Container[str]) -> None:
        """Write the digests that have these *names*, if any are new; drop all others."""
        if self._has_changed:
            write_cache(self._path, json.dumps({name: self._known[name] for name in self._known if name in names}))
            self._has_changed = False


#: What the data of every page depends on, besides posts, terms and lists.
_VERSIONS = (babel.__version__, docutils.__version__, sphinx.__display_version__)


class Ingredients:
    """What the data of lists, and of what is around posts, is made of in one build."""

    def __init__(self, build: Build, posts: PostDigests, data: SiteData) -> None:
        self._build = build
        self._records = posts
        self._data = data
        self._terms: dict[tuple[str, str, str], str] = {}
        self._posts: dict[str, str] = {}
        self._listings: dict[int, tuple[str, str, dict[str, list[str]]]] = {}

    @cached_property
    def _of_all(self) -> str:
        """A digest of what all pages are made of: the site's settings, its languages, and this package itself."""
        build, blogs = self._build, [published.blog for published in self._build.blogs]
        languages = [(blog.language, blog.is_multilingual) for blog in blogs]
        labels = [self._data.of(published.root).posts.terms.has_languages for published in build.blogs]
        settings = (self._records.site.settings, build.shows_drafts, build.translation.digest)
        return digest((_VERSIONS, _code(), settings, languages, labels))

    def of_post(self, post: Post) -> str:
        """Return a digest of what the data of a post is made of, wherever it is shown."""
        if post.key not in self._posts:
            published, records = self._build.blog_of_post(post), self._records
            blog = published.blog
            terms = [
                [term and self._of_term(published, term) for term in map(taxonomy.find, post.terms.get(name, ()))]
                for name, taxonomy in blog.taxonomies.items()
            ]
            versions = [records.of_record(version) for version in blog.versions.all(post)]
            moment = self._build.at_this_moment(post)
            self._posts[post.key] = digest((records.of_record(post), moment, terms, versions))
        return self._posts[post.key]

    def _of_term(self, published: PublishedBlog, term: Term) -> str:
        """Return a digest of what is shown of a term where its posts are not counted."""
        key = (published.root, term.taxonomy, term.key)
        if key not in self._terms:
            above = self._of_term(published, term.parent) if term.parent else ""
            self._terms[key] = digest((term.name, published.pages.term_page(term), term.settings, above))
        return self._terms[key]

    def _of_posts(self, posts: Iterable[Post]) -> list[str]:
        digests, own = self._posts, self._build.posts
        keyed = [(post.key, post) for post in posts]
        # A list of several blogs has its own records of their posts.
        return [digests.get(key) or self.of_post(own.get(key, post)) for key, post in keyed]

    def of_around(self, post: Post) -> Any:
        """Return what is around the text of a post on its own page: the posts that it names, and its files."""
        frames = self._data.frames_of(post)
        others = frames.others(post)
        published = self._build.blog_of_post(post)
        series = [
            (self._of_term(published, place.term), place.place, self._of_posts(place.parts))
            for place in others.series
        ]
        beside = (others.older, others.newer, *others.mentions, *others.related)
        counts = (others.older_is_part, others.newer_is_part, len(others.mentions))
        own = (frames.cover(post), frames.enclosure(post), frames.citation(post), frames.subscribe(post))
        # A related document that is no post is shown as one.
        posts = self._build.posts
        named = [
            other and (self.of_post(other) if other.key in posts else self._records.of_record(other))
            for other in beside
        ]
        return (self._of_all, self.of_post(post), own, series, named, counts)

    def of_list_page(self, shown: ListPage, blog: Data | None) -> Any:
        """Return what a page of a list is made of, which shows the variable *blog* if that is not ``None``."""
        listing, page = shown
        of_page, of_first, posts = self._of_listing(listing)
        window = (page.name, page.number, page.newer, page.older, page.window)
        own = () if page.newer else (of_first, self._data.of(listing.root).nav_links(listing, page))
        beside = self._data.of(page.name).rail.is_shown(page.name)
        return (self._of_all, of_page, window, own, posts[page.name], blog, beside)

    def _of_listing(self, listing: Listing) -> tuple[str, str, dict[str, list[str]]]:
        """Return digests of what all pages of a list show, of what only the first one does, and of their posts."""
        # By identity: listings contain dictionaries, so they are not hashable.
        if (known := self._listings.get(id(listing))) is None:
            published, rail = self._build.blog_of(listing.root), self._data.of(listing.root).rail
            term = listing.term and (self._of_term(published, listing.term), listing.term.count)
            bar = [(link.term and self._of_term(published, link.term), link.page) for link in listing.languages]
            own = (listing.kind, listing.title, listing.style, listing.request, listing.year, listing.language)
            heading = title_of(self._build.env, listing.owner)
            numbered = [len(page.items) for page in listing.pages] if listing.style == "contents" else ()
            pages = (len(listing.pages), listing.parents, listing.owner, heading, numbered)
            posts = {page.name: self._of_posts(page.items) for page in listing.pages}
            self._listings[id(listing)] = known = (
                digest((own, pages, term, bar, rail.feeds(listing.name))),
                digest(([*posts.values()], rail.years(listing))),
                posts,
            )
        return known


def _code() -> list[tuple[str, int, int]]:
    """Return the code and the catalogs of this package: another version of it may make other data."""
    states = []
    # ``Path`` objects would take ten times as long.
    for folder, _folders, files in os.walk(PACKAGE):
        for name in files:
            if name.endswith((".py", ".mo")):
                state = os.stat(f"{folder}{os.sep}{name}")  # noqa: PTH116
                states.append((name, state.st_size, state.st_mtime_ns))
    return sorted(states)
