"""Requests of ``postlist`` directives, and the selection of posts for them."""

from __future__ import annotations

import re
from functools import partial
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.metadata import Problem, clean_text, is_false, split_names, suggest
from sphinx_blogext.core.model import part_order
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies, normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx_blogext.core.blog import Blog
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.taxonomies import TaxonomyKind

STYLES = ("teasers", "compact", "titles", "cards", "archive")
#: Those whose first post may be large.
LARGE_FIRST = ("compact", "cards")

_LARGEST_PAGE = 1000
#: Orders other than by date: latest update first, and by title.
_ORDERS = ("updated", "title")
#: The name for all blogs in the options of lists.
EVERY_BLOG = "*"


class Filter(NamedTuple):
    """A filter for posts that have *wanted* terms of a taxonomy and no *unwanted* ones."""

    taxonomy: str
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]


class ListRequest(NamedTuple):
    """A ``postlist`` directive. ``page_size`` is 0 for the blog's own size, ``None`` for a single page.

    ``format``, ``date_format``, ``reverse`` (``sort``), ``excerpts``, ``list_style`` and ``expand`` are options of
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

    @property
    def reverse(self) -> bool:
        """Whether the oldest post comes first."""
        return self.order == "oldest"

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
        return is_one and (self.reverse or self.toctree)

    @property
    def is_cut(self) -> bool:
        """Whether the number of posts is limited, or some are skipped."""
        return bool(self.offset) or self.limit is not None

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
    is_series: bool = False,
    is_archive: bool = False,
    with_all: bool = False,
) -> Selection:
    """Return those of *posts*, newest first, that match *request*.

    *without* is a document to leave out, because a post does not list itself. Of the translations of a post, the
    one in the requested language or in *language* is shown. With *is_series*, the posts are parts of a series and
    are put in its order; with *is_archive*, they are those of a certain time. A post must have any of the names in
    a filter or, with *with_all*, all of them.
    """
    filters = [_without_aliases(blog, chosen) for chosen in request.filters]
    is_wanted = partial(_is_wanted, blog, request, filters, without, with_all)
    # Most lists show all posts of a term.
    wanted = filter(is_wanted, posts) if without or request.featured or filters else posts
    in_parts = is_series or request.is_series
    chosen_posts = blog.best(wanted, request.language or language)
    if key := part_order if in_parts else _ORDER_KEYS.get(request.order):
        chosen_posts = tuple(sorted(chosen_posts, key=key))
    # A list in reading order must not begin with a pinned post, and an archive is sorted by date alone, because
    # readers look there for posts of a certain time.
    is_in_order = in_parts or bool(request.order) or is_archive
    chosen_posts, pinned = _cut(chosen_posts, () if is_in_order else _pinned(blog, chosen_posts), request)
    # A series already begins with its first part.
    step = -1 if request.reverse and not request.is_series else 1
    return Selection(chosen_posts[::step], pinned, _unknown_names(blog, filters))


#: Sort keys of lists that are not ordered by date; the posts to sort are newest first.
_ORDER_KEYS: dict[str, Callable[[Post], Any]] = {
    "updated": lambda post: -sort_key(post.updated or post.date) if post.date else 0,
    "title": lambda post: post.title.casefold(),
}


def _is_wanted(
    blog: Blog, request: ListRequest, filters: Iterable[Filter], without: str, with_all: bool, post: Post
) -> bool:
    is_named = post.key != without and (post.featured or not request.featured)
    return is_named and all(
        _matches(blog.taxonomies[chosen.taxonomy].keys_of(post), chosen, with_all) for chosen in filters
    )


def _pinned(blog: Blog, posts: Iterable[Post]) -> tuple[Post, ...]:
    names = {post.key for post in blog.pinned}
    return tuple(post for post in posts if post.key in names) if names else ()


def _cut(
    posts: tuple[Post, ...], pinned: tuple[Post, ...], request: ListRequest
) -> tuple[tuple[Post, ...], tuple[Post, ...]]:
    """Return the requested part of a list, and its pinned posts.

    The list is cut with pinned posts first but returned in its own order, because pages put them first again.
    """
    if not request.is_cut:
        return posts, pinned
    names = {post.key for post in pinned}
    ordered = [*pinned, *(post for post in posts if post.key not in names)]
    end = None if request.limit is None else request.offset + request.limit
    chosen = {post.key for post in ordered[request.offset : end]}
    return tuple(post for post in posts if post.key in chosen), tuple(
        post for post in pinned if post.key in chosen
    )


def _without_aliases(blog: Blog, chosen: Filter) -> Filter:
    key_of = blog.taxonomies[chosen.taxonomy].key_of
    return Filter(chosen.taxonomy, tuple(map(key_of, chosen.wanted)), tuple(map(key_of, chosen.unwanted)))


def _matches(keys: set[str], chosen: Filter, with_all: bool) -> bool:
    has_wanted = keys.issuperset(chosen.wanted) if with_all else not keys.isdisjoint(chosen.wanted)
    return (not chosen.wanted or has_wanted) and keys.isdisjoint(chosen.unwanted)


def _unknown_names(blog: Blog, filters: Iterable[Filter]) -> tuple[Problem, ...]:
    named = ((blog.taxonomies[each.taxonomy], key) for each in filters for key in (*each.wanted, *each.unwanted))
    return tuple(
        Problem("unknown_term", name, f"no post has the {name} {key!r}{suggest(key, taxonomy)}")
        for taxonomy, key in named
        for name in (taxonomy.kind.name,)
        if key not in taxonomy
    )


def read_request(
    argument: str, options: Mapping[str, str], lineno: int, taxonomies: Taxonomies
) -> tuple[ListRequest, tuple[Problem, ...]]:
    """Return the request in a directive's argument and options, and what is wrong with them.

    *taxonomies* are those of the site.
    """
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
            elif name in LIST_OPTIONS:
                field, read = LIST_OPTIONS[name]
                values[field] = read(text) if name != "format" else _read_format(text, taxonomies)
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
    names = [name for name in split_names(text) if name]
    if not names:
        raise ValueError("a name is missing")
    wanted = (name for name in names if not name.startswith("!"))
    unwanted = (name[1:] for name in names if name.startswith("!"))
    return Filter(
        kind.name, *(tuple(normalize(kind.normalized(name)) for name in chosen) for chosen in (wanted, unwanted))
    )


def _read_count(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text):
        raise ValueError(f"expected a whole number, 0 or more, got {text!r}")
    return int(text)


def _read_page_size(text: str) -> int:
    if not text:
        return 0
    size = int(text) if re.fullmatch(r"\d{1,6}", text) else 0
    if not 1 <= size <= _LARGEST_PAGE:
        raise ValueError(f"expected a number of posts from 1 to {_LARGEST_PAGE}, got {text!r}")
    return size


def _read_flag(text: str) -> bool:
    if is_false(text):
        return False
    if text.lower() not in {"", "true", "yes"}:
        raise ValueError(f"expected no value, got {text!r}")
    return True


def _read_order(text: str) -> str:
    """Return an order; the option without a value, as in ABlog, means oldest post first."""
    if text in _ORDERS:
        return text
    if text == "date":
        return ""
    try:
        return "oldest" if _read_flag(text) else ""
    except ValueError as error:
        known = {"date", *_ORDERS}
        raise ValueError(
            f"expected one of {', '.join(sorted(known))}, or no value, got {text!r}{suggest(text, known)}"
        ) from error


def _read_style(text: str) -> str:
    if text not in STYLES:
        raise ValueError(f"expected one of {', '.join(STYLES)}, got {text!r}{suggest(text, set(STYLES))}")
    return text


def _read_first(text: str) -> str:
    if text != "large":
        raise ValueError(f"expected 'large', got {text!r}")
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
    unknown = sorted({name for _, name, _, _ in Formatter().parse(text) if name is not None} - known)
    if unknown:
        raise ValueError(f"unknown field {unknown[0]!r}; valid fields are {', '.join(sorted(known))}")
    return text


def _read_text(text: str) -> str:
    if not text:
        raise ValueError("a value is missing")
    return text


#: Options that are not filters -> field and function that reads the value (its ValueError says what is wrong).
LIST_OPTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "limit": ("limit", _read_count),
    "offset": ("offset", _read_count),
    "paginate": ("page_size", _read_page_size),
    "featured": ("featured", _read_flag),
    "first": ("first", _read_first),
    "blog": ("blog", read_blog),
    "toctree": ("toctree", _read_flag),
    "style": ("style", _read_style),
    "format": ("format", _read_format),
    "date": ("date_format", _read_text),
    "sort": ("order", _read_order),
    "feed": ("has_feed", _read_flag),
    "excerpts": ("excerpts", _read_flag),
    "list-style": ("list_style", _read_text),
    "expand": ("expand", _read_text),
}


def _read_term_style(text: str) -> str:
    if text not in {"", "list", "cloud"}:
        raise ValueError(f"expected 'list' or 'cloud', got {text!r}")
    return text or "list"


#: The options of ``blog-terms`` -> field and function that reads the value.
TERM_OPTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "style": ("style", _read_term_style),
    "min-count": ("least", lambda text: _read_count(text or "1")),
    "blog": ("blog", read_blog),
}
