"""Headings: moved below the title of the post, without skipped levels, and with their old ids."""

import re

from markdown_it.token import Token

from blogext_import.bodies.scan import Leaf
from blogext_import.bodies.work import HEADING_ID, ID, Work, heading_text

_LIST = re.compile(r"\{:?([^{}\n]*)\}")
_BELOW = re.compile(r"[ \t]*\{:([^{}\n]*)\}[ \t]*")
_UNDERLINE = re.compile(r"[=-]+")


def convert_headings(work: Work) -> None:
    """Move headings to the levels below the title, and note the targets of links within the post."""
    leaves = {leaf.first_line: leaf for leaf in work.scan.leaves}
    above: list[int] = []
    moved: set[str] = set()
    for token in work.scan.blocks("heading_open"):
        level, leaf = int(token.tag[1]), leaves.get(work.scan.rows(token)[0])
        if token.level:
            _make_rubric(work, token, leaf, level)
            continue
        while above and above[-1] >= level:
            above.pop()
        above.append(level)
        text, own = (heading_text(leaf), _take_id(work, leaf) or _id_below(work, token)) if leaf else ("", "")
        anchor = work.anchors.add_heading(text, own)
        if own not in ("", anchor):
            work.edits.insert(work.scan.begin(token), f'<a id="{own}"></a>\n\n')
            moved.add(own)
        # The title of the post is the only level-1 heading.
        if (new := min(len(above) + 1, 6)) != level:
            _set_level(work, token, leaf, new)
    _note_ids(work)
    # MyST does not know the ids of headings that were in the line below.
    work.anchors.written -= moved


def _note_ids(work: Work) -> None:
    for token in work.scan.blocks("html_block"):
        work.anchors.add_html(token.content)
    for leaf, span in work.scan.inline("html_inline"):
        work.anchors.add_html(leaf.content[span.start : span.end])
    for leaf in work.scan.leaves if work.dialect.attributes else ():
        for attributes in _LIST.findall(leaf.plain) if leaf.kind != "heading" else ():
            work.anchors.written.update(own["id"] for own in ID.finditer(attributes))


def _take_id(work: Work, leaf: Leaf) -> str:
    """Remove an id and attributes from the end of a heading, and return the id, or ``""``."""
    match = HEADING_ID.search(leaf.content)
    if not match or any(span.end > match.start() for span in leaf.spans):
        return ""
    work.edits.replace(*leaf.range(*match.span()), "")
    own = ID.search(match["list"] or "")
    name = match["jsx"] or (own["id"] if own else "")
    return "" if re.search(r"[\"'<>&]", name) else name


def _id_below(work: Work, token: Token) -> str:
    """Return the id in a list of attributes in the line below a heading, as in kramdown, or ``""``."""
    below = _BELOW.fullmatch(work.scan.lines.of(work.scan.rows(token)[1])) if work.dialect.attributes else None
    own = ID.search(below[1]) if below else None
    return "" if not own or re.search(r"[\"'<>&]", own["id"]) else own["id"]


def _set_level(work: Work, token: Token, leaf: Leaf | None, level: int) -> None:
    begin, lines = work.scan.begin(token), work.scan.lines
    if token.markup.startswith("#"):
        work.edits.replace(begin, begin + len(token.markup), "#" * level)
        return
    last = work.scan.rows(token)[1] - 1
    underline = _UNDERLINE.search(work.text, lines.start(last), lines.end(last))
    if underline and level <= 2:
        work.edits.replace(*underline.span(), "=-"[level - 1] * len(underline[0]))
    elif underline and leaf and "\n" not in leaf.content:
        work.edits.insert(begin, "#" * level + " ")
        work.edits.replace(lines.end(last - 1), lines.end(last), "")


def _make_rubric(work: Work, token: Token, leaf: Leaf | None, level: int) -> None:
    """Convert a heading within a list, a block quote or an admonition to a rubric."""
    if leaf is None or "\n" in leaf.content or "`" in leaf.content:
        return
    begin, lines = work.scan.begin(token), work.scan.lines
    work.edits.write(begin, leaf.at(0), ["```{rubric} "], token)
    last = work.scan.rows(token)[1] - 1
    end = leaf.end
    work.edits.write(end, lines.end(last), ["", f":heading-level: {max(level, 2)}", "```"], token)
