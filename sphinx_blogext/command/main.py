"""The entry point of the command line: parse the arguments and run a command."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sphinx_blogext.command import check, init, new, serve
from sphinx_blogext.command.console import PROBLEMS, CommandError, complain
from sphinx_blogext.command.plugins import declare_plugins
from sphinx_blogext.command.terminal_words import _, ngettext, visible
from sphinx_blogext.temporary import replaced

if TYPE_CHECKING:
    from collections.abc import Sequence

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command given by *arguments*, by default those of the process, and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal with a limited character set shows all other characters as escapes.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    # argparse looks up its own messages in a catalog that Python does not include.
    with replaced(argparse, _=_, ngettext=ngettext):
        options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except CommandError as error:
        complain(str(error))
        return error.code
    except BrokenPipeError:
        # The reader has closed the pipe; without this, Python would report the error again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PROBLEMS
    except OSError as error:
        place = f"{visible(error.filename)}: " if error.filename else ""
        complain(f"{place}{error.strerror or error}")
        return PROBLEMS
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="blogext",
        description=_("Create, write, preview and check a blog made with Sphinx."),
        epilog=_("For details and an example, run “blogext COMMAND --help”."),
    )
    commands = parser.add_subparsers(metavar=_("COMMAND"), required=True, title=_("commands"))
    for module in (init, new, serve, check):
        module.declare(commands)
    declare_plugins(commands)
    return parser
