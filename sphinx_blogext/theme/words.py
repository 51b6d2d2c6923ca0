"""The theme's own words, beyond Sphinx's catalog."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sphinx_blogext.i18n import _
from sphinx_blogext.languages import language_tag

if TYPE_CHECKING:
    from sphinx_blogext.i18n import Words


def text_words(words: Words, language: str = "") -> dict[str, str]:
    """Return the words used within the text of a page, and beside it, from *words*: those of its *language*.

    If they are of another, ``lang`` and ``text_lang`` are the attributes with the two languages, or else ``""``.
    """
    gettext, own = words.translations.gettext, words.borrowed or language_tag(words.language)
    text = language_tag(language or (words.language if words.borrowed else ""))
    is_foreign = bool(text) and text != own
    return {
        "lang": f' lang="{own}"' if is_foreign else "",
        "text_lang": f' lang="{escape(text)}"' if is_foreign else "",
        "sections": gettext("On this page"),
        "code": gettext("Code"),
        "table": gettext("Table"),
        "formula": gettext("Formula"),
        "done": gettext("Done"),
        "copy": gettext("Copy"),
        "copied": gettext("Copied"),
        "enlarge": gettext("Enlarge"),
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
        "edit": _("Edit this page"),
        "announcement": _("Announcement"),
        "elsewhere": _("Elsewhere"),
        "mail": _("E-mail"),
        "feed": _("Feed"),
        "colours_auto": _("Colors: automatic"),
        "colours_light": _("Colors: light"),
        "colours_dark": _("Colors: dark"),
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
