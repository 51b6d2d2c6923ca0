"""The entry point of the command line: parse the arguments and run a command, of this package or of another."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import entry_points
from typing import NoReturn

from sphinx_blogext.command import check, init, new, serve
from sphinx_blogext.command.terminal import PROBLEMS, USAGE, CommandError, add_command, painted, visible

#: An entry point has the name of its command, and refers to a module with a function ``declare``, as ours have.
GROUP = "sphinx_blogext.commands"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command given by *arguments*, by default those of the process, and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal with a limited character set shows all other characters as escapes.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except CommandError as error:
        _complain(str(error))
        return error.code
    except BrokenPipeError:
        # The reader has closed the pipe; without this, Python would report the error again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PROBLEMS
    except OSError as error:
        place = f"{visible(error.filename)}: " if error.filename else ""
        _complain(f"{place}{error.strerror or error}")
        return PROBLEMS
    except KeyboardInterrupt:
        return 130  # 128 and the number of the signal, as in shells
    return code


def _complain(message: str) -> None:
    print(f"{painted('blogext:', 'bad', sys.stderr)} {message}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="blogext",
        description="Create, write, preview and check a blog made with Sphinx.",
        epilog='For details and an example, run "blogext COMMAND --help".',
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for module in (init, new, serve, check):
        module.declare(commands)
    # Those of other packages: a command that cannot be loaded says why when it is run.
    for plugin in sorted(entry_points(group=GROUP)):
        try:
            module = plugin.load()
        except Exception as error:  # another package must not end all commands
            run = partial(_refuse, f'"blogext {plugin.name}" cannot run: {visible(error)}')
            example = f"blogext {plugin.name} --help"
            command = add_command(commands, plugin.name, run, f"Cannot run: {visible(error)}", example)
            command.add_argument("arguments", nargs=argparse.REMAINDER)
        else:
            module.declare(commands)
    return parser


def _refuse(reason: str, options: argparse.Namespace) -> NoReturn:
    raise CommandError(reason, USAGE)
