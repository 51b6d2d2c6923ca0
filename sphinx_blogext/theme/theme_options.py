"""The options of the theme: errors for values that are not valid."""

import re
import tomllib
from collections.abc import Callable
from itertools import starmap
from pathlib import Path
from typing import Any, TypeGuard

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.errors import ConfigError

from sphinx_blogext._compat import is_set
from sphinx_blogext.lang.codes import valid_language
from sphinx_blogext.patterns import pattern

_ADDRESS = pattern(r"(?:https?://|/(?!/))\S*")


def is_ours(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether pages are of this theme, or of one that inherits from it: no other has this option."""
    # Builders of data, such as JSON, have the theme, too, but write what its templates would receive.
    has_pages = isinstance(builder, StandaloneHTMLBuilder) and not hasattr(builder, "dump_context")
    theme = getattr(builder, "theme", None)
    # Not those of the configuration, which may still be for this theme.
    return has_pages and theme is not None and "accent_dark" in theme.get_options({})


def options_of(builder: StandaloneHTMLBuilder) -> dict[str, Any]:
    """Return the options of the theme, which is ours."""
    return {**builder.theme.get_options({}), **builder.theme_options}


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Leave out the class of each method beside its text, where there is no room for it."""
    if config.html_theme == "blogext" and not is_set(config, "toc_object_entries_show_parents"):
        config.toc_object_entries_show_parents = "hide"


def on_builder_inited(app: Sphinx) -> None:
    """Reject options that the style sheet or the templates could not use."""
    # Without the extension, the theme is loaded after the configuration.
    config = app.config
    if config.html_theme != "blogext":
        return
    if not isinstance(config.html_theme_options, dict):
        raise ConfigError(f"html_theme_options: expected a dictionary, got {config.html_theme_options!r}")
    # A table of the theme's file that Sphinx does not read.
    tables = tomllib.loads(Path(__file__).with_name("blogext").joinpath("theme.toml").read_text(encoding="utf-8"))
    problems = [
        f"html_theme_options[{name!r}]: {config.html_theme_options[name]!r} is not valid; expected {expected}"
        for name, (form, expected) in tables["forms"].items()
        if not _is_valid(config.html_theme_options.get(name), tables["kinds"].get(form, form))
    ]
    if problems:
        raise ConfigError("\n".join(problems))


def _are_links(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_pair, value.items()))


def _is_pair(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2 and all(isinstance(text, str) for text in value)


def _is_language(tag: Any, link: Any) -> bool:
    """Return whether *tag* is the code of a language, and *link* its URL, or a name and its URL."""
    name, url = link if _is_pair(link) else ("-", link)
    is_link = isinstance(url, str) and _ADDRESS.fullmatch(url) and name.strip()
    return bool(is_link and isinstance(tag, str) and valid_language(tag))


def _is_valid(value: Any, form: str) -> bool:
    """Return whether an option is not set, or has a value of this *form*: a kind, or that of its text."""
    if value in ("", None, {}, []):
        return True
    if is_of_kind := _KINDS.get(form):
        return is_of_kind(value)
    return isinstance(value, (str, int)) and re.fullmatch(form, str(value).strip(), re.VERBOSE) is not None


_KINDS: dict[str, Callable[[Any], bool]] = {
    "links": _are_links,
    "text or links": lambda value: isinstance(value, str) or _are_links(value),
    "icons": lambda value: isinstance(value, dict) and all(map(_is_pair, value.values())),
    "languages": lambda value: isinstance(value, dict) and all(starmap(_is_language, value.items())),
}
