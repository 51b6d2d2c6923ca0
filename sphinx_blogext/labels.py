"""What terms, and the pages that list them, are called for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.i18n import _, language_name

if TYPE_CHECKING:
    from sphinx_blogext.model import Term


def overview_titles() -> dict[str, str]:
    """Return the headings of the lists of terms, by taxonomy."""
    return {
        "tag": _("Tags"),
        "category": _("Categories"),
        "author": _("Authors"),
        "series": _("Series"),
        "language": _("Languages"),
        "location": _("Locations"),
    }


def term_label(term: Term) -> str:
    """Return what a term is called for readers."""
    if term.taxonomy == "language" and not term.settings.label:
        return language_name(term.name)
    return term.label


def term_title(term: Term) -> str:
    """Return the heading of the page of a term."""
    label = term_label(term)
    return {
        "tag": _("Posts tagged “%s”"),
        "category": _("Posts in “%s”"),
        "author": _("Posts by %s"),
        "series": _("Series: %s"),
        "language": _("Posts in %s"),
        "location": _("Posts from %s"),
    }[term.taxonomy] % label
