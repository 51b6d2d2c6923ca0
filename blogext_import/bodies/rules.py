"""Thematic breaks, which docutils allows only between the paragraphs of a section, and footnotes."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

    from blogext_import.bodies.work import Work


_REFERENCE = re.compile(r"\[\^(?P<label>[^\]\[\s\0]+)\]")


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
        if id(token) not in fine:
            _write(work, token)


def _write(work: Work, token: Token) -> None:
    line = work.scan.rows(token)[0]
    lines = work.scan.lines
    has_text_below = line + 1 < len(lines.starts) and lines.of(line + 1).strip(" \t>")
    work.edits.write(work.scan.begin(token), lines.end(line), ["<hr>", *([""] if has_text_below else [])], token)


def convert_notes(work: Work) -> None:
    """Escape footnote references without a definition, and report what the build will warn about."""
    texts: dict[str, int] = {}
    for token in work.scan.blocks("footnote_reference_open"):
        label = str(token.meta.get("label"))
        if label in texts:
            work.remark(work.scan.begin(token), "the footnote %(name)s is defined twice", name=label)
        texts.setdefault(label, work.scan.begin(token))
    used = set()
    for leaf in work.scan.leaves:
        for reference in _REFERENCE.finditer(leaf.plain) if "[^" in leaf.plain else ():
            used.add(reference["label"])
            if reference["label"] not in texts:
                work.edits.insert(leaf.at(reference.start()), "\\")
    for label in texts.keys() - used:
        work.remark(texts[label], "nothing refers to the footnote %(name)s", name=label)
    for line, label in work.scan.duplicates:
        work.remark(work.scan.lines.start(line), "the link %(name)s is defined twice", name=label)
