"""The language of a text, the words and dates around it, and its characters."""

import pytest
from babel import Locale

from sphinx_blogext.core.model import Post
from sphinx_blogext.lang.codes import language_name, valid_language
from sphinx_blogext.lang.typography import graphemes
from sphinx_blogext.lang.words import Voice, interface_words


def voice_of(title: str = "Title", *languages: str, site: str = "en", codes: tuple[str, ...] = ()) -> Voice:
    return Voice.of_post(Post(docname="a", blog="blog", title=title, terms={"language": languages}), site, codes)


@pytest.mark.parametrize(
    ("voice", "language", "declared", "tag"),
    [
        (voice_of(), None, None, "en"), (voice_of("Title", "zh_CN"), "zh-Hans", "zh-Hans", "zh-Hans"),
        (voice_of("标题文字"), "zh", None, "zh"),
        (voice_of("標題文字", codes=("zh_TW", "en")), "zh-Hant", None, "zh-Hant"),
        (voice_of("標題文字", codes=("zh_TW", "zh_CN")), "zh", None, "zh"),
        (voice_of("標題文字", codes=("en", "chinese")), "zh", None, "zh"),
        (voice_of("标题文字", "ja"), "ja", "ja", "ja"), (voice_of("标题文字", "en", "zh"), None, None, "en"),
        (voice_of("标题文字", site="zh_CN"), None, None, "zh-Hans"),
        (Voice.of_document("sr@latin", "en"), "sr-Latn", "sr-Latn", "sr-Latn"),
        (Voice.of_document("klingon", "en"), None, None, "en"), (Voice.of_document(None, "en"), None, None, "en"),
    ],
)  # fmt: skip
def test_a_declared_language_comes_before_a_guess_and_a_guess_before_the_site(
    voice: Voice, language: str | None, declared: str | None, tag: str
) -> None:
    assert (voice.language, voice.declared, voice.tag) == (language, declared, tag)


def test_words_are_in_the_language_of_the_text_where_there_is_a_catalog() -> None:
    directions = {
        ("ar", "en"): ("rtl", "en", "ltr"), ("en", "ar"): ("ltr", "en", ""), ("de", "en"): ("", "de", ""),
        ("he", "ar"): ("", "ar", ""), (None, "ar"): ("", "", ""), ("", "en"): ("", "en", ""),
    }  # fmt: skip
    for (language, site), said in directions.items():
        voice = Voice(language, language, site)
        assert (voice.direction, voice.words_tag, voice.words_direction) == said


def test_a_title_in_another_language_is_marked() -> None:
    marks = {("zh", "en"): "zh", ("zh", "zh-Hant"): "", (None, "fr"): "en", (None, None): "", ("", "en"): ""}
    for (language, around), mark in marks.items():
        assert Voice(language, language, "en").within(Voice(around, around, "en")) == mark


def test_other_languages_have_their_own_words() -> None:
    words = interface_words("de")
    assert (words.month(2026, 3), words.number(1234)) == ("März 2026", "1.234")
    assert interface_words("en_GB").month(2026, 9, is_short=True) == "Sept"
    assert interface_words("zh_CN").month(2026, 3) == "2026年3月"
    assert interface_words("zh-XX").number(1_234_567) == "1,234,567"
    assert (language_name("zh"), language_name("zh", "en"), language_name("xx")) == ("中文", "Chinese", "xx")


def test_codes_of_languages_are_babels() -> None:
    known, letters = Locale("en").languages, "abcdefghijklmnopqrstuvwxyz"
    pairs = [first + second for first in letters for second in letters]
    assert [pair for pair in pairs if valid_language(pair)] == [pair for pair in pairs if pair in known]


def test_a_character_is_what_readers_count() -> None:
    assert graphemes("e\u0301👍🏽👩\u200d💻a") == ["e\u0301", "👍🏽", "👩\u200d💻", "a"]
