"""Open, resize and compress pictures with Pillow, as far as they can be used."""

import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageOps, features

from sphinx_blogext.warnings import BlogWarning, warn

#: A photograph has some 50 million.
_MOST_PIXELS = 100_000_000
#: The kinds of files made of each kind, the lightest first, its own last. Lossless files stay so in their width.
_KINDS = {"JPEG": ("AVIF", "WEBP", "JPEG"), "PNG": ("WEBP", "PNG"), "WEBP": ("AVIF", "WEBP"), "AVIF": ("AVIF",)}
#: Qualities at which they look alike, and settings that take little time.
_SAVED: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 82, "progressive": True, "optimize": True},
    "PNG": {"optimize": True},
    "WEBP": {"quality": 80, "method": 4},
    "AVIF": {"quality": 60, "speed": 9, "max_threads": 1},
}
_Files = list[tuple[int, bytes]]


class Raster(NamedTuple):
    """A raster image, rotated upright, or its first frame; ``kind`` is Pillow's name of its format."""

    image: Image.Image
    kind: str
    is_animated: bool


def open_raster(path: Path, size: tuple[int, int] | None = None, location: str = "") -> Raster | None:
    """Return the image in a file, or warn in the document *location* and return ``None`` if it cannot be used."""
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
            # If that saves time, it is scaled down while it is read, but not below this size.
            image.draft(None, size)
        return Raster(ImageOps.exif_transpose(image), kind, is_animated)
    # Decoders of broken files fail in many ways.
    except Exception as error:
        warn(BlogWarning.PICTURE, "%s cannot be read as an image: %s", path.name, error, location=location or None)
        return None


class Made(NamedTuple):
    """The result for a picture of a *width* and a *height* in pixels: its files by kind, the widest last."""

    width: int
    height: int
    files: dict[str, _Files]


def make_variants(path: Path, widths: Sequence[int], document: str = "") -> Made | None:
    """Return the files made from a picture, or ``None`` with a warning in *document* if the file is not a picture.

    The picture, unless it is animated, is saved in its own width and in each smaller one of *widths*, unless that
    file is larger. A kind of file that is not lighter in that width than the one after it is left out.
    """
    if (raster := open_raster(path, location=document)) is None:
        return None
    # 16-bit grayscale is data, such as that of maps and microscopes.
    if raster.kind not in _KINDS or raster.is_animated or raster.image.mode[:1] in {"I", "F"}:
        return Made(*raster.image.size, {})
    return _made_of(raster, path, widths)


def _made_of(raster: Raster, path: Path, widths: Sequence[int]) -> Made:
    own = raster.kind
    is_lossless = own == "PNG" or b"VP8L" in path.read_bytes()[:64]
    profile = raster.image.info.get("icc_profile") if raster.image.mode != "CMYK" else None
    image = _with_plain_colors(raster.image)
    sizes = sorted({min(width, image.width) for width in (*widths, image.width)})
    scaled = list(map(partial(_scaled, image), sizes))
    files_by_kind: dict[str, _Files] = {}
    for kind in _kinds_for(own, is_lossless=is_lossless):
        # In its own kind and width the picture itself is used.
        images = scaled[:-1] if kind == own else scaled
        try:
            files = _all_saved(images, kind, profile, image if is_lossless else None)
        except (OSError, ValueError):
            # WebP and AVIF have maximum sizes.
            files = []
        if files or kind == own:
            files_by_kind[kind] = files
    return Made(image.width, image.height, _lightest(files_by_kind, own, path.stat().st_size))


def _all_saved(
    images: Sequence[Image.Image], kind: str, profile: bytes | None, lossless: Image.Image | None
) -> _Files:
    """Return the width and the content of a file for each of *images*, the sizes of one picture."""
    # If it is *lossless*, these are, too, but for drawings that are heavier in a smaller size than in their own.
    files = [(each.width, _saved(each, kind, profile, is_lossless=bool(lossless))) for each in images]
    if lossless is None or kind != "WEBP" or images[-1] is not lossless:
        return files
    heaviest = len(files[-1][1])
    return [
        (width, content if len(content) <= heaviest else _saved(each, kind, profile, is_lossless=False))
        for each, (width, content) in zip(images, files, strict=True)
    ]


def _kinds_for(own: str, *, is_lossless: bool) -> list[str]:
    """Return the kinds of files to make from one of the kind *own*, as far as Pillow can here."""
    kinds = ("WEBP",) if own == "WEBP" and is_lossless else _KINDS[own]
    return [kind for kind in kinds if kind in {own, "JPEG", "PNG", "WEBP"} or features.check(kind.lower())]


def _lightest(made: Mapping[str, _Files], own: str, weight: int) -> dict[str, _Files]:
    """Return the files worth offering besides the original of the kind *own*, given its *weight*."""
    files = {own: _worthwhile(made[own], weight)}
    for kind in reversed([kind for kind in made if kind != own]):
        worthwhile = _worthwhile(made[kind], inf)
        if len(worthwhile[-1][1]) < weight:
            files[kind], weight = worthwhile, len(worthwhile[-1][1])
    return dict(reversed(files.items()))


def _worthwhile(made: Sequence[tuple[int, bytes]], heaviest: float) -> _Files:
    """Return the files that are smaller than all wider ones: drawings may be smallest in their own size."""
    files: _Files = []
    for width, content in reversed(made):
        if len(content) < heaviest:
            files.append((width, content))
            heaviest = len(content)
    return files[::-1]


def _with_plain_colors(image: Image.Image) -> Image.Image:
    """Return *image* in a color mode that every kind of file supports."""
    if image.mode in {"RGB", "RGBA", "L"}:
        return image
    return image.convert("RGBA" if image.mode in {"LA", "PA"} or "transparency" in image.info else "RGB")


def _scaled(image: Image.Image, width: int) -> Image.Image:
    size = width, max(1, round(image.height * width / image.width))
    return image if width == image.width else image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)


def _saved(image: Image.Image, kind: str, profile: bytes | None, *, is_lossless: bool) -> bytes:
    output = BytesIO()
    options = _SAVED[kind] | ({"lossless": True} if is_lossless and kind == "WEBP" else {})
    # Nothing but pixels and color profile: metadata such as the location of a photo must not be published.
    image.save(output, kind, icc_profile=profile, **options)
    return output.getvalue()
