"""Formulas as text, for where there is no mark-up: link previews, summaries, descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.markup.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUPERSCRIPTS = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS = str.maketrans("0123456789+-−=()aeijkmnopstx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₘₙₒₚₛₜₓ")
#: Characters that are not to be seen: of functions, of products.
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")
#: Signs that stand between two others with a space on each side.
_SPACED = frozenset("=≠≈≡<>≤≥≪≫∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦+−±∓×·∧∨∪∩∼∝⊕⊗≔")
#: Elements whose second, or second and third, child is an index.
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
    """Yield what stands in a row; a sign at its beginning is that of what follows."""
    for place, part in enumerate(parts):
        text = _text(part)
        yield text.strip() if place == 0 and part.tag == "mo" else text


def _operator(element: Element) -> str:
    sign = element.text.translate(_INVISIBLE)
    if sign in _SPACED:
        return f" {sign} "
    return f"{sign} " if sign in {",", ";"} else sign


def _script(mark: str, part: Element) -> str:
    """Return an index: by characters of its own where there are such, or else after a mark."""
    text = " ".join(_text(part).split())
    if not text:
        return ""
    small = text.replace(" ", "").translate(_SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS)
    is_whole = all(ord(character) > 0x7F for character in small) and small != text.replace(" ", "")
    return small if is_whole and len(small) < 5 else mark + _grouped(text)


def _grouped(text: str) -> str:
    """Return *text* in brackets, unless it is one thing."""
    text = " ".join(text.split())
    return f"({text})" if " " in text or "/" in text else text
