"""Fonts for the browser, so that no test depends on those of the machine: of boxes, of a given width."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

#: What a browser may find, by what a test asks for: the names of fonts, and how wide their letters are, in em.
#: DejaVu Sans is as wide.
FONTS = {"wide": {"Letters": 0.62}, "with mathematics": {"Letters": 0.62, "Latin Modern Math": 0.5}}
_UNITS = 1000
_LETTERS = (*range(0x20, 0x250), *range(0x2000, 0x2070))
_HAN = (*range(0x3000, 0xA000), *range(0xFF00, 0xFFF0))
_FORMULAS = (*range(0x370, 0x400), *range(0x2100, 0x2C00), *range(0x1D400, 0x1D800))


def write_fonts(folder: Path, fonts: dict[str, float]) -> Path:
    """Write fonts into *folder*, and return the file that tells Chromium of them and of no others."""
    folder.mkdir(parents=True)
    for name, width in fonts.items():
        is_for_formulas = name != "Letters"
        letters = (*_LETTERS, *(_FORMULAS if is_for_formulas else ()))
        write_font(folder / f"{name}.ttf", name, letters, () if is_for_formulas else _HAN, width)
    settings = folder / "fonts.conf"
    places = f"<dir>{folder}</dir><cachedir>{folder / 'cache'}</cachedir>"
    settings.write_text(f'<?xml version="1.0"?><fontconfig>{places}</fontconfig>', encoding="utf-8")
    return settings


def write_font(
    path: Path,
    family: str,
    letters: Iterable[int],
    wide: Iterable[int] = (),
    width: float = 0.6,
    weight: int = 400,
) -> Path:
    """Write a font with *letters* of a *width* in em, and *wide* ones of 1 em; return its path."""
    from fontTools.fontBuilder import FontBuilder

    widths = {".notdef": width, "letter": width, "han": 1.0}
    names = chain(dict.fromkeys(letters, "letter").items(), dict.fromkeys(wide, "han").items())
    font = FontBuilder(_UNITS)
    font.setupGlyphOrder(list(widths))
    font.setupCharacterMap(dict(names))
    # A character that is missing looks different, but is as wide.
    font.setupGlyf(
        {glyph: _box(int(width * _UNITS) // (1 + (glyph == ".notdef"))) for glyph, width in widths.items()}
    )
    font.setupHorizontalMetrics({glyph: (int(width * _UNITS), 50) for glyph, width in widths.items()})
    # As those of DejaVu Sans.
    font.setupHorizontalHeader(ascent=928, descent=-236)
    font.setupOS2(sTypoAscender=928, sTypoDescender=-236, usWinAscent=928, usWinDescent=236, usWeightClass=weight)
    font.setupNameTable(
        {"familyName": family, "styleName": "Regular", "fullName": family, "psName": family.replace(" ", "")}
    )
    font.setupPost()
    font.save(path)
    return path


def _box(width: int) -> object:
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for corner in ((50, 700), (width - 50, 700), (width - 50, 0)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()
