"""Convert admonitions, collapsible blocks and tabs to directives fenced with colons."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.marks import without_icons
from blogext_import.bodies.rules import CAPTIONS, CLOSE, DIRECTIVES, KNOWN, LIKE, MADE, OPEN, SAME, match_fences
from blogext_import.bodies.scan import Leaf, scan
from blogext_import.bodies.tags import find_places, outside
from blogext_import.bodies.work import BodyContext, Dialect, Report, Work
from blogext_import.headings import heading_text

_BLOCK = re.compile(r"[ ]*(?P<colons>:{3,})[ \t]*(?:\{(?P<attributes>[^{}]*)\}|(?P<name>[\w-]+))[ \t]*:*[ \t]*")
_SPAN = re.compile(r"\](?P<braces>\{[ ]?[.#][^{}\n]*\})")
_NOTE = re.compile(r"(?<!\\)(?<!\^[^\s^])(?<!\^[^\s^]{2})\^\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*+)\]")
_CLASS, _MARK = re.compile(r"(?<!\S)\.([A-Za-z][\w-]*)"), re.compile(r"^(\d*)(?=(?:[-+*.)>%]|#+) )")
_CONDITION = re.compile(r"\b(when|unless)-(\w+)=[\"']?(\w*)")
_CONDITIONAL = re.compile(
    r"\[(?:[^\[\]]|\[[^\[\]]*\])*+\]\{(?P<attributes>[^{}\n]*\.content-(?:hidden|visible)\b[^{}\n]*)\}"
)
_VALUE = re.compile(r"(?<!\S)(title|collapse)=[\"']?([^\"']*)")
_TITLE_HEADING = re.compile(r"^(?P<margin>[ \t>]*)(?P<marks>#{1,6})[ \t]+(?P<title>.*)", re.MULTILINE)
#: An option in a block between slashes, in a line of its own.
_BLOCK_OPTION = re.compile(r"[ \t>]*?[ ]{4}(?P<name>type|open|attrs|class|new|select):[ \t]*+(?P<value>.*?)[ \t]*")
_COLONS = re.compile(r"^[ \t>]*(:{3,})[ \t]*$", re.MULTILINE)
_ALERT = re.compile(r"\[!(?P<type>[A-Za-z][\w-]*)\](?P<fold>[-+]?)[ \t]*(?P<title>[^\n]*)")
_PROMPT = re.compile(r"\{:[^}\n]*?\.prompt-(?P<type>tip|info|warning|danger)\b[^}\n]*\}[ \t]*\Z")
_QUOTED = re.compile(r"[ \t]{0,3}(?P<mark>> ?)")
_CLOSING = re.compile(f":+|/+|{CLOSE}")


def without_hidden(text: str) -> str:
    """Return a body of Quarto without what is not in its HTML, with as many lines."""
    if ".content-" not in text:
        return text
    rows, edits = text.split("\n"), Edits(Lines(text))
    for first, last in match_fences(rows).items():
        block = _BLOCK.fullmatch(rows[first])
        if block and _is_hidden(block["attributes"] or ""):
            edits.replace(edits.lines.start(first), edits.lines.end(last), "\n" * (last - first))
    for span in outside(find_places(text, "").code, _CONDITIONAL.finditer(text)):
        if _is_hidden(span["attributes"]):
            edits.replace(*span.span(), "\n" * span[0].count("\n"))
    return edits.apply().text


def _is_hidden(attributes: str) -> bool:
    """Return whether attributes leave a text out of HTML; conditions other than formats may do so."""
    classes, conditions = _CLASS.findall(attributes), _CONDITION.findall(attributes)
    is_visible = "content-visible" in classes
    if not (is_visible or "content-hidden" in classes):
        return False
    met = [(word == "when") == value.startswith("html") for word, kind, value in conditions if kind == "format"]
    return len(met) < len(conditions) or all(met) != is_visible


def convert_blocks(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with its blocks as directives and its spans as MyST's; ``None`` if there are neither."""
    if context.engine != "quarto" or not (":::" in text or _SPAN.search(text)):
        return None
    rows, edits, code = text.split("\n"), Edits(Lines(text)), find_places(text, "").code
    for span in outside(code, _SPAN.finditer(text)):
        edits.insert(span.start("braces"), MADE)
    for first, last in match_fences(rows).items():
        if block := _BLOCK.fullmatch(rows[first]):
            inner = edits.lines.start(first + 1), edits.lines.start(last)
            if _write_head_of(edits, rows, block, first, last) == "panel-tabset":
                _write_tabset(edits, list(outside(code, _TITLE_HEADING.finditer(text, *inner))), inner[1])
    return edits.apply()


