"""Commands of other packages, found through their entry points."""

from __future__ import annotations

import argparse
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, NoReturn

from sphinx_blogext.command.console import USAGE, CommandError
from sphinx_blogext.command.subparsers import add_command
from sphinx_blogext.command.terminal_words import _, visible

if TYPE_CHECKING:
    from sphinx_blogext.command.subparsers import Commands

#: An entry point has the name of its command, and refers to a module with a function ``declare``, as ours have.
GROUP = "sphinx_blogext.commands"
#: The command of the package ``blogext_import``, and what installs that package with all it needs.
_IMPORT, _INSTALL = "import", 'python -m pip install "sphinx-blogext[import]"'


def declare_plugins(commands: Commands) -> None:
    """Declare the commands of other packages; a command that cannot be loaded says why when it is run."""
    plugins = {plugin.name: plugin for plugin in entry_points(group=GROUP)}
    for name in sorted({*plugins, _IMPORT}):
        try:
            if name not in plugins:
                raise ModuleNotFoundError("No module named 'blogext_import'")
            module = plugins[name].load()
        except Exception as error:  # another package must not end all commands
            _declare_broken(commands, name, visible(error))
        else:
            module.declare(commands)


def _declare_broken(commands: Commands, name: str, reason: str) -> None:
    """Declare a command that only says why it cannot run."""

    def run(options: argparse.Namespace) -> NoReturn:
        message = _("“blogext %(command)s” cannot run: %(reason)s") % {"command": name, "reason": reason}
        more = _("to install what it needs, run: %s") % _INSTALL if name == _IMPORT else ""
        raise CommandError("\n  ".join(filter(None, (message, more))), USAGE)

    parser = add_command(commands, name, run, _("Cannot run: %s") % reason, f"blogext {name} --help")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
