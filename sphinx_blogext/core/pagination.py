"""Lists of posts: what their directives ask for, which posts of a blog they show, and on which pages."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from string import Formatter
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from sphinx_blogext.core.addresses import further_page
from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.metadata import Problem, clean_text, is_false, read_number, split_names, suggest
from sphinx_blogext.core.model import Post, part_order
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies, TaxonomyKind, normalize, reading_order

T = TypeVar("T")
Order = Literal["newest", "stable"]
#: The name for all blogs in the options of lists.
EVERY_BLOG = "*"
#: How many pages are shown on each side of the current one.
_NEIGHBORS = 1
STYLES = ("teasers", "full", "compact", "titles", "cards", "archive")
LARGE_FIRST = ("teasers", "compact", "cards")
_LARGEST_PAGE = 1000
#: Orders other than by date: latest update first, and by title.
_ORDERS = ("title", "updated")
_TRUE = frozenset({"", "true", "yes"})


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
        of_ablog = "titles" if self.format or self.list_style else "teasers" if self.excerpts else ""
        return self.style or of_ablog or default

    @property
    def language(self) -> str:
        """The key of the language if exactly one is asked for, or ``""``."""
        wanted = [name for chosen in self.filters if chosen.taxonomy == "language" for name in chosen.wanted]
        return wanted[0] if len(wanted) == 1 else ""

    @property
    def is_series(self) -> bool:
        """Whether the list is one series that starts with its first part, because it is a toctree or reversed."""
        numbers = [len(chosen.wanted) for chosen in self.filters if chosen.taxonomy == "series"]
        return numbers == [1] and (self.order == "oldest" or self.toctree)

    @property
    def step(self) -> int:
        """The direction in which the list shows its posts: a series already begins with its first part."""
        return -1 if self.order == "oldest" and not self.is_series else 1

    @property
    def is_whole(self) -> bool:
        """Whether the list contains all posts of the page that shows it."""
        return not self.filters and not self.featured and not self.offset and self.blog != EVERY_BLOG


def select_posts(
    blog: Blog,
    request: ListRequest,
    posts: tuple[Post, ...],
    *,
    without: str,
    language: str,
    in_parts: bool,
    is_archive: bool,
    with_all: bool,
) -> tuple[tuple[Post, ...], tuple[Post, ...], Iterable[Problem]]:
    """Return those of *posts*, newest first, that match *request*, the pinned ones, and names that no post has.

    *without* is a document to leave out, because a post does not list itself. Of its translations, the one in the
    requested language or in *language* is shown. With *in_parts*, the posts are put in the order of their series;
    with *is_archive*, they are those of a certain time. Posts have any name of a filter, or *with_all*.
    """
    filters = []
    for each in request.filters:
        key_of = blog.taxonomies[each.taxonomy].key_of
        filters.append(Filter(each.taxonomy, tuple(map(key_of, each.wanted)), tuple(map(key_of, each.unwanted))))
    wanted = (post for post in posts if post.key != without and _matches(blog, request, filters, post, with_all))
    chosen = blog.best(wanted, request.language or language)
    order = part_order if in_parts else _ORDER_KEYS.get(request.order)
    chosen = tuple(sorted(chosen, key=order)) if order else chosen
    # A list in reading order must not begin with a pinned post, and an archive is sorted by date alone, because
    # readers look there for posts of a certain time.
    pins = {post.key for post in blog.pinned} if not any((in_parts, request.order, is_archive)) else set()
    chosen, pinned = _cut(chosen, pins, request)
    return chosen[:: request.step], pinned, _unknown_names(blog, filters)


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


def _cut(posts: tuple[Post, ...], pins: Set[str], request: ListRequest) -> tuple[tuple[Post, ...], ...]:
    """Return the part of a list, cut with pinned posts first but in its own order, and its pinned posts."""
    if request.offset or request.limit is not None:
        ordered = sorted(posts, key=lambda post: post.key not in pins)
        end = None if request.limit is None else request.offset + request.limit
        keys = {post.key for post in ordered[request.offset : end]}
        posts = tuple(post for post in posts if post.key in keys)
    return posts, tuple(post for post in posts if post.key in pins)


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
    """One page of a list, newest items first; ``number`` is as in :class:`PageLink`, ``newer`` the name of one."""

    name: str
    number: int | None
    items: tuple[T, ...]
    newer: str | None
    older: str | None
    window: tuple[PageLink, ...]


def index_of(page: Page[T], pages: Sequence[Page[T]]) -> int:
    """Return the index of *page* among the *pages* of its list, without looking for it."""
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
    ordered, first_size = _with_first(pinned, items), size
    if order == "stable":
        first_size = len(items) - max(0, len(items) // size - 1) * size
        first = _with_first(pinned, items[:first_size])
        # A pinned post also keeps its own place: removing it would change pages that must never change.
        ordered, first_size = (*first, *items[first_size:]), len(first)
    starts = range(first_size, len(ordered), size)
    chunks = [ordered[:first_size], *(ordered[start : start + size] for start in starts)]
    last = len(chunks)
    numbers: list[int | None] = [None, *range(last - 1, 0, -1)] if order == "stable" else [*range(1, last + 1)]
    names = [name, *(further_page(below, number) for number in numbers[1:])]
    windows = (_window(index, names, numbers) for index in range(last))
    pages = zip(names, numbers, chunks, [None, *names[:-1]], [*names[1:], None], windows, strict=True)
    return tuple(Page(*page) for page in pages)


def _with_first(pinned: Sequence[T], items: Sequence[T]) -> tuple[T, ...]:
    return (*pinned, *(item for item in items if item not in pinned))


def _window(current: int, names: Sequence[str], numbers: Sequence[int | None]) -> tuple[PageLink, ...]:
    """Return links to the first, last and adjacent pages, with a gap if any are left out."""
    last = len(names) - 1
    near = range(max(0, current - _NEIGHBORS), min(last, current + _NEIGHBORS) + 1)
    links: list[PageLink] = []
    previous = -1
    for index in sorted({0, last, *near}):
        # With ``"stable"``, there is always a gap, because the links must not change as pages are added.
        is_growing = numbers[0] is None and previous == 0 and current > _NEIGHBORS
        if is_growing or index - previous > 2:
            links.append(PageLink(None, None))
        elif index - previous == 2:
            # A gap of one page would not be shorter than the link to that page.
            links.append(PageLink(numbers[index - 1], names[index - 1]))
        links.append(PageLink(numbers[index], names[index], index == current))
        previous = index
    return tuple(links)


def read_request(
    argument: str, options: Mapping[str, str], lineno: int, taxonomies: Taxonomies
) -> tuple[ListRequest, tuple[Problem, ...]]:
    """Return the request in a directive's argument and options, and what is wrong with them."""
    readers = LIST_OPTIONS | {"format": ("format", partial(_read_format, taxonomies=taxonomies))}
    problems: list[Problem] = []
    values: dict[str, object] = {}
    filters: list[Filter] = []
    texts = {name: clean_text(text) for name, text in options.items()}
    places = {"limit": "argument"} if argument and "limit" not in texts else {}
    for spelling, text in (texts | dict.fromkeys(places, argument)).items():
        name = spelling.strip().lower().replace("_", "-")
        try:
            if taxonomy := taxonomies.named(name):
                filters.append(_read_filter(taxonomy, text))
            elif name in readers:
                field, read = readers[name]
                values[field] = read(text)
            else:
                hint = suggest(name, {**taxonomies.spellings, **LIST_OPTIONS})
                problems.append(Problem("unknown_option", spelling, f"unknown option {spelling!r}{hint}"))
        except ValueError as error:
            place = places.get(spelling, f"option {spelling!r}")
            problems.append(Problem("invalid_option" if text else "empty_option", spelling, f"{place}: {error}"))
    if "paginate" in map(str.lower, texts):
        # The author wants pages, even if the size is not valid.
        values.setdefault("page_size", 0)
    return ListRequest(lineno, filters=tuple(filters), **values), tuple(problems)  # type: ignore[arg-type]  # by name


