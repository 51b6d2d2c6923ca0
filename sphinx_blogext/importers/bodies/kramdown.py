"""Comments of kramdown, which readers did not see, and its attributes between blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.importers.bodies.edits import Edited, Edits, Lines
from sphinx_blogext.importers.bodies.jsx import outside
from sphinx_blogext.importers.bodies.tags import find_places

if TYPE_CHECKING:
    from sphinx_blogext.importers.bodies.dialects import Dialect
    from sphinx_blogext.importers.bodies.work import BodyContext, Report

_COMMENT = re.compile(r"\{::comment\}(?P<text>(?:[^{]|\{(?!:/))*)\{:/(?:comment)?\}")
#: A list of attributes in a line of its own between text and a paragraph, or above indented code: CommonMark
#: would read all of these as one paragraph.
_LIST = r"\{:[^:{}\n][^{}\n]*\}[ \t]*"
_ATTRIBUTES = re.compile(
    rf"(?<![^\n]){_LIST}(?=\n(?: {{4}}|\t)[ \t]*\S)"
    rf"|(?<=[^\n}}]\n){_LIST}(?=\n(?!\d+[.)]|[-+*][ \t])[^\s{{>|#:])"
)


#: Several lists of attributes of one element.
_LISTS = re.compile(r"(?:\{:(?!:)[^{}\n]+\}){2,}")


def hide_comments(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with kramdown's comments as HTML comments, and with attributes apart from what follows them.

    Several lists of attributes become one. Return ``None`` if nothing changes.
    """
    has_any = "{::comment}" in text or _ATTRIBUTES.search(text) or _LISTS.search(text)
    if context.engine != "jekyll" or not has_any:
        return None
    edits = Edits(Lines(text))
    code = find_places(text, "").code
    for match in outside(code, _ATTRIBUTES.finditer(text)):
        edits.insert(match.end(), "\n")
    for match in outside(code, _LISTS.finditer(text)):
        edits.replace(*match.span(), match[0].replace("}{:", " "))
    for match in outside(code, _COMMENT.finditer(text)):
        # Two hyphens would end an HTML comment.
        hidden = match["text"].strip().replace("--", "- -")
        edits.replace(*match.span(), f"<!-- {hidden} -->")
    return edits.apply()
