"""Options that are custom functions, or their names, for example to parse dates or build slugs."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

#: The value of ``blog_slugify`` that stands for no function of the site.
ASCII = "ascii"


def find_function(option: str, value: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return the function that an option is or names; raise :exc:`ConfigError` if there is none of that name."""
    try:
        return value if callable(value) else _imported(value)
    except (Exception, SystemExit) as error:
        # Importing a module executes it.
        message = f"{option} = {value!r}: expected a function, such as 'module.function'; {error}"
        raise ConfigError(message) from error


def find_transliteration() -> Callable[[str], str]:
    """Return the function that transliterates to ASCII; raise :exc:`ConfigError` if its package is missing."""
    try:
        # Imported here because the package is optional.
        transliterate: Callable[[str], str] = import_module("anyascii").anyascii
    except ImportError as error:
        message = "blog_slugify = 'ascii' needs the package 'anyascii': run pip install 'sphinx-blogext[ascii]'"
        raise ConfigError(message) from error
    return transliterate


@cache
def _imported(name: str) -> Callable[..., Any]:
    """Return the function *name*, given as ``module.function``."""
    module, _dot, attribute = name.rpartition(".")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    if not callable(function):
        raise TypeError(f"{name} is not a function")
    return function
