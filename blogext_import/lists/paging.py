"""How an old site paginated its lists: the URLs of their further pages, and how many there were."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blogext_import.addresses import tidy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Paging:
    """The further pages of lists.

    *sizes* are the numbers of posts per page, by the kind of the list: ``archive:`` for the archive, and the kinds
    of targets, such as ``tag`` and ``archive`` for a year, for others. Lists without a size have one page.
    *path_of* returns the URL path of the further pages of the list at a URL path, with ``{page}`` in place of the
    number. *lowest* is the lowest number in such a URL, and *last* the number of the last page, relative to the
    number of pages. *others* has lists that are paginated in another way, by their kind or URL path.
    """

    path_of: Callable[[str], str]
    sizes: Mapping[str, int] = field(default_factory=dict)
    lowest: int = 2
    last: int = 0
    others: Mapping[str, Paging] = field(default_factory=dict)

    def further_pages(self, address: str, kind: str, count: int) -> tuple[str, int, int]:
        """Return the URL path of the further pages of a list of *count* posts, and their first and last number.

        Without further pages, the path is ``""``.
        """
        if other := self.others.get(address) or self.others.get(kind):
            return other.further_pages(address, kind, count)
        size = self.sizes.get(kind, 0)
        highest = -(-count // size) + self.last if size > 0 else 0
        path = tidy(self.path_of(address)) if highest >= self.lowest else ""
        return (path, self.lowest, highest) if "{page}" in path else ("", 0, 0)


def below(pattern: str, ending: str = "/") -> Callable[[str], str]:
    """Return a function for pages below the lists, such as ``page/{page}``, whose URLs have an *ending*."""
    return lambda address: f"{address.removesuffix('.html').rstrip('/')}/{pattern.strip('/')}{ending}"
