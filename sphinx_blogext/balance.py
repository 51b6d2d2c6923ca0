"""HTML written by hand and cut in the middle, made to end where it stands."""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Elements without content (HTML standard, section 13.1.2).
_VOID = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input"),
        *("link", "meta", "param", "source", "track", "wbr"),
    }
)
#: Elements whose end tag may be left out: they end with what is around them.
_OPTIONAL = frozenset(
    {
        *("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot"),
        *("option", "optgroup", "colgroup", "caption", "rt", "rp"),
    }
)


def balance(html: str) -> str:
    """Return *html* with elements that are left open closed at its end, and stray end tags dropped.

    What is well-formed is returned as it is.
    """
    finder = _Balancer(html)
    parts: list[str] = []
    end = 0
    for start, stop in finder.stray:
        parts.append(html[end:start])
        end = stop
    closing = [f"</{tag}>" for tag in reversed(finder.open) if tag not in _OPTIONAL]
    return "".join((*parts, html[end:], *closing))


class _Balancer(HTMLParser):
    """Finds elements that are left open, and where end tags stand that close nothing."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.open: list[str] = []
        self.stray: list[tuple[int, int]] = []
        self._html = html
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", html))]
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass
        elif tag not in _VOID:
            line, column = self.getpos()
            start = self._line_starts[line - 1] + column
            self.stray.append((start, self._html.index(">", start) + 1))
