"""The valid values of options: each check is a description of what is expected, and a function."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from sphinx_blogext.core.addresses import folder_of, is_page_name
from sphinx_blogext.core.comments import problem_of
from sphinx_blogext.core.dates import is_date_format, parse_zone, read_age
from sphinx_blogext.core.metadata import PERSON_TYPES, suggest
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.urls import read_profile

#: Font files that Pillow can draw with and whose characters can be listed.
_FONTS = (".ttf", ".otf", ".ttc", ".otc")


class Check(NamedTuple):
    """What is *allowed*, in words, and a function that returns the *mistakes* in a value.

    A mistake is ``""`` if these words say enough. Besides names of taxonomies, the value may consist of *names*.
    """

    allowed: str
    mistakes: Callable[[Any], Iterable[str]]
    names: tuple[str, ...] | None = None

    def is_valid(self, value: Any) -> bool:
        return not list(self.mistakes(value))

    def complaints(self, place: str, value: Any) -> list[str]:
        """Return messages about the mistakes in *value*, which is at *place* in the configuration."""
        mistakes = list(self.mistakes(value))
        if all(mistakes):
            return [f"{place}: {mistake}" for mistake in mistakes]
        # Of a dictionary, the entries that are each invalid on their own.
        entries = value.items() if isinstance(value, dict) else ()
        wrong = {key: item for key, item in entries if not self.is_valid({key: item})} or value
        return [f"{place} = {wrong!r}: expected {self.allowed}"]


def as_names(value: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the names in an option that takes one name, several names or none."""
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def check(allowed: str, is_valid: Callable[[Any], bool], names: tuple[str, ...] | None = None) -> Check:
    return Check(allowed, lambda value: () if is_valid(value) else ("",), names)


def unknown_name(names: Iterable[str], known: Iterable[str]) -> str:
    """Return a message about the first of *names* that is not *known*, or ``""``."""
    known = tuple(known)
    if (name := next((name for name in names if name not in known), None)) is None:
        return ""
    return f"unknown name {name!r}{suggest(name, set(known))}; valid names are {', '.join(map(repr, known))}"


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_optional_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _has_form(form: str, value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(form, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_text, value))


def _is_names(value: Any) -> bool:
    return isinstance(value, str) or _is_list(value)


def is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, (*value, *value.values())))


def _is_fonts(value: Any) -> bool:
    if value is None:
        return True
    by_language = value if isinstance(value, dict) else {"": value}
    are_names = all(map(_is_text, by_language)) and all(map(_is_names, by_language.values()))
    return are_names and all(name.lower().endswith(_FONTS) for n in by_language.values() for name in as_names(n))


def is_dotted(value: Any) -> bool:
    return isinstance(value, str) and "." in value and all(part.isidentifier() for part in value.split("."))


def _can_read(read: Callable[[Any], object], value: Any) -> bool:
    with suppress(ValueError, TypeError, AttributeError):
        return bool(read(value))
    return False


def _is_page(value: Any) -> bool:
    return isinstance(value, str) and is_page_name(value.strip("/"))


def _is_path(value: Any) -> bool:
    # The home page, in several spellings.
    if isinstance(value, str) and value.strip("/") in {"", ".", "index"}:
        return True
    # The page ``x/index`` is the same page as ``x``.
    return _is_page(value) and folder_of(value.strip("/")) == value.strip("/")


def is_by_language(value: Any) -> bool:
    """Return whether *value* maps language codes to texts and has at least one."""
    return bool(value) and is_texts(value) and all(normalize(key).strip("-") and value[key] for key in value)


def _is_social(value: Any) -> bool:
    """Return whether *value* maps link names to URLs, or networks to handles, or is empty."""
    try:
        return not value or (is_texts(value) and all(read_profile(*item) or True for item in value.items()))
    except ValueError:
        return False


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, (list, tuple)) and len(pair) == 2 and _is_text(pair[0]) and _is_optional_text(pair[1])


