"""Plain records of the pages of a blog, of what is around each, and of what each document shows; their titles."""

import re
from collections.abc import Container, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sphinx.environment import BuildEnvironment

from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.core.addresses import Addresses, page_of
from sphinx_blogext.core.metadata import Problem
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.pagination import ListRequest, Page, index_of
from sphinx_blogext.core.terms import Term
from sphinx_blogext.lang.codes import language_name
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.tree import title_text

#: The titles and names of the pages above a page.
Parents = tuple[tuple[str, str], ...]
#: The default request: all posts.
WHOLE_LIST = ListRequest()


class LanguageLink(NamedTuple):
    """An entry of the language bar: a list in the language *term*, or in all languages (``None``)."""

    term: Term | None
    page: str


class Listing(NamedTuple):
    """A list and its pages.

    ``kind`` is ``"blog"``, ``"archive"``, ``"year"``, ``"month"``, ``"drafts"``, the name of a taxonomy,
    or ``"document"`` for a list that is only in its document. ``root`` is the name of the first page of its
    blog, and ``owner`` is the document that shows the first page of the list, if there is one. ``parents`` are
    the titles and names of the pages above it. ``year`` is that of a list of one. ``language`` is the key of the
    language of a list in one, and ``languages`` leads to the same list in others.
    """

    kind: str
    title: str
    root: str
    style: str = ""
    owner: str = ""
    request: ListRequest = WHOLE_LIST
    parents: Parents = ()
    term: Term | None = None
    unknown: tuple[Problem, ...] = ()
    year: int = 0
    language: str = ""
    languages: tuple[LanguageLink, ...] = ()
    pages: tuple[Page[Post], ...] = ()

    @property
    def name(self) -> str:
        return self.pages[0].name

    @property
    def key(self) -> tuple[str, str]:
        """Its kind and name, which only the lists of one document share."""
        return self.kind, self.name

    @property
    def is_of_time(self) -> bool:
        """Whether it lists the posts of a year or a month, all in the order of their dates, pinned ones too."""
        return self.kind in {"year", "month"}

    @property
    def subject(self) -> Term | None:
        """The term that its posts need not name again, as all have it; their row of tags stays complete."""
        return self.term if self.term and self.term.taxonomy != "tag" else None


class ListPage(NamedTuple):
    listing: Listing
    page: Page[Post]

    def __repr__(self) -> str:
        # Sphinx calls this whenever an event is emitted, and showing all data of the posts would be slow.
        return f"<{type(self).__name__} {self.name}>"

    @property
    def name(self) -> str:
        return self.page.name


class TermIndex(NamedTuple):
    """The page that lists the terms of a taxonomy."""

    taxonomy: str
    title: str
    name: str
    owner: str = ""
    parents: Parents = ()


