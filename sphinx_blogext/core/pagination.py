"""Paginates lists of posts, and computes the links between the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from sphinx_blogext.core.addresses import further_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_blogext.core.list_request import ListRequest, Selection
    from sphinx_blogext.core.model import Post

T = TypeVar("T")
Order = Literal["newest", "stable"]

#: How many pages are shown on each side of the current one.
_NEIGHBORS = 1


class Paging(NamedTuple):
    """The usual size of the pages of a blog, and what they are counted from: see :func:`paginate`."""

    size: int
    order: Order


@dataclass(frozen=True, slots=True)
class PageLink:
    """One entry of the links between pages.

    With ``"stable"``, ``number`` is ``None`` for the list's own page, whose number would grow. ``page`` is
    ``None`` for a gap.
    """

    number: int | None
    page: str | None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list. The page with the newest items comes first.

    ``number`` is the number in ``/page/N``, or ``None`` for the list's own page with ``"stable"``. ``newer`` and
    ``older`` are the names of the pages next to it.
    """

    name: str
    number: int | None
    items: tuple[T, ...]
    newer: str | None
    older: str | None
    window: tuple[PageLink, ...]


def place_of(page: Page[T], pages: Sequence[Page[T]]) -> int:
    """Return the place of *page* among the *pages* of its list, without looking for it."""
    if page.number is None:
        return 0
    return len(pages) - page.number if pages[0].number is None else page.number - 1


def paginate_list(
    chosen: Selection,
    request: ListRequest,
    page_size: int | None,
    usual: Paging,
    *,
    name: str,
    below: str,
    is_series: bool = False,
) -> tuple[Page[Post], ...]:
    """Divide the posts *chosen* into pages of *page_size* (0: the *usual* size; ``None``: a single page).

    The first is the page *name*; the names of others are below *below*.
    """
    # At least 1: even an empty list has a page, and the page size must not be 0.
    size = max(1, len(chosen.posts)) if page_size is None else page_size or usual.size
    # A reversed list or a series begins with its oldest post, so its pages are stable anyway.
    is_newest_first = not (request.order or request.is_series or is_series)
    order = usual.order if page_size is not None and is_newest_first else "newest"
    return paginate(chosen.posts, size, name=name, below=below, order=order, pinned=chosen.pinned)


def paginate(
    items: Sequence[T], size: int, *, name: str, below: str, order: Order, pinned: Sequence[T]
) -> tuple[Page[T], ...]:
    """Divide *items*, newest first, into pages of *size*; there is always a first page.

    The first page is called *name*, the others ``below/page/N`` (``page/N`` if *below* is empty). *pinned* items
    come first on the first page.

    ``"newest"``: pages are numbered from the newest item, and a pinned item comes first instead of in its own
    place. ``"stable"``: numbered pages are full and counted from the oldest item, so that they never change; the
    first page shows the rest, *size* to ``2 * size - 1`` items, with the pinned ones above them.
    """
    chunks = _stable_chunks(items, size, pinned) if order == "stable" else _newest_chunks(items, size, pinned)
    last = len(chunks)
    numbers: list[int | None]
    numbers = [None, *range(last - 1, 0, -1)] if order == "stable" else list(range(1, last + 1))
    names = [name, *(further_page(below, number) for number in numbers[1:])]
    return tuple(
        Page(
            name=names[index],
            number=numbers[index],
            items=chunk,
            newer=names[index - 1] if index else None,
            older=names[index + 1] if index + 1 < last else None,
            window=_window(index, names, numbers),
        )
        for index, chunk in enumerate(chunks)
    )


def _newest_chunks(items: Sequence[T], size: int, pinned: Sequence[T]) -> list[tuple[T, ...]]:
    ordered = (*pinned, *(item for item in items if item not in pinned))
    return [ordered[start : start + size] for start in range(0, len(ordered), size)] or [()]


def _stable_chunks(items: Sequence[T], size: int, pinned: Sequence[T]) -> list[tuple[T, ...]]:
    numbered = max(0, len(items) // size - 1)
    front = len(items) - numbered * size
    first = (*pinned, *(item for item in items[:front] if item not in pinned))
    # A pinned post also keeps its own place: removing it would change pages that must never change.
    return [first, *(tuple(items[start : start + size]) for start in range(front, len(items), size))]


def _window(current: int, names: Sequence[str], numbers: Sequence[int | None]) -> tuple[PageLink, ...]:
    """Return links to the first, last and adjacent pages, with a gap if any are left out.

    With ``"stable"``, the number of pages between the first page and the newer adjacent page grows, so there is
    always a gap: the links must not change with it.
    """
    last = len(names) - 1
    near = range(max(0, current - _NEIGHBORS), min(last, current + _NEIGHBORS) + 1)
    links: list[PageLink] = []
    previous = -1
    for index in sorted({0, last, *near}):
        is_growing = numbers[0] is None and previous == 0 and current > _NEIGHBORS
        if is_growing or index - previous > 2:
            links.append(PageLink(None, None))
        elif index - previous == 2:
            # A gap of one page would not be shorter than the link to that page.
            links.append(PageLink(numbers[index - 1], names[index - 1]))
        links.append(PageLink(numbers[index], names[index], index == current))
        previous = index
    return tuple(links)
