"""The name of a post's file, by a rule that is reported and can be chosen."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

from sphinx_blogext.command.console import CommandError
from sphinx_blogext.command.terminal_words import _
from sphinx_blogext.core.addresses import is_generated
from sphinx_blogext.core.slugs import file_name

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: The title as it is; the date of the post; the title in Latin letters.
RULES = ("as-is", "date", "pinyin")


def name_of(title: str, rule: str | None, date: str, folder: Path) -> tuple[str, str]:
    """Return the file name, without suffix, for the post *title* in *folder*, and the reason for the choice.

    A title in Latin letters is kept by every rule; the rule ``date`` puts the date in front of it.
    """
    day = date[:10]
    name = file_name(title, _romanizer() if rule == "pinyin" else None)
    if rule == "date":
        spelt = name if name.isascii() else ""
        return _free(f"{day}-{spelt}" if spelt else day, folder), _("the date, by “--name date”")
    if not name:
        return _free(day, folder), _("the date, because the title has no letters")
    if is_generated(name):
        return f"{name}-post", _("“%s” is the name of a page that the blog generates") % name
    if rule == "pinyin":
        return name, _("the title in Latin letters, by “--name pinyin”")
    if not name.isascii():
        return name, _("the title as it is; alternatives: “--name date”, “--name pinyin”")
    return name, _("the title")


def _free(name: str, folder: Path) -> str:
    """Return *name*, with the first free number appended if it is taken: a day can have several posts."""
    taken = {path.name.partition(".")[0] for path in folder.iterdir()} if folder.is_dir() else set()
    if name not in taken:
        return name
    return next(candidate for number in range(2, len(taken) + 3) if (candidate := f"{name}-{number}") not in taken)


def _romanizer() -> Callable[[str], str]:
    try:
        # Imported here because the package is optional.
        spell: Callable[[str], str] = import_module("anyascii").anyascii
    except ImportError as error:
        message = _("“--name pinyin” needs the package anyascii: %s")
        raise CommandError(message % "pip install 'sphinx-blogext[ascii]'") from error
    # Make each Han character a word of its own.
    return lambda text: re.sub(r"(?<=[a-z])(?=[A-Z])", "-", spell(text)) if not text.isascii() else text
