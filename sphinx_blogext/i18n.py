"""Words and dates in the language of the reader."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from babel import Locale, UnknownLocaleError
from babel.dates import format_date as format_babel_date
from babel.dates import format_skeleton
from sphinx.locale import get_translation
from sphinx.util.i18n import format_date as sphinx_format_date

if TYPE_CHECKING:
    from datetime import datetime

#: The message catalog of the extension.
CATALOG = "sphinx_blogext"

_ = get_translation(CATALOG)


def N_(message: str) -> str:  # noqa: N802  # the name by which Babel finds messages
    """Mark *message* as one to be translated where it is shown."""
    return message


def format_date(moment: datetime, pattern: str, language: str) -> str:
    """Return *moment*, in its own zone, by a ``strftime`` *pattern*.

    A pattern that the catalog of the interface's language knows is written as that language
    writes dates: the default becomes ``2026年11月20日`` in Chinese.
    """
    # Babel would move a moment to UTC; the writer's own calendar day is meant.
    day = moment.replace(tzinfo=None)
    translated = _(pattern)
    if translated == pattern and not language.startswith("en"):
        # Babel knows how a language that we have no catalog for writes the dates of our defaults.
        with suppress(UnknownLocaleError):
            if pattern == "%d %B %Y":
                return format_babel_date(day, "long", locale=language)
            if pattern == "%d %B":
                return format_skeleton("MMMMd", day, locale=language)
    return sphinx_format_date(translated, date=day, language=language or "en")


def language_name(code: str) -> str:
    """Return the name of a language in that language, or *code* if Babel does not know it."""
    try:
        name = Locale.parse(code.replace("-", "_")).get_display_name()
    except (ValueError, UnknownLocaleError):
        return code
    return name[:1].upper() + name[1:] if name else code


def language_tag(code: str) -> str:
    """Return the BCP 47 tag for a language of Sphinx or of a post: ``zh_CN`` is ``zh-Hans``."""
    tag = code.replace("_", "-")
    return {"zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant-HK"}.get(
        tag.lower(), tag
    )
