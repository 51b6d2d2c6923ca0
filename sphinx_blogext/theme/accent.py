"""Emit a warning if the color of links has too little contrast to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.theme.colours import contrast, in_the_dark, parse_colour, tinted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_blogext.theme.colours import Colour

logger = logging.getLogger(__name__)

#: What WCAG requires for text.
LEAST = 4.5
#: Backgrounds of links, from ``base.css``: the page, and the surface of code. Notes are tinted.
_GROUNDS = {"light": ("#ffffff", "#f5f6f8"), "dark": ("#12151a", "#1b1f26")}


def check_accent(options: Mapping[str, object]) -> None:
    """Emit a warning if links in the accent color are hard to read."""
    for scheme, name, colour in _colours(options):
        grounds = [ground for ground in map(parse_colour, _GROUNDS[scheme]) if ground]
        grounds.append(tinted(grounds[0], colour))
        ratio = min(contrast(colour, ground) for ground in grounds)
        if ratio < LEAST:
            message = (
                "html_theme_options[%r]: links in this color have a contrast of only %.1f:1 in %s mode; "
                "at least %.1f:1 is needed for good legibility"
            )
            logger.warning(message, name, ratio, scheme, LEAST, type="theme", subtype="accent")


def _colours(options: Mapping[str, object]) -> Iterator[tuple[str, str, Colour]]:
    """Yield each color scheme, the option that sets the color of its links, and that color, if it is known."""
    light = parse_colour(str(options.get("accent") or ""))
    dark = parse_colour(str(options.get("accent_dark") or ""))
    if light:
        yield "light", "accent", light
    if dark and options.get("accent"):
        yield "dark", "accent_dark", dark
    elif light and not options.get("accent_dark"):
        yield "dark", "accent", in_the_dark(light)
