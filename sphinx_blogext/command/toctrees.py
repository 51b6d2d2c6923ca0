"""Adds an entry to the last toctree of a document, whose text stays as it is otherwise."""

from __future__ import annotations

import re
from itertools import filterfalse
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from sphinx.util.matching import patfilter

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

#: At the margin: what is indented may be part of a comment, or of a text that shows how to write a toctree.
_RST = pattern(r"\.\. toctree::\s*$")
#: The first line that is not of a directive.
_TEXT = pattern(r"\S")
#: All but the indent.
_MARGIN = pattern(r"\S.*", re.DOTALL)
#: An empty line, or an option.
_NO_ENTRY = pattern(r"\s*(?::[\w-]+:|$)")


def with_entry(text: str, entry: str, *, is_markdown: bool) -> str | None:
    """Return *text* with *entry* in its last toctree, or ``None`` if it has no toctree at the margin."""
    lines = text.splitlines(keepends=True)
    blocks = list(_markdown_blocks(text, lines) if is_markdown else _rst_blocks(lines, 0, len(lines)))
    if not blocks:
        return None
    start, end, indent = blocks[-1]
    entries = list(filterfalse(_NO_ENTRY.match, lines[start + 1 : end]))
    # One that has wildcards but is no pattern names no document either.
    if any(patfilter([entry], line.strip()) for line in entries):
        return text
    newline = "\r\n" if lines[start].endswith("\r\n") else "\n"
    # An entry follows the last one as that stands, and options after an empty line.
    margin = _MARGIN.sub("", entries[-1]) if entries else f"{newline}{indent}" * bool(indent)
    last = max(number for number in range(start, end) if lines[number].strip())
    lines[last] = f"{lines[last].rstrip()}{newline}{margin}{entry}{newline}"
    return "".join(lines)


def _rst_blocks(lines: list[str], first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """Yield the first line of each toctree, the line after its last, and the indent of what it contains."""
    for start in (number for number in range(first, last) if _RST.match(lines[number])):
        yield start, next((number for number in range(start + 1, last) if _TEXT.match(lines[number])), last), "   "


def _markdown_blocks(text: str, lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the same for toctrees that are in no other directive or comment, except in reStructuredText."""
    for token in MarkdownIt("commonmark").use(colon_fence_plugin).parse(text):
        if token.level or token.map is None:
            continue
        start, end = token.map
        if token.info.strip() == "{toctree}":
            yield start, end - 1, ""
        elif token.info.strip() == "{eval-rst}":
            yield from _rst_blocks(lines, start + 1, end - 1)
