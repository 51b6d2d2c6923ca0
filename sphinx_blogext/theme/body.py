"""Improve the finished HTML of a page: what any extension may have written, and what depends on the whole page.

A strict policy forbids styles in a page, and images reserve their space.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_blogext.images import read_size
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

#: A heading must have a level.
_CAPTION_OF_TOCTREE = '<p class="caption" role="heading"'
#: A label must not have ``aria-controls``: its input is the control.
_TAB_LABEL = pattern(r'<label aria-controls="[^"]*" class(?==")')
#: An empty cell is no header of anything.
_EMPTY_HEADER = pattern(r'<th class="head[^"]*">(?:<p></p>)?</th>')
#: The role of citations: obsolete, and not allowed as an item of the surrounding list.
_CITATION_ROLE = 'role="doc-biblioentry"'
_PARAGRAPH = pattern(r'<p(?: lang="[^"]*")?>(.*?)</p>', re.DOTALL)
_LIST = '<div class="h-feed blog-listing'
_UNSPOKEN = pattern(r"<annotation\b.*?</annotation>|<a class=\"(?:headerlink|footnote).*?</a>", re.DOTALL)
_TAG = pattern(r"<[^>]*>")
_IMAGE = pattern(r"<img\b([^>]*?)(\s*/?>)")
_STYLED = pattern(r'<(\w+)\b[^>]*\sstyle="([^"]*)"[^>]*>')
_WIDTH = pattern(r"\s*width:\s*(\d+(?:\.\d+)?)(%|r?em|px);?\s*")
_SIDES = pattern(r"\s*(?:width: *(?P<width>\d+)(?:\.\d+)?px;? *)?(?:height: *(?P<height>\d+)(?:\.\d+)?px;? *)?")
_SIDE = pattern(r'\s(width|height)="(\d{1,5})"')
#: A picture of at most this many pixels does not noticeably delay a page.
_FACE = 64
_SRC = pattern(r'\ssrc="([^"]*)"')


def improve(html: str) -> str:
    """Return the improved body of a page."""
    # Searching for plain text is much faster than searching for a pattern.
    if "style=" in html:
        html = _STYLED.sub(_without_style, html)
    html = html.replace(_CAPTION_OF_TOCTREE, f'{_CAPTION_OF_TOCTREE} aria-level="2"')
    if "sd-tab-label" in html:
        html = _TAB_LABEL.sub("<label class", html)
    if "<th" in html:
        html = _EMPTY_HEADER.sub("<td></td>", html)
    # The label hides what the fold is named after.
    html = html.replace(' aria-label="Toggle hidden content"', "")
    return html.replace(_CITATION_ROLE, 'role="listitem"')


def first_sentence(html: str) -> str:
    """Return the beginning of the first paragraph of a text, for search engines (HTML, escaped).

    What a list shows of posts does not count as text of its page.
    """
    for paragraph in _PARAGRAPH.findall(html.partition(_LIST)[0]):
        words = _UNSPOKEN.sub("", paragraph).replace("<br", " <br")
        text = " ".join(unescape(_TAG.sub("", words)).split())
        if len(text) > 3:
            return escape(text if len(text) <= 160 else text[:160].rsplit(" ", 1)[0] + "…")
    return ""


def _without_style(match: re.Match[str]) -> str:
    """Return a tag with its width as classes, or as attributes of an image, which a strict CSP allows."""
    tag, name, style = match.group(0, 1, 2)
    rest = tag.replace(f' style="{style}"', "", 1)
    if name == "img" and style and (sides := _SIDES.fullmatch(style)):
        size = "".join(f' {side}="{value}"' for side, value in sides.groupdict().items() if value)
        # The image's existing attributes are the size of the file.
        return (_SIDE.sub("", rest) if size else rest).replace("<img", f"<img{size}", 1)
    classes = _classes_of_width(style)
    if not classes:
        return tag
    if 'class="' in rest:
        return rest.replace('class="', f'class="{classes} ', 1)
    return rest.replace(f"<{name}", f'<{name} class="{classes}"', 1)


def _classes_of_width(style: str) -> str:
    """Return classes that encode a width in whole percent or in quarters of a rem, digit by digit."""
    width = _WIDTH.fullmatch(style)
    if width is None:
        return ""
    is_relative = width[2] == "%"
    # A quarter of a rem has 4 px.
    number = round(float(width[1]) * {"%": 1, "px": 0.25}.get(width[2], 4))
    if not 1 <= number <= (100 if is_relative else 399):
        return ""
    unit = "" if is_relative else "in-rem "
    return f"{unit}hundreds-{number // 100} tens-{number // 10 % 10} units-{number % 10}"


class Pictures:
    """The images that pages show; the file of each is read once."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        self._size = cache(self._read)

    def place(self, html: str) -> str:
        """Set the size of images, so that the text does not jump, and load those further down lazily."""
        is_first = True

        def improve_one(match: re.Match[str]) -> str:
            nonlocal is_first
            attributes, end = match[1], match[2]
            sides = dict(_SIDE.findall(attributes))
            # Lazy loading would delay the first image, which may be visible at once. A portrait does not count.
            lazily = "" if is_first or "loading=" in attributes else ' loading="lazy"'
            is_first = is_first and 0 < int(sides.get("width", 0)) <= _FACE
            return f"<img{attributes}{lazily}{self._sides(attributes, sides)}{end}"

        return _IMAGE.sub(improve_one, html)

    def _sides(self, attributes: str, sides: dict[str, str]) -> str:
        """Return the attributes with width and height that an image lacks, if they can be known."""
        source = _SRC.search(attributes)
        if source is None or len(sides) == 2 or "height:" in attributes:
            return ""
        width, height = self._size(unescape(source[1])) or (0, 0)
        if not width:
            return ""
        if "width" in sides:
            return f' height="{round(int(sides["width"]) * height / width)}"'
        if "height" in sides:
            return f' width="{round(int(sides["height"]) * width / height)}"'
        return f' width="{width}" height="{height}"'

    def _read(self, url: str) -> tuple[int, int] | None:
        """Return width and height of the image at *url*, if it is one of the sources."""
        folder, _, name = unquote(url).rpartition("/")
        if not folder.endswith(self._builder.imagedir):
            return None
        # Of all documents, not only of those that have been written so far.
        sources = (source for source, (_, target) in self._builder.env.images.items() if target == name)
        source = next(sources, None)
        return read_size(self._builder.srcdir / source) if source else None
