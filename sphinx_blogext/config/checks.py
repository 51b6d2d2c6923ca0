"""The valid values of options: each check is a description of what is expected, and a function."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Environment, TemplateSyntaxError

from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.addresses import folder_of, is_page_name
from sphinx_blogext.core.ages import read_age
from sphinx_blogext.core.comment_providers import problem_of
from sphinx_blogext.core.dates import is_date_format, parse_zone
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.social import read_profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


#: Font files that Pillow can draw with and whose characters can be listed.
_FONTS = (".ttf", ".otf", ".ttc", ".otc")


class Check(NamedTuple):
    """What is *allowed*, in words, and whether a value is; *problem* may say more of one that is not."""

    allowed: str
    is_valid: Callable[[Any], bool]
    problem: Callable[[Any], str] = lambda value: ""


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_names(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
    )


def _is_fonts(value: Any) -> bool:
    found = value.values() if isinstance(value, dict) else [value]
    return value is None or (
        all(_is_names(given) and all(name.lower().endswith(_FONTS) for name in as_names(given)) for given in found)
        and all(isinstance(key, str) for key in (value if isinstance(value, dict) else ()))
    )


def _is_pairs(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for pair in value.items() for item in pair)


def _is_dotted(value: str) -> bool:
    """Return whether *value* is a dotted name within a module."""
    return "." in value and all(part.isidentifier() for part in value.split("."))


def _is_zone(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(parse_zone(value))
    except ValueError:
        return False


def _is_page(value: Any) -> bool:
    return isinstance(value, str) and not value.startswith("/") and is_page_name(value.strip("/"))


def _is_path(value: Any) -> bool:
    # The home page, in several spellings.
    if isinstance(value, str) and value.strip("/") in {"", ".", "index"}:
        return True
    # The page ``x/index`` is the same page as ``x``.
    return _is_page(value) and folder_of(value.strip("/")) == value.strip("/")


def _is_blogs(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(path, str) and path.strip("/") and _is_path(path) for path in value
    )


def _is_terms(value: Any, *, is_nested: bool = False) -> bool:
    if not isinstance(value, dict):
        return False
    if not all(isinstance(key, str) and _is_term(settings) for key, settings in value.items()):
        return False
    tables = {name: settings for name, settings in value.items() if isinstance(settings, dict)}
    settings = list(tables.values())
    # A slug identifies one page, and a name shared by two terms would be ambiguous.
    above = {name: normalize(name.rpartition("/")[0]) if is_nested else "" for name in tables}
    slugs = [(above[name], given["slug"].casefold()) for name, given in tables.items() if given.get("slug")]
    names = [*value, *(alias for given in settings for alias in as_names(given.get("aliases")))]
    is_unique = len(slugs) == len(set(slugs)) and len(names) == len(set(map(normalize, names)))
    return is_unique and not (is_nested and _cycle_problem(value))


def _is_term(settings: Any) -> bool:
    if isinstance(settings, str):
        return True
    if isinstance(settings, (list, tuple)):
        return len(settings) == 2 and isinstance(settings[0], str) and _is_optional_text(settings[1])
    if not isinstance(settings, dict):
        return False
    return all(name in _TERM_SETTINGS and _TERM_SETTINGS[name](value) for name, value in settings.items())


def _term_problem(value: Any) -> str:
    """Return which key of a term's settings is unknown, or which name or slug two terms have, or ``""``."""
    found: dict[tuple[str, str], str] = {}
    for name, settings in value.items() if isinstance(value, dict) else ():
        given = settings if isinstance(settings, dict) else {}
        for key in given:
            if key not in _TERM_SETTINGS:
                hint = suggest(str(key), _TERM_SETTINGS) or f"; valid keys are {', '.join(_TERM_SETTINGS)}"
                return f"{name!r}: unknown key {key!r}{hint}"
            if key in {"orcid", "social"} and not _is_term({key: given[key]}):
                return f"{name!r}: invalid {key!r}: {given[key]!r}"
        if isinstance(name, str) and _is_term(settings):
            for called in dict.fromkeys([name, *as_names(given.get("aliases"))]):
                if found.setdefault(("name", normalize(called)), name) != name:
                    return f"{called!r} is a name of both {found['name', normalize(called)]!r} and {name!r}"
    return ""


