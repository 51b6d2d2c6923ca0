"""Environments of rows and columns: matrices, cases, aligned equations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from sphinx_blogext.mathml.elements import fenced, flat, parent
from sphinx_blogext.mathml.tokens import MathError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: A table with more cells than this, including empty ones, is rejected.
MAX_CELLS = 2_500
_SIDES = {"l": "left", "r": "right"}


class Environment(NamedTuple):
    """The look of an environment: its delimiters, the alignment of its columns (repeated), its classes.

    ``numbered`` ones may have a tag in each row.
    """

    left: str = ""
    right: str = ""
    columns: str = "c"
    style: str = ""
    numbered: bool = False
    display: bool = False

    def attributes(self, *, has_tags: bool) -> dict[str, str]:
        attributes = {"displaystyle": "true"} if self.display else {}
        if "tex-aligned" in self.style:
            # For browsers that support it; the style sheet is for the others.
            attributes["columnspacing"] = "0em 2em 0em 2em 0em 2em" if self.columns == "rl" else "0.3em"
        if classes := " ".join(filter(None, (self.style, "tex-tagged" if has_tags else ""))):
            attributes["class"] = classes
        return attributes


_ALIGNED = Environment(columns="rl", style="tex-aligned", display=True)
ENVIRONMENTS: Mapping[str, Environment] = {
    "matrix": Environment(style="tex-matrix"),
    "pmatrix": Environment("(", ")", style="tex-matrix"),
    "bmatrix": Environment("[", "]", style="tex-matrix"),
    "Bmatrix": Environment("{", "}", style="tex-matrix"),
    "vmatrix": Environment("|", "|", style="tex-matrix"),
    "Vmatrix": Environment("‖", "‖", style="tex-matrix"),
    "smallmatrix": Environment(style="tex-small"),
    "array": Environment(),
    "darray": Environment(display=True),
    "subarray": Environment(style="tex-small"),
    "cases": Environment("{", columns="l", style="tex-cases"),
    "dcases": Environment("{", columns="l", style="tex-cases", display=True),
    "rcases": Environment(right="}", columns="l", style="tex-cases"),
    "drcases": Environment(right="}", columns="l", style="tex-cases", display=True),
    **dict.fromkeys("aligned alignedat split".split(), _ALIGNED),
    **dict.fromkeys("align alignat flalign".split(), _ALIGNED._replace(numbered=True)),
    "eqnarray": Environment(columns="rcl", style="tex-aligned tex-eqnarray", display=True, numbered=True),
    "gathered": Environment(display=True),
    **dict.fromkeys("gather multline equation displaymath math".split(), Environment(display=True, numbered=True)),
}


@dataclass
class Rows:
    """Cells by row, the tag of each row, and the rows that have a rule above them."""

    cells: list[list[Element]] = field(default_factory=list)
    tags: list[Element | None] = field(default_factory=list)
    rules: set[int] = field(default_factory=set)

    def only_cell(self) -> Element | None:
        return self.cells[0][0] if len(self.cells) == 1 and len(self.cells[0]) == 1 else None


def _table(environment: Environment, rows: Rows, specification: str) -> Element:
    has_tags = rows.tags.count(None) < len(rows.tags)
    table = Element("mtable", environment.attributes(has_tags=has_tags))
    columns, ruled = _columns(specification)
    if max(map(len, rows.cells)) * len(rows.cells) > MAX_CELLS:
        raise MathError(f"it contains a table with more than {MAX_CELLS} cells")
    lines = [[_cell(cell, column, columns, ruled) for column, cell in enumerate(cells)] for cells in rows.cells]
    for line, tag in zip(lines, rows.tags, strict=True):
        # Tags share a column only if all rows have the same number of cells.
        missing = [Element("mtd") for _ in range(max(map(len, lines)) - len(line))]
        table.append(parent("mtr", *(_with_tag(line + missing, tag) if has_tags else line)))
    for number in rows.rules & set(range(len(table))):
        table[number].set("class", "tex-rule-above")
    if len(table) in rows.rules and len(table) - 1 not in rows.rules:
        table[-1].set("class", "tex-rule-below")
    return table


def build_table(name: str, rows: Rows, specification: str = "") -> Element:
    """Return the environment *name*; *specification* is that of the columns of an array."""
    environment = ENVIRONMENTS[name]
    if environment.numbered and (body := rows.only_cell()) is not None:
        # One equation needs no table.
        tag = rows.tags[0]
        return parent("mstyle", body, displaystyle="true") if tag is None else tagged(body, tag)
    table = _table(environment, rows, specification or environment.columns)
    if environment.left or environment.right:
        return fenced(environment.left, table, environment.right)
    return parent("mstyle", table, scriptlevel="1") if environment.style == "tex-small" else table


def tagged(body: Element, tag: Element) -> Element:
    """Return a displayed formula with its tag at the end of the line."""
    line = parent("mtr", *_with_tag([parent("mtd", *flat(body))], tag))
    return parent("mtable", line, **{"class": "tex-tagged", "displaystyle": "true"})


def _with_tag(line: list[Element], tag: Element | None) -> list[Element]:
    """Return the cells between a gap and their tag, which have the same width."""
    gap = Element("mtd", {"class": "tex-gap"})
    return [gap, *line, parent("mtd", *([] if tag is None else flat(tag)), **{"class": "tex-tag"})]


def _cell(content: Element, column: int, columns: str, ruled: set[int]) -> Element:
    cell = parent("mtd", *flat(content))
    if side := _SIDES.get(columns[column % len(columns)]):
        cell.set("columnalign", side)
    classes = ["tex-rule-left"] * (column in ruled)
    if column + 1 == len(columns) and column + 1 in ruled:
        classes.append("tex-rule-right")
    if classes:
        cell.set("class", " ".join(classes))
    return cell


def _columns(specification: str) -> tuple[str, set[int]]:
    """Return the alignment of the columns, and which of them have a rule before them."""
    columns = ""
    ruled = set()
    for character in specification:
        if character in "lcr":
            columns += character
        elif character in {"|", ":"}:
            ruled.add(len(columns))
    return columns or "c", ruled
