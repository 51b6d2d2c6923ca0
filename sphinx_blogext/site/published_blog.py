"""One blog of a site as it is published: its posts, pages, feeds, slugs and authors, and its navigation."""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import quote

from sphinx.builders import Builder

from sphinx_blogext._compat import folds_index
from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.core.addresses import (
    FEED_FILES,
    Addresses,
    absolute,
    feed_file,
    folder_of,
    further_list,
    is_page_name,
    nearest_root,
)
from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.citation import Source
from sphinx_blogext.core.model import Post, newest_first
from sphinx_blogext.core.pagination import EVERY_BLOG
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import SlugRules, Term, slugify
from sphinx_blogext.core.urls import absolute_url, fediverse_address
from sphinx_blogext.domain import BlogDomain
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.tree import title_text
from sphinx_blogext.site.hosting import Hosting
from sphinx_blogext.site.listings import PagesBuilder, Requests
from sphinx_blogext.site.pages import Listing, Pages, list_title, term_label
from sphinx_blogext.warnings import BlogWarning, warn


class FeedLink(NamedTuple):
    """A link to a feed, as pages show it."""

    url: str
    type: str
    format: str
    title: str


class Channel(NamedTuple):
    """The feeds of one list, which is on *page*: *files* in *folder*. By default, it has all posts."""

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
        return term_label(self.term) if self.term else str(self.year) if self.year else self.title

    def links(self, base: str) -> list[FeedLink]:
        return [
            FeedLink(base + quote(feed_file(self.folder, name)), media_type, label, f"{self.title} ({label})")
            for name, (media_type, label) in FEED_FILES.items()
            if name in self.files
        ]

    @property
    def paths(self) -> list[str]:
        return [feed_file(self.folder, name) for name in self.files]


def extra_feeds(config: BlogConfig) -> list[str]:
    """Return the names of the feeds that templates add; with one of our names, a template only changes entries."""
    names = {name.partition(".")[0] for name in FEED_FILES}
    return [name for name in config.conventions.blog_feed_templates if name not in names]


def _collect_channels(published: "PublishedBlog") -> tuple[Channel, ...]:
    """Return the feeds of a blog, starting with those of all posts."""
    blog, pages, config = published.blog, published.pages, published.config
    extra = tuple(f"{name}.xml" for name in extra_feeds(config))
    files, archive_files = (*FEED_FILES, *extra), (*config.conventions.archive_feeds, *extra)
    # 0 means all posts, and ``[:None]`` keeps them all.
    length = config.blog_feed_length or None
    first = _entries(blog.best(blog.posts), length)
    subtitle, addresses = config.blog_feed_subtitle, pages.addresses
    channels = [Channel(addresses.root, pages.home, config.blog_title, subtitle, first, files)]
    for listing, posts in _lists_with_feeds(blog, pages) if config.blog_feed_archives else ():
        term = listing.term
        folder = addresses.term(term.taxonomy, term.slug) if term else addresses.overview(str(listing.year))
        about, usual = (term and term.settings.description) or subtitle, f"{config.blog_title}: {listing.title}"
        title = list_title(config, "feed", usual, blog=config.blog_title, list=listing.title)
        own = _entries(posts, length)
        channels.append(Channel(folder, listing.name, title, about, own, archive_files, term, listing.year))
    return (*channels, *_of_lists(published, channels, length))


def _entries(posts: Iterable[Post], length: int | None) -> tuple[Post, ...]:
    return tuple(islice((post for post in posts if post.in_feeds), length))


def _lists_with_feeds(blog: Blog, pages: Pages) -> Iterator[tuple[Listing, tuple[Post, ...]]]:
    """Yield the lists of terms and years, and their posts; one in one language has the feed of the whole list."""
    years = {archive.year: archive.posts for archive in blog.archives}
    for listing in pages.listings:
        own = listing.language if listing.kind == "language" else ""
        if listing.language == own and (listing.term or listing.kind == "year"):
            yield listing, blog.best(listing.term.posts if listing.term else years[listing.year], own)


def _of_lists(published: "PublishedBlog", channels: list[Channel], length: int | None) -> Iterator[Channel]:
    """Yield the feeds of lists in documents that ask for one, unless one of *channels* is already that feed."""
    taken, files = set(map(attrgetter("folder"), channels)), channels[0].files
    requests, titles = published.requests, published.domain.env.titles
    for (docname, place), listing in sorted(published.pages.placed.items(), key=lambda item: item[0]):
        folder = folder_of(docname)
        is_own_page = listing.kind != "document"
        if not listing.request.has_feed or (is_own_page and folder in taken):
            continue
        number = 1 if is_own_page else requests.feed_number(docname, place, is_page=folder in taken)
        posts = {post.key: post for page in listing.pages for post in page.items}
        # Feeds are sorted by date, whatever the order of the list.
        newest = _entries(sorted(posts.values(), key=newest_first), length)
        title = title_text(titles[docname]) + (f" ({number})" if number > 1 else "")
        yield Channel(further_list(folder, number), docname, title, "", newest, files, is_list=True)


#: The default links on the first page, followed by custom taxonomies and feeds. Languages have a bar of their own.
_USUAL = ("archive", "category", "tag", "author", "series")


