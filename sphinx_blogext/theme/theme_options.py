"""The options of the theme: their valid values, errors for others, and warnings for what readers could not use.

The option ``icons`` links to the site's other accounts and places.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ConfigError
from sphinx.util import logging

from sphinx_blogext.lang.codes import valid_language
from sphinx_blogext.lang.words import _
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeGuard

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.theming import Theme as HTMLTheme

logger = logging.getLogger(__name__)

_COLOR = (
    r"#(?:[\da-fA-F]{3,4}){1,2}|[a-zA-Z]+|"
    r"(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)\([\w\s.,%/#()-]*\)"
)
_FONTS = r"[\w\s,'\"-]+"
_BOOLEAN = r"(?i)auto|true|false|1|0|yes|no|on|off"
_ADDRESS = pattern(r"(?:https?://|/(?!/))\S*")
#: What WCAG requires for text.
LEAST = 4.5
_HEX = pattern(r"#(?:[\da-f]{3}|[\da-f]{6})", re.IGNORECASE)
#: The options, and the backgrounds of links in the style sheet: the page, and the surface of code. A dark accent
#: that is not set is light enough by what the style sheet makes of the other.
_GROUNDS = {"accent": ("light", "#ffffff", "#f5f6f8"), "accent_dark": ("dark", "#12151a", "#1b1f26")}
_ICON_ADDRESS = pattern(r"(?:https?://(?:www\.)?([^\s/:@?#\[\]]+)|mailto:[^\s@]|/(?!/))([^\s?#]*)\S*")
#: Hosts with an icon, and their names: in small letters, they are those of the icons. Subdomains have the same.
_HOSTS = {
    "github.com": "GitHub",
    "gitlab.com": "GitLab",
    "codeberg.org": "Codeberg",
    "bsky.app": "Bluesky",
    "x.com": "X",
    "twitter.com": "X",
    "linkedin.com": "LinkedIn",
    "youtube.com": "YouTube",
    "youtu.be": "YouTube",
    "bilibili.com": "bilibili",
    "t.me": "Telegram",
    "orcid.org": "ORCID",
}
#: All icons that the style sheet draws.
KINDS = frozenset({*map(str.lower, _HOSTS.values()), "mastodon", "mail", "feed", "link"})


def is_true(value: Any) -> bool:
    """Return whether an option of a theme, which may be a string, is true."""
    return str(value).lower() in {"true", "1", "yes", "on"}


def is_ours(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether pages are of this theme, or of one that inherits from it: no other has this option."""
    return isinstance(builder, StandaloneHTMLBuilder) and "accent_dark" in options_of(builder)


def options_of(builder: StandaloneHTMLBuilder) -> dict[str, Any]:
    """Return the options of the theme; builders of data have no theme."""
    theme: HTMLTheme | None = builder.theme
    return {**theme.get_options({}), **builder.theme_options} if theme else {}


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
        if name in _CHECKS and value not in ("", None, {}, []) and not _is_valid(value, _CHECKS[name][0])
    ]
    if problems:
        raise ConfigError("\n".join(problems))
    _check_contrast(config.html_theme_options)


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Emit a warning for links in the header to pages that do not exist."""
    builder = app.builder
    if exception is not None or not is_ours(builder):
        return
    # Looked up in the output, because extensions write pages without a document.
    for name in ("links", "footer", "announcement"):
        links = options_of(builder)[name]
        for text, page in links.items() if isinstance(links, dict) else ():
            is_url = "://" in page or page.startswith(("/", "mailto:"))
            if page and not is_url and not Path(builder.get_outfilename(page)).is_file():
                message = "html_theme_options[%r]: %r links to %r, which is neither a URL nor a page of the site"
                logger.warning(message, name, text, page, type="theme", subtype="link")


def icon_links(value: Any) -> list[dict[str, str]]:
    """Return ``kind``, ``label`` and ``url`` of each link."""
    named = value.items() if isinstance(value, dict) else [("", url) for url in value or ()]
    return [{"url": url} | _icon(url) | ({"label": name} if name else {}) for name, url in named]


def _icon(url: str) -> dict[str, str]:
    address = _ICON_ADDRESS.match(url)
    host, path = address.groups("") if address else ("", url)
    label = next((label for name, label in _HOSTS.items() if f".{host.lower()}".endswith(f".{name}")), "")
    if label:
        return {"kind": label.lower(), "label": label}
    if url.startswith("mailto:"):
        return {"kind": "mail", "label": _("E-mail")}
    if path.endswith((".xml", ".rss", "feed.json")):
        return {"kind": "feed", "label": _("Feed")}
    # Every Mastodon server has its own name, but paths of accounts begin with this sign.
    if path.startswith("/@"):
        return {"kind": "mastodon", "label": "Mastodon"}
    return {"kind": "link", "label": host or path}


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors as defined by WCAG, from 1 to 21."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _check_contrast(options: Mapping[str, object]) -> None:
    """Emit a warning if links in the accent color, written as ``#rgb`` or ``#rrggbb``, are hard to read."""
    for name, (scheme, *grounds) in _GROUNDS.items():
        color = str(options.get(name) or "").strip()
        ratio = min(contrast(color, ground) for ground in grounds) if _HEX.fullmatch(color) else LEAST
        if ratio < LEAST and options.get("accent"):
            message = (
                "html_theme_options[%r]: links in this color have a contrast of only %.1f:1 in %s mode; "
                "at least %.1f:1 is needed for good legibility"
            )
            logger.warning(message, name, ratio, scheme, LEAST, type="theme", subtype="accent")


