"""Code blocks in a body: fenced code with options, and code that names its language in its first line."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

from blogext_import.bodies.code import Code, known_language, line_numbers, parse_options, split_address
from blogext_import.bodies.containers import MADE

if TYPE_CHECKING:
    from markdown_it.token import Token

    from blogext_import.bodies.work import Work

_OPENING = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)")
_LANGUAGE = re.compile(r"\s*(?P<language>[^\s{},\[\]\"'=:]+)?(?P<rest>.*)", re.DOTALL)
_BRACED = re.compile(r"\s*\{\s*\.?(?P<language>[A-Za-z][\w+#-]*)?[\s,]*(?P<rest>[^}]*)\}(?P<more>.*)")
_SHEBANG = re.compile(r"(?::::|#!)(?P<language>[A-Za-z][\w+#-]*)(?:[ \t]+(?P<rest>\S.*)?)?\Z")
_COMMENT = re.compile(
    r"(?://|#|--|%|;|<!--|\{?/\*)[ \t]*highlight-(next-line|start|end)[ \t]*(?:-->|\*/\}?)?[ \t]*"
)
_FILE = re.compile(
    r"[ \t]*\{:[^{}\n]*?\b(?:file|title)=(?P<quote>[\"'])(?P<title>[^\"'{}\n]+)(?P=quote)[^{}\n]*\}[ \t]*"
)


def convert_code(work: Work) -> None:
    """Convert fenced code with options, and code that names its language in its first line."""
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
    if work.context.engine == "docusaurus" and "highlight-" in token.content:
        _take_comments(work, token, code)
    if work.dialect.attributes and token.map:
        code.title = _take_title(work, token.map[1]) or code.title
    opening = code.opening(found["fence"])
    if opening != [found["fence"] + found["info"].strip()]:
        work.edits.write(begin, found.end(), opening, token)


def _take_comments(work: Work, token: Token, code: Code) -> None:
    """Remove Docusaurus comments that highlight lines, and note these lines."""
    lines, found = work.scan.lines, []
    number, is_marked, is_range = 0, False, False
    first, last = token.map or (0, 0)
    for row in range(first + 1, last):
        comment = _COMMENT.fullmatch(lines.of(row).strip(" \t>"))
        if comment is None:
            number += 1
            found += [number] if is_marked else []
            is_marked = is_marked and is_range
            continue
        is_range = comment[1] != "next-line"
        is_marked = comment[1] != "end"
        work.edits.replace(lines.start(row), lines.start(row + 1), "")
    code.marked = ",".join(filter(None, [code.marked, *map(str, found)]))
    # Its last row is the closing fence.
    code.keep_to(number - 1)


def _take_title(work: Work, line: int) -> str:
    """Remove a Jekyll attribute line with a title after a code block, and return the title."""
    found = _FILE.fullmatch(work.scan.lines.of(line)) if line < len(work.scan.lines.starts) else None
    if found is None:
        return ""
    start = work.scan.lines.start(line)
    work.handled.add(start + work.scan.lines.of(line).index("{"))
    work.edits.replace(start - 1, work.scan.lines.end(line), "")
    return found["title"]


def _read_info(work: Work, info: str, content: str) -> Code:
    """Parse the opening line of fenced code."""
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


def _with_language(work: Work, code: Code, content: str) -> Code:
    """Set the language to Pygments' name for it."""
    if code.language == "math" and not (code.title or code.marked):
        code.language = "{math}"
    elif code.language and (known := known_language(code.language)) and known != code.language.lower():
        code.language = known
    code.keep_to(content.count("\n"))
    return code


def note_unknown_languages(work: Work) -> None:
    """Report code in languages unknown to Pygments, as the build will warn about it."""
    for token in work.scan.blocks("fence"):
        name = (_LANGUAGE.match(token.info.strip()) or [""])["language"] if token.info.strip() else ""  # type: ignore[call-overload]
        if name and name != "math" and not token.info.strip().startswith(("{", MADE)) and not known_language(name):
            work.remark(
                work.scan.begin(token),
                "code in %(language)s is not highlighted: Pygments does not know the language",
                language=name,
            )


def _convert_indented(work: Work, token: Token, found: re.Match[str]) -> None:
    """Convert indented code that begins with ``:::python`` to fenced code."""
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
