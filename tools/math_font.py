"""Make the font for formulas: Latin Modern Math, split into parts so that a page loads only those it needs.

Requires fontTools and Brotli (the dependency group ``font``), and the fonts in Debian's packages
``fonts-lmodern``, ``fonts-stix`` and ``fonts-dejavu-core``: two parts have what Latin Modern Math lacks. Writes
the parts and the style sheets that declare them, and prints the characters that no font has. Run it as
``python -P tools/math_font.py [FONT]``: without ``-P``, a module beside it could shadow one of Python's.

For an element, browsers read the ``MATH`` table of one font only, the one that contains the space. So the
space and the table are in the part that every formula loads, and in the parts for operators that
grow. These are font families of their own, which the style sheet assigns to just those operators. Upright
letters are also a family of their own, because Chromium requests the upright letter along with a slanted one.
"""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.woff2 import WOFF2FlavorData

from sphinx_blogext.mathml import elements, symbols

if TYPE_CHECKING:
    from collections.abc import Iterable

FONT = Path("/usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf")
#: Fonts for the rest, by the ends of the names of their parts: a part has one license. The first that has a
#: character provides it.
OTHER_FONTS = {
    "-stix": [
        Path("/usr/share/fonts/opentype/stix/STIXGeneral-Regular.otf"),
        Path("/usr/share/fonts/opentype/stix/STIXSizeOneSym-Regular.otf"),
    ],
    "-dejavu": [
        Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
        Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"),
    ],
}
LICENSES = {"": "GUST Font License", "-stix": "SIL Open Font License 1.1", "-dejavu": "Bitstream Vera License"}
STATIC = Path(__file__).parent.parent / "sphinx_blogext" / "mathml" / "static"
#: A fifth of the original precision: loses at most a twentieth of a pixel, and saves a sixth of the bytes.
UNITS_PER_EM = 200
#: How far outlines may deviate from the original, in its units (1000 per em).
TOLERANCE = 4
#: The sizes of TeX's delimiters, in em; the original has twice as many.
SIZES = (1.2, 1.8, 2.4, 3.0)
#: The largest gap that a character range may span, if no other part has characters in it.
GAP = 16
#: The maximum sizes, in bytes, of the first part, which every list with formulas loads, and of all parts.
LIMIT, LIMIT_OF_ALL = 7_500, 78_000

#: Fields that are 0 in a font without instructions.
_NO_INSTRUCTIONS = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs"),
    *("maxInstructionDefs", "maxStackElements", "maxSizeOfInstructions"),
)

#: The licenses, which are beside the parts, require a different name for modified fonts.
NAME = "Blogext Math"

_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_GREEK = "ΓΔΘΛΞΠΣΥΦΨΩαβγδεζηθικλμνξοπρςστυφχψωϵϑϰϕϱϖ"
_DIGITS = "0123456789"


class Part(NamedTuple):
    """A file, by the end of its name; its characters, and those of them that it has in all sizes.

    The style sheet of the theme declares a part that is rare only on pages that have a character of it.
    """

    name: str
    characters: set[str]
    growing: frozenset[str] | set[str] = frozenset()
    is_rare: bool = False

    @property
    def file(self) -> str:
        return f"blogext-math{self.name}.woff2"


def _in_alphabets(letters: Iterable[str], *alphabets: str) -> set[str]:
    return {symbols.in_alphabet(letter, alphabet) for letter in letters for alphabet in alphabets}


def _words(text: str) -> set[str]:
    return set(text.split())


def _characters_of(*tables: dict[str, str]) -> set[str]:
    return {character for table in tables for text in table.values() for character in text}


def _between(characters: set[str], pairs: str) -> set[str]:
    """Return those of *characters* that are in one of the ranges *pairs*, each given by its first and last."""
    return {one for one in characters for first, last in pairs.split() if first <= one <= last}


