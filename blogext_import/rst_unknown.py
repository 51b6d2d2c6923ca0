"""Directives and roles that Sphinx does not have: of a directive its content stays, of a role its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils.parsers.rst.directives import _directive_registry  # type: ignore[attr-defined]  # has no type

from blogext_import.rst_inline import ROLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Directives of Sphinx and ours, which docutils does not know before an application exists.
_KNOWN = frozenset(
    """
    code-block sourcecode literalinclude highlight toctree note seealso versionadded versionchanged
    deprecated only rubric centered hlist index glossary math figure tabularcolumns productionlist
    codeauthor sectionauthor acks cssclass rst-class default-domain post postlist update more blog-terms blog-news
    graphviz digraph graph todo plot mermaid automodule autoclass autofunction autosummary function class
    method option program
    """.split()
)
#: Directives that have been converted, or whose content is code.
_CONVERTED = frozenset({"thumbnail", "youtube", "vimeo", "media", "gist", "teaser_end", "end_teaser"})
#: Descriptions of drawings, with the options of their directives.
_DRAWING = re.compile(
    r"^([ ]*)\.\. (?:aafig|actdiag|blockdiag|ditaa|dot|gnuplot|nwdiag|plantuml|seqdiag|tikz|uml)::"
    r".*(?:\n[ ]+:[\w-]+:.*)*",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(
    r"(?P<indent>[ ]*)\.\. (?P<name>\|[^|]+\| )?(?P<directive>[\w-]+(?:[:.+][\w-]+)*)::(?:[ ]+(?P<value>.*))?"
)
_OPTION = re.compile(r"[ ]+:(?P<name>[\w-]+):(?:[ ]+(?P<value>.*))?")
_ROLE = re.compile(r"``.*?``|(?<![\w`:]):(?P<name>[A-Za-z][\w+.-]*):`(?P<text>[^`]+)`", re.DOTALL)
_OWN_ROLE = re.compile(r"^[ ]*\.\. (?:role|default-role):: *([\w-]+)", re.MULTILINE)
_TARGET = re.compile(r"\s?<[^<>]*>\Z")
_MARKUP = re.compile(r"([*`|\\_])")
_WORDS = re.compile(r"\S\s+\S|[^\x00-\x7f]")
#: What the directive and the role are called in the report.
DIRECTIVE = "the directive “%(name)s” is not built into Sphinx: its content stays"
ROLE = "the role “%(name)s” is not built into Sphinx: its text stays"


class _Block(NamedTuple):
    """An unknown directive: its indentation, and by how much its content moves to the left."""

    indent: int
    shift: int
    is_open: bool = True


def is_known(directive: str) -> bool:
    """Return whether Sphinx, docutils or a language domain of Sphinx has a directive."""
    domain, sign, _name = directive.partition(":")
    known = _KNOWN | _directive_registry.keys() | _CONVERTED
    return directive.lower() in known or bool(sign and domain in {"py", "c", "cpp", "js", "rst", "std", "math"})


def free_content(
    lines: Iterable[tuple[str, bool]], note: Callable[[int, str, str], None]
) -> list[tuple[str, bool]]:
    """Return the *lines*, each with whether it is code, as many as before, without unknown directives."""
    new: list[tuple[str, bool]] = []
    blocks: list[_Block] = []
    for number, (line, is_code) in enumerate(lines):
        _close(blocks, line)
        if (written := _read_option(blocks, line)) is not None:
            new.append((written, False))
            continue
        shift = blocks[-1].shift if blocks else 0
        match = None if is_code else _DIRECTIVE.fullmatch(line)
        if match and not is_known(match["directive"]):
            note(number, DIRECTIVE, match["directive"])
            blocks.append(_Block(_indent(line), shift))
            line = _head(match)
        new.append((line[min(shift, _indent(line)) :], is_code))
    return new


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _close(blocks: list[_Block], line: str) -> None:
    """Close the blocks that end above a line."""
    while line.strip() and blocks and _indent(line) <= blocks[-1].indent:
        blocks.pop()


def _read_option(blocks: list[_Block], line: str) -> str | None:
    """Return what an option of the last block becomes, or ``None`` for other lines, which end the options."""
    block = blocks[-1] if blocks else None
    if block is None or not block.is_open:
        return None
    if not line.strip():
        return ""
    if option := _OPTION.fullmatch(line):
        title = (option["value"] or "").strip() if option["name"] in {"title", "caption", "header"} else ""
        return f"{line[: block.indent - block.shift]}**{_escaped(title)}**" if title else ""
    blocks[-1] = block._replace(shift=block.shift + _indent(line) - block.indent, is_open=False)
    return None


def _head(match: re.Match[str]) -> str:
    """Return what the first line of an unknown directive becomes: its argument, if that has words."""
    value = (match["value"] or "").strip()
    if match["name"]:
        return f"{match['indent']}.. {match['name']}replace:: {value or match['directive']}"
    return f"{match['indent']}{value}" if _WORDS.search(value) else ""


def show_drawings(text: str) -> str:
    """Return a text with the drawings in it as code."""
    return _DRAWING.sub(lambda match: f"{match[1]}.. code-block:: none" + "\n" * match[0].count("\n"), text)


def free_roles(lines: Iterable[tuple[str, bool]], note: Callable[[int, str, str], None]) -> list[tuple[str, bool]]:
    """Return the *lines* without unknown roles, except in code."""
    rows = list(lines)
    text = "\n".join("" if is_code else line for line, is_code in rows)
    known = {*ROLES, *(name.lower() for name in _OWN_ROLE.findall(text))}

    def free(match: re.Match[str]) -> str:
        name = match["name"] or "code"
        if name.lower() in known or ":" in name:
            return match[0]
        note(text.count("\n", 0, match.start()), ROLE, name)
        shown = _escaped(_TARGET.sub("", match["text"]))
        return shown.ljust(len(match[0])) if _is_in_table(text, match.start()) else shown

    new = _ROLE.sub(free, text).split("\n")
    return [(line if is_code else shown, is_code) for (line, is_code), shown in zip(rows, new, strict=True)]


def without_roles(heading: str) -> str:
    """Return a heading without the roles that Sphinx does not have."""
    return free_roles([(heading, False)], lambda line, message, name: None)[0][0]


def _is_in_table(text: str, position: int) -> bool:
    """Return whether the columns of a table before a position may be what places that."""
    row = text[text.rfind("\n", 0, position) + 1 : position]
    return "|" in row or "  " in row.strip()


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
