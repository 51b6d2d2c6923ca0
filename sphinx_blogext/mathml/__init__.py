"""Formulas as MathML: no script, no request to another host, in any theme."""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_blogext.mathml.renderer import Renderer, to_mathml
from sphinx_blogext.mathml.tokens import Macro, MathError, macros_from_mathjax

__all__ = ["Macro", "MathError", "macros_from_mathjax", "to_mathml"]


def setup(app: Sphinx) -> ExtensionMetadata:
    Renderer(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
