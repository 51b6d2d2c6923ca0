"""The blocks of Quarto and pandoc: callouts, sets of tabs, and other blocks with classes between colons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies.boxes import header
from blogext_import.bodies.containers import CLOSE, MADE, OPEN, match_fences
from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_places, outside
from blogext_import.headings import heading_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blogext_import.bodies.work import BodyContext, Dialect, Report

_BLOCK = re.compile(r"[ ]*(?P<colons>:{3,})[ \t]*(?:\{(?P<attributes>[^{}]*)\}|(?P<name>[\w-]+))[ \t]*:*[ \t]*")
_SPAN = re.compile(r"\](?P<braces>\{[ ]?[.#][^{}\n]*\})")
_CLASS = re.compile(r"(?<!\S)\.([A-Za-z][\w-]*)")
_VALUE = re.compile(r"(?<!\S)(title|collapse)=[\"']?([^\"']*)")
_HEADING = re.compile(r"(#{1,6})[ \t]+(?P<title>.*)")


def convert_blocks(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with its blocks as directives and its spans as MyST's; ``None`` if there are neither."""
    if context.engine != "quarto" or not (":::" in text or _SPAN.search(text)):
        return None
    rows, edits = text.split("\n"), Edits(Lines(text))
    for span in outside(find_places(text, "").code, _SPAN.finditer(text)):
        edits.insert(span.start("braces"), MADE)
    for first, last in match_fences(rows).items():
        if block := _BLOCK.fullmatch(rows[first]):
            _write_block(edits, rows, block, first, last)
    return edits.apply()


def _write_block(edits: Edits, rows: Sequence[str], block: re.Match[str], first: int, last: int) -> None:
    """Write the block from the line *first* to *last* as a directive."""
    lines, attributes = edits.lines, block["attributes"] or ""
    classes = _CLASS.findall(attributes) or [block["name"] or "block"]
    head, titled = _head(classes, attributes, rows[first + 1 : last])
    edits.replace(lines.start(first), lines.end(first + titled), "\n".join([f"{OPEN}{head[0]}", *head[1:], ""]))
    if classes[0] == "panel-tabset":
        _write_tabs(edits, rows, first, last)
    edits.replace(lines.start(last), lines.end(last), CLOSE)


def _head(classes: Sequence[str], attributes: str, rows: Sequence[str]) -> tuple[list[str], int]:
    """Return the first lines of a directive, and how many lines of the block they are made of."""
    kind = next((name.removeprefix("callout-") for name in classes if name.startswith("callout-")), "")
    if classes[0] == "panel-tabset":
        return ["{tab-set}"], 0
    if not kind:
        return [f"{{container}} {' '.join(classes)}"], 0
    values = dict(_VALUE.findall(attributes))
    fold = {"true": "closed", "false": "open"}.get(values.get("collapse", ""), "")
    place = next((number for number, row in enumerate(rows) if row.strip()), 0)
    heading = _HEADING.fullmatch(rows[place]) if rows else None
    title = heading_text(heading["title"]) if heading else values.get("title")
    return header(kind, title, fold=fold), place + 1 if heading else 0


def _write_tabs(edits: Edits, rows: Sequence[str], first: int, last: int) -> None:
    """Make a tab of each part of a set that begins with a heading of the highest level in it."""
    heads = {number: match for number in range(first + 1, last) if (match := _HEADING.fullmatch(rows[number]))}
    top = min((len(match[1]) for match in heads.values()), default=0)
    tabs = [number for number, match in heads.items() if len(match[1]) == top]
    for number in tabs:
        before = "" if number == tabs[0] else f"{CLOSE}\n\n"
        row = f"{before}{OPEN}{{tab-item}} {heading_text(heads[number]['title'])}\n"
        edits.replace(edits.lines.start(number), edits.lines.end(number), row)
    if tabs:
        edits.insert(edits.lines.start(last), f"{CLOSE}\n\n")
