"""HTML written by hand and cut in the middle, made to end where it stands."""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Elements without content (HTML standard, section 13.1.2).
VOID = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input"),
        *("link", "meta", "param", "source", "track", "wbr"),
    }
)
#: Elements whose end tag may be left out: they end with what is around them.
OPTIONAL = frozenset(
    {
        *("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot"),
        *("option", "optgroup", "colgroup", "caption", "rt", "rp"),
    }
)


def balance(html: str) -> str:
    """Return *html* with elements that are left open closed, and stray end tags dropped.

    What is well-formed is returned as it is.
    """
    parts: list[str] = []
    end = 0
    for start, stop, replacement in _Balancer(html).edits:
        parts += (html[end:start], replacement)
        end = stop
    return "".join((*parts, html[end:]))


class _Balancer(HTMLParser):
    """Finds what to insert and to drop: start, end and replacement, in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.edits: list[tuple[int, int, str]] = []
        self._open: list[str] = []
        self._html = html
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", html))]
        self.feed(html)
        self.close()
        self._close_down_to(0, len(html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag such as ``<br/>`` opens nothing."""

    def handle_endtag(self, tag: str) -> None:
        line, column = self.getpos()
        start = self._line_starts[line - 1] + column
        if tag in self._open:
            depth = len(self._open) - self._open[::-1].index(tag)
            self._close_down_to(depth, start)
            self._open.pop()
        elif tag not in VOID:
            self.edits.append((start, self._html.index(">", start) + 1, ""))

    def _close_down_to(self, depth: int, place: int) -> None:
        """Close all elements but the first *depth* at *place*."""
        closing = [f"</{tag}>" for tag in reversed(self._open[depth:]) if tag not in OPTIONAL]
        del self._open[depth:]
        if closing:
            self.edits.append((place, place, "".join(closing)))
