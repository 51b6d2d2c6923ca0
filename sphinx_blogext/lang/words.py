"""The language of a text: of a post, of a document, of a title; and texts, dates and numbers in a language."""

import gettext
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from babel.dates import format_date as format_babel_date
from babel.dates import format_skeleton
from babel.numbers import format_decimal
from babel.units import format_unit
from sphinx.locale import get_translation, get_translator
from sphinx.util.i18n import format_date as sphinx_format_date

from sphinx_blogext.core import N_
from sphinx_blogext.core.dates import Age
from sphinx_blogext.core.model import Post
from sphinx_blogext.files import LOCALE
from sphinx_blogext.lang import codes
from sphinx_blogext.patterns import pattern

CATALOG = "sphinx_blogext"
_ = get_translation(CATALOG)
#: The usual formats of dates, as catalogs have them. Without a translation, Babel writes such dates by itself.
_DATE, _DAY = N_("%d %B %Y"), N_("%d %B")
#: What is the same in all languages, for which Babel need not load its data, and months, which it need not name
#: for each day. ``%%`` is matched to be left alone.
_FREQUENT = pattern(r"%%|%[bB]|%-?[UW]|%(-?)([dmYHMS])")
_FIELDS = {"d": "day", "m": "month", "Y": "year", "H": "hour", "M": "minute", "S": "second"}


class Words(NamedTuple):
    """The messages of *language*, and its dates and numbers from Babel."""

    language: str
    translations: gettext.NullTranslations

    def date(self, moment: datetime, pattern: str) -> str:
        """Return *moment*, in its own time zone, by a *pattern* or the format that the catalog has for it."""
        # Catalogs have formats for the pattern with a leading zero only.
        usual = pattern.replace("%-d", "%d")
        translated = self.translations.gettext(usual)
        # Babel would convert the time to UTC, but the author's own calendar day is meant.
        day = moment.replace(tzinfo=None)
        return _format_day(day, pattern, "" if translated == usual else translated, self.language)

    def month(self, year: int, month: int, *, is_short: bool = False) -> str:
        """Return a month with its year (``November 2026``) or, if *is_short*, without it (``Nov``)."""
        day, skeleton = datetime(year, month, 1), "MMM" if is_short else "yMMMM"
        return format_skeleton(skeleton, day, locale=codes.locale_of(self.language))

    def age(self, age: Age) -> str:
        """Return a number of years, months, weeks or days, such as ``3 years``."""
        return format_unit(age.number, f"duration-{age.unit}", locale=codes.locale_of(self.language))

    def number(self, value: int) -> str:
        is_plain = 0 <= value < 1000  # from there on, digits are grouped
        return str(value) if is_plain else format_decimal(value, locale=codes.locale_of(self.language))


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
    def of_post(cls, post: Post, site: str, languages: Iterable[str]) -> "Voice":
        """Return the voice of a post: of its one language, or that of *languages* which its title tells."""
        declared = "" if post.has_unknown_language else None
        if post.language:
            declared = codes.valid_language(post.language) or None
        if declared or len(post.terms.get("language", ())) > 1:
            return cls(declared, declared, site)
        guess = codes.language_tag(codes.guess_among(post.title, site, languages))
        return cls(guess or declared, declared, site)

    @classmethod
    def of_document(cls, language: object, site: str) -> "Voice":
        """Return the voice of a document that is no post, with the *language* of its metadata."""
        declared = codes.valid_language(str(language or "")) or None
        return cls(declared, declared, site)

    @property
    def site_tag(self) -> str:
        return codes.language_tag(self.site or "en")

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
        return codes.turned(self.language or "", self.site_tag)

    @cached_property
    def words(self) -> Words:
        """The words for the interface around the text: in its language, if there is a catalog."""
        return words_of(self.language, interface_words(self.site))

    @cached_property
    def date_words(self) -> Words:
        """The words for dates: in the language of the text even without a catalog, if Babel knows it."""
        language = self.language or ""
        # Formats like our defaults, which are in English.
        is_known = language and language != self.words_tag and codes.locale_of(language).language != "en"
        return Words(language, gettext.NullTranslations()) if is_known else self.words

    @property
    def words_tag(self) -> str:
        """The tag of the language of these words, if the text itself has one."""
        return "" if self.language is None else codes.language_tag(self.words.language)

    @property
    def words_direction(self) -> str:
        """The direction of these words, if it is not that of the text."""
        return codes.turned(self.words_tag, self.language) if self.language else ""

    def within(self, around: "Voice") -> str:
        """Return the tag of the language where the text is part of a text in another, or else ``""``."""
        return "" if codes.is_same_language(self.tag, around.tag) else self.tag


def interface_words(language: str) -> Words:
    """Return the words of the site's *language*, whose catalog Sphinx has loaded."""
    return Words(language or "en", get_translator(CATALOG))


def words_of(language: str | None, interface: Words) -> Words:
    """Return the words of *language* or, without a catalog, all of the *interface*: a line needs one language."""
    if not language or codes.language_tag(language) == codes.language_tag(interface.language):
        return interface
    catalog = open_catalog(CATALOG, LOCALE, language)
    return Words(language, catalog) if catalog else interface


# gettext caches what it has read, but looks for the file every time.
@lru_cache(maxsize=256)
def open_catalog(domain: str, folder: Path, language: str) -> gettext.NullTranslations | None:
    """Return the catalog of *language*, or of the language that it is a variant of, if the *folder* has it."""
    tag = codes.language_tag(language)
    if tag.partition("-")[0].lower() == "en":
        # Messages are written in English.
        return gettext.NullTranslations()
    with suppress(OSError, ValueError):
        return gettext.translation(domain, str(folder), [codes.catalog_name(tag)])
    return None


@lru_cache(maxsize=1024)
def _month(directive: str, month: int, language: str) -> str:
    return sphinx_format_date(directive, date=datetime(2000, month, 1), language=str(codes.locale_of(language)))


def _frequent(day: datetime, language: str, match: re.Match[str]) -> str:
    """Return what takes the place of a frequent directive."""
    if match[0][-1] in "UW":
        # Sphinx asks Babel for a week in a form that it refuses.
        return day.strftime(f"%{match[0][-1]}").removeprefix("0" if "-" in match[0] else "")
    if not match[2]:
        return match[0] if match[0] == "%%" else _month(match[0], day.month, language)
    return str(getattr(day, _FIELDS[match[2]])).zfill(0 if match[1] else 4 if match[2] == "Y" else 2)


@lru_cache(maxsize=4096)
def _format_day(day: datetime, pattern: str, translated: str, language: str) -> str:
    usual, locale = pattern.replace("%-d", "%d"), codes.locale_of(language)
    # The language has no catalog.
    is_babels = not translated and locale.language != "en"
    if is_babels and usual == _DATE:
        return format_babel_date(day, "long", locale=locale)
    if is_babels and usual == _DAY:
        return format_skeleton("MMMMd", day, locale=locale)
    text = _FREQUENT.sub(partial(_frequent, day, language), translated or pattern)
    return sphinx_format_date(text, date=day, language=str(locale)) if "%" in text else text
