"""Lists of posts: what they ask for, which posts of a blog they show, and on which pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from sphinx_blogext.core.addresses import further_page
from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.metadata import Problem, suggest
from sphinx_blogext.core.model import Post, part_order
from sphinx_blogext.core.taxonomies import reading_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sphinx_blogext.core.blog import Blog

T = TypeVar("T")
Order = Literal["newest", "stable"]
#: The name for all blogs in the options of lists.
EVERY_BLOG = "*"
#: How many pages are shown on each side of the current one.
_NEIGHBORS = 1


class Filter(NamedTuple):
    """A filter for posts that have *wanted* terms of a taxonomy and no *unwanted* ones."""

    taxonomy: str
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]


class ListRequest(NamedTuple):
    """A ``postlist`` directive. ``page_size`` is 0 for the blog's own size, ``None`` for a single page.

    ``format``, ``date_format``, ``order`` (``sort``), ``excerpts``, ``list_style`` and ``expand`` are options of
    ABlog. ``blog`` is the path of a blog, :data:`EVERY_BLOG`, or ``""`` for the blog of the document.
    """

    lineno: int = 1
    limit: int | None = None
    offset: int = 0
    page_size: int | None = None
    filters: tuple[Filter, ...] = ()
    featured: bool = False
    toctree: bool = False
    style: str = ""
    format: str = ""
    date_format: str = ""
    order: str = ""
    excerpts: bool = False
    list_style: str = ""
    expand: str = ""
    first: str = ""
    blog: str = ""
    has_feed: bool = False

    def style_or(self, default: str) -> str:
        """Return the style that the request sets, also through ABlog's options, or *default*."""
        if self.style:
            return self.style
        if self.format or self.list_style:
            return "titles"
        return "teasers" if self.excerpts else default

    @property
    def language(self) -> str:
        """The key of the language if exactly one is asked for, or ``""``."""
        wanted = [name for chosen in self.filters if chosen.taxonomy == "language" for name in chosen.wanted]
        return wanted[0] if len(wanted) == 1 else ""

    @property
    def is_series(self) -> bool:
        """Whether the list is one series that starts with its first part, because it is a toctree or reversed."""
        series = [chosen for chosen in self.filters if chosen.taxonomy == "series"]
        is_one = len(series) == 1 and len(series[0].wanted) == 1
        return is_one and (self.order == "oldest" or self.toctree)

    @property
    def step(self) -> int:
        """The direction in which the list shows its posts: a series already begins with its first part."""
        return -1 if self.order == "oldest" and not self.is_series else 1

    @property
    def is_whole(self) -> bool:
        """Whether the list contains all posts of the page that shows it."""
        return not self.filters and not self.featured and not self.offset and self.blog != EVERY_BLOG


class Selection(NamedTuple):
    """The posts of a request, and the names in it that no post has."""

    posts: tuple[Post, ...]
    pinned: tuple[Post, ...]
    unknown: tuple[Problem, ...]


def select_posts(
    blog: Blog,
    request: ListRequest,
    posts: tuple[Post, ...],
    *,
    without: str = "",
    language: str = "",
    in_parts: bool = False,
    is_archive: bool = False,
    with_all: bool = False,
) -> Selection:
    """Return those of *posts*, newest first, that match *request*.

    *without* is a document to leave out, because a post does not list itself. Of its translations, the one in the
    requested language or in *language* is shown. With *in_parts*, the posts are put in the order of their series;
    with *is_archive*, they are those of a certain time. Posts have any name of a filter, or *with_all*.
    """
    filters = [_by_key(blog, each) for each in request.filters]
    wanted = (post for post in posts if post.key != without and _matches(blog, request, filters, post, with_all))
    chosen = blog.best(wanted, request.language or language)
    order = part_order if in_parts else _ORDER_KEYS.get(request.order)
    chosen = tuple(sorted(chosen, key=order)) if order else chosen
    # A list in reading order must not begin with a pinned post, and an archive is sorted by date alone, because
    # readers look there for posts of a certain time.
    has_pins = not any((in_parts, request.order, is_archive))
    chosen, pinned = _cut(chosen, _common(chosen, blog.pinned) if has_pins else (), request)
    return Selection(chosen[:: request.step], pinned, tuple(_unknown_names(blog, filters)))


