"""Code blocks: language, title, line numbers and highlighted lines, in the syntax of any engine."""

import re
from dataclasses import dataclass
from functools import cache
from textwrap import dedent

from markdown_it.token import Token
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]  # its types are no part of it
from pygments.util import ClassNotFound  # type: ignore[import-untyped]  # its types are no part of it

from blogext_import.bodies.markup import fence, link, option, paragraph
from blogext_import.bodies.rules import MADE
from blogext_import.bodies.work import Work
from sphinx_blogext.markup.quote import markdown_text

_OPTION = re.compile(
    r"(?P<key>[A-Za-z_][\w-]*)\s{0,9}[=:]\s{0,9}(?P<value>\"[^\"]*\"|'[^']*'|\[[^\[\]]*\]|\{[^{}]*\}|[\d,\s-]*\d(?=[\s,}]|\Z)|[^\s,}]+)"
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
#: What options are about: a title, highlighted lines, the first number, numbers, or numbers from one on.
_KINDS = {
    **dict.fromkeys("title file filename name caption".split(), "title"),
    **dict.fromkeys("hl_lines hl-lines mark highlight mark_lines highlight_lines emphasize {".split(), "marked"),
    **dict.fromkeys("linenostart linenumstart first_line firstline startline".split(), "first"),
    **dict.fromkeys(("linenos", "line_number"), "numbered"),
    **dict.fromkeys(("linenums", "showlinenumbers"), "from"),
}
_OFF = ("false", "none", "0")
_AROUND = "\"'[]{} "
_OPENING = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)")
_LANGUAGE = re.compile(r"\s*(?P<language>[^\s{},\[\]\"'=:]+)?(?P<rest>.*)", re.DOTALL)
_BRACED = re.compile(r"\s*\{\s*+\.?(?P<language>[A-Za-z][\w+#-]*+)?[\s,]*+(?P<rest>[^}]*)\}(?P<more>.*)")
_SHEBANG = re.compile(r"(?::::|#!)(?P<language>[A-Za-z][\w+#-]*)(?:[ \t]+(?P<rest>\S.*)?)?\Z")
_COMMENT = re.compile(
    r"(?://|#|--|%|;|<!--|\{?/\*)[ \t]*highlight-(next-line|start|end)[ \t]*(?:-->|\*/\}?)?[ \t]*"
)
_FILE = re.compile(
    r"[ \t]*\{:[^{}\n]*?\b(?:file|title)=(?P<quote>[\"'])(?P<title>[^\"'{}\n]+)(?P=quote)[^{}\n]*\}[ \t]*"
)
#: A title that is a link, which Material shows as HTML.
_ANCHOR = re.compile(r"<a\s[^<>]*?href=[\"'](?P<address>[^\s\"'<>]+)[\"'][^<>]*>(?P<text>[^<>]+)</a>")


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

    def opening(self, mark: str) -> list[str]:
        options = [
            *([option("caption", caption)] if (caption := self._caption()) else []),
            *([f":emphasize-lines: {self.marked}"] if self.marked else []),
            *([":linenos:"] if self.numbered and self.first == 1 else []),
            *([f":lineno-start: {self.first}"] if self.first != 1 else []),
        ]
        if not options:
            return [mark + self.language]
        return [f"{mark}{MADE}{{code-block}} {self.language or 'text'}", *options, ""]

    def _caption(self) -> str:
        if anchor := _ANCHOR.fullmatch(self.title):
            return link(anchor["address"], markdown_text(anchor["text"]))
        address, _space, text = self.link.partition(" ")
        shown = link(address, markdown_text(text.strip() or address)) if address else ""
        return " ".join(filter(None, [paragraph(self.title), shown]))

    def block(self, content: str) -> list[str]:
        self.keep_to(content.count("\n") + 1)
        mark = fence(content)
        return [*self.opening(mark), *content.split("\n"), mark]


def language_of(name: str) -> str:
    """Return Pygments' name for the language, or *name* if the language is unknown."""
    return known_language(name) or name


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
    ranges = []
    for low, high in _RANGE.findall(text):
        start, end = int(low[:9]) - first + 1 + offset, int((high or low)[:9]) - first + 1 + offset
        if 0 < start <= end:
            ranges.append(str(start) if start == end else f"{start}-{end}")
    return ",".join(ranges)


def split_address(words: str) -> tuple[str, str]:
    """Return what is before the URL in the title of code in Hexo, and the URL with its text."""
    match = re.search(r"https?://\S.*", words, re.DOTALL)
    return (words[: match.start()].strip(), " ".join(match[0].split())) if match else (words, "")


def parse_options(code: Code, text: str, *, from_zero: bool = False) -> None:
    options = _read_options(text)
    code.title = options.get("title", "").strip(_AROUND) or code.title
    code.marked = line_numbers(options.get("marked", ""), offset=int(from_zero))
    for kind in options.keys() & {"numbered", "from"}:
        code.numbered = options[kind].strip(_AROUND).lower() not in _OFF
    number = options.get("first", options.get("from", "")).strip(_AROUND)
    if number.isdecimal() and ("first" in options or number not in _OFF):
        code.first = int(number[:9])


def _read_options(text: str) -> dict[str, str]:
    """Return the options in *text* by what they are about, as written."""
    options: dict[str, str] = {}
    for match in _OPTION.finditer(text):
        kind = _KINDS.get((match["key"] or match["flag"] or "{").lower(), "")
        options[kind] = match["value"] or match["lines"] or options.get(kind, "")
    return options


