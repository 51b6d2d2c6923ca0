"""What terms, and the pages that list them, are called for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.i18n import _
from sphinx_blogext.languages import language_name

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Term


def year_title(year: int) -> str:
    """Return the heading of the list of the posts of a year."""
    return _("Posts of %s") % year


def overview_title(taxonomy: str) -> str:
    """Return the heading of the list of terms of a taxonomy."""
    return _(TAXONOMIES[taxonomy].title)


def term_label(term: Term) -> str:
    """Return what a term is called for readers."""
    if term.taxonomy == "language" and not term.settings.label:
        return language_name(term.name)
    return term.label


def term_title(term: Term) -> str:
    """Return the heading of the page of a term."""
    return _(TAXONOMIES[term.taxonomy].term_title) % term_label(term)
