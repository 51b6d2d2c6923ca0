"""What the old site itself includes and defines: files, shortcodes of Hugo and Zola, variables of Liquid."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from textwrap import dedent
from typing import Any

from markdown_it import MarkdownIt

from blogext_import.bodies.calls import Around, Call, Result, parse_arguments
from blogext_import.bodies.code import Code, language_of
from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_places, outside
from blogext_import.bodies.work import BodyContext, Dialect, Report
from blogext_import.post_records import Included
from blogext_import.templates.go import from_go, from_liquid
from blogext_import.templates.sandbox import FUNCTIONS, UNKNOWN, Facts, Sandbox, TemplateError, field, text_of
from sphinx_blogext.markup.quote import markdown_text

_SCISSORS = re.compile(
    r"^(?P<margin>[ \t>]*)(?:;(?P<escaped>;*-+8<-+(?:[ \t]+\"[^\"\n]+\")?)|-+8<-+(?:[ \t]+\"(?P<name>[^\"\n]+)\""
    r"|[ \t]*\n(?P<names>(?:(?![ \t>]*-+8<-+)[^\n]*\n)+)[ \t>]*-+8<-+))[ \t]*$",
    re.MULTILINE,
)
#: How many files one of them may bring along.
_MOST = 50
#: A path with spaces, perhaps in the syntax of Pelican, which may be followed by a title.
_WORD = r"(?:[^\s<>()\"{}|]|\([^\s<>()]*\))+"
_PATH = re.compile(
    rf"(?<=\]\()[ \t]*(?P<path>(?:\{{[a-z]+\}}|\|[a-z]+\|)?{_WORD}(?: +(?!'){_WORD})+)[ \t]*(?=\)|[ \t][\"'])"
)
#: Around Markdown within HTML, until it is between empty lines.
_OPEN, _CLOSE = "\x05", "\x06"
#: In the place of the text between two tags, and what begins a tag in it.
_BODY, _TAG = "\x07", re.compile(r"\{\{[<%]|\{%")
_MARKDOWN = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_LONG = re.compile(r"\]\(|[$\n]|\{\{")
_UNTOUCHED = re.compile(r"<(?:pre|textarea)\b", re.IGNORECASE)
_SET = re.compile(r"(\{%-?\s*)set_global\b")
_ELSEWHERE = re.compile(r"\w+:|//|#|\Z")
_DEEPEST = 8
#: How definitions of Hugo show code, perhaps always in one language.
_HIGHLIGHT = re.compile(r"\{\{-?\s*highlight\s+(?:\$\w+|\.Inner|\([^()]*\))\s+(?:\"(?P<language>\w+)\")?")
#: What Jekyll knows of all pages, and of a page beside its front matter.
_UNKNOWN = frozenset(
    "categories collections content data documents excerpt html_pages next pages posts previous related_posts"
    " static_files tags time".split()
)
_LIQUID = ("jekyll", "material")
_STATEMENTS = frozenset({"assign", "capture", "case", "for", "if", "unless"})
_TITLE = re.compile(r"(?:page|site)\.title")
_MARKDOWNIFY = re.compile(r"\|\s*markdownify\b")
_VARIABLE = re.compile(r"\s*(?P<name>[\w-]+)(?:\.(?P<key>[\w-]+))?")
#: A string with filters, and the variables that these or an include are given.
_FILTERED = re.compile(r"\s*(?:\"[^\"]*\"|'[^']*')\s*\|")
_GIVEN = re.compile(r"\"[^\"]*\"|'[^']*'|(?<=[=:,])[ \t]*(?P<name>[A-Za-z][\w.-]*)(?![^\s|,])")


def expand_includes(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with included files inserted, in code as well; ``None`` if there are none."""
    if not dialect.pymdown or "8<-" not in text:
        return None
    edits = Edits(Lines(text))
    code = find_places(text, "").code
    for scissors in _SCISSORS.finditer(text):
        if scissors["escaped"]:
            edits.replace(*scissors.span(), scissors["margin"] + scissors["escaped"])
            continue
        names, seen, line = _names(scissors), set[str](), edits.lines.number(scissors.start())
        if rows := _read_all(names, context, seen, partial(report.add, line)):
            edits.replace(*scissors.span(), "\n".join((scissors["margin"] + row).rstrip() for row in rows))
            continue
        report.add(line, "the included file %(name)s is not found", name=", ".join(names))
        for match in outside(code, [scissors]):
            edits.replace(*match.span(), f"{match['margin']}<!-- {match[0].strip()} -->")
    return edits.apply()


def _names(scissors: re.Match[str]) -> list[str]:
    lines = (scissors["name"] or scissors["names"]).split("\n")
    return list(filter(None, (line.strip(" \t>") for line in lines)))


