"""Locate code, formulas, links, images, containers and text in a body, with markdown-it."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
_MARKED = re.compile(r"[\[`$<\\]")
#: Tags begin with one of these.
_TAGGED = re.compile(r"[{<]")


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

    def begin(self, token: Token) -> int:
        """Return the start of a block, after indentation and the markers of enclosing blocks."""
        if "begin" in token.meta:
            return int(token.meta["begin"])
        start = self.lines.start(token.map[0]) if token.map else 0
        return (
            start
            + len(self.lines.of(self.lines.number(start)))
            - len(self.lines.of(self.lines.number(start)).lstrip())
        )


def scan(
    text: str, *, with_text: bool = True, any_box: bool = False, any_bracket: bool = False, has_math: bool = True
) -> Scan:
    r"""Parse a body. Without *with_text*, find only code: blocks, and inline code in leaves that may have tags.

    With *any_box*, containers between colons may have any name; otherwise, only names of admonitions.
    With *any_bracket*, anything between ``\(`` and ``\)`` is a formula, and so is a paragraph between ``\[``
    and ``\]``; otherwise, only what looks like one. Without *has_math*, nothing is a formula.
    """
    lines = Lines(text)
    rows = text.split("\n")
    env: dict[str, Any] = {
        "matches": containers.match_fences(rows)
        if ":::" in text or "///" in text or containers.OPEN in text
        else {},
        "any_box": any_box,
        "any_bracket": any_bracket,
        "references_at": [],
        "formula_ends": formula_rules.Ends(rows) if "$$" in text else None,
        "has_math": has_math,
    }
    tokens: list[Token] = []
    md = parser_for(text, with_text=with_text)
    md.block.parse(text, md, env, tokens)
    leaves = list(_leaves(tokens, lines))
    for leaf in leaves:
        if _MARKED.search(leaf.content) if with_text else ("`" in leaf.content and _TAGGED.search(leaf.content)):
            _look_into(leaf, md, env)
        if with_text:
            leaf.mask()
    duplicates = [(found["map"][0], str(found["label"])) for found in env.get("duplicate_refs", ())]
    return Scan(lines, tokens, leaves, env["references_at"], duplicates)


def _leaves(tokens: list[Token], lines: Lines) -> Iterator[Leaf]:
    row = cursor = -1
    for number, token in enumerate(tokens):
        if token.type != "inline" or not token.content:
            continue
        parent = tokens[number - 1]
        span = token.map or parent.map
        if span is None:
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
        if leaf is not None:
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
