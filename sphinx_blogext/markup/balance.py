"""Close what is left open in HTML that was written by hand and cut in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.markup.tree import VOID, PlacedParser, edited
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Set

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
#: Elements whose contents have a syntax of their own.
_FOREIGN = frozenset({"svg", "math"})


def balance(html: str) -> str:
    """Return *html* with open elements closed, and stray end tags removed.

    Well-formed HTML is returned unchanged.
    """
    return edited(html, _Balancer(html).edits)


class _Balancer(PlacedParser):
    """Finds what to insert and to remove: start, end and replacement, in order."""

    def __init__(self, html: str) -> None:
        self.edits: list[tuple[int, int, str]] = []
        self._open: list[str] = []
        super().__init__(html)
        # The rest is markup that does not end: closing the parser would guess at it.
        self._end_markup(self.rawdata)
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

    def _end_markup(self, rest: str) -> None:
        """Close a comment, or turn a tag into text, if it is still open in *rest*, the end of the text."""
        if self.cdata_elem is None and rest.startswith("<!--"):
            self.edits.append((len(self.html), len(self.html), "-->"))
        elif self.cdata_elem is None and rest.startswith("<"):
            start = len(self.html) - len(rest)
            self.edits.append((start, len(self.html), rest.replace("<", "&lt;")))

    def _close_down_to(self, depth: int, place: int) -> None:
        """Close all elements except the first *depth* at *place*."""
        closing = [f"</{tag}>" for tag in reversed(self._open[depth:]) if tag not in OPTIONAL]
        del self._open[depth:]
        if closing:
            self.edits.append((place, place, "".join(closing)))
