"""Adds an entry to the last toctree of a document, whose text stays as it is otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.matching import patfilter

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

#: At the margin: what is indented may be part of a comment, or of a text that shows how to write a toctree.
_RST = pattern(r"\.\. toctree::\s*$")
_FENCE = pattern(r"(?P<fence>`{3,}|~{3,}|:{3,})\s*(?P<name>.*?)\s*$")
_OPTION = pattern(r"\s*:[\w-]+:")


def with_entry(text: str, entry: str, *, is_markdown: bool) -> str | None:
    """Return *text* with *entry* in its last toctree, or ``None`` if it has no toctree at the margin."""
    lines = text.splitlines(keepends=True)
    blocks = list(_markdown_blocks(lines) if is_markdown else _rst_blocks(lines, 0, len(lines)))
    if not blocks:
        return None
    start, end, indent = blocks[-1]
    content = [line.strip() for line in lines[start + 1 : end] if line.strip()]
    entries = [line for line in content if not _OPTION.match(line)]
    is_glob = ":glob:" in content
    if entry in entries or (is_glob and any(patfilter([entry], name) for name in entries)):
        return text
    last = max((number for number in range(start, end) if lines[number].strip()), default=start)
    newline = "\r\n" if lines[start].endswith("\r\n") else "\n"
    if not lines[last].endswith("\n"):
        lines[last] += newline
    if entries:
        indent = lines[last][: len(lines[last]) - len(lines[last].lstrip())]
    elif indent:
        indent = newline + indent
    lines.insert(last + 1, f"{indent}{entry}{newline}")
    return "".join(lines)


def _rst_blocks(lines: list[str], first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """Yield the first line of each toctree, the line after its last, and its indent."""
    for start in (number for number in range(first, last) if _RST.match(lines[number])):
        rest = (
            number for number in range(start + 1, last) if lines[number].strip() and lines[number][0] not in " \t"
        )
        yield start, next(rest, last), "   "


def _markdown_blocks(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the same for toctrees that are in no other directive, except in reStructuredText."""
    fence, name, start, is_comment = "", "", 0, False
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if is_comment or (not fence and line.startswith("<!--")):
            is_comment = "-->" not in line
        elif match and not fence:
            fence, name, start = match["fence"], match["name"], number
        elif match and match["fence"].startswith(fence) and not match["name"]:
            if name == "{toctree}":
                yield start, number, ""
            elif name == "{eval-rst}":
                yield from _rst_blocks(lines, start + 1, number)
            fence = ""