_COMMON = (
    _in_alphabets("abcdefghijklmnopqrstuvwxyz" + "ABCDEFLMNOPRST" + "αδλμπσ", "it")
    | set(_DIGITS)
    | _words("+ − × ⋅ / = ≠ < > ≤ ≥ ≈ ∈ → ⇒ ± ∞ ( ) [ ] { } | , . : % … ⋯ ′ ¯ ˆ √")
    | {" ", "\xa0", "\u2009", "\u2061"}
)
_OPERATORS = {
    text
    for text, kind in (*symbols.OPERATORS.values(), *symbols.CHARACTERS.values())
    if kind not in {"space", "large"}
}
_IDENTIFIERS = _characters_of(symbols.IDENTIFIERS)
_SIGNS = (
    {character for text in _OPERATORS for character in text + elements.negated(text)}
    | _IDENTIFIERS
    | _in_alphabets(_IDENTIFIERS, "it")
    | _characters_of(symbols.ACCENTS)
    | set("″‴⁗?!@#&$\"'`^_~-;")
)
_LARGE = {character for character, kind in symbols.OPERATORS.values() if kind == "large"}
_TALL = _characters_of(symbols.DELIMITERS) | _LARGE
_WIDE = _characters_of(symbols.OVER, symbols.UNDER, symbols.LONG_ARROWS) | {symbols.ACCENTS["vec"]}
_TILDE = "\u02dc"

#: The font families of the style sheet. A character in several parts is only kept in the first of them.
FAMILIES = {
    "blogext-math": (
        # The root sign grows, but is not an operator.
        Part("", _COMMON, growing={"√"}),
        Part("-letters", _in_alphabets(_LATIN + _GREEK, "it") | _words("𝛻 𝜕 𝚤 𝚥 ∂ ∇ ℓ ℏ")),
        Part("-bold", _in_alphabets(_LATIN + _GREEK + _DIGITS, "bf") | _words("𝛁 𝛛"), is_rare=True),
        Part("-double", _in_alphabets(_LATIN, "bb") | _in_alphabets(_DIGITS, "bb"), is_rare=True),
        Part("-script", _in_alphabets(_LATIN, "cal", "frak"), is_rare=True),
        Part("-arrows", _between(_SIGNS, "←⇿ ⟰⟿ ⤀⥿"), is_rare=True),
        Part("-operators", _between(_SIGNS, "∀⋿ ⨀⫿ ⟦⟩ ⌈⌋ ‖‖"), is_rare=True),
        Part("-others", _SIGNS - {*_LATIN, *_GREEK, *"ıȷ"}, is_rare=True),
    ),
    "blogext-math-upright": (Part("-latin", set(_LATIN)), Part("-greek", {*_GREEK, *"ıȷ"})),
    "blogext-math-tall": (Part("-tall", _TALL | {" "}, growing=_TALL, is_rare=True),),
    "blogext-math-wide": (Part("-wide", _WIDE | {" "}, growing=_WIDE, is_rare=True),),
    # Browsers stretch a tilde even if no font has larger sizes of it.
    "blogext-math-tilde": (Part("-tilde", {_TILDE, " "}, growing={_TILDE}, is_rare=True),),
}
#: Local fonts with which readers need no download.
_LOCAL = ("Latin Modern Math", "LatinModernMath-Regular", "STIX Two Math", "STIXTwoMath-Regular", "Cambria Math")
_SHEET = """\
/* Made by tools/math_font.py. Many readers have one of the local fonts,
   the others load the parts that a page shows. */
"""
_RARE_SHEET = "/* Made by tools/math_font.py: what few formulas need. */\n"


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else FONT
    present = set(map(chr, TTFont(source).getBestCmap()))
    families = {name: disjoint(parts, present) for name, parts in FAMILIES.items()}
    wanted = set[str]().union(*(part.characters for part in chain(*FAMILIES.values())))
    sizes = {part.file: make(part, source, STATIC / part.file) for part in chain(*families.values())}
    missing = wanted - present
    for name, paths in OTHER_FONTS.items():
        fonts = [TTFont(path) for path in paths]
        part = Part(name, missing & {chr(code) for font in fonts for code in font.getBestCmap()}, is_rare=True)
        families["blogext-math"].append(part)
        sizes[part.file] = make_rest(part, fonts, TTFont(source), STATIC / part.file)
        missing -= part.characters
    for name, size in {**sizes, "in all": sum(sizes.values())}.items():
        print(f"{name}: {size / 1000:.1f} KB")
    (STATIC / "math-font.css").write_text(_SHEET + faces(families, are_rare=False), encoding="utf-8")
    (STATIC / "math-font-rare.css").write_text(_RARE_SHEET + faces(families, are_rare=True), encoding="utf-8")
    (STATIC / "math-widths.txt").write_text(widths(), encoding="utf-8")
    print(f"in no font: {' '.join(sorted(missing))}")
    if sizes["blogext-math.woff2"] > LIMIT or sum(sizes.values()) > LIMIT_OF_ALL:
        sys.exit("too large")


