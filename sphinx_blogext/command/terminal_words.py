"""Messages of the command, in the language of the terminal."""

from __future__ import annotations

import gettext
import os
import string
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext.core import N_
from sphinx_blogext.files import LOCALE
from sphinx_blogext.lang.words import CATALOG

if TYPE_CHECKING:
    from collections.abc import Callable

#: The catalog of the messages of this package, which exists for fewer languages than that of what readers see.
_OWN = "blogext"

#: argparse's own messages, by their keys in its catalog, which Python does not include.
ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
)


@cache
def _catalog(languages: tuple[str, ...]) -> gettext.NullTranslations:
    own, pages = (gettext.translation(name, str(LOCALE), languages, fallback=True) for name in (_OWN, CATALOG))
    # A new site contains words for readers.
    own.add_fallback(pages)
    return own


def terminal_languages() -> tuple[str, ...]:
    """Return the languages requested by the environment, in gettext's order and notation."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    said = next((value for name in names if (value := os.environ.get(name))), "")
    # English has no catalog: without this, gettext would skip it for a language listed after it.
    codes = said.split(":")
    english = next((number for number, name in enumerate(codes) if name.lower().startswith("en")), len(codes))
    return tuple(codes[:english])


def site_language() -> str:
    """Return the language of a new site, in Sphinx's notation: that of the terminal if it has a catalog."""
    language = next(iter(terminal_languages()), "")
    if catalog := gettext.find(CATALOG, str(LOCALE), [language]):
        return Path(catalog).parents[1].name
    return "zh_CN" if language.lower().startswith("zh") else "en"


def words_in(language: str) -> Callable[[str], str]:
    """Return the function that translates messages into *language*, a code of a post."""
    return _catalog(() if language == "en" else (language,)).gettext


def _(message: str) -> str:
    """Return *message* in the language of the terminal."""
    return _catalog(terminal_languages()).gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    """Return *one* or *many* in the language of the terminal, by its plural rules for *number*."""
    return _catalog(terminal_languages()).ngettext(one, many, number)


def visible(text: object) -> str:
    """Return *text* on one line, with control characters escaped: input must not control the terminal."""
    # Letters: this skips a slower test for the most frequent characters. French has no-break spaces.
    letters = string.ascii_letters + "\xa0\u202f"
    return "".join(
        char if char in letters or char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in str(text)
    )
