"""Digests of what pages show of the blog: a page is written again when its digest has changed.

They are computed when all documents have been read and numbered. The digest of a page is that of the data
that its templates receive, so it covers everything that they can show.

What data is made of is known sooner than the data itself: posts and terms, by their own digests. If that is what
it was, so is the digest of the data, which is taken from the last build. So nothing that the data depends on may
be left out. A test makes the data nevertheless, and compares. These digests are next to the doctrees, in one file
per builder. A file that cannot be read counts as empty.
"""

from __future__ import annotations

import json
import os
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import babel
import docutils
import sphinx

from sphinx_blogext.core.addresses import document_meant
from sphinx_blogext.core.changelog import changes_in
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import PACKAGE, digest, read_cache, write_cache
from sphinx_blogext.pages.site_digests import PostDigests, SiteDigests, title_of
from sphinx_blogext.site.pages import FeedsPage, ListPage, frame_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.terms import Term
    from sphinx_blogext.pages.posts import Data
    from sphinx_blogext.pages.site_data import SiteData
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.pages import Listing, TermIndex
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
        settings = (self._records.site.settings, build.shows_drafts, build.source_language)
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
        of_page, _of_first, posts = self._of_listing(listing)
        window = (page.name, page.number, page.newer, page.older, page.window)
        nav_links = self._data.of(listing.root).nav_links(listing, page)
        return (self._of_all, of_page, window, nav_links, posts[page.name], blog, self._has_rail(page.name))

    def of_rail(self, shown: ListPage) -> Any:
        """Return what is made into the rail beside the first page of a list."""
        of_page, of_first, _posts = self._of_listing(shown.listing)
        return (self._of_all, of_page, of_first, self._has_rail(shown.name))

    def _has_rail(self, page: str) -> bool:
        return self._data.of(page).rail.is_shown(page)

    def _of_listing(self, listing: Listing) -> tuple[str, str, dict[str, list[str]]]:
        """Return digests of what all pages of a list show, of what is beside the first one, and of their posts."""
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


#: What a domain stores that is part of the digests of posts, or irrelevant for pages.
_OWN = frozenset({"posts", "withheld", "version"})