def widths() -> str:
    """Return the characters of the frequent parts by their width, in hundredths of an em."""
    characters: dict[int, set[str]] = {}
    for part in chain(*FAMILIES.values()):
        if not part.is_rare:
            font = TTFont(STATIC / part.file)
            for code, glyph in font.getBestCmap().items():
                width = round(font["hmtx"][glyph][0] / font["head"].unitsPerEm * 100)
                characters.setdefault(width, set()).add(chr(code))
    lines = (
        (width, "".join(sorted(filter(str.isprintable, found)))) for width, found in sorted(characters.items())
    )
    return "".join(f"{width} {text}\n" for width, text in lines if text.strip())


def disjoint(parts: Iterable[Part], present: set[str]) -> list[Part]:
    """Return the parts with only the characters that are *present* and not in an earlier part."""
    found = []
    for part in parts:
        found.append(part._replace(characters=part.characters & present))
        present = present - part.characters
    return found


def make(part: Part, source: Path, path: Path) -> int:
    """Write a part and return its size."""
    font = TTFont(source, recalcTimestamp=False)
    if _TILDE in part.growing:
        for table in font["cmap"].tables:
            table.cmap[ord(_TILDE)] = "tildecomb"
    keep_sizes(font, part.growing)
    options = subset.Options(layout_features=[], hinting=False, name_IDs=[0, 1, 4, 6])
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=map(ord, part.characters))
    subsetter.subset(font)
    use_quadratic_outlines(font)
    scale_upem(font, UNITS_PER_EM)
    names = {0: LICENSES[""], 6: "BlogextMath-Regular"}
    for record in font["name"].names:
        record.string = names.get(record.nameID, NAME)
    return save(font, path)


def save(font: TTFont, path: Path) -> int:
    """Write a font and return its size."""
    font.flavor = "woff2"
    # Leave out the bearings as well: they follow from the outlines.
    font.flavorData = WOFF2FlavorData(transformedTables=("glyf", "loca", "hmtx"))
    font.save(path)
    return path.stat().st_size


def make_rest(part: Part, fonts: list[TTFont], model: TTFont, path: Path) -> int:
    """Write a part with glyphs of several *fonts* and the height of lines of *model*, and return its size."""
    builder = FontBuilder(UNITS_PER_EM, isTTF=True)
    glyphs, widths = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (0, 0)}
    for character in sorted(part.characters):
        font = next(font for font in fonts if ord(character) in font.getBestCmap())
        scale = UNITS_PER_EM / font["head"].unitsPerEm
        drawn = font.getGlyphSet()[font.getBestCmap()[ord(character)]]
        parts = DecomposingRecordingPen(font.getGlyphSet())
        drawn.draw(parts)
        pen = TTGlyphPen(None)
        # Outlines of TrueType are quadratic already, and stay as they are.
        outline = Cu2QuPen(pen, TOLERANCE * scale, reverse_direction="CFF " in font)
        parts.replay(TransformPen(outline, (scale, 0, 0, scale, 0, 0)))
        name = f"u{ord(character):X}"
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds({})
        widths[name] = round(drawn.width * scale), getattr(glyphs[name], "xMin", 0)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(character): f"u{ord(character):X}" for character in part.characters})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    scale = UNITS_PER_EM / model["head"].unitsPerEm
    ascent, descent = (round(getattr(model["hhea"], name) * scale) for name in ("ascent", "descent"))
    builder.setupHorizontalHeader(ascent=ascent, descent=descent)
    builder.setupNameTable({"familyName": NAME, "copyright": LICENSES[part.name]})
    builder.setupOS2(sTypoAscender=ascent, sTypoDescender=descent, usWinAscent=ascent, usWinDescent=-descent)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = model["head"].created
    return save(builder.font, path)


