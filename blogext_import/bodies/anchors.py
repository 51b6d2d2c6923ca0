"""Targets of links within a post: headings, by any engine's id for them, and explicit ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blogext_import.bodies.leaves import Leaf

#: An id at the end of a heading, in the syntax of Hugo, Zola, kramdown, Python-Markdown and Docusaurus.
HEADING_ID = re.compile(
    r"[ \t]*(?:\{:?[ \t]*(?P<list>[#.][^{}\n]*)\}|\{/\*[ \t]*#(?P<jsx>[\w:.-]+)[ \t]*\*/\})[ \t]*\Z"
)
#: An id in a list of attributes.
ID = re.compile(r"(?:\A|\s)#(?P<id>[^\s{}.#=]+)")
_HTML_ID = re.compile(r"<[A-Za-z][^<>]*?\s(?:id|name)\s*=\s*[\"']?(?P<id>[^\"'\s>]+)")
_EMPHASIS = re.compile(r"[*~\\]|(?<!\w)_+|_+(?!\w)")
#: Characters that MyST, like GitHub, drops from anchors of headings.
_DROPPED = re.compile(r"[^\w\u4e00-\u9fff\- ]")


class Anchors:
    """The targets in a post that links may point to."""

    def __init__(self) -> None:
        #: Ids that MyST resolves as written.
        self.written: set[str] = set()
        #: Ids in HTML, which MyST does not know.
        self.foreign: set[str] = set()
        self._alike: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def add_heading(self, text: str, own: str = "") -> str:
        """Note a heading and its explicit id, and return the anchor that MyST gives it."""
        slug = _DROPPED.sub("", text.lower().replace(" ", "-"))
        number = self._counts.get(slug, 0)
        self._counts[slug] = number + 1
        anchor = f"{slug}-{number}" if number else slug
        self.written.add(anchor)
        if own and own != anchor:
            self._alike[own] = anchor
        # Some engine's id for the same heading may differ in hyphens or accents only.
        suffix = f"{number}" if number else ""
        self._alike.setdefault(_squeezed(text) + suffix, anchor)
        return anchor

    def add_html(self, text: str) -> None:
        """Note the ids in HTML."""
        self.foreign.update(match["id"] for match in _HTML_ID.finditer(text))

    def find(self, name: str) -> str:
        """Return the anchor of the heading with the id *name* in another engine, or ``""``."""
        return self._alike.get(name) or self._alike.get(_squeezed(name), "")


def heading_text(leaf: Leaf) -> str:
    """Return the text from which MyST makes the anchor of a heading: no formulas, images, HTML and markup."""
    parts, at = [], 0
    for span in leaf.spans:
        if span.start < at:
            continue
        parts.append(_EMPHASIS.sub("", leaf.content[at : span.start]))
        if span.kind == "backticks":
            parts.append(leaf.content[span.start : span.end].strip("`").strip(" "))
        elif span.kind == "escape":
            parts.append(leaf.content[span.start + 1 : span.end])
        elif span.kind == "link":
            parts.append(_EMPHASIS.sub("", leaf.content[span.start + 1 : span.label_end].replace("`", "")))
        at = span.end
    parts.append(_EMPHASIS.sub("", leaf.content[at:]))
    return HEADING_ID.sub("", "".join(parts))


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
