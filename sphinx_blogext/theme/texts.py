"""Improve the text of a page: on its tree, before it is written, and what only its HTML tells.

On the tree, tables get boxes in which they scroll, blocks of code say their language, and text in Chinese,
Japanese or Korean is marked as such. In the HTML, images reserve their space, and what extensions have written
becomes valid: a strict policy forbids styles in a page.
"""

import re
from functools import cache
from html import escape, unescape
from urllib.parse import unquote

from docutils import nodes
from pygments.lexers import find_lexer_class_by_name  # type: ignore[import-untyped]  # it has no types of its own
from pygments.util import ClassNotFound  # type: ignore[import-untyped]
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.files import read_size
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.nodes import ancestors, box
from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.languages import mark_languages

#: Pygments' names for lexers, where readers have others, or none.
_NAMES = {"Text only": "", "Text output": "", "ANSI Color": "", "Bash Session": "Console"}
_NAMES |= dict.fromkeys(("Python console session", "IPython", "IPython3"), "Python")
#: A heading must have a level.
_CAPTION_OF_TOCTREE = '<p class="caption" role="heading"'
#: A label must not have ``aria-controls``: its input is the control.
_TAB_LABEL = pattern(r'<label aria-controls="[^"]*" class(?==")')
#: An empty cell is no header of anything.
_EMPTY_HEADER = pattern(r'<th class="head[^"]*">(?:<p></p>)?</th>')
#: The role of citations: obsolete, and not allowed as an item of the surrounding list.
_CITATION_ROLE = 'role="doc-biblioentry"'
_SUMMARY = pattern(r"<summary\b[^<>]*>(?:(?!<summary\b).)*?</summary>", re.DOTALL)
_P_TAG = pattern(r"(</?)p\b")
#: An option of a command that is not too long for a line of its own.
_OPTION = pattern(r'<span class="pre(?=">-[^<>]{1,24}</span>)')
_NAME = pattern(r'(?<=<span class="pre">)([^<>]*)(?=</span>)')
_PARAGRAPH = pattern(r'<p(?: lang="[^"]*")?>')
_LIST = '<div class="h-feed blog-listing'
_UNSPOKEN = pattern(
    r"<annotation\b(?:(?!<annotation\b).)*?</annotation>|<a class=\"(?:headerlink|footnote)(?:(?!<a ).)*?</a>",
    re.DOTALL,
)
_TAG = pattern(r"<[^>]*>")
_IMAGE = pattern(r"<img\b([^<>]*?)((?<!\s)\s*+/?>)")
_STYLED = pattern(r'<(\w+)\b[^<>]*?\sstyle="([^"<>]*)"[^<>]*>')
_WIDTH = pattern(r"\s*width:\s*([0-9]{1,9}(?:\.[0-9]+)?)(%|r?em|px);?\s*")
_QUARTERS = {"%": 1, "px": 0.25, "em": 4, "rem": 4}
_SIDES = pattern(r"\s*(?:width: *(?P<width>\d+)(?:\.\d+)?px;? *)?(?:height: *(?P<height>\d+)(?:\.\d+)?px;? *)?")
_SIDE = pattern(r'\s(width|height)="(\d{1,5})"')
_SRC = pattern(r'\ssrc="([^"]*)"')


def improve_text(doctree: nodes.document, language: str) -> None:
    """Improve the text of a document, in *language* where it does not specify another."""
    for table in list(doctree.findall(nodes.table)):
        if not any(isinstance(parent, nodes.table) for parent in ancestors(table)):
            _wrap(table, box(classes=["table-wrap"]))
    for block in list(doctree.findall(nodes.literal_block)):
        if name := _language_of(block):
            _wrap(block, box(language=name))
    for reference in doctree.findall(nodes.footnote_reference):
        _join(reference)
    if not doctree.astext().isascii():
        mark_languages(doctree, language)


def _wrap(node: nodes.Element, wrapper: box) -> None:
    # Not by ``replace_self``, which would copy the id.
    node.parent.replace(node, wrapper)
    wrapper += node


def _join(reference: nodes.footnote_reference) -> None:
    """Remove the space before a reference, which is superscript: reStructuredText requires it."""
    parent = reference.parent
    place = parent.index(reference)
    before = parent[place - 1] if place else None
    if isinstance(before, nodes.Text) and (place > 1 or before.strip()):
        parent.replace(before, nodes.Text(before.rstrip()))


def _language_of(block: nodes.literal_block) -> str:
    """Return the name of the language of a block of code, or ``""`` if the block shows none."""
    code = block.astext()
    # Markup within code is not highlighted.
    name = _lexer_name(str(block.get("language", ""))) if block.rawsource == code else ""
    # A single command needs no name.
    return name if name not in {"Console", "Bash"} or "\n" in code.strip() else ""


@cache
def _lexer_name(alias: str) -> str:
    """Return the name of the language of a lexer, or ``""`` if it has none for readers."""
    try:
        name = str(find_lexer_class_by_name(alias).name)
    except ClassNotFound:
        return ""
    return _NAMES.get(name, name)


