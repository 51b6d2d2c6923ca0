"""Code blocks: language, title, line numbers and highlighted lines, in the syntax of any engine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]  # its types are no part of it
from pygments.util import ClassNotFound  # type: ignore[import-untyped]  # its types are no part of it

from blogext_import.bodies.containers import MADE
from blogext_import.bodies.markup import link, option, paragraph
from sphinx_blogext.markup.quote import markdown_text

_OPTION = re.compile(
    r"(?P<key>[A-Za-z_][\w-]*)\s*[=:]\s*(?P<value>\"[^\"]*\"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[\d,\s-]*\d(?=[\s,}]|\Z)|[^\s,}]+)"
    r"|\{(?P<lines>[\d,\s.-]+)\}|(?P<flag>[A-Za-z]\w*)"
)
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|\.\.)\s*(\d+))?")
_PLAIN = frozenset("plain plaintext txt no-highlight nohighlight nolang none raw log output mono".split())
_ALIKE = dict(
    pair.split("=")
    for pair in (
        "jsonc=json json5=json golang=go assembly=nasm vue=html svelte=html wxml=xml wxss=css mdx=markdown "
        "env=bash dotenv=bash cmd=batch gitignore=text conf=ini proto=protobuf sol=solidity node=javascript "
        "dos=batch objc=objective-c shell-session=console hbs=handlebars patch=diff "
    ).split()
)
_TITLES = frozenset("title file filename name caption".split())
_MARKED = frozenset("hl_lines hl-lines mark highlight mark_lines highlight_lines emphasize".split())
_FIRST = frozenset("linenostart linenumstart first_line firstline startline".split())
#: Options that turn numbers on, and may name the first one.
_FROM = frozenset({"linenums", "showlinenumbers"})
_NUMBERED = frozenset("linenos showlinenumbers line_number linenums".split())


@dataclass
class Code:
    """The options of a code block; *first* is the number of its first line if lines are numbered.

    *link* is a URL to show with the title, which a text may follow.
    """

    language: str = ""
    title: str = ""
    link: str = ""
    marked: str = ""
    numbered: bool = False
    first: int = 1

    def keep_to(self, count: int) -> None:
        """Remove highlighted lines beyond the last line, *count*, and repeated ones."""
        parts = dict.fromkeys(self.marked.split(","))
        self.marked = ",".join(part for part in parts if part and int(part.split("-")[-1]) <= count)

    def opening(self, fence: str) -> list[str]:
        """Return the opening lines of the block."""
        options = [
            *([option("caption", caption)] if (caption := self._caption()) else []),
            *([f":emphasize-lines: {self.marked}"] if self.marked else []),
            *([":linenos:"] if self.numbered and self.first == 1 else []),
            *([f":lineno-start: {self.first}"] if self.first != 1 else []),
        ]
        if not options:
            return [fence + self.language]
        return [f"{fence}{MADE}{{code-block}} {self.language or 'text'}", *options, ""]

    def _caption(self) -> str:
        """Return the title and the link as Markdown."""
        address, _space, text = self.link.partition(" ")
        shown = link(address, markdown_text(text.strip() or address)) if address else ""
        return " ".join(filter(None, [paragraph(self.title), shown]))

    def block(self, content: str) -> list[str]:
        """Return the lines of the fenced block with *content*."""
        self.keep_to(content.count("\n") + 1)
        runs = re.findall(r"^[ \t]*(`{3,})", content, re.MULTILINE)
        fence = "`" * max(3, *(len(run) + 1 for run in runs), 3)
        return [*self.opening(fence), *content.split("\n"), fence]


@cache
def known_language(name: str) -> str:
    """Return Pygments' name for the language, ``text`` for plain text, or ``""`` for an unknown language."""
    name = name.lower()
    name = "text" if name in _PLAIN else _ALIKE.get(name, name)
    try:
        get_lexer_by_name(name)
    except ClassNotFound:
        return ""
    return name


def line_numbers(text: str, first: int = 1, offset: int = 0) -> str:
    """Return line numbers and ranges, in any engine's syntax, in Sphinx's syntax."""
    found = []
    for low, high in _RANGE.findall(text):
        start, end = int(low[:9]) - first + 1 + offset, int((high or low)[:9]) - first + 1 + offset
        if 0 < start <= end:
            found.append(str(start) if start == end else f"{start}-{end}")
    return ",".join(found)


def split_address(words: str) -> tuple[str, str]:
    """Return what is before the URL in the title of code in Hexo, and the URL with its text."""
    found = re.search(r"https?://\S.*", words, re.DOTALL)
    return (words[: found.start()].strip(), " ".join(found[0].split())) if found else (words, "")


def parse_options(code: Code, text: str, *, from_zero: bool = False) -> None:
    """Parse the options after the language into *code*."""
    marked = ""
    for found in _OPTION.finditer(text):
        key, value = (found["key"] or found["flag"] or "").lower(), (found["value"] or "").strip("\"'[]{} ")
        if found["lines"]:
            marked = found["lines"]
        elif key in _TITLES and value:
            code.title = value
        elif key in _MARKED and found["value"]:
            marked = found["value"]
        elif key in _FIRST and value.isdecimal():
            code.first = int(value[:9])
        elif key in _NUMBERED:
            code.numbered = value.lower() not in ("false", "none", "0")
            if key in _FROM and value.isdecimal() and int(value[:9]) > 1:
                code.first = int(value[:9])
    code.marked = line_numbers(marked, offset=int(from_zero))
