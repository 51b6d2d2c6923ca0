"""Convert TeX to MathML that browsers render natively."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from sphinx_blogext.mathml.tokens import Macro, MathError, Tokens
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from sphinx_blogext.mathml.sizes import Size

NAMESPACE = "http://www.w3.org/1998/Math/MathML"

#: The characters that XML does not allow (XML 1.0, section 2.2). Listing the others would take long to compile.
_NOT_XML = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Formula(NamedTuple):
    """A formula as MathML, and its approximate size."""

    mathml: str
    size: Size


def to_mathml(tex: str, *, display: bool, macros: tuple[Macro, ...] = ()) -> str:
    """Return *tex* as an element ``math``, well-formed and in its namespace."""
    # Raises :class:`MathError` if ``tex`` cannot be converted.
    return convert(tex, display=display, macros=macros).mathml


@lru_cache(maxsize=2048)
def convert(tex: str, *, display: bool, macros: tuple[Macro, ...] = ()) -> Formula:
    """Do the same as :func:`to_mathml`; a formula that occurs in many places is converted once."""
    # Imported here because a build that writes no formula does not need all of TeX.
    from sphinx_blogext.mathml.elements import flat
    from sphinx_blogext.mathml.parser import Parser
    from sphinx_blogext.mathml.sizes import size_of

    if _NOT_XML.search(tex):
        raise MathError("it contains a control character")
    # A blank line in a displayed formula begins a new row.
    source = re.sub(r"\n\s*\n", r"\\\\ ", tex.strip()) if display else tex
    body = Parser(Tokens(source, macros), display=display).formula()
    math = Element("math", {"xmlns": NAMESPACE} | ({"display": "block"} if display else {}))
    math.extend(flat(body))
    mathml = ElementTree.tostring(math, encoding="unicode", short_empty_elements=False)
    return Formula(mathml, size_of(body, display=display))
