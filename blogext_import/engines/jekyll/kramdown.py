"""What only kramdown knows: comments, which readers did not see, attributes between blocks, and escapes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_places, outside

if TYPE_CHECKING:
    from blogext_import.bodies.dialects import Dialect
    from blogext_import.bodies.work import BodyContext, Report

_HTML = re.compile(
    r"\{::nomarkdown\}(?P<html>(?:[^{]|\{(?!:(?::nomarkdown|/(?:nomarkdown)?\})))*)\{:/(?:nomarkdown)?\}",
    re.DOTALL,
)
_COMMENT = re.compile(r"\{::comment\}(?P<text>(?:[^{]|\{(?!:/|::comment\}))*)\{:/(?:comment)?\}")
#: A list of attributes in a line of its own between text and a paragraph, or above indented code: CommonMark
#: would read all of these as one paragraph.
_LIST = r"\{:[^:{}\n][^{}\n]*\}[ \t]*"
_ATTRIBUTES = re.compile(
    rf"(?<![^\n]){_LIST}(?=\n(?: {{4}}|\t)[ \t]*\S)"
    rf"|(?<=[^\n}}]\n){_LIST}(?=\n(?!\d+[.)]|[-+*][ \t])[^\s{{>|#:])"
)


#: Several lists of attributes of one element.
_LISTS = re.compile(r"(?:\{:(?!:)[^{}\n]+\}){2,}")


def convert_kramdown(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with kramdown's comments as HTML comments, and with attributes apart from what follows them.

    Several lists of attributes become one. Return ``None`` if nothing changes.
    """
    patterns = (_ATTRIBUTES, _LISTS, _COMMENT, _HTML)
    if context.engine != "jekyll" or not any(pattern.search(text) for pattern in patterns):
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
    for match in outside(code, _HTML.finditer(text)):
        edits.replace(match.start(), match.start("html"), "")
        edits.replace(match.end("html"), match.end(), "")
    return edits.apply()
