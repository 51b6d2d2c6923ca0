"""HTML as a tree, the text that readers see of it, and the end of what is left open in it.

An element whose end tag is omitted ends where browsers end it. An end tag closes everything that is open down to
its start tag, and one without a start tag is dropped. A tree may be of any depth: nothing here recurses.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from typing import NamedTuple

from docutils import nodes

from sphinx_blogext.core.metadata import close_turns
from sphinx_blogext.patterns import pattern

#: Returns what is written for a node, or around its children.
Writer = Callable[["Element | str"], "str | Around"]

#: Elements whose contents have a syntax of their own.
_FOREIGN = frozenset({"svg", "math"})
#: Elements without content (HTML standard, section 13.1.2).
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


@dataclass(slots=True)
class Element:
    """An element; its children are elements and texts, in document order. Comments are dropped."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Element | str]" = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    def walk(self, enters: "Callable[[Element], bool] | None" = None) -> "Iterator[Element | str]":
        """Yield the elements and texts below this one, in their order; of some elements, not the content."""
        pending = self.children[::-1]
        while pending:
            child = pending.pop()
            yield child
            if isinstance(child, Element) and (enters is None or enters(child)):
                pending += reversed(child.children)

    def elements(self, enters: "Callable[[Element], bool] | None" = None) -> "Iterator[Element]":
        return (child for child in self.walk(enters) if isinstance(child, Element))

    def outermost(self, is_match: "Callable[[Element], bool]") -> "Iterator[Element]":
        """Yield the elements below this one that match, but not those within a match."""
        return filter(is_match, self.elements(lambda element: not is_match(element)))

    @property
    def text(self) -> str:
        return "".join(child for child in self.walk() if isinstance(child, str))


class Around(NamedTuple):
    """What is written around the children of an element, and by which writer they are written if it is another.

    If they are blank, ``if_blank`` receives all that is written for the element and returns a substitute.
    """

    start: str
    children: Iterable[Element | str]
    end: str = ""
    writer: Writer | None = None
    if_blank: Callable[[str], str] | None = None


def write(element: Element, writer: Writer) -> str:
    """Return what *writer* writes for *element* and everything in it."""
    parts: list[str] = []
    # The number of parts up to the last one that is not blank.
    inked = 0

    def add(text: str) -> None:
        nonlocal inked
        if text:
            parts.append(text)
            inked = inked if text.isspace() else len(parts)

    # The open elements, each with the writer of its children, and three numbers of parts: those before it, the
    # inked ones before it, and those before its children.
    root: list[Element | str] = [element]
    path = [(iter(root), writer, Around("", ()), (0, 0, 0))]
    while path:
        children, writer, around, (first, inked_before, start) = path[-1]
        for child in children:
            piece = writer(child)
            if isinstance(piece, str):
                add(piece)
                continue
            before = len(parts), inked
            add(piece.start)
            path.append((iter(piece.children), piece.writer or writer, piece, (*before, len(parts))))
            break
        else:
            path.pop()
            is_blank = inked <= start
            add(around.end)
            if around.if_blank and is_blank:
                text = around.if_blank("".join(parts[first:]))
                del parts[first:]
                inked = inked_before
                add(text)
    return "".join(parts)


def parse(html: str) -> Element:
    """Return an element without a name that contains *html*."""
    builder, end = _Builder(), html.rfind(">") + 1
    builder.feed(html[:end])
    builder.close()
    # Tags that nothing closes are text, which the standard library finds out in quadratic time.
    if end < len(html):
        builder.handle_data(unescape(html[end:]))
    return builder.path[0]


def start_tag(tag: str, attributes: dict[str, str]) -> str:
    return "".join([f"<{tag}", *(f' {name}="{escape(value)}"' for name, value in attributes.items()), ">"])


class PlacedParser(HTMLParser):
    """Reads *html* when it is made, and knows at which of its characters it is: at ``place``."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html, self.place = html, 0
        self.feed(html)

    def updatepos(self, i: int, j: int) -> int:
        # The standard library's counts lines, which takes time. ``rawdata`` is what is still to do.
        self.place = len(self.html) - len(self.rawdata) + j
        return j


def edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Return *text* with the parts from a start to an end, which are in order, replaced."""
    parts: list[str] = []
    end = 0
    for start, stop, replacement in edits:
        parts += (text[end:start], replacement)
        end = stop
    return "".join((*parts, text[end:]))


