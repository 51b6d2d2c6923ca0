"""Improve Chinese, Japanese and Korean in the text of a page.

Text in these languages is marked as such where it is not: otherwise browsers choose the glyphs of another
language, and screen readers spell it out. Line breaks in headings and punctuation are up to ``theme.typography``.

This works on the finished HTML, so that it does not affect titles, ids, feeds and search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from sphinx_blogext.languages import HAN, HANGUL, KANA, guess_language
from sphinx_blogext.markup.balance import VOID
from sphinx_blogext.theme.typography import break_words, finds_words, has_adjacent_marks, squeeze_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

#: Han, kana and hangul, and the punctuation that only these scripts have.
_LETTERS = KANA + HAN + HANGUL
_WIDE = f"[{_LETTERS}\u3001-\u303f\uff01-\uff65]"
_LETTER = re.compile(f"[{_LETTERS}]")
_HAN = re.compile(f"[{HAN}]")
#: Words of one of the languages in a text of another; Korean has spaces between them.
_RUN = re.compile(f"{_WIDE}+(?: {_WIDE}+)*")
#: A tag, with its slash and its name; or, as a whole and without a name, an element without readable text: on
#: many pages, most tags are in code and formulas.
_TAG = re.compile(
    r"(<!--.*?-->|<(code|math|pre|script|style|textarea)\b.*?</\2\s*>"
    r"|<(/?)([a-zA-Z][\w-]*)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>)",
    re.DOTALL | re.IGNORECASE,
)
#: What an item of a list starts and ends with, and what takes its place while the rest of the page is improved.
_START, _END, ITEM = "<article ", "</article>", "<article/>"
#: The pieces of a split: a text, a tag, and the three parts of the tag.
_GROUPS = _TAG.groups + 1
_LANGUAGE = re.compile(r"""\slang=["']?([\w-]*)""")

