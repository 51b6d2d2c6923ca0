"""Declaring a command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sphinx_blogext.command.terminal_words import _

if TYPE_CHECKING:
    from collections.abc import Callable

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], purpose: str, example: str
) -> argparse.ArgumentParser:
    """Declare the command *name* and return its parser."""
    parser = commands.add_parser(
        name,
        help=purpose,
        description=purpose,
        epilog=_("example:") + "\n" + "\n".join(f"  {line}" for line in example.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        # An abbreviation such as ``--dra`` could become ambiguous, or change its meaning, with a new option.
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser
