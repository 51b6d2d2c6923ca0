"""Comments of kramdown, which readers did not see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.importers.bodies.edits import Edited, Edits, Lines
from sphinx_blogext.importers.bodies.jsx import outside
from sphinx_blogext.importers.bodies.tags import find_places

if TYPE_CHECKING:
    from sphinx_blogext.importers.bodies.dialects import Dialect
    from sphinx_blogext.importers.bodies.work import BodyContext, Report

_COMMENT = re.compile(r"\{::comment\}(?P<text>(?:[^{]|\{(?!:/))*)\{:/(?:comment)?\}")


def hide_comments(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with kramdown's comments as HTML comments; ``None`` if there are none."""
    if context.engine != "jekyll" or "{::comment}" not in text:
        return None
    edits = Edits(Lines(text))
    for match in outside(find_places(text, "").code, _COMMENT.finditer(text)):
        # Two hyphens would end an HTML comment.
        hidden = match["text"].strip().replace("--", "- -")
        edits.replace(*match.span(), f"<!-- {hidden} -->")
    return edits.apply()
