"""Markdown directly after HTML: in CommonMark it is part of the HTML block, in other engines it is not.

In kramdown and Python-Markdown, a block of HTML ends with its element; in MDX, each line of tags is a block.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from markdown_it.token import Token

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.html import MARKDOWN, as_html
from blogext_import.bodies.links import parts_of
from blogext_import.bodies.scan import Scan, scan
from blogext_import.bodies.tags import find_places, outside
from blogext_import.bodies.work import BodyContext, Dialect, Report

#: A line of HTML with text after it or below it.
_FOLLOWED = re.compile(r"^[ \t>*+-]*</?[A-Za-z][^\n]*(?:>[ \t]*[^<\s]|\n[ \t>]*[^\s>])", re.MULTILINE)
_ATTRIBUTES = r"(?:[^<>\"'{}]|\"[^\"<]*\"|'[^'<]*'|\{(?:[^{}<]|\{[^{}<]*\})*\})*"
_TAG = re.compile(rf"<!--|<(?P<slash>/?)(?P<name>[A-Za-z][\w.:-]*)(?P<rest>(?=[\s/>]){_ATTRIBUTES})>")
_VERBATIM = frozenset({"script", "style", "pre", "textarea"})
#: What ends comments and elements with code, by their names.
_ENDS = {"": re.compile("-->"), **{name: re.compile(rf"</{name}[^>]*>") for name in _VERBATIM}}
_INLINE = frozenset(
    (
        "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark"
        " option q rb rbc rp rt rtc ruby s samp select small span strike strong sub sup time tt u var wbr"
    ).split()
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_MARKDOWN = re.compile(r"\smarkdown(?=[\s=]|\Z)")
#: Elements that may have empty lines, and these.
_WHOLE = re.compile(r"^[ ]{0,3}<(?P<name>svg|table|style)\b(?P<rest>[^<>]*)>", re.MULTILINE | re.IGNORECASE)
_WHOLE_END = re.compile(r"</(?P<name>svg|table|style)\s*>", re.IGNORECASE)
_GAP = re.compile(r"(?<=\n)(?:[ \t]*\n)+")
_MARGIN = " \t>"
_LAST_LINE = re.compile(r"\n[ \t>]*\Z")
#: What begins a block in the line below a text, in Python-Markdown and in kramdown as Jekyll uses it.
_STARTS = re.compile(r"#|>|[ ]{0,3}(?:`{3}|~{3})")
_STARTS_IN_KRAMDOWN = re.compile(rf"{_STARTS.pattern}|[ ]{{0,3}}(?:[-+*]|\d+\.)[ \t]")


@dataclass(slots=True, eq=False)
class _Tag:
    """A tag or comment; *end* is that of an element without Markdown, *limit* the greatest possible."""

    name: str
    start: int
    end: int
    limit: int
    is_closing: bool = False
    is_single: bool = False
    has_markdown: bool = False

    @property
    def is_opening(self) -> bool:
        return not (self.is_closing or self.is_single)


def close_gaps(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body without empty lines in pictures and tables, which end with their elements, or ``None``."""
    if not dialect.markdown_in_html or not _WHOLE.search(text):
        return None
    edits = Edits(Lines(text))
    ends: dict[str, list[int]] = {}
    for end in _WHOLE_END.finditer(text):
        ends.setdefault(end["name"].lower(), []).append(end.start())
    at = 0
    for element in outside(find_places(text, "").code, _WHOLE.finditer(text)):
        closings = ends.get(element["name"].lower(), [])
        number = bisect_left(closings, element.end())
        if element.start() >= at and number < len(closings):
            at = closings[number]
            gaps = () if _MARKDOWN.search(element["rest"]) else _GAP.finditer(text, element.start(), at)
            for gap in gaps:
                edits.replace(*gap.span(), "")
    return edits.apply()


