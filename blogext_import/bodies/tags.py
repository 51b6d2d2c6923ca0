"""Find the tags of an engine in a body: Liquid, Nunjucks, shortcodes, and JSX elements."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from blogext_import.bodies.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from blogext_import.bodies.dialects import Dialect

#: Tags that contain code, HTML or formulas, and no other tags.
VERBATIM = frozenset(
    "raw verbatim highlight code codeblock rawhtml html mermaid katex math latex comment prettify chart".split()
)
_PATTERNS = {
    "liquid": r"\{%(?P<block>(?:[^%{]|%(?!\})|\{(?!%))*)%\}|\{\{(?P<value>(?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}",
    "hugo": (
        r"\{\{<(?P<angle>(?:[^>{]|>(?!\}\})|\{(?!\{[<%]))*)>\}\}"
        r"|\{\{%(?P<percent>(?:[^%{]|%(?!\}\})|\{(?!\{[<%]))*)%\}\}"
    ),
    "nikola": r"\{\{%(?P<percent>(?:[^%{]|%(?!\}\})|\{(?!\{%))*)%\}\}",
    "jsx": r"<(?P<jsx>/?(?:Tabs|TabItem|Admonition)\b(?:[^<>]|=>)*)>",
}
_PATTERNS["zola"] = _PATTERNS["liquid"]
_PATTERNS["html"] = (
    r"<(?P<jsx>/?(?:article|aside|center|details|div|figcaption|figure|footer|header|main|p|section)\b(?:[^<>])*)>"
)
_TABS = r"|<!--(?P<comment>\s*(?:end)?(?:tab|timeline)\b[^<>]*)-->"
_NAME = re.compile(r"-?\s*(?P<slash>/?)\s*(?P<name>[A-Za-z_][\w./:-]*)")
_FENCE = r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})"

#: Fences in lists and block quotes, lines that may begin HTML, and lines that may be indented code.
_LEAD = r"(?:[ \t>:*+-]|\d{1,9}[.)]|\[\^[^\]\n]*\]:)"
_NESTED_FENCE = re.compile(rf"^{_LEAD}+(?:`{{3}}|(?<!~)~{{3}})", re.MULTILINE)
_HTML = re.compile(rf"^{_LEAD}*<(?!!--(?:[^\n-]|-(?!->))*-->[ \t]*$)", re.MULTILINE)
_INDENT = re.compile(rf"^{_LEAD}*(?:[ ]{{4}}|\t)", re.MULTILINE)
#: Lines of fences, and other lines up to the next empty line or fence.
_PARTS = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)(?:\n|\Z)|(?:^(?!`{3}|~{3})[^\n]*\S[^\n]*(?:\n|\Z))+", re.MULTILINE
)


@dataclass(slots=True, eq=False)
class Tag:
    """A tag, by its position in the body; *closing* is the position of its closing tag, if it has one.

    *parent* is the innermost tag around it, and *depth* the number of those around it.

    *style* is its syntax: ``block``, ``value``, ``angle``, ``percent``, ``jsx`` or ``comment``.
    """

    name: str
    arguments: str
    style: str
    start: int
    end: int
    is_closing: bool = False
    in_code: bool = False
    in_html: bool = False
    closing: tuple[int, int] | None = None
    depth: int = 0
    parent: Tag | None = None

    @property
    def is_escaped(self) -> bool:
        """Whether it is an escaped tag, which Hugo and Zola display as text."""
        return self.name == "/*"


def is_verbatim(name: str) -> bool:
    """Return whether a tag contains no other tags; sites make variants of the one for diagrams."""
    return name in VERBATIM or name.startswith("mermaid")


@cache
def _pattern(syntax: str) -> re.Pattern[str]:
    return re.compile(_PATTERNS[syntax] + (_TABS if syntax == "liquid" else ""), re.DOTALL)


def syntax_of(dialect: Dialect) -> str:
    """Return the name of the tag syntax, or ``""``."""
    return dialect.tags or ("jsx" if dialect.jsx else "")


def find_tags(text: str, syntax: str, *, raw_in_code: bool = False, is_html: bool = False) -> list[Tag]:
    """Return the tags of a body in order, with their closing tags.

    With *raw_in_code*, tags that show their content unchanged or hide it also apply within code. With *is_html*,
    the body is HTML, not Markdown.
    """
    if not syntax or not _pattern(syntax).search(text):
        return []
    if is_html:
        places = Places([], [(0, len(text))])
    else:
        places = Places([], []) if _is_plain(text, syntax) else find_places(text, syntax)
    found = list(_outside_verbatim(text, syntax, places.code, raw_in_code=raw_in_code))
    _note_html(found, places.html)
    _pair(found)
    return [tag for tag in found if not tag.is_closing]


def _is_plain(text: str, syntax: str) -> bool:
    """Return whether all tags are clearly neither in code nor in HTML, so that the body need not be parsed."""
    if _NESTED_FENCE.search(text) or _HTML.search(text):
        return False
    if any(is_verbatim(tag.name) or tag.style == "comment" for tag in _tags(text, syntax)):
        return False
    starts = [found.start() for found in _pattern(syntax).finditer(text)]
    number = 0
    for end, may_be_code in _parts(text):
        first = number
        while number < len(starts) and starts[number] < end:
            number += 1
        if may_be_code and number > first:
            return False
    return True


def _parts(text: str) -> Iterator[tuple[int, bool]]:
    """Yield the end of each part of a body, and whether code may be in it; fences are only at starts of lines."""
    open_fence = ""
    for part in _PARTS.finditer(text):
        fence, info = part["fence"] or "", part["info"] or ""
        is_end = bool(open_fence) and fence.startswith(open_fence) and not info.strip()
        yield part.end(), bool(open_fence or fence or "`" in part[0] or _INDENT.search(part[0]))
        if fence.startswith("`") and "`" in info:
            # Inline code that looks like a fence: the rest may be anything.
            yield len(text), True
            return
        open_fence = "" if is_end else open_fence or fence


def _tags(text: str, syntax: str, start: int = 0) -> Iterator[Tag]:
    for found in _pattern(syntax).finditer(text, start):
        style = found.lastgroup or ""
        content = found[style]
        if content.lstrip().startswith("/*"):
            yield Tag("/*", content, style, *found.span())
            continue
        name = _NAME.match(content)
        if style == "value" and syntax != "zola":
            yield Tag("", content.strip(), style, *found.span())
        elif name:
            rest = content[name.end() :].strip().removesuffix("-").strip()
            is_end = bool(name["slash"]) or (
                style in ("block", "comment") and name["name"].startswith("end") and syntax in ("liquid", "zola")
            )
            plain = name["name"].removeprefix("end") if is_end and not name["slash"] else name["name"]
            if syntax == "zola" and not is_end and not rest.startswith("("):
                continue
            yield Tag(plain, rest, style, *found.span(), is_closing=is_end)


def _outside_verbatim(
    text: str, syntax: str, code: Sequence[tuple[int, int]], *, raw_in_code: bool
) -> Iterator[Tag]:
    """Yield tags, except those in code and in the content of verbatim tags."""
    at = number = 0
    unclosed: set[str] = set()
    for tag in _tags(text, syntax):
        if tag.start < at:
            continue
        while number < len(code) and code[number][1] <= tag.start:
            number += 1
        tag.in_code = number < len(code) and code[number][0] <= tag.start
        if tag.in_code and not (tag.is_escaped or (raw_in_code and tag.name in ("raw", "comment", ""))):
            continue
        if is_verbatim(tag.name) and not tag.is_closing and not tag.arguments.endswith("/"):
            tag.closing = _find_end(text, tag, unclosed)
            at = tag.closing[1] if tag.closing else at
        yield tag


def _find_end(text: str, tag: Tag, unclosed: set[str]) -> tuple[int, int] | None:
    """Return the position of a verbatim tag's closing tag, or ``None``; search only once for a missing one."""
    if tag.name in unclosed:
        return None
    name = re.escape(tag.name)
    patterns = {
        "block": rf"\{{%-?\s*end(?:{name})?\s*-?%\}}",
        "angle": rf"\{{\{{<\s*/\s*{name}\s*>\}}\}}",
        "percent": rf"\{{\{{%\s*/\s*{name}\s*%\}}\}}",
    }
    found = re.compile(patterns[tag.style]).search(text, tag.end) if tag.style in patterns else None
    if found is None:
        unclosed.add(tag.name)
        return None
    return found.span()


