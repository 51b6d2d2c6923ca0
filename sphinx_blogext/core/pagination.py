"""A list of posts cut into numbered pages, and the window of links between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from sphinx_blogext.core.addresses import further_page

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
Order = Literal["newest", "stable"]

#: How many pages are shown on each side of the current one.
_NEIGHBOURS = 1


@dataclass(frozen=True, slots=True)
class PageLink:
    """One place of a page window.

    ``number`` is ``None`` for the list's own page under ``"stable"``, whose number grows;
    ``page`` is ``None`` for a gap.
    """

    number: int | None
    page: str | None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list. The page of the newest items comes first.

    ``number`` is what ``/page/N`` says, ``None`` for the list's own page under ``"stable"``.
    ``newer`` and ``older`` are the page names of its neighbours.
    """

    name: str
    number: int | None
    items: tuple[T, ...]
    newer: str | None
    older: str | None
    window: tuple[PageLink, ...]


def paginate(
    items: Sequence[T],
    size: int,
    *,
    name: str,
    below: str,
    order: Order = "newest",
    pinned: Sequence[T] = (),
) -> tuple[Page[T], ...]:
    """Cut *items*, newest first, into pages of *size*; there is always a first page.

    The first page is called *name*, the others ``below/page/N`` (``page/N`` where *below*
    is empty). *pinned* items come first on the first page.

    ``"newest"``: pages are counted from the newest item, and a pinned item stands in the
    first place instead of its own. ``"stable"``: numbered pages hold full sets counted from
    the oldest item, so that they never change; the first page shows the rest, *size* to
    ``2 * size - 1`` items, and the pinned ones above them.
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
    # A pinned post keeps its place on its page too: taking it out would change pages that must never change.
    return [first, *(tuple(items[start : start + size]) for start in range(front, len(items), size))]


def _window(current: int, names: Sequence[str], numbers: Sequence[int | None]) -> tuple[PageLink, ...]:
    """Return first, last and neighbouring pages, with a gap where any are left out.

    Under ``"stable"`` what lies between the first page and the newer neighbour grows, so
    there is always a gap: the window must not change with it.
    """
    last = len(names) - 1
    near = range(max(0, current - _NEIGHBOURS), min(last, current + _NEIGHBOURS) + 1)
    links: list[PageLink] = []
    previous = -1
    for index in sorted({0, last, *near}):
        is_growing = numbers[0] is None and previous == 0 and current > _NEIGHBOURS
        if is_growing or index - previous > 2:
            links.append(PageLink(None, None))
        elif index - previous == 2:
            # A gap of one page is not shorter than the page's own link.
            links.append(PageLink(numbers[index - 1], names[index - 1]))
        links.append(PageLink(numbers[index], names[index], index == current))
        previous = index
    return tuple(links)
