"""Describe a post by its first paragraph, as plain text, formulas on a line.

A longer one ends with a whole word and an ellipsis after 160 characters, or after 80 if most of its letters are
Chinese, Japanese or Korean, which are twice as wide. Its own letters decide: a site or a list may mix languages.
"""

import re
from collections.abc import Callable
from functools import partial
from itertools import accumulate, chain

from sphinx_blogext.lang.codes import script_of
from sphinx_blogext.lang.typography import graphemes
from sphinx_blogext.markup.tree import Around, Element, parse, write
from sphinx_blogext.patterns import pattern

#: Elements that are not running text: code, pictures, tables, displayed formulas, notes, buttons.
_SKIPPED = frozenset(
    "pre table figure aside script style template button form select textarea iframe object video audio label "
    "summary nav h1 h2 h3 h4 h5 h6".split()
)
_SKIPPED_CLASSES = frozenset(
    "headerlink admonition-title topic-title rubric caption footnote-reference eqno code-block-caption".split()
)
#: Classes of the badges and buttons of sphinx-design: a paragraph of nothing else is like one of pictures.
BADGES = frozenset({"sd-badge", "sd-btn"})
#: Elements that do not interrupt running text.
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark q rb ruby samp small span strong sub "
    "sup time tt u var wbr".split()
)
#: What is taken out of running text: pictures, words struck out, the brackets around readings.
_TAKEN_OUT = frozenset({"img", "svg", "del", "s", "strike", "rp"})
#: A place where something was taken out. No text contains this character.
_GAP = "\0"
_SPACE = pattern(rf"[\s{_GAP}]+")
#: Brackets around nothing else, such as a footnote.
_BRACKETS = pattern(rf"[(\[（]\s*{_GAP}[\s{_GAP}]*[)\]）]")
#: What follows a word without a space.
_CLOSING = frozenset(",.);:!?…]}»”’")
#: Scripts and other characters beside which a line may break.
_UNSPACED = frozenset({"kana", "han"})
_BREAKING = pattern("[\\s\u3000-\u303f\uf900-\ufaff\uff00-\uffef]")
#: Punctuation that includes its own space.
_WIDE_MARK = "[\u3001-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]"
#: Characters after a whole word that a shortened text does not end with.
_LOOSE_ENDS = " .…。,;:–—，、；：-([{«“„‘「『（《【"
_TEX = pattern(r"^\\[(\[](.*)\\[)\]]$", re.DOTALL)


def describe(html: str, spell: Callable[[str], str] = str) -> str:
    """Return the first paragraph of *html*, shortened; *spell* converts a formula from TeX to text."""
    tree = parse(html)
    # Those of the text itself come first.
    of_text = tree.elements(lambda element: element.tag == "section")
    everywhere = tree.elements(lambda element: not _is_skipped(element))
    texts = (plain_text(element, spell) for element in chain(of_text, everywhere) if element.tag == "p")
    return shorten(next(filter(None, texts), "") or plain_text(tree, spell))


def plain_text(element: Element, spell: Callable[[str], str] = str) -> str:
    """Return the running text in *element* on one line: no code, tables, pictures or titles."""
    # Blocks are separated by a space, unless there is wide punctuation.
    text = _BRACKETS.sub(_GAP, write(element, partial(_text_in, spell=spell)))
    return re.sub(rf" (?={_WIDE_MARK})|(?<={_WIDE_MARK}) ", "", " ".join(_SPACE.sub(_space, text).split()))


def _space(match: re.Match[str]) -> str:
    """Return the space that remains where something was taken out."""
    run, following = match[0], match.string[match.end() : match.end() + 1]
    # reStructuredText demands a space before a footnote, even if a comma follows.
    is_joined = following in (_CLOSING if run[-1] == _GAP else {",", ".", ")"})
    return "" if _GAP in run and is_joined else run.replace(_GAP, "")


def shorten(text: str) -> str:
    """Return *text* on one line, and as much of it as a description may have."""
    text = " ".join(text.split())
    length = 80 if _is_wide(text) else 160
    if len(text) <= length:
        return text
    # The one that the last character belongs to may be longer.
    ends = [*accumulate(map(len, graphemes(text[: length + 1])))][:-1]
    around = ((end, text[end - 1 : end + 1]) for end in reversed(ends))
    words = (end for end, two in around if any(script_of(c) in _UNSPACED or _BREAKING.match(c) for c in two))
    # Even a single word may be too long.
    short = text[: next(words, ends[-1] if ends else length)]
    return (short.rstrip(_LOOSE_ENDS) or short) + "…"


def _is_wide(text: str) -> bool:
    """Return whether most letters of a text are Chinese, Japanese or Korean."""
    return 2 * sum(script_of(sign) != "" for sign in text if not sign.isascii()) > sum(map(str.isalpha, text))


def _text_in(node: Element | str, *, spell: Callable[[str], str]) -> str | Around:
    if isinstance(node, str):
        return node
    if node.tag == "math":
        return formula_text(node)
    if node.tag == "span" and "math" in node.classes:
        return _spelled(node, spell)
    if node.tag in _TAKEN_OUT:
        return _GAP
    if node.tag in _INLINE:
        children = [] if node.classes & _SKIPPED_CLASSES else node.children
        return Around("", children, if_blank=lambda text: text + _GAP)
    if node.tag == "rt":
        # As browsers that cannot show it above the text do.
        return f"({node.text.strip()})".replace("()", "")
    return " " if _is_skipped(node) else Around(" ", node.children, " ")


def _spelled(node: Element, spell: Callable[[str], str]) -> str:
    """Return a formula, in MathML or as TeX for MathJax, as text."""
    if formula := next((inner for inner in node.elements() if inner.tag == "math"), None):
        return formula_text(formula)
    match = _TEX.match(node.text.strip())
    return spell(match[1].strip()) if match else node.text


def _is_skipped(element: Element) -> bool:
    classes = element.classes
    if element.tag in _SKIPPED or classes & _SKIPPED_CLASSES or "math" in classes:
        return True
    parts = element.walk(lambda inner: not inner.classes & BADGES)
    return element.tag == "p" and not any(isinstance(part, str) and part.strip() for part in parts)


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
    texts: dict[int, str] = {}
    # From the innermost: an element stands before those in it.
    for element in reversed([formula, *formula.elements()]):
        inner = [texts[id(child)] for child in element.children if isinstance(child, Element)]
        texts[id(element)] = _text(element, inner)
    return " ".join(texts[id(formula)].split())


def _text(element: Element, texts: list[str]) -> str:
    """Return an element of a formula, the elements in which are *texts*."""
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
    if len(plain) < 5 and set(map(ord, plain)) <= _SMALL[mark].keys():
        return plain.translate(_SMALL[mark])
    # A single subscript that is no letter, such as ∞, needs none.
    return plain if mark == "_" and len(plain) == 1 and not plain.isalpha() else mark + _grouped(text)


def _grouped(text: str) -> str:
    text = " ".join(text.split())
    return f"({text})" if " " in text or "/" in text else text
