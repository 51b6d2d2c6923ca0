"""Locate code, formulas, links, images, containers and text in a body, with markdown-it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from blogext_import.bodies import rules
from blogext_import.bodies.edits import Lines

if TYPE_CHECKING:
    _BlockRule = Callable[[StateBlock, int, int, bool], bool]
    _InlineRule = Callable[[StateInline, bool], bool]

#: The greatest nesting depth of blocks. markdown-it drops anything deeper.
_DEEPEST = 40
_OPENED_HTML = ("<!--", "<?", "<!", "<![CDATA[")
#: Rules that are not needed to find code.
_TEXT_ONLY = ("link", "image", "math_inline", "reference", "table", "lheading")
#: Replaces everything that is not text in :attr:`Leaf.plain`.
MASK = "\0"
#: The most open brackets in a paragraph; more do not occur in real texts, and are slow in markdown-it.
_MOST_OPEN_BRACKETS = 60
#: Only texts with one of these characters are parsed for inline elements.
_MARKED = re.compile(r"[^\[`$<\\]*[\[`$<\\]")
#: Code with tags in it or near it, which begin with one of these.
_TAGGED = re.compile(r"(?=[^`]*`)[^{<]*[{<]")
_FENCED = re.compile(rf":::|///|{rules.OPEN}")


class _Markdown(MarkdownIt):
    """A parser that leaves URLs as written."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802  # the name is markdown-it's
        """Return the URL unchanged."""
        return url


