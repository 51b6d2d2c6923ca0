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


#: A string, template or regular expression, which stays as it is; or a sign with spaces that it does not need.
#: Not ``+`` and ``-``, of which two could join; and not the ends of lines, which may end statements.
_JS_PIECE = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
    r"""|(?:(?<=[(,=:!&|?{};\[])|(?<=return))[ ]*/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/)"""
    r"""|[ ]*([{}()\[\],;=<>*?:&|])[ ]*"""
)


def lean_js(text: str) -> str:
    """Return a script without unneeded space, and without comments on lines of their own.

    A template in it must not contain another one.
    """
    text = re.sub(r"^[ \t]*/\*.*?\*/\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = "\n".join(line for line in map(str.strip, text.split("\n")) if line)
    return _JS_PIECE.sub(lambda piece: piece[1] or piece[2], text) + "\n"
