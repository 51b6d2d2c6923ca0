"""Patterns of paths in the settings of other engines, as regular expressions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blogext_import.old_files import Source

#: Why a document is not imported, for those who have forgotten the setting.
LEFT_OUT = "is excluded by the configuration of the old site: left out"
_TOKEN = re.compile(
    r"(?P<folders>(?:(?<=/)|\A)\*\*/)|(?P<every>\*\*+)|(?P<group>\{)|\[(?P<set>[!^]?\]?[^\]]+)\]"
    r"|(?P<several>\*)|(?P<one>\?)|(?P<next>,)|(?P<end>\})|\\(?P<escaped>.)|(?P<plain>.)",
    re.DOTALL,
)


@lru_cache(maxsize=256)
def glob_pattern(glob: str, *, crosses: bool = False) -> re.Pattern[str]:
    """Return the regular expression for a whole path that matches *glob*.

    It may contain ``**``, sets of characters, and alternatives in braces. With *crosses*, ``*`` and ``?`` match
    slashes as well.
    """
    char = "." if crosses else "[^/]"
    wild = {"folders": "(?:.*/)?", "every": ".*", "several": f"{char}*", "one": char}
    braces = {"group": "(?:", "next": "|", "end": ")"}
    parts: list[str] = []
    depth = 0
    for token in _TOKEN.finditer(glob):
        kind = str(token.lastgroup)
        if kind in braces and (depth or kind == "group"):
            parts.append(braces[kind])
            depth += (kind == "group") - (kind == "end")
        elif kind == "set":
            chars = re.sub(r"([\\\[&~|])", r"\\\1", token["set"])
            parts.append(f"[^{chars[1:]}]" if chars[0] in "!^" else f"[{chars}]")
        else:
            parts.append(wild.get(kind) or re.escape(token[kind]))
    try:
        return re.compile("".join(parts), re.DOTALL)
    except re.error:
        return re.compile(re.escape(glob))


def any_glob(globs: Iterable[str], *, crosses: bool = False) -> Callable[[str], bool]:
    """Return a function that tells whether a path matches one of the *globs*."""
    patterns = [glob_pattern(glob, crosses=crosses) for glob in globs]
    return lambda path: any(pattern.fullmatch(path) for pattern in patterns)


def any_expression(expressions: Iterable[str], source: Source, path: str) -> Callable[[str], bool]:
    """Return a function that tells whether one of the regular *expressions* is found in a text.

    Note those in the file *path* that are not valid here.
    """
    patterns = []
    for text in expressions:
        try:
            patterns.append(re.compile(text))
        except (re.error, RecursionError, OverflowError) as error:
            message = "the pattern “%(value)s” cannot be read: %(reason)s"
            source.note(path, 0, message, value=text, reason=error)
    return lambda name: any(pattern.search(name) for pattern in patterns)