#: Elements whose end tag may be omitted: they end with the element around them.
OPTIONAL = frozenset("p li dt dd tr td th thead tbody tfoot option optgroup colgroup caption rb rt rp".split())
#: Elements whose start tag closes an open paragraph.
_ENDS_PARAGRAPH = frozenset(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hgroup hr li dd dt main menu nav ol p pre search section summary table ul".split()
)
#: Elements of tables, and those whose content closes nothing that is open around them.
_TABLE = frozenset("table caption colgroup thead tbody tfoot tr td th".split())
_SCOPES = frozenset("table caption td th object template marquee svg math select".split())
_TABLE_SCOPES = _SCOPES - {"caption", "td", "th"}
#: Elements that separate an item of a list from those inside.
_BLOCKS = (_ENDS_PARAGRAPH | _SCOPES | {"button"}) - {"address", "dialog", "div", "p"}
_ROWS = frozenset("tr caption colgroup thead tbody tfoot".split())
#: By the name of a start tag: the elements that it closes, and those that limit how far up it looks for them.
_ENDS: dict[str, tuple[Set[str], Set[str]]] = {
    "li": ({"li"}, _BLOCKS),
    **dict.fromkeys(("dt", "dd"), ({"dt", "dd"}, _BLOCKS)),
    **dict.fromkeys(("td", "th"), ({"td", "th"}, _TABLE_SCOPES | {"tr"})),
    "tr": ({"tr", "caption", "colgroup"}, _TABLE_SCOPES | {"thead", "tbody", "tfoot"}),
    **dict.fromkeys(_ROWS - {"tr"}, (_ROWS, _TABLE_SCOPES)),
    "col": (_ROWS - {"colgroup"}, _TABLE_SCOPES),
    "option": ({"option"}, _SCOPES | {"optgroup", "datalist"}),
    "optgroup": ({"option", "optgroup"}, _SCOPES),
    **dict.fromkeys(("rb", "rt", "rp"), ({"rb", "rt", "rp"}, _SCOPES | {"ruby", "rtc"})),
}


class _Nesting(HTMLParser):
    """Follows which elements are open, as browsers do: the HTML standard, section 13.2.6."""

    def reset(self) -> None:
        super().reset()
        self.open: list[str] = []
        # Where in this list each name is.
        self._places: dict[str, list[int]] = defaultdict(list)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ENDS_PARAGRAPH and self._places["p"]:
            # "Button scope" in the HTML standard: a button may contain paragraphs of its own.
            self._end({"p"}, _SCOPES | {"button"})
        if tag in _ENDS:
            self._end(*_ENDS[tag])
        if tag not in VOID:
            self._places[tag].append(len(self.open))
            self.open.append(tag)

    def is_foreign(self, tag: str) -> bool:
        """Return whether *tag* is in a drawing or a formula, where ``<path/>`` opens nothing."""
        return tag in _FOREIGN or self._innermost(_FOREIGN) >= 0

    def end(self, tag: str) -> bool:
        """Handle an end tag; return whether it ends anything."""
        if self.open and self.open[-1] == tag:
            # Mostly.
            self.forget_down_to(len(self.open) - 1)
            return True
        place = self._innermost({tag})
        if place < max(0, self._innermost({"table", "template"} if tag in _TABLE else _SCOPES)):
            return False
        self.close_down_to(place + 1)
        self.forget_down_to(place)
        return True

    def close_down_to(self, place: int) -> None:
        """Close open elements without end tags, except the outermost ones, so many as *place*."""
        self.forget_down_to(place)

    def forget_down_to(self, place: int) -> None:
        while len(self.open) > place:
            self._places[self.open.pop()].pop()

    def _end(self, ended: Set[str], limits: Set[str]) -> None:
        """Close the open elements of *ended*, except those around one of *limits*."""
        limit = max(0, self._innermost(limits)) if self._innermost(ended) >= 0 else 0
        while (place := self._innermost(ended)) >= limit:
            self.close_down_to(place)

    def _innermost(self, tags: Iterable[str]) -> int:
        return max((places[-1] for tag in tags if (places := self._places.get(tag))), default=-1)


