"""Spaces in the paths of links, which Python-Markdown allows and CommonMark does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_places, outside

if TYPE_CHECKING:
    from blogext_import.bodies.dialects import Dialect
    from blogext_import.bodies.work import BodyContext, Report

#: A path in the syntax of Pelican, which may be followed by a title.
_PATH = re.compile(
    r"(?<=\]\()[ \t]*(?P<path>(?:\{[a-z]+\}|\|[a-z]+\|)[^\s<>()\"]+(?: +[^\s<>()\"']+)+)[ \t]*(?=\)|[ \t][\"'])"
)


def quote_paths(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with Pelican's paths in angle brackets if they contain spaces; ``None`` if none do."""
    if context.engine != "pelican" or not _PATH.search(text):
        return None
    edits = Edits(Lines(text))
    for match in outside(find_places(text, "").code, _PATH.finditer(text)):
        edits.replace(*match.span(), f"<{match['path']}>")
    return edits.apply()