@cache
def _parser(*, with_text: bool) -> MarkdownIt:
    """Return a parser; without *with_text*, it does not find links."""
    md = _Markdown("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    md.use(footnote_plugin).use(deflist_plugin)
    rules.add_rules(md)
    inline: dict[str, Any] = {rule.name: rule.fn for rule in md.inline.ruler.__rules__}
    for name in ("math_inline", "escape", "backticks", "link", "image", "autolink", "html_inline"):
        md.inline.ruler.at(name, _recorded(name, inline[name]))
    md.disable(
        ["emphasis", "entity", "newline", "footnote_inline", "footnote_ref", *([] if with_text else _TEXT_ONLY)]
    )
    # The list of rules used to parse blocks. Checks for the end of a paragraph use lists of their own.
    own: list[Any] = md.block.ruler.getRules("")
    own[:] = map(_begun, own)
    return md


def _begun(rule: _BlockRule) -> _BlockRule:
    """Wrap a rule to record the start of a block in its first token, or the position of a link definition."""

    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        count = len(state.tokens)
        if not rule(state, start_line, end_line, silent):
            return False
        # Rules restore the margins of their lines, so they can still be read here.
        begin = state.bMarks[start_line] + state.tShift[start_line]
        if not silent and rule is reference:
            state.env["references_at"].append((begin, state.eMarks[state.line - 1]))
        elif not silent and len(state.tokens) > count:
            state.tokens[count].meta |= {"begin": begin, "indent": state.blkIndent}
            if state.tokens[count].type == "blockquote_open":
                state.tokens[count].meta["marks"] = state.bMarks[start_line : state.line]
        return True

    return wrapped


def _recorded(name: str, rule: _InlineRule) -> _InlineRule:
    """Wrap an inline rule to record where it applied."""

    def wrapped(state: StateInline, silent: bool) -> bool:
        env, start, count = state.env, state.pos, len(state.tokens)
        if name == "html_inline" and _is_unclosed(state):
            return False
        # Markup in the alternative text of an image is not displayed, and its positions are relative to that text.
        env["muted"] += name == "image"
        applies = rule(state, silent)
        env["muted"] -= name == "image"
        if applies and not silent and not env["muted"] and len(state.tokens) > count:
            env["spans"].append(_span(name, state, start, count))
        return applies

    return wrapped


def _span(name: str, state: StateInline, start: int, count: int) -> Span:
    if name not in ("link", "image"):
        return Span(name, start, state.pos)
    kind, attribute = ("link_open", "href") if name == "link" else ("image", "src")
    token = next(token for token in state.tokens[count:] if token.type == kind)
    label = start + (name == "image")
    end, helpers = state.pos, state.md.helpers
    label_end = helpers.parseLinkLabel(state, label, name == "link")
    target = None
    if state.src.startswith("(", label_end + 1) and end > label_end + 1:
        at = label_end + 2
        while at < end and state.src[at] in " \t\n":
            at += 1
        destination = helpers.parseLinkDestination(state.src, at, end)
        target = (at, destination.pos) if destination.ok else None
    return Span(name, start, end, target, str(token.attrs.get(attribute, "")), label_end)


def _is_unclosed(state: StateInline) -> bool:
    """Return whether an unclosed comment or the like begins here; the search for its end is made only once."""
    for opening, closing in zip(_OPENED_HTML, ("-->", "?>", ">", "]]>"), strict=True):
        if state.src.startswith(opening, state.pos):
            unclosed = state.env["unclosed"]
            if opening not in unclosed and state.src.find(closing, state.pos) < 0:
                unclosed.add(opening)
            return opening in unclosed
    return False


@dataclass(frozen=True, slots=True)
class Span:
    """An element within a text, by positions in its content.

    *kind* is the name of the markdown-it rule; *target* is the range of the URL in a link or image, if it has one,
    *address* the parsed URL, and *label_end* the end of the link text.
    """

    kind: str
    start: int
    end: int
    target: tuple[int, int] | None = None
    address: str = ""
    label_end: int = 0


@dataclass(slots=True)
class Leaf:
    """A paragraph, a heading or a cell.

    *content* is the text without the indentation and markers of the enclosing blocks; *offsets* has the start of
    each line in the content and in the body. *plain* is the content with *MASK* for everything that is not text;
    *unlinked* also masks the texts of links.
    """

    kind: str
    content: str
    first_line: int
    offsets: list[tuple[int, int]]
    spans: list[Span] = field(default_factory=list)
    plain: str = ""
    unlinked: str = ""

    def at(self, position: int) -> int:
        """Return the position in the body of a position in the content."""
        begin, origin = self.offsets[bisect_right(self.offsets, (position, 1 << 62)) - 1]
        return origin + position - begin

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in the body of a range in the content."""
        return self.at(start), self.at(end - 1) + 1

    @property
    def end(self) -> int:
        """The position in the body at which the text ends."""
        return self.at(len(self.content) - 1) + 1

    def ends_of(self, *kinds: str) -> set[int]:
        """Return the ends of the elements of these kinds, as positions in the content."""
        return {span.end for span in self.spans if span.kind in kinds}

    def lines(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each line, as positions in the content."""
        starts = [begin for begin, _ in self.offsets]
        return zip(starts, [*(start - 1 for start in starts[1:]), len(self.content)], strict=True)

    def mask(self) -> None:
        plain = list(self.content)
        for span in self.spans:
            start = span.label_end if span.kind == "link" else span.start
            plain[start : span.end] = MASK * (span.end - start)
        unlinked = list(plain)
        for span in self.spans:
            if span.kind == "link":
                unlinked[span.start : span.end] = MASK * (span.end - span.start)
        self.plain, self.unlinked = "".join(plain), "".join(unlinked)


def placed(
    kind: str, content: str, first_line: int, last_line: int, source: str, starts: list[int]
) -> Leaf | None:
    """Return the text in these lines of the body, or ``None`` if it is not found there."""
    offsets, begin = [], 0
    for number, line in enumerate(content.split("\n")):
        if first_line + number >= last_line:
            return None
        low = starts[first_line + number]
        high = starts[first_line + number + 1] if first_line + number + 1 < len(starts) else len(source)
        # Search from the right, because the margin may look like the text, such as the number of a list item.
        # A tab that is partly in the margin becomes spaces in the content.
        text = line.lstrip()
        at = source.rfind(text, low, high) - (len(line) - len(text))
        if at < low:
            return None
        offsets.append((begin, at))
        begin += len(line) + 1
    return Leaf(kind, content, first_line, offsets)


@dataclass(frozen=True)
class Scan:
    """The contents of a body: *references* are the places of link definitions, *duplicates* repeated labels."""

    lines: Lines
    tokens: list[Token]
    leaves: list[Leaf]
    references: list[tuple[int, int]]
    duplicates: list[tuple[int, str]]

    def blocks(self, *kinds: str) -> Iterator[Token]:
        """Return the tokens of these kinds."""
        return (token for token in self.tokens if token.type in kinds)

    def inline(self, *kinds: str) -> Iterator[tuple[Leaf, Span]]:
        """Return the inline elements of these kinds, each with the text that it is in."""
        return ((leaf, span) for leaf in self.leaves for span in leaf.spans if span.kind in kinds)

    def rows(self, token: Token) -> tuple[int, int]:
        """Return the number of the first line of a block, and that of the line after it."""
        first, after = token.map or (0, 0)
        return first, after

    def begin(self, token: Token) -> int:
        """Return the start of a block, after indentation and the markers of enclosing blocks."""
        if "begin" in token.meta:
            return int(token.meta["begin"])
        start = self.lines.start(self.rows(token)[0])
        line = self.lines.of(self.lines.number(start))
        return start + len(line) - len(line.lstrip())


def scan(
    text: str,
    *,
    with_text: bool = True,
    any_box: bool = False,
    any_bracket: bool = False,
    has_math: bool = True,
    is_math_on: bool = False,
) -> Scan:
    r"""Parse a body. Without *with_text*, find only code: blocks, and inline code in leaves that may have tags.

    With *any_box*, containers between colons may have any name; otherwise, only names of admonitions.
    With *any_bracket*, anything between ``\(`` and ``\)`` is a formula, and so is a paragraph between ``\[``
    and ``\]``; otherwise, only what looks like one. Without *has_math*, nothing is a formula; with *is_math_on*,
    the site or the text has turned them on.
    """
    lines = Lines(text)
    rows = text.split("\n")
    env: dict[str, Any] = {
        "matches": rules.match_fences(rows) if _FENCED.search(text) else {},
        "any_box": any_box,
        "any_bracket": any_bracket,
        "references_at": [],
        "formula_ends": rules.formula_ends(rows) if "$$" in text else [],
        "has_math": has_math,
        "is_math_on": is_math_on,
    }
    tokens: list[Token] = []
    md = _parser(with_text=with_text)
    md.block.parse(text, md, env, tokens)
    leaves = list(filter(None, _leaves(tokens, lines)))
    for leaf in leaves:
        if _MARKED.match(leaf.content) if with_text else _TAGGED.match(leaf.content):
            _look_into(leaf, md, env)
        if with_text:
            leaf.mask()
    duplicates = [(each["map"][0], str(each["label"])) for each in env.get("duplicate_refs", ())]
    return Scan(lines, tokens, leaves, env["references_at"], duplicates)


def _leaves(tokens: list[Token], lines: Lines) -> Iterator[Leaf | None]:
    row = cursor = -1
    for parent, token in pairwise(tokens):
        span = token.map or parent.map
        if token.type != "inline" or not token.content or span is None:
            continue
        if parent.type in ("td_open", "th_open"):
            cursor = cursor if row == span[0] else lines.start(span[0])
            row = span[0]
            at = lines.text.find(token.content, cursor, lines.end(row))
            leaf = None
            if at >= 0:
                leaf, cursor = Leaf("cell", token.content, row, [(0, at)]), at + len(token.content)
        else:
            kind = "heading" if parent.type == "heading_open" else "paragraph"
            # The range of lines of a term ends too early.
            leaf = placed(kind, token.content, span[0], max(span[1], span[0] + 1), lines.text, lines.starts)
        yield leaf


def _look_into(leaf: Leaf, md: MarkdownIt, env: dict[str, Any]) -> None:
    """Find the inline elements of a text, unless it cannot be a real text."""
    depth = 0
    for char in re.findall(r"[\[\]]", leaf.content):
        depth = depth + 1 if char == "[" else max(depth - 1, 0)
        if depth > _MOST_OPEN_BRACKETS:
            return
    spans: list[Span] = []
    env.update(spans=spans, muted=0, unclosed=set())
    md.inline.parse(leaf.content, md, env, [])
    leaf.spans = sorted(spans, key=lambda span: (span.start, -span.end))
