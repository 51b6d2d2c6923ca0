"""Which language a title is in, where it is another than the site's.

Without being told, a browser shows Chinese in the glyphs of another language, and a screen
reader spells it out.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from sphinx_blogext.han import guess_language
from sphinx_blogext.i18n import text_direction
from sphinx_blogext.theme.languages import TAG

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_TAG = re.compile(r"<[^>]*>")


class Titles:
    """Knows the languages of the titles of a site: as their documents say it, or as it can be seen."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._site = (env.config.language or "en").replace("_", "-")
        self._known: dict[str, str] = {}
        for name, metadata in env.metadata.items():
            language = str(metadata.get("language", "")).strip().replace("_", "-")
            if name in env.titles and TAG.fullmatch(language):
                own = language.partition("-")[0].lower() == self._site.partition("-")[0].lower()
                self._known[env.titles[name].astext()] = "" if own else language

    def language(self, title: str) -> str:
        """Return the tag of the language of a title (text), or nothing if it is the site's."""
        if title not in self._known:
            self._known[title] = guess_language(title, self._site)
        return self._known[title]

    def attribute(self, title: str, *, is_of_text: bool = False) -> str:
        """Return the attribute ``lang`` for a title (HTML), or nothing.

        With *is_of_text* it is for the text below the title, which may have another direction.
        """
        language = self.language(unescape(_TAG.sub("", str(title))))
        if not language:
            return ""
        direction = text_direction(language) or "ltr"
        is_turned = is_of_text and direction != (text_direction(self._site) or "ltr")
        return f' lang="{escape(language)}"' + (f' dir="{direction}"' if is_turned else "")
