"""The text of pages, improved for this theme: what many pages repeat, the items of lists, is improved once."""

from __future__ import annotations

from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.markup.relocate import ROOT
from sphinx_blogext.theme.assets import Contents, contents_of
from sphinx_blogext.theme.body import has_whole_tables, improve, language_of_article, place_images
from sphinx_blogext.theme.scripts import (
    ITEM,
    has_letters,
    improve_around,
    improve_item,
    improve_scripts,
    split_items,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from sphinx_blogext.theme.body import SizeOf

    Labels: TypeAlias = Mapping[str, str]


class PageText(NamedTuple):
    """The improved text of a page, and what it contains."""

    html: str
    contents: Contents


class _Item:
    """An item of a list, independent of its page, and what decides how it is improved."""

    def __init__(self, html: str) -> None:
        self.has_own_labels = bool(language_of_article(html))
        self.has_letters = has_letters(html)
        self.has_whole_tables = has_whole_tables(html)
        #: By the language around it and by labels: the result, or ``None`` where nothing has to be improved.
        self.improved: dict[tuple[object, ...], tuple[str | None, Contents]] = {}


class PageTexts:
    """Improves the texts of pages. *labels_of* are the labels in a language."""

    def __init__(self, size_of: SizeOf, labels_of: Callable[[str], Labels]) -> None:
        self._size_of = size_of
        self._labels_of = labels_of
        self._items: dict[bytes, _Item] = {}

    def improve(self, html: str, labels: Labels, language: str, root: str) -> PageText:
        """Return the improved text of a page, in *language* where it does not specify another.

        *root* is the path from the page to the site's root.
        """
        text = self._improve_in_pieces(html, labels, language, root)
        if text is None:
            whole = improve_scripts(improve(html, labels, self._labels_of), language)
            text = PageText(whole, contents_of(whole))
        if "<img" not in text.html:
            return text
        # Which image is the first one depends on the whole page.
        placed = place_images(text.html, self._size_of)
        return PageText(placed, contents_of(placed))

    def _improve_in_pieces(self, html: str, labels: Labels, language: str, root: str) -> PageText | None:
        """Return the improved text of a page with items, or ``None`` if it has none that can be told apart."""
        outside, found = split_items(html)
        if not found or ROOT in html:
            return None
        detached = [item.replace(root, ROOT) for item in found]
        items = [self._item_of(html) for html in detached]
        if not all(item.has_whole_tables for item in items) or not all(map(has_whole_tables, outside.split(ITEM))):
            return None
        # Without any letters, no punctuation is improved either.
        is_searched = has_letters(outside) or any(item.has_letters for item in items)
        contents: list[Contents] = []

        def improved(number: int, spoken: str | None) -> str:
            made, inside = self._improve_item(items[number], detached[number], labels, spoken)
            contents.append(inside)
            return found[number] if made is None else made.replace(ROOT, root)

        outside = improve(outside, labels, self._labels_of)
        makers = [partial(improved, number) for number in range(len(items))]
        text = improve_around(outside, makers, language) if is_searched else _fill(outside, makers)
        return PageText(text, contents_of(outside).union(contents)) if text is not None else None

    def _item_of(self, html: str) -> _Item:
        key = blake2b(html.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key not in self._items:
            self._items[key] = _Item(html)
        return self._items[key]

    def _improve_item(
        self, item: _Item, html: str, labels: Labels, spoken: str | None
    ) -> tuple[str | None, Contents]:
        """Return an item that is improved for a place where *spoken* is the language (``None``: as it is)."""
        key = (spoken, None if item.has_own_labels else tuple(labels.values()))
        if key not in item.improved:
            made = improve(html, labels, self._labels_of)
            if spoken is not None:
                made = improve_item(made, spoken)
            item.improved[key] = (None if made == html else made, contents_of(made))
        return item.improved[key]


def _fill(outside: str, makers: Sequence[Callable[[str | None], str]]) -> str:
    """Return a text with items in place of its placeholders, in which nothing is improved further."""
    first, *rest = outside.split(ITEM)
    return first + "".join(f"{make(None)}{after}" for make, after in zip(makers, rest, strict=True))