def improve_html(html: str) -> str:
    """Return the body of a page, improved where any extension may have written it."""
    # Searching for plain text is much faster than searching for a pattern.
    if "style=" in html:
        html = _STYLED.sub(_without_style, html)
    html = html.replace(_CAPTION_OF_TOCTREE, f'{_CAPTION_OF_TOCTREE} aria-level="2"')
    if "sd-tab-label" in html:
        html = _TAB_LABEL.sub("<label class", html)
    if "<th" in html:
        html = _EMPTY_HEADER.sub("<td></td>", html)
    if '"pre">-' in html:
        # Otherwise, lines could end after its hyphen.
        html = _OPTION.sub(r"\g<0> unbroken", html)
    # The label hides what the fold is named after, and no paragraph is allowed in it.
    html = html.replace(' aria-label="Toggle hidden content"', "")
    if "<summary" in html:
        html = _SUMMARY.sub(lambda part: _P_TAG.sub(r"\1span", part[0]), html)
    return html.replace(_CITATION_ROLE, 'role="listitem"')


def break_names(html: str) -> str:
    """Return a table of contents in which names of objects break after their dots and underscores."""
    return _NAME.sub(lambda name: name[0].replace(".", ".<wbr>").replace("_", "_<wbr>"), html)


def first_paragraph(html: str) -> str:
    """Return the first paragraph of a text, shortened, for search engines (HTML, escaped)."""
    # What a list shows of posts does not count as text of its page.
    html = html.partition(_LIST)[0]
    end = 0
    while (start := _PARAGRAPH.search(html, end)) and (end := html.find("</p>", start.end())) >= 0:
        words = _UNSPOKEN.sub("", html[start.end() : end]).replace("<br", " <br")
        text = shorten(unescape(_TAG.sub("", words)))
        if len(text) > 3:
            return escape(text)
    return ""


def _without_style(match: re.Match[str]) -> str:
    """Return a tag with its width as classes, or as attributes of an image, which a strict CSP allows."""
    tag, name, style = match.group(0, 1, 2)
    rest = tag.replace(f' style="{style}"', "", 1)
    sides = _SIDES.fullmatch(style) if name == "img" else None
    size = "".join(f' {side}="{value}"' for side, value in sides.groupdict().items() if value) if sides else ""
    if size:
        # The image's existing attributes are the size of the file.
        return _SIDE.sub("", rest).replace("<img", f"<img{size}", 1)
    width = _WIDTH.fullmatch(style)
    # Digit by digit: in whole percent, or in quarters of a rem (4 px).
    number, unit = (round(float(width[1]) * _QUARTERS[width[2]]), width[2]) if width else (0, "")
    if not 1 <= number <= (100 if unit == "%" else 399):
        return tag
    classes = "in-rem " * (unit != "%") + f"hundreds-{number // 100} tens-{number // 10 % 10} units-{number % 10}"
    if 'class="' in rest:
        return rest.replace('class="', f'class="{classes} ', 1)
    return rest.replace(f"<{name}", f'<{name} class="{classes}"', 1)


class Pictures:
    """The images that pages show; the file of each is read once."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        self._size = cache(self._read)

    def place(self, html: str) -> str:
        """Set the size of images, so that the text does not jump, and load those further down lazily."""
        is_first = True

        def improve(match: re.Match[str]) -> str:
            nonlocal is_first
            attributes, end = match[1], match[2]
            sides = dict(_SIDE.findall(attributes))
            # Lazy loading would delay the first image, visible at once, but for a portrait of up to 64 pixels.
            lazily = "" if is_first or "loading=" in attributes else ' loading="lazy"'
            is_first = is_first and 0 < int(sides.get("width", 0)) <= 64
            return f"<img{attributes}{lazily}{self._sides(attributes, sides)}{end}"

        return _IMAGE.sub(improve, html)

    def _sides(self, attributes: str, sides: dict[str, str]) -> str:
        """Return the attributes with width and height that an image lacks, if they can be known."""
        source = _SRC.search(attributes)
        if source is None or len(sides) == 2 or "height:" in attributes:
            return ""
        size = dict(zip(("width", "height"), self._size(unescape(source[1])) or (), strict=False))
        scale = next((int(sides[side]) / size[side] for side in size if side in sides), 1)
        return "".join(f' {side}="{round(size[side] * scale)}"' for side in size if side not in sides)

    def _read(self, url: str) -> tuple[int, int] | None:
        """Return width and height of the image at *url*, if it is one of the sources."""
        folder, _, name = unquote(url).rpartition("/")
        if not folder.endswith(self._builder.imagedir):
            return None
        # Of all documents, not only of those that have been written so far.
        source = next((source for source, (_, target) in self._builder.env.images.items() if target == name), None)
        return read_size(self._builder.srcdir / source) if source else None
