"""HTML as a tree, the text that readers see of it, and the end of what is left open in it.

The input of a tree was written by Sphinx or is already balanced, so a few rules are enough: an end tag closes
everything that is open down to its start tag, and one without a start tag is dropped. What was written by hand and
cut in the middle is balanced by those of the HTML standard.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set


#: Elements whose contents have a syntax of their own.
_FOREIGN = frozenset({"svg", "math"})
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

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]], *, is_empty: bool = False) -> None:
        element = Element(tag)
        for name, value in attrs:
            # If an attribute occurs twice, the first one counts.
            element.attributes.setdefault(name, value or "")
        self.path[-1].children.append(element)
        if tag not in VOID and not is_empty:
            self.path.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # In HTML only its own elements can be empty; in SVG and MathML any can.
        self.handle_starttag(tag, attrs, is_empty=any(parent.tag in _FOREIGN for parent in self.path))

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
    return _seen(parse(html))


def _seen(element: Element) -> str:
    if element.tag in _UNSEEN:
        return ""
    return "".join(child if isinstance(child, str) else _seen(child) for child in element.children)


#: Elements whose end tag may be omitted: they end with the element around them.
OPTIONAL = frozenset("p li dt dd tr td th thead tbody tfoot option optgroup colgroup caption rt rp".split())
#: Elements whose start tag closes an open paragraph.
_ENDS_PARAGRAPH = frozenset(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hgroup hr li dd dt main menu nav ol p pre search section summary table ul".split()
)
#: The elements that a start tag also closes, and those that limit how far up it looks for them.
_ENDS: dict[str, tuple[set[str], set[str]]] = {
    "li": ({"li"}, {"ul", "ol", "menu"}),
    **dict.fromkeys(("dt", "dd"), ({"dt", "dd"}, {"dl"})),
    **dict.fromkeys(("td", "th"), ({"td", "th"}, {"tr"})),
    "tr": ({"tr"}, {"tbody", "thead", "tfoot"}),
    **dict.fromkeys(("tbody", "thead", "tfoot"), ({"tbody", "thead", "tfoot", "tr", "caption"}, set())),
    "option": ({"option"}, {"optgroup"}),
    "optgroup": ({"optgroup", "option"}, set()),
}
#: Elements of tables, and those whose content closes nothing that is open around them.
_TABLE = frozenset({"table", "caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th"})
_SCOPES = frozenset({"table", "caption", "td", "th", "object", "template", "marquee", "svg", "math", "select"})
#: Elements in which nothing but their end tag is markup; the parser does not know all of them.
_TEXT = frozenset({"script", "style", "textarea", "title"})
#: Text that becomes a tag or a character reference if letters follow. No character name is longer.
_BEGUN = pattern(r"(?:<|&#?\w*)$")
_LONGEST_NAME = 40


def balance(html: str) -> str:
    """Return *html* with open elements closed, and stray end tags removed."""
    # Well-formed HTML is returned unchanged.
    return edited(html, _Balancer(html).edits)


class _Balancer(PlacedParser):
    """Finds what to insert and to remove: start, end and replacement, in order."""

    def __init__(self, html: str) -> None:
        self.edits: list[tuple[int, int, str]] = []
        self._open: list[str] = []
        super().__init__(html)
        # The rest is markup that does not end: closing the parser would guess at it.
        rest = self.rawdata if self.cdata_elem is None else ""
        if rest.startswith("<!--"):
            self.edits.append((len(html), len(html), "-->"))
        elif rest.startswith("<"):
            self.edits.append((len(html) - len(rest), len(html), rest.replace("<", "&lt;")))
        self._close_down_to(0, len(html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ENDS_PARAGRAPH:
            # "Button scope" in the HTML standard: a button may contain paragraphs of its own.
            self._end({"p"}, _SCOPES | {"button"})
        if tag in _ENDS:
            ended, limits = _ENDS[tag]
            self._end(ended, limits | (_SCOPES - ended - _TABLE if tag in _TABLE else _SCOPES) | {"table"})
        if tag in _TEXT and not _FOREIGN.intersection(self._open):
            self.set_cdata_mode(tag)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a tag such as ``<path/>``: it opens nothing in a drawing or a formula, but elsewhere it does."""
        if not _FOREIGN.intersection([tag, *self._open]):
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self._end({tag}, {"table", "template"} if tag in _TABLE else _SCOPES):
            start = self.place
            # The texts before and after it must not combine to a tag or a character.
            is_joined = _BEGUN.search(self.html[max(0, start - _LONGEST_NAME) : start])
            self.edits.append((start, self.html.index(">", start) + 1, "<!---->" if is_joined else ""))

    def _end(self, ended: Set[str], limits: Set[str]) -> bool:
        """Close the innermost open element of *ended*, unless one of *limits* is further in."""
        for depth in range(len(self._open), 0, -1):
            if self._open[depth - 1] in ended:
                self._close_down_to(depth, self.place)
                self._open.pop()
                return True
            if self._open[depth - 1] in limits:
                break
        return False

    def _close_down_to(self, depth: int, place: int) -> None:
        """Close all elements except the first *depth* at *place*."""
        closing = [f"</{tag}>" for tag in reversed(self._open[depth:]) if tag not in OPTIONAL]
        del self._open[depth:]
        if closing:
            self.edits.append((place, place, "".join(closing)))
