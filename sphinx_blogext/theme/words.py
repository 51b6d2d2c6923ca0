"""The theme's own words, beyond Sphinx's catalog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.lang.words import _

if TYPE_CHECKING:
    from sphinx_blogext.lang.words import Words


def script_words(words: Words) -> dict[str, object]:
    """Return what the script adds to the text of a page, and the language of that."""
    gettext = words.translations.gettext
    return {
        "lang": words.borrowed or language_tag(words.language),
        "copy": gettext("Copy"),
        "copied": gettext("Copied"),
        "enlarge": gettext("Enlarge"),
        "code": gettext("Code"),
        "table": gettext("Table"),
        "formula": gettext("Formula"),
        "done": gettext("Done"),
        "modes": [_("Colors: automatic"), _("Colors: light"), _("Colors: dark")],
    }


def frame_words(borrowed: str = "") -> dict[str, str]:
    """Return the words of the frame, in the language of the site.

    If they are *borrowed* from another language, ``lang`` is the attribute with it, or else ``""``.
    """
    # Filled in by the search script.
    found = {"num": "{number}", "query": "{query}"}
    return {
        "lang": f' lang="{borrowed}"' if borrowed else "",
        "skip": _("Skip to content"),
        "top": _("Back to top"),
        "path": _("Breadcrumbs"),
        "links": _("Links"),
        "languages": _("Languages"),
        "sections": _("On this page"),
        "edit": _("Edit this page"),
        "markdown": _("View as Markdown"),
        "announcement": _("Announcement"),
        "elsewhere": _("Elsewhere"),
        "mail": _("E-mail"),
        "feed": _("Feed"),
        "colors_auto": _("Colors: automatic"),
        "missing": _("Page not found"),
        "missing_why": _("There is no page at this address. It may have been moved: try the search."),
        "home": _("Go to the home page"),
        "needs_script": _("Search requires JavaScript."),
        "searching": _("Searching…"),
        "search_failed": _("Search could not be loaded."),
        "found_none": _("No results for “%(query)s”.") % found,
        "found_one": _("One result for “%(query)s”") % found,
        "found_many": _("%(num)s results for “%(query)s”") % found,
        "more": _("More results"),
        "close": _("Close"),
        "all": _("All"),
        "language": _("Language"),
        "tag": _("Tag"),
        "year": _("Year"),
        "search_in": _("Search in"),
        "documentation": _("Documentation"),
        "blog": _("Blog"),
    }
