"""Nikola's directives for lists of posts and for files of code, as those of this package and of Sphinx."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

#: Options of Nikola's lists of posts, and ours.
POST_LIST = {"stop": "limit", "tags": "tags", "categories": "category"}
#: Those that change nothing here.
POST_LIST_IGNORED = frozenset({"id", "lang"})
_POST_LIST = re.compile(r"(?P<indent>[ ]*)\.\. post-list::[ ]*")
_OPTION = re.compile(r"(?P<start>[ ]+):(?P<name>[\w-]+):[ ]*(?P<value>.*)")


def convert_post_lists(lines: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Return lines, each with whether it is code, with lists of posts converted; others stay.

    The number of lines does not change.
    """
    made = list(lines)
    for place, (line, is_code) in enumerate(lines):
        found = None if is_code else _POST_LIST.fullmatch(line)
        if found is None:
            continue
        options: list[str] | None = []
        for text, _is_code in lines[place + 1 :]:
            if not (option := _OPTION.fullmatch(text)) or len(option["start"]) <= len(found["indent"]):
                break
            new = _post_list_option(option)
            options = None if options is None or new is None else [*options, new]
        if options is not None:
            # Where an option is left out, an empty line ends the directive.
            new_lines = [f"{found['indent']}.. postlist::", *sorted(options, key=lambda option: not option)]
            made[place : place + len(new_lines)] = [(each, False) for each in new_lines]
    return made


def _post_list_option(option: re.Match[str]) -> str | None:
    """Return our option for one of a list of posts, ``""`` for none, or ``None`` if there is no equivalent."""
    name, value = option["name"].replace("_", "-"), option["value"].strip()
    if name in POST_LIST_IGNORED:
        return ""
    is_known = name in POST_LIST and (name != "stop" or re.fullmatch(r"[1-9]\d*", value))
    return f"{option['start']}:{POST_LIST[name]}: {value}" if is_known and value else None


def listing(start: str, value: str, find_file: Callable[[str], str | None]) -> str | None:
    """Return the directive that shows a file of the folder of listings, or ``None`` if there is no such file."""
    name, _space, language = value.partition(" ")
    found = find_file(f"/listings/{name}") or find_file(f"/{name}") or find_file(name)
    if not found:
        return None
    indent = " " * (len(start) - len(start.lstrip()) + 3)
    return f"{start}literalinclude:: {found}\n{indent}:language: {language.strip() or 'text'}"
