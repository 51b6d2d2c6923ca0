"""Improve the finished HTML of a page: what any extension may have written, and what depends on the whole page.

A strict policy forbids styles in a page, and images reserve their space.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    #: Returns width and height of the image at a URL, if they can be known.
    SizeOf: TypeAlias = Callable[[str], tuple[int, int] | None]

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
_STYLED = pattern(r'<\w+\b[^>]*\sstyle="([^"]*)"[^>]*>')
_WIDTH = pattern(r"\s*width:\s*(\d+(?:\.\d+)?)(%|[a-z]+);?\s*")
#: Quarters of a rem, of 4 px each, per unit of length.
_QUARTERS = {
    "rem": 4.0,
    "em": 4.0,
    "px": 0.25,
    "pt": 1 / 3,
    "pc": 4.0,
    "in": 24.0,
    "cm": 24 / 2.54,
    "mm": 2.4 / 2.54,
}
_SIDES = pattern(r"\s*(?:width:\s*(\d+)(?:\.\d+)?px;?)?\s*(?:height:\s*(\d+)(?:\.\d+)?px;?)?\s*")
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
        spoken = _UNSPOKEN.sub("", paragraph).replace("<br", " <br")
        text = " ".join(unescape(_TAG.sub("", spoken)).split())
        if len(text) > 3:
            return escape(text if len(text) <= 160 else text[:160].rsplit(" ", 1)[0] + "…")
    return ""


def _without_style(match: re.Match[str]) -> str:
    """Return a tag with its width as classes, or as attributes of an image, which a strict CSP allows."""
    tag, style = match[0], match[1]
    rest = tag.replace(f' style="{style}"', "", 1)
    if tag.startswith("<img") and style and (sides := _SIDES.fullmatch(style)):
        given = "".join(
            f' {name}="{value}"' for name, value in (("width", sides[1]), ("height", sides[2])) if value
        )
        # The image's existing attributes are the size of the file.
        return (_SIDE.sub("", rest) if given else rest).replace("<img", f"<img{given}", 1)
    classes = _classes_of_width(style)
    if not classes:
        return tag
    if 'class="' in rest:
        return rest.replace('class="', f'class="{classes} ', 1)
    return re.sub(r"^<\w+", rf'\g<0> class="{classes}"', rest)


def _classes_of_width(style: str) -> str:
    """Return classes that encode a width in whole percent or in quarters of a rem, digit by digit."""
    width = _WIDTH.fullmatch(style)
    if width is None or (width[2] != "%" and width[2] not in _QUARTERS):
        return ""
    is_relative = width[2] == "%"
    number = round(float(width[1]) * (1 if is_relative else _QUARTERS[width[2]]))
    if not 1 <= number <= (100 if is_relative else 399):
        return ""
    return (
        f"{'' if is_relative else 'in-rem '}hundreds-{number // 100} tens-{number // 10 % 10} units-{number % 10}"
    )


def place_images(html: str, size_of: SizeOf) -> str:
    """Set the size of images, so that the text does not jump, and load those further down lazily."""
    is_first = True

    def improve_one(match: re.Match[str]) -> str:
        nonlocal is_first
        attributes, end = match[1], match[2]
        source = _SRC.search(attributes)
        given = dict(_SIDE.findall(attributes))
        # Lazy loading would delay the first image, which may be visible at once. A portrait does not count.
        extra = "" if is_first or "loading=" in attributes else ' loading="lazy"'
        is_first = is_first and 0 < int(given.get("width", 0)) <= _FACE
        size = size_of(unescape(source[1])) if source and len(given) < 2 and "height:" not in attributes else None
        if size:
            width, height = size
            if "width" in given:
                extra += f' height="{round(int(given["width"]) * height / width)}"'
            elif "height" in given:
                extra += f' width="{round(int(given["height"]) * width / height)}"'
            else:
                extra += f' width="{width}" height="{height}"'
        return f"<img{attributes}{extra}{end}"

    return _IMAGE.sub(improve_one, html)