def _read_filter(kind: TaxonomyKind, text: str) -> Filter:
    if not (names := [name for name in split_names(text) if name]):
        raise ValueError("a name is missing")
    keys = {name: normalize(kind.normalized(name.removeprefix("!"))) for name in names}
    unwanted = tuple(key for name, key in keys.items() if name.startswith("!"))
    return Filter(kind.name, tuple(key for name, key in keys.items() if not name.startswith("!")), unwanted)


def _read_page_size(text: str) -> int:
    size = int(text) if re.fullmatch(r"\d{1,6}", text) else 0
    if text and not 1 <= size <= _LARGEST_PAGE:
        raise ValueError(f"expected a number of posts from 1 to {_LARGEST_PAGE}, got {text!r}")
    return size


def _read_flag(text: str) -> bool:
    if is_false(text):
        return False
    if text.lower() not in _TRUE:
        raise ValueError(f"expected no value, got {text!r}")
    return True


def _read_order(text: str) -> str:
    """Return an order; the option without a value, as in ABlog, means oldest post first."""
    if text in _ORDERS:
        return text
    if text == "date" or is_false(text):
        return ""
    if text.lower() in _TRUE:
        return "oldest"
    known = ("date", *_ORDERS)
    raise ValueError(f"expected one of {', '.join(known)}, or no value, got {text!r}{suggest(text, known)}")


