"""The language of a text, and the words and dates around it."""

from __future__ import annotations

from datetime import datetime

import pytest
from sphinx.util.i18n import date_format_mappings, format_date

from sphinx_blogext.core.model import Post
from sphinx_blogext.lang.codes import locale_of
from sphinx_blogext.lang.words import Voice, _format_day


def voice_of(title: str = "Title", *languages: str, site: str = "en", codes: tuple[str, ...] = ()) -> Voice:
    return Voice.of_post(Post(docname="a", blog="blog", title=title, terms={"language": languages}), site, codes)


@pytest.mark.parametrize(
    ("voice", "language", "declared", "tag"),
    [
        (voice_of(), None, None, "en"),
        (voice_of("Title", "zh_CN"), "zh-Hans", "zh-Hans", "zh-Hans"),
        (voice_of("标题文字"), "zh", None, "zh"),
        (voice_of("標題文字", codes=("zh_TW", "en")), "zh-Hant", None, "zh-Hant"),
        (voice_of("标题文字", "ja"), "ja", "ja", "ja"),
        (voice_of("标题文字", "en", "zh"), None, None, "en"),
        (voice_of("标题文字", site="zh_CN"), None, None, "zh-Hans"),
        (Voice.of_document("pt_BR", "en"), "pt-BR", "pt-BR", "pt-BR"),
        (Voice.of_document("klingon", "en"), None, None, "en"),
        (Voice.of_document(None, "en"), None, None, "en"),
    ],
)
def test_a_declared_language_comes_before_a_guess_and_a_guess_before_the_site(
    voice: Voice, language: str | None, declared: str | None, tag: str
) -> None:
    assert (voice.language, voice.declared, voice.tag) == (language, declared, tag)


@pytest.mark.parametrize(
    ("language", "site", "direction", "words_tag", "words_direction"),
    [
        ("ar", "en", "rtl", "en", "ltr"), ("en", "ar", "ltr", "en", ""), ("de", "en", "", "de", ""),
        ("he", "ar", "", "ar", ""), (None, "ar", "", "", ""), ("", "en", "", "en", ""),
    ],
)  # fmt: skip
def test_words_are_in_the_language_of_the_text_where_there_is_a_catalog(
    language: str | None, site: str, direction: str, words_tag: str, words_direction: str
) -> None:
    voice = Voice(language, language, site)
    assert (voice.direction, voice.words_tag, voice.words_direction) == (direction, words_tag, words_direction)


@pytest.mark.parametrize(
    ("language", "around", "mark"),
    [("zh", "en", "zh"), ("zh", "zh-Hant", ""), (None, "fr", "en"), (None, None, ""), ("", "en", "")],
)
def test_a_title_in_another_language_is_marked(language: str | None, around: str | None, mark: str) -> None:
    assert Voice(language, language, "en").within(Voice(around, around, "en")) == mark


#: Babel cannot write the week of the year as Sphinx asks it to.
DIRECTIVES = "".join(f"{name}, " for name in date_format_mappings if name not in {"%U", "%W", "%-W"})
PATTERNS = ["%d %B %Y", "%-d %b", "%Y年%-m月%d日", "%%d %-%x %Q %", "%H:%M on %A", DIRECTIVES]


@pytest.mark.parametrize("language", ["en", "zh_CN", "de", "ar", "ru", "fa", "th"])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_date_written_in_parts_is_that_of_sphinx(pattern: str, language: str) -> None:
    for day in (datetime(2024, 2, 29, 9, 5, 7), datetime(1999, 12, 31), datetime(2026, 1, 1, 23, 59, 59)):
        # A pattern that is translated is not one that Babel writes by itself.
        assert _format_day(day, pattern, pattern, language) == format_date(
            pattern, date=day, language=str(locale_of(language))
        )
