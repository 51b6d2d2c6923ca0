"""Thematic breaks: docutils has them between the paragraphs of a section only."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_blogext.importers.bodies.work import Work


def convert_rules(work: Work) -> None:
    """Write breaks as HTML that begin or end a section, follow each other, or stand within something else."""
    # Footnotes are moved to the end.
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
