"""Lines on the terminal: colours where there is one, and problems that end a command."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

#: Nothing to complain of; something found or gone wrong; the command was called in a wrong way.
FINE, PROBLEMS, USAGE = 0, 1, 2

_COLOURS = {"good": 32, "bad": 31, "note": 33, "name": 36, "faint": 2}


class CommandError(Exception):
    """What cannot be done: a sentence for whoever typed the command, and its exit code."""

    def __init__(self, message: str, code: int = PROBLEMS) -> None:
        super().__init__(message)
        self.code = code


def has_colours(stream: TextIO) -> bool:
    """Return whether colours are wanted in *stream*: on a terminal, unless ``NO_COLOR`` is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, kind: str, stream: TextIO | None = None) -> str:
    """Return *text* in the colour of its *kind* where *stream*, by default the output, shows colours."""
    return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if has_colours(stream or sys.stdout) else text


def complain(message: str) -> None:
    """Say what is wrong."""
    print(f"{painted('blogext:', 'bad', sys.stderr)} {message}", file=sys.stderr)
