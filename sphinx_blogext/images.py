"""The size of an image, from its file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx.util.images import get_image_size

if TYPE_CHECKING:
    from pathlib import Path


_SVG_TAG = re.compile(r"<svg\b[^>]*>")
_ATTRIBUTE = re.compile(r'\s(width|height|viewBox)="([^"]*)"')
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)(?:px)?\s*$")


def read_size(path: Path) -> tuple[int, int] | None:
    """Return width and height of the image in a file, if it says them."""
    if path.suffix.lower() != ".svg":
        size = get_image_size(path)
        return size if size and min(size) > 0 else None
    try:
        tag = _SVG_TAG.search(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    given = dict(_ATTRIBUTE.findall(tag[0])) if tag else {}
    sides = [_LENGTH.match(given.get(side, "")) for side in ("width", "height")]
    if sides[0] and sides[1]:
        return round(float(sides[0][1])), round(float(sides[1][1]))
    box = given.get("viewBox", "").replace(",", " ").split()
    if len(box) == 4 and all(_LENGTH.match(part) for part in box[2:]):
        return round(float(box[2])), round(float(box[3]))
    return None
