"""Write formulas in MyST syntax."""

import re
from html import unescape

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.rules import is_formula
from blogext_import.bodies.scan import Leaf, Span
from blogext_import.bodies.tags import find_places, outside
from blogext_import.bodies.work import BodyContext, Dialect, Report, Work
from sphinx_blogext.markup.quote import markdown_text

_BLOCKS = "blockquote|center|dd|div|figcaption|li|p|td|th"
#: An element without others but those of a line. In code, scripts look for no formulas.
ELEMENT = re.compile(
    rf"<(?P<name>{_BLOCKS})\b(?P<attributes>[^<>]*)>"
    r"(?P<text>[^<>]*(?:</?(?:a|abbr|b|br|cite|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>[^<>]*)*)"
    r"</(?P=name)\s*>",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"(?P<dollars>\$\$?)(?P<inner>[^$]+)(?P=dollars)|\\\((?P<round>(?:[^\\]|\\[^()])+)\\\)"
    r"|\\\[(?P<square>(?:[^\\]|\\[^\[\]])+)\\\]"
)
_TAG = re.compile(r"<[^<>]*>")
_OPENING = re.compile(r"(?:\$\$?|\\{1,2}[(\[])\s*")
#: Backslashes before a character, and character references, which the other engine's browser never saw.
_ESCAPE = re.compile(
    r"(?P<slashes>\\+)(?P<sign>[!-/:-@\[\]-`{-~])|(?<!\\)\\{4}(?!\\)|&(?:#\d+|#x[\da-fA-F]+|lt|gt|amp|quot);"
)
#: What stands after a backslash in no formula, and before a subscript.
_NO_COMMAND = frozenset("*[]()<+-=~'\".?@^`")
_BASE = re.compile(r"[A-Za-z0-9})\]*']")
#: Commands for spaces and the like with two backslashes, which are no line break.
_DOUBLED = re.compile(r"(?<!\\)\\\\[,;:!#]")
#: A sign of a norm or of percent with two backslashes, no line break without rows; a comment may be above others.
_NORM, _ROWS = re.compile(r"(?<!\\)\\\\(?:\||%(?!.*\n[\s>]*[^\s>$]))"), re.compile(r"\\(?:begin|substack)\b")
#: The first of two backslashes of a command, and what shows whether the author doubles them.
_DOUBLED_COMMAND = re.compile(r"(?<!\\)\\(?=\\[A-Za-z])")
_WORD, _COMMAND = re.compile(r"(?<!\\)\\\\[A-Za-z]{2}"), re.compile(r"(?<!\\)(?:\\\\)*\\[A-Za-z]")
#: Text, in which such characters are kept.
_TEXT = re.compile(r"\\(?:text\w*|mathrm|mbox|operatorname\*?)\s*\{[^{}]*\}")
#: Formulas between two dollar signs, of which those that begin a line may contain empty lines.
_DISPLAY = re.compile(
    r"(?:^(?P<margin>[ \t>]*)|(?<!\\))\$\$(?P<inner>(?:[^$\\\n]|\\.|\$(?!\$)|\n(?(margin)|(?![ \t>]*\n)))+)\$\$",
    re.DOTALL | re.MULTILINE,
)
#: What may be behind a formula in its line: nothing, a label, attributes.
_BEHIND = re.compile(r"[ \t]*(?:\([^()\n]*\)|\{[^{}\n]*\})?[ \t]*$", re.MULTILINE)


