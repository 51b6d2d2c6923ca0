"""Tells when the colour of links is too pale to read, or too dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_blogext.theme.colours import contrast, in_the_dark, parse_colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx_blogext.theme.colours import Colour

logger = logging.getLogger(__name__)

#: What WCAG asks of text.
LEAST = 4.5
#: Grounds that links stand on, of ``base.css``: the page, and the surface of code and notes.
_GROUNDS = {"light": ("#ffffff", "#f5f6f8"), "dark": ("#12151a", "#1b1f26")}


def check_accent(options: Mapping[str, object]) -> None:
    """Warn of an accent in which links cannot be read well."""
    for scheme, name, colour in _colours(options):
        ratio = min(contrast(colour, ground) for ground in map(parse_colour, _GROUNDS[scheme]) if ground)
        if ratio < LEAST:
            message = (
                "html_theme_options[%r]: links in this colour have a contrast of only %.1f:1 in %s, "
                "where %.1f:1 is the least to be read well"
            )
            logger.warning(message, name, ratio, scheme, LEAST, type="theme", subtype="accent")


def _colours(options: Mapping[str, object]) -> Iterator[tuple[str, str, Colour]]:
    """Yield each colour scheme, the option that says the colour of its links, and that colour, if it is known."""
    light = parse_colour(str(options.get("accent") or ""))
    dark = parse_colour(str(options.get("accent_dark") or ""))
    if light:
        yield "light", "accent", light
    if dark and options.get("accent"):
        yield "dark", "accent_dark", dark
    elif light and not options.get("accent_dark"):
        yield "dark", "accent", in_the_dark(light)
