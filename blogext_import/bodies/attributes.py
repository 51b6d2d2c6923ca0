"""Attribute lists in braces, as in kramdown and Python-Markdown, and tables of contents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from blogext_import.bodies.leaves import Leaf
    from blogext_import.bodies.work import Work

_INLINE = re.compile(r"\{(?P<colon>:?)(?P<list>[^{}\n]*)\}")
_LINE = re.compile(r"(?:\A|(?<=\n))[ \t]*\{(?P<colon>:?)(?P<list>[^{}\n]*)\}[ \t]*\Z")
_ITEM = re.compile(
    r"\s*(?:#(?P<id>[^\s{}#.=]+)|\.(?P<class>[\w-]+)"
    r"|(?P<key>[\w:-]+)\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"'{}]+)|(?P<word>[\w/-]+))(?=[\s#.]|\Z)"
)
#: A list of attributes that is a line of its own.
_OWN_LINE = re.compile(r"[ \t]*\{:(?P<list>[^:{}\n][^{}\n]*)\}[ \t]*")
_EXTENSION = re.compile(r"\{::(?:options|nomarkdown)[^{}\n]*\}|\{:/(?:nomarkdown)?\}")
_LENGTH = re.compile(r"\d+(?:\.\d+)?(?:px|%|em|rem|ex|cm|mm|in|pt)?")
#: Heights in percent have no meaning without a height of the surrounding element.
_STYLE_SIZE = re.compile(r"(?:\A|;)\s*(?P<key>width|height)\s*:\s*(?P<value>\d+(?:\.\d+)?(?:px|%|em|rem))")
#: Attributes that have a meaning only in other engines.
_NEEDLESS = frozenset("no_toc unnumbered unlisted annotate".split())
CONTENTS = re.compile(r"\[TOC\]|\[\[_?TOC_?\]\]|@\[TOC\](?:\([^)\n]*\))?", re.IGNORECASE)
_KRAMDOWN_CONTENTS = re.compile(r"[^\n]*\n[ \t]*\{:\s*toc\b[^}\n]*\}\Z|\{:\s*toc\b[^}\n]*\}\Z")


def parse_attributes(text: str) -> list[str] | None:
    """Return attributes in MyST syntax, or ``None`` if *text* is not a list of attributes."""
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        item = _ITEM.match(text, at)
        if not item:
            return None
        at = item.end()
        found += _spelt(item)
        while at < len(text) and text[at].isspace():
            at += 1
    return found


def _spelt(item: re.Match[str]) -> list[str]:
    if item["id"]:
        return [f"#{item['id']}"] if re.fullmatch(r"[\w:-]+", item["id"]) else []
    if item["class"]:
        return [] if item["class"] in _NEEDLESS else [f".{item['class']}"]
    if not item["key"]:
        return []
    key, value = item["key"].lower(), item["value"].strip("\"'")
    if key == "style" and (sizes := _sizes(value)):
        return sizes
    if key == "class":
        return [f".{name}" for name in value.split() if re.fullmatch(r"[\w:-]+", name)]
    is_wrong = (key in ("width", "height") and not _LENGTH.fullmatch(value)) or (
        key == "align" and value not in ("left", "center", "right")
    )
    return [] if is_wrong or '"' in value else [f'{key}="{value}"']


def _sizes(style: str) -> list[str]:
    """Return the width and height of a ``style``, as attributes of an image."""
    found = {size["key"]: size["value"] for size in _STYLE_SIZE.finditer(style)}
    return [
        f'{key}="{found[key]}"'
        for key in ("width", "height")
        if key in found and not (key == "height" and found[key].endswith("%"))
    ]


def convert_attributes(work: Work) -> None:
    """Attach attributes to the elements they belong to, where MyST allows it."""
    for leaf in work.scan.leaves:
        if "{" in leaf.plain and not work.is_frozen(leaf.at(0)):
            _convert_inline(work, leaf)
    blocks = list(_blocks(work))
    for leaf, parents, before in blocks:
        if "{:" in leaf.content:
            _take_extensions(work, leaf)
            if work.context.engine == "jekyll" and leaf.kind == "paragraph":
                _convert_above(work, leaf, before)
        found = _LINE.search(leaf.content) if leaf.content.endswith(("}", "} ")) else None
        if found and leaf.at(found.start("colon") - 1) not in work.handled:
            _convert_line(work, leaf, found, parents, before)


def convert_contents(work: Work) -> None:
    """Convert markers for a table of contents to the directive."""
    for leaf, parents, _ in _blocks(work):
        if leaf.kind != "paragraph" or not leaf.content.endswith(("}", "]", ")")):
            continue
        if CONTENTS.fullmatch(leaf.content.strip()):
            start, end = leaf.at(0), leaf.at(len(leaf.content) - 1) + 1
        elif work.dialect.attributes and _KRAMDOWN_CONTENTS.fullmatch(leaf.content):
            token = next((parent for parent in parents if parent.type.endswith("list_open")), None)
            start = work.scan.begin(token) if token else leaf.at(0)
            end = leaf.at(len(leaf.content) - 1) + 1
        else:
            continue
        work.edits.write(start, end, ["```{contents}", ":local:", "```"], leaf)
        work.handled.update(
            leaf.at(begin + len(leaf.content[begin:end]) - len(leaf.content[begin:end].lstrip()))
            for begin, end in leaf.lines()
        )


def _blocks(work: Work) -> Iterator[tuple[Leaf, list[Token], Token | None]]:
    """Yield the texts with the blocks that contain them, and the block that ends directly before each, if any."""
    leaves: dict[int, list[Leaf]] = {}
    for leaf in work.scan.leaves:
        leaves.setdefault(leaf.first_line, []).append(leaf)
    stack: list[Token] = []
    previous: dict[int, Token] = {}
    for token in work.scan.tokens:
        if token.map and token.type in ("paragraph_open", "tr_open"):
            before = previous.get(token.level) if token.type == "paragraph_open" else None
            is_near = before is not None and before.map is not None and before.map[1] == token.map[0]
            for leaf in leaves.pop(token.map[0], []):
                yield leaf, [*stack, token], before if is_near else None
        if token.nesting == 1 or token.type in ("fence", "code_block", "html_block", "math_block"):
            previous[token.level] = token
            previous.pop(token.level + 1, None)
        if token.nesting == 1:
            stack.append(token)
        elif token.nesting == -1 and stack:
            stack.pop()


def _convert_inline(work: Work, leaf: Leaf) -> None:
    ends = {span.end for span in leaf.spans if span.kind in ("link", "image", "backticks")}
    for found in _INLINE.finditer(leaf.plain):
        position = leaf.at(found.start())
        if found.start() in ends:
            attributes = parse_attributes(found["list"])
            if attributes is None:
                continue
            if position in work.outside:
                attributes.insert(0, ".external")
            work.handled.add(position)
            new = f"{{{' '.join(attributes)}}}" if attributes else ""
            if new != found[0]:
                work.edits.replace(position, leaf.at(found.end() - 1) + 1, new)
        elif found["colon"] and found.start() and leaf.content[found.start() - 1] in "*_~":
            work.remark(position, "the attributes %(text)s are kept as text", text=found[0])


def _convert_line(
    work: Work, leaf: Leaf, found: re.Match[str], parents: list[Token], before: Token | None
) -> None:
    """Attach attributes in the last line of a text to their block."""
    position = leaf.at(found.start("colon") - 1)
    if not found["colon"] and not re.match(r"\s*[.#]", found["list"]):
        return
    attributes = parse_attributes(found["list"])
    if attributes is None or (not attributes and not found["list"].strip()):
        work.remark(position, "the attributes %(text)s are kept as text", text=found[0].strip())
        return
    work.handled.add(position)
    is_alone = not leaf.content[: found.start()].strip()
    is_for_next = is_alone and before is None and leaf.kind == "paragraph"
    target = None if is_for_next else _target(work, leaf, parents, before if is_alone else None)
    if target is None and attributes:
        work.edits.replace(position, leaf.at(found.end() - 1) + 1, f"{{{' '.join(attributes)}}}")
        return
    _take_line(work, position, is_alone=is_alone)
    if attributes and target and target.type != "heading_open":
        _set_before(work, target, attributes)


def _convert_above(work: Work, leaf: Leaf, before: Token | None) -> None:
    """Convert kramdown's lists of attributes above a paragraph; they belong to a block directly above, if any."""
    lists = list(_lists_above(work, leaf))
    if not lists:
        return
    first, last = lists[0][0], lists[-1][1]
    attributes = [each for _, _, own in lists for each in own]
    if before is not None:
        work.edits.replace(first, last, "")
        if attributes and before.type != "heading_open":
            _set_before(work, before, attributes)
    else:
        work.edits.replace(first, last, f"{{{' '.join(attributes)}}}" if attributes else "")