def _pair(tags: Sequence[Tag]) -> None:
    """Match tags with their closing tags, and set the nesting depth of each."""
    stack: list[Tag] = []
    counts: Counter[str] = Counter()
    for tag in tags:
        if tag.is_closing:
            _end(stack, counts, tag)
        elif (
            tag.closing is None and not tag.is_escaped and tag.style != "value" and not tag.arguments.endswith("/")
        ):
            stack.append(tag)
            counts[tag.name] += 1
    around: list[Tag] = []
    for tag in tags:
        while around and around[-1].closing and around[-1].closing[1] <= tag.start:
            around.pop()
        tag.depth, tag.parent = len(around), around[-1] if around else None
        if tag.closing and not tag.is_closing:
            around.append(tag)


def _end(stack: list[Tag], counts: Counter[str], closing: Tag) -> None:
    """Close the last open tag with the name of *closing*; tags opened after it stay unclosed."""
    while stack and (not closing.name or counts[closing.name]):
        last = stack.pop()
        counts[last.name] -= 1
        if not closing.name or last.name == closing.name:
            last.closing = (closing.start, closing.end)
            return


@dataclass(frozen=True, slots=True)
class Places:
    """The positions of code and of HTML blocks in a body."""

    code: list[tuple[int, int]]
    html: list[tuple[int, int]]


