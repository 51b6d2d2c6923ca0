"""Plain text of a teaser, short enough for a link preview or a feed: whole sentences, formulas on a line.

A full stop also follows initials, titles and days. When in doubt, it does not end a sentence.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from sphinx_blogext.lang.codes import HAN, KANA
from sphinx_blogext.markup.tree import Element, parse
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


#: Elements that are not sentences: code, pictures, tables, displayed formulas, notes, buttons.
_SKIPPED = frozenset(
    "pre table figure aside script style template button form select textarea iframe object video audio label "
    "summary nav h1 h2 h3 h4 h5 h6".split()
)
_SKIPPED_CLASSES = frozenset(
    "headerlink admonition-title topic-title footnote-reference eqno code-block-caption".split()
)
#: Classes of the badges and buttons of sphinx-design: a paragraph of nothing else is like one of pictures.
BADGES = frozenset({"sd-badge", "sd-btn"})
#: Elements that do not interrupt a sentence.
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q rb ruby samp small span strong sub "
    "sup time tt u var wbr".split()
)
#: What is taken out of a sentence: pictures, words struck out, the brackets around readings.
_TAKEN_OUT = frozenset({"img", "svg", "del", "s", "strike", "rp"})
#: A place where something was taken out. No text contains this character.
_GAP = "\0"
_WIDE = f"[\u3000-\u303f{KANA}{HAN}\uf900-\ufaff\uff00-\uffef]"
#: Punctuation that includes its own space.
_WIDE_MARK = "[\u3001-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
#: Characters that a shortened text must not end with. A full stop there belongs to an abbreviation.
_LOOSE_ENDS = " .,;:–—，、；：-([{«“„‘「『（《【"
_TEX = pattern(r"^\\[(\[](.*)\\[)\]]$", re.DOTALL)


def describe(html: str, length: int = 200, *, spell: Callable[[str], str] = str) -> str:
    """Return the text of *html* in at most *length* characters; *spell* converts a formula from TeX to text.

    It ends with a sentence if one ends after the first quarter of that length; otherwise it ends with an
    ellipsis after a whole word. Chinese and Japanese text may be cut between any two characters.
    """
    return shorten(plain_text(html, spell), length)


def plain_text(html: str, spell: Callable[[str], str] = str) -> str:
    """Return the running text of *html* on one line: no code, tables, pictures or titles."""
    # Blocks are separated by a space, unless there is wide punctuation.
    text = "".join(_texts(parse(html), spell))
    # reStructuredText demands a space before a footnote, even if a comma follows.
    text = re.sub(rf"(?:\s*{_GAP})+(?:(?=[;:!?…\]}}»”’])|\s*(?=[,.)]))", "", text).replace(_GAP, "")
    # What is left of a footnote in brackets.
    text = " ".join(re.sub(r"\s*(?:\(\s*\)|\[\s*\]|（\s*）)", "", text).split())
    return re.sub(rf" (?={_WIDE_MARK})|(?<={_WIDE_MARK}) ", "", text)


def shorten(text: str, length: int) -> str:
    """Return as many whole sentences, or else words, of *text* as fit into *length* characters."""
    if len(text) <= length:
        return text
    *_, end = 0, *takewhile(lambda end: end <= length, sentence_ends(text))
    if end and end >= length // 4:
        return text[:end]
    # Leaves room for the ellipsis.
    cut = text[: length - 1]
    if not _may_break(text[length - 2], text[length - 1]):
        breaks = [place for place in range(1, len(cut)) if _may_break(cut[place - 1], cut[place])]
        cut = cut[: breaks[-1]] if breaks else cut
    if not re.match(_WIDE, cut[-1:]):
        return cut.rstrip(_LOOSE_ENDS) + "…"
    # A Chinese ellipsis has six dots.
    return cut[: length - 2].rstrip(_LOOSE_ENDS) + "……"


def _may_break(before: str, after: str) -> bool:
    return before.isspace() or after.isspace() or bool(re.match(_WIDE, before) or re.match(_WIDE, after))


def _texts(element: Element, spell: Callable[[str], str]) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag == "math":
            yield formula_text(child)
        elif child.tag == "span" and "math" in child.classes:
            # As MathML, or TeX for MathJax.
            formula = next((inner for inner in child.elements() if inner.tag == "math"), None)
            match = _TEX.match(child.text.strip())
            yield formula_text(formula) if formula else spell(match[1].strip()) if match else child.text
        elif child.tag in _TAKEN_OUT:
            yield _GAP
        elif child.tag in _INLINE:
            text = "" if child.classes & _SKIPPED_CLASSES else "".join(_texts(child, spell))
            yield text if text.strip() else text + _GAP
        elif child.tag == "rt":
            # As browsers that cannot show it above the text do.
            yield f"({child.text.strip()})".replace("()", "")
        elif child.tag in _SKIPPED or child.classes & _SKIPPED_CLASSES or _is_picture(child):
            yield " "
        else:
            yield from (" ", *_texts(child, spell), " ")


def _is_picture(block: Element) -> bool:
    """Return whether a block is a displayed formula, or a paragraph of pictures, badges and buttons."""
    return "math" in block.classes or (block.tag == "p" and not _without_badges(block).strip())


def _without_badges(element: Element) -> str:
    texts = (child if isinstance(child, str) else _without_badges(child) for child in element.children)
    return "" if element.classes & BADGES else "".join(texts)


#: Wide punctuation anywhere, narrow punctuation before a space.
_END = pattern(r"(?:[。．｡！？；]+|…{2,})[”’」』）》】]*|(?P<mark>[.!?…؟۔।॥։።။]+)(?:[\"'”’“»«)\]]| »)*(?=\s|$)")
_OPENING = "\"'“”„‘‚«»‹›([{¿¡ "
#: After an initial, the day of a date or a title, a full stop does not end a sentence.
_SHORT = pattern(r"\b(?:\w|\d\d|Mrs?|Ms|Dr|Prof)\Z")


def sentence_ends(text: str) -> Iterator[int]:
    """Yield where the sentences of *text*, which is on one line, end."""
    for match in _END.finditer(text):
        following = text[match.end() : match.end() + 8].lstrip(_OPENING)[:1]
        before = text[max(match.start() - 5, 0) : match.start()]
        is_inside = match["mark"] == "." and (following.isdecimal() or _SHORT.search(before))
        if match["mark"] is None or not (following.islower() or is_inside):
            yield match.end()


_SMALL = {
    "^": str.maketrans("0123456789+-−=()ni∗*†‡∘⊤′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ**†‡°ᵀ′"),
    "_": str.maketrans("0123456789+-−=()aeijkmnopstx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₘₙₒₚₛₜₓ"),
}
#: Elements whose second, or second and third, child is a subscript or superscript.
_SCRIPTS = {"msub": "_", "msup": "^", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^"}
#: Characters with a space on each side.
_SPACED = frozenset("=≠≈≡<>≤≥≪≫∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦+−±∓×·∧∨∪∩∼∝⊕⊗≔∣⋅")
_UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})


def formula_text(formula: Element) -> str:
    """Return an element ``math`` as a line of text: ``O(log k)``, ``a₁ + … + aₙ``, ``(a + b)/2``."""
    return " ".join(_text(formula).split())


def _text(element: Element) -> str:
    texts = [_text(child) for child in element.children if isinstance(child, Element)]
    is_accented = "true" in {element.attributes.get("accent"), element.attributes.get("accentunder")}
    if not texts or element.tag in _UNSEEN:
        return _token(element)
    if element.tag == "mfrac":
        # Without a line, it is a binomial coefficient.
        return (", " if element.attributes.get("linethickness") == "0" else "/").join(map(_grouped, texts))
    if marks := _SCRIPTS.get(element.tag):
        return texts[0] + ("" if is_accented else "".join(map(_script, marks, texts[1:])))
    if element.tag in {"msqrt", "mroot"}:
        return "√" + _grouped(texts[0] if element.tag == "mroot" else "".join(texts))
    # An operator at the beginning is a sign.
    return {"mtable": "; ", "mtr": ", "}.get(element.tag, "").join([texts[0].strip(), *texts[1:]])


def _token(element: Element) -> str:
    # Without the invisible characters of functions and products.
    sign = re.sub("[\u2061-\u2064]", "", "" if element.tag in _UNSEEN else element.text)
    is_word = sign.isalpha() and element.attributes.get("lspace", "0") != "0"
    if element.tag == "mo":
        return f" {sign} " if sign in _SPACED or is_word else f"{sign} " if sign in {",", ";"} else sign
    return " " if element.tag == "mspace" else sign


def _script(mark: str, text: str) -> str:
    """Return a subscript or superscript: in Unicode's own characters if they exist, or else after a mark."""
    plain = text.replace(" ", "")
    is_small = len(plain) < 5 and set(map(ord, plain)) <= _SMALL[mark].keys()
    return plain.translate(_SMALL[mark]) if is_small else mark + _grouped(text)


def _grouped(text: str) -> str:
    text = " ".join(text.split())
    return f"({text})" if " " in text or "/" in text else text
