"""Pictures in feeds: their sizes, and one picture where a page has a light and a dark one."""

from __future__ import annotations

import re
from dataclasses import replace

from sphinx_blogext.markup.tree import Element
from sphinx_blogext.patterns import pattern

#: Classes of what Furo, PyData and others show only on dark pages; GitHub and others write it into the URL.
_DARK = pattern(r"(?:[\w-]+-)?(?:only-dark|dark-only|dark-mode-only|only-dark-mode)")
_SCHEME = pattern(r"(\bnot\b)?.*prefers-color-scheme:\s*(dark|light)", re.IGNORECASE)
_SIZE = pattern(
    r"(?:^|;)\s*(width|height)\s*:\s*(\d{1,5}(?:\.\d+)?|\.\d+)\s*([a-z]+|%)\s*(?:!\s*important\s*)?(?=;|$)",
    re.IGNORECASE,
)
#: Pixels per unit of CSS.
_PIXELS = {
    "px": 1,
    "in": 96,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "pt": 4 / 3,
    "pc": 16,
    "em": 16,
    "rem": 16,
    "ex": 8,
}


def is_dark(element: Element) -> bool:
    """Return whether pages show an element only if they are dark."""
    fragment = element.attributes.get("src", "").partition("#")[2] if element.tag == "img" else ""
    return any(_DARK.fullmatch(name) for name in (*element.classes, fragment))


def light_picture(picture: Element) -> Element:
    """Return a ``<picture>`` with only those of its files that light pages show."""
    children: list[Element | str] = []
    light = ""
    for child in picture.children:
        if isinstance(child, Element) and child.tag == "source":
            scheme = _scheme(child.attributes.get("media", ""))
            if scheme == "light":
                light = light or child.attributes.get("srcset", "").strip().partition(" ")[0].rstrip(",")
            if scheme:
                continue
        children.append(child)
    return replace(picture, children=[_with_source(child, light) for child in children])


def _scheme(media: str) -> str:
    """Return ``"dark"`` or ``"light"`` if a media query asks for pages like that, or ``""``."""
    match = _SCHEME.search(media)
    if match is None:
        return ""
    return {"dark": "light", "light": "dark"}[match[2].lower()] if match[1] else match[2].lower()


def _with_source(child: Element | str, source: str) -> Element | str:
    if not source or isinstance(child, str) or child.tag != "img":
        return child
    attributes = {name: value for name, value in child.attributes.items() if name != "srcset"}
    return replace(child, attributes=attributes | {"src": source})


def sized(element: Element, attributes: dict[str, str]) -> dict[str, str]:
    """Return the *attributes* of an element with the size that its style sets, if it is a picture.

    Feed readers remove styles. Only a figure, which has no such attributes, keeps the size as its style.
    """
    sizes = _sizes_in(element.attributes.get("style", ""))
    if element.tag == "figure" and sizes:
        styles = (f"{name}: {size}" if size.endswith("%") else f"{name}: {size}px" for name, size in sizes.items())
        return attributes | {"style": "; ".join(styles)}
    if element.tag not in {"img", "video", "object", "embed"} or not sizes:
        return attributes
    if len(sizes) == 1:
        # The other one follows from the proportions.
        attributes = {name: value for name, value in attributes.items() if name not in {"width", "height"}}
    return attributes | sizes


def _sizes_in(style: str) -> dict[str, str]:
    """Return the width and the height in a style, as far as HTML can have them."""
    sizes = {
        name.lower(): size
        for name, number, unit in _SIZE.findall(style)
        if (size := _size(float(number), unit.lower()))
    }
    # A part of a height that nothing sets.
    return {name: size for name, size in sizes.items() if name == "width" or not size.endswith("%")}


def _size(number: float, unit: str) -> str:
    """Return a size of CSS as HTML has it, in pixels or as a percentage, or ``""`` if it cannot have it."""
    if unit == "%":
        return f"{number:g}%"
    return str(round(number * _PIXELS[unit])) if unit in _PIXELS else ""
