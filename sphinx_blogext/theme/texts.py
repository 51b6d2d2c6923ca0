"""Improve the text of a document for this theme, once: on its tree, before it is written.

Tables can scroll, blocks of code say their language, and text in Chinese, Japanese or Korean is marked as such
where it is not: otherwise browsers choose the glyphs of another language, and screen readers spell it out.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from docutils import nodes
from pygments.lexers import find_lexer_class_by_name  # type: ignore[import-untyped]  # it has no types of its own
from pygments.util import ClassNotFound  # type: ignore[import-untyped]
from sphinx import addnodes

from sphinx_blogext.lang.codes import guess_language, is_wide, split_languages
from sphinx_blogext.lang.typography import break_words, squeeze_marks
from sphinx_blogext.nodes import ancestors, box, word_break

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The elements that Sphinx writes with their classes. docutils turns one of them into the attribute ``lang``.
_MARKED = (
    *(nodes.paragraph, nodes.title, nodes.term, nodes.line, nodes.rubric, nodes.attribution, nodes.caption),
    *(nodes.inline, nodes.emphasis, nodes.strong, nodes.title_reference, nodes.reference),
)
#: Elements that are not running text.
_LEFT_ALONE = (
    *(nodes.literal, nodes.FixedTextElement, nodes.math, nodes.Invisible, nodes.label, addnodes.desc_signature),
)
_LANGUAGE = "language-"
#: Pygments' names for lexers, where readers have others, or none.
_NAMES = {
    "Text only": "",
    "Text output": "",
    "ANSI Color": "",
    "Bash Session": "Console",
    "Python console session": "Python",
    "IPython": "Python",
    "IPython3": "Python",
}
_SHELLS = frozenset({"Console", "Bash"})


def improve_text(doctree: nodes.document, language: str) -> None:
    """Improve the text of a document, in *language* where it does not specify another."""
    for table in list(doctree.findall(nodes.table)):
        if not any(isinstance(parent, nodes.table) for parent in ancestors(table)):
            _wrap(table, box(classes=["table-wrap"]))
    for block in list(doctree.findall(nodes.literal_block)):
        # Markup within code is not highlighted.
        if block.rawsource == block.astext() and (name := _language_name(block)):
            _wrap(block, box(language=name))
    for reference in doctree.findall(nodes.footnote_reference):
        _raise(reference)
    if not doctree.astext().isascii():
        _mark_languages(doctree, language, is_title=False)


def _raise(reference: nodes.footnote_reference) -> None:
    """Take away the space before a reference, which reStructuredText requires: it is superscript."""
    place = reference.parent.index(reference)
    before = reference.parent[place - 1] if place else None
    if isinstance(before, nodes.Text) and (place > 1 or before.strip()):
        reference.parent.replace(before, nodes.Text(before.rstrip()))


def mark_links(html: str, language: str) -> str:
    """Return the links of a table of contents, each with the language of its text, if it is not *language*."""

    def mark(link: re.Match[str]) -> str:
        guess = guess_language(re.sub("<[^>]*>", "", link[3]), language)
        return f'{link[1]} lang="{guess}"{link[2]}{link[3]}' if guess and " lang=" not in link[2] else link[0]

    return html if html.isascii() or is_wide(language) else re.sub(r"(<a\b)([^>]*>)(.*?)(?=</a>)", mark, html)


def _wrap(node: nodes.Element, wrapper: box) -> None:
    # Not by ``replace_self``, which would copy the id.
    node.parent.replace(node, wrapper)
    wrapper += node


def _language_name(block: nodes.literal_block) -> str:
    """Return the name of the language of a block of code, or ``""`` if none has to be shown."""
    name = _lexer_name(str(block.get("language", "")))
    return "" if name in _SHELLS and "\n" not in block.astext().strip() else name


@cache
def _lexer_name(alias: str) -> str:
    try:
        name = str(find_lexer_class_by_name(alias).name)
    except ClassNotFound:
        return ""
    return _NAMES.get(name, name)


def _mark_languages(element: nodes.Element, language: str, *, is_title: bool) -> None:
    """Mark the languages within an *element*, whose own is *language*."""
    for child in list(element.children):
        if isinstance(child, nodes.Text):
            element.replace(child, list(_pieces(child, language, is_title=is_title)))
        elif isinstance(child, nodes.Element) and not isinstance(child, _LEFT_ALONE):
            spoken = _spoken(child, language) or language
            if isinstance(child, (nodes.emphasis, nodes.title_reference)) and is_wide(spoken):
                _mark_latin(child)
            _mark_languages(child, spoken, is_title=is_title or isinstance(child, nodes.title))


def _mark_latin(emphasis: nodes.Element) -> None:
    """Mark emphasis without Han: only that has dots for it; a title in Latin is slanted."""
    if not any(language for _, language in split_languages(emphasis.astext(), "en")):
        emphasis["classes"].append("latin")


def _spoken(element: nodes.Element, around: str) -> str:
    """Return the language of an element, marked if it is guessed; ``""`` if it is that of the text *around* it."""
    for name in element["classes"]:
        if name.startswith(_LANGUAGE):
            return str(name.removeprefix(_LANGUAGE))
    # Sphinx writes the caption of a block of code without its classes.
    is_of_code = isinstance(element, nodes.caption) and not isinstance(element.parent, nodes.figure)
    if not isinstance(element, _MARKED) or is_wide(around) or is_of_code:
        return ""
    guess = guess_language("".join(_words(element)), around)
    element["classes"] += [f"{_LANGUAGE}{guess}"] if guess else []
    return guess


def _words(element: nodes.Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, nodes.Text):
            yield child
        elif isinstance(child, nodes.Element) and not isinstance(child, _LEFT_ALONE):
            yield from _words(child)


def _pieces(text: nodes.Text, language: str, *, is_title: bool) -> Iterator[nodes.Node]:
    """Yield a *text* in *language* with marks on the words of others, its punctuation and where it may break."""
    if text.isascii():
        yield text
    elif is_wide(language):
        for part, is_squeezed in squeeze_marks(text):
            first, *others = break_words(part) if is_title and language.startswith("zh") else [part]
            yield nodes.inline("", first, classes=["halt"]) if is_squeezed else nodes.Text(first)
            for word in others:
                yield from (word_break(), nodes.Text(word))
    else:
        for part, spoken in split_languages(text, language):
            yield nodes.inline("", part, classes=[f"{_LANGUAGE}{spoken}"]) if spoken else nodes.Text(part)
