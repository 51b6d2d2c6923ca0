"""What we know of English and Chinese is what Babel knows."""

from __future__ import annotations

from datetime import datetime

import pytest
from babel import Locale, localedata
from babel.dates import format_skeleton
from babel.numbers import format_decimal
from sphinx.util.i18n import format_date

from sphinx_blogext.lang.codes import language_name, locale_of, text_direction, valid_language
from sphinx_blogext.lang.own_languages import own_date_part, own_language, own_month, own_number
from sphinx_blogext.lang.words import interface_words

OWN = ("en", "en-US", "en_US", "zh", "zh-CN", "zh_CN", "zh-Hans", "zh_TW", "zh-Hant-HK", "zh-SG")
#: Their dates, names or directions differ, or their codes only look alike.
OTHERS = ("en-GB", "en-AU", "de", "ar", "he", "ja", "zha", "eno", "", "e")
DAYS = [datetime(year, month, day) for year in (987, 2026) for month in range(1, 13) for day in (1, 9, 28)]


def test_the_languages_whose_data_is_ours() -> None:
    assert [own_language(code) for code in OWN] == [code[:2] for code in OWN]
    assert not any(map(own_language, OTHERS))


@pytest.mark.parametrize("directive", ["%Y", "%m", "%-m", "%d", "%-d", "%B", "%b"])
@pytest.mark.parametrize("language", [*OWN, "en_GB", "de", "ar", "fa", "hi"])
def test_dates_are_babels(language: str, directive: str) -> None:
    locale = str(locale_of(language))
    parts = [own_date_part(directive, day, language) for day in DAYS]
    babels = [format_date(directive, date=day, language=locale) for day in DAYS]
    # Names of months are ours only in English.
    assert parts == babels or (not any(parts) and directive in {"%B", "%b"} and own_language(language) != "en")


@pytest.mark.parametrize("language", OWN)
def test_months_numbers_and_directions_are_babels(language: str) -> None:
    locale = locale_of(language)
    for day in DAYS:
        assert own_month(day, language, is_short=False) == format_skeleton("yMMMM", day, locale=locale)
        assert own_month(day, language, is_short=True) == format_skeleton("MMM", day, locale=locale)
    for number in (0, 7, 999, 1_000, 1_234_567):
        assert own_number(number, language) == format_decimal(number, locale=locale)
    assert text_direction(language) == ""
    assert locale.text_direction == "ltr"


def test_names_are_babels() -> None:
    for code in ("en", "zh"):
        own = Locale(code).get_display_name()
        assert own
        assert language_name(code) == own[:1].upper() + own[1:]
        for interface in ("en", "zh"):
            assert language_name(code, interface) == Locale(code).get_display_name(interface)


def test_other_languages_have_their_own_words() -> None:
    words = interface_words("de")
    assert (words.month(2026, 3), words.number(1234)) == ("März 2026", "1.234")
    assert interface_words("en_GB").month(2026, 9, is_short=True) == "Sept"


def test_codes_of_languages_are_babels() -> None:
    known = Locale("en").languages
    codes = [
        f"{first}{second}" for first in "abcdefghijklmnopqrstuvwxyz" for second in "abcdefghijklmnopqrstuvwxyz"
    ]
    assert [code for code in codes if valid_language(code)] == [code for code in codes if code in known]
    assert all(code in known for code in localedata.locale_identifiers() if len(code) == 2)
