"""Teaser markers where MyST finds them: on lines of their own, below some text."""

import re
from collections.abc import Iterator
from itertools import pairwise

from markdown_it.token import Token

from blogext_import.bodies.scan import Leaf
from blogext_import.bodies.work import Report, Work

MARKER = re.compile(
    r"<!--\s*(?:(?:more|truncate|excerpt|TEASER_END|END_TEASER)\s*|(?:TEASER_END|END_TEASER):[^<>]*)-->",
    re.IGNORECASE,
)
#: Blocks without a text of their own.
_BLOCKS = frozenset({"fence", "code_block", "math_block", "hr"})
_COMMENTS = re.compile(r"(?:\s|<!--(?>.*?-->))*", re.DOTALL)


def replace_separator(text: str, report: Report) -> str:
    """Replace the site's own separator, a comment or a line, with the marker; report one within a line."""
    separator = report.context.excerpt_separator.strip()
    at = text.find(separator) if separator and not MARKER.fullmatch(separator) else -1
    if at < 0:
        return text
    end = at + len(separator)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    after = text[end:].partition("\n")[0]
    if separator.startswith("<!--") or not (before + after).strip():
        return f"{text[:at]}<!-- more -->{text[end:]}"
    message = "the teaser ended at “%(text)s”, which is not a marker here: it ends with the first paragraph"
    report.add(text.count("\n", 0, at), message, text=separator)
    return text


def convert_teasers(work: Work) -> None:
    """Move the marker out of its paragraph, and remove it if no text is above it, and any others."""
    first = MARKER.search(work.text)
    if first is None or work.is_frozen(first.start()):
        return
    if not any(_is_text(work, *pair, first.start()) for pair in pairwise([None, *work.scan.tokens])):
        # The teaser would be empty, and a build would warn.
        work.edits.replace(*first.span(), "")
        return
    _remove_others(work)
    blocks = filter(lambda token: MARKER.search(token.content), work.scan.blocks("html_block"))
    end = min(map(work.scan.begin, blocks), default=len(work.text))
    leaves = ((leaf, *place) for leaf, place in _inline_markers(work) if leaf.kind in ("paragraph", "heading"))
    if (marker := next(leaves, None)) and marker[0].at(0) <= end:
        _set_apart(work, *marker)


def _inline_markers(work: Work) -> Iterator[tuple[Leaf, tuple[int, int]]]:
    """Yield the markers within paragraphs and headings, with their places in the body."""
    for leaf, span in work.scan.inline("html_inline"):
        if MARKER.fullmatch(leaf.content, span.start, span.end):
            yield leaf, leaf.range(span.start, span.end)


def _is_text(work: Work, before: Token | None, token: Token | None, position: int) -> bool:
    """Return whether *token*, which is after *before*, shows something above *position*."""
    if token is None or not token.map or token.map[0] > work.scan.lines.number(position):
        return False
    if token.type == "inline":
        is_heading = before is not None and before.type == "heading_open"
        return not is_heading and bool(work.text[work.scan.begin(token) : position].strip())
    if token.type == "html_block":
        is_above = work.scan.rows(token)[0] < work.scan.lines.number(position)
        return is_above and not _COMMENTS.fullmatch(token.content)
    return token.type in _BLOCKS


def _remove_others(work: Work) -> None:
    """Remove all markers but the first: engines ignore them, and a build would warn."""
    places = [place for _leaf, place in _inline_markers(work)]
    lines = work.scan.lines
    for token in work.scan.blocks("html_block"):
        first, after = work.scan.rows(token)
        markers = MARKER.finditer(work.text, lines.start(first), lines.end(after - 1))
        places += [marker.span() for marker in markers]
    for start, end in sorted(places)[1:]:
        work.edits.replace(start, end, "")


def _set_apart(work: Work, leaf: Leaf, start: int, stop: int) -> None:
    """Put the marker from *start* to *stop* between two paragraphs or above a heading, unless in another block."""
    row = work.scan.lines.start(leaf.first_line)
    if leaf.kind == "heading":
        if row in (leaf.at(0), work.text.find("#", row)):
            work.edits.insert(row, f"{work.text[start:stop]}\n\n")
            work.edits.replace(start, stop, "")
        return
    if any(at != work.scan.lines.start(work.scan.lines.number(at)) for _begin, at in leaf.offsets):
        return
    before = len(work.text[:start].rstrip(" \t\n\\"))
    rest = work.text[stop : leaf.end]
    work.edits.replace(before, start, "\n\n")
    work.edits.replace(stop, stop + len(rest) - len(rest.lstrip()), "\n\n" if rest.strip() else "")
