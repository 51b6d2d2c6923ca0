"""Languages: their BCP 47 tags, names and writing directions, and which one the characters of a text tell."""

import unicodedata
from bisect import bisect
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter

from babel import Locale, UnknownLocaleError
from babel.languages import get_official_languages

from sphinx_blogext.patterns import pattern

#: The form of a BCP 47 tag; all language codes have two or three letters.
_TAG = pattern(r"([A-Za-z]{2,3})(-[A-Za-z0-9]{1,8})*")
#: Languages and scripts written from right to left that Babel does not know.
_FROM_THE_RIGHT = frozenset("acm aeb aii apc arab arz azb bal bqi dv glk hebr khw nqo ota pnb prs skr".split())
#: The characters of East Asian scripts, as ranges for a character class in a regular expression.
#: The hexagrams between two blocks of Han are included, because fewer ranges are compiled much faster.
HAN = "\u3400-\u9fff\U00020000-\U0003ffff"
KANA = "\u3040-\u30ff"
HANGUL = "\uac00-\ud7af"
#: The first character of each range and the first one behind it, with the script that begins there.
_BORDERS = sorted(
    border
    for script, ranges in (("kana", KANA), ("han", HAN), ("hangul", HANGUL))
    for first, last in zip(ranges[::3], ranges[2::3], strict=True)
    for border in ((first, script), (chr(ord(last) + 1), ""))
)
_WIDE = f"[{KANA}{HAN}{HANGUL}\u3001-\u303f\uff01-\uff65]"
#: Texts in these scripts. Korean has spaces between words.
_EAST_ASIAN = pattern(f"({_WIDE}+(?: {_WIDE}+)*)")
#: The share of letters that a language must have: low, as English words have more letters than Chinese ones.
_SHARE = 0.25


@lru_cache(maxsize=256)
def _known_locale(code: str) -> Locale | None:
    with suppress(UnknownLocaleError, ValueError):
        # Babel has data for scripts; it takes a while to find out which one a country uses.
        return Locale.parse(language_tag(code).replace("-", "_"))
    return None


def locale_of(language: str) -> Locale:
    return _known_locale(language) or Locale("en")


@lru_cache(maxsize=256)
def language_name(code: str, interface: str = "") -> str:
    """Return the name of a language in itself or in *interface*, or *code* if Babel does not know it."""
    locale = _known_locale(code)
    name = locale and locale.get_display_name(locale_of(interface) if interface else None)
    return name[:1].upper() + name[1:] if name else code


def language_of_name(name: str, code: str, *interfaces: str) -> str:
    """Return *code* if *name* can be the language's own: in its script, and not its name in *interfaces*."""
    own = language_name(code)
    is_own = _scripts(name) <= _scripts(own) and name not in {language_name(code, each) for each in interfaces}
    return code if is_own or name == own else ""


def _scripts(text: str) -> set[str]:
    # The names of characters begin with those of scripts; kana and Han are both in Japanese words.
    names = {unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter.isalpha()}
    return {"CJK" if name in {"HIRAGANA", "KATAKANA"} else name for name in names}


@lru_cache(maxsize=256)
def text_direction(code: str) -> str:
    """Return ``"rtl"`` for a language that is written from right to left, otherwise ``""``."""
    # Babel does not know all of them, nor scripts, which come before extensions such as ``-u-nu-latn``.
    tag = code.replace("_", "-").partition("-u-")[0]
    parts, locale = {*tag.lower().split("-")}, _known_locale(tag)
    is_known = locale is not None and locale.text_direction == "rtl"
    return "rtl" if (is_known or parts & _FROM_THE_RIGHT) and not parts & {"latn", "cyrl"} else ""


def is_same_language(tag: str, other: str) -> bool:
    """Return whether two language tags are the same, or one is a variant of the other: ``zh`` and ``zh-Hans``."""
    return f"{tag}-".startswith(f"{other}-") or f"{other}-".startswith(f"{tag}-")


def turned(code: str, around: str) -> str:
    """Return the direction of a language, if known, ``"ltr"`` or ``"rtl"``, if it is not that *around* it."""
    direction = text_direction(code)
    return "" if not code or direction == text_direction(around) else direction or "ltr"


