"""Code: its language, title, numbers and marked lines, which each engine writes in its own way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from typing import TYPE_CHECKING

from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]  # its types are no part of it
from pygments.util import ClassNotFound  # type: ignore[import-untyped]  # its types are no part of it

from sphinx_blogext.core.marks import N_
from sphinx_blogext.importers.bodies.containers import MADE

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_blogext.importers.bodies.work import Work

_OPENING = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)")
_LANGUAGE = re.compile(r"\s*(?P<language>[^\s{},\[\]\"'=:]+)?(?P<rest>.*)", re.DOTALL)
_BRACED = re.compile(r"\s*\{\s*\.?(?P<language>[A-Za-z][\w+#-]*)?[\s,]*(?P<rest>[^}]*)\}(?P<more>.*)")
_OPTION = re.compile(
    r"(?P<key>[A-Za-z_][\w-]*)\s*[=:]\s*(?P<value>\"[^\"]*\"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[\d,\s-]*\d(?=[\s,}]|\Z)|[^\s,}]+)"
    r"|\{(?P<lines>[\d,\s.-]+)\}|(?P<flag>[A-Za-z]\w*)"
)
_SHEBANG = re.compile(r"(?::::|#!)(?P<language>[A-Za-z][\w+#-]*)(?:[ \t]+(?P<rest>\S.*)?)?\Z")
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|\.\.)\s*(\d+))?")
_PLAIN = frozenset("plain plaintext txt no-highlight nohighlight nolang none raw log output mono".split())
_ALIKE = {
    "jsonc": "json",
    "json5": "json",
    "golang": "go",
    "assembly": "nasm",
    "vue": "html",
    "svelte": "html",
    "wxml": "xml",
    "wxss": "css",
    "mdx": "markdown",
    "env": "bash",
    "dotenv": "bash",
    "cmd": "batch",
    "gitignore": "text",
    "conf": "ini",
    "proto": "protobuf",
    "sol": "solidity",
    "node": "javascript",
    "dos": "batch",
    "objc": "objective-c",
    "shell-session": "console",
    "hbs": "handlebars",
    "patch": "diff",
}
_TITLES = frozenset("title file filename name caption".split())
_MARKED = frozenset("hl_lines hl-lines mark highlight mark_lines highlight_lines emphasize".split())
_FIRST = frozenset("linenostart linenumstart first_line firstline startline".split())
_NUMBERED = frozenset("linenos showlinenumbers line_number linenums".split())


@dataclass
class Code:
    """What is said of a piece of code. *first* is the number of its first line where lines have numbers."""

    language: str = ""
    title: str = ""
    marked: str = ""
    numbered: bool = False
    first: int = 1

    def keep_to(self, count: int) -> None:
        """Mark no lines that are not there."""
        self.marked = ",".join(
            part for part in self.marked.split(",") if part and int(part.split("-")[-1]) <= count
        )

    def opening(self, fence: str) -> list[str]:
        """Return the line or lines that open it."""
        options = [
            *([f":caption: {self.title}"] if self.title else []),
            *([f":emphasize-lines: {self.marked}"] if self.marked else []),
            *([":linenos:"] if self.numbered and self.first == 1 else []),
            *([f":lineno-start: {self.first}"] if self.first != 1 else []),
        ]
        if not options:
            return [fence + self.language]
        return [f"{fence}{MADE}{{code-block}} {self.language or 'text'}", *options, ""]

    def block(self, content: str) -> list[str]:
        """Return the lines of it as a fenced block with its *content*."""
        self.keep_to(content.count("\n") + 1)
        runs = re.findall(r"^[ \t]*(`{3,})", content, re.MULTILINE)
        fence = "`" * max(3, *(len(run) + 1 for run in runs), 3)
        return [*self.opening(fence), *content.split("\n"), fence]


@cache
def known_language(name: str) -> str:
    """Return the language as Pygments calls it, ``text`` for none, or ``""`` for one that it does not know."""
    name = name.lower()
    name = "text" if name in _PLAIN else _ALIKE.get(name, name)
    try:
        get_lexer_by_name(name)
    except ClassNotFound:
        return ""
    return name


def line_numbers(text: str, first: int = 1, offset: int = 0) -> str:
    """Return numbers and ranges of lines, in any of the forms that engines have, as Sphinx writes them."""
    found = []
    for low, high in _RANGE.findall(text):
        start, end = int(low[:9]) - first + 1 + offset, int((high or low)[:9]) - first + 1 + offset
        if 0 < start <= end:
            found.append(str(start) if start == end else f"{start}-{end}")
    return ",".join(found)


def parse_options(code: Code, text: str, *, from_zero: bool = False) -> None:
    """Read what stands after the language into *code*."""
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
            if key == "linenums" and value.isdecimal() and int(value[:9]) > 1:
                code.first = int(value[:9])
    code.marked = line_numbers(marked, offset=int(from_zero))


def convert_code(work: Work) -> None:
    """Convert fenced code with more than a language, and code that names its language in its first line."""
    for token in work.scan.blocks("fence", "code_block"):
        if work.is_frozen(work.scan.begin(token)):
            continue
        if token.type == "fence":
            _convert_fence(work, token)
        elif found := _SHEBANG.match(token.content.partition("\n")[0].strip()):
            _convert_indented(work, token, found)


def _convert_fence(work: Work, token: Token) -> None:
    begin = work.scan.begin(token)
    found = _OPENING.match(work.text, begin)
    if not found or not token.content.strip() or found["info"].startswith(MADE):
        return
    code = _read_info(work, found["info"], token.content)
    opening = code.opening(found["fence"])
    if opening != [found["fence"] + found["info"].strip()]:
        work.edits.write(begin, found.end(), opening, token)


def _read_info(work: Work, info: str, content: str) -> Code:
    """Read the line that opens fenced code."""
    braced = _BRACED.fullmatch(info)
    found = braced if braced and (braced["language"] or "." in info) else _LANGUAGE.match(info)
    code, rest = Code(), ""
    if found:
        code.language, rest = found["language"] or "", found["rest"]
    if braced and found is braced:
        rest = f"{braced['rest']} {braced['more']}"
        if (known := known_language(code.language)) != code.language:
            code.language = known or "text"
    if work.context.engine == "hexo":
        _read_hexo(code, rest)
    else:
        parse_options(code, rest)
    return _with_language(work, code, content)


def _read_hexo(code: Code, rest: str) -> None:
    """Read what Hexo allows after a language: options, a title, and an address with its text."""
    words = re.sub(r"\b(?:line_number|line_threshold|highlight|first_line|mark|wrap|language_attr):\S+", " ", rest)
    parse_options(code, " ".join(re.findall(r"\b(?:line_number|first_line|mark):\S+|\{[\d,\s-]+\}", rest)))
    code.numbered = False
    title = " ".join(re.sub(r"\{[\d,\s-]+\}", " ", re.sub(r"https?://.*", "", words)).split())
    named = re.match(r"title\s*[=:]\s*[\"']?([^\"']+)", title)
    code.title = named[1].strip() if named else title


def _with_language(work: Work, code: Code, content: str) -> Code:
    """Give code the name that Pygments has for its language."""
    if code.language == "math" and not (code.title or code.marked):
        code.language = "{math}"
    elif code.language and (known := known_language(code.language)) and known != code.language.lower():
        code.language = known
    code.keep_to(content.count("\n"))
    return code


def note_unknown_languages(work: Work) -> None:
    """Report code in languages that Pygments does not know, since the build will warn of it."""
    for token in work.scan.blocks("fence"):
        name = (_LANGUAGE.match(token.info.strip()) or [""])["language"] if token.info.strip() else ""  # type: ignore[call-overload]
        if name and name != "math" and not token.info.strip().startswith(("{", MADE)) and not known_language(name):
            work.remark(
                work.scan.begin(token),
                N_("code in %(language)r stays without colours: Pygments knows no such language"),
                language=name,
            )


def _convert_indented(work: Work, token: Token, found: re.Match[str]) -> None:
    """Make fenced code of indented code that begins with ``:::python``."""
    if token.map is None or not (name := known_language(found["language"])):
        return
    body = dedent(token.content.partition("\n")[2].rstrip())
    if not body.strip():
        return
    code = Code(language=name, numbered=work.text.startswith("#!", work.scan.begin(token)))
    parse_options(code, found["rest"] or "")
    begin = work.scan.begin(token)
    start = work.scan.lines.start(token.map[0])
    lead = work.text[start:begin]
    cut = begin - 4 if lead.endswith("    ") else begin - lead.endswith("\t")
    lines = work.scan.lines
    last = max(number for number in range(*token.map) if lines.of(number).strip(" \t>"))
    work.edits.write(cut, lines.end(last), code.block(body), token)
