"""Collects the pages of a blog, which are lists of posts and lists of terms, and the documents that show them."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.config.checks import UNLISTED
from sphinx_blogext.core.addresses import Addresses, folder_of, further_list, in_language, is_inside, name_at
from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.model import Post, languages_of
from sphinx_blogext.core.pagination import EVERY_BLOG, ListRequest, Order, paginate, select_posts
from sphinx_blogext.core.terms import Term
from sphinx_blogext.lang.words import _, interface_words
from sphinx_blogext.site.pages import (
    WHOLE_LIST,
    FeedsPage,
    LanguageLink,
    Listing,
    ListPage,
    Pages,
    TermIndex,
    list_title,
    term_label,
)


class Requests(NamedTuple):
    """The lists in documents, whether each belongs to this blog, and the first pages of all blogs."""

    by_document: Mapping[str, tuple[ListRequest, ...]]
    is_ours: Callable[[str, ListRequest], bool]
    roots: tuple[str, ...]

    def of(self, docname: str) -> list[tuple[int, ListRequest]]:
        """Return this blog's lists in a document, with their numbers there."""
        every = enumerate(self.by_document.get(docname, ()))
        return [(place, request) for place, request in every if self.is_ours(docname, request)]

    def is_mixed(self, docname: str) -> bool:
        return len(self.of(docname)) < len(self.by_document[docname])

    def may_be_page(self, docname: str) -> bool:
        """Return whether a document with lists of several blogs may be a page of one: any in their folders may."""
        return self.is_mixed(docname) and any(is_inside(docname, root) for root in self.roots)

    def feed_number(self, docname: str, place: int, *, is_page: bool) -> int:
        """Return the number of a list among the feeds that a document (*is_page*: of the blog) may have."""
        is_page = is_page or folder_of(docname) in map(name_at, self.roots) or self.may_be_page(docname)
        return 1 + is_page + sum(request.has_feed for request in self.by_document[docname][:place])


#: The number of titles on a page of the archive: for most blogs, that is all of them.
_ARCHIVE_SIZE = 200


