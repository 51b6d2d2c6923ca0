"""The catalogs of messages: complete, compiled, and used for dates and words."""

import re
from datetime import datetime
from gettext import GNUTranslations
from pathlib import Path

import pytest
import translations
from babel.messages.pofile import read_po
from conftest import ROOT

from sphinx_blogext.lang.words import Words, interface_words, words_of

LOCALE = ROOT / "sphinx_blogext" / "locale"
#: The catalogs of what readers see, and of the words of new sites.
CATALOGS = sorted((path.stem, path.parent.parent.name) for path in LOCALE.glob("*/LC_MESSAGES/*.po"))
#: Babel writes dates by itself where these are not translated.
DATES = {"%d %B", "%d %B %Y"}


@pytest.mark.parametrize("domain", translations.SOURCES)
def test_a_catalog_has_the_messages_that_its_users_see(domain: str, tmp_path: Path) -> None:
    """Those of new sites are in another catalog than all others, which are on pages and in feeds."""
    translations.extract(domain, tmp_path / f"{domain}.pot")
    found = template_of(domain, tmp_path)
    assert found == template_of(domain)
    assert ("Start a post:" if domain == "blogext" else "Cite this post") in found


def template_of(domain: str, folder: Path = LOCALE) -> set[str | tuple[str, ...]]:
    with (folder / f"{domain}.pot").open("rb") as file:
        return {message.id for message in read_po(file) if message.id}


def first_of(message: str | tuple[str, ...]) -> str:
    return message if isinstance(message, str) else message[0]


@pytest.mark.parametrize(("domain", "language"), CATALOGS)
def test_catalogs_are_complete_and_compiled(domain: str, language: str) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    template = template_of(domain)
    with (folder / f"{domain}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    with (folder / f"{domain}.mo").open("rb") as file:
        compiled = GNUTranslations(file)
    messages = {message.id: message.string for message in catalog if message.id}
    assert messages.keys() == template
    lacking = [name for name, said in messages.items() if not (said if isinstance(said, str) else all(said))]
    # New sites may stay English, except in the language that is always complete.
    assert len(lacking) <= (len(template) / 3 if domain == "blogext" and language != "zh_CN" else 0), lacking
    for message, string in messages.items():
        forms = [string] if isinstance(string, str) else list(string)
        first = first_of(message)
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
        ("zh", "2026年11月3日", "12,345", "阅读全文"),
        ("de", "3. November 2026", "12.345", "Weiterlesen"),
        ("ko-KR", "2026년 11월 3일", "12,345", "더 읽기"),
        # All of it in one language, where there are no messages: of those one would be told a wrong one.
        *((code, "03 November 2026", "12,345", "Read more") for code in ("en", "sv", "'<x>")),
    ],
)
def test_dates_numbers_and_words(language: str, date: str, number: str, words: str) -> None:
    found: Words = words_of(language, interface_words("en"))
    assert re.sub(r"\s", " ", found.date(DAY, "%d %B %Y")) == date
    assert (re.sub(r"\s", " ", found.number(12345)), found.translations.gettext("Read more")) == (number, words)
