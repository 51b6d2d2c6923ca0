"""Rules for markdown-it: containers of other engines, and formulas, told from text that only looks like one."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from html import unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

_TEX = re.compile(r"\\[A-Za-z,;:!{}|%\\]|[\^_={}<>+]|[A-Za-z0-9)]\s*[*/|]\s*[A-Za-z0-9(]|'\Z")
_SURE = re.compile(r"\\[A-Za-z]|[A-Za-z0-9)}\]]\s*[\^_]\s*[\w{\\(+*-]|\\\\")
_AMOUNT = re.compile(r"\s*\d[\d,.]*\s*(?:[kKmMbB]\b|万|亿|元)?")
_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff\uff00-\uffef、。]")
_WORDS = re.compile(rf"{_HAN.pattern}|[A-Za-z]{{2}}[\s,.;:]++(?:[A-Za-z]++\b|\Z)|[A-Za-z]{{2}}.*\s[A-Za-z]{{2}}")
_WORD = re.compile(r"[A-Za-z]{3,}")
_NAME = re.compile(r"[A-Z][A-Z0-9_]+(?:[/:.][\w/:.-]*)?\Z|[a-z_]{4,}[/:]\Z")
#: A variable in braces, as in shells and templates.
_BRACED = re.compile(r"\{[A-Za-z_]\w*\}")
_BEGUN = re.compile(r"[A-Za-z0-9_{(]")
_TARGET = r"\](?:\([^()\s\\]*[/#.:][^()\s]*\)|\[[\w-]*\])"
#: Code, paragraphs, the end of a link whose text began before the dollar sign, a whole link, which unlike an index
#: is not right behind a name or leads to another site, and what is too long for a formula.
_OTHER = re.compile(
    rf"`|\n\n|\A(?:[^\[\]]|\[[^\[\]]*\])*+{_TARGET}"
    rf"|(?<![\w}})\]'])\[[^\[\]]*{_TARGET}|\]\(\w+://|\A(?s:.{{4001}})",
    re.ASCII,
)
#: What no formula ends with directly before a word, and what none begins with.
_GOES_ON, _WENT_ON = ("=", ":", ";", ",", "(", "/"), (",", ";", ")")
#: What may be between two amounts, each with the dollar sign after it, and the second amount.
_TO_AMOUNT = re.compile(r"(?!\d)[^A-Za-z_\\^={}<>]*\d[\d.,]*")
_LABELLED = re.compile(r"\$\$\s*\([^)$\r\n]+?\)\s*\Z")
_OPENING = re.compile(r"(?P<slashes>\\{1,2})(?P<sign>[(\[])")
_ENVIRONMENT = re.compile(
    r"\\begin\{(?P<name>(?:equation|multline|gather|align|alignat|flalign|eqnarray|[pbBvV]?matrix)\*?)\}"
)
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


def formula_ends(rows: Sequence[str]) -> list[int]:
    """Return the lines of a text on which a display formula may end."""
    return [number for number, row in enumerate(rows) if row.rstrip().endswith("$$") or _LABELLED.search(row)]


def is_formula(content: str, after: str, before: str = "", *, is_on: bool = False) -> bool:
    """Return whether *content* between dollar signs is a formula, not text between two prices or variables.

    Where formulas are turned on, it may have spaces at both ends.
    """
    text = unescape(content).strip()
    if not text or _OTHER.search(content):
        return False
    if _SURE.search(text) and not _AMOUNT.match(after):
        return True
    if "\\" not in text and _WORDS.search(text):
        return False
    is_loose = content != text
    if _is_price(text, is_loose, after, before) or _is_between(content, after, before):
        return False
    return _has_form(text, is_loose and not _is_spaced(content, is_on=is_on), after)


def _is_spaced(content: str, *, is_on: bool) -> bool:
    return is_on and content[0].isspace() and content[-1].isspace()


def _is_between(content: str, after: str, before: str) -> bool:
    """Return whether the dollar signs belong to what is before and after them, not to the text between them."""
    text = content.strip()
    if len(text) > 1 and text.startswith(_WENT_ON):
        return True
    if before[-1:].isdigit() and _TO_AMOUNT.fullmatch(text):
        return True
    if not _BEGUN.match(after):
        return False
    is_opening = content[-1].isspace() and not content[0].isspace()
    is_braced = after.startswith("{") and _BRACED.match(text) is not None
    return is_opening or is_braced or text.endswith(_GOES_ON)


def _is_price(text: str, is_loose: bool, after: str, before: str) -> bool:
    if is_loose and (before[-1:].isdigit() or _AMOUNT.match(after)):
        return True
    has_amount = _AMOUNT.match(text) is not None
    return has_amount and (is_loose or bool(_AMOUNT.match(after)) or (" " in text and not _TEX.search(text)))


def _has_form(text: str, is_loose: bool, after: str) -> bool:
    """Return whether a text that is not a price looks like a formula, by its characters or because it is short."""
    if _NAME.match(text) and _BEGUN.match(after):
        return False
    is_apart = len(text) == 1 or not re.match(r"[A-Za-z0-9]", after)
    return bool(_TEX.search(text)) or (not is_loose and is_apart and len(text) <= 40)


def inline(state: StateInline, silent: bool) -> bool:
    r"""Parse ``$…$``, as MyST does, and ``\(…\)``, ``\[…\]`` and both with two backslashes."""
    source, start = state.src, state.pos
    if not state.env["has_math"]:
        return False
    if source[start] == "$":
        size = 2 if source.startswith("$$", start) else 1
        end = _closing_dollars(source, start + size, size, state.posMax)
        content = source[start + size : end]
        after, before = source[end + size : end + size + 8], source[max(start - 2, 0) : start]
        if end < 0 or not is_formula(content, after, before, is_on=state.env["is_math_on"]):
            return False
        end += size
    elif opening := _OPENING.match(source, start):
        end = _bracketed(state, opening)
        if end < 0:
            return False
    else:
        return False
    if not silent:
        state.push("math_inline", "math", 0)
    state.pos = end
    return True


def _closing_dollars(source: str, start: int, size: int, limit: int) -> int:
    at = start
    while True:
        at = source.find("$" * size, at, limit)
        if at < 0:
            return -1
        backslashes = len(source[start:at]) - len(source[start:at].rstrip("\\"))
        if backslashes % 2 == 0 and at > start:
            return at
        at += 1


def _bracketed(state: StateInline, opening: re.Match[str]) -> int:
    """Return the end of a formula in brackets, or -1."""
    source = state.src
    slashes, is_round = len(opening["slashes"]), opening["sign"] == "("
    mark = opening["slashes"] + (")" if is_round else "]")
    end = -1 if mark in state.env["unclosed"] else source.find(mark, opening.end(), state.posMax)
    if end < 0:
        state.env["unclosed"].add(mark)
        return -1
    content = source[opening.end() : end].strip()
    if not re.fullmatch(r"[^$`]+", content) or opening[0] in content:
        return -1
    # Some sites have a parser for these, which does not look at what is between.
    is_any = state.env["any_bracket"] and slashes == 1
    if not is_round:
        is_any &= not (source[: opening.start()] + source[end + len(mark) : state.posMax]).strip()
    return end + len(mark) if is_any or _is_tex(content, slashes, is_round=is_round) else -1


def _is_tex(content: str, slashes: int, *, is_round: bool) -> bool:
    # In Markdown, nothing else is written with two backslashes and a parenthesis.
    if is_round and slashes == 2:
        return True
    # Outside of formulas, parentheses are seldom escaped, but brackets often are.
    is_short = is_round and len(content) <= 200 and not (_WORD.search(content) or _HAN.search(content))
    return bool(_SURE.search(content) or (slashes == 2 and _TEX.search(content)) or is_short)


def block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse from ``$$`` at the start of a line to ``$$`` at the end of a line."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    is_math = state.env["has_math"] and state.src.startswith("$$", begin)
    if not is_math or state.is_code_block(start_line):
        return False
    rest = state.src[begin + 2 : state.eMarks[start_line]].rstrip()
    ends = state.env["formula_ends"]
    place = bisect_right(ends, start_line)
    last = ends[place] if place < len(ends) else end_line
    if len(rest) > 1 and ends[place - 1 : place] == [start_line]:
        last = start_line
    elif "$$" in rest:
        return False
    if last >= end_line:
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.map = [start_line, last + 1]
        state.line = last + 1
    return True


def environment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    r"""Parse from ``\begin{align}`` to ``\end{align}``."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    match = _ENVIRONMENT.match(state.src, begin) if state.env["has_math"] else None
    unclosed = state.env.setdefault("unclosed_tex", set())
    if match is None or match["name"] in unclosed or state.is_code_block(start_line):
        return False
    closing = f"\\end{{{match['name']}}}"
    limit = state.eMarks[end_line - 1]
    end = state.src.find(closing, begin, limit)
    while end >= 0 and state.src[end + len(closing) : state.src.find("\n", end)].strip():
        end = state.src.find(closing, end + 1, limit)
    if end < 0:
        if limit >= len(state.src) - 1:
            unclosed.add(match["name"])
        return False
    if not silent:
        token = state.push("amsmath", "math", 0)
        last = start_line + state.src.count("\n", begin, end)
        token.map = [start_line, last + 1]
        state.line = last + 1
    return True


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
    md.inline.ruler.before("escape", "math_inline", inline)
    md.block.ruler.before("fence", "math_block", block, {"alt": INTERRUPTS})
    md.block.ruler.before("blockquote", "amsmath", environment, {"alt": INTERRUPTS})
    md.block.ruler.before("fence", "indented", indented, {"alt": INTERRUPTS})
    md.block.ruler.before("fence", "fenced", fenced, {"alt": INTERRUPTS})
