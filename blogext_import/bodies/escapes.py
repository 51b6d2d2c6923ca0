"""Escape text that would be markup in MyST but is plain text in another engine."""

import re
from itertools import pairwise

from blogext_import.bodies.scan import Leaf
from blogext_import.bodies.work import Work

_REFERENCE = re.compile(r"\[\^(?P<label>[^\]\[\s\0]+)\]")
_ROLE = re.compile(r"\{[A-Za-z0-9_+:-]+\}(?=`|\0)")
#: Lines that MyST reads as comments, block breaks, targets, directives and attributes of the next block.
_LINE = re.compile(r"[ \t]*(?:(%)|(\+)[ \t]*\+[ \t]*\+|(\()[^\n]+\)=[ \t]*\Z|(:):{2,}|(\{)[^{}\n`]*\}[ \t]*\Z)")
#: Those that may begin each kind of text: a cell is no whole line, and the attributes of a heading are its own.
_SIGNS = {"paragraph": {1, 2, 3, 4, 5}, "heading": {1, 2, 3, 4}, "cell": {1, 2, 4}}
_DEFINITION = re.compile(r"[ \t>]*[:~](?=[ \t])")
_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_ATTRIBUTES = re.compile(r"\{(?=[ \t]*[#.%}]|[ \t]*[\w:-]+=)")


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
    lines = work.scan.lines
    for token in work.scan.blocks("hr"):
        if id(token) not in fine:
            line = work.scan.rows(token)[0]
            rows = ["<hr>", *[""] * bool(lines.of(line + 1).strip(" \t>"))]
            work.edits.write(work.scan.begin(token), lines.end(line), rows, token)


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


def escape_accidents(work: Work) -> None:
    """Escape text that only MyST would read as markup."""
    for leaf in work.scan.leaves:
        _escape_dollars(work, leaf)
        if "{" in leaf.plain:
            _escape_braces(work, leaf)
        for start, end in leaf.lines():
            _escape_line(work, leaf, start, end)
    # MyST would read a paragraph that begins with a colon as a definition.
    for token in () if work.dialect.definitions else work.scan.blocks("dd_open"):
        if match := _DEFINITION.match(work.text, work.scan.lines.start(work.scan.rows(token)[0])):
            work.edits.insert(match.end() - 1, "\\")


def _escape_line(work: Work, leaf: Leaf, start: int, end: int) -> None:
    match = _LINE.match(leaf.plain, start, end)
    if not match:
        return
    position, lines = leaf.at(match.start(match.lastindex or 0)), work.scan.lines
    before = work.text[lines.start(lines.number(position)) : position]
    is_first = before.rstrip()[-1:] not in ("#", "|")
    if is_first and match.lastindex in _SIGNS[leaf.kind] and position not in work.handled:
        work.edits.insert(position, "\\")


def _escape_braces(work: Work, leaf: Leaf) -> None:
    """Escape text that looks like a role, or like attributes of a link, an image or code."""
    for match in _ROLE.finditer(leaf.plain):
        if leaf.content.startswith("`", match.end()):
            work.edits.insert(leaf.at(match.start()), "\\")
    ends = leaf.ends_of("link", "image", "backticks")
    for match in _ATTRIBUTES.finditer(leaf.plain):
        position = leaf.at(match.start())
        is_near = match.start() in ends or leaf.plain[match.start() - 1 : match.start()] == "]"
        if is_near and position not in work.handled:
            work.edits.insert(position, "\\")


def _escape_dollars(work: Work, leaf: Leaf) -> None:
    """Escape dollar signs that do not delimit a formula, if MyST would find a formula between two of them."""
    if "$" not in leaf.plain:
        return
    # MyST looks for the closing dollar sign everywhere, even in code, and formulas get dollar signs here.
    last = max(
        *(match.start() for match in _DOLLAR.finditer(leaf.content)),
        *(span.start for span in leaf.spans if span.kind == "math_inline"),
        -1,
        -1,
    )
    for match in re.finditer(r"\$", leaf.plain[: max(last, 0)]):
        work.edits.insert(leaf.at(match.start()), "\\")
