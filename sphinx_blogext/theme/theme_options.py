"""The options of the theme: their valid values, and errors for others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ConfigError
from sphinx.util import logging

from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.accent import check_accent
from sphinx_blogext.theme.color_names import NAMES
from sphinx_blogext.theme.icons import are_icons
from sphinx_blogext.theme.languages import are_languages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

_COLOUR = pattern(
    r"#(?:[\da-fA-F]{3,4}){1,2}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)\([\w\s.,%/#()-]*\)"
)
_LENGTH = pattern(r"\d*\.?\d+(?:rem|em|px|ch|ic)")
_FONT = pattern(r"[\w\s,'\"-]+")
_URL = pattern(r"https?://\S+")


def is_true(value: Any) -> bool:
    """Return whether an option of a theme, which may be a string, is true."""
    return str(value).lower() in {"true", "1", "yes", "on"}


def is_this_theme(context: Mapping[str, Any]) -> bool:
    """Return whether the theme of a page with this *context* is ours, or inherits from it.

    No other theme has this option.
    """
    return "theme_accent_dark" in context


def on_builder_inited(app: Sphinx) -> None:
    """Reject options that the style sheet or the templates could not use.

    Without the extension, the theme is loaded after the configuration.
    """
    config = app.config
    if config.html_theme != "blogext":
        return
    if not isinstance(config.html_theme_options, dict):
        message = f"html_theme_options: expected a dictionary, got {config.html_theme_options!r}"
        raise ConfigError(message)
    problems = [
        f"html_theme_options[{name!r}]: {value!r} is not valid; expected {_CHECKS[name][1]}"
        for name, value in config.html_theme_options.items()
        if name in _CHECKS and value not in _UNSET and not _CHECKS[name][0](value)
    ]
    if problems:
        raise ConfigError("\n".join(problems))
    check_accent(config.html_theme_options)


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Emit a warning for links in the header to pages that do not exist."""
    if exception is not None or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    if is_this_theme(app.builder.globalcontext):
        # Looked up in the output, because extensions write pages without a document.
        for name in _LINKS:
            for text, page in as_links(app.builder.globalcontext[f"theme_{name}"]):
                if page and not leads_elsewhere(page) and not Path(app.builder.get_outfilename(page)).is_file():
                    message = (
                        "html_theme_options[%r]: %r links to %r, which is neither a URL nor a page of the site"
                    )
                    logger.warning(message, name, text, page, type="theme", subtype="link")


def as_links(value: Any) -> list[tuple[str, str]]:
    """Return the texts of an option and their link targets: plain text has none."""
    return [(value, "")] if isinstance(value, str) and value else list(dict(value or {}).items())


def leads_elsewhere(link: str) -> bool:
    """Return whether a link is a URL, and not the name of a page of the site."""
    return "://" in link or link.startswith(("/", "mailto:"))


def _matches(pattern: re.Pattern[str]) -> Any:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value.strip()) is not None


def _is_color(value: Any) -> bool:
    is_name = isinstance(value, str) and value.strip().lower() in NAMES
    return is_name or (isinstance(value, str) and _COLOUR.fullmatch(value.strip()) is not None)


def _is_links(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)


def _is_text_or_links(value: Any) -> bool:
    return isinstance(value, str) or _is_links(value)


def _is_boolean(value: Any) -> bool:
    return str(value).lower() in {"auto", "true", "false", "1", "0", "yes", "no", "on", "off"}


_TEXT_OR_LINKS = "text, or a dictionary of texts and URLs or pages, such as {'Imprint': 'imprint'}"
#: The options that contain links to pages of the site.
_LINKS = ("links", "footer", "announcement")
#: The values that mean the default.
_UNSET: tuple[Any, ...] = ("", None, {}, [])
_CHECKS: dict[str, tuple[Any, str]] = {
    "accent": (_is_color, "a CSS color, such as '#0b6b5b'"),
    "accent_dark": (_is_color, "a CSS color, such as '#5fd3bc'"),
    "measure": (_matches(_LENGTH), "a CSS length, such as '38rem'"),
    "font": (_matches(_FONT), "font names, such as \"'Source Serif 4', Georgia\""),
    "font_code": (_matches(_FONT), "font names, such as \"'JetBrains Mono'\""),
    "font_han": (lambda value: value in ("sans", "serif"), "'sans' or 'serif'"),
    "links": (_is_links, "a dictionary of texts and URLs, such as {'Code': 'https://example.org/code'}"),
    "footer": (_is_text_or_links, _TEXT_OR_LINKS),
    "announcement": (_is_text_or_links, _TEXT_OR_LINKS),
    "icons": (
        are_icons,
        "a list of URLs that start with https://, mailto: or /, or a dictionary of names and such URLs",
    ),
    "languages": (
        are_languages,
        "a dictionary of languages and URLs with https:// or /, such as {'en': 'https://example.org/en/{page}'}",
    ),
    "edit_url": (
        lambda value: isinstance(value, str) and _URL.fullmatch(value) is not None and "{path}" in value,
        "a URL that contains {path}",
    ),
    "rail": (_is_boolean, "'true' or 'false'"),
    "instant": (_is_boolean, "'true' or 'false'"),
    "globaltoc_collapse": (_is_boolean, "'true' or 'false'"),
    "globaltoc_includehidden": (_is_boolean, "'true' or 'false'"),
    "globaltoc_maxdepth": (lambda value: re.fullmatch(r"-?\d+", str(value)) is not None, "a number"),
    # A tuple, not a set: a wrong value, such as a list, may not be hashable.
    "search": (lambda value: value in ("sphinx", "pagefind"), "'sphinx' or 'pagefind'"),
}
