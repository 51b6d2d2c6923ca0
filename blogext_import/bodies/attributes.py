"""Attribute lists in braces, as in kramdown and Python-Markdown, and tables of contents."""

import re
from collections.abc import Callable, Iterator

from markdown_it.token import Token

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.scan import Leaf
from blogext_import.bodies.tags import find_places, outside
from blogext_import.bodies.work import BodyContext, Dialect, Report, Work

_HTML = re.compile(
    r"\{::nomarkdown\}(?P<html>(?:[^{]|\{(?!:(?::nomarkdown|/(?:nomarkdown)?\})))*)\{:/(?:nomarkdown)?\}",
    re.DOTALL,
)
_COMMENT = re.compile(r"\{::comment\}(?P<text>(?:[^{]|\{(?!:/|::comment\}))*)\{:/(?:comment)?\}")
#: A list of attributes in a line of its own above a paragraph or indented code: CommonMark would read them as one.
_LIST = r"\{:[^:{}\n][^{}\n]*\}[ \t]*"
_ATTRIBUTES = re.compile(
    rf"(?<![^\n])(?<!\}}\n){_LIST}(?=\n(?:(?: {{4}}|\t)[ \t]*\S|(?!\d+[.)]|[-+*][ \t])[^\s{{>|#:]))"
)
_EXTENSION = re.compile(r"^[ \t]*\{:(?::(?:options|nomarkdown)[^{}\n]*|/(?:nomarkdown)?)\}[ \t]*$", re.MULTILINE)
_LISTS = re.compile(r"(?:\{:(?!:)[^{}\n]+\}){2,}")
_INLINE = re.compile(r"\{(?P<colon>:?)(?P<list>[^{}\n]*)\}")
_LINE = re.compile(r"(?:\A|(?<=\n))[ \t]*\{(?P<colon>:|(?=\s*[.#]))(?P<list>[^{}\n]*)\}[ ]?\Z")
_ITEM = re.compile(
    # Classes that have a meaning only in other engines are left out, like words.
    r"\s*(?:\.(?:no_toc|unnumbered|unlisted|annotate)(?=[\s#.]|\Z)|#(?P<id>[^\s{}#.=]+)|\.(?P<class>[\w-]+)"
    r"|(?P<key>[\w:-]+)\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"'{}]+)|(?P<word>[\w/-]+))(?=[\s#.]|\Z)"
)
#: The values that attributes of images may have.
_VALID = dict.fromkeys(("width", "height"), re.compile(r"\d+(?:\.\d+)?(?:px|%|em|rem|ex|cm|mm|in|pt)?"))
_VALID |= {"align": re.compile(r"left|center|right")}
_ANY = re.compile(r"[^\"]*")
_NAME = re.compile(r"[\w:-]+")
_STYLE_SIZE = re.compile(r"(?:\A|;)\s*(?P<key>width|height)\s*:\s*(?P<value>\d+(?:\.\d+)?(?:px|%|em|rem))")
#: What emphasis ends with, blocks that contain others, and blocks that are one token.
_MARKS = ("*", "_", "~")
_OUTER = frozenset({"bullet_list_open", "ordered_list_open", "blockquote_open"})
_WHOLE = frozenset({"fence", "code_block", "html_block", "math_block"})
CONTENTS = re.compile(r"\[TOC\]|\[\[_?TOC_?\]\]|@\[TOC\](?:\([^)\n]*\))?", re.IGNORECASE)
_KRAMDOWN_CONTENTS = re.compile(r"[^\n]*\n[ \t]*\{:\s*toc\b[^}\n]*\}\Z|\{:\s*toc\b[^}\n]*\}\Z")


#: What replaces the syntax of kramdown alone.
_KRAMDOWN: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_ATTRIBUTES, lambda match: f"{match[0]}\n"),
    (_LISTS, lambda match: match[0].replace("}{:", " ")),
    # Two hyphens would end an HTML comment.
    (_COMMENT, lambda match: f"<!-- {match['text'].strip().replace('--', '- -')} -->"),
    (_HTML, lambda match: match["html"]),
    (_EXTENSION, lambda match: ""),
)


