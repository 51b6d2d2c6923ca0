"""What a page's text gains in this theme: parts that scroll take focus, images keep their place.

Works on the finished HTML, so that it holds for whatever extension wrote it.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    #: Width and height of the image at a URL, if they can be known.
    SizeOf: TypeAlias = Callable[[str], tuple[int, int] | None]

_CODE = re.compile(r'(<div class="highlight">|<td class="code"><div>)<pre>')
_LITERAL = re.compile(r'<pre class="(?=[^"]*literal-block)')
_MATH = re.compile(r'<div class="math\b(?![^>]*tabindex)')
_TABLE_TAG = re.compile(r"<(/?)table\b([^>]*)>")
_CAPTION = re.compile(r"\s*<caption>(.*?)</caption>", re.DOTALL)
_HEADERLINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_IMAGE = re.compile(r"<img\b([^>]*?)(\s*/?>)")
_SRC = re.compile(r'\ssrc="([^"]*)"')


def improve(html: str, labels: Mapping[str, str], size_of: SizeOf) -> str:
    """Return the body of a page with what it gains; *labels* name ``code``, ``table``, ``formula``."""
    html = _CODE.sub(rf"\1<pre {_focusable(labels['code'])}>", html)
    html = _LITERAL.sub(rf'<pre {_focusable(labels["code"])} class="', html)
    html = _MATH.sub(rf'<div {_focusable(labels["formula"])} class="math', html)
    if "<table" in html:
        html = _wrap_tables(html, labels["table"])
    return _place_images(html, size_of) if "<img" in html else html


def _focusable(label: str) -> str:
    """Return attributes of what may scroll: who uses a keyboard must reach it, and hear what it is.

    A group and no region: a page with twenty blocks of code has not twenty landmarks.
    """
    return f'tabindex="0" role="group" aria-label="{escape(label)}"'


def _wrap_tables(html: str, label: str) -> str:
    """Put each outermost table of a text into an element that scrolls."""
    parts = []
    depth = end = 0
    for tag in _TABLE_TAG.finditer(html):
        is_end = bool(tag[1])
        if depth == 0 and not is_end and re.search(r'class="[^"]*\bdocutils\b', tag[2]):
            caption = _CAPTION.match(html, tag.end())
            name = unescape(_TAG.sub("", _HEADERLINK.sub("", caption[1]))).strip() if caption else ""
            parts += [html[end : tag.start()], f'<div class="table-wrap" {_focusable(name or label)}>', tag[0]]
            end = tag.end()
            depth = 1
        elif depth:
            depth += -1 if is_end else 1
            if depth == 0:
                parts += [html[end : tag.end()], "</div>"]
                end = tag.end()
    return "".join((*parts, html[end:]))


def _place_images(html: str, size_of: SizeOf) -> str:
    """Give images their size, so that the text does not jump, and load those further down late."""
    is_first = True

    def improve_one(match: re.Match[str]) -> str:
        nonlocal is_first
        attributes, end = match[1], match[2]
        source = _SRC.search(attributes)
        extra = "" if is_first or "loading=" in attributes else ' loading="lazy"'
        is_first = False
        if source and not re.search(r"\s(width|height)=|height:", attributes):
            size = size_of(unescape(source[1]))
            extra += f' width="{size[0]}" height="{size[1]}"' if size else ""
        return f"<img{attributes}{extra}{end}"

    return _IMAGE.sub(improve_one, html)