def _read_all(names: list[str], context: BodyContext, seen: set[str], note: Callable[..., None]) -> list[str]:
    """Return the lines of the files *names*, with what they include; none, if one of them is not found.

    What a file includes is inserted once, so that a file may include itself.
    """
    texts = [_read(name, context) for name in names]
    if not texts or None in texts:
        return []
    seen.update(names)

    def nested(scissors: re.Match[str]) -> str:
        if scissors["escaped"]:
            return f"{scissors['margin']}{scissors['escaped']}"
        others = _names(scissors)
        if seen.isdisjoint(others) and len(seen) < _MOST:
            return "\n".join(scissors["margin"] + row for row in _read_all(others, context, seen, note))
        note("the included file %(name)s includes itself: left out", name=", ".join(others))
        return ""

    return _SCISSORS.sub(nested, "\n".join((text or "").rstrip("\n") for text in texts)).split("\n")


def _read(name: str, context: BodyContext) -> str | None:
    """Return the text of a file, or of the requested lines or section of it."""
    path, _, part = name.partition(":")
    text = context.read_include(path)
    if text is None or not part:
        return text
    if numbers := re.fullmatch(r"(\d{0,9})(?::(\d{0,9}))?", part):
        return "\n".join(text.split("\n")[max(int(numbers[1] or 1) - 1, 0) : int(numbers[2] or 1 << 30)])
    start, end = (
        re.search(rf"^.*--8<-- \[{mark}:{re.escape(part)}\].*$", text, re.MULTILINE) for mark in ("start", "end")
    )
    return text[start.end() : end.start()].strip("\n") if start and end else None