class _Builder(_Nesting):
    def __init__(self) -> None:
        self.path = [Element("")]
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        element = self._add(tag, attrs)
        if tag not in VOID:
            self.path.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        (self._add if self.is_foreign(tag) else self.handle_starttag)(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.end(tag)

    def forget_down_to(self, place: int) -> None:
        super().forget_down_to(place)
        del self.path[place + 1 :]

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        element = Element(tag)
        for name, value in attrs:
            # If an attribute occurs twice, the first one counts.
            element.attributes.setdefault(name, value or "")
        self.path[-1].children.append(element)
        return element

    def handle_data(self, data: str) -> None:
        self.path[-1].children.append(data)


#: Elements whose text readers do not see.
_UNSEEN = frozenset({"svg", "script", "style", "template", "rt", "rp"})


def closed(title: nodes.Element) -> nodes.Element:
    """Return a *title* that Sphinx stores, after leaving out what would turn the text after it."""
    for text in list(title.findall(nodes.Text)):
        text.parent.replace(text, nodes.Text(close_turns(text)))
    return title


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
    words = parse(html).walk(lambda element: element.tag not in _UNSEEN)
    return "".join(word for word in words if isinstance(word, str))


#: Elements in which nothing but their end tag is markup; the parser does not know all of them.
_TEXT = frozenset({"script", "style", "textarea", "title"})
#: Text that becomes a tag or a character reference if letters follow. No character name is longer.
_BEGUN = pattern(r"(?:<|&#?\w*)$")
_LONGEST_NAME = 40
_SCRIPT = pattern(r"<script[\s/>]", re.IGNORECASE)


def balance(html: str) -> str:
    """Return *html* with open elements closed, and stray end tags removed."""
    # Well-formed HTML is returned unchanged.
    return edited(html, _Balancer(html).edits)


class _Balancer(_Nesting, PlacedParser):
    """Finds what to insert and to remove: start, end and replacement, in order."""

    def __init__(self, html: str) -> None:
        self.edits: list[tuple[int, int, str]] = []
        self._text_start = 0
        super().__init__(html)
        # The rest is markup that does not end: closing the parser would guess at it.
        rest = self.rawdata if self.cdata_elem is None else ""
        if rest.startswith("<!--"):
            self.edits.append((len(html), len(html), "-->"))
        elif rest.startswith("<"):
            self.edits.append((len(html) - len(rest), len(html), rest.replace("<", "&lt;")))
        self.place = len(html)
        self.close_down_to(0)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if tag in _TEXT and not self.is_foreign(tag):
            self.set_cdata_mode(tag)
            self._text_start = self.place

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.is_foreign(tag):
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            if self._continues():
                self.edits.append((self.place, self.place, "</script>"))
            # Looked at once, however many end tags follow.
            self._text_start = self.place
        if not self.end(tag):
            start = self.place
            # The texts before and after it must not combine to a tag or a character.
            is_joined = _BEGUN.search(self.html[max(0, start - _LONGEST_NAME) : start])
            self.edits.append((start, self.html.index(">", start) + 1, "<!---->" if is_joined else ""))

    def close_down_to(self, place: int) -> None:
        closing = [f"</{tag}>" for tag in reversed(self.open[place:]) if tag not in OPTIONAL]
        if "script" in self.open[place:] and self._continues():
            closing.insert(0, "</script>")
        self.forget_down_to(place)
        if closing:
            self.edits.append((self.place, self.place, "".join(closing)))

    def _continues(self) -> bool:
        """Return whether the end tag of a script is text, as after ``<!--<script>`` (HTML standard, 13.2.5.27)."""
        comment = self.html[self._text_start : self.place].rpartition("-->")[2].partition("<!--")[2]
        return _SCRIPT.search(comment) is not None
