"""Formulas as text, for places without markup: link previews, summaries, descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.markup.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUPERSCRIPTS = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS = str.maketrans("0123456789+-−=()aeijkmnopstx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₘₙₒₚₛₜₓ")
#: Invisible characters: of functions, of products.
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
#: Characters with a space on each side.
_SPACED = frozenset("=≠≈≡<>≤≥≪≫∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦+−±∓×·∧∨∪∩∼∝⊕⊗≔")
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
    parts = [child for child in element.children if isinstance(child, Element)]
    if element.tag == "mo":
        return _operator(element)
    if element.tag == "mspace":
        return " "
    if not parts:
        return element.text.translate(_INVISIBLE)
    if element.tag in _SCRIPTS and len(parts) > 1:
        return _text(parts[0]) + "".join(map(_script, _SCRIPTS[element.tag], parts[1:]))
    if element.tag == "mfrac" and len(parts) == 2:
        return "/".join(map(_grouped, map(_text, parts)))
    if element.tag in {"msqrt", "mroot"}:
        body = "".join(map(_text, parts if element.tag == "msqrt" else parts[:1]))
        return "√" + _grouped(body)
    between = {"mtable": "; ", "mtr": ", "}.get(element.tag, "")
    return between.join(_row(parts) if not between else map(_text, parts))


def _row(parts: list[Element]) -> Iterator[str]:
    """Yield the texts of a row; an operator at its beginning is a sign of what follows."""
    for place, part in enumerate(parts):
        text = _text(part)
        yield text.strip() if place == 0 and part.tag == "mo" else text


def _operator(element: Element) -> str:
    sign = element.text.translate(_INVISIBLE)
    if sign in _SPACED:
        return f" {sign} "
    return f"{sign} " if sign in {",", ";"} else sign


def _script(mark: str, part: Element) -> str:
    """Return a subscript or superscript: in Unicode's own characters if they exist, or else after a mark."""
    text = " ".join(_text(part).split())
    if not text:
        return ""
    small = text.replace(" ", "").translate(_SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS)
    is_whole = all(ord(character) > 0x7F for character in small) and small != text.replace(" ", "")
    return small if is_whole and len(small) < 5 else mark + _grouped(text)


def _grouped(text: str) -> str:
    """Return *text* in parentheses, unless it is a single item."""
    text = " ".join(text.split())
    return f"({text})" if " " in text or "/" in text else text