#: The settings of a term, each with a function that checks its value.
_TERM_SETTINGS: dict[str, Callable[[Any], bool]] = {
    "label": lambda value: _is_optional_text(value) or is_by_language(value),
    **dict.fromkeys(("name", "url", "description", "avatar"), _is_optional_text),
    "slug": lambda value: not value or (_has_form(r"[^/.][^/]*", value) and _is_path(f"term/{value}")),
    "aliases": lambda value: value is None or _is_names(value),
    "hidden": lambda value: isinstance(value, bool),
    "type": lambda value: value in PERSON_TYPES,
    "social": _is_social,
    "orcid": lambda value: not value or _is_social({"orcid": value}),
}


def _term_mistakes(name: Any, settings: Any) -> Iterator[str]:
    """Yield what is wrong with the settings of one term: a label, ABlog's pair with a URL, or a dictionary."""
    if not isinstance(name, str) or not (isinstance(settings, (str, dict)) or _is_pair(settings)):
        yield ""
        return
    for key, value in settings.items() if isinstance(settings, dict) else ():
        if key not in _TERM_SETTINGS:
            hint = suggest(str(key), _TERM_SETTINGS) or f"; valid keys are {', '.join(_TERM_SETTINGS)}"
            yield f"{name!r}: unknown key {key!r}{hint}"
        elif not _TERM_SETTINGS[key](value):
            form = {"social": "; write it as {'github': 'mei', 'mastodon': '@mei@hachyderm.io'}"}.get(key, "")
            yield f"{name!r}: invalid {key!r}: {value!r}{form}" if key in "orcid slug social type".split() else ""


def _terms_mistakes(value: Any, *, is_nested: bool = False) -> Iterator[str]:
    if not isinstance(value, dict):
        yield ""
        return
    valid = {}
    for name, settings in value.items():
        if mistakes := list(_term_mistakes(name, settings)):
            yield from mistakes
        else:
            valid[name] = settings if isinstance(settings, dict) else {}
    yield from _shared_names(valid)
    yield from _shared_slugs(valid, is_nested=is_nested)


