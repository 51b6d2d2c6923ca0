"""What the command says, in the language of the terminal."""

from __future__ import annotations

import gettext
import os
import string
from functools import cache

from sphinx_blogext.core.marks import N_
from sphinx_blogext.files import LOCALE
from sphinx_blogext.i18n import CATALOG

#: What argparse says itself, by the names of its own catalog, which Python does not bring.
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
    return gettext.translation(CATALOG, str(LOCALE), languages, fallback=True)


def terminal_languages() -> tuple[str, ...]:
    """Return the languages that the environment asks for, in the order and by the names of gettext."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    said = next((value for name in names if (value := os.environ.get(name))), "")
    # Without this English would be passed over for a language named after it.
    wanted = said.split(":")
    english = next((number for number, name in enumerate(wanted) if name.lower().startswith("en")), len(wanted))
    return tuple(wanted[:english])


def _(message: str) -> str:
    """Return *message* in the language of the terminal."""
    return _catalog(terminal_languages()).gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    """Return *one* or *many*, in the language of the terminal, by its rules for *number*."""
    return _catalog(terminal_languages()).ngettext(one, many, number)


def visible(text: object) -> str:
    """Return *text* in one line without what would steer a terminal: what was typed or read is only shown."""
    kept = string.ascii_letters  # the most frequent characters need no second look
    return "".join(
        char if char in kept or char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in str(text)
    )
