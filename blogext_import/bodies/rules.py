"""Thematic breaks: docutils allows them only between the paragraphs of a section."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

    from blogext_import.bodies.work import Work


def convert_rules(work: Work) -> None:
    """Convert breaks to HTML if they start or end a section, are adjacent, or are nested in another block."""
    # Footnotes are moved to the end, so they do not separate blocks.
    blocks = [
        token
        for token in work.scan.tokens
        if token.nesting >= 0 and token.level == 0 and token.type not in ("footnote_reference_open", "inline")
    ]
    fine = {
        id(middle)
        for (before, middle), (_, after) in pairwise(pairwise(blocks))
        if before.type not in ("hr", "heading_open") and after.type != "hr"
    }
    for token in work.scan.blocks("hr"):
        if id(token) not in fine and token.map:
            _write(work, token)


def _write(work: Work, token: Token) -> None:
    line = (token.map or [0, 0])[0]
    lines = work.scan.lines
    has_text_below = line + 1 < len(lines.starts) and lines.of(line + 1).strip(" \t>")
    work.edits.write(work.scan.begin(token), lines.end(line), ["<hr>", *([""] if has_text_below else [])], token)
