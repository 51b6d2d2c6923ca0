"""Makes a picture smaller, and lighter, with Pillow."""

from __future__ import annotations

from io import BytesIO
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image, features

from sphinx_blogext.images import open_raster

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sphinx_blogext.images import Raster

#: What each kind of file is made into, the lightest first; its own kind comes last. What was kept without loss
#: stays without.
_KINDS = {
    "JPEG": ("AVIF", "WEBP", "JPEG"),
    "PNG": ("WEBP", "PNG"),
    "WEBP": ("AVIF", "WEBP"),
    "AVIF": ("AVIF",),
}
#: Qualities at which they look alike, and settings that take little time.
_SAVED: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 82, "progressive": True, "optimize": True},
    "PNG": {"optimize": True},
    "WEBP": {"quality": 80, "method": 4},
    "AVIF": {"quality": 60, "speed": 9, "max_threads": 1},
}


class Made(NamedTuple):
    """What was made of a picture of a *width* and a *height* in pixels: its files by kind, the widest last."""

    width: int
    height: int
    files: dict[str, list[tuple[int, bytes]]]


def make_variants(path: Path, widths: Sequence[int], document: str = "") -> Made | None:
    """Return what can be made of the picture in a file, or nothing, and a warning, where it is none.

    Of one that moves nothing is made. *document* shows it.

    It is made as wide as itself, and as each of *widths* that is less, unless that is heavier. A kind of file that
    is not lighter in all than the one after it is left out.
    """
    raster = open_raster(path, location=document)
    if raster is None:
        return None
    # Greys of 16 bits are data, of maps and microscopes.
    if raster.kind not in _KINDS or raster.is_animated or raster.image.mode[:1] in {"I", "F"}:
        return Made(*raster.image.size, {})
    return _made_of(raster, path, widths)


def _made_of(raster: Raster, path: Path, widths: Sequence[int]) -> Made:
    own = raster.kind
    is_lossless = own == "PNG" or b"VP8L" in path.read_bytes()[:64]
    tried = ("WEBP",) if own == "WEBP" and is_lossless else _KINDS[own]
    kinds = [name for name in tried if name in {own, "JPEG", "PNG", "WEBP"} or features.check(name.lower())]
    profile = raster.image.info.get("icc_profile") if raster.image.mode != "CMYK" else None
    image = _with_plain_colours(raster.image)
    sizes = [*sorted({width for width in widths if width < image.width}), image.width]
    scaled = [_scaled(image, width) for width in sizes]
    made: dict[str, list[tuple[int, bytes]]] = {}
    for kind in kinds:
        # The file itself is there in its own width.
        wanted = scaled[:-1] if kind == own else scaled
        try:
            made[kind] = [(each.width, _saved(each, kind, profile, is_lossless=is_lossless)) for each in wanted]
        except (OSError, ValueError):
            # WebP and AVIF cannot be of any size.
            made[kind] = []
    found = {kind: files for kind, files in made.items() if files or kind == own}
    return Made(image.width, image.height, _lightest(found, own, image.width, path.stat().st_size))


def _lightest(
    made: Mapping[str, list[tuple[int, bytes]]], own: str, width: int, weight: int
) -> dict[str, list[tuple[int, bytes]]]:
    """Return what is worth offering beside a file of a kind of its *own*, in its own *width* and of a *weight*."""
    files = {own: _worthwhile(made[own], weight)}
    weights = {width: weight} | _weights(files[own])
    sizes = [width, *(size for size, _content in made[own])]
    for kind in reversed([kind for kind in made if kind != own]):
        kept = _worthwhile(made[kind], inf)
        if _total(_weights(kept), sizes) < _total(weights, sizes):
            files[kind], weights = kept, _weights(kept)
    return dict(reversed(files.items()))


def _weights(files: list[tuple[int, bytes]]) -> dict[int, int]:
    return {width: len(content) for width, content in files}


def _worthwhile(made: Sequence[tuple[int, bytes]], heaviest: float) -> list[tuple[int, bytes]]:
    """Return those that are lighter than all that are wider: drawings may be the lightest in their own size."""
    kept: list[tuple[int, bytes]] = []
    for width, content in reversed(made):
        if len(content) < heaviest:
            kept.append((width, content))
            heaviest = len(content)
    return kept[::-1]


def _total(weights: Mapping[int, int], sizes: Sequence[int]) -> int:
    """Return what readers fetch in all who need each of *sizes*: the narrowest that is wide enough."""
    return sum(weights[min(width for width in weights if width >= size)] for size in sizes)


def _with_plain_colours(image: Image.Image) -> Image.Image:
    """Return *image* in colours that every kind of file has."""
    if image.mode in {"RGB", "RGBA", "L"}:
        return image
    has_alpha = image.mode in {"LA", "PA"} or "transparency" in image.info
    return image.convert("RGBA" if has_alpha else "RGB")


def _scaled(image: Image.Image, width: int) -> Image.Image:
    height = max(1, round(image.height * width / image.width))
    return (
        image if width == image.width else image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3)
    )


def _saved(image: Image.Image, kind: str, profile: bytes | None, *, is_lossless: bool) -> bytes:
    output = BytesIO()
    options = _SAVED[kind] | ({"lossless": True} if is_lossless and kind == "WEBP" else {})
    # Nothing but pixels and their colours: where a photograph was taken is nobody's business.
    image.save(output, kind, icc_profile=profile, **options)
    return output.getvalue()
