"""The language of a text, as far as its characters tell."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from babel.core import get_global

from sphinx_blogext.lang.codes import is_same_language, language_tag

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The characters of East Asian scripts, as ranges for a character class in a regular expression.
HAN = "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
KANA = "\u3040-\u30ff"
HANGUL = "\uac00-\ud7af"
#: The first words of the names of characters, and the scripts they belong to.
_SCRIPTS = {
    "LATIN": "Latn",
    "CYRILLIC": "Cyrl",
    "ARABIC": "Arab",
    "GREEK": "Grek",
    "HEBREW": "Hebr",
    "THAI": "Thai",
    "DEVANAGARI": "Deva",
    "BENGALI": "Beng",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "GUJARATI": "Gujr",
    "GURMUKHI": "Guru",
    "KANNADA": "Knda",
    "MALAYALAM": "Mlym",
    "SINHALA": "Sinh",
    "LAO": "Laoo",
    "ARMENIAN": "Armn",
    "GEORGIAN": "Geor",
    "ETHIOPIC": "Ethi",
    "KHMER": "Khmr",
    "MYANMAR": "Mymr",
    "HIRAGANA": "Jpan",
    "KATAKANA": "Jpan",
    "HANGUL": "Kore",
    "CJK": "Hani",
}
#: The share of letters that must belong to a language: it is low because English words have more letters than
#: Chinese words have characters.
_SHARE = 0.25


def guess_language(title: str, site: str) -> str:
    """Return the language indicated by the characters of a *title*, or ``""`` if it is that of the *site*.

    Latin letters indicate nothing, nor does Han if the site is in Chinese, Japanese or Korean.
    """
    if title.isascii():
        return ""
    letters = sum(map(str.isalpha, title)) * _SHARE
    kana, hangul, han = (len(_letters(ranges).findall(title)) for ranges in (KANA, HANGUL, HAN))
    site = site[:2].lower()
    if kana and kana + han >= letters:
        guess = "ja"
    elif hangul and hangul + han >= letters:
        guess = "ko"
    else:
        guess = "zh" if han and han >= letters and site not in {"ja", "ko"} else ""
    return guess if guess != site else ""


def is_wide(language: str) -> bool:
    """Return whether a language is Chinese, Japanese or Korean."""
    return language[:2].lower() in {"zh", "ja", "ko"}


def split_languages(text: str, language: str) -> list[tuple[str, str]]:
    """Return the parts of a *text* in *language*, each with the other language that it is in, or ``""``."""
    if text.isascii() or is_wide(language):
        return [(text, "")] if text else []
    wide = f"[{KANA}{HAN}{HANGUL}\u3001-\u303f\uff01-\uff65]"
    # Korean has spaces between words.
    parts = _pattern(f"({wide}+(?: {wide}+)*)").split(text)
    # Punctuation alone is in no language.
    return [
        (part, guess_language(part, language) if number % 2 and any(map(str.isalpha, part)) else "")
        for number, part in enumerate(parts)
        if part
    ]


def guess_among(title: str, site: str, codes: Iterable[str]) -> str:
    """Return the language that :func:`guess_language` finds, by the site's code for it if there is exactly one.

    *codes* are those of the languages of the site, such as ``zh_TW``: the characters only tell that it is ``zh``.
    """
    guess = guess_language(title, site)
    fitting = [code for code in codes if guess and is_same_language(language_tag(code).lower(), guess)]
    return fitting[0] if len(fitting) == 1 else guess


def languages_in_script_of(title: str, codes: Iterable[str]) -> list[str]:
    """Return those of the languages *codes* that are written in the script of most letters in *title*."""
    names = Counter(unicodedata.name(char, "").partition(" ")[0] for char in title if char.isalpha())
    script = _SCRIPTS.get(names.most_common(1)[0][0], "") if names else ""
    return [code for code in codes if script and script in _scripts_of(code)]


def _scripts_of(code: str) -> str:
    """Return the ISO 15924 code of the script in which a language is usually written, or of several."""
    tag = language_tag(code).replace("-", "_")
    likely = get_global("likely_subtags")
    base, *parts = tag.split("_")
    given = next((part for part in parts if len(part) == 4), "")
    script = given.title() or next((likely[name] for name in (tag, base) if name in likely), "")
    # Japanese and Korean texts are partly in Chinese characters.
    return f"{script} {'Hani' if re.search('Han[st]|Jpan|Kore', script) else ''}"


def _letters(ranges: str) -> re.Pattern[str]:
    return _pattern(f"[{ranges}]")


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """Return a pattern that takes long to compile, and that not every build needs."""
    return re.compile(pattern)