@dataclass(frozen=True, eq=False)
class PublishedBlog:
    """A blog in one build; *roots* are the first pages of all blogs, and *every* returns all blogs as one."""

    blog: Blog
    config: BlogConfig
    domain: BlogDomain
    documents: Set[str]
    hosting: Hosting
    roots: tuple[str, ...]
    every: Callable[[], Blog]

    @cached_property
    def root(self) -> str:
        return self.config.root

    @cached_property
    def pages(self) -> Pages:
        terms = {
            docname: tuple(taxonomy for taxonomy, blog in asked if self._owns(docname, blog))
            for docname, asked in self.domain.terms.items()
        }
        builder = PagesBuilder(self.blog, self.config, self.documents, self.requests, terms, self.every)
        return builder.collect(has_feeds=self._has_feeds)

    @cached_property
    def requests(self) -> Requests:
        return Requests(self.domain.lists, lambda name, request: self._owns(name, request.blog), self.roots)

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        return _collect_channels(self) if self._has_feeds else ()

    @cached_property
    def nav_links(self) -> tuple[tuple[str, str], ...]:
        """The titles and names of the pages in ``blog_nav`` that exist."""
        config, links = self.config, _nav_links(self.pages)
        own = (name for name, kind in config.taxonomies.items() if kind.is_own)
        names = (*_USUAL, *own, "feeds") if config.blog_nav is None else config.blog_nav
        return tuple(links[name] for name in names if name in links)

    def source_of(self, post: Post, builder: Builder) -> Source | None:
        """Return the citation data of a post; ``None`` if that is off or the URL of the site is not known."""
        has_citation = self.config.blog_citation if post.citation is None else post.citation
        base = self.hosting.canonical
        if not has_citation or not base or post.date is None:
            return None
        return Source(
            title=post.title,
            authors=[term_label(term) for term in self.blog.terms_of(post, "author")],
            published=post.date,
            blog=self.config.blog_title,
            url=post.canonical_link or absolute(base, builder.get_target_uri(post.docname), post.anchor),
            doi=post.doi,
            language=self.config.voice(post).declared_tag,
        )

    def _owns(self, docname: str, blog: str) -> bool:
        """Return whether a list with the option *blog* is of this blog: by default, that of its document."""
        if blog and blog != EVERY_BLOG:
            return blog == self.root
        post = self.domain.posts.get(docname)
        return (post.blog if post else nearest_root(docname, self.roots)) == self.root

    @property
    def _has_feeds(self) -> bool:
        # A preview has no feeds and does not know where those of the site are.
        has_entries = self.blog.posts or self.config.conventions.has_empty_feeds
        return bool(self.hosting.canonical and has_entries) and not self.hosting.is_preview


def _nav_links(pages: Pages) -> dict[str, tuple[str, str]]:
    """Return the titles and names of the pages that the navigation can lead to, by their names in ``blog_nav``."""
    archives = (each for each in pages.listings if each.kind == "archive" and not each.language)
    links = {each.kind: (each.title, each.name) for each in archives}
    for index in pages.term_indexes:
        # The page of feeds has no taxonomy.
        links[index.taxonomy or "feeds"] = index.title if index.taxonomy else _("Feeds"), index.name
    return links


def slug_rules(config: BlogConfig, builder: Builder) -> SlugRules:
    """Return the rules for slugs; a custom slug is ignored if it cannot be the last part of a page name."""
    custom, romanize = config.slugify, config.transliterate
    if custom is None and not config.conventions.blog_label_slugs:
        return SlugRules(romanize)
    addresses = Addresses(config.root)

    def spell(taxonomy: str, name: str) -> str:
        slug = _custom_slug(custom, name) if custom else slugify(name, (), romanize)
        # The list of all terms would be in the same file.
        is_free = slug != "index" or not folds_index(builder)
        return slug if is_free and "/" not in slug and is_page_name(addresses.term(taxonomy, slug)) else ""

    return SlugRules(romanize, spell, config.conventions.blog_label_slugs)


def custom_slugs(config: BlogConfig, posts: Iterable[Post]) -> list[tuple[str, str]]:
    """Return what ``blog_slugify`` returns for the names of terms, as the function itself cannot be compared."""
    if config.slugify is None:
        return []
    names = {name for post in posts for terms in post.terms.values() for name in terms}
    names |= {term.label for terms in config.terms.values() for term in terms.values()}
    return [(name, _custom_slug(config.slugify, name)) for name in sorted(names)]


def _custom_slug(slugify_name: Callable[[str], str], name: str) -> str:
    try:
        return str(slugify_name(name))
    except (Exception, SystemExit) as error:
        # Term names can be anything, so the site's function may fail in any way. It may be ``sys.exit``.
        warn(BlogWarning.CONFIG, "blog_slugify fails for %r: %s", name, error, once=True)
        return ""


class Person(NamedTuple):
    """An author: a name, and the URLs of a page and an image if there are any.

    ``elsewhere`` are the URLs of other profiles; ``fediverse`` is ``@name@host``, and ``x`` is the name on X.
    """

    name: str
    url: str = ""
    avatar: str = ""
    elsewhere: tuple[str, ...] = ()
    fediverse: str = ""
    x: str = ""
    orcid: str = ""
    is_organization: bool = False


def person_of(author: Term, base: str, post: Post | None = None) -> Person:
    """Return an author with absolute URLs; the URL that a *post* sets for an author takes precedence there."""
    settings = author.settings
    keys = (author.key, normalize(term_label(author)))
    own = {normalize(name): url for name, url in post.author_urls} if post else {}
    organizations = map(normalize, post.organizations if post else ())
    url = next(filter(None, map(own.get, keys)), settings.url)
    handles = {profile.network: profile.handle for profile in reversed(settings.social)}
    return Person(
        term_label(author),
        # Machines get no e-mail address.
        "" if url.startswith("mailto:") else absolute_url(url, base),
        absolute_url(settings.avatar, base, is_loaded=True),
        tuple(absolute_url(profile.url, base) for profile in settings.social),
        fediverse_address(settings.social),
        handles.get("x") or handles.get("twitter", ""),
        handles.get("orcid", ""),
        settings.is_organization or not set(keys).isdisjoint(organizations),
    )
