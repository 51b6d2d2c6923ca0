"""Improve the text of a page for this theme: make scrollable parts focusable, reserve space for images.

This works on the finished HTML, so that it applies whichever extension wrote it.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING

# Pygments has no types of its own.
from pygments.lexers import find_lexer_class_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    #: Returns width and height of the image at a URL, if they can be known.
    SizeOf: TypeAlias = Callable[[str], tuple[int, int] | None]

_CODE = re.compile(r'(<div class="highlight">|<td class="code"><div>)<pre>')
_LITERAL = re.compile(r'<pre class="(?=[^"]*literal-block)')
#: A post in a list, with its language.
_ARTICLE = re.compile(r'<article\b[^<>]*? lang="([^"]+)"[^<>]*>[^<]*+(?:<(?!/article>)[^<]*+)*+</article>')
#: The element that contains a block of code, and specifies its language.
_LANGUAGE = re.compile(r'<div class="(?:[^"]*\s)?highlight-([^\s"]+)[^"]*"')
#: Pygments' names for lexers that are not languages.
_NO_LANGUAGE = frozenset({"Text only", "Text output", "ANSI Color"})
#: A formula in a block, unless it is MathML, which marks its own scrollable part.
_MATH = re.compile(
    r'<div class="math\b(?=[^>]*>(?!\s*<(?:div class="blog-math|span class="eqno">)))(?![^>]*tabindex)'
)
#: A heading must have a level.
_CAPTION_OF_TOCTREE = '<p class="caption" role="heading"'
#: A label must not have ``aria-controls``: its input is the control.
_TAB_LABEL = re.compile(r'<label aria-controls="[^"]*" class(?==")')
#: The role of citations: obsolete, and not allowed as an item of the surrounding list.
_CITATION_ROLE = 'role="doc-biblioentry"'
#: The check box of an item of a task list has no name of its own.
_TASK = '<input class="task-list-item-checkbox"'
#: References to footnotes are superscript: the space that reStructuredText requires before them is too much.
_FOOTNOTE_SPACE = re.compile(r'(?<=\S)\s+(?=<a class="(?:[^"]*\s)?footnote-reference[\s"])')
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_LIST = '<div class="h-feed blog-listing'
_UNSPOKEN = re.compile(r"<annotation\b.*?</annotation>|<a class=\"(?:headerlink|footnote).*?</a>", re.DOTALL)
_TABLE_TAG = re.compile(r"<(/?)table\b([^>]*)>")
_CAPTION = re.compile(r"\s*<caption>(.*?)</caption>", re.DOTALL)
_HEADERLINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_IMAGE = re.compile(r"<img\b([^>]*?)(\s*/?>)")
_STYLED = re.compile(r'<\w+\b[^>]*\sstyle="([^"]*)"[^>]*>')
_WIDTH = re.compile(r"\s*width:\s*(\d+(?:\.\d+)?)(%|[a-z]+);?\s*")
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
_SIDES = re.compile(r"\s*(?:width:\s*(\d+)(?:\.\d+)?px;?)?\s*(?:height:\s*(\d+)(?:\.\d+)?px;?)?\s*")
_SIDE = re.compile(r'\s(width|height)="(\d{1,5})"')
#: A picture of at most this many pixels does not noticeably delay a page.
_FACE = 64
_SRC = re.compile(r'\ssrc="([^"]*)"')


def improve(html: str, labels: Mapping[str, str], labels_of: Callable[[str], Mapping[str, str]]) -> str:
    """Return the improved body of a page; *labels* names ``code``, ``table``, ``formula``, ``done``.

    *labels_of* are those for articles in another language. If labels are not in the language of their text,
    ``lang`` and ``text_lang`` are the attributes with these two languages.
    """
    # Searching for plain text is much faster than searching for a pattern.
    if "style=" in html:
        html = _STYLED.sub(_without_style, html)
    html = html.replace(_CAPTION_OF_TOCTREE, f'{_CAPTION_OF_TOCTREE} aria-level="2"')
    if "sd-tab-label" in html:
        html = _TAB_LABEL.sub("<label class", html)
    html = _LANGUAGE.sub(_with_language, html)
    html = html.replace(_CITATION_ROLE, 'role="listitem"')
    if "footnote-reference" in html:
        html = _FOOTNOTE_SPACE.sub("", html)
    return "".join(_labelled(text, labels_of(lang) if lang else labels) for text, lang in _by_language(html))


def language_of_article(html: str) -> str:
    """Return the language that an article specifies, or ``""``."""
    article = _ARTICLE.fullmatch(html)
    return unescape(article[1]) if article else ""


def has_whole_tables(html: str) -> bool:
    """Return whether *html*, a part of a text, has as many ends of tables as beginnings."""
    return html.count("<table") == html.count("</table")


def _by_language(html: str) -> list[tuple[str, str]]:
    """Return the parts of a body, each with the language of its article, or ``""``."""
    parts, end = [], 0
    for article in _ARTICLE.finditer(html):
        parts += [(html[end : article.start()], ""), (article[0], unescape(article[1]))]
        end = article.end()
    parts.append((html[end:], ""))
    # Handwritten HTML may have articles within tables, which are wrapped as a whole.
    return parts if all(has_whole_tables(part) for part, _ in parts) else [(html, "")]


def _labelled(html: str, labels: Mapping[str, str]) -> str:
    """Return a text in which what scrolls can be focused and has a name."""
    # Code and formulas may contain the author's words: they are not marked with the language of their labels.
    code, formula = (_focusable(labels[name]) for name in ("code", "formula"))
    html = html.replace(_TASK, f'{_TASK} aria-label="{escape(labels["done"])}"{labels.get("lang", "")}')
    if "<pre" in html:
        html = html.replace("<pre>\n", f"<pre {code}>\n")
        html = _CODE.sub(rf"\1<pre {code}>", html)
        html = _LITERAL.sub(rf'<pre {code} class="', html)
    html = _MATH.sub(rf'<div {formula} class="math', html)
    return _wrap_tables(html, labels) if "<table" in html else html


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


def _focusable(label: str) -> str:
    """Return the attributes of a scrollable element: keyboard users must be able to reach it, and hear what it is.

    A group, not a region: a page with twenty blocks of code should not have twenty landmarks.
    """
    return f'tabindex="0" role="group" aria-label="{escape(label)}"'


def _with_language(match: re.Match[str]) -> str:
    name = _language_name(unescape(match[1]))
    return f'{match[0]} data-language="{escape(name)}"' if name else match[0]


@cache
def _language_name(alias: str) -> str:
    """Return the name of a Pygments language, or ``""`` if it is not a language."""
    try:
        name = find_lexer_class_by_name(alias).name
    except ClassNotFound:
        return ""
    return "" if name in _NO_LANGUAGE else str(name)


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


def _wrap_tables(html: str, labels: Mapping[str, str]) -> str:
    """Wrap each outermost table of a text in an element that scrolls."""
    parts = []
    depth = end = 0
    for tag in _TABLE_TAG.finditer(html):
        is_end = bool(tag[1])
        if depth == 0 and not is_end and re.search(r'class="[^"]*\bdocutils\b', tag[2]):
            caption = _CAPTION.match(html, tag.end())
            name = unescape(_TAG.sub("", _HEADERLINK.sub("", caption[1]))).strip() if caption else ""
            given, table = _focusable(name or labels["table"]), tag[0]
            if not name and labels.get("lang") and " lang=" not in table:
                given, table = given + labels["lang"], table.replace("<table", f"<table{labels['text_lang']}", 1)
            parts += [html[end : tag.start()], f'<div class="table-wrap" {given}>', table]
            end = tag.end()
            depth = 1
        elif depth:
            depth += -1 if is_end else 1
            if depth == 0:
                parts += [html[end : tag.end()], "</div>"]
                end = tag.end()
    return "".join((*parts, html[end:]))


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
