"""Make ``blogext-math.woff2``: what formulas need of Latin Modern Math, with its tables for layout.

Needs fontTools and Brotli (the dependency group ``font``) and the font of Debian's package
``fonts-lmodern``. Prints what the font has no glyph for.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from sphinx_blogext.mathml import symbols

FONT = Path("/usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf")
TARGET = Path(__file__).parent.parent / "sphinx_blogext" / "mathml" / "static" / "blogext-math.woff2"
LIMIT = 68 * 1024

#: What is common enough. The browser takes the rest from another font.
COMMON = """
    + − × ÷ ± ∓ ⋅ · ∗ ⋆ ∘ • ⊕ ⊖ ⊗ ⊘ ⊙ ∧ ∨ ∩ ∪ ⊎ ⊓ ⊔ ∖ † ‡ ⋄ △ ▽ ⊞ ⊠ ⋉ ⋊
    = ≠ < > ≤ ≥ ≪ ≫ ≮ ≯ ≰ ≱ ≡ ≢ ∼ ≁ ≃ ≅ ≈ ≉ ≍ ≐ ≔ ≕ ≜ ∝ ≺ ≻ ⪯ ⪰ ≼ ≽ ⩽ ⩾ ≲ ≳ ∶
    ⊂ ⊃ ⊄ ⊆ ⊇ ⊈ ⊊ ⊋ ⊑ ⊒ ∈ ∋ ∉ ⊢ ⊣ ⊨ ⊥ ⟂ ∥ ∦ ∣ ∤ ⋈ ⊲ ⊳ ⊴ ⊵ ∴ ∵
    ← → ↔ ↑ ↓ ↕ ⇐ ⇒ ⇔ ⇑ ⇓ ↦ ⟵ ⟶ ⟷ ⟸ ⟹ ⟺ ⟼ ↪ ↩ ↗ ↘ ↖ ↙ ⇝ ⇌ ⇀ ⇁ ↠
    ∑ ∏ ∐ ∫ ∬ ∭ ∮ ⋂ ⋃ ⋀ ⋁ ⨁ ⨂ ⨆ √
    ∞ ∂ ∇ ∀ ∃ ∄ ∅ ∠ ℓ ℏ ℑ ℜ ℘ ℵ ¬ ⊤ □ ■ ′ ″ ‴ … ⋯ ⋮ ⋱ ♯ § ° ı ȷ ✓
    ( ) [ ] { } | ‖ / \\ ⟨ ⟩ ⌊ ⌋ ⌈ ⌉ ⟦ ⟧
    \u0302 \u0303 \u20d7
    ´ ¯ ˘ ˇ ˙ ¨ ` ^ ˆ ˜ ˚ ~ _ ⏞ ⏟
"""
#: Alphabets; of some only the capitals, and the Greek letters.
ALPHABETS = {"it": "Aaα", "bf": "Aa0", "cal": "A", "frak": "Aa", "bb": "A0"}
LETTERS = {
    "A": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "a": "abcdefghijklmnopqrstuvwxyz",
    "0": "0123456789",
    "α": "αβγδεζηθικλμνξοπρςστυφχψωϵϑϕϱϖ",
}


def wanted_characters() -> set[str]:
    """Return every character that a formula commonly holds."""
    characters = set(COMMON.split()) | set(map(chr, range(0x20, 0x7F))) | set("ΓΔΘΛΞΠΣΥΦΨΩ\u2061\xa0\u2009")
    for alphabet, kinds in ALPHABETS.items():
        characters |= {symbols.in_alphabet(one, alphabet) for kind in kinds for one in LETTERS[kind]}
    return characters


def main() -> None:
    font = TTFont(FONT)
    wanted = wanted_characters()
    missing = sorted(character for character in wanted if ord(character) not in font.getBestCmap())
    print(f"not in the font: {' '.join(missing)}")
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = []
    options.desubroutinize = False
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["FFTM", "GDEF"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[ord(character) for character in wanted])
    subsetter.subset(font)
    # The licence asks that what has been changed has another name.
    for record in font["name"].names:
        if record.nameID in {1, 3, 4, 6}:
            record.string = "BlogextMath-Regular" if record.nameID == 6 else "Blogext Math"
    subset.save_font(font, TARGET, options)
    size = TARGET.stat().st_size
    print(f"{TARGET.name}: {size / 1024:.1f} KB, {len(font.getGlyphOrder())} glyphs")
    if size > LIMIT:
        sys.exit("too large")


if __name__ == "__main__":
    main()
