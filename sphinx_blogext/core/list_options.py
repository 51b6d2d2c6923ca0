"""Reads the options of the directives ``postlist`` and ``blog-terms``."""

from __future__ import annotations

import re
from functools import partial
from string import Formatter
from typing import TYPE_CHECKING

from sphinx_blogext.core.metadata import Problem, clean_text, is_false, split_names, suggest
from sphinx_blogext.core.pagination import EVERY_BLOG, Filter, ListRequest
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies, TaxonomyKind, normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

STYLES = ("teasers", "full", "compact", "titles", "cards", "archive")
#: Those whose first post may be large.
LARGE_FIRST = ("teasers", "compact", "cards")
_LARGEST_PAGE = 1000
#: Orders other than by date: latest update first, and by title.
_ORDERS = ("title", "updated")
_TRUE = frozenset({"", "true", "yes"})


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
    names = [name for name in split_names(text) if name]
    if not names:
        raise ValueError("a name is missing")
    keys = {name: normalize(kind.normalized(name.removeprefix("!"))) for name in names}
    wanted, unwanted = ([key for name, key in keys.items() if name.startswith("!") is no] for no in (False, True))
    return Filter(kind.name, tuple(wanted), tuple(unwanted))


def _read_count(text: str) -> int:
    if not re.fullmatch(r"\d{1,6}", text):
        raise ValueError(f"expected a whole number, 0 or more, got {text!r}")
    return int(text)


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
    "min-count": ("least", lambda text: _read_count(text or "1")),
    "blog": ("blog", read_blog),
}