def _lists_above(work: Work, leaf: Leaf) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the lists of attributes that are the first lines of a paragraph, with their positions."""
    for start, end in list(leaf.lines())[:-1]:
        found = _OWN_LINE.fullmatch(leaf.content, start, end)
        if found is None or (position := leaf.at(found.start("list") - 2)) in work.handled:
            return
        attributes = parse_attributes(found["list"])
        if attributes is None:
            work.remark(position, "the attributes %(text)s are kept as text", text=found[0].strip())
            return
        work.handled.add(position)
        yield position, leaf.at(end - 1) + 1, attributes


def _take_extensions(work: Work, leaf: Leaf) -> None:
    """Remove kramdown's extension tags."""
    for start, end in leaf.lines():
        if _EXTENSION.fullmatch(leaf.content, start, end):
            work.handled.add(leaf.at(start))
            work.edits.replace(leaf.at(start), leaf.at(end - 1) + 1, "")


def _take_line(work: Work, position: int, *, is_alone: bool) -> None:
    """Remove the line of *position*, but keep the markers before *position* if the attributes are alone."""
    lines = work.scan.lines
    line = lines.number(position)
    start = position if is_alone else lines.start(line)
    is_whole = line > 0 and start == lines.start(line)
    work.edits.replace(start - is_whole, lines.end(line), "")


def _set_before(work: Work, target: Token, attributes: list[str]) -> None:
    """Insert attributes in a line before a block."""
    lines, begin = work.scan.lines, work.scan.begin(target)
    number = lines.number(begin)
    has_text_above = number > 0 and lines.of(number - 1).strip(" \t>")
    is_first = not work.text[lines.start(number) : begin].strip()
    gap = [""] if has_text_above and is_first else []
    work.edits.write(begin, begin, [*gap, f"{{{' '.join(attributes)}}}", ""], target)


def _target(work: Work, leaf: Leaf, parents: list[Token], before: Token | None) -> Token | None:
    """Return the block that attributes in the last line of a text belong to."""
    if before is not None:
        return before
    if leaf.kind == "cell":
        return next((parent for parent in parents if parent.type == "table_open"), None)
    line = work.scan.lines.number(leaf.at(len(leaf.content) - 1))
    begin = work.scan.lines.start(line)
    column = leaf.at(leaf.content.rfind("{")) - begin
    outer = [
        parent
        for parent in parents
        if parent.type in ("bullet_list_open", "ordered_list_open", "blockquote_open") and "begin" in parent.meta
    ]
    for parent in outer:
        first = parent.map[0] if parent.map else 0
        if column <= work.scan.begin(parent) - work.scan.lines.start(first):
            return parent
    return parents[-1]
