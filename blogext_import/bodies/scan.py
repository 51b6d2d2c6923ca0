"""Locate code, formulas, links, images, containers and text in a body, with markdown-it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from blogext_import.bodies import containers, formula_rules
from blogext_import.bodies.edits import Lines
from blogext_import.bodies.leaves import Leaf, Span, placed, placed_cell
from blogext_import.bodies.parser import parser_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

#: The most open brackets in a paragraph; more do not occur in real texts, and are slow in markdown-it.
_MOST_OPEN_BRACKETS = 60
#: Only texts with one of these characters are parsed for inline elements.
_MARKED = re.compile(r"[^\[`$<\\]*[\[`$<\\]")
#: Code with tags in it or near it, which begin with one of these.
_TAGGED = re.compile(r"(?=[^`]*`)[^{<]*[{<]")
_FENCED = re.compile(rf":::|///|{containers.OPEN}")


@dataclass(frozen=True)
class Scan:
    """The contents of a body. *references* has the positions of link definitions, *duplicates* the
    lines and labels of repeated ones.
    """

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
        "matches": containers.match_fences(rows) if _FENCED.search(text) else {},
        "any_box": any_box,
        "any_bracket": any_bracket,
        "references_at": [],
        "formula_ends": formula_rules.Ends(rows) if "$$" in text else None,
        "has_math": has_math,
        "is_math_on": is_math_on,
    }
    tokens: list[Token] = []
    md = parser_for(text, with_text=with_text)
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
            leaf = placed_cell(token.content, row, cursor, lines.text, lines.end(row))
            cursor = leaf.at(len(leaf.content)) if leaf else cursor
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
