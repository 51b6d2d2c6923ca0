"""Options that are custom functions, or their names, for example to parse dates or build slugs."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_blogext.config.conventions import conventions_of
from sphinx_blogext.core.dates import DateReader, parse_zone

#: The value of ``blog_slugify`` that stands for no function of the site.
ASCII = "ascii"

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.config import Config


def date_reader(config: Config) -> DateReader:
    """Return a reader of dates in the formats of the site."""
    return DateReader(parse_zone(config.blog_timezone), tuple(config.blog_date_formats), date_parser(config))


def date_parser(config: Config) -> Callable[..., Any] | None:
    """Return the function that reads dates in other formats, if the site has one."""
    name = conventions_of(config).blog_date_parser
    return _function("blog_date_parser", name) if name else None


def slugifier(config: Config) -> Callable[[str], str] | None:
    """Return the site's own function that builds slugs, if it has one."""
    return None if config.blog_slugify == ASCII else function_of("blog_slugify", config)


def function_of(option: str, config: Config) -> Callable[..., Any] | None:
    """Return the function that an option is or names, or ``None`` if the option is not set.

    Raise :exc:`ConfigError` if there is no function of that name.
    """
    value = config[option]
    return _function(option, value) if value else None


def _function(option: str, value: Any) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = value if callable(value) else _imported(value)
    except (Exception, SystemExit) as error:
        # Importing a module executes it.
        message = f"{option} = {value!r}: expected a function, such as 'module.function'; {error}"
        raise ConfigError(message) from error
    return found


@cache
def _imported(name: str) -> Callable[..., Any]:
    """Return the function *name*, given as ``module.function``."""
    module, _dot, attribute = name.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    if not callable(found):
        raise TypeError(f"{name} is not a function")
    return found