def end_elements(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with empty lines between HTML and the Markdown after it; ``None`` if there is none."""
    if not (dialect.markdown_in_html or dialect.jsx) or not _FOLLOWED.search(text):
        return None
    contents = scan(text)
    edits = Edits(contents.lines)
    if dialect.jsx:
        for token in _html(contents):
            _part_rows(contents, edits, token, partial(_address, context))
    else:
        _end_all(contents, edits, is_text_after=context.engine == "jekyll")
    return edits.apply()


def _html(contents: Scan) -> Iterator[Token]:
    """Yield the blocks of HTML that end only at an empty line."""
    for token in contents.blocks("html_block"):
        start = _TAG.match(contents.lines.text, contents.begin(token))
        if start and start["name"] and start["name"].lower() not in _VERBATIM:
            yield token


def _range(contents: Scan, token: Token) -> tuple[int, int]:
    return contents.begin(token), contents.lines.end(contents.rows(token)[1] - 1)


def _tags(text: str, start: int, end: int) -> Iterator[_Tag]:
    """Yield the tags and comments in a part of the body; an element with code is one tag."""
    at = start
    unclosed: set[re.Pattern[str]] = set()
    for match in _TAG.finditer(text, start, end):
        if match.start() < at:
            continue
        slash, name, rest = match.groupdict("").values()
        ending = _ENDS.get(slash + name.lower())
        at = match.end()
        if ending and ending not in unclosed:
            if stop := ending.search(text, at, end):
                at = stop.end()
            else:
                unclosed.add(ending)
        is_single = ending is not None or name.lower() in _VOID or rest.endswith("/")
        yield _Tag(name.lower(), match.start(), at, end, bool(slash), is_single, bool(_MARKDOWN.search(rest)))


def _end_all(contents: Scan, edits: Edits, *, is_text_after: bool) -> None:
    """Separate each element from the text after it; with *is_text_after*, also in the line of its end."""
    text = contents.lines.text
    blocks = list(_html(contents))
    places = [_range(contents, token) for token in blocks]
    places += [leaf.range(span.start, span.end) for leaf, span in contents.inline("html_inline")]
    tags = (tag for place in places for tag in _tags(text, *place) if tag.name not in _INLINE)
    elements = _elements(sorted(tags, key=lambda tag: tag.start))
    number = 0
    for token in blocks:
        start, end = _range(contents, token)
        above: _Tag | None = None
        while number < len(elements) and elements[number].start < end:
            tag = elements[number]
            _separate(edits, (start, tag.start), (above, tag), token, is_text_after=is_text_after)
            start, above = max(start, tag.end), tag
            if tag.end > end:
                break
            number += 1
        _separate(edits, (start, end), (above, None), token, is_text_after=is_text_after)


def _elements(tags: Sequence[_Tag]) -> list[_Tag]:
    """Return the outermost elements in order, each as a tag up to its end; others are their tags only."""
    stack: list[_Tag] = []
    counts: Counter[str] = Counter()
    for tag in tags:
        if tag.is_closing and counts[tag.name]:
            while (last := stack.pop()).name != tag.name:
                counts[last.name] -= 1
            counts[tag.name] -= 1
            last.limit = last.end if last.has_markdown else tag.end
            tag.has_markdown = last.has_markdown
        elif tag.is_opening:
            stack.append(tag)
            counts[tag.name] += 1
    elements: list[_Tag] = []
    end = 0
    for tag in tags:
        tag.end = tag.limit if tag.is_opening else tag.end
        if tag.start >= end:
            elements.append(tag)
            end = tag.end
    return elements


def _separate(
    edits: Edits, part: tuple[int, int], near: tuple[_Tag | None, ...], token: Token, *, is_text_after: bool
) -> None:
    """Separate a part of a block of HTML that is Markdown from the elements above and below it."""
    (above, below), text = near, edits.lines.text
    start, end = part if above is None else _after(text, part, is_text_after=is_text_after)
    if not _TAG.sub("", text[start:end]).strip(f"{_MARGIN}\n"):
        return
    # Markdown in an element gets its empty lines with the element.
    if above is not None and (above.is_closing or not above.has_markdown):
        stop = end - len(text[start:end].lstrip(" \t"))
        edits.write(start, stop, ["", "", ""][text.startswith("\n", start) :], token)
    _join(edits, start, end, is_text_after=is_text_after)
    last = _LAST_LINE.search(text, start + 1, end)
    is_own = below is None or (below.is_closing and below.has_markdown)
    if last and not is_own:
        edits.write(last.start(), last.start(), ["", ""], token)


def _after(text: str, part: tuple[int, int], *, is_text_after: bool) -> tuple[int, int]:
    """Return a part below an element without the rest of the element's line, if that is part of the element."""
    start, end = part
    line_end = text.find("\n", start, end)
    line_end = line_end if line_end >= 0 else end
    has_text = is_text_after and text[start:line_end].strip(_MARGIN)
    return (start if has_text else line_end), end


def _join(edits: Edits, start: int, end: int, *, is_text_after: bool) -> None:
    """Keep a line that is only a tag from beginning a block of HTML.

    It goes on with the line below it, or ends before one that starts a block of its own.
    """
    text = edits.lines.text
    first = re.compile(r"[\s>]*").match(text, start)
    tag = _TAG.match(text, first.end() if first else start, end)
    gap = re.compile(r"[ \t]*\n[ \t>]*(?=[^\s>])").match(text, tag.end(), end) if tag else None
    if not tag or not tag["name"] or not gap:
        return
    line = text.find("\n", tag.end()) + 1
    if (_STARTS_IN_KRAMDOWN if is_text_after else _STARTS).match(text, line, end):
        edits.insert(line, "\n")
    else:
        edits.replace(*gap.span(), " ")


def _address(context: BodyContext, address: str) -> str:
    """Return the old URL, which redirects, of the post that a link in HTML leads to; others stay as they are."""
    path, anchor = parts_of(address)
    if not path or re.match(r"//|[A-Za-z][A-Za-z0-9+.-]*:", address):
        return address
    old = context.find_address(path)
    return f"{context.base}{quote(old)}{f'#{anchor}' if anchor else ''}" if old else address


def _part_rows(contents: Scan, edits: Edits, token: Token, address_of: Callable[[str], str]) -> None:
    """Separate the lines of text in a block of MDX from its lines of tags, in which Markdown becomes HTML."""
    lines = contents.lines
    start, end = _range(contents, token)
    rest = list(lines.text[start:end])
    tags = list(_tags(lines.text, start, end))
    for tag in tags:
        rest[tag.start - start : tag.end - start] = re.sub(r"[^\n]", " ", lines.text[tag.start : tag.end])
    run: list[int] = []
    for number, row in enumerate([*"".join(rest).split("\n"), ""], lines.number(start)):
        has_text = bool(row.strip(_MARGIN))
        first = max(start, lines.start(number))
        if has_text and (run or not lines.text[first : lines.end(number)].lstrip(_MARGIN).startswith("<")):
            run.append(number)
            continue
        if run:
            _part(edits, token, run, has_more=number <= lines.number(end))
            run = []
        if has_text and MARKDOWN.search(row):
            _render(edits, (first, lines.end(number)), tags, address_of)


def _render(edits: Edits, row: tuple[int, int], tags: list[_Tag], address_of: Callable[[str], str]) -> None:
    """Convert a line of tags and Markdown to HTML, unless a tag goes beyond it."""
    start, end = row
    near = [tag for tag in tags if tag.start < end and start < tag.end]
    if near and near[0].start >= start and near[-1].end <= end:
        first = near[0].start
        own = [(tag.start - first, tag.end - first) for tag in near]
        edits.replace(first, end, as_html(edits.lines.text[first:end], own, address_of))


def _part(edits: Edits, token: Token, run: list[int], *, has_more: bool) -> None:
    """Put empty lines around a run of lines, and remove its indentation, which would make it code."""
    lines = edits.lines
    ends = [lines.end(run[0] - 1), *([lines.end(run[-1])] if has_more else [])]
    if token.level:
        for end in ends:
            edits.write(end, end, ["", ""], token)
        return
    # The end of a tag in a line of its own looks like the margin of a quote.
    for end in ends:
        edits.insert(end, "\n")
    width = min(len(row) - len(row.lstrip(" ")) for number in run if (row := lines.of(number)))
    for number in run:
        edits.replace(lines.start(number), lines.start(number) + width, "")