def _read_word(text: str, words: Sequence[str]) -> str:
    if text not in words:
        expected = f"one of {', '.join(words)}" if words[1:] else repr(words[0])
        raise ValueError(f"expected {expected}, got {text!r}{suggest(text, words)}")
    return text


def read_blog(text: str) -> str:
    """Return the path of a blog, or :data:`EVERY_BLOG`; raise :exc:`ValueError` if it is empty."""
    if not text.strip("/"):
        raise ValueError(f"expected the path of a blog, or {EVERY_BLOG!r} for all blogs")
    return text.strip("/")


def _read_format(text: str, taxonomies: Taxonomies = TAXONOMIES) -> str:
    if not text:
        raise ValueError("expected a format such as '{date} - {title}'")
    known = {"date", "title", *taxonomies.spellings}
    if unknown := sorted({name for _, name, _, _ in Formatter().parse(text) if name is not None} - known):
        raise ValueError(f"unknown field {unknown[0]!r}; valid fields are {', '.join(sorted(known))}")
    return text


def _read_text(text: str) -> str:
    if not text:
        raise ValueError("a value is missing")
    return text


#: Options that are not filters -> field and function that reads the value (its ValueError says what is wrong).
LIST_OPTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "limit": ("limit", read_number),
    "offset": ("offset", read_number),
    "paginate": ("page_size", _read_page_size),
    "featured": ("featured", _read_flag),
    "first": ("first", partial(_read_word, words=("large",))),
    "blog": ("blog", read_blog),
    "toctree": ("toctree", _read_flag),
    "style": ("style", partial(_read_word, words=STYLES)),
    "format": ("format", _read_format),
    "date": ("date_format", _read_text),
    "sort": ("order", _read_order),
    "feed": ("has_feed", _read_flag),
    "excerpts": ("excerpts", _read_flag),
    "list-style": ("list_style", _read_text),
    "expand": ("expand", _read_text),
}
#: The options of ``blog-terms`` -> field and function that reads the value.
TERM_OPTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "style": ("style", lambda text: _read_word(text or "list", ("list", "cloud"))),
    "min-count": ("least", lambda text: read_number(text or "1")),
    "blog": ("blog", read_blog),
}
