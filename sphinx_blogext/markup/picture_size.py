"""The width and height of a picture: an SVG is markup, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.images import get_image_size

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from pathlib import Path

_SVG_TAG = pattern(r"<svg\b[^>]*>")
_ATTRIBUTE = pattern(r'\s(width|height|viewBox)="([^"]*)"')
#: A length in pixels, of no more digits than any picture has.
_LENGTH = pattern(r"\s*([0-9]{1,9}(?:\.[0-9]+)?)(?:px)?\s*$")


def read_size(path: Path) -> tuple[int, int] | None:
    """Return the width and height of the image in a file, or ``None`` if they are not known."""
    if path.suffix.lower() != ".svg":
        size = get_image_size(path)
        return size if size and min(size) > 0 else None
    try:
        tag = _SVG_TAG.search(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    attributes = dict(_ATTRIBUTE.findall(tag[0])) if tag else {}
    box = attributes.get("viewBox", "").replace(",", " ").split()
    for sides in ([attributes.get("width", ""), attributes.get("height", "")], box[2:]):
        lengths = list(filter(None, map(_LENGTH.match, sides)))
        if len(lengths) == 2:
            return round(float(lengths[0][1])), round(float(lengths[1][1]))
    return None