def convert_code(work: Work) -> None:
    """Convert fenced code with options, and code that names its language in its first line."""
    for token in work.scan.blocks("fence", "code_block"):
        if work.is_frozen(work.scan.begin(token)):
            continue
        if token.type == "fence":
            _convert_fence(work, token)
        elif match := _SHEBANG.match(token.content.partition("\n")[0].strip()):
            _convert_indented(work, token, match)


def _convert_fence(work: Work, token: Token) -> None:
    begin = work.scan.begin(token)
    match = _OPENING.match(work.text, begin)
    if not match or not token.content.strip() or match["info"].startswith(MADE):
        return
    code = _read_info(work, match["info"], token.content)
    if work.context.engine == "docusaurus" and "highlight-" in token.content:
        _take_comments(work, token, code)
    if work.dialect.attributes:
        code.title = _take_title(work, work.scan.rows(token)[1]) or code.title
    opening = code.opening(match["fence"])
    if opening != [match["fence"] + match["info"].strip()]:
        work.edits.write(begin, match.end(), opening, token)


def _take_comments(work: Work, token: Token, code: Code) -> None:
    """Remove Docusaurus comments that highlight lines, and note these lines."""
    lines, numbers = work.scan.lines, []
    number, is_marked, is_range = 0, False, False
    first, last = work.scan.rows(token)
    for row in range(first + 1, last):
        comment = _COMMENT.fullmatch(lines.of(row).strip(" \t>"))
        if comment is None:
            number += 1
            numbers += [number] if is_marked else []
            is_marked = is_marked and is_range
            continue
        is_range = comment[1] != "next-line"
        is_marked = comment[1] != "end"
        work.edits.replace(lines.start(row), lines.start(row + 1), "")
    code.marked = ",".join(filter(None, [code.marked, *map(str, numbers)]))
    # Its last row is the closing fence.
    code.keep_to(number - 1)


def _take_title(work: Work, line: int) -> str:
    """Remove a Jekyll attribute line with a title after a code block, and return the title."""
    match = _FILE.fullmatch(work.scan.lines.of(line)) if line < len(work.scan.lines.starts) else None
    if match is None:
        return ""
    start = work.scan.lines.start(line)
    work.handled.add(start + work.scan.lines.of(line).index("{"))
    work.edits.replace(start - 1, work.scan.lines.end(line), "")
    return match["title"]


def _read_info(work: Work, info: str, content: str) -> Code:
    language, rest = _split_info(info)
    braced = _BRACED.fullmatch(info)
    if braced and (braced["language"] or "." in info):
        language, rest = braced["language"] or "", f"{braced['rest']} {braced['more']}"
        language = language and (known_language(language) or "text")
    code = Code(language)
    if work.context.engine == "hexo":
        _read_hexo(code, rest)
    else:
        parse_options(code, rest)
    return _with_language(code, content)


def _split_info(info: str) -> tuple[str, str]:
    """Return the language in the opening line of fenced code, and what is after it."""
    match = _LANGUAGE.match(info)
    return (match["language"] or "", match["rest"]) if match else ("", info)


def _read_hexo(code: Code, rest: str) -> None:
    """Parse what Hexo allows after a language: options, a title, and a URL with its text."""
    words = re.sub(r"\b(?:line_number|line_threshold|highlight|first_line|mark|wrap|language_attr):\S+", " ", rest)
    parse_options(code, " ".join(re.findall(r"\b(?:line_number|first_line|mark):\S+|\{[\d,\s-]+\}", rest)))
    code.numbered = False
    if mark := re.search(r"\bmark:(\S+)", rest):
        # Hexo counts highlighted lines from the number of the first line.
        code.marked = line_numbers(mark[1], code.first)
    words, code.link = split_address(words)
    title = " ".join(re.sub(r"\{[\d,\s-]+\}", " ", words).split())
    named = re.match(r"title\s*[=:]\s*[\"']?([^\"']+)", title)
    code.title = named[1].strip() if named else title


def _with_language(code: Code, content: str) -> Code:
    if code.language == "math" and not (code.title or code.marked):
        code.language = "{math}"
    elif (name := known_language(code.language)) != code.language.lower():
        code.language = name or code.language
    code.keep_to(content.count("\n"))
    return code


def note_unknown_languages(work: Work) -> None:
    """Report code in languages unknown to Pygments, as the build will warn about it."""
    message = "code in %(language)s is not highlighted: Pygments does not know the language"
    for token in work.scan.blocks("fence"):
        info = token.info.strip()
        name = _split_info(info)[0]
        if name and name != "math" and not info.startswith(("{", MADE)) and not known_language(name):
            work.remark(work.scan.begin(token), message, language=name)


def _convert_indented(work: Work, token: Token, match: re.Match[str]) -> None:
    """Convert indented code that begins with ``:::python`` to fenced code."""
    if token.map is None or not (name := known_language(match["language"])):
        return
    body = dedent(token.content.partition("\n")[2].rstrip())
    if not body.strip():
        return
    code = Code(language=name, numbered=work.text.startswith("#!", work.scan.begin(token)))
    parse_options(code, match["rest"] or "")
    begin = work.scan.begin(token)
    start = work.scan.lines.start(token.map[0])
    lead = work.text[start:begin]
    cut = begin - 4 if lead.endswith("    ") else begin - lead.endswith("\t")
    lines = work.scan.lines
    last = max(number for number in range(*token.map) if lines.of(number).strip(" \t>"))
    work.edits.write(cut, lines.end(last), code.block(body), token)
