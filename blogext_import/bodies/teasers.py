"""Teaser markers where MyST finds them: on lines of their own, below some text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogext_import.bodies.leaves import Leaf
    from blogext_import.bodies.work import Report, Work

_MARKER = re.compile(
    r"<!--\s*(?:more|truncate|excerpt|(?:TEASER_END|END_TEASER)(?::[^<>]*)?)\s*-->", re.IGNORECASE
)
#: Blocks without a text of their own.
_BLOCKS = frozenset({"fence", "code_block", "math_block", "hr"})
_COMMENTS = re.compile(r"(?:\s*<!--.*?-->)*\s*", re.DOTALL)


def replace_separator(text: str, report: Report) -> str:
    """Replace the site's own separator, a comment or a line, with the marker; report one within a line."""
    separator = report.context.excerpt_separator.strip()
    at = text.find(separator) if separator and not _MARKER.fullmatch(separator) else -1
    if at < 0:
        return text
    end = at + len(separator)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    after = text[end:].partition("\n")[0]
    if separator.startswith("<!--") or not (before + after).strip():
        return f"{text[:at]}<!-- more -->{text[end:]}"
    message = "the teaser ended at “%(text)s”, which is no marker here: it ends with the first paragraph"
    report.add(text.count("\n", 0, at), message, text=separator)
    return text


def convert_teasers(work: Work) -> None:
    """Move the marker out of its paragraph, and remove it if no text is above it, and any others."""
    first = _MARKER.search(work.text)
    if first is None or work.is_frozen(first.start()):
        return
    if not _has_text_above(work, first.start()):
        # The teaser would be empty, and a build would warn.
        work.edits.replace(*first.span(), "")
        return
    _remove_others(work)
    blocks = (work.scan.begin(token) for token in work.scan.blocks("html_block") if _MARKER.search(token.content))
    end = min(blocks, default=len(work.text))
    for leaf in work.scan.leaves:
        if leaf.kind != "paragraph" or leaf.at(0) > end:
            continue
        for span in leaf.spans:
            if span.kind == "html_inline" and _MARKER.fullmatch(leaf.content, span.start, span.end):
                _set_apart(work, leaf, leaf.at(span.start), leaf.at(span.end - 1) + 1)
                return


def _has_text_above(work: Work, position: int) -> bool:
    """Return whether there is more above *position* than headings and comments."""
    line = work.scan.lines.number(position)
    tokens = [token for token in work.scan.tokens if token.map and token.map[0] <= line]
    above = (None, *tokens)
    for before, token in zip(above, tokens, strict=False):
        if token.type == "inline":
            is_text = before is None or before.type != "heading_open"
            found = is_text and bool(work.text[work.scan.begin(token) : position].strip())
        elif token.type == "html_block":
            found = (token.map or [line])[0] < line and not _COMMENTS.fullmatch(token.content)
        else:
            found = token.type in _BLOCKS
        if found:
            return True
    return False


def _remove_others(work: Work) -> None:
    """Remove all markers but the first: engines ignore them, and a build would warn."""
    found = []
    for token in work.scan.blocks("html_block"):
        first, end = token.map or (0, 0)
        lines = work.scan.lines
        found += [
            marker.span() for marker in _MARKER.finditer(work.text, lines.start(first), lines.end(max(end, 1) - 1))
        ]
    for leaf in work.scan.leaves:
        found += [
            (leaf.at(span.start), leaf.at(span.end - 1) + 1)
            for span in leaf.spans
            if span.kind == "html_inline" and _MARKER.fullmatch(leaf.content, span.start, span.end)
        ]
    for start, end in sorted(found)[1:]:
        work.edits.replace(start, end, "")


def _set_apart(work: Work, leaf: Leaf, start: int, stop: int) -> None:
    """Put the marker from *start* to *stop* between two paragraphs, unless they are in another block."""
    if any(at != work.scan.lines.start(work.scan.lines.number(at)) for _begin, at in leaf.offsets):
        return
    before = len(work.text[:start].rstrip(" \t\n\\"))
    rest = work.text[stop : leaf.at(len(leaf.content) - 1) + 1]
    work.edits.replace(before, start, "\n\n")
    work.edits.replace(stop, stop + len(rest) - len(rest.lstrip()), "\n\n" if rest.strip() else "")
