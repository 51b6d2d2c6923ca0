"""Sphinx's own messages in the language of a post."""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx.locale
from docutils.languages import get_language
from sphinx.locale import get_translator

from sphinx_blogext.i18n import open_catalog
from sphinx_blogext.languages import catalog_name, language_tag

if TYPE_CHECKING:
    from collections.abc import Mapping


class SphinxWords(gettext.NullTranslations):
    """Sphinx's own messages in *language*, such as the titles of admonitions.

    Those that it lacks are in the language of the *site*; ``borrowed`` maps those that were asked for to their
    language tags. If *language* is ``""``, all are in the language of the site.
    """

    def __init__(self, language: str, site: str) -> None:
        super().__init__()
        self.borrowed: dict[str, str] = {}
        self._language = language
        self._site = site
        usual = get_translator()
        # Those of the site, even while a part of a post is written in other words.
        self._usual: gettext.NullTranslations = usual._usual if isinstance(usual, SphinxWords) else usual
        # Messages are written in English.
        self._is_english = language_tag(language).partition("-")[0].lower() == "en"
        self._own = _catalog_with_gaps(language) if language and not self._is_english else None

    def gettext(self, message: str) -> str:
        """Return a translated *message*, and record it if its language is another."""
        return self.say(message)[0]

    def say(self, message: str) -> tuple[str, str]:
        """Return a translated *message*, and its language tag if it is not that of the others, or ``""``."""
        if self._is_english:
            return message, ""
        if own := (self._own and self._own.gettext(message)) or docutils_label(message, self._language):
            return own, ""
        found = self._usual.gettext(message)
        if found == message:
            found = docutils_label(message, self._site) or message
        if not self._language:
            return found, ""
        self.borrowed[found] = "en" if found == message else language_tag(self._site or "en")
        return found, self.borrowed[found]


def docutils_label(message: str, language: str) -> str:
    """Return what docutils says for a *message* of one word, such as ``Note``, in *language*, or ``""``."""
    name = message.lower()
    if not language or name not in docutils_labels("en"):
        return ""
    found = docutils_labels(language)
    return "" if found is docutils_labels("en") else found.get(name, "").strip("!")


def docutils_labels(language: str) -> Mapping[str, str]:
    """Return docutils' labels in *language*, or in English."""
    name = catalog_name(language)
    return get_language(name.replace("_", "-")).labels


class _Gap(gettext.NullTranslations):
    """Says nothing."""

    def gettext(self, message: str) -> str:
        return ""


@lru_cache(maxsize=256)
def _catalog_with_gaps(language: str) -> gettext.NullTranslations | None:
    """Return Sphinx's catalog of *language*, which says ``""`` for what it lacks."""
    found = open_catalog("sphinx", Path(sphinx.locale.__file__).parent, language)
    if found is not None:
        found.add_fallback(_Gap())
    return found
