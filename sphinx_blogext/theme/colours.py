"""CSS colors as numbers: the contrast between a color of the site and its background."""

from __future__ import annotations

import colorsys
import math
import re
from typing import TypeAlias

from sphinx_blogext.theme.colour_names import NAMES

#: Red, green and blue, from 0 to 1.
Colour: TypeAlias = tuple[float, float, float]

_FUNCTION = re.compile(r"(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*([^()]*?)\s*\)", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\s,/]+")
#: What an accent becomes in dark mode: at least this light, and no more vivid. ``base.css`` has the same values.
DARK_LIGHTNESS, DARK_CHROMA = 0.8, 0.13
#: How much of its color is in the background of a note. ``notes.css`` has the same value.
TINT = 0.07


def parse_colour(text: str) -> Colour | None:
    """Return a color of sRGB, if it is opaque and written as a name, as a number or by one of the functions."""
    text = text.strip().lower()
    digits = NAMES.get(text) or text.removeprefix("#")
    if (text in NAMES or text.startswith("#")) and len(digits) in {3, 6}:
        pairs = [digit * 2 for digit in digits] if len(digits) == 3 else re.findall("..", digits)
        red, green, blue = (int(pair, 16) / 255 for pair in pairs)
        return red, green, blue
    function = _FUNCTION.fullmatch(text)
    parts = _SEPARATOR.split(function[2]) if function else []
    try:
        return _FUNCTIONS[function[1]](*parts) if function and len(parts) == 3 else None
    except ValueError:
        return None


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio as defined by WCAG, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def tinted(ground: Colour, colour: Colour) -> Colour:
    """Return the background of notes in a color, as the style sheet mixes it."""
    red, green, blue = (part + (tint - part) * TINT for part, tint in zip(ground, colour, strict=True))
    return red, green, blue


def in_the_dark(colour: Colour) -> Colour:
    """Return what the style sheet turns an accent into in dark mode."""
    lightness, chroma, hue = _to_oklch(colour)
    return _from_oklch(max(lightness, DARK_LIGHTNESS), min(chroma, DARK_CHROMA), hue)


def _number(text: str, whole: float) -> float:
    """Return a number; 100 percent are the *whole*."""
    number = 0.0 if text == "none" else float(text.removesuffix("%").removesuffix("deg"))
    return number * whole / 100 if text.endswith("%") else number


def _clip(red: float, green: float, blue: float) -> Colour:
    red, green, blue = (min(1.0, max(0.0, value)) for value in (red, green, blue))
    return red, green, blue


def _rgb(red: str, green: str, blue: str) -> Colour:
    return _clip(*(_number(part, 255) / 255 for part in (red, green, blue)))


def _hsl(hue: str, saturation: str, lightness: str) -> Colour:
    return _clip(
        *colorsys.hls_to_rgb(_number(hue, 360) % 360 / 360, *(_share(part) for part in (lightness, saturation)))
    )


def _share(text: str) -> float:
    return min(1.0, max(0.0, _number(text, 100) / 100))


def _hwb(hue: str, whiteness: str, blackness: str) -> Colour:
    white, black = _share(whiteness), _share(blackness)
    if white + black >= 1:
        grey = white / (white + black)
        return grey, grey, grey
    red, green, blue = (part * (1 - white - black) + white for part in _hsl(hue, "100%", "50%"))
    return red, green, blue


def _oklch(lightness: str, chroma: str, hue: str) -> Colour:
    return _from_oklch(_number(lightness, 1), _number(chroma, 0.4), _number(hue, 360))


def _oklab(lightness: str, a: str, b: str) -> Colour:
    return _from_oklab(_number(lightness, 1), _number(a, 0.4), _number(b, 0.4))


def _lch(lightness: str, chroma: str, hue: str) -> Colour:
    return _from_lab(_number(lightness, 100), *_across(_number(chroma, 150), _number(hue, 360)))


def _lab(lightness: str, a: str, b: str) -> Colour:
    return _from_lab(_number(lightness, 100), _number(a, 125), _number(b, 125))


_FUNCTIONS = {
    "rgb": _rgb,
    "hsl": _hsl,
    "hwb": _hwb,
    "lab": _lab,
    "lch": _lch,
    "oklab": _oklab,
    "oklch": _oklch,
}


def _across(chroma: float, hue: float) -> tuple[float, float]:
    return chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _gamma(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _luminance(colour: Colour) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# https://bottosson.github.io/posts/oklab/
def _to_oklch(colour: Colour) -> tuple[float, float, float]:
    r, g, b = map(_linear, colour)
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a))


def _from_oklch(lightness: float, chroma: float, hue: float) -> Colour:
    return _from_oklab(lightness, *_across(chroma, hue))


def _from_oklab(lightness: float, a: float, b: float) -> Colour:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return _from_linear(red, green, blue)


# https://www.w3.org/TR/css-color-4/#color-conversion-code
def _from_lab(lightness: float, a: float, b: float) -> Colour:
    middle = (lightness + 16) / 116
    x, y, z = (
        value**3 if value > 6 / 29 else (value - 4 / 29) * 3 * (6 / 29) ** 2
        for value in (middle + a / 500, middle, middle - b / 200)
    )
    x, z = x * 0.9642956764, z * 0.8251046025
    red = 3.1341358529 * x - 1.6173863321 * y - 0.4906619460 * z
    green = -0.9787954765 * x + 1.9162544373 * y + 0.0334427116 * z
    blue = 0.0719553906 * x - 0.2289767582 * y + 1.4053860583 * z
    return _from_linear(red, green, blue)


def _from_linear(*parts: float) -> Colour:
    red, green, blue = map(_gamma, _clip(*parts))
    return red, green, blue
