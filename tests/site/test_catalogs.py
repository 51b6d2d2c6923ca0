"""The catalogs of messages: complete, compiled, and used for dates and words."""

from __future__ import annotations

import re
from datetime import datetime
from gettext import GNUTranslations
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po
from conftest import ROOT
from page import select, text
from writing import INDEX, many, md

from sphinx_blogext.i18n import Words, interface_words, words_of
from sphinx_blogext.languages import language_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site

LOCALE = ROOT / "sphinx_blogext" / "locale"
LANGUAGES = sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/*.po"))
#: Babel writes dates by itself where these are not translated.
DATES = {"%d %B", "%d %B %Y"}


def test_the_languages() -> None:
    assert LANGUAGES == ["de", "es", "fr", "ja", "pt", "ru", "zh_CN", "zh_TW"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogs_are_complete_and_compiled(language: str) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    with (LOCALE / "sphinx_blogext.pot").open("rb") as file:
        template = {message.id for message in read_po(file) if message.id}
    with (folder / "sphinx_blogext.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    with (folder / "sphinx_blogext.mo").open("rb") as file:
        compiled = GNUTranslations(file)
    messages = {message.id: message.string for message in catalog if message.id}
    assert messages.keys() == template
    for message, string in messages.items():
        forms = [string] if isinstance(string, str) else list(string)
        assert all(forms), message
        first = message if isinstance(message, str) else message[0]
        for form in filter(None, forms) if first not in DATES else ():
            assert sorted(re.findall(r"%\(\w+\)[sd]|%s", form)) == sorted(re.findall(r"%\(\w+\)[sd]|%s", first))
        if isinstance(message, str):
            assert compiled.gettext(message) == (string or message)
        else:
            assert compiled.ngettext(*message, 1) == (forms[0] or first)


DAY = datetime(2026, 11, 3)  # a day has no zone


@pytest.mark.parametrize(
    ("language", "date", "number", "words"),
    [
        ("en", "03 November 2026", "12,345", "Read more"),
        ("en_GB", "03 November 2026", "12,345", "Read more"),
        ("zh", "2026年11月3日", "12,345", "阅读全文"),
        ("zh-Hans", "2026年11月3日", "12,345", "阅读全文"),
        ("zh_TW", "2026年11月3日", "12,345", "閱讀全文"),
        ("ja", "2026年11月3日", "12,345", "続きを読む"),
        ("de", "3. November 2026", "12.345", "Weiterlesen"),
        ("de-AT", "3. November 2026", "12.345", "Weiterlesen"),
        ("fr", "3 novembre 2026", "12 345", "Lire la suite"),
        ("pt_BR", "3 de novembro de 2026", "12.345", "Ler mais"),
        ("ru", "3 ноября 2026 г.", "12 345", "Читать далее"),
        # All of it in one language, where there are no messages: of those one would be told a wrong one.
        ("it", "03 November 2026", "12,345", "Read more"),
        ("tlh", "03 November 2026", "12,345", "Read more"),
        ("'<x>", "03 November 2026", "12,345", "Read more"),
    ],
)
def test_dates_numbers_and_words(language: str, date: str, number: str, words: str) -> None:
    found: Words = words_of(language, interface_words("en"))
    assert re.sub(r"\s", " ", found.date(DAY, "%d %B %Y")) == date
    assert re.sub(r"\s", " ", found.date(DAY, "%-d %B %Y")) == date.removeprefix("0")
    assert re.sub(r"\s", " ", found.number(12345)) == number
    assert found.translations.gettext("Read more") == words


@pytest.mark.parametrize(
    ("code", "own", "english"),
    [
        ("zh", "中文", "Chinese"),
        ("en", "English", "English"),
        ("pt_BR", "Português (Brasil)", None),
        ("xx", "xx", "xx"),
    ],
)
def test_names_of_languages(code: str, own: str, english: str | None) -> None:
    assert language_name(code) == own
    assert english is None or language_name(code, "en") == english


@pytest.mark.parametrize(
    ("language", "heading"), [("de", "Beiträge mit dem Schlagwort „t“"), ("ja", "タグ「t」の記事")]
)
def test_a_site_in_another_language(make_site: Callable[..., Site], language: str, heading: str) -> None:
    post = md("P", "Lead.\n\n% more\n\nRest.\n", "2024-02-05", tags="t", language="ru", reading_time="3")
    site = make_site({**INDEX, "blog/p.md": post, **many(1, tags="t")}, {"language": language})
    assert site.page("blog/tag/t").headings[0] == heading
    header = site.page("blog/p").one(".blog-post-header")
    assert text(select(header, "time")[0]) == "5 февраля 2024 г."
    assert text(select(header, ".blog-reading-time")[0]) == "3 мин. чтения"
