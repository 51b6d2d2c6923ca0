"""The words that readers see of a post, before and after its conversion: no text is lost unseen."""

from __future__ import annotations

import re
from textwrap import indent
from typing import TYPE_CHECKING

from blogext_import.bodies.code import Code

if TYPE_CHECKING:
    from blogext_import.post_records import ImportedPost

#: What readers do not see: comments, scripts and styles.
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|\{/\*.*?(?:\*/\}|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
#: Tags of engines and of HTML, targets of links, attributes, and what begins a directive or an option.
_MARKUP = re.compile(
    r"\{%[^%]*%\}|\{\{[^{}]*\}\}|</?[A-Za-z][^<>]*>|\]\([^()\s]*|(?<!\w)\w++://[^\s<>)\]]*|\{:?[ ]?[.#%][^{}\n]*\}"
    r"|^[ \t>]*(?:[!?]{3}\+?[ ][\w -]+|[`:~]{3,}[ ]*\{?[\w-]+\}?(?: html$)?"
    r"|\.\. (?:\|[^|\n]+\| )?[\w-]+::(?:[ ]+\S+$)?|:[\w-]+:(?!`))"
    r"|&#?\w+;|^[ ]*\.\. [A-Z_]+(?::|$)|:doc:`[^`<>]+`|<[^<>`]*>(?=`)|:[\w+.-]+:(?=`)",
    re.MULTILINE,
)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SHOWN = re.compile(
    r"!\[|\{image\}|\{figure\}|\.\. (?:\|[^|\n]+\| )?(?:image|figure|include)::"
    r"|<(?:img|svg|video|audio|iframe|embed|object|canvas|script|math)\b"
)
#: How much of the words may be missing before anybody has to know: one in so many.
_FEW = 10

EMPTY = "nothing of its text can be shown: what its source says is shown as it is"
SHORTER = "has %(after)s of the %(before)s words of its source"


def count_words(text: str) -> int:
    """Return the number of words of a text, of which each Chinese, Japanese and Korean character is one."""
    return len(_WORD.findall(_MARKUP.sub(" ", _HIDDEN.sub(" ", text))))


def is_shorter(before: int, after: int) -> bool:
    return before - after > before // _FEW


def shows(text: str) -> bool:
    """Return whether readers see anything of a text: words, or a picture or the like."""
    text = _COMMENT.sub("", text)
    # In a converted text, what looks like a tag is text.
    return bool(_SHOWN.search(text)) or count_words(text.replace("{{", "").replace("{%", "")) > 0


def as_literal(post: ImportedPost) -> str:
    """Return the text of a post as code, without its comments; ``""`` if there is nothing else."""
    text = _COMMENT.sub("", post.body).strip()
    if not text or post.format != "rst":
        return "\n".join(Code("text").block(text)) if text else ""
    return f"::\n\n{indent(text, '   ')}"
