"""Draw cards with Pillow."""

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw, ImageFont, ImageOps

from sphinx_blogext.cards.faces import SIZE, Card, Faces, Run, digest_of
from sphinx_blogext.cards.font_files import Face
from sphinx_blogext.cards.lines import balanced_lines
from sphinx_blogext.pictures.variants import open_raster

_MARGIN, _BAR = 72, 16
_PICTURE = 420
_WHITE, _INK, _MUTED = (255, 255, 255), (27, 31, 38), (90, 98, 112)
_ACCENT = "#0b6b5b"
#: The share of the accent in the background, and of ink in the name of the blog.
_TINT, _SHADE = 0.05, 0.25
#: Sizes of a title, the largest first; if it has too many lines in the smallest, the last ends with an ellipsis.
_SIZES = (84, 76, 68, 62, 56, 50, 45, 40, 36)
_SMALL, _LOGO = 32, 64
_LEADING = 1.28
_TITLE_TOP, _TITLE_BOTTOM = 164, 500
_Color = tuple[int, int, int]
#: Texts are measured in this size, and their widths are scaled.
_UNIT = 100


@lru_cache(maxsize=64)
def _font(face: Face, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(face.path, size, index=face.number)
    if face.lightest < face.boldest:
        axes = font.get_variation_axes()
        near = min(max(face.lightest, weight), face.boldest)
        font.set_variation_by_axes([near if axis["name"] == b"Weight" else axis["default"] or 0 for axis in axes])
    return font


class _Text(NamedTuple):
    """Sets texts of a card in fonts of one weight."""

    faces: Faces
    is_bold: bool
    is_rtl: bool

    def _runs(self, text: str) -> list[Run]:
        return self.faces.runs(text, is_bold=self.is_bold, is_rtl=self.is_rtl)

    def _font(self, run: Run, size: int) -> ImageFont.FreeTypeFont:
        return _font(run.face, size, 700 if self.is_bold else 400)

    def width(self, text: str, size: int) -> float:
        return sum(_length(self._font(run, size), run) for run in self._runs(text))

    def unit_width(self, text: str) -> float:
        """Return the width of *text*, including spaces at its end, in a size of 1."""
        spaces = len(text) - len(text.rstrip())
        return (self.width(text.rstrip(), _UNIT) + spaces * _UNIT / 4) / _UNIT

    def draw(self, draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: int, color: _Color) -> None:
        """Draw *text* from a place on the baseline: its left end, or its right end for right-to-left text."""
        if self.is_rtl:
            x -= self.width(text, size)
        for run in self._runs(text):
            font = self._font(run, size)
            draw.text((x, y), run.text, fill=color, font=font, anchor="ls", direction=run.direction)
            x += _length(font, run)

    def shortened(self, text: str, size: int, width: float) -> str:
        """Return *text*, shortened with an ellipsis if it does not fit into *width*."""
        if self.width(text, size) <= width:
            return text
        low, high = 0, len(text)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.width(f"{text[:middle]}…", size) <= width else (low, middle)
        return f"{text[:low].rstrip()}…"


def _length(font: ImageFont.FreeTypeFont, run: Run) -> float:
    return font.getlength(run.text, direction=run.direction)


def draw_card(card: Card, faces: Faces, document: str = "") -> bytes:
    """Return a card as a PNG; its texts must have glyphs. Warnings name the *document*."""
    accent = _color(card.accent)
    image = Image.new("RGB", SIZE, _mixed(_WHITE, accent, _TINT))
    draw = ImageDraw.Draw(image)
    width, height = SIZE
    left, right = _MARGIN, width - _MARGIN
    if card.picture and (raster := open_raster(card.picture, (_PICTURE, height), document)):
        # On the opposite side of the text.
        picture = ImageOps.fit(raster.image.convert("RGB"), (_PICTURE, height))
        image.paste(picture, (0 if card.is_rtl else width - _PICTURE, 0))
        left, right = (left + _PICTURE, right) if card.is_rtl else (left, right - _PICTURE)
    draw.rectangle((0, 0, width, _BAR), accent)
    bold, regular = (_Text(faces, is_bold, card.is_rtl) for is_bold in (True, False))
    start = right if card.is_rtl else left
    _draw_top(image, card, bold, left, right)
    size, lines = fit_title(card.title, right - left, _TITLE_BOTTOM - _TITLE_TOP, bold)
    step = size * _LEADING
    # A short title is centered vertically; capitals are about seven tenths of the font size high.
    top = (_TITLE_TOP + _TITLE_BOTTOM - step * len(lines)) / 2
    for number, line in enumerate(lines):
        bold.draw(draw, start, top + step * number + size, line, size, _INK)
    byline = regular.shortened(card.byline, _SMALL, right - left)
    regular.draw(draw, start, height - _MARGIN, byline, _SMALL, _MUTED)
    output = BytesIO()
    image.save(output, "PNG")
    return output.getvalue()


def _draw_top(image: Image.Image, card: Card, bold: _Text, left: int, right: int) -> None:
    """Draw the logo, and the name of the blog beside it."""
    start = right if card.is_rtl else left
    middle, room = _MARGIN + _LOGO // 2, right - left
    if card.logo and (logo := _contained(card.logo, (room // 2, _LOGO), digest_of(card.logo))):
        image.paste(logo, (start - logo.width if card.is_rtl else start, middle - logo.height // 2), logo)
        gap = logo.width + 20
        start, room = (start - gap if card.is_rtl else start + gap), room - gap
    name = bold.shortened(card.blog, _SMALL, room)
    color = _mixed(_color(card.accent), _INK, _SHADE)
    bold.draw(ImageDraw.Draw(image), start, middle + _SMALL // 3, name, _SMALL, color)


def fit_title(title: str, width: float, height: float, text: _Text) -> tuple[int, list[str]]:
    """Return the largest size in which *title* fits, and its lines."""
    lines: list[str] = []
    measure = cache(text.unit_width)
    for size in _SIZES:
        # Slightly less than the available width: in small sizes glyphs are rounded to pixels.
        lines = balanced_lines(title, width * 0.99 / size, measure)
        is_worth_it = len(lines) * size * _LEADING <= height
        if is_worth_it and max(map(measure, lines), default=0) * size <= width:
            return size, lines
    most = int(height / (_SIZES[-1] * _LEADING))
    rest = " ".join(lines[most - 1 :])
    return _SIZES[-1], [*lines[: most - 1], text.shortened(rest, _SIZES[-1], width * 0.99)]


def _color(name: str) -> _Color:
    """Return a CSS color; the default if Pillow does not know it."""
    try:
        red, green, blue, *_alpha = ImageColor.getrgb(name or _ACCENT)
    except ValueError:
        return _color(_ACCENT)
    return red, green, blue


def _mixed(first: _Color, second: _Color, share: float) -> _Color:
    """Return *first* mixed with a *share* of *second*, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


@lru_cache(maxsize=8)
def _contained(path: Path, size: tuple[int, int], _digest: str) -> Image.Image | None:
    """Return the picture in a file, scaled to fit into *size*; cached, because a logo is on all cards."""
    raster = open_raster(path, size)
    return ImageOps.contain(raster.image.convert("RGBA"), size) if raster else None
