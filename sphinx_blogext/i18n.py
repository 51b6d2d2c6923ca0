"""Words, dates and numbers in the language of the reader, or of a post."""

from __future__ import annotations

import gettext
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.dates import format_date as format_babel_date
from babel.dates import format_skeleton
from babel.numbers import format_decimal
from sphinx.locale import get_translation, get_translator
from sphinx.util.i18n import date_format_mappings, date_format_re
from sphinx.util.i18n import format_date as sphinx_format_date

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sphinx_blogext.model import Post

#: The message catalog of the extension, and where its translations are.
CATALOG = "sphinx_blogext"
LOCALE = Path(__file__).parent / "locale"

#: Tags of languages that have a catalog of another name.
_CATALOGS = {"zh": "zh_CN", "zh-hans": "zh_CN", "zh-hant": "zh_TW", "zh-hant-hk": "zh_TW"}

#: What a tag of BCP 47 looks like whose language has a code of two or three letters, as all have.
_TAG = re.compile(r"([A-Za-z]{2,3})(-[A-Za-z0-9]{1,8})*")

_ = get_translation(CATALOG)


class Words(NamedTuple):
    """How *language* says things: its messages, and its dates and numbers by Babel.

    ``translations`` are those of another language where there are none of *language*.
    """

    language: str
    translations: gettext.NullTranslations

    def date(self, moment: datetime, pattern: str) -> str:
        """Return *moment*, in its own zone, by a ``strftime`` *pattern*.

        A pattern that the catalog knows is written as the language writes dates: the
        default becomes ``2026年11月20日`` in Chinese.
        """
        return _format_date(moment, pattern, self.language, self.translations.gettext)

    def number(self, value: int) -> str:
        """Return a whole number with its thousands set apart."""
        with suppress(UnknownLocaleError, ValueError):
            return format_decimal(value, locale=_locale(self.language))
        return str(value)


def interface_words(language: str) -> Words:
    """Return the words of the site, whose *language* Sphinx has loaded the catalog of."""
    return Words(language or "en", get_translator(CATALOG))


def words_of(language: str, interface: Words) -> Words:
    """Return the words of the *language* of a post; those of the *interface* where we have none."""
    if not language or language_tag(language) == language_tag(interface.language):
        return interface
    if language_tag(language).partition("-")[0] == "en":
        # English is what the messages are written in.
        return Words(language, gettext.NullTranslations())
    return Words(language, _catalog(language) or interface.translations)


def _catalog(language: str) -> gettext.NullTranslations | None:
    """Return our catalog of *language*, or of the language that it is a kind of."""
    tag = language_tag(language)
    name = _CATALOGS.get(tag.lower(), tag.replace("-", "_"))
    try:
        # gettext keeps what it has read.
        return gettext.translation(CATALOG, str(LOCALE), [name])
    except (OSError, ValueError):
        return None


def _format_date(moment: datetime, pattern: str, language: str, translate: Callable[[str], str]) -> str:
    # Whether a day has a zero before it is no matter of how a language writes dates.
    usual = pattern.replace("%-d", "%d")
    translated = translate(usual)
    # Babel would move a moment to UTC; the writer's own calendar day is meant.
    return _format_day(moment.replace(tzinfo=None), pattern, "" if translated == usual else translated, language)


@lru_cache(maxsize=4096)
def _format_day(day: datetime, pattern: str, translated: str, language: str) -> str:
    if not translated and _locale(language).language != "en":
        # Babel knows how a language that we have no catalog for writes the dates of our defaults.
        with suppress(UnknownLocaleError, ValueError):
            if pattern in {"%d %B %Y", "%-d %B %Y"}:
                return format_babel_date(day, "long", locale=_locale(language))
            if pattern in {"%d %B", "%-d %B"}:
                return format_skeleton("MMMMd", day, locale=_locale(language))
    return sphinx_format_date(translated or pattern, date=day, language=str(_locale(language)))


def unknown_directive(pattern: str) -> str:
    """Return the first directive of a ``strftime`` *pattern* that dates are not written by, or nothing."""
    # What Sphinx splits at is what it knows.
    rest = (re.search("%-?.?", text) for text in date_format_re.split(pattern) if text not in date_format_mappings)
    return next((match[0] for match in rest if match), "")


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    """Return Babel's locale of a language, English where it knows none."""
    with suppress(UnknownLocaleError, ValueError):
        return Locale.parse(language.replace("-", "_"))
    return Locale("en")


@lru_cache(maxsize=256)
def language_name(code: str, interface: str = "") -> str:
    """Return the name of a language in that language, or in the language *interface*.

    It is *code* if Babel does not know it.
    """
    try:
        locale = Locale.parse(code.replace("-", "_"))
        name = locale.get_display_name(_locale(interface) if interface else None)
    except (ValueError, UnknownLocaleError):
        return code
    return name[:1].upper() + name[1:] if name else code


@lru_cache(maxsize=256)
def text_direction(code: str) -> str:
    """Return ``"rtl"`` for a language that is written from right to left, else nothing."""
    with suppress(ValueError, UnknownLocaleError):
        return "rtl" if Locale.parse(code.replace("-", "_")).text_direction == "rtl" else ""
    return ""


def language_tag(code: str) -> str:
    """Return the BCP 47 tag for a language of Sphinx or of a post: ``zh_CN`` is ``zh-Hans``."""
    tag = code.replace("_", "-")
    return {"zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant-HK"}.get(
        tag.lower(), tag
    )


@lru_cache(maxsize=256)
def valid_language(name: str) -> str:
    """Return the BCP 47 tag for a language as posts name it, or nothing if it can be none."""
    tag = language_tag(name)
    match = _TAG.fullmatch(tag)
    # Of codes of three letters there are more than Babel knows.
    is_known = match is not None and (len(match[1]) == 3 or match[1].lower() in Locale("en").languages)
    return tag if is_known else ""


def language_of(post: Post) -> str | None:
    """Return the tag of the one language that a post is in.

    It is empty where nobody knows that language, and ``None`` where there is nothing to say.
    """
    names = post.terms.get("language", ())
    if len(names) == 1:
        return valid_language(names[0]) or None
    return "" if post.has_unknown_language else None


def no_language(name: str) -> str:
    """Return what to say of a *name* that is no tag of a language; one by its English name has a hint."""
    codes = {label.casefold(): code.replace("_", "-") for code, label in Locale("en").languages.items()}
    code = codes.get(name.casefold())
    hint = f" (did you mean {code!r}?)" if code else ""
    return f"{name!r} is no code such as 'en' or 'zh-Hans'{hint}"
