"""Lets pages offer their pictures in several sizes: browsers take the one that fits."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from sphinx_blogext.pictures.store import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_blogext.pictures.store import Sized

#: The folder of what was made of pictures, below that of the pictures.
FOLDER = "sizes"
_IMAGE = re.compile(r"<img\b([^>]*?)(\s*/?>)")
_ATTRIBUTE = re.compile(r'\s([\w-]+)="([^"]*)"')
_PIXELS = re.compile(r"(?:^|;)\s*width:\s*(\d+(?:\.\d+)?)px")
#: How wide pictures are shown: as wide as a phone, and else as a text, or what their class says.
_COLUMN = 720
_TEXT = "(max-width: 48rem) 100vw, 45rem"
_SHOWN = {
    "blog-compact-image": "(max-width: 48rem) 25vw, 12rem",
    "blog-card-image": "(max-width: 40rem) 100vw, 22rem",
}


def offer_sizes(html: str, pictures: Mapping[str, Sized], folder: str) -> str:
    """Return *html* with all that there is of its pictures, by their names in the output's *folder*.

    All of them but the first are loaded when they come into view.
    """
    is_first = True

    def offer(match: re.Match[str]) -> str:
        nonlocal is_first
        attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(match[1])}
        place, _, name = unquote(attributes.get("src", "")).rpartition("/")
        sized = pictures.get(name) if place == folder or place.endswith(f"/{folder}") else None
        if sized is None or "srcset" in attributes:
            return match[0]
        was_first, is_first = is_first, False
        made = f"{attributes['src'].rpartition('/')[0]}/{FOLDER}/"
        sizes = escape(_sizes(attributes))
        given = _attributes(attributes, sized, is_first=was_first)
        own = [*((width, made + file) for width, file in sized.files.get(sized.kind, ()))]
        if own:
            given += f' srcset="{_srcset([*own, (sized.width, attributes["src"])])}" sizes="{sizes}"'
        sources = "".join(
            f'<source type="{TYPES[kind]}" srcset="{_srcset([(width, made + file) for width, file in files])}" '
            f'sizes="{sizes}">'
            for kind, files in sized.files.items()
            if kind != sized.kind
        )
        image = f"<img{match[1]}{given}{match[2]}"
        return f'<picture class="blog-picture">{sources}{image}</picture>' if sources else image

    return _IMAGE.sub(offer, html)


def _srcset(files: Sequence[tuple[int, str]]) -> str:
    # A comma ends a candidate, and an address may hold one.
    return escape(", ".join(f"{quote(unquote(url), safe='/:.')} {width}w" for width, url in files))


def _sizes(attributes: Mapping[str, str]) -> str:
    """Return how wide a picture is shown, as the attribute ``sizes`` says it."""
    pixels = _PIXELS.search(attributes.get("style", ""))
    width = attributes.get("width") or (pixels[1] if pixels else "")
    if width.replace(".", "", 1).isdigit() and float(width) < _COLUMN:
        return f"{width}px"
    classes = attributes.get("class", "").split()
    return next((_SHOWN[name] for name in classes if name in _SHOWN), _TEXT)


def _attributes(attributes: Mapping[str, str], sized: Sized, *, is_first: bool) -> str:
    """Return the attributes that an image lacks: its size, so that nothing moves, and when it is loaded."""
    if attributes.get("width") == str(sized.width):
        given = ""
    elif attributes.keys() & {"width", "height", "style"}:
        # How wide it is otherwise is for scripts that show it larger.
        given = f' data-width="{sized.width}"'
    else:
        given = f' width="{sized.width}" height="{sized.height}"'
    # What may be in view at once is not to wait.
    return given if is_first or "loading" in attributes else f'{given} loading="lazy"'