#: Elements marked as a whole with the language of most of their text; a block ends what is around it.
_BLOCKS = frozenset(
    {
        *("p", "li", "dt", "dd", "td", "th", "caption", "figcaption", "summary", "label", "div", "section"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "article", "aside", "ul", "ol", "dl", "table"),
    }
)
_MARKED = (_BLOCKS - {"div", "section", "blockquote", "article", "aside", "ul", "ol", "dl", "table"}) | {
    *(
        "a",
        "abbr",
        "b",
        "bdi",
        "cite",
        "del",
        "dfn",
        "em",
        "i",
        "ins",
        "mark",
        "q",
        "s",
        "small",
        "span",
        "strong",
    ),
}
#: Elements that are not running text, or may contain only text.
_LEFT_ALONE = frozenset({"kbd", "samp", "svg", "option", "select", "button"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TITLE = re.compile(r"""\sclass="(?:[^"]*\s)?blog-[\w-]*title[\s"]""")


@dataclass(slots=True, eq=False)
class _Element:
    """An element: the position of its tag, its language, and its own text."""

    name: str
    place: int
    parent: _Element | None
    language: str
    is_left_alone: bool = False
    heading: _Element | None = None
    text: list[str] = field(default_factory=list)

    def spoken(self) -> str:
        """Return the language of its text."""
        element: _Element | None = self
        while element is not None and not element.language:
            element = element.parent
        return element.language if element else ""


def improve_scripts(html: str, language: str) -> str:
    """Return the improved text of a page; *language* is its language where the HTML does not specify another."""
    return _improve(html, (), language)[0] if has_letters(html) else html


def improve_around(html: str, items: Sequence[Callable[[str | None], str]], language: str) -> str | None:
    """Return the improved text of a page whose *items* take the places of its placeholders.

    They are asked for with the language around them, or with ``None`` where nothing is improved. The result is
    ``None`` if a placeholder is not an element, because something only looked like an item.
    """
    improved, count = _improve(html, items, language)
    return improved if count == len(items) else None


def has_letters(html: str) -> bool:
    """Return whether a text has letters of these languages; only such a text is improved."""
    return not html.isascii() and _LETTER.search(html) is not None


def split_items(html: str) -> tuple[str, list[str]]:
    """Return a text with a placeholder for each of its articles, and these, if no article contains another."""
    outside, *pieces = html.split(_START)
    parts, items = [outside], []
    for piece in pieces:
        item, end, rest = piece.partition(_END)
        if not end or _END in rest:
            return html, []
        items.append(f"{_START}{item}{end}")
        parts.append(rest)
    return (html, []) if ITEM in html or _END in outside else (ITEM.join(parts), items)


def improve_item(item: str, language: str) -> str:
    """Return an improved article, which is in *language* unless it specifies another."""
    if item.isascii() or not (_LETTER.search(item) or has_adjacent_marks(item)):
        return item
    return _improve(item, (), language)[0]


def _improve(html: str, items: Sequence[Callable[[str | None], str]], language: str) -> tuple[str, int]:
    """Return an improved text with *items* in place of the placeholders that are elements, and their number."""
    parts = _TAG.split(html)
    texts, tags = parts[0::_GROUPS], parts[1::_GROUPS]
    owners, places = _owners(parts, _Element("", -1, None, language))
    for element in _with_letters(owners, texts):
        _mark(element, tags)
    for place, owner in owners.items():
        texts[place] = _improve_text(texts[place], owner, tags)
    # Without items, it is an empty article.
    for item, (place, owner) in zip(items, places.items(), strict=False):
        tags[place] = item(None if owner.is_left_alone else owner.spoken())
    return "".join(chain.from_iterable(zip_longest(texts, tags, fillvalue=""))), len(places)


def _owners(parts: list[str], root: _Element) -> tuple[dict[int, _Element], dict[int, _Element]]:
    """Return the elements that own texts which may need changes, and those that contain items, by position.

    Also records the texts in their elements. Most pages are processed often, as parts of lists, and most of
    their tags are irrelevant here.
    """
    items: dict[int, _Element] = {}
    owners: dict[int, _Element] = {}
    current = root
    columns = (parts[number::_GROUPS] for number in (0, 1, 3, 4))
    for place, (text, tag, slash, name) in enumerate(zip_longest(*columns, fillvalue="")):
        if text and not current.is_left_alone and not text.isspace():
            _give(text, current)
            if not text.isascii():
                owners[place] = current
        if not name:
            continue
        if slash:
            current = _parent_of(current, name.lower(), root)
        elif tag == ITEM:
            items[place] = current
        elif (known := name.lower()) not in VOID and not tag.endswith("/>"):
            current = _open(tag, known, place, current)
    return owners, items


def _open(tag: str, name: str, place: int, parent: _Element) -> _Element:
    given = _LANGUAGE.search(tag) if "lang" in tag else None
    element = _Element(name, place, parent, given[1] if given else "", parent.is_left_alone or name in _LEFT_ALONE)
    is_heading = name in _HEADINGS or ("title" in tag and _TITLE.search(tag))
    element.heading = element if is_heading else parent.heading
    return element


def _parent_of(element: _Element, name: str, root: _Element) -> _Element:
    """Return the parent of the nearest element called *name*, or *element* if there is none."""
    found: _Element | None = element
    while found is not None and found.name != name:
        found = found.parent
    return found.parent or root if found is not None else element


def _give(text: str, element: _Element) -> None:
    """Record a text in all elements whose language it may indicate, up to the block that contains it."""
    current: _Element | None = element
    while current is not None and not current.language:
        current.text.append(text)
        if current.name in _BLOCKS:
            break
        current = current.parent


def _with_letters(owners: Mapping[int, _Element], texts: list[str]) -> list[_Element]:
    """Return the elements, in order, whose texts contain letters of these languages."""
    found: dict[int, _Element] = {}
    for place, owner in owners.items():
        current: _Element | None = owner if _LETTER.search(texts[place]) else None
        while current is not None and not current.language and current.place not in found:
            found[current.place] = current
            current = current.parent if current.name not in _BLOCKS else None
    return [found[place] for place in sorted(found)]


def _mark(element: _Element, tags: list[str]) -> None:
    """Mark the language of an element, if it differs from the language around it."""
    if element.name not in _MARKED:
        return
    around = element.spoken()
    if not _is_wide(around) and (guess := guess_language("".join(element.text), around)):
        element.language = guess
        tags[element.place] = f'{tags[element.place][:-1]} lang="{guess}">'


def _is_wide(language: str) -> bool:
    return language[:2].lower() in {"zh", "ja", "ko"}


def _improve_text(text: str, owner: _Element, tags: list[str]) -> str:
    language = owner.spoken()
    if not _is_wide(language):
        return _RUN.sub(lambda run: _spanned(run[0], language), text)
    heading = owner.heading
    if heading is not None and finds_words() and language.lower().startswith("zh") and _HAN.search(text):
        text = break_words(text)
        _add_class(heading, tags)
    return squeeze_marks(text)


def _spanned(run: str, around: str) -> str:
    """Return words marked with their language; without a letter, they are not marked."""
    language = guess_language(run, around) if _LETTER.search(run) else ""
    return f'<span lang="{language}">{run}</span>' if language else run


def _add_class(element: _Element, tags: list[str]) -> None:
    """Tell the style sheet that a heading breaks only at the marked places."""
    tag = tags[element.place]
    if "phrases" not in tag:
        has_class = ' class="' in tag
        changed = tag.replace(' class="', ' class="phrases ', 1) if has_class else f'{tag[:-1]} class="phrases">'
        tags[element.place] = changed
