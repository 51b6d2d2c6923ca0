"""Descriptions of posts outside their own page: in link previews and summaries."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from sphinx_blogext.markup.describe import describe
from sphinx_blogext.markup.formulas import formula_text
from sphinx_blogext.markup.tree import parse
from sphinx_blogext.mathml.convert import to_mathml
from sphinx_blogext.mathml.renderer import macros_of
from sphinx_blogext.mathml.tokens import MathError

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_blogext.mathml.tokens import Macro
    from sphinx_blogext.write.teaser import Teaser


def describe_teaser(teaser: Teaser, config: Config) -> str:
    """Return a description of a post from its teaser, as a sentence or two of plain text."""
    return describe(teaser.html, spell=partial(spell_formula, macros=macros_of(config)))


def spell_formula(tex: str, macros: tuple[Macro, ...] = ()) -> str:
    """Return a formula as text, or its TeX without backslashes, braces and ``$`` if it cannot be converted."""
    try:
        return formula_text(parse(to_mathml(tex, display=False, macros=macros)))
    except MathError:
        return " ".join(re.sub(r"[\\{}$]+", " ", tex).split())