def _shared_names(terms: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield the names shared by two terms, which would be ambiguous."""
    owners: dict[str, str] = {}
    for name, settings in terms.items():
        for called in (name, *as_names(settings.get("aliases"))):
            if (owner := owners.setdefault(normalize(called), name)) != name:
                yield f"{called!r} is a name of both {owner!r} and {name!r}"


def _shared_slugs(terms: Mapping[str, Mapping[str, Any]], *, is_nested: bool) -> Iterator[str]:
    """Yield each slug of two terms on one level: it identifies one page."""
    slugs = Counter(
        (normalize(name.rpartition("/")[0]) if is_nested else "", settings["slug"].casefold())
        for name, settings in terms.items()
        if settings.get("slug")
    )
    yield from (f"{slug!r} is the slug of {number} terms" for (_, slug), number in slugs.items() if number > 1)


def one_of(*values: str) -> Check:
    return check(" or ".join(map(repr, values)), lambda value: value in values)


def names_of(*names: str) -> Check:
    allowed = f"a list of names: {', '.join(map(repr, names))}"
    return Check(allowed, lambda value: filter(None, [unknown_name(value, names)]) if _is_list(value) else ("",))


#: How to show drafts, besides all or none: as pages that nothing links to, or in previews of pull requests.
UNLISTED, PREVIEWS = "unlisted", "previews"
DRAFTS = check(
    f"True, False, {PREVIEWS!r} or {UNLISTED!r}",
    lambda value: isinstance(value, bool) or value in (UNLISTED, PREVIEWS),
)
TABLES = check(
    "a dictionary that maps names, such as 'project', to dictionaries",
    lambda value: (
        isinstance(value, dict)
        and all(isinstance(key, str) and isinstance(table, dict) for key, table in value.items())
    ),
)
BLOGS = check(
    "a dictionary of paths, such as 'news', with the options for each",
    lambda value: isinstance(value, dict) and all(_is_path(path) and path.strip("/") for path in value),
)
# 1 and 0 are equal to them: ABlog takes these too.
BOOL = check("True or False", lambda value: value in (True, False))
TEXT = check("a string", _is_text)
COUNT = check("a whole number, 0 or more", _is_count)
# ABlog treats unset values alike.
FEED_TITLES = check("True, False, None or 'summaries'", lambda v: v == "summaries" or isinstance(v, bool | None))
OPTIONAL_COUNT = check(
    "a whole number, 0 or more, None or False", lambda value: value is None or value is False or _is_count(value)
)
SIZE = check("a whole number, 1 or more", lambda value: _is_count(value) and value > 0)
AGE = check(
    "a length of time such as '3 years' or '18 months', or None",
    lambda value: value is None or _can_read(read_age, value),
)
OPTIONAL_NAMES = check("a string, a list of strings or None", lambda value: value is None or _is_names(value))
FONTS = check("a font file (.ttf, .otf, .ttc, .otc), a list of those, or a dictionary by language", _is_fonts)
WIDTHS = check(
    "a list of widths in pixels from 16 to 10000, such as (480, 960, 1600)",
    lambda value: (
        isinstance(value, (list, tuple)) and all(_is_count(width) and 16 <= width <= 10_000 for width in value)
    ),
)
OPTIONAL_TEXT = check("a string or None", _is_optional_text)
OPTIONAL_URL = check(
    "a URL such as 'https://example.org/x', or None",
    lambda value: value is None or _has_form(r"https?://[^\s/]\S*", value),
)
VERSION_URL = check(
    "a URL with '{version}' in it, such as 'https://example.org/{version}/', or None",
    lambda value: value is None or _has_form(r"https?://[^\s/{}?#][^\s{}?#]*\{version\}[^\s{}?#]*", value),
)
DATE_FORMATS = check(
    "a list of strptime formats, such as ['%d.%m.%Y']",
    lambda value: _is_list(value) and all(map(is_date_format, value)),
)
SLUGIFY = check(
    "'ascii', a function, the name of a function such as 'module.function', or None",
    lambda value: value in (None, "ascii") or callable(value) or is_dotted(value),
)
ZONE = check("a time zone, such as 'UTC' or 'Asia/Shanghai'", lambda value: _can_read(parse_zone, value))
PATH = check(
    "a path such as 'blog' or 'news/blog', or '.' for the whole site, without '..', characters such as ':', "
    "or names that Sphinx itself uses, such as 'search' or '_static'",
    _is_path,
)
INDEX_PATH = check(PATH.allowed.replace("'.' for the whole site", "'index'"), _is_page)
#: An entry of each option with settings of terms, as messages show it.
_EXAMPLES = {
    "author": {"mei": {"name": "Lin Mei", "url": "https://example.org/mei"}},
    "language": {"zh": {"name": "中文"}},
    "location": {"berlin": {"name": "Berlin", "url": "https://example.org/berlin"}},
}
_EXAMPLE = {"c++": {"label": "C++", "slug": "cpp", "description": "Posts about C++"}}
AUTHORITY = check(
    "a host name or email address that you own, such as 'example.org', or None",
    # Ids are tag URIs, whose authority may be a host or an e-mail address (RFC 4151).
    lambda value: value is None or _has_form(r"([A-Za-z0-9._-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*", value),
)
REDIRECTS = check("a dictionary that maps old names to pages, such as {'tags/python': 'tag:python'}", is_texts)
COMMENTS = Check(
    "None, or a dictionary with 'provider' ('giscus', 'utterances' or 'isso') and the settings it needs",
    lambda value: filter(None, [problem_of(value)]),
)


def list_names(*names: str) -> Check:
    """Return the check of a list of *names* and those of taxonomies."""
    allowed = "None, or a list of names such as 'archive' and 'tag'"
    return check(allowed, lambda value: value is None or _is_list(value), names)


def terms_check(taxonomy: str = "", *, is_nested: bool = False) -> Check:
    example = _EXAMPLES.get(taxonomy, _EXAMPLE)
    return Check(f"a dictionary such as {example!r}", lambda value: _terms_mistakes(value, is_nested=is_nested))