def convert_inline_notes(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return a body of Quarto with its inline notes as footnotes, all paragraphs; ``None`` if there are none."""
    if context.engine != "quarto" or "^[" not in text:
        return None
    edits, notes = Edits(Lines(text)), [""]
    for leaf in scan(text).leaves:
        for note in _NOTE.finditer(leaf.unlinked):
            name, words = f"[^inline-note-{len(notes)}]", leaf.content[slice(*note.span("text"))].split()
            edits.replace(*leaf.range(*note.span()), name)
            notes.append(f"{name}: " + _MARK.sub(r"\1\\", " ".join(words)))
    edits.insert(len(text), "\n\n".join(notes))
    return edits.apply()


def _write_head_of(edits: Edits, rows: Sequence[str], block: re.Match[str], first: int, last: int) -> str:
    """Write the first line and the *last* of a block, which keep their margins; return its first class."""
    lines, attributes, margin = edits.lines, block["attributes"] or "", block[0][: block.start("colons")]
    classes: list[str] = _CLASS.findall(attributes) or [block["name"] or "block"]
    head, titled = _quarto_head(classes, attributes, rows[first + 1 : last])
    written = f"\n{margin}".join([f"{OPEN}{head[0]}", *head[1:], ""])
    edits.replace(lines.start(first) + len(margin), lines.end(first + titled), written)
    edits.replace(lines.end(last) - len(rows[last].lstrip()), lines.end(last), CLOSE)
    return classes[0]


def _quarto_head(classes: Sequence[str], attributes: str, rows: Sequence[str]) -> tuple[list[str], int]:
    """Return the first lines of a directive, and how many lines of the block they are made of."""
    kind = next((name.removeprefix("callout-") for name in classes if name.startswith("callout-")), "")
    if classes[0] == "panel-tabset":
        return ["{tab-set}"], 0
    if not kind:
        return [f"{{container}} {' '.join(classes)}"], 0
    values = dict(_VALUE.findall(attributes))
    fold = {"true": "closed", "false": "open"}.get(values.get("collapse", ""), "")
    place = next((number for number, row in enumerate(rows) if row.strip()), 0)
    heading = _TITLE_HEADING.fullmatch(rows[place]) if rows else None
    title = heading_text(heading["title"]) if heading else values.get("title")
    return header(kind, title, fold=fold), place + 1 if heading else 0


def _write_tabset(edits: Edits, heads: Sequence[re.Match[str]], end: int) -> None:
    """Make a tab of each part of a set, up to *end*, that begins with a heading of the highest level in it."""
    top = min((len(head["marks"]) for head in heads), default=0)
    tabs = [head for head in heads if len(head["marks"]) == top]
    for tab in tabs:
        before = "" if tab is tabs[0] else f"{CLOSE}\n\n{tab['margin']}"
        edits.replace(tab.start("marks"), tab.end(), f"{before}{OPEN}{{tab-item}} {heading_text(tab['title'])}\n")
    if tabs:
        edits.insert(end, f"{tabs[0]['margin']}{CLOSE}\n\n")


def is_known(kind: str) -> bool:
    return kind.lower() in KNOWN


def header(kind: str, title: str | None = None, *, fold: str = "", classes: Sequence[str] = ()) -> list[str]:
    """Return the first lines of an admonition, without its colons; *fold* is ``closed``, ``open`` or empty."""
    name = SAME.get(kind.lower(), kind.lower())
    directive, own = name, list(classes)
    title = without_icons(" ".join(title.split())) if title else None
    if title or name not in DIRECTIVES:
        directive = f"{{admonition}} {title or name.replace('-', ' ').capitalize()}"
        own[:0] = [LIKE.get(name, "note")]
        own += [name] if name not in own and re.fullmatch(r"[a-z][\w-]*", name) else []
    else:
        directive = f"{{{name}}}"
    lines = [directive]
    if own:
        lines.append(f":class: {' '.join(own)}")
    if fold:
        lines.append(":collapsible:" + (" closed" if fold == "closed" else ""))
    return lines


@dataclass
class _Box:
    """A container, the *group* of tabs that it is in, and the *height* of the containers nested in it."""

    token: Token
    group: "list[_Box]"
    height: int = 0


def convert_boxes(work: Work) -> None:
    codes = (_COLONS.findall(token.content) for token in work.scan.blocks("fence", "code_block"))
    lowest = max((len(colons) + 1 for each in codes for colons in each), default=3)
    alerts = dict(_alerts(work))
    # Inner containers first: of several that end at the same position, the innermost must be closed first.
    for group in reversed(_groups(work, alerts)):
        if group[0].token.meta.get("is_tab"):
            _write_tabs(work, group, lowest)
        for box in group:
            colons = ":" * (lowest + box.height)
            if box.token.type == "blockquote_open":
                _write_alert(work, box.token, alerts[id(box.token)], colons)
            else:
                _write_box(work, box.token, colons)
    for mark in re.finditer(f"[{OPEN}{CLOSE}]", work.text):
        work.edits.replace(*mark.span(), ":" * lowest)


def _groups(work: Work, alerts: "dict[int, _Alert]") -> list[list[_Box]]:
    """Return the containers of a body, outer ones first, with consecutive tabs in one group."""
    groups: list[list[_Box]] = []
    stack: list[_Box] = []
    last: list[_Box] = []
    for token in work.scan.tokens:
        if token.type == "container_open" or id(token) in alerts:
            if not last or not _is_next_tab(last[0].token, token):
                groups.append(last := [])
            box = _Box(token, last)
            last.append(box)
            stack.append(box)
            last = []
        elif token.type == "container_close" or (token.type == "blockquote_close" and token.meta.get("is_box")):
            box = stack.pop()
            last = box.group
            if stack:
                stack[-1].height = max(stack[-1].height, box.height + 1 + bool(box.token.meta.get("is_tab")))
        else:
            last = []
    return groups


def _is_next_tab(tab: Token, token: Token) -> bool:
    """Return whether the block *token*, directly below a *tab*, is another tab of the same set."""
    return all(each.meta.get("is_tab") for each in (tab, token)) and "!" not in token.meta["mark"]


def _write_tabs(work: Work, tabs: list[_Box], lowest: int) -> None:
    colons = ":" * (lowest + 1 + max(tab.height for tab in tabs))
    begin = work.scan.begin(tabs[0].token)
    work.edits.write(begin, begin, [f"{colons}{{tab-set}}", ""], tabs[0])
    tabs[-1].token.meta["after"] = colons


def _write_box(work: Work, token: Token, colons: str) -> None:
    meta, lines, begin = token.meta, work.scan.lines, work.scan.begin(token)
    first, after = work.scan.rows(token)
    if meta["mark"] == OPEN:
        work.edits.replace(begin, begin + 1, colons)
    else:
        _write_head(work, token, colons)
    closing = [colons, *([meta["after"]] if "after" in meta else [])]
    for number, mark in enumerate(meta["margins"], first + 1):
        _outdent(work, mark, lines.end(number), meta["indent"])
    if "close" in meta and meta["close"] < after:
        if mark := _CLOSING.search(work.text, lines.start(meta["close"])):
            work.edits.write(*mark.span(), closing, token)
    else:
        end = lines.end(max(meta["last"] - 1, first))
        work.edits.write(end, end, ["", *closing], token)


def _write_head(work: Work, token: Token, colons: str) -> None:
    meta, lines, begin = token.meta, work.scan.lines, work.scan.begin(token)
    first, last = work.scan.rows(token)[0], meta["last"]
    options = _options(work, meta, first, last)
    head = [f"{{tab-item}} {without_icons(meta['title'] or '') or '…'}"] if meta["is_tab"] else _head(meta)
    is_empty = not "".join(lines.of(number) for number in range(options + 1, last)).strip(" \t>")
    if is_empty:
        head += ["", meta["title"] or meta.get("types", ["…"])[0].capitalize()]
    elif lines.of(options + 1).lstrip(" \t>").startswith((":", "---")):
        head.append("")
    work.edits.write(begin, lines.end(options), [colons + head[0], *head[1:]], token)


def _options(work: Work, meta: dict[str, Any], first: int, last: int) -> int:
    """Read the options below the first line of a block between slashes; return the last line that has one."""
    number = first
    while meta["mark"].startswith("/") and number + 1 < last:
        option = _BLOCK_OPTION.fullmatch(work.scan.lines.of(number + 1))
        if option is None:
            break
        number += 1
        if option["name"] == "type":
            meta["types"] = [*meta["types"][:1], option["value"]]
        elif option["name"] == "open" and option["value"].lower() == "true":
            meta["is_open"] = True
    return number


def _head(meta: dict[str, Any]) -> list[str]:
    types: list[str] = meta["types"]
    if types[0] in CAPTIONS:
        return ["{container} caption"]
    if meta["mark"] == "!!!" and meta["title"] == "":
        # An admonition of Sphinx always has a title.
        name = SAME.get(types[0].lower(), types[0].lower())
        classes = dict.fromkeys(["admonition", LIKE.get(name, "note"), *map(str.lower, types)])
        return [f"{{container}} {' '.join(classes)}"]
    fold = {"???": "closed", "???+": "open"}.get(meta["mark"], "")
    if types[0] == "details":
        fold, kind = "open" if meta.get("is_open") else "closed", types[1] if len(types) > 1 else "note"
        return header(kind, meta["title"] or "Details", fold=fold, classes=types[2:])
    return header(types[0], meta["title"], fold=fold, classes=types[1:])


def _outdent(work: Work, at: int, end: int, indent: int) -> None:
    """Remove four columns of indentation from a line, after the first *indent* columns."""
    column, start = 0, -1
    while at < end and column < indent + 4 and work.text[at] in " \t":
        if column >= indent and start < 0:
            start = at
        column += 4 - column % 4 if work.text[at] == "\t" else 1
        at += 1
    if column >= indent and start >= 0:
        work.edits.replace(start, at, " " * max(column - indent - 4, 0))


@dataclass(frozen=True, slots=True)
class _Alert:
    """An admonition written as a block quote; *dropped* is the line with its attributes, or -1."""

    head: list[str]
    has_title_line: bool
    dropped: int = -1


def _alerts(work: Work) -> Iterator[tuple[int, _Alert]]:
    """Yield block quotes that are admonitions, with the ids of their tokens."""
    leaves = {leaf.first_line: leaf for leaf in work.scan.leaves} if ">" in work.text else {}
    stack: list[Token | None] = []
    for token in work.scan.tokens:
        if token.type == "blockquote_open" and token.map:
            alert = _alert(work, token, leaves.get(token.map[0]))
            stack.append(token if alert else None)
            if alert:
                yield id(token), alert
        elif token.type == "blockquote_close":
            token.meta["is_box"] = stack.pop() is not None


def _alert(work: Work, token: Token, leaf: Leaf | None) -> _Alert | None:
    if leaf is None or work.is_frozen(work.scan.begin(token)):
        return None
    if match := _ALERT.match(leaf.content):
        if not is_known(match["type"]) or (match["title"] and work.context.engine in ("zola", "docusaurus")):
            return None
        fold = {"-": "closed", "+": "open"}.get(match["fold"], "")
        return _Alert(header(match["type"], match["title"], fold=fold), has_title_line=True)
    first, after = work.scan.rows(token)
    if work.context.engine != "jekyll" or after - first == 1:
        return None
    prompt = _PROMPT.search(work.scan.lines.of(after - 1))
    return _Alert(header(prompt["type"]), has_title_line=False, dropped=after - 1) if prompt else None


def _write_alert(work: Work, token: Token, alert: _Alert, colons: str) -> None:
    lines, begin = work.scan.lines, work.scan.begin(token)
    first, last = work.scan.rows(token)
    head = [colons + alert.head[0], *alert.head[1:]]
    if alert.has_title_line:
        work.edits.write(begin, lines.end(first), head, token)
    else:
        work.edits.write(begin, begin, [*head, ""], token)
    skipped = int(alert.has_title_line)
    for number, margin in enumerate(token.meta["marks"][skipped:], first + skipped):
        quoted = _QUOTED.match(work.text, max(margin, lines.start(number)))
        if quoted and number != alert.dropped:
            work.edits.replace(*quoted.span("mark"), "")
    end = lines.end(last - 1)
    if alert.dropped >= 0:
        work.handled.add(work.text.index("{", lines.start(alert.dropped)))
        work.edits.write(lines.end(alert.dropped - 1), end, ["", colons], token)
    else:
        is_empty = last - first == 1 and alert.has_title_line
        work.edits.write(end, end, ["", *(["…"] if is_empty else []), colons], token)
