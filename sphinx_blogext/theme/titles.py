"""The language of the title and the text of a page, if it is not that of the site.

If it is not specified, a browser shows Chinese in the glyphs of another language, and a screen reader spells
it out.
"""

from __future__ import annotations

from html import escape, unescape
from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import text_direction
from sphinx_blogext.lang.guesses import guess_language
from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.languages import TAG

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_TAG = pattern(r"<[^>]*>")
_SECTION = pattern(r"<section\b[^>]*>")
_LANG = pattern(r' lang="([^"]*)"')


class Titles:
    """The languages of the documents of a site: from their metadata, or guessed from their titles."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._site = (env.config.language or "en").replace("_", "-")
        self._metadata = env.metadata

    def language(self, title: str, page: str | None) -> str:
        """Return the language tag of *page*, whose *title* is text, or ``""`` if it is the site's language.

        Other pages may have the same title in another language.
        """
        language = str(self._metadata.get(page or "", {}).get("language", "")).strip().replace("_", "-")
        if not TAG.fullmatch(language):
            return guess_language(title, self._site)
        is_own = language.partition("-")[0].lower() == self._site.partition("-")[0].lower()
        return "" if is_own else language

    def language_of_text(self, title: str, page: str, body: str) -> str:
        """Return the language tag that *body*, the text of *page*, specifies, or else that of the page."""
        section = _SECTION.search(body)
        said = _LANG.search(section[0]) if section else None
        return unescape(said[1]) if said else self.language_of_page(title, page)

    def language_of_page(self, title: str, page: str | None) -> str:
        """Return the language tag of *page*, whose *title* is HTML, or ``""`` if it is the site's language."""
        return self.language(unescape(_TAG.sub("", title)), page)

    def attribute(self, title: str, page: str | None = None, *, is_of_text: bool = False) -> str:
        """Return the attribute ``lang`` for the *title* (HTML) of *page*, or ``""``.

        With *is_of_text* it is for the text below the title, which may have another direction.
        """
        language = self.language_of_page(str(title), page)
        if not language:
            return ""
        direction = text_direction(language) or "ltr"
        is_turned = is_of_text and direction != (text_direction(self._site) or "ltr")
        return f' lang="{escape(language)}"' + (f' dir="{direction}"' if is_turned else "")
