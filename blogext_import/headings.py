"""The heading at the start of a post, and the title of the post."""

import re
from typing import Literal

from markdown_it import MarkdownIt

from sphinx_blogext.markup.quote import markdown_text

#: Invisible content that may precede the first heading: empty lines, comments, MDX imports.
_UNSEEN = (
    r"(?:[ \t]*\n|[ \t]*(?:<!--(?:(?!-->).)*-->|\{/\*(?:(?!\*/).)*\*/\})[ \t]*\n|(?:import|export)[ \t][^\n]*\n)*"
)
_HEADING = re.compile(
    rf"(?P<above>{_UNSEEN})"
    r"(?:#[ \t]+(?P<atx>[^\n]*?)[ \t]*+#*+|(?P<setext>[^\s#>*+`<|:-][^\n]*)\n=+)[ \t]*+(?:\n|\Z)",
    re.DOTALL,
)
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*[#.][^{}\n]*\}$")
_MARKUP = re.compile(r"[*`]|!?\[([^\[\]]*)\]\([^()]*\)|<[^<>]*>")


_SIGNS = re.compile(r"[*_`\[<\\&]")


def take_heading(body: str, title: str, own: Literal["keep", "replace", "lower"]) -> tuple[str, str]:
    """Return *body* without its title heading, keeping the number of lines, and the heading in Markdown.

    A heading at the start of *body* with the same text as *title* is the title heading. If its text differs,
    *own* tells what the engine does: ``keep`` shows the heading instead of the title, ``replace`` shows the
    title instead, ``lower`` shows the heading below the title.
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
    """Return the level-1 heading at the start of *body* as plain text, or ``""``."""
    match = _HEADING.match(body)
    return plain(_ATTRIBUTES.sub("", (match["atx"] or match["setext"] or "").strip())) if match else ""


def heading_text(text: str) -> str:
    """Return the text of a heading without the signs and the attributes at its end."""
    shorter = text.rstrip().rstrip("#")
    text = shorter if not shorter or shorter[-1].isspace() else text
    return _ATTRIBUTES.sub("", text.strip())


def plain(heading: str) -> str:
    return " ".join(_MARKUP.sub(lambda match: match[1] or "", heading).replace("\\", "").split())


def plain_text(text: str) -> str:
    if not _SIGNS.search(text):
        return text
    [inline] = MarkdownIt("commonmark").parseInline(text)
    tokens = [token for token in inline.children or [] if token.type != "html_inline"]
    parts = (" " if token.type.endswith("break") else token.content for token in tokens)
    return " ".join("".join(parts).split())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold() or text