@dataclass
class PagesBuilder:
    """Collects all pages of *blog*, given the lists in documents (*requests*); *every* returns all blogs as one.

    A document with the name of a page is that page: its first ``postlist`` without a filter determines the place
    and the options of the list; without one, the list is shown below the text. The taxonomies whose *terms* a
    document lists itself are not listed below it again.
    """

    blog: Blog
    config: BlogConfig
    documents: Set[str]
    requests: Requests
    terms: Mapping[str, tuple[str, ...]]
    every: Callable[[], Blog]

    def __post_init__(self) -> None:
        self.addresses = Addresses(self.config.root)
        self.pages = Pages(self.documents, self.addresses)
        self.home = (self.config.blog_title, self.pages.home)
        self.title = partial(list_title, self.config)
        #: Makes a list without posts.
        self.empty = partial(Listing, root=self.addresses.path, parents=(self.home,))

    def collect(self, *, has_feeds: bool) -> Pages:
        """Return the pages; if the blog *has_feeds*, they have a page, too."""
        root, blog = self.addresses.root, self.blog
        bar = self._language_bar(root, blog.posts)
        title = self.title("blog", self.config.blog_title)
        self._add(root, self.empty("blog", title, parents=(), languages=bar), blog.posts)
        # An empty blog is a single page, without empty archives.
        if blog.posts:
            self._add_taxonomies()
            self._add_archives()
        if has_feeds:
            self._add_index(FeedsPage, "", _("Subscribe"), self.addresses.overview("subscribe"))
        # If drafts are public, so is their list, even if it is empty for now.
        if blog.drafts or self.config.blog_show_drafts == UNLISTED:
            self._add(self.addresses.overview("drafts"), self.empty("drafts", _("Drafts")), blog.drafts)
        # After the blog's own lists, because a directive may determine the place of one of those.
        self._add_document_lists()
        self._append_remaining()
        return self.pages

    def _add_index(self, kind: type[TermIndex], taxonomy: str, title: str, page: str) -> None:
        name = self.pages.page_of(page)
        owner = name if name in self.documents else ""
        self.pages.term_indexes.append(kind(taxonomy, title, name, owner, (self.home,)))

    def _add_taxonomies(self) -> None:
        for name, taxonomy in self.blog.taxonomies.items():
            if not taxonomy:
                continue
            title, index = _(taxonomy.kind.title), self.addresses.overview(name)
            self._add_index(TermIndex, name, title, index)
            for term in taxonomy.values():
                page = self.addresses.term(name, term.slug)
                parents = (self.home, (title, self.pages.page_of(index)), *self.pages.above(term))
                listing = self.empty(name, self._term_title(term), parents=parents, term=term)
                # This page already shows the blog in one language, so it needs no lists by language.
                if name == "language":
                    bar = self._language_bar(self.addresses.root, self.blog.posts)
                    self._add(page, listing._replace(language=term.key, languages=bar), term.posts)
                else:
                    self._add_in_languages(page, listing, term.posts)

    def _add_archives(self) -> None:
        page, title = self.addresses.overview("archive"), self.title("archive", _("Archive"))
        size = max(_ARCHIVE_SIZE, self.config.blog_page_size)
        self._add_in_languages(page, self.empty("archive", title, style="archive"), self.blog.posts, size)
        parents = (self.home, (title, self.pages.page_of(page)))
        years: dict[int, tuple[str, str]] = {}
        for year in self.blog.archives:
            page, name = self.addresses.overview(year.name), year.name
            title = self.title("year", _("Posts of %s") % name, name=name)
            years[year.year] = title, self.pages.page_of(page)
            self._add_in_languages(page, self.empty("year", title, parents=parents, year=year.year), year.posts)
        words = interface_words(self.config.language)
        for month in self.blog.months if self.config.blog_archive_months else ():
            page, name = self.addresses.overview(month.name), words.month(month.year, month.month)
            title = self.title("month", _("Posts of %(month)s") % {"month": name}, name=name)
            listing = self.empty("month", title, parents=(*parents, years[month.year]))
            self._add_in_languages(page, listing, month.posts)

    def _term_title(self, term: Term, language: str = "") -> str:
        """Return the title of the list of a term, whose label is in *language*."""
        label = term_label(term, language)
        return self.title(term.taxonomy, _(term.kind.term_title) % label, name=label)

    def _add_document_lists(self) -> None:
        """Add the lists that are not those of a page of the blog."""
        pages = self.pages
        # Sorted, because parallel readers finish in arbitrary order.
        for docname in sorted(self.requests.by_document.keys() & pages.documents):
            is_page = any(owned.owner == docname for owned in pages.listings)
            is_mixed, number = self.requests.is_mixed(docname), 1 + (is_page or self.requests.may_be_page(docname))
            for place, request in enumerate(self.requests.by_document[docname]):
                is_placed, has_pages = (docname, place) in pages.placed, request.page_size is not None
                if not is_placed and self.requests.is_ours(docname, request):
                    listing = self._document_list(docname, request, further_list(folder_of(docname), number))
                    pages.placed[docname, place] = listing
                    pages.listings.extend([listing] if has_pages else ())
                # Other blogs do not know which lists are those of a page of this one.
                number += has_pages and (is_mixed or not is_placed)

    def _document_list(self, docname: str, request: ListRequest, below: str) -> Listing:
        """Return the list that a document asks for; further pages are in the folder *below*."""
        blog = self.every() if request.blog == EVERY_BLOG else self.blog
        empty = Listing("document", "", self.addresses.path, request.style_or("titles"), docname, request)
        size = self.config.blog_page_size if request.page_size == 0 else request.page_size
        empty = empty._replace(language=request.language)
        return self._filled(empty, blog, blog.posts, size, name=docname, below=below)

    def _filled(
        self, empty: Listing, blog: Blog, posts: tuple[Post, ...], size: int | None, *, name: str, below: str
    ) -> Listing:
        """Return the list *empty* with pages of *size* posts: the first is called *name*, others are *below*."""
        request, in_parts = empty.request, empty.kind == "series" or empty.request.is_series
        posts, pinned, unknown = select_posts(
            blog,
            request,
            posts,
            without=empty.owner,
            language=empty.language,
            in_parts=in_parts,
            is_archive=empty.style == "archive" or empty.is_of_time,
            with_all=self.config.conventions.postlist_match == "all",
        )
        # A reversed list or a series begins with its oldest post, so its pages are stable anyway.
        order: Order = "newest" if size is None or request.order or in_parts else self.config.blog_pagination
        # At least 1: even an empty list has a page, and the page size must not be 0.
        size = max(1, len(posts)) if size is None else size
        pages = paginate(posts, size, name=name, below=below, order=order, pinned=pinned)
        return empty._replace(pages=pages, unknown=tuple(unknown))

    def _append_remaining(self) -> None:
        """Append lists to the text of documents that do not place them."""
        placed = {listing.key for listing in self.pages.placed.values()}
        for listing in self.pages.listings:
            for page in listing.pages:
                if page.name in self.documents and not (page.name == listing.owner and listing.key in placed):
                    self.pages.appended.setdefault(page.name, []).append(ListPage(listing, page))
        for overview in self.pages.term_indexes:
            if overview.owner and overview.taxonomy not in self.terms.get(overview.owner, ()):
                self.pages.appended.setdefault(overview.owner, []).append(overview)

    def _add_in_languages(self, page: str, empty: Listing, posts: tuple[Post, ...], size: int = 0) -> None:
        """Add a list and, if it has several pages or leaves out versions, the same list for each language."""
        # On a single page with all posts, each of which says its language, readers need no help to find theirs.
        is_single = len(posts) <= (size or self.config.blog_page_size)
        bar = () if is_single and len(self.blog.best(posts)) == len(posts) else self._language_bar(page, posts)
        self._add(page, empty._replace(languages=bar), posts, size)
        by_language = _by_language(posts) if bar else {}
        parents = (*empty.parents, (empty.title, self.pages.page_of(page)))
        for language in (link.term for link in bar if link.term):
            heading = self._term_title(empty.term, language.name) if empty.term else empty.title
            title = f"{heading} – {term_label(language)}"
            own = empty._replace(title=title, parents=parents, language=language.key, languages=bar)
            self._add(in_language(page, language.slug), own, tuple(by_language[language.key]), size)

    def _language_bar(self, name: str, posts: tuple[Post, ...]) -> tuple[LanguageLink, ...]:
        """Return links between the list *name* and that in each language, if its posts are in several."""
        by_language = _by_language(posts)
        terms = [term for term in self.blog.taxonomies["language"].shown if term.key in by_language]
        if len(terms) < 2:
            return ()
        pages = [LanguageLink(term, self.pages.page_of(in_language(name, term.slug))) for term in terms]
        return (LanguageLink(None, self.pages.page_of(name)), *pages)

    def _add(self, page: str, empty: Listing, posts: tuple[Post, ...], size: int = 0) -> None:
        """Add the list *empty*, filled with *posts*, as the page *page*."""
        name = self.pages.page_of(page)
        owner = name if name in self.pages.documents else ""
        # The request in the document that determines the place of the list of its page.
        requests = (
            (place, request)
            for place, request in self.requests.of(owner)
            if request.is_whole and (owner, place) not in self.pages.placed
        )
        place, request = next(requests, (None, WHOLE_LIST))
        usual = "contents" if empty.kind == "series" else empty.style or self.config.blog_list_style
        empty = empty._replace(style=request.style_or(usual), owner=owner, request=request)
        size = request.page_size or size or self.config.blog_page_size
        listing = self._filled(empty, self.blog, posts, size, name=name, below=page)
        self.pages.listings.append(listing)
        if place is not None:
            self.pages.placed[owner, place] = listing


def _by_language(posts: Iterable[Post]) -> dict[str, list[Post]]:
    posts_in: dict[str, list[Post]] = {}
    for post in posts:
        for key in dict.fromkeys(languages_of(post)):
            posts_in.setdefault(key, []).append(post)
    return posts_in
