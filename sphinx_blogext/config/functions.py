"""Options that are functions of the site's own, or their names: how it reads dates and spells addresses."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_blogext.core.dates import DateReader, parse_zone

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.config import Config


def date_reader(config: Config) -> DateReader:
    """Return what reads dates as the site writes them."""
    return DateReader(
        parse_zone(config.blog_timezone), tuple(config.blog_date_formats), function_of("blog_date_parser", config)
    )


def function_of(option: str, config: Config) -> Callable[..., Any] | None:
    """Return the function that an option is or names, or ``None``.

    Raise :exc:`ConfigError` for a name that leads to none.
    """
    value = config[option]
    if not value:
        return None
    try:
        found: Callable[..., Any] = value if callable(value) else _imported(value)
    except (ImportError, AttributeError, TypeError) as error:
        message = f"{option} = {value!r}: expected a function as 'module.function'; {error}"
        raise ConfigError(message) from error
    return found


@cache
def _imported(name: str) -> Callable[..., Any]:
    """Return the function called *name*: its module, a dot, and what that calls it."""
    module, _dot, attribute = name.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    if not callable(found):
        raise TypeError(f"{name} is not a function")
    return found