def keep_sizes(font: TTFont, characters: Iterable[str]) -> None:
    """Keep larger sizes only for *characters*; without any, the font needs no ``MATH`` table."""
    if not characters:
        del font["MATH"]
        return
    names = font.getBestCmap()
    kept = {names[ord(character)] for character in characters if ord(character) in names}
    variants = font["MATH"].table.MathVariants
    for axis in ("Vert", "Horiz"):
        coverage, name = getattr(variants, f"{axis}GlyphCoverage"), f"{axis}GlyphConstruction"
        pairs = zip(coverage.glyphs, getattr(variants, name), strict=True)
        growing = [(glyph, construction) for glyph, construction in pairs if glyph in kept]
        if axis == "Vert":
            for _, construction in growing:
                construction.MathGlyphVariantRecord = of_sizes(construction.MathGlyphVariantRecord)
        coverage.glyphs = [glyph for glyph, _ in growing]
        setattr(variants, name, [construction for _, construction in growing])


def of_sizes(variants: list[Any]) -> list[Any]:
    """Return the smallest of the *variants* of a glyph, and those for TeX's delimiter sizes."""
    if len(variants) < 3:
        return variants
    # A delimiter may be 3% shorter than its contents.
    wanted = (0, *(0.97 * 1000 * size for size in SIZES))
    large = [next((one for one in variants if one.AdvanceMeasurement >= size), None) for size in wanted]
    return [one for one in variants if one in large]


def use_quadratic_outlines(font: TTFont) -> None:
    """Convert the outlines to TrueType outlines, which are smaller when compressed."""
    glyphs = font.getGlyphSet()
    drawn = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, TOLERANCE, reverse_direction=True))
        drawn[name] = pen.glyph()
    del font["CFF "]
    font["glyf"], font["loca"] = newTable("glyf"), newTable("loca")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), drawn
    for name, glyph in drawn.items():
        glyph.recalcBounds(font["glyf"])
        width, left = font["hmtx"][name][0], getattr(glyph, "xMin", 0)
        if left < 0 and not width:
            # An accent over the preceding letter: Chromium shows its larger sizes only where the glyph itself is.
            glyph.coordinates.translate((-left, 0))
            glyph.recalcBounds(font["glyf"])
            width, left = glyph.xMax, 0
        font["hmtx"][name] = width, left
    profile = font["maxp"]
    profile.tableVersion = 0x00010000
    for name in _NO_INSTRUCTIONS:
        setattr(profile, name, 0)
    profile.maxZones = 1
    # Do not round glyph widths to whole pixels.
    font["head"].flags &= ~0b11000
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"


def faces(families: dict[str, list[Part]], *, are_rare: bool) -> str:
    """Return the ``@font-face`` rules for the rare parts, or for the others."""
    wanted = (
        (name, part, parts) for name, parts in families.items() for part in parts if part.is_rare is are_rare
    )
    return "".join(face(name, part, parts) for name, part, parts in wanted)


def face(family: str, part: Part, parts: list[Part]) -> str:
    """Return the ``@font-face`` rule for *part*, one of the *parts* of a family."""
    # No local fonts for the tilde, which every reader needs, nor for what most of these fonts lack.
    local = [] if part.growing == {_TILDE} or part.name in OTHER_FONTS else [f'local("{name}")' for name in _LOCAL]
    sources = ", ".join([*local, f'url("{part.file}") format("woff2")'])
    characters = f" unicode-range: {ranges(part, parts)};" if len(parts) > 1 else ""
    return f'@font-face {{ font-family: "{family}"; src: {sources}; font-display: swap;{characters} }}\n'


def ranges(part: Part, parts: list[Part]) -> str:
    """Return the characters of *part* as ranges, without those of other parts, and with small gaps only."""
    others = {ord(character) for other in parts if other is not part for character in other.characters}
    runs: list[list[int]] = []
    for code in sorted(map(ord, part.characters)):
        if runs and code - runs[-1][1] <= GAP and others.isdisjoint(range(runs[-1][1], code)):
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in runs)


if __name__ == "__main__":
    main()
