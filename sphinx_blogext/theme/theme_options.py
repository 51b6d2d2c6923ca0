"""The options of the theme: errors for values that are not valid."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ConfigError

from sphinx_blogext._compat import is_set
from sphinx_blogext.lang.codes import valid_language
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from typing import TypeGuard

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.theming import Theme as HTMLTheme

_ADDRESS = pattern(r"(?:https?://|/(?!/))\S*")


def is_true(value: Any) -> bool:
    """Return whether an option of a theme, which may be a string, is true."""
    return str(value).lower() in {"true", "1", "yes", "on"}


def is_ours(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether pages are of this theme, or of one that inherits from it: no other has this option."""
    # Builders of data, such as JSON, have the theme, too, but write what its templates would receive.
    has_pages = isinstance(builder, StandaloneHTMLBuilder) and not hasattr(builder, "dump_context")
    return has_pages and "accent_dark" in options_of(cast("StandaloneHTMLBuilder", builder))


def options_of(builder: StandaloneHTMLBuilder) -> dict[str, Any]:
    """Return the options of the theme; builders of data have no theme."""
    theme: HTMLTheme | None = builder.theme
    return {**theme.get_options({}), **builder.theme_options} if theme else {}


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
        message = f"html_theme_options: expected a dictionary, got {config.html_theme_options!r}"
        raise ConfigError(message)
    # A table of the theme's file that Sphinx does not read.
    text = Path(__file__).with_name("blogext").joinpath("theme.toml").read_text(encoding="utf-8")
    problems = [
        f"html_theme_options[{name!r}]: {config.html_theme_options[name]!r} is not valid; expected {expected}"
        for name, (form, expected) in tomllib.loads(text)["forms"].items()
        if not _is_valid(config.html_theme_options.get(name), form)
    ]
    if problems:
        raise ConfigError("\n".join(problems))


def _are_links(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for link in value.items() for text in link)


def _are_languages(value: Any) -> bool:
    """Return whether *value* is a dictionary of language codes, each with a URL, or with a name and a URL."""
    if not isinstance(value, dict) or not all(isinstance(tag, str) and valid_language(tag) for tag in value):
        return False
    links = [link if isinstance(link, (tuple, list)) else ("-", link) for link in value.values()]
    texts = [link for link in links if len(link) == 2 and all(isinstance(text, str) for text in link)]
    return texts == links and all(name.strip() and _ADDRESS.fullmatch(url) for name, url in texts)


def _is_valid(value: Any, form: str) -> bool:
    """Return whether an option is not set, or has a value of this *form*: a kind, or that of its text."""
    if value in ("", None, {}, []):
        return True
    if is_of_kind := _KINDS.get(form):
        return is_of_kind(value)
    return isinstance(value, (str, int)) and re.fullmatch(form, str(value).strip()) is not None


_KINDS = {
    "links": _are_links,
    "text or links": lambda value: isinstance(value, str) or _are_links(value),
    "icons": lambda value: (
        isinstance(value, dict)
        and all(isinstance(icon, (tuple, list)) and [*map(type, icon)] == [str, str] for icon in value.values())
    ),
    "languages": _are_languages,
}