def find_places(text: str, syntax: str) -> Places:
    """Find code and HTML blocks, except in the content of verbatim tags, which may look like either."""
    found = scan(_masked(text, syntax), with_text=False)
    lines = found.lines
    places: dict[str, list[tuple[int, int]]] = {"fence": [], "code_block": [], "html_block": []}
    for token in found.blocks(*places):
        if token.map:
            places[token.type].append((lines.start(token.map[0]), lines.end(token.map[1] - 1)))
    spans = [
        (leaf.at(span.start), leaf.at(span.end - 1) + 1)
        for leaf in found.leaves
        for span in leaf.spans
        if span.kind == "backticks"
    ]
    # MDX has no indented code.
    indented = [] if syntax == "jsx" else places["code_block"]
    return Places(sorted([*places["fence"], *indented, *spans]), places["html_block"])


def outside(places: Sequence[tuple[int, int]], matches: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the matches that do not begin within any of these ranges; both must be sorted."""
    number = 0
    for match in matches:
        while number < len(places) and places[number][1] <= match.start():
            number += 1
        if number == len(places) or match.start() < places[number][0]:
            yield match


def _note_html(tags: Sequence[Tag], html: Sequence[tuple[int, int]]) -> None:
    """Mark the tags that are in HTML blocks."""
    number = 0
    for tag in tags:
        while number < len(html) and html[number][1] < tag.start:
            number += 1
        tag.in_html = number < len(html) and html[number][0] <= tag.start


def _masked(text: str, syntax: str) -> str:
    """Return the text with the content of verbatim tags replaced by letters."""
    if syntax in ("jsx", "html", ""):
        return text
    start = re.compile(rf"{_FENCE}|(?<!`)(?:{_pattern(syntax).pattern})", re.DOTALL | re.MULTILINE)
    parts: list[str] = []
    at = kept = 0
    unclosed: set[str] = set()
    while found := start.search(text, at):
        at = found.end()
        if found["fence"]:
            end = re.compile(rf"^[ \t>]*{found['fence']}+[ \t]*$", re.MULTILINE).search(text, at)
            at = end.end() if end else len(text)
            continue
        tag = next(_tags(found[0], syntax), None)
        if tag is None or not is_verbatim(tag.name) or tag.is_closing:
            continue
        tag.start, tag.end = found.span()
        if closing := _find_end(text, tag, unclosed):
            parts += text[kept:at], re.sub(r"[^\n]", "x", text[at : closing[0]])
            kept = at = closing[1]
            parts.append(text[closing[0] : closing[1]])
    return "".join([*parts, text[kept:]])