def _by_key(blog: Blog, names: Filter) -> Filter:
    """Return a filter with the keys of terms instead of their names."""
    key_of = blog.taxonomies[names.taxonomy].key_of
    return Filter(names.taxonomy, tuple(map(key_of, names.wanted)), tuple(map(key_of, names.unwanted)))


def _common(posts: Iterable[Post], others: Iterable[Post]) -> tuple[Post, ...]:
    keys = {post.key for post in others}
    return tuple(post for post in posts if post.key in keys)


#: Sort keys of lists that are not ordered by date; the posts to sort are newest first.
_ORDER_KEYS: dict[str, Callable[[Post], Any]] = {
    "updated": lambda post: -sort_key(post.updated or post.date) if post.date else 0,
    "title": lambda post: reading_order(post.title),
}


def _unknown_names(blog: Blog, filters: Iterable[Filter]) -> Iterator[Problem]:
    named = ((blog.taxonomies[each.taxonomy], key) for each in filters for key in (*each.wanted, *each.unwanted))
    for terms, key in named:
        if key not in terms:
            message = f"no post has the {terms.kind.name} {key!r}{suggest(key, terms)}"
            yield Problem("unknown_term", terms.kind.name, message)


def _cut(
    posts: tuple[Post, ...], pinned: tuple[Post, ...], request: ListRequest
) -> tuple[tuple[Post, ...], tuple[Post, ...]]:
    """Return the part of a list, cut with pinned posts first but in its own order, and its pinned posts."""
    if not request.offset and request.limit is None:
        return posts, pinned
    ordered = list(dict.fromkeys(post.key for post in (*pinned, *posts)))
    end = None if request.limit is None else request.offset + request.limit
    keys = set(ordered[request.offset : end])
    return tuple(post for post in posts if post.key in keys), tuple(post for post in pinned if post.key in keys)


def _matches(blog: Blog, request: ListRequest, filters: Iterable[Filter], post: Post, with_all: bool) -> bool:
    if request.featured and not post.featured:
        return False
    for each in filters:
        keys = blog.taxonomies[each.taxonomy].keys_of(post)
        has_wanted = keys.issuperset(each.wanted) if with_all else not keys.isdisjoint(each.wanted)
        if (each.wanted and not has_wanted) or not keys.isdisjoint(each.unwanted):
            return False
    return True


class PageLink(NamedTuple):
    """A link to a page: no ``number`` for the own page of a ``"stable"`` list, no ``page`` for a gap."""

    number: int | None
    page: str | None
    current: bool = False


class Page(NamedTuple, Generic[T]):
    """One page of a list. The page with the newest items comes first.

    ``number`` is that in ``/page/N`` (none for the own page of a ``"stable"`` list), ``newer`` a name of a page.
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


def paginate(
    items: Sequence[T], size: int, *, name: str, below: str, order: Order, pinned: Sequence[T]
) -> tuple[Page[T], ...]:
    """Divide *items*, newest first, into pages of *size*; there is always a first page.

    The first page is called *name*, the others ``below/page/N``. *pinned* items come first on the first page.

    ``"newest"``: pages are numbered from the newest item, and a pinned item comes first instead of in its own
    place. ``"stable"``: numbered pages are full and counted from the oldest item, so that they never change; the
    first page shows the rest, *size* to ``2 * size - 1`` items, with the pinned ones above them.
    """
    ordered, front = _with_first(pinned, items), size
    if order == "stable":
        front = len(items) - max(0, len(items) // size - 1) * size
        first = _with_first(pinned, items[:front])
        # A pinned post also keeps its own place: removing it would change pages that must never change.
        ordered, front = (*first, *items[front:]), len(first)
    chunks = [ordered[:front], *(ordered[start : start + size] for start in range(front, len(ordered), size))]
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


def _with_first(pinned: Sequence[T], items: Sequence[T]) -> tuple[T, ...]:
    return (*pinned, *(item for item in items if item not in pinned))


def _window(current: int, names: Sequence[str], numbers: Sequence[int | None]) -> tuple[PageLink, ...]:
    """Return links to the first, last and adjacent pages, with a gap if any are left out.

    With ``"stable"``, there is always a gap behind the first page: the links must not change as pages are added.
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
