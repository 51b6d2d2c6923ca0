"""Liquid, written as Jinja: most of it is the same."""

from __future__ import annotations

import re

from blogext_import.templates.sandbox import TemplateError

_COMMENT = re.compile(r"\{%-?\s*comment\s*-?%\}.*?\{%-?\s*endcomment\s*-?%\}", re.DOTALL)
_RAW = re.compile(r"(\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\})", re.DOTALL)
_TAG = re.compile(
    r"(?P<open>\{%-?)\s*(?P<name>\w+)(?P<rest>(?:[^%]|%(?!\}))*?)(?P<close>-?%\})"
    r"|(?P<show>\{\{-?)(?P<value>(?:[^}]|\}(?!\}))*?)(?P<end>-?\}\})|\{#"
)
_STRING = re.compile(r"(\"[^\"]*\"|'[^']*')")
_CONTAINS = re.compile(r"([\w.\[\]-]+|\"[^\"]*\"|'[^']*')\s+contains\s+([\w.-]+|\"[^\"]*\"|'[^']*')")
_NIL = re.compile(r"(?P<sign>[=!])=\s*nil(?![\w.-])")
_HYPHENATED = re.compile(r"(?<![\w.'\"-])([A-Za-z_]\w*(?:-[A-Za-z]\w*)+)")
_HYPHENS = re.compile(r"([\w\])])\.([A-Za-z_]\w*(?:-\w+)+)")
_WORDS = {"nil": "none", "empty": "''", "blank": "''", "<>": "!="}
_WORD = re.compile(r"(?<![\w.-])(?:nil|empty|blank)(?![\w.-])|<>")
_CONDITIONS = {"if": "if {}", "elsif": "elif {}", "unless": "if not ({})"}
_OTHERS = {"endunless": "endif", "endcapture": "endset", "endcase": "endif"}
_OTHERS |= {name: name for name in ("else", "endif", "endfor", "raw", "endraw")}


def as_jinja(text: str) -> str:
    """Return a template of Liquid as Jinja has it; raises :exc:`TemplateError`."""
    cases: list[str] = []
    parts = _RAW.split(_COMMENT.sub("", text))
    return "".join(
        part if number % 2 else _TAG.sub(lambda tag: _tag(tag, cases), part) for number, part in enumerate(parts)
    )


def _tag(tag: re.Match[str], cases: list[str]) -> str:
    if tag["show"]:
        return f"{tag['show']} {expression(tag['value'])} {tag['end']}"
    if not tag["name"]:
        return "{{ '{#' }}"
    name, rest = tag["name"], tag["rest"].strip()
    if name in ("include", "include_cached", "include_relative"):
        return f"{{{{{tag['open'][2:]} {_include(rest)} {tag['close'][:-2]}}}}}"
    return f"{tag['open']} {_statement(name, rest, cases)} {tag['close']}"


def _statement(name: str, rest: str, cases: list[str]) -> str:
    if name == "assign":
        left, _sign, right = rest.partition("=")
        return f"set {left.strip().replace('-', '_')} = {expression(right)}"
    if name == "capture":
        return f"set {rest.strip(QUOTES).replace('-', '_')}"
    if name in _CONDITIONS:
        return _CONDITIONS[name].format(expression(rest))
    if name == "for" and (loop := re.fullmatch(r"([\w-]+)\s+in\s+([\w.\[\]'\"-]+)", rest)):
        return f"for {loop[1].replace('-', '_')} in {expression(loop[2])}"
    if name == "case":
        cases.append(expression(rest))
        return "if false"
    if name == "when" and cases:
        values = (f"({cases[-1]}) == {expression(value)}" for value in re.split(r"\s*,\s*|\s+or\s+", rest))
        return f"elif {' or '.join(values)}"
    if name == "endcase":
        del cases[-1:]
    if name not in _OTHERS:
        raise TemplateError(f"{name} is not known")
    return _OTHERS[name]


QUOTES = "\"'"


def _include(rest: str) -> str:
    name, _space, arguments = rest.partition(" ")
    if "{" in rest:
        raise TemplateError("the name of an included file is computed")
    pairs = re.findall(r"([\w-]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[\w.\[\]-]+)", arguments)
    values = "".join(f", {key.replace('-', '_')}={expression(value)}" for key, value in pairs)
    return f"include_file({name.strip(QUOTES)!r}{values})"


def expression(text: str) -> str:
    """Return an expression of Liquid with its filters as Jinja has it."""
    text = _CONTAINS.sub(r"contains(\1, \2)", text.strip())
    value, *filters = re.findall(r"(?:[^|\"']|\"[^\"]*\"|'[^']*')+", text) or ["''"]
    written = [_plain(value.strip())]
    for each in filters:
        name, _colon, arguments = each.partition(":")
        written.append(f"{name.strip().lower()}({_plain(arguments.strip())})")
    return "|".join(written)


def _plain(text: str) -> str:
    """Return an expression without filters, with names that Jinja can read."""
    parts = _STRING.split(text)
    return "".join(
        part if number % 2 else _WORD.sub(lambda word: _WORDS[word[0]], _named(part)).replace("forloop.", "loop.")
        for number, part in enumerate(parts)
    )


def _named(text: str) -> str:
    """Return names with hyphens as Jinja reads them."""
    text = _NIL.sub(lambda nil: f" is {'un' * (nil['sign'] == '=')}defined", text)
    return _HYPHENATED.sub(lambda name: name[1].replace("-", "_"), _HYPHENS.sub(r"\1['\2']", text))
