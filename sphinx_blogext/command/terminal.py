"""The terminal: commands and their arguments, colors, questions and errors, and its language for new sites."""

import argparse
import gettext
import os
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import TextIO, TypeAlias

from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.files import LOCALE
from sphinx_blogext.lang.words import CATALOG
from sphinx_blogext.markup.quote import one_line

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

#: Exit codes: no problems; problems found, or the command failed; the command was called incorrectly.
FINE, PROBLEMS, USAGE = 0, 1, 2
_COLORS = {"good": 32, "bad": 31, "note": 33, "name": 36, "faint": 2}
#: The catalog of the words of new sites, which exists for fewer languages than that of what readers see.
_OWN = "blogext"
#: The width of comments in columns, of which a Han character takes two.
_WIDTH = 100


class CommandError(Exception):
    """An error that ends the command: a message for the user, and the exit code."""

    def __init__(self, message: str, code: int = PROBLEMS) -> None:
        super().__init__(message)
        self.code = code


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], purpose: str, example: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=purpose,
        description=purpose,
        epilog="example:\n" + "\n".join(f"  {line}" for line in example.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        # An abbreviation such as ``--dra`` could become ambiguous, or change its meaning, with a new option.
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def site_language() -> str:
    """Return the language of a new site, in Sphinx's notation: that of the terminal if it has a catalog."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    language = next((value for name in names if (value := os.environ.get(name))), "").partition(":")[0]
    if catalog := gettext.find(CATALOG, str(LOCALE), [language]):
        return Path(catalog).parents[1].name
    return "zh_CN" if language.lower().startswith("zh") else "en"


def words_in(language: str) -> Callable[[str], str]:
    """Return the function that translates the words of a new site into *language*, a code of a post."""
    own, pages = (gettext.translation(name, str(LOCALE), [language], fallback=True) for name in (_OWN, CATALOG))
    # A new site contains words for readers.
    own.add_fallback(pages)
    return own.gettext


def local_zone() -> str:
    """Return the time zone of this machine by its IANA name, or ``""`` if it is UTC or has no name."""
    name = os.environ.get("TZ", "").lstrip(":") or os.path.realpath("/etc/localtime").rpartition("zoneinfo/")[2]
    try:
        parse_zone(name)
    except ValueError:
        return ""
    return "" if name.rpartition("/")[2].upper() in {"UTC", "UCT", "GMT", "ZULU"} else name


def comment(text: str) -> str:
    """Return *text* as a comment of Python, on as many lines as it needs."""
    width = _WIDTH // 2 if sum(map(len, text.split())) > len(text) * 0.95 and not text.isascii() else _WIDTH
    return "\n".join(f"# {line}" for line in wrap(one_line(text), width - 2)) or "#"


def visible(text: object) -> str:
    """Return *text* on one line, with control characters escaped: input must not control the terminal."""
    # French has no-break spaces.
    return "".join(
        char if char.isprintable() or char in "\xa0\u202f" else char.encode("unicode_escape").decode("ascii")
        for char in str(text)
    )


def painted(text: str, kind: str, stream: TextIO | None = None) -> str:
    """Return *text* in the color of its *kind* if *stream*, by default the standard output, shows colors."""
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return f"\x1b[{_COLORS[kind]}m{text}\x1b[0m" if (stream or sys.stdout).isatty() and not is_plain else text


def ask(question: str, default: str = "") -> str:
    """Return the answer to *question*, or *default* if there is none, or nobody at the terminal to give one."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return default
    try:
        answer = input(f"{question} [{default}] " if default else f"{question} ")
    except EOFError:
        return default
    return answer.strip() or default
