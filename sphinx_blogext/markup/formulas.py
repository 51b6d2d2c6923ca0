"""Formulas as text, for places without markup: link previews, summaries, descriptions."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from sphinx_blogext.markup.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUPERSCRIPTS = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS = str.maketrans("0123456789+-−=()aeijkmnopstx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₘₙₒₚₛₜₓ")
#: Superscripts that need no mark before them.
_MARKS = {"∗": "*", "*": "*", "†": "†", "‡": "‡", "∘": "°", "⊤": "ᵀ"}
#: Signs above and below letters, and the characters that put them there. Others, such as braces, are left out.
_ACCENTS = {
    **dict.fromkeys("ˆ^", "\u0302"),
    **dict.fromkeys("˜~", "\u0303"),
    **dict.fromkeys("¯‾", "\u0304"),
    **dict.fromkeys("_", "\u0332"),
    **dict.fromkeys("→⟶", "\u20d7"),
    **dict.fromkeys("←⟵", "\u20d6"),
    **dict(zip("˙¨˘ˇ´`˚", "\u0307\u0308\u0306\u030c\u0301\u0300\u030a", strict=True)),
}
#: Braces above and below; what is written at them is no power.
_BRACES = frozenset("⏞⏟⎴⎵")
#: Invisible characters: of functions, of products.
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
#: Characters with a space on each side.
_SPACED = frozenset("=≠≈≡<>≤≥≪≫∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦+−±∓×·∧∨∪∩∼∝⊕⊗≔∣⋅")
#: Elements whose second, or second and third, child is a subscript or superscript.
_SCRIPTS = {
    "msub": "_",
    "msup": "^",
    "msubsup": "_^",
    "munder": "_",
    "mover": "^",
    "munderover": "_^",
}
_UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})


def formula_text(formula: Element) -> str:
    """Return an element ``math`` as a line of text: ``O(log k)``, ``a₁ + … + aₙ``, ``(a + b)/2``."""
    return " ".join(_text(formula).split())


def _text(element: Element) -> str:
    if element.tag in _UNSEEN:
        return ""
    if element.tag == "mo":
        return _operator(element)
    if element.tag == "mspace":
        return " "
    parts = [child for child in element.children if isinstance(child, Element)]
    return _text_of_parts(element, parts) if parts else element.text.translate(_INVISIBLE)


def _text_of_parts(element: Element, parts: list[Element]) -> str:
    if len(parts) == 2 and (text := _of_two(element, *parts)):
        return text
    if element.tag in _SCRIPTS and len(parts) > 1:
        return _text(parts[0]) + "".join(map(_script, _SCRIPTS[element.tag], parts[1:]))
    if element.tag == "mroot":
        return "√" + _grouped(_text(parts[0]))
    texts = map(_text, parts)
    if element.tag == "msqrt":
        return "√" + _grouped("".join(texts))
    between = {"mtable": "; ", "mtr": ", "}.get(element.tag, "")
    return between.join(texts) if between else "".join(_row(parts))


def _of_two(element: Element, first: Element, second: Element) -> str:
    """Return a fraction or what has an accent or a brace as text, or ``""`` for any other element."""
    if _is_stack(element):
        return f"{_text(first)}, {_text(second)}"
    if element.tag == "mfrac":
        return f"{_grouped(_text(first))}/{_grouped(_text(second))}"
    if "true" in {element.attributes.get("accent"), element.attributes.get("accentunder")}:
        return _accented(_text(first), _text(second))
    if element.tag in {"mover", "munder"} and first.text[-1:] in _BRACES:
        return f"{_text(first)} ({_text(second)})"
    return ""


def _row(parts: list[Element]) -> Iterator[str]:
    """Yield the texts of a row; an operator at its beginning is a sign of what follows."""
    for place, part in enumerate(parts):
        text = _text(part)
        # Two lines in parentheses are a binomial coefficient.
        if text == "(" and any(map(_is_stack, parts[place + 1 : place + 2])):
            yield "C"
        yield text.strip() if place == 0 and part.tag == "mo" else text


def _operator(element: Element) -> str:
    sign = element.text.translate(_INVISIBLE)
    is_word = sign.isalpha() and element.attributes.get("lspace", "0") != "0"
    if sign in _SPACED or is_word:
        return f" {sign} "
    return f"{sign} " if sign in {",", ";"} else sign


def _is_stack(element: Element) -> bool:
    """Return whether an element is a fraction without a line."""
    return element.tag == "mfrac" and element.attributes.get("linethickness") == "0"


def _accented(base: str, sign: str) -> str:
    """Return a text whose letters and digits have a sign above or below them."""
    sign = sign.strip()
    mark = _ACCENTS.get(sign, sign if len(sign) == 1 and unicodedata.combining(sign) else "")
    return "".join(character + mark if character.isalnum() else character for character in base)


def _script(mark: str, part: Element) -> str:
    """Return a subscript or superscript: in Unicode's own characters if they exist, or else after a mark."""
    text = " ".join(_text(part).split())
    if not text:
        return ""
    if mark == "^" and text in _MARKS:
        return _MARKS[text]
    small = text.replace(" ", "").translate(_SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS)
    is_whole = all(ord(character) > 0x7F for character in small) and small != text.replace(" ", "")
    return small if is_whole and len(small) < 5 else mark + _grouped(text)


def _grouped(text: str) -> str:
    """Return *text* in parentheses, unless it is a single item."""
    text = " ".join(text.split())
    return f"({text})" if " " in text or "/" in text else text