def _luminance(color: str) -> float:
    digits = color.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else re.findall("..", digits)
    values = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _is_valid(value: Any, check: str | Callable[[Any], bool]) -> bool:
    """Return whether a value, as text, has the form *check*, or is accepted by it."""
    if callable(check):
        return check(value)
    return isinstance(value, (str, int)) and re.fullmatch(check, str(value).strip()) is not None


def _are_links(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)


def _are_icons(value: Any) -> bool:
    """Return whether *value* is valid for the option: URLs, or a dictionary of names and URLs."""
    if not isinstance(value, (dict, list, tuple)):
        return False
    pairs = value.items() if isinstance(value, dict) else (("-", url) for url in value)
    return all(
        isinstance(name, str) and name.strip() and isinstance(url, str) and _ICON_ADDRESS.fullmatch(url)
        for name, url in pairs
    )


def _are_languages(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(tag, str) and valid_language(tag) and _is_version(link) for tag, link in value.items()
    )


def _is_version(value: Any) -> bool:
    """Return whether *value* is a URL, or a name and a URL."""
    name, url = value if isinstance(value, (tuple, list)) and len(value) == 2 else ("-", value)
    return all(isinstance(text, str) and text.strip() for text in (name, url)) and bool(_ADDRESS.fullmatch(url))


_TEXT_OR_LINKS = (
    lambda value: isinstance(value, str) or _are_links(value),
    "text, or a dictionary of texts and URLs or pages, such as {'Imprint': 'imprint'}",
)
#: The form of a valid value of each option, or a function that tells, and what to write instead.
_CHECKS: dict[str, tuple[str | Callable[[Any], bool], str]] = {
    "accent": (_COLOR, "a CSS color, such as '#0b6b5b'"),
    "accent_dark": (_COLOR, "a CSS color, such as '#5fd3bc'"),
    "measure": (r"\d*\.?\d+(?:rem|em|px|ch|ic)", "a CSS length, such as '38rem'"),
    "font": (_FONTS, "font names, such as \"'Source Serif 4', Georgia\""),
    "font_code": (_FONTS, "font names, such as \"'JetBrains Mono'\""),
    "font_han": ("sans|serif", "'sans' or 'serif'"),
    "links": (_are_links, "a dictionary of texts and URLs, such as {'Code': 'https://example.org/code'}"),
    "footer": _TEXT_OR_LINKS,
    "announcement": _TEXT_OR_LINKS,
    "icons": (
        _are_icons,
        "a list of URLs that start with https://, mailto: or /, or a dictionary of names and such URLs",
    ),
    "languages": (
        _are_languages,
        "a dictionary of languages and URLs with https:// or /, such as {'en': 'https://example.org/en/{page}'}",
    ),
    "edit_url": (r"https?://\S*\{path\}\S*", "a URL that contains {path}"),
    **dict.fromkeys(
        ("rail", "instant", "globaltoc_collapse", "globaltoc_includehidden"), (_BOOLEAN, "'true' or 'false'")
    ),
    "globaltoc_maxdepth": (r"-?\d+", "a number"),
    "search": ("sphinx|pagefind", "'sphinx' or 'pagefind'"),
}
