"""Parse container blocks of other engines: ``!!!``, ``???``, ``===``, ``:::``, and converted tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

#: Start the opening and closing lines of containers made from tags. These characters are removed from posts first.
OPEN, CLOSE = "\x02", "\x03"
#: Precedes braces that are already MyST.
MADE = "\x04"
#: Rules that a container may interrupt.
INTERRUPTS = ["paragraph", "reference", "blockquote", "list", "footnote_def"]

DIRECTIVES = tuple("attention caution danger error hint important note tip warning".split())
#: Admonitions of all engines, and the MyST admonitions whose look they get.
LIKE = {
    **dict(zip(DIRECTIVES, DIRECTIVES, strict=True)),
    **dict.fromkeys(
        "info abstract summary tldr example quote cite todo seealso question help faq".split(), "note"
    ),
    **dict.fromkeys("success check done".split(), "tip"),
    **dict.fromkeys("failure fail missing bug".split(), "error"),
}
#: Other names of MyST admonitions.
SAME = {
    "tips": "tip",
    "warn": "warning",
    "alert": "warning",
    **dict.fromkeys("notice default primary secondary light dark admonition callout".split(), "note"),
}
#: Blocks with the caption of the image or table above.
CAPTIONS = frozenset({"caption", "figure-caption", "table-caption"})
KNOWN = frozenset([*LIKE, *SAME, *CAPTIONS, "details"])
_INDENTED = re.compile(
    r"(?P<tab>===[+!]*)[ \t]+\"(?P<label>.*)\"[ \t]*\Z|(?P<mark>!!!|\?\?\?\+?)[ \t]+(?=\S)"
    r"(?P<types>[^\W\d][\w-]*(?:[ \t]+[\w-]+)*)?[ \t]*(?:\"(?P<title>.*)\")?[ \t]*\Z"
)
_COLONS = re.compile(r"(?P<colons>:{3,}+|/{3,}+)[ \t]*+(?P<rest>.*?)[ \t]*\Z")
_COLON_TITLE = re.compile(
    r"(?P<name>[A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*+|(?=[^\w|]|\Z))"
    r"(?:\[(?P<bracket>.*)\])?[ \t]*+(?P<attributes>\{[^}]*\})?[ \t]*+(?P<title>.*)\Z"
)
#: The option of a tab that begins another set.
_NEW = re.compile(r"(?:\n[ \t>]*?[ ]{4}\w+:.*)*?\n[ \t>]*?[ ]{4}new:[ \t]*[Tt]rue\b")
_FENCE = re.compile(r"(?P<mark>`{3,}(?=[^`]*\Z)|~{3,})")
_MARGIN = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*")


def match_fences(lines: Sequence[str]) -> dict[int, int]:
    """Return the closing line for each line that opens a fenced container, in linear time."""
    matches: dict[int, int] = {}
    stack: list[tuple[int, int]] = []
    code = ""
    for number, line in enumerate(lines):
        text = line[_MARGIN.match(line).end() :]  # type: ignore[union-attr]  # it matches the empty text
        if code:
            code = "" if text.startswith(code) and not text.strip(code[0] + " \t") else code
        elif fence := _FENCE.match(text):
            code = fence["mark"]
        elif text.startswith(OPEN):
            stack.append((1 << 30, number))
        elif text.startswith(CLOSE):
            _close(stack, matches, 1 << 30, number)
        elif colons := _COLONS.match(text):
            size = len(colons["colons"])
            if colons["rest"]:
                stack.append((size, number))
            else:
                _close(stack, matches, size, number)
    return matches


def _close(stack: list[tuple[int, int]], matches: dict[int, int], size: int, number: int) -> None:
    """Close the innermost container that this line may close, unless it crosses the bounds of a tag."""
    while stack:
        opened, line = stack[-1]
        if opened == 1 << 30 != size:
            return
        stack.pop()
        if opened <= size and (size < 1 << 30 or opened == size):
            matches[line] = number
            return


def indented(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a block with all lines but the first indented by four columns."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    opening = _INDENTED.match(state.src[begin : state.eMarks[start_line]])
    if opening is None or state.is_code_block(start_line):
        return False
    if silent:
        return True
    meta = {
        "mark": opening["tab"] or opening["mark"],
        "types": (opening["types"] or "note").split(),
        "title": opening["label"] if opening["tab"] else opening["title"],
        "is_tab": bool(opening["tab"]),
    }
    last = start_line + 1
    for line in range(start_line + 1, end_line):
        if not state.isEmpty(line):
            if state.sCount[line] < state.blkIndent + 4:
                break
            last = line + 1
    _nest(state, start_line, last, last, 4, meta)
    return True


def fenced(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a block between fences on lines of their own."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    line = state.src[begin : state.eMarks[start_line]]
    close = state.env["matches"].get(start_line)
    if close is None or state.is_code_block(start_line) or not line.startswith((":::", "///", OPEN)):
        return False
    meta = _read_opening(state, start_line, line)
    if meta is None or silent:
        return meta is not None
    body = start_line + 1
    # The options of a directive are not text.
    while line[0] == OPEN and body < close and state.src.startswith(":", state.bMarks[body] + state.tShift[body]):
        body += 1
    last = min(close, end_line)
    _nest(state, start_line, last, min(close + 1, end_line), 0, meta | {"close": last, "body": body})
    return True


def _read_opening(state: StateBlock, start_line: int, line: str) -> dict[str, Any] | None:
    """Return what the first line of a block between fences says; ``None`` if it opens none."""
    if line[0] == OPEN:
        return {"mark": OPEN, "is_tab": False}
    opening = _COLON_TITLE.match(_COLONS.match(line)["rest"])  # type: ignore[index]  # it opens a container
    if not opening:
        return None
    is_tab = (line[0], opening["name"]) == ("/", "tab")
    if not (is_tab or state.env["any_box"] or opening["name"].lower() in KNOWN):
        return None
    title = opening["title"] if opening["bracket"] is None else opening["bracket"]
    mark = "/!" if is_tab and _NEW.match(state.src, state.eMarks[start_line]) else line[0]
    return {"mark": mark, "is_tab": is_tab, "types": [opening["name"]], "title": title or None}


def _nest(state: StateBlock, start_line: int, last: int, after: int, indent: int, meta: dict[str, Any]) -> None:
    """Parse the lines of a container up to *last* as blocks, and continue at *after*."""
    old = state.parentType, state.lineMax, state.blkIndent
    token = state.push("container_open", "div", 1)
    token.map = [start_line, after]
    token.meta = {**meta, "last": last, "margins": state.bMarks[start_line + 1 : last] if indent else []}
    state.parentType, state.lineMax = "container", last
    state.blkIndent += indent
    state.md.block.tokenize(state, meta.get("body", start_line + 1), last)
    state.push("container_close", "div", -1)
    state.parentType, state.lineMax, state.blkIndent = old
    state.line = after


def add_rules(md: MarkdownIt) -> None:
    """Add the container rules to markdown-it."""
    md.block.ruler.before("fence", "indented", indented, {"alt": INTERRUPTS})
    md.block.ruler.before("fence", "fenced", fenced, {"alt": INTERRUPTS})
