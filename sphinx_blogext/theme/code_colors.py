"""The site's own Pygments styles, for light mode, dark mode or both.

Without them, code has the theme's colors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ConfigError
from sphinx.highlighting import PygmentsBridge

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

Scheme = Literal["light", "dark"]

#: The option that other themes have for this, and that Sphinx itself has for themes only.
_DARK_STYLE = "pygments_dark_style"
_SCHEMES: tuple[Scheme, ...] = ("light", "dark")
#: The sheets that Sphinx writes.
_SHEETS = {"light": "pygments.css", "dark": "pygments_dark.css"}
#: The prefix of the ids of their links, for the script.
_ID = "code-"


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Register the option only with this theme: another theme may register it itself."""
    if config.html_theme == "blogext" and _DARK_STYLE not in config:
        app.add_config_value(_DARK_STYLE, None, "html", (str,))


def on_builder_inited(app: Sphinx) -> None:
    """Let Sphinx write the style sheet for dark mode."""
    # Without the extension, the theme is loaded after the configuration.
    on_config_inited(app, app.config)
    builder = app.builder
    style = getattr(app.config, _DARK_STYLE, None)
    # Sphinx emits a warning for a value of another type.
    if not isinstance(style, str):
        return
    if style and isinstance(builder, StandaloneHTMLBuilder) and app.config.html_theme == "blogext":
        try:
            builder.dark_highlighter = PygmentsBridge("html", style)
        except ValueError:
            message = f"{_DARK_STYLE}: expected a Pygments style, got {style!r}"
            raise ConfigError(message) from None


def has_own_colors(builder: StandaloneHTMLBuilder, scheme: Scheme) -> bool:
    """Return whether the site has its own code colors for a color scheme."""
    if scheme == "dark":
        return getattr(builder, "dark_highlighter", None) is not None
    return builder.config.pygments_style is not None or builder.theme.pygments_style_default != "none"


def load_own_colors(app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Make the current page load them, after the theme's own sheets."""
    for scheme in (scheme for scheme in _SCHEMES if has_own_colors(builder, scheme)):
        media = f"(prefers-color-scheme: {scheme})"
        app.add_css_file(_SHEETS[scheme], priority=201, id=f"{_ID}{scheme}", media=media)


def is_from_sphinx(sheet: Any) -> bool:
    """Return whether *sheet* is Pygments' as loaded by Sphinx: for either color scheme, or before ours."""
    attributes = getattr(sheet, "attributes", {})
    name = str(getattr(sheet, "filename", sheet)).rpartition("/")[2]
    return name in _SHEETS.values() and not str(attributes.get("id")).startswith(_ID)
