"""Minify style sheets and scripts."""

from __future__ import annotations

import re


def lean_css(text: str) -> str:
    """Return a style sheet without comments, unneeded space, and quotation marks around words in selectors.

    Its strings must not contain ``: `` or ``>`` with a space beside it.
    """
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    text = re.sub(r" ?([{};,>]) ?", r"\1", text).replace(": ", ":").replace(";}", "}")
    return re.sub(r'="([A-Za-z][\w-]*)"]', r"=\1]", text).strip() + "\n"


def lean_js(text: str) -> str:
    """Return a script without indentation, and without comments on lines of their own."""
    text = re.sub(r"^[ \t]*/\*.*?\*/\n", "", text, flags=re.MULTILINE | re.DOTALL)
    return "\n".join(line for line in map(str.strip, text.split("\n")) if line) + "\n"