def _cycle_problem(value: dict[str, Any]) -> str:
    """Return which alias in the settings of nested terms is a level above one of the terms, or ``""``."""
    levels = {normalize(name[:end]): name for name in value for end, char in enumerate(name) if char == "/"}
    for name, settings in value.items():
        for alias in as_names(settings.get("aliases")) if isinstance(settings, dict) else ():
            if below := levels.get(normalize(alias)):
                return f"{name!r}: the alias {alias!r} is a level above {below!r}"
    return ""


def _is_optional_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _is_by_language(value: Any) -> bool:
    """Return whether *value* maps language codes to texts and has at least one."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(
            isinstance(code, str) and bool(normalize(code).strip("-")) and isinstance(text, str) and bool(text)
            for code, text in value.items()
        )
    )


def _is_tables(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str) and isinstance(given, dict) for name, given in value.items()
    )


def taxonomy_problem(name: str, given: dict[Any, Any]) -> str:
    """Return what is wrong with the settings of a taxonomy, or ``""``."""
    texts = "a text, or texts by language, such as {'en': 'Project', 'zh': '项目'}"
    text = Check(texts, lambda text: isinstance(text, str) or _is_by_language(text))
    checks = {
        "plural": TEXT,
        "label": text,
        "title": text,
        "nested": BOOL,
        "terms": NESTED_TERMS if given.get("nested") is True else terms_check(),
    }
    for key, value in given.items():
        if key not in checks:
            hint = suggest(str(key), checks)
            return f"{name!r}: unknown key {key!r}{hint}; valid keys are {', '.join(checks)}"
        check = checks[key]
        if not check.is_valid(value):
            if key == "terms" and (problem := check.problem(value)):
                return f"{name!r}: {key}: {problem}"
            wrong = (
                {term: said for term, said in value.items() if not check.is_valid({term: said})}
                if key == "terms" and isinstance(value, dict)
                else value
            )
            return f"{name!r}: {key} = {wrong or value!r}: expected {check.allowed}"
    return ""


def _is_social(value: Any) -> bool:
    """Return whether *value* maps link names to URLs, or networks to handles, or is empty."""
    found = value or {}
    if not isinstance(found, dict) or not all(isinstance(item, str) for pair in found.items() for item in pair):
        return False
    try:
        for name, address in found.items():
            read_profile(name, address)
    except ValueError:
        return False
    return True


def _is_slug(value: Any) -> bool:
    return isinstance(value, str) and "/" not in value and not value.startswith(".") and _is_path(f"term/{value}")


#: The settings of a term, each with a function that checks its value.
_TERM_SETTINGS: dict[str, Callable[[Any], bool]] = {
    "label": lambda value: _is_optional_text(value) or _is_by_language(value),
    **dict.fromkeys(("name", "url", "description", "avatar"), _is_optional_text),
    "slug": lambda value: not value or _is_slug(value),
    "aliases": lambda value: value is None or _is_names(value),
    "hidden": lambda value: isinstance(value, bool),
    "social": _is_social,
    "orcid": lambda value: not value or (isinstance(value, str) and _is_social({"orcid": value})),
}


def _is_feed_templates(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str)
        and bool(re.fullmatch(r"[A-Za-z0-9_-]+", name))
        and isinstance(templates, dict)
        and all(key in {"title", "summary", "content"} and _is_template(text) for key, text in templates.items())
        for name, templates in value.items()
    )


def _is_template(text: Any) -> bool:
    try:
        # Otherwise a broken template would stop the build only when feeds are written.
        return isinstance(text, str) and bool(Environment().parse(text))
    except TemplateSyntaxError:
        return False


def noindex_problem(value: Any, taxonomies: Iterable[str]) -> str:
    """Return which name in a value of ``blog_noindex`` is unknown, with a suggestion, or ``""``."""
    return _unknown_name(as_names(value), (*taxonomies, "archive", "pages"))


def way_problem(value: Any, taxonomies: Iterable[str]) -> str:
    """Return which name in a value of ``blog_nav`` is unknown, with a suggestion, or ``""``."""
    return _unknown_name(as_names(value), ("archive", *taxonomies, "feeds"))


def _unknown_name(names: Iterable[str], known: tuple[str, ...]) -> str:
    name = next((name for name in names if name not in known), None)
    if name is None:
        return ""
    return f"unknown name {name!r}{suggest(name, set(known))}; valid names are {', '.join(map(repr, known))}"


def list_title_problem(value: Any, taxonomies: Iterable[str]) -> str:
    """Return which kind of list in a value of ``blog_list_titles`` is unknown, with a suggestion, or ``""``."""
    return _unknown_name(value, ("blog", "archive", "year", "month", "feed", *taxonomies))


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)


def _is_ways(value: Any) -> bool:
    return value is None or (isinstance(value, (list, tuple)) and _is_names(value))


def _is_authority(value: Any) -> bool:
    # Ids are tag URIs, whose authority may be a host or an e-mail address (RFC 4151).
    return value is None or (
        isinstance(value, str) and bool(re.fullmatch(r"([A-Za-z0-9._-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*", value))
    )


def _is_age(value: Any) -> bool:
    if value is None:
        return True
    with suppress(ValueError, TypeError, AttributeError):
        return bool(read_age(value))
    return False


def one_of(*values: str) -> Check:
    return Check(" or ".join(map(repr, values)), lambda value: value in values)


def names_of(*names: str) -> Check:
    """Return the check of a list of names that are among *names*."""
    return Check(
        f"a list of names: {', '.join(map(repr, names))}",
        lambda value: _is_ways(value) and value is not None and set(value) <= set(names),
        lambda value: _unknown_name(value, names) if _is_ways(value) and value is not None else "",
    )


#: How to show drafts, besides all or none: as pages that nothing links to, or in previews of pull requests.
UNLISTED, PREVIEWS = "unlisted", "previews"
DRAFTS = Check(
    f"True, False, {PREVIEWS!r} or {UNLISTED!r}",
    lambda value: isinstance(value, bool) or value in (UNLISTED, PREVIEWS),
)
TABLES = Check("a dictionary that maps names, such as 'project', to dictionaries", _is_tables)
BLOGS = Check("a dictionary of paths, such as 'news', with the options for each", _is_blogs)
BOOL = Check("True or False", lambda value: isinstance(value, bool))
TEXT = Check("a string", lambda value: isinstance(value, str))
TEXTS = Check("a dictionary that maps names to strings", _is_texts)
COUNT = Check("a whole number, 0 or more", _is_count)
#: The value of ``blog_feed_titles`` that keeps the summaries of posts in feeds and omits their content.
SUMMARIES = "summaries"
# ABlog treats unset values alike.
FEED_TITLES = Check(
    f"True, False, None or {SUMMARIES!r}",
    lambda value: value is None or isinstance(value, bool) or value == SUMMARIES,
)
OPTIONAL_COUNT = Check(
    "a whole number, 0 or more, None or False", lambda value: value is None or value is False or _is_count(value)
)
SIZE = Check("a whole number, 1 or more", lambda value: _is_count(value) and value > 0)
AGE = Check("a length of time such as '3 years' or '18 months', or None", _is_age)
OPTIONAL_NAMES = Check("a string, a list of strings or None", lambda v: v is None or _is_names(v))
FONTS = Check(
    "a font file (.ttf, .otf, .ttc or .otc), a list of font files, or a dictionary of these by language", _is_fonts
)
WIDTHS = Check(
    "a list of widths in pixels from 16 to 10000, such as (480, 960, 1600)",
    lambda value: (
        isinstance(value, (list, tuple)) and all(_is_count(width) and 16 <= width <= 10_000 for width in value)
    ),
)
OPTIONAL_TEXT = Check("a string or None", _is_optional_text)
OPTIONAL_URL = Check(
    "a URL such as 'https://example.org/hub', or None",
    lambda value: value is None or (isinstance(value, str) and bool(re.fullmatch(r"https?://[^\s/]\S*", value))),
)
VERSION_URL = Check(
    "a URL with '{version}' in it, such as 'https://example.org/{version}/', or None",
    lambda value: (
        value is None
        or (
            isinstance(value, str)
            and bool(re.fullmatch(r"https?://[^\s/{}][^\s{}?#]*\{version\}[^\s{}?#]*", value))
        )
    ),
)
DATE_FORMATS = Check(
    "a list of strptime formats, such as ['%d.%m.%Y']",
    lambda value: not isinstance(value, str) and _is_names(value) and all(map(is_date_format, value)),
)
FUNCTION = Check(
    "a function, the name of a function such as 'module.function', or None",
    lambda value: value is None or callable(value) or (isinstance(value, str) and _is_dotted(value)),
)
SLUGIFY = FUNCTION._replace(
    allowed=f"'ascii', {FUNCTION.allowed}", is_valid=lambda value: value == "ascii" or FUNCTION.is_valid(value)
)
FUNCTION_NAME = Check(
    "the name of a function, such as 'dateutil.parser.parse', or None",
    lambda value: value is None or (isinstance(value, str) and _is_dotted(value)),
)
NAV = Check("None, or a list of names such as 'archive' and 'tag'", _is_ways)
ZONE = Check("the name of a time zone, such as 'UTC' or 'Asia/Shanghai'", _is_zone)
PATH = Check(
    (
        "a path such as 'blog' or 'news/blog', or '.' for the whole site, without '..', characters such as ':', "
        "or names that Sphinx itself uses, such as 'search' or '_static'"
    ),
    _is_path,
)
INDEX_PATH = PATH._replace(is_valid=_is_page, allowed=PATH.allowed.replace("'.' for the whole site", "'index'"))
#: An entry of each option with settings of terms, as messages show it.
_EXAMPLES = {
    "author": {"mei": {"name": "Lin Mei", "url": "https://example.org/mei"}},
    "language": {"zh": {"name": "中文"}},
    "location": {"berlin": {"name": "Berlin", "url": "https://example.org/berlin"}},
}
_EXAMPLE = {"c++": {"label": "C++", "slug": "cpp", "description": "Posts about C++"}}


def terms_check(taxonomy: str = "") -> Check:
    """Return the check of an option with settings of the terms of *taxonomy*."""
    return Check(f"a dictionary such as {_EXAMPLES.get(taxonomy, _EXAMPLE)!r}", _is_terms, _term_problem)


NESTED_TERMS = terms_check()._replace(
    is_valid=lambda terms: _is_terms(terms, is_nested=True),
    problem=lambda terms: _term_problem(terms) or (_cycle_problem(terms) if _is_terms(terms) else ""),
)
AUTHORITY = Check("a host name or e-mail address that you own, such as 'example.org', or None", _is_authority)
FEED_TEMPLATES = Check(
    "a dictionary that maps file names to dictionaries with templates for title, summary or content",
    _is_feed_templates,
)
REDIRECTS = Check(
    "a dictionary that maps old names of pages to pages, such as {'tags/python': 'tag:python'}", _is_pairs
)
COMMENTS = Check(
    "None, or a dictionary with 'provider' ('giscus', 'utterances' or 'isso') and the settings it needs",
    lambda value: not problem_of(value),
    problem_of,
)