def quote_paths(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with paths with spaces in angle brackets, as Python-Markdown allows, or ``None``."""
    if not dialect.code_in_cells or not _PATH.search(text):
        return None
    edits = Edits(Lines(text))
    for match in outside(find_places(text, "", with_text=True).code, _PATH.finditer(text)):
        edits.replace(*match.span(), f"<{match['path']}>")
    return edits.apply()


def render(call: Call) -> Result:
    """Return what the site's definition makes of a tag; ``None`` if there is none or it cannot be rendered."""
    definition = call.context.find_definition(call.tag.name)
    if definition is None:
        return None
    code = _HIGHLIGHT.search(definition.text)
    if code and call.body and call.is_alone:
        language = code["language"] or call.first("lang", "language", at=0)
        return "\n".join(Code(language_of(language)).block(call.body.strip("\n").rstrip()))
    if not _TAG.search(call.body or ""):
        return _rendered(call, definition)
    # The tags within it are still to be converted.
    parts = (_rendered(replace(call, body=_BODY), definition) or "").split(_BODY)
    return Around([*parts[0].split("\n"), ""], ["", *parts[1].split("\n")]) if len(parts) == 2 else None


def _rendered(call: Call, definition: Included) -> str | None:
    words = {"true": True, "false": False}
    values = [words.get(value, value) for value in call.arguments.values]
    named = {key: words.get(value, value) for key, value in call.arguments.named.items()}
    page, config = dict(call.context.page), dict(call.context.config)
    body, arguments = call.body or "", named or values
    try:
        if call.context.engine == "zola":
            variables = {**named, **call.arguments.lists, "config": config, "page": Facts(page), "body": body}
            sandbox = _sandbox(call, is_strict=True, escapes=not definition.path.endswith(".md"))
            text = sandbox.text(_SET.sub(r"\1set", definition.text), variables)
        else:
            root: dict[str, Any] = {"Inner": body, "Params": arguments, "IsNamedParams": bool(named)}
            root |= {"Name": call.tag.name, "Page": Facts(Title=page.get("title"), Params=page)}
            root["Site"] = Facts(config, Params=config.get("params"))
            sandbox = _sandbox(call, is_strict=True, get=lambda key: field(arguments, key) or "")
            text = sandbox.text(from_go(definition.text), {"root": root})
    except TemplateError:
        return None
    is_markdown = call.tag.style == "percent" or definition.path.endswith(".md")
    return text.strip("\n") if is_markdown else _finished(text)


def evaluate(call: Call, text: str) -> str | None:
    """Return the text of a template of Liquid, and note its variables; ``None`` if it cannot be rendered."""
    sandbox = _sandbox(call, is_strict=False)
    variables, depth = {**_variables(call), **call.variables}, 0

    def include_file(name: str, **values: Any) -> str:
        nonlocal depth
        included = call.context.read_include(name)
        if included is None or depth == _DEEPEST:
            raise TemplateError(f"{name} cannot be included")
        depth += 1
        text = sandbox.text(from_liquid(included), {**variables, "include": values})
        depth -= 1
        return text

    sandbox.filters["include_file"] = include_file
    try:
        shown = sandbox.text(from_liquid(text), variables)
    except TemplateError:
        return None
    call.variables.update(sandbox.assigned)
    return _finished(shown)


def show(call: Call) -> str | None:
    """Return the value of an expression of Liquid, if it is about something that is known."""
    expression = call.tag.arguments.strip("- ")
    text = evaluate(call, f"{{{{ {expression} }}}}") if _is_known(call, expression) else None
    if not text:
        return text
    if _TITLE.fullmatch(expression) and not (call.tag.in_code or call.is_address):
        return escape(text) if call.tag.in_html else markdown_text(text)
    if not (call.tag.in_html and _MARKDOWNIFY.search(expression)):
        return text
    # In HTML, Markdown needs empty lines around it.
    gap = "\n" if call.is_alone else "\n\n"
    return f"{gap}{dedent(text)}{gap}"


def with_values(call: Call) -> Call:
    """Return an include with the values of the variables that are its arguments."""

    def value(given: re.Match[str]) -> str:
        name = given["name"]
        text = evaluate(call, f"{{{{ {name} }}}}") if name and _is_known(call, name) else None
        return given[0] if text is None else '"{}"'.format(re.sub(r"([\"\\])", r"\\\1", text))

    return replace(call, arguments=parse_arguments(_GIVEN.sub(value, call.tag.arguments)))


def execute(call: Call, text: str) -> str | None:
    """Return what a statement of Liquid, with the *text* up to its end, shows."""
    is_whole = call.tag.name == "assign" or call.tag.closing is not None
    return evaluate(call, text) if is_whole and call.tag.name in _STATEMENTS else None


def _is_known(call: Call, expression: str) -> bool:
    """Return whether an expression of Liquid is about something that has a value here, or would have one."""
    if call.context.engine == "jekyll" and _FILTERED.match(expression):
        return all(_is_known(call, given["name"]) for given in _GIVEN.finditer(expression) if given["name"])
    match = _VARIABLE.match(expression)
    if not match or call.context.engine not in _LIQUID:
        return False
    value = {**_variables(call), **call.variables}.get(match["name"].replace("-", "_"))
    if not value or not match["key"]:
        return bool(value)
    # A page without the key shows nothing.
    return field(value, match["key"]) not in ((UNKNOWN,) if match["name"] == "page" else (UNKNOWN, None))


def _variables(call: Call) -> dict[str, Any]:
    page, config = dict(call.context.page), dict(call.context.config)
    if call.context.engine == "material":
        return {**config.get("extra", {}), "config": config, "page": {"title": page.get("title"), "meta": page}}
    unknown = dict.fromkeys(_UNKNOWN, UNKNOWN)
    return {"page": page and {**unknown, **page}, "site": {**config, **unknown}}


def _sandbox(call: Call, *, is_strict: bool, escapes: bool = False, **more: Any) -> Sandbox:
    def address(path: Any = "", *_values: Any, **named: Any) -> str:
        name = text_of(named.get("path", path))
        if _ELSEWHERE.match(name):
            return name
        old = call.address(name.partition("#")[0])
        return f"{call.context.base}{old}" if old else f"/{name.lstrip('/')}"

    names = "absurl abslangurl relurl rellangurl ref relref get_url relative_url absolute_url".split()
    own = dict.fromkeys(names, address) | dict.fromkeys(("markdownify", "markdown"), _marked)
    return Sandbox({**FUNCTIONS, **own, **more}, is_strict=is_strict, escapes=escapes)


def _marked(value: Any, *_more: Any, **_named: Any) -> str:
    """Return Markdown as HTML if it is a few words, and else what marks it."""
    text = text_of(value).strip()
    return f"{_OPEN}{text}{_CLOSE}" if _LONG.search(text) else str(MarkdownIt("commonmark").renderInline(text))


def _finished(text: str) -> str:
    """Return HTML without empty lines, which would end it, but for those around Markdown in it."""
    if text.lstrip().startswith("<") and not _UNTOUCHED.search(text):
        parts = _MARKDOWN.split(text)
        for number in range(0, len(parts), 2):
            # A paragraph cannot contain others.
            part = re.sub(r"(</?)p(?=[\s>])", r"\1div", parts[number]) if len(parts) > 1 else parts[number]
            parts[number] = "\n".join(filter(None, map(str.strip, part.split("\n"))))
        text = "".join(f"\n\n{part}\n\n" if number % 2 else part for number, part in enumerate(parts))
    return re.sub(f"[{_OPEN}{_CLOSE}]", "", text).strip("\n")