def language_tag(code: str) -> str:
    """Return the BCP 47 tag for a language code of Sphinx or of a post: ``zh-Hans`` for ``zh_CN``."""
    # As for Sphinx's ``sr@latin``.
    tag = code.replace("@latin", "-Latn").replace("@cyrillic", "-Cyrl").replace("@", "-").replace("_", "-")
    # Sphinx identifies variants of Chinese by country, but browsers choose fonts by script.
    by_country = {"zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant-HK"}
    return by_country.get(tag.lower(), tag)


def catalog_name(code: str) -> str:
    """Return the name of the message catalogs of a language, which is also Sphinx's ``language``: ``zh_CN``."""
    tag = language_tag(code).lower()
    names = {"zh": "zh_CN", "zh-hans": "zh_CN", "zh-hant": "zh_TW", "zh-hant-hk": "zh_TW", "sr-latn": "sr@latin"}
    base, _sign, country = code.replace("-", "_").partition("_")
    return names.get(tag) or "_".join(filter(None, (base, country.upper() if len(country) == 2 else country)))


@lru_cache(maxsize=256)
def valid_language(name: str) -> str:
    """Return the BCP 47 tag for a language named in a post, or ``""`` if it is not a language code."""
    tag = language_tag(name)
    if not (match := _TAG.fullmatch(tag)):
        return ""
    # Babel does not know all three-letter codes.
    return tag if len(match[1]) == 3 or match[1].lower() in Locale("en").languages else ""


def no_language(name: str) -> str:
    """Return a message that *name* is not a language code, with a hint if it is the name of one or a country."""
    codes = {label.casefold(): code for code, label in Locale("en").languages.items()}
    spoken = get_official_languages(name.upper(), de_facto=True)
    code = (codes.get(name.casefold()) or next(iter(spoken), "")).replace("_", "-")
    hint = f" (did you mean {code!r}?)" if code else ""
    return f"{name!r} is not a language code such as 'en' or 'zh-Hans'{hint}"


def script_of(character: str) -> str:
    """Return the script of a character, or none, in East Asia: ``"han"``, ``"kana"``, ``"hangul"`` or ``""``."""
    # Python takes a millisecond to compile a character class that has thousands of characters.
    place = bisect(_BORDERS, character, key=itemgetter(0))
    return _BORDERS[place - 1][1] if place else ""


@lru_cache(maxsize=1024)
def guess_language(title: str, site: str) -> str:
    """Return the language indicated by the characters of a *title*, or ``""`` if it is that of the *site*."""
    # Latin letters indicate nothing, nor does Han if the site is in Chinese, Japanese or Korean.
    if title.isascii():
        return ""
    letters = sum(map(str.isalpha, title)) * _SHARE
    scripts = Counter(map(script_of, title))
    kana, hangul, han = scripts["kana"], scripts["hangul"], scripts["han"]
    site = site[:2].lower()
    # Japanese and Korean texts are partly in Chinese characters.
    counts = {"ja": (kana, kana + han), "ko": (hangul, hangul + han)}
    if site not in counts:
        counts["zh"] = (han, han)
    guess = next((code for code, (own, total) in counts.items() if own and total >= letters), "")
    return guess if guess != site else ""


def is_wide(language: str) -> bool:
    return language[:2].lower() in {"zh", "ja", "ko"}


def split_languages(text: str, language: str) -> list[tuple[str, str]]:
    """Return the parts of a *text* in *language*, each with the other language that it is in, or ``""``."""
    if text.isascii() or is_wide(language):
        return [(text, "")] if text else []
    # Punctuation alone is in no language.
    return [
        (part, guess_language(part, language) if number % 2 and any(map(str.isalpha, part)) else "")
        for number, part in enumerate(_EAST_ASIAN.split(text))
        if part
    ]


def guess_among(title: str, site: str, codes: Iterable[str]) -> str:
    """Return the language that a *title* indicates, by the site's code if only one fits: ``zh_TW`` for ``zh``."""
    guess = guess_language(title, site)
    fitting = [code for code in codes if guess and is_same_language(language_tag(code).lower(), guess)]
    return fitting[0] if len(fitting) == 1 else guess