class FeedsPage(TermIndex):
    """The page that lists the feeds; it has no taxonomy."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pages:
    """All pages of a blog, and what each document shows.

    ``placed`` are the lists of ``postlist`` directives, by document and number; ``appended`` are the pages that
    are shown below the text of the document with their name.
    """

    documents: Set[str]
    addresses: Addresses
    listings: list[Listing] = field(default_factory=list)
    term_indexes: list[TermIndex] = field(default_factory=list)
    placed: dict[tuple[str, int], Listing] = field(default_factory=dict)
    appended: dict[str, list[ListPage | TermIndex]] = field(default_factory=dict)

    def page_of(self, name: str) -> str:
        """Return the document that is the page *name* (``name`` or ``name/index``), or *name* if there is none."""
        return page_of(name, self.documents)

    @property
    def home(self) -> str:
        return self.page_of(self.addresses.root)

    def term_page(self, term: Term) -> str:
        return self.page_of(self.addresses.term(term.taxonomy, term.slug))

    def overview_page(self, name: str) -> str:
        """Return the page of the terms of a taxonomy, of ``archive``, of a year …"""
        return self.page_of(self.addresses.overview(name))

    def above(self, term: Term) -> Parents:
        """Return the titles and pages of the terms above *term*, the topmost first."""
        wider = term.parent
        return (*self.above(wider), (term_label(wider), self.term_page(wider))) if wider else ()


def is_left_out(shown: ListPage | TermIndex, names: Container[str]) -> bool:
    """Return whether search engines should leave out a page, given the *names* in ``blog_noindex``."""
    if not isinstance(shown, ListPage):
        return shown.taxonomy in names
    kind = "archive" if shown.listing.is_of_time else shown.listing.kind
    return kind in names or (shown.page.newer is not None and "pages" in names)


class SitePages:
    """The pages of all blogs together; *documents* are those of this build, which may write no other pages."""

    def __init__(self, blogs: Sequence[Pages], documents: Set[str], *, writes_pages: bool) -> None:
        self.documents, self._writes_pages = documents, writes_pages
        self.listings = [listing for pages in blogs for listing in pages.listings]
        self.term_indexes = [index for pages in blogs for index in pages.term_indexes]
        #: As in :class:`Pages`.
        self.placed = {place: listing for pages in blogs for place, listing in pages.placed.items()}
        self.appended: dict[str, list[ListPage | TermIndex]] = {}
        for pages in blogs:
            for docname, appended in pages.appended.items():
                self.appended.setdefault(docname, []).extend(appended)

    @cached_property
    def shown_on(self) -> dict[str, ListPage | TermIndex]:
        """The list that is shown on each page, by page name; a document with its own list does not count."""
        shown: dict[str, ListPage | TermIndex] = {}
        for listing in self.listings:
            first = int(listing.kind == "document")
            shown |= {page.name: ListPage(listing, page) for page in listing.pages[first:]}
        return shown | {overview.name: overview for overview in self.term_indexes}

    @cached_property
    def generated(self) -> dict[str, ListPage | TermIndex]:
        """The generated pages, which are not documents, by name."""
        return {name: shown for name, shown in self.shown_on.items() if name not in self.documents}

    def is_written(self, page: str) -> bool:
        return page in self.documents or (self._writes_pages and page in self.generated)


class Frame(NamedTuple):
    """The frame of a page: ``heading`` of its list, own ``title``, and the titles and names of others."""

    heading: str
    title: str
    parents: Parents
    newer: tuple[str, str] | None = None
    older: tuple[str, str] | None = None


def frame_of(env: BuildEnvironment, page: ListPage | TermIndex) -> Frame:
    if not isinstance(page, ListPage):
        return Frame(page.title, page.title, page.parents)
    listing, cut = page
    heading = title_text(env.titles[listing.owner]) if listing.owner else listing.title
    # Further pages have the first one as parent, so that breadcrumbs lead back to the list.
    above = () if cut.newer is None else ((heading, listing.name),)
    pages, index = listing.pages, index_of(cut, listing.pages)
    newer, older = (
        (_title(heading, pages[number]), pages[number].name) if 0 <= number < len(pages) else None
        for number in (index - 1, index + 1)
    )
    return Frame(heading, _title(heading, cut), (*listing.parents, *above), newer, older)


def _title(heading: str, page: Page[Post]) -> str:
    if page.newer is None or page.number is None:
        return heading
    return _("%(title)s – page %(number)s") % {"title": heading, "number": page.number}


def term_label(term: Term, language: str = "") -> str:
    """Return the label of a term in *language*, or in that of the site."""
    if term.taxonomy == "language" and not term.settings.label:
        return language_name(term.name)
    return term.label_in(language)


def list_title(config: BlogConfig, kind: str, usual: str, **names: str) -> str:
    """Return the title of a *kind* of list: the *usual* one, or that in ``blog_list_titles`` with *names*."""
    own = config.conventions.blog_list_titles.get(kind)
    return usual if own is None else re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], match[0]), own)
