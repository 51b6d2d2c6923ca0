"""Opens raster images, as far as they can be used."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

#: A photograph has some 50 million.
_MOST_PIXELS = 100_000_000


class Raster(NamedTuple):
    """A raster image, rotated upright, or its first frame; ``kind`` is Pillow's name of its format."""

    image: Image.Image
    kind: str
    is_animated: bool


def open_raster(path: Path, size: tuple[int, int] | None = None, location: str = "") -> Raster | None:
    """Return the image in a file, or warn and return ``None`` if it cannot be used. Needs Pillow.

    If that saves time, it is scaled down while it is read, but not below *size*. *location* is the document that
    shows it.
    """
    from PIL import Image, ImageOps

    try:
        # We check the number of pixels ourselves: an image of a few bytes may need gigabytes.
        with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):
            image = Image.open(path)
        if image.width * image.height > _MOST_PIXELS:
            message = "%s has %d million pixels, too many to resize it: use a smaller image"
            millions = image.width * image.height // 1_000_000
            warn(BlogWarning.PICTURE, message, path.name, millions, location=location or None)
            return None
        kind, is_animated = image.format or "", bool(getattr(image, "is_animated", False))
        if size:
            image.draft(None, size)
        return Raster(ImageOps.exif_transpose(image), kind, is_animated)
    # Decoders of broken files fail in many ways.
    except Exception as error:
        warn(BlogWarning.PICTURE, "%s cannot be read as an image: %s", path.name, error, location=location or None)
        return None
