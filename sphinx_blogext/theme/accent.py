"""Emit a warning if the color of links has too little contrast to read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

logger = logging.getLogger(__name__)

#: What WCAG requires for text.
LEAST = 4.5
_HEX = pattern(r"#(?:[\da-f]{3}|[\da-f]{6})", re.IGNORECASE)
#: The options, and the backgrounds of links in the style sheet: the page, and the surface of code. A dark accent
#: that is not set is light enough by what the style sheet makes of the other.
_GROUNDS = {"accent": ("light", "#ffffff", "#f5f6f8"), "accent_dark": ("dark", "#12151a", "#1b1f26")}


def check_accent(options: Mapping[str, object]) -> None:
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


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors as defined by WCAG, from 1 to 21."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    digits = color.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else re.findall("..", digits)
    values = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
