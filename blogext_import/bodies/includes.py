"""Files that texts include with scissors lines, ``--8<--``, and paths with spaces, both of Python-Markdown."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_places, outside

if TYPE_CHECKING:
    from collections.abc import Callable

    from blogext_import.bodies.work import BodyContext, Dialect, Report

_SCISSORS = re.compile(
    r"^(?P<margin>[ \t>]*)-+8<-+(?:[ \t]+\"(?P<name>[^\"\n]+)\""
    r"|[ \t]*\n(?P<names>(?:(?![ \t>]*-+8<-+)[^\n]*\n)+)[ \t>]*-+8<-+)[ \t]*$",
    re.MULTILINE,
)
#: How many files one of them may bring along.
_MOST = 50
#: A path in the syntax of Pelican, which may be followed by a title.
_PATH = re.compile(
    r"(?<=\]\()[ \t]*(?P<path>(?:\{[a-z]+\}|\|[a-z]+\|)[^\s<>()\"]+(?: +[^\s<>()\"']+)+)[ \t]*(?=\)|[ \t][\"'])"
)


def expand_includes(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with included files inserted, in code as well; ``None`` if there are none."""
    if not dialect.pymdown or "8<-" not in text:
        return None
    edits = Edits(Lines(text))
    code = find_places(text, "").code
    for scissors in _SCISSORS.finditer(text):
        names, seen, line = _names(scissors), set[str](), edits.lines.number(scissors.start())
        if rows := _read_all(names, context, seen, partial(report.add, line)):
            edits.replace(*scissors.span(), "\n".join((scissors["margin"] + row).rstrip() for row in rows))
            continue
        report.add(line, "the included file %(name)s is not found", name=", ".join(names))
        for match in outside(code, [scissors]):
            edits.replace(*match.span(), f"{match['margin']}<!-- {match[0].strip()} -->")
    return edits.apply()


def _names(scissors: re.Match[str]) -> list[str]:
    """Return the names of the files to include."""
    lines = (scissors["name"] or scissors["names"]).split("\n")
    return list(filter(None, (line.strip(" \t>") for line in lines)))


def _read_all(names: list[str], context: BodyContext, seen: set[str], note: Callable[..., None]) -> list[str]:
    """Return the lines of the files *names*, with what they include; none, if one of them is not found.

    What a file includes is inserted once, so that a file may include itself.
    """
    texts = [_read(name, context) for name in names]
    if not texts or None in texts:
        return []
    seen.update(names)

    def nested(scissors: re.Match[str]) -> str:
        others = _names(scissors)
        if seen.isdisjoint(others) and len(seen) < _MOST:
            return "\n".join(scissors["margin"] + row for row in _read_all(others, context, seen, note))
        note("the included file %(name)s includes itself: left out", name=", ".join(others))
        return ""

    return _SCISSORS.sub(nested, "\n".join((text or "").rstrip("\n") for text in texts)).split("\n")


def _read(name: str, context: BodyContext) -> str | None:
    """Return the text of a file, or of the requested lines or section of it."""
    path, _, part = name.partition(":")
    text = context.read_include(path)
    if text is None or not part:
        return text
    if numbers := re.fullmatch(r"(\d{0,9})(?::(\d{0,9}))?", part):
        return "\n".join(text.split("\n")[max(int(numbers[1] or 1) - 1, 0) : int(numbers[2] or 1 << 30)])
    start, end = (
        re.search(rf"^.*--8<-- \[{mark}:{re.escape(part)}\].*$", text, re.MULTILINE) for mark in ("start", "end")
    )
    return text[start.end() : end.start()].strip("\n") if start and end else None


def quote_paths(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with Pelican's paths in angle brackets if they contain spaces; ``None`` if none do."""
    if context.engine != "pelican" or not _PATH.search(text):
        return None
    edits = Edits(Lines(text))
    for match in outside(find_places(text, "").code, _PATH.finditer(text)):
        edits.replace(*match.span(), f"<{match['path']}>")
    return edits.apply()
