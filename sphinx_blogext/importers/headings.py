"""The heading that the text of a post begins with, and its title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.markup.quote import markdown_text

if TYPE_CHECKING:
    from typing import Literal

#: What may stand above a first heading without being seen: empty lines, comments, imports of MDX.
_UNSEEN = (
    r"(?:[ \t]*\n|[ \t]*(?:<!--(?:(?!-->).)*-->|\{/\*(?:(?!\*/).)*\*/\})[ \t]*\n|(?:import|export)[ \t][^\n]*\n)*"
)
_HEADING = re.compile(
    rf"(?P<above>{_UNSEEN})"
    r"(?:#[ \t]+(?P<atx>[^\n]*?)[ \t]*#*|(?P<setext>[^\s#>*+`<|:-][^\n]*)\n=+)[ \t]*(?:\n|\Z)",
    re.DOTALL,
)
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*[#.][^{}\n]*\}$")
_MARKUP = re.compile(r"[*`]|!?\[([^\]]*)\]\([^)]*\)|<[^>]*>")


def take_heading(body: str, title: str, own: Literal["keep", "replace", "lower"]) -> tuple[str, str]:
    """Return *body* without the heading of its title, with as many lines as before, and that heading in Markdown.

    The heading that *body* begins with is it where it says the same as *title*. Of one that says something
    else, *own* tells what engines make of it: they show it in the place of the title, or the other way round,
    or below it.
    """
    match = _HEADING.match(body)
    if match is None:
        return body, markdown_text(title)
    heading = _ATTRIBUTES.sub("", (match["atx"] or match["setext"] or "").strip())
    is_title = _letters(plain(heading)) == _letters(title)
    if not is_title and own == "lower":
        return body, markdown_text(title)
    rest = match["above"] + "\n" * body.count("\n", match.end("above"), match.end()) + body[match.end() :]
    return rest, heading if is_title or own == "keep" else markdown_text(title)


def first_heading(body: str) -> str:
    """Return the heading of the first level that *body* begins with, as text, or ``""``."""
    match = _HEADING.match(body)
    return plain(_ATTRIBUTES.sub("", (match["atx"] or match["setext"] or "").strip())) if match else ""


def plain(heading: str) -> str:
    """Return a heading in Markdown as text."""
    return " ".join(_MARKUP.sub(lambda match: match[1] or "", heading).replace("\\", "").split())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold() or text