def convert_kramdown(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body without the syntax of kramdown alone, and with attributes apart from what follows them."""
    if context.engine != "jekyll" or not any(pattern.search(text) for pattern, _ in _KRAMDOWN):
        return None
    edits = Edits(Lines(text))
    code = find_places(text, "").code
    for pattern, new in _KRAMDOWN:
        for match in outside(code, pattern.finditer(text)):
            edits.replace(*match.span(), new(match))
    return edits.apply()


def parse_attributes(text: str) -> list[str] | None:
    """Return attributes in MyST syntax, or ``None`` if *text* is not a list of attributes."""
    attributes: list[str] = []
    rest = text.strip()
    while rest:
        item = _ITEM.match(rest)
        if not item:
            return None
        rest = rest[item.end() :].lstrip()
        attributes += _spelled(item)
    return attributes


def _spelled(item: re.Match[str]) -> list[str]:
    if item["id"]:
        return [f"#{item['id']}"] if _NAME.fullmatch(item["id"]) else []
    if item["class"]:
        return [f".{item['class']}"]
    if not item["key"]:
        return []
    key, value = item["key"].lower(), item["value"].strip("\"'")
    # In a popular theme of Jekyll, sizes have short names.
    key = {"w": "width", "h": "height"}.get(key, key)
    if key == "style" and (sizes := _sizes(value)):
        return sizes
    if key == "class":
        return [f".{name}" for name in filter(_NAME.fullmatch, value.split())]
    return [f'{key}="{value}"'] if _VALID.get(key, _ANY).fullmatch(value) else []


def _sizes(style: str) -> list[str]:
    """Return the width and height of a ``style``, as attributes of an image."""
    sizes = {size["key"]: size["value"] for size in _STYLE_SIZE.finditer(style)}
    # Heights in percent have no meaning without a height of the surrounding element.
    if sizes.get("height", "").endswith("%"):
        del sizes["height"]
    return [f'{key}="{sizes[key]}"' for key in ("width", "height") if key in sizes]


def convert_attributes(work: Work) -> None:
    """Attach attributes to the elements they belong to, where MyST allows it."""
    for leaf in work.scan.leaves:
        if "{" in leaf.plain and not work.is_frozen(leaf.at(0)):
            _convert_inline(work, leaf)
    for leaf, parents, before in list(_blocks(work)):
        if match := _LINE.search(leaf.content):
            _convert_line(work, leaf, match, parents, before)


def convert_contents(work: Work) -> None:
    for leaf, parents, _ in _blocks(work):
        if leaf.kind != "paragraph":
            continue
        start = leaf.at(0)
        if work.dialect.attributes and _KRAMDOWN_CONTENTS.fullmatch(leaf.content):
            lists = (work.scan.begin(parent) for parent in parents if parent.type.endswith("list_open"))
            start = next(lists, start)
        elif not CONTENTS.fullmatch(leaf.content.strip()):
            continue
        work.edits.write(start, leaf.end, ["```{contents}", ":local:", "```"], leaf)
        lines = ((begin, leaf.content[begin:end]) for begin, end in leaf.lines())
        work.handled.update(leaf.at(begin + len(line) - len(line.lstrip())) for begin, line in lines)


def _blocks(work: Work) -> Iterator[tuple[Leaf, list[Token], Token | None]]:
    """Yield the texts with the blocks that contain them, and the block that ends directly before each, if any."""
    leaves: dict[int, list[Leaf]] = {}
    for leaf in work.scan.leaves:
        leaves.setdefault(leaf.first_line, []).append(leaf)
    stack: list[Token] = []
    previous: dict[int, Token] = {}
    for token in work.scan.tokens:
        stack[token.level :] = [token]
        if token.type in ("paragraph_open", "tr_open"):
            line = work.scan.rows(token)[0]
            before = previous.get(token.level) if token.type == "paragraph_open" else None
            near = before if before and work.scan.rows(before)[1] == line else None
            yield from ((leaf, list(stack), near) for leaf in leaves.pop(line, []))
        if token.nesting == 1 or token.type in _WHOLE:
            previous[token.level] = token
            previous.pop(token.level + 1, None)


def _convert_inline(work: Work, leaf: Leaf) -> None:
    ends = leaf.ends_of("link", "image", "backticks")
    for match in _INLINE.finditer(leaf.plain):
        position = leaf.at(match.start())
        if match.start() not in ends:
            if match["colon"] and leaf.content[match.start() - 1 : match.start()] in _MARKS:
                work.remark(position, "the attributes %(text)s are kept as text", text=match[0])
        elif _has_sign(work, match) and (attributes := parse_attributes(match["list"])) is not None:
            own = [".external"] if position in work.outside else []
            work.handled.add(position)
            _replace(work, leaf, match, [*own, *attributes])


def _has_sign(work: Work, match: re.Match[str]) -> bool:
    """Return whether braces contain attributes: words alone are some in Python-Markdown only."""
    is_python = work.context.engine not in ("hugo", "jekyll", "quarto")
    return is_python or bool(match["colon"]) or not {"#", ".", "="}.isdisjoint(match["list"])


def _replace(work: Work, leaf: Leaf, match: re.Match[str], attributes: list[str]) -> None:
    new = f"{{{' '.join(attributes)}}}" if attributes else ""
    if new != match[0]:
        work.edits.replace(leaf.at(match.start("colon") - 1), leaf.at(match.end() - 1) + 1, new)


def _convert_line(
    work: Work, leaf: Leaf, match: re.Match[str], parents: list[Token], before: Token | None
) -> None:
    """Attach attributes in the last line of a text to their block."""
    position = leaf.at(match.start("colon") - 1)
    if position in work.handled:
        return
    attributes = parse_attributes(match["list"])
    if attributes is None or not match["list"].strip():
        work.remark(position, "the attributes %(text)s are kept as text", text=match[0].strip())
        return
    work.handled.add(position)
    is_alone = not leaf.content[: match.start()].strip()
    if is_alone and (before is not None or leaf.kind == "paragraph"):
        # They belong to the block directly above, or to the one below.
        target = before
    else:
        target = _target(work, leaf, parents)
    if target is None and attributes:
        _replace(work, leaf, match, attributes)
        return
    _take_line(work, position, is_alone=is_alone)
    if target:
        _set_before(work, target, attributes)


def _take_line(work: Work, position: int, *, is_alone: bool) -> None:
    """Remove the line of *position*, but keep the markers before *position* if the attributes are alone."""
    lines = work.scan.lines
    line = lines.number(position)
    start = position if is_alone else lines.start(line)
    is_whole = line > 0 and start == lines.start(line)
    work.edits.replace(start - is_whole, lines.end(line), "")


def _set_before(work: Work, target: Token, attributes: list[str]) -> None:
    """Insert attributes in a line before a block, unless it is a heading."""
    if not attributes or target.type == "heading_open":
        return
    lines, begin = work.scan.lines, work.scan.begin(target)
    number = lines.number(begin)
    has_text_above = number > 0 and lines.of(number - 1).strip(" \t>")
    is_first = not work.text[lines.start(number) : begin].strip()
    gap = [""] if has_text_above and is_first else []
    work.edits.write(begin, begin, [*gap, f"{{{' '.join(attributes)}}}", ""], target)


def _target(work: Work, leaf: Leaf, parents: list[Token]) -> Token | None:
    """Return the block around a text that attributes in its last line belong to."""
    if leaf.kind == "cell":
        return next((parent for parent in parents if parent.type == "table_open"), None)
    lines = work.scan.lines
    column = leaf.at(leaf.content.rfind("{")) - lines.start(lines.number(leaf.end - 1))
    for parent in parents:
        start = lines.start(work.scan.rows(parent)[0])
        if parent.type in _OUTER and column <= work.scan.begin(parent) - start:
            return parent
    return parents[-1]
