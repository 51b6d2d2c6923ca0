"""The labels of terms, and the titles of the pages that list them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import language_name
from sphinx_blogext.lang.words import _

if TYPE_CHECKING:
    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import Archive, Term
    from sphinx_blogext.core.taxonomies import TaxonomyKind
    from sphinx_blogext.lang.words import Words


def overview_title(kind: TaxonomyKind) -> str:
    """Return the heading of the list of terms of a taxonomy."""
    return _(kind.title)


def term_label(term: Term, language: str = "") -> str:
    """Return the label of a term in *language*, or in that of the site."""
    if term.taxonomy == "language" and not term.settings.label:
        return language_name(term.name)
    return term.label_in(language)


class Titles:
    """The titles of the lists and feeds of a blog: ours, or its own from ``blog_list_titles``."""

    def __init__(self, config: BlogConfig) -> None:
        self.blog_title: str = config.blog_title
        self._own = config.conventions.blog_list_titles

    def of_blog(self) -> str:
        return self._title("blog", self.blog_title)

    def of_archive(self) -> str:
        return self._title("archive", _("Archive"))

    def of_year(self, year: int) -> str:
        return self._title("year", _("Posts of %s") % year, name=str(year))

    def of_month(self, archive: Archive, words: Words) -> str:
        name = words.month(archive.year, archive.month)
        return self._title("month", _("Posts of %(month)s") % {"month": name}, name=name)

    def of_term(self, term: Term, language: str = "") -> str:
        """Return the title of the list of a term, whose label is in *language*."""
        label = term_label(term, language)
        return self._title(term.taxonomy, _(term.kind.term_title) % label, name=label)

    def of_feed(self, title: str) -> str:
        """Return the title of the feeds of the list called *title*."""
        return self._title("feed", f"{self.blog_title}: {title}", blog=self.blog_title, list=title)

    def _title(self, kind: str, usual: str, **names: str) -> str:
        own = self._own.get(kind)
        return usual if own is None else re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], found[0]), own)
