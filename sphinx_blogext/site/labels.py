"""The labels of terms, and the titles of the pages that list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.i18n import _
from sphinx_blogext.languages import language_name

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Archive, Term
    from sphinx_blogext.core.taxonomies import TaxonomyKind
    from sphinx_blogext.i18n import Words


def year_title(year: int) -> str:
    """Return the heading of the list of the posts of a year."""
    return _("Posts of %s") % year


def month_title(archive: Archive, words: Words) -> str:
    """Return the heading of the list of the posts of a month."""
    return _("Posts of %(month)s") % {"month": words.month(archive.year, archive.month)}


def overview_title(kind: TaxonomyKind) -> str:
    """Return the heading of the list of terms of a taxonomy."""
    return _(kind.title)


def term_label(term: Term, language: str = "") -> str:
    """Return the label of a term in *language*, or in that of the site."""
    if term.taxonomy == "language" and not term.settings.label:
        return language_name(term.name)
    return term.label_in(language)


def term_title(term: Term, language: str = "") -> str:
    """Return the heading of the page of a term, whose label is in *language*."""
    return _(term.kind.term_title) % term_label(term, language)
