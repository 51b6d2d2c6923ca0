"""Terminal output: colors where they are supported, and errors that end a command."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

#: Exit codes: no problems; problems found, or the command failed; the command was called incorrectly.
FINE, PROBLEMS, USAGE = 0, 1, 2

_COLOURS = {"good": 32, "bad": 31, "note": 33, "name": 36, "faint": 2}


class CommandError(Exception):
    """An error that ends the command: a message for the user, and the exit code."""

    def __init__(self, message: str, code: int = PROBLEMS) -> None:
        super().__init__(message)
        self.code = code


def has_colours(stream: TextIO) -> bool:
    """Return whether to color output to *stream*: on a terminal, unless ``NO_COLOR`` is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, kind: str, stream: TextIO | None = None) -> str:
    """Return *text* in the color of its *kind* if *stream*, by default the standard output, shows colors."""
    return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if has_colours(stream or sys.stdout) else text


def ask(question: str, default: str = "") -> str:
    """Return the answer to *question*, or *default* if there is none, or nobody at the terminal to give one."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return default
    try:
        answer = input(f"{question} [{default}] " if default else f"{question} ")
    except EOFError:
        return default
    return answer.strip() or default


def complain(message: str) -> None:
    """Print *message* as an error."""
    print(f"{painted('blogext:', 'bad', sys.stderr)} {message}", file=sys.stderr)
