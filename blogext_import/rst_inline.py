"""Roles and directives of reStructuredText that Sphinx does not have, and links to posts and files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst.directives import _directive_registry  # type: ignore[attr-defined]  # has no type

from sphinx_blogext.markup.quote import rst_adorned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_CODE = re.compile(r"``.*?``", re.DOTALL)
#: Everything in backquotes, and URLs in the text, which are links.
_INLINE = re.compile(
    r"``.*?``"
    r"|`(?P<text>[^`<>]*)<(?P<target>[^`<>\s]+)>`(?P<end>__?)"
    r"|:doc:`(?:(?P<label>[^`<>]*)<(?P<titled>[^`<>]+)>|(?P<name>[^`<>]+))`"
    r"|`[^`]*`"
    r"|(?:(?<=[\s(\[{'\"])|^)(?P<url>https?://[!-;=?-_a-{}~]+(?<![.,;:!?)\]}'\"]))(?!\w)",
    re.DOTALL,
)
#: What precedes a URL that is not text: the name of a target, or of a field or an option.
_NAME = re.compile(r"(?:^|\n)\s*(?:\.\. __?[^\n]*:|__|:[^:\n]+:)\s*\Z")
_ROLE_START = re.compile(r"(?<![\w`:]):(?P<name>[A-Za-z][\w+.-]*):`(?!`)")
_INLINE_MARKUP = re.compile(r"[`*|\\]|\w_(?!\w)")
#: A tag of Nikola.
_SHORTCODE = re.compile(r"(?P<name>\{\{%.*?%\}\})", re.DOTALL)
#: Roles of Sphinx and of the Python domain; roles of other domains have a prefix.
ROLES = frozenset(
    """
    doc ref download numref keyword option envvar token term abbr command dfn file guilabel kbd
    mailheader makevar manpage menuselection mimetype newsgroup pep rfc program regexp samp index any eq
    cve cwe math code raw sub class func meth mod attr exc data obj const sup superscript subscript
    emphasis strong literal title title-reference t target uri-reference
    """.split()
)
#: What is reported and stays.
_KEPT = {
    _ROLE_START: "the role “%(name)s” is not built into Sphinx",
    _SHORTCODE: "the tag %(name)s is kept as text",
}
#: The first line of a table: with a grid, and of the simple form, whose borders also end it.
_GRID = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
_BORDER = re.compile(r"\s*=+(?:[ ]+=+)+[ ]*")
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


def plain_rst(text: str) -> str:
    """Return one line of reStructuredText as plain text."""
    if not _INLINE_MARKUP.search(text):
        return text
    # As a heading, so that nothing but its inline markup is read. Roles may be unknown here; their text counts.
    line = _ROLE_START.sub("`", " ".join(text.split()))
    settings = {"report_level": 5, "raw_enabled": False, "file_insertion_enabled": False}
    document = publish_doctree(rst_adorned(line), settings_overrides=settings)
    title = document.next_node(nodes.title)
    return title.astext() if title is not None else text


@dataclass(frozen=True, slots=True)
class InlineLinks:
    """Converts paragraphs; *find_target* returns the target of a link that does not lead to a post.

    It and *note*, which takes a message and the name in it, also receive the number of the line.
    """

    find_post: Callable[[str], str | None]
    find_target: Callable[[str, int], str]
    note: Callable[[int, str, str], None]

    def convert(self, text: str, number: int) -> str:
        """Return the paragraph *text*, which begins at line *number*, with its links converted."""
        self._report(text, number)
        return _INLINE.sub(lambda match: self._converted(match, number + _lines_to(match)), text)

    def convert_row(self, line: str, number: int) -> str:
        """Return a *line* of a table, whose columns would move, as it is; note the links in it."""
        self._report(line, number)
        for match in _INLINE.finditer(line):
            if self._converted(match, number) != match[0]:
                self.note(number, "a link in a table is kept as it is: %(name)s", match[0])
        return line

    def _report(self, text: str, number: int) -> None:
        """Note the roles and tags that stay as they are."""
        codes = [match.span() for match in _CODE.finditer(text)]
        for pattern, message in _KEPT.items():
            for match in pattern.finditer(text):
                is_code = any(start <= match.start() < end for start, end in codes)
                if not is_code and match["name"].lower() not in ROLES:
                    self.note(number + _lines_to(match), message, match["name"])

    def _converted(self, match: re.Match[str], line: int) -> str:
        """Return what replaces an element: the element itself, if it is nothing of another engine."""
        target = next(filter(None, match.group("target", "titled", "name", "url")), "")
        document = self.find_post(target) if target else None
        if match["url"] and _NAME.search(match.string[: match.start()]):
            return match[0]
        text = (match["text"] or match["label"] or "").rstrip()
        if match["end"] is None:
            label = f"{text} <{document}>" if text else document
            return f":doc:`{label}`" if document else match[0]
        if document:
            return f":doc:`{text or target} <{document}>`"
        return f"`{text} <{self.find_target(target, line)}>`{match['end']}".replace("` <", "`<")


def table_rows(lines: Sequence[str]) -> set[int]:
    """Return the indices of the *lines* that are in tables, whose columns are defined by characters."""
    rows: set[int] = set()
    start, is_grid = None, False
    for place, line in enumerate([*lines, ""]):
        if start is None and (_GRID.fullmatch(line) or _BORDER.fullmatch(line)):
            start, is_grid = place, "+" in line
        elif start is not None and not line.strip() and (is_grid or _BORDER.fullmatch(lines[place - 1])):
            rows.update(range(start, place))
            start = None
    return rows


def _lines_to(match: re.Match[str]) -> int:
    return match.string.count("\n", 0, match.start())


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
        while line.strip() and blocks and _indent(line) <= blocks[-1].indent:
            blocks.pop()
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
