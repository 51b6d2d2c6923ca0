"""Tables as in GitHub's Markdown: with one rule, which is below a header, and no bare pipes in code."""

import re
from itertools import dropwhile, filterfalse

from blogext_import.bodies.edits import Edited, Edits
from blogext_import.bodies.scan import scan
from blogext_import.bodies.tags import outside
from blogext_import.bodies.work import BodyContext, Dialect, Report

#: Lines up to the next empty line or list of attributes; rules, and those that may be below a header.
_BLOCK = re.compile(r"(?:^(?![ ]{0,3}\{:(?!:))[^\n]*[^\s>][^\n]*(?:\n|\Z))+", re.MULTILINE)
_RULE = re.compile(r"(?=.*\|)[ \t>]*[+|: \t]*[=-][+|: \t=-]*")
_MARK = re.compile(r"[ \t>]*[+|: \t]*-[+|: \t-]*")
_PIPE = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(?<![`\\])(?P<ticks>`+)(?!`)[^\n]+?(?<!`)(?P=ticks)(?!`)")


def mend_tables(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with its tables as in GitHub's Markdown, or ``None`` if they are already."""
    if not dialect.code_in_cells or "|" not in text:
        return None
    mend = _from_kramdown if context.engine == "jekyll" else _escaped
    tables = [table for table in _BLOCK.finditer(text) if "|" in table[0] and mend(table[0]) != table[0]]
    if not tables:
        return None
    contents = scan(text, with_text=False)
    edits = Edits(contents.lines)
    blocks = map(contents.rows, contents.blocks("fence", "code_block", "html_block", "math_block"))
    for table in outside(
        [(edits.lines.start(first), edits.lines.start(after)) for first, after in blocks], tables
    ):
        edits.replace(*table.span(), mend(table[0]))
    return edits.apply()


def _escaped(table: str) -> str:
    """Return a table with a backslash before each pipe in code, where Markdown shows one fewer than it has."""
    is_table = any(map(_MARK.fullmatch, table.split("\n")[1:2]))
    return _CODE.sub(lambda code: code[0].replace("|", "\\|"), table) if is_table else table


def _from_kramdown(table: str) -> str:
    """Return a table in which rules may be anywhere: the first below a row is that of the header."""
    rows = table.rstrip("\n").split("\n")
    body = list(filterfalse(_RULE.fullmatch, rows))
    # Between dollar signs, a pipe is rather part of a formula.
    is_formula = "$" in table and len(body) == len(rows)
    if is_formula or not body or not all(row.lstrip(" \t>").startswith("|") for row in body):
        return _escaped(table)
    mark = next(filter(_MARK.fullmatch, dropwhile(_RULE.fullmatch, rows)), "").replace("+", "|")
    margin, width = body[0][: body[0].index("|") + 1], max(map(_width, body))
    head = _widened(body.pop(0) if mark else f"{margin}  |", width, "  |")
    rule = _widened(mark or f"{margin} --- |", width, " --- |")
    return _escaped("\n".join([head, rule, *body]) + table[len(table.rstrip("\n")) :])


def _widened(row: str, width: int, cell: str) -> str:
    return row if _width(row) >= width else row.rstrip() + cell * (width - _width(row))


def _width(row: str) -> int:
    return len(_PIPE.split(_CODE.sub("", row).strip(" \t>").removeprefix("|").removesuffix("|")))
