"""The pages of a blog, and what stands in which document: plain records."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.addresses import Addresses, page_of
from sphinx_blogext.core.list_request import ListRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from sphinx_blogext.core.metadata import Problem
    from sphinx_blogext.core.model import Post, Term
    from sphinx_blogext.core.pagination import Page


#: The titles and page names above a page.
Parents = tuple[tuple[str, str], ...]
#: What is asked for where nobody asked for anything else: all posts.
WHOLE_LIST = ListRequest()


class LanguageLink(NamedTuple):
    """One place of the bar of languages: a list in the language *term*, or in all (``None``)."""

    term: Term | None
    page: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What one family of pages shows.

    ``kind`` is ``"blog"``, ``"archive"``, ``"year"``, ``"month"``, ``"drafts"``, the name of a taxonomy,
    or ``"document"`` for a list that only its document has. ``root`` is the page name of the
    first page of the blog that it is of, and ``owner`` the document that holds its own first
    page, if one does. ``parents`` are the titles and page names above it.
    ``year`` is that of a list of one. ``language`` is the key of the language of a list in one, and
    ``languages`` leads to the same list in others.
    """

    kind: str
    title: str
    root: str
    pages: tuple[Page[Post], ...]
    style: str
    owner: str = ""
    request: ListRequest = WHOLE_LIST
    parents: Parents = ()
    term: Term | None = None
    unknown: tuple[Problem, ...] = ()
    year: int = 0
    language: str = ""
    languages: tuple[LanguageLink, ...] = ()

    @property
    def name(self) -> str:
        return self.pages[0].name


class ListPage(NamedTuple):
    """One page of a list."""

    listing: Listing
    page: Page[Post]

    def __repr__(self) -> str:
        # Sphinx asks for it whenever an event is emitted: all that is known of the posts would take long.
        return f"<{type(self).__name__} {self.name}>"

    @property
    def name(self) -> str:
        return self.page.name


@dataclass(frozen=True, slots=True)
class Overview:
    """The page that lists the terms of a taxonomy."""

    taxonomy: str
    title: str
    name: str
    owner: str = ""
    parents: Parents = ()


class FeedsPage(Overview):
    """The page on which people find the feeds; it has no taxonomy."""

    __slots__ = ()


# No slots: ``cached_property`` needs the dictionary of the object.
@dataclass(frozen=True)
class Pages:
    """All pages of a blog, and what stands in which document.

    ``placed`` are the lists that ``postlist`` directives ask for, by document and number;
    ``appended`` are the pages that stand below the text of the document of their name.
    ``generated`` says whether this build writes pages without a document.
    """

    documents: Set[str]
    addresses: Addresses
    generated: bool
    listings: list[Listing] = field(default_factory=list)
    overviews: list[Overview] = field(default_factory=list)
    placed: dict[tuple[str, int], Listing] = field(default_factory=dict)
    appended: dict[str, list[ListPage | Overview]] = field(default_factory=dict)
    term_pages: dict[tuple[str, str], str] = field(default_factory=dict)
    term_names: dict[tuple[str, str], str] = field(default_factory=dict)

    def page_of(self, name: str) -> str:
        """Return the document that is the page *name*, ``name`` or ``name/index``, or *name*."""
        return page_of(name, self.documents)

    @property
    def home(self) -> str:
        """The first page of the blog."""
        return self.page_of(self.addresses.root)

    def term_page(self, term: Term) -> str:
        """Return the page name of the first page of *term*."""
        return self.term_pages[term.taxonomy, term.key]

    @cached_property
    def generated_names(self) -> frozenset[str]:
        """The names of the pages that this build writes, those that documents stand for among them."""
        names = {page.name for listing in self.listings for page in listing.pages}
        return frozenset(names | {overview.name for overview in self.overviews}) if self.generated else frozenset()


class SitePages:
    """The pages of all blogs of a site together; *documents* are those that this build writes."""

    def __init__(self, blogs: Iterable[Pages], documents: Set[str]) -> None:
        self._blogs = tuple(blogs)
        self.documents = documents

    @cached_property
    def listings(self) -> list[Listing]:
        return [listing for pages in self._blogs for listing in pages.listings]

    @cached_property
    def overviews(self) -> list[Overview]:
        return [overview for pages in self._blogs for overview in pages.overviews]

    @cached_property
    def placed(self) -> dict[tuple[str, int], Listing]:
        """The lists that ``postlist`` directives ask for, by document and number."""
        return {place: listing for pages in self._blogs for place, listing in pages.placed.items()}

    @cached_property
    def appended(self) -> dict[str, list[ListPage | Overview]]:
        """The pages that stand below the text of the document of their name."""
        found: dict[str, list[ListPage | Overview]] = {}
        for pages in self._blogs:
            for docname, appended in pages.appended.items():
                found.setdefault(docname, []).extend(appended)
        return found

    @cached_property
    def shown_on(self) -> dict[str, ListPage | Overview]:
        """Which list stands on a page, by page name; a document with a list of its own is no list."""
        shown: dict[str, ListPage | Overview] = {overview.name: overview for overview in self.overviews}
        for listing in self.listings:
            first = int(listing.kind == "document")
            shown |= {page.name: ListPage(listing, page) for page in listing.pages[first:]}
        return shown

    @cached_property
    def generated(self) -> dict[str, ListPage | Overview]:
        """The pages that no document stands for, by name."""
        lists = {page.name: ListPage(listing, page) for listing in self.listings for page in listing.pages}
        overviews = {overview.name: overview for overview in self.overviews}
        return {name: page for name, page in (lists | overviews).items() if name not in self.documents}

    def is_written(self, page: str) -> bool:
        """Return whether this build writes the page."""
        return page in self.documents or any(page in pages.generated_names for pages in self._blogs)
