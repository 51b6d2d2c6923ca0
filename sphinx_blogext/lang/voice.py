"""The language of a text: of a post, of a document, of a title."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from gettext import NullTranslations
from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import (
    guess_among,
    is_same_language,
    language_tag,
    locale_of,
    turned,
    valid_language,
)
from sphinx_blogext.lang.words import Words, interface_words, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_blogext.core.model import Post


@dataclass(frozen=True)
class Voice:
    """The language of a text, its direction, and the words around it.

    *language* is a tag. It is ``""`` if the language is unknown, and ``None`` if nothing says that it is not that
    of the *site*. *declared* is the same without what is guessed from the characters of the text.
    """

    language: str | None
    declared: str | None
    #: The language of the site, as Sphinx names it.
    site: str

    @classmethod
    def of_post(cls, post: Post, site: str, languages: Iterable[str]) -> Voice:
        """Return the voice of a post: of the one language that it sets, or of the characters of its title.

        These may tell which of the *languages* of the blog it is.
        """
        declared = "" if post.has_unknown_language else None
        if post.language:
            declared = valid_language(post.language) or None
        if declared or len(post.terms.get("language", ())) > 1:
            return cls(declared, declared, site)
        guess = language_tag(guess_among(post.title, site, languages))
        return cls(guess or declared, declared, site)

    @classmethod
    def of_document(cls, language: object, site: str) -> Voice:
        """Return the voice of a document that is no post, with the *language* of its metadata."""
        declared = valid_language(str(language or "")) or None
        return cls(declared, declared, site)

    @property
    def site_tag(self) -> str:
        """The tag of the language of the site."""
        return language_tag(self.site or "en")

    @property
    def tag(self) -> str:
        """The tag of the language, be it that of the site, or ``""`` if it is unknown."""
        return self.site_tag if self.language is None else self.language

    @property
    def declared_tag(self) -> str:
        """The tag for machines, which guess by themselves: of the declared language, or that of the site."""
        return self.site_tag if self.declared is None else self.declared

    @property
    def foreign(self) -> str:
        """The tag of the language, or ``""`` if it is unknown or that of the site."""
        return "" if self.tag == self.site_tag else self.tag

    @property
    def direction(self) -> str:
        """The direction of the text, ``"ltr"`` or ``"rtl"``, if it is not that of the site."""
        return turned(self.language, self.site_tag) if self.language else ""

    @cached_property
    def words(self) -> Words:
        """The words for the interface around the text: in its language, if there is a catalog."""
        return words_of(self.language, interface_words(self.site))

    @cached_property
    def date_words(self) -> Words:
        """The words for dates: in the language of the text even without a catalog, if Babel knows it."""
        is_known = self.language and locale_of(self.language).language != "en"
        return Words(self.language or "", NullTranslations()) if is_known and self.borrowed_words else self.words

    @property
    def words_tag(self) -> str:
        """The tag of the language of these words, if the text itself has one."""
        return "" if self.language is None else language_tag(self.words.language)

    @property
    def words_direction(self) -> str:
        """The direction of these words, if it is not that of the text."""
        return turned(self.words_tag, self.language) if self.language else ""

    @property
    def borrowed_words(self) -> str | None:
        """The tag of the language of these words, if the text is known to be in another."""
        return self.words_tag if self.language and self.language != self.words_tag else None

    def within(self, around: Voice) -> str:
        """Return the tag of the language where the text is part of a text in another, or else ``""``."""
        return "" if is_same_language(self.tag, around.tag) else self.tag