def free_formulas(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with formulas in HTML blocks between empty lines, where they are Markdown, or ``None``."""
    if not context.has_math or not any(as_markdown(element["text"]) for element in ELEMENT.finditer(text)):
        return None
    edits = Edits(Lines(text))
    for start, end in find_places(text, "html").html:
        for element in ELEMENT.finditer(text, start, end):
            if new := as_markdown(element["text"]):
                opening, closing = tags_of(element)
                edits.write(*element.span(), [opening, "", new, "", closing], element)
    return edits.apply()


def tags_of(element: re.Match[str]) -> tuple[str, str]:
    """Return the two tags of an element that may then contain a paragraph."""
    name = "div" if element["name"].lower() == "p" else element["name"]
    return f"<{name}{element['attributes']}>", f"</{name}>"


def as_markdown(html: str) -> str:
    """Return the HTML of a paragraph as Markdown, if it has formulas; else ``""``."""
    parts, at, has_formula = [], 0, False
    for match in _FORMULA.finditer(html):
        inner = unescape(next(part for part in (match["inner"], match["round"], match["square"]) if part))
        is_plain = bool(match["inner"]) and not is_formula(
            inner, html[match.end() :][:8], html[: match.start()][-2:]
        )
        if is_plain or _TAG.search(inner):
            continue
        mark = "$$" if match["square"] else match["dollars"] or "$"
        parts += [_escaped(html[at : match.start()]), f"{mark}{' '.join(inner.split())}{mark}"]
        at, has_formula = match.end(), True
    written = "".join([*parts, _escaped(html[at:])]) if has_formula else ""
    return " ".join(written.split())


def _escaped(html: str) -> str:
    """Return HTML without the marks that only Markdown reads."""
    tags = [*_TAG.findall(html), ""]
    return "".join(
        f"{markdown_text(unescape(text))}{tag}" for text, tag in zip(_TAG.split(html), tags, strict=True)
    )


def part_formulas(text: str, _dialect: Dialect, context: BodyContext, _report: Report) -> Edited | None:
    """Return the body with what follows a display formula in its last line on a line of its own, or ``None``."""
    formulas = [
        match
        for match in (_DISPLAY.finditer(text) if context.has_math and "$$" in text else ())
        if match["margin"] is not None and "\n" in match["inner"] and not _BEHIND.match(text, match.end())
    ]
    if not formulas:
        return None
    edits = Edits(Lines(text))
    for match in outside(find_places(text, "").code, formulas):
        edits.insert(match.end(), f"\n{match['margin'].rstrip()}\n{match['margin']}")
    return edits.apply()


def convert_formulas(work: Work) -> None:
    for leaf, span in work.scan.inline("math_inline"):
        if not work.is_frozen(leaf.at(span.start)):
            _convert(work, leaf, span)
    lines, previous = work.scan.lines, ""
    for token in work.scan.tokens:
        if token.type == "math_block":
            begin, (first, after) = work.scan.begin(token), work.scan.rows(token)
            _mend(work, begin, lines.end(after - 1))
            if previous == "paragraph_close" and lines.of(first - 1).strip(" \t>"):
                work.edits.write(begin, begin, ["", ""], token)
        previous = token.type


def _convert(work: Work, leaf: Leaf, span: Span) -> None:
    text = leaf.content[span.start : span.end]
    opening = _OPENING.match(text)
    if not opening or len(text) < 2 * len(opening[0].strip()):
        return
    mark = (
        "$$" if "[" in opening[0] or (opening[0].startswith("$$") and not work.dialect.double_is_inline) else "$"
    )
    size = len(opening[0].strip())
    if not opening[0].startswith(mark) or opening[0].startswith("$$") != (mark == "$$"):
        inner_end = len(text[: len(text) - size].rstrip())
        work.edits.replace(leaf.at(span.start), leaf.at(span.start + opening.end() - 1) + 1, mark)
        work.edits.replace(leaf.at(span.start + inner_end), leaf.at(span.end - 1) + 1, mark)
    _mend(work, leaf.at(span.start) + opening.end(), leaf.at(span.end - 1) + 1 - size)


def _mend(work: Work, start: int, end: int) -> None:
    """Remove backslashes that kept other engines from reading a formula as Markdown, and character references."""
    doubled = _doubled(work.text[start:end])
    text = _TEXT.sub(lambda match: "\0" * len(match[0]), work.text[start:end])
    has_braces = 0 < text.count("\\\\{") == text.count("\\\\}")
    has_norms = _NORM.search(text) and not _ROWS.search(text)
    for match in doubled:
        work.edits.replace(start + match.start(), start + match.end(), "")
    is_escaped = bool(doubled or has_braces or has_norms or "\\\\\\\\" in text or _DOUBLED.search(text))
    for match in _ESCAPE.finditer(text):
        new = _mended(match, text, is_escaped=is_escaped)
        if new != match[0]:
            work.edits.replace(start + match.start(), start + match.end(), new)


def _doubled(text: str) -> list[re.Match[str]]:
    """Return the first backslashes of all commands of a formula, if each has two."""
    return [*_DOUBLED_COMMAND.finditer(text)] if _WORD.search(text) and not _COMMAND.search(text) else []


def _mended(match: re.Match[str], text: str, *, is_escaped: bool) -> str:
    """Return what replaces backslashes and a character; with *is_escaped*, all were those of Markdown."""
    slashes, sign = match["slashes"], match["sign"]
    if slashes is None:
        return unescape(match[0]).replace("\\" * 4, "\\" * 2)
    if len(slashes) == 1:
        is_subscript = sign == "_" and bool(_BASE.match(text, match.start() - 1))
        return sign if is_subscript or sign in _NO_COMMAND else match[0]
    is_halved = len(slashes) == 4 or (is_escaped and (len(slashes) > 2 or sign not in _NO_COMMAND))
    return "\\" * (len(slashes) // 2) + sign if is_halved else match[0]