class Digests:
    """Digests of documents and generated pages in one build, each computed once."""

    def __init__(self, app: Sphinx, build: Build, builder: StandaloneHTMLBuilder) -> None:
        # Per builder: the same names have other URLs in another.
        self.cache = DigestCache(Path(app.doctreedir, f".digests-{builder.name}"))
        self.build = build
        self.env = build.env
        self.site = SiteDigests(app, build, builder)
        self.posts = PostDigests(build, builder, self.site)
        self._builder = builder
        self._events = app.events

    @cached_property
    def page_data(self) -> SiteData:
        """What templates receive. Accessing it assembles the blogs."""
        # Imported here because a build that changes nothing does not need it.
        from sphinx_blogext.pages.site_data import SiteData

        return SiteData(self.build, self._builder, self.posts)

    @cached_property
    def _ingredients(self) -> Ingredients:
        return Ingredients(self.build, self.posts, self.page_data)

    @cached_property
    def of_sources(self) -> str:
        """A digest of what was read, and when, and of the whole configuration.

        If it is that of the last build, all other digests are too, except that of the frame of pages, and the
        blog need not be assembled.
        """
        env, domain = self.env, self.build.domain
        due = [(post.key, self.build.at_this_moment(post)) for post in domain.every_post]
        read = (sorted(env.all_docs.items()), sorted(env.found_docs), sorted(domain.withheld))
        build = self.build
        settings = (self.site.settings, build.shows_drafts, build.custom_slugs)
        return digest((settings, read, due, build.source_language))

    @cached_property
    def of_blog(self) -> str:
        """A digest of everything that the digests of pages depend on, except what themes put around them.

        If it is that of the last build, so are the others, and they need not be computed.
        """
        build, data = self.build, self.build.domain.data
        kinds = [(kind, sorted(records.items())) for kind, records in sorted(data.items()) if kind not in _OWN]
        posts = [
            (key, self.posts.of_record(post), build.at_this_moment(post)) for key, post in build.posts.items()
        ]
        links = [(key, sorted(keys)) for key, keys in sorted(build.mentions.links.items())]
        mentions = [
            (docname, anchor, [post.key for post in posts_there])
            for docname, objects in sorted(build.mentions.objects.items())
            for anchor, posts_there in sorted(objects.items())
        ]
        documents = sorted(build.pages.documents)
        named = [(name, post.docname) for post in build.posts.values() for name in post.related or ()]
        owners = {listing.owner for listing in build.pages.listings}
        owners |= {document_meant(*names, build.pages.documents) for names in named}
        titles = [title_of(self.env, owner) for owner in sorted(owners)]
        settings = (self.site.of_site, build.custom_slugs, self._added(""))
        return digest((settings, kinds, posts, links, mentions, titles, documents, build.source_language))

    @property
    def of_texts(self) -> dict[str, str]:
        """A digest of the whole text of each post."""
        return {docname: post.text_fingerprint for docname, post in self.build.domain.posts.items()}

    def of_all_pages(self, names: Iterable[str]) -> str:
        """Return a digest of everything that the pages *names*, which have no document, are made of."""
        navigation = sorted({self.site.navigation_at(name) for name in names})
        documents = sorted(self.build.pages.documents)
        return digest((self.of_blog, self.site.of_chrome, self.site.settings, documents, navigation))

    @cached_property
    def of_documents(self) -> dict[str, str]:
        """A digest of what each document shows of the blog, for those that show any of it."""
        shown: dict[str, list[Any]] = {}
        for docname, part in chain(self._shown_lists(), self._shown_targets(), self._shown_posts()):
            shown.setdefault(docname, []).append(part)
        # Most documents link to others in their own language.
        for docname in self.build.pages.documents:
            if around := self._around(docname):
                shown.setdefault(docname, []).extend(around)
        return {docname: digest(parts) for docname, parts in shown.items()}

    def _shown_lists(self) -> Iterator[tuple[str, Any]]:
        pages = self.build.pages
        for (docname, place), listing in pages.placed.items():
            yield docname, (place, self._page(ListPage(listing, listing.pages[0])))
        for docname, appended in pages.appended.items():
            yield from ((docname, self._page(page)) for page in appended)
        for docname, taxonomies in self.build.domain.terms.items():
            # Style and minimum count are in the document itself, which is read again when they change.
            for taxonomy, blog in taxonomies:
                yield docname, self.page_data.term_list(docname, taxonomy, "list", blog=blog)

    def _shown_targets(self) -> Iterator[tuple[str, Any]]:
        """Yield what documents show of what they refer to, and the news that they list."""
        domain = self.build.domain
        for docname, references in domain.references.items():
            targets = (self._reference(docname, *each) for each in references if each[0] != "ref")
            yield from ((docname, target) for target in targets if target)
        for docname, versions in domain.news.items():
            yield docname, [changes_in(version, domain.changes) for version in versions]

    def _shown_posts(self) -> Iterator[tuple[str, Any]]:
        """Yield what is around posts in their documents, and the posts that mention documents."""
        mentions, all_named = self.build.mentions, self.page_data.all_named
        yield from ((post.docname, self._own_page(post)) for post in self.build.posts.values())
        yield from ((docname, all_named(posts)) for docname, posts in mentions.documents.items())
        for docname, objects in mentions.objects.items():
            yield docname, [(anchor, all_named(posts)) for anchor, posts in sorted(objects.items())]

    def _own_page(self, post: Post) -> str:
        """Return a digest of a post, and of what is above and below its text."""
        frames = self.page_data.frames_of(post)

        def make() -> Any:
            return self.posts.of_record(post), frames.header(post), frames.footer(post)

        return self.cache.get(post.key, self._ingredients.of_around(post), make)

    def _reference(self, docname: str, kind: str, name: str) -> Any:
        """Return what a document shows of the target of a role of the blog, or of a document.

        These are its page, whether that is written, and its language if that is another.
        """
        if kind == "doc":
            return self.build.language_of_title(name, docname)
        targets = self.build.targets
        target = targets.find(kind, name, docname)
        language = self.build.language_of_title(target.name, docname) if target and kind == "post" else ""
        return target, target is not None and targets.is_written(target), language

    def of_page(self, page: ListPage | TermIndex) -> str:
        """Return a digest of a page without a document, including its frame."""
        frame = (self.site.of_chrome, self.site.navigation_at(page.name))
        if not isinstance(page, ListPage):
            return digest((frame, self._page(page), self._around(page.name)))
        data, added = self.page_data, self._added(page.name)
        blog = data.blog_on(page.name)
        made_of = self._ingredients.of_list_page(page, blog)
        # Beside the first page of a list is what all posts of the list have in common, which differs more often.
        is_first, rail = page.page.newer is None, ""
        if is_first:
            made_of_rail = self._ingredients.of_rail(page)
            rail = self.cache.get(f"/{page.name}", made_of_rail, lambda: data.around(page.name).rail)
        shown = self.cache.get(
            page.name, made_of, lambda: (self._page(page), blog if is_first else data.around(page.name))
        )
        return digest((frame, shown, rail, added))

    def save(self) -> None:
        """Keep the digests of data for the next build."""
        generated = self.build.pages.generated
        self.cache.save(self.build.posts.keys() | generated.keys() | {f"/{name}" for name in generated})

    def _around(self, page: str) -> list[Any]:
        """Return what is beside the text or list of a page: sidebars, and what other extensions add."""
        around = self.page_data.around(page)
        return [around, *self._added(page)] if any(around) else self._added(page)

    def _added(self, page: str) -> list[Any]:
        """Return what other extensions show of the blog on a page, or on any page if *page* is ``""``."""
        return [answer for answer in self._events.emit(PAGE_DATA_EVENT, page) if answer is not None]

    def _page(self, page: ListPage | TermIndex) -> Any:
        frame = frame_of(self.env, page)
        if isinstance(page, ListPage):
            return (frame, self.page_data.of(page.listing.root).listing(*page))
        if isinstance(page, FeedsPage):
            return (frame, self.page_data.of(page.name).feeds)
        return (frame, self.page_data.of(page.name).overview(page.taxonomy))
