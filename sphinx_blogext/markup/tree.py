"""A fragment of HTML as a tree, and the text that readers see of one.

The input was written by Sphinx or is already balanced, so a few rules are enough: an end tag closes
everything that is open down to its start tag, and one without a start tag is dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


#: Elements without content (HTML standard, section 13.1.2).
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


@dataclass(slots=True)
class Element:
    """An element; its children are elements and texts, in document order. Comments are dropped."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    def elements(self) -> Iterator[Element]:
        """Yield all elements below this one, in their order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.elements()

    @property
    def text(self) -> str:
        """All text in the element."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


def parse(html: str) -> Element:
    """Return an element without a name that contains *html*."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.path[0]


def start_tag(tag: str, attributes: dict[str, str]) -> str:
    texts = (f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{tag}{''.join(texts)}>"


class PlacedParser(HTMLParser):
    """Reads *html* when it is made, and knows at which of its characters it is."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", html))]
        self.feed(html)

    @property
    def place(self) -> int:
        line, column = self.getpos()
        return self._line_starts[line - 1] + column


def edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Return *text* with the parts from a start to an end, which are in order, replaced."""
    parts: list[str] = []
    end = 0
    for start, stop, replacement in edits:
        parts += (text[end:start], replacement)
        end = stop
    return "".join((*parts, text[end:]))


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.path = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self._add(tag, attrs)
        if tag not in VOID:
            self.path.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self._add(tag, attrs)
        # In HTML only its own elements can be empty; in SVG and MathML any can.
        if tag not in VOID and not any(parent.tag in {"svg", "math"} for parent in self.path):
            self.path.append(element)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.path) - 1, 0, -1):
            if self.path[depth].tag == tag:
                del self.path[depth:]
                break

    def handle_data(self, data: str) -> None:
        self.path[-1].children.append(data)

    def handle_entityref(self, name: str) -> None:
        self.path[-1].children.append(unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        self.path[-1].children.append(unescape(f"&#{name};"))

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        element = Element(tag)
        for name, value in attrs:
            # If an attribute occurs twice, the first one counts.
            element.attributes.setdefault(name, value or "")
        self.path[-1].children.append(element)
        return element


#: Elements whose text readers do not see.
_UNSEEN = frozenset({"svg", "script", "style", "template", "rt", "rp"})


def title_text(title: nodes.Element) -> str:
    """Return the text of a heading on one line, with the text of raw HTML in it, without icons and tags."""
    texts = (
        raw_text(text) if isinstance(text.parent, nodes.raw) else text.astext()
        for text in title.findall(nodes.Text)
        if not isinstance(text.parent, nodes.raw) or "html" in text.parent.get("format", "").split()
    )
    return " ".join("".join(texts).split())


def raw_text(html: str) -> str:
    """Return the text in *html* that readers see."""
    return "".join(_seen(parse(html)))


def _seen(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in _UNSEEN:
            yield from _seen(child)
