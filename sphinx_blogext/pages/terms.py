"""The data of terms: where they are listed, and in their posts."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.lang.codes import language_name, valid_language
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.markup.relocate import ROOT
from sphinx_blogext.pages.records import Data
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.labels import term_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Archive, Post, Term
    from sphinx_blogext.site.published_blog import PublishedBlog


#: A URL that is not relative to the root of the site.
_ELSEWHERE = pattern(r"[a-z][a-z0-9+.-]*:|/|#", re.IGNORECASE)


class TermData:
    """Creates the URLs of pages, and plain data of terms."""

    def __init__(self, published: PublishedBlog, builder: StandaloneHTMLBuilder) -> None:
        self.blog = published.blog
        self.words = interface_words(builder.config.language)
        self._has_own_marks = published.config.conventions.blog_language_marks == "labels"
        self._pages = published.pages
        self._builder = builder
        self._urls: dict[str, str] = {}
        self._terms: dict[tuple[str, str, str], Data] = {}
        self._in_posts: dict[tuple[str, str, str], Data] = {}

    def url(self, page: str, fragment: str = "") -> str:
        """Return the URL of a page, relative to the root."""
        # Cached, because all pages link to the same few.
        if page not in self._urls:
            self._urls[page] = ROOT + self._builder.get_target_uri(page)
        return self._urls[page] + (f"#{fragment}" if fragment else "")

    def term(self, term: Term, language: str = "") -> Data:
        """Return the data of a term for lists of terms, created once: see :meth:`of_post`."""
        key = (term.taxonomy, term.key, language if term.settings.labels or term.parent else "")
        if key not in self._terms:
            counts = {"count": term.count, "count_text": self.words.number(term.count)}
            self._terms[key] = self.of_post(term, language).replace(counts)
        return self._terms[key]

    def of_post(self, term: Term, language: str = "") -> Data:
        """Return the data of a term in a post: nothing that changes when another post gets the term too.

        Its label is in *language*, or in that of the site. Created once for all its posts.
        """
        key = (term.taxonomy, term.key, language)
        if key not in self._in_posts:
            self._in_posts[key] = Data(
                name=term.name,
                label=term_label(term, language),
                url=self.url(self._pages.term_page(term)),
                description=term.settings.description,
                lang=valid_language(term.name) if term.taxonomy == "language" else "",
                avatar=_from_root(term.settings.avatar),
            )
        return self._in_posts[key]

    def within(self, term: Term, language: str) -> list[dict[str, str]]:
        """Return links to the terms that are part of *term*, labeled without its name."""
        return [
            {"label": part.own_label_in(language), "url": self.url(self._pages.term_page(part))}
            for part in self._parts.get((term.taxonomy, term.key), ())
        ]

    @cached_property
    def _parts(self) -> dict[tuple[str, str], list[Term]]:
        """The terms that are part of each term, by its taxonomy and key."""
        parts: dict[tuple[str, str], list[Term]] = {}
        for taxonomy in self.blog.taxonomies.values():
            for term in taxonomy.shown:
                if term.parent:
                    parts.setdefault((term.taxonomy, term.parent.key), []).append(term)
        return parts

    def weighted(self, terms: Sequence[Term]) -> list[dict[str, Any]]:
        """Return terms with a ``weight`` from 1 to 5 by the number of their posts."""
        most = max((term.count for term in terms), default=1)
        return [self.term(term) | {"weight": 1 + 4 * term.count // most} for term in terms]

    def person(self, term: Term) -> dict[str, Any]:
        """Return what the configuration says about a term, mostly used for authors.

        URLs may be relative to the root of the site.
        """
        settings = term.settings
        return {
            "url": _from_root(settings.url),
            "url_text": re.sub(r"^https?://(www\.)?|/$", "", settings.url),
            "avatar": _from_root(settings.avatar),
            "social": [{"label": profile.label, "url": _from_root(profile.url)} for profile in settings.social],
        }

    def of(self, post: Post, taxonomy: str, language: str = "") -> list[dict[str, Any]]:
        """Return the terms of a post; those without a page (of a draft) have an empty ``url``."""
        terms = self.blog.taxonomies[taxonomy]
        # Reversed, and again below: of two spellings the first one is kept, in its place.
        names = {normalize(name): name for name in reversed(post.terms.get(taxonomy, ()))}
        views = [(name, terms.find(name)) for name in reversed(names.values())]
        return [
            self.of_post(term, language) if term else plain_term(name)
            for name, term in views
            if term is None or not term.settings.hidden
        ]

    def by_plural(self, post: Post, language: str = "") -> dict[str, list[dict[str, Any]]]:
        """Return the terms of a post as templates receive them: by the plural of their taxonomy."""
        terms = {name: self.of(post, name, language) for name in self.blog.kinds}
        kinds = self.blog.kinds.values()
        own = [term for kind in kinds if kind.is_own for term in terms[kind.name]]
        return {kind.plural: terms[kind.name] for kind in kinds} | {"own_terms": own}

    @cached_property
    def has_languages(self) -> bool:
        """Whether the label of any term depends on the language of the reader."""
        taxonomies = self.blog.taxonomies.values()
        return any(term.settings.labels for taxonomy in taxonomies for term in taxonomy.values())

    def language_label(self, name: str) -> str:
        term = self.blog.taxonomies["language"].find(name)
        return term_label(term) if term else language_name(name)

    def language_mark(self, name: str, interface: str) -> str:
        """Return what marks posts in a language on a page in the language *interface*."""
        term = self.blog.taxonomies["language"].find(name) if self._has_own_marks else None
        return term_label(term, interface) if term and term.settings.label else language_name(name, interface)


def _from_root(address: str) -> str:
    return address if not address or _ELSEWHERE.match(address) else ROOT + address


def plain_term(name: str) -> dict[str, Any]:
    """Return the data of a term that has no page."""
    return {"name": name, "label": name, "url": "", "description": "", "lang": "", "avatar": ""}


class ArchiveData:
    """Creates plain data of the years and months for which a blog has pages."""

    def __init__(self, published: PublishedBlog, terms: TermData) -> None:
        self._blog = published.blog
        self._pages = published.pages
        self._has_months = published.config.blog_archive_months
        self._terms = terms

    @cached_property
    def years(self) -> list[dict[str, Any]]:
        """The years, the latest first, each with its ``months``."""
        years = []
        for archive in self._blog.archives:
            name = self._pages.addresses.year(archive.year)
            months = self.months.get(archive.year, [])
            years.append(self._span(archive, archive.name, name) | {"months": months})
        return years

    @cached_property
    def months(self) -> dict[int, list[dict[str, Any]]]:
        """The months of each year, the latest first, if they have pages."""
        months: dict[int, list[dict[str, Any]]] = {}
        for archive in self._blog.months if self._has_months else ():
            name = self._pages.addresses.month(archive.year, archive.month)
            label = self._terms.words.month(archive.year, archive.month)
            short = self._terms.words.month(archive.year, archive.month, is_short=True)
            months.setdefault(archive.year, []).append(self._span(archive, label, name) | {"short": short})
        return months

    def _span(self, archive: Archive, label: str, name: str) -> dict[str, Any]:
        return {
            "label": label,
            "url": self._terms.url(self._pages.page_of(name)),
            "count": archive.count,
            "count_text": self._terms.words.number(archive.count),
        }
