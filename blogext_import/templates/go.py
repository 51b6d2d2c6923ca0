"""Templates of Hugo's and of Liquid's languages as templates of Jinja."""

import json
import re

from blogext_import.templates.sandbox import TemplateError

# What is not closed is tried once: it ends before the next of its kind, or with the text.
_COMMENT = re.compile(r"\{%-?\s*comment\s*-?%\}(?:(?!\{%-?\s*comment\b).)*?\{%-?\s*endcomment\s*-?%\}", re.DOTALL)
_RAW = re.compile(r"(\{%-?\s*raw\s*-?%\}(?:(?!\{%-?\s*raw\b).)*?\{%-?\s*endraw\s*-?%\})", re.DOTALL)
_TAG = re.compile(
    r"(?P<open>\{%-?)\s*(?P<name>\w+)(?P<rest>(?:[^%]|%(?!\}))*?)(?:(?P<close>-?%\})|\Z)"
    r"|(?P<show>\{\{-?)(?P<value>(?:[^}]|\}(?!\}))*?)(?:(?P<end>-?\}\})|\Z)|\{#"
)
_STRING = re.compile(r"(\"[^\"]*\"|'[^']*')")
_CONTAINS = re.compile(r"([\w.\[\]-]+|\"[^\"]*\"|'[^']*')\s+contains\s+([\w.-]+|\"[^\"]*\"|'[^']*')")
_NIL = re.compile(r"(?P<sign>[=!])=\s*nil(?![\w.-])")
_HYPHENATED = re.compile(r"(?<![\w.'\"-])([A-Za-z_]\w*(?:-[A-Za-z]\w*)+)")
_HYPHENS = re.compile(r"([\w\])])\.([A-Za-z_]\w*(?:-\w+)+)")
_WORDS = {"nil": "none", "empty": "''", "blank": "''", "<>": "!="}
_WORD = re.compile(r"(?<![\w.-])(?:nil|empty|blank)(?![\w.-])|<>")
_CONDITIONS = {"if": "if {}", "elsif": "elif {}", "unless": "if not ({})"}
_OTHERS = {"case": "if false", "endunless": "endif", "endcapture": "endset", "endcase": "endif"}
_OTHERS |= {name: name for name in ("else", "endif", "endfor", "raw", "endraw")}
_ACTION = re.compile(
    r"\{\{(?P<open>-?)\s*+(?:/\*.*?\*/\s*+|(?P<code>(?:[^}\"`]|\"(?:\\.|[^\"\\])*\"|`[^`]*`|\}(?!\}))*?))(?P<close>-?)\}\}"
    r"|\{\{(?P<unclosed>.*)",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"(?P<string>\"(?:\\.|[^\"\\])*\"|`[^`]*`)|(?P<number>-?\d+(?:\.\d+)?)|(?P<sign>:=|[=,|()])"
    r"|(?P<name>(?=[\w$.])\$?\w*(?:\.\w+)*\.?)|(?P<unclosed>[\"`].*)",
    re.DOTALL,
)
#: Functions that have other names here, because Jinja has words for them.
_NAMES = {"and": "all_of", "or": "any_of", "not": "negate", "in": "contains", "renderstring": "markdownify"}
_CONSTANTS = {"true": "true", "false": "false", "nil": "none"}
_NONE = frozenset({"block", "break", "continue", "define", "return", "template"})


def from_liquid(text: str) -> str:
    """Return a template of Liquid as Jinja has it; raises :exc:`TemplateError`."""
    cases: list[str] = []
    parts = _RAW.split(_COMMENT.sub("", text))
    return "".join(
        part if number % 2 else _TAG.sub(lambda tag: _tag(tag, cases), part) for number, part in enumerate(parts)
    )


def _tag(tag: re.Match[str], cases: list[str]) -> str:
    if (tag["open"] or tag["show"]) and not (tag["close"] or tag["end"]):
        raise TemplateError("a tag is not closed")
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
    if name == "when":
        return _when(cases, rest)
    if name == "endcase":
        del cases[-1:]
    if name not in _OTHERS:
        raise TemplateError(f"{name} is not known")
    return _OTHERS[name]


def _when(cases: list[str], rest: str) -> str:
    case = cases[-1] if cases else "false"
    values = (f"({case}) == {expression(value)}" for value in re.split(r",|(?<=\s)or(?=\s)", rest))
    return f"elif {' or '.join(values)}"


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


def from_go(text: str) -> str:
    """Return a template of Hugo as Jinja has it; raises :exc:`TemplateError`."""
    return _Writer().write(text)


class _Writer:
    """Writes a template; ``dots`` are the names of what the dot means, and ``ends`` what ends the open blocks."""

    def __init__(self) -> None:
        self.dots = ["root"]
        self.ends: list[str] = []
        self._count = 0
        self._tokens: list[tuple[str, str]] = []

    @property
    def _next(self) -> tuple[str, str]:
        return self._tokens[-1] if self._tokens else ("", "")

    def write(self, text: str) -> str:
        parts, at = [], 0
        for action in _ACTION.finditer(text):
            parts.append(_verbatim(text[at : action.start()]))
            if action["unclosed"] is not None:
                raise TemplateError("an action is not closed")
            code, at = action["code"], action.end()
            if code is None:
                continue
            written = self._action(code.strip())
            left, right = ("{%", "%}") if written.startswith("% ") else ("{{", "}}")
            parts.append(f"{left}{action['open']} {written.removeprefix('% ')} {action['close']}{right}")
        if self.ends:
            raise TemplateError("an end is missing")
        return "".join([*parts, _verbatim(text[at:])])

    def _action(self, code: str) -> str:
        """Return what is written for an action: a statement after a percent sign, or an expression."""
        word, _space, rest = code.partition(" ")
        if word in _NONE:
            raise TemplateError(f"{word} is not known")
        if word == "end":
            self.dots.pop()
            return f"% {self.ends.pop()}"
        if word == "else" and not rest:
            self.dots[-1] = self.dots[-2]
            return "% else"
        if word == "else":
            word, _space, rest = rest.partition(" ")
            if word == "with":
                raise TemplateError("else with is not known")
            self.dots[-1] = self.dots[-2]
            return f"% elif {self._pipeline(rest)}"
        if word in ("if", "with", "range"):
            return self._block(word, rest)
        if assignment := re.match(r"\$(\w+)\s*:?=\s*", code):
            return f"% set v_{assignment[1]} = {self._pipeline(code[assignment.end() :])}"
        return self._pipeline(code)

    def _block(self, word: str, rest: str) -> str:
        names = re.match(r"\$(\w+)\s*(?:,\s*\$(\w+)\s*)?:=\s*", rest)
        value = self._pipeline(rest[names.end() :] if names else rest)
        self._count += 1
        dot = f"dot_{self._count}" if word != "if" else self.dots[-1]
        self.dots.append(dot)
        self.ends.append("endfor" if word == "range" else "endif")
        if word == "if":
            return f"% if {value}"
        if word == "with":
            own = f"{{% set v_{names[1]} = {dot} %}}" if names else ""
            return f"% set {dot} = {value} %}}{own}{{% if {dot}"
        if names and names[2]:
            self.dots[-1] = f"v_{names[2]}"
            return f"% for v_{names[1]}, v_{names[2]} in pairs({value})"
        self.dots[-1] = f"v_{names[1]}" if names else dot
        return f"% for {self.dots[-1]} in {value}"

    def _pipeline(self, code: str) -> str:
        """Return an expression of commands, each of which is the last argument of the next."""
        self._tokens = [(token.lastgroup or "", token[token.lastgroup or 0]) for token in _TOKEN.finditer(code)]
        if _TOKEN.sub("", code).strip() or not self._tokens:
            raise TemplateError(f"{code[:40]} cannot be read")
        self._tokens.reverse()
        written = self._commands()
        if self._tokens:
            raise TemplateError(f"{self._tokens[-1][1]} is unexpected")
        return written

    def _commands(self) -> str:
        written = self._command([])
        while self._next == ("sign", "|"):
            self._tokens.pop()
            written = self._command([written])
        return written

    def _command(self, last: list[str]) -> str:
        kind, token = self._next
        method = token.rpartition(".")[2].lower()
        is_call = kind == "name" and not token.startswith(("$", ".")) and token not in _CONSTANTS
        is_call |= method in ("get", "renderstring")
        if is_call:
            self._tokens.pop()
        values = []
        while self._next[1] not in ("", "|", ")"):
            values.append(self._operand())
        values += last
        if not is_call:
            if len(values) != 1:
                raise TemplateError(f"{token} is not a function")
            return values[0]
        if method == "default" and len(values) == 2:
            values.reverse()
        return f"{_NAMES.get(method, method)}({', '.join(values)})"

    def _operand(self) -> str:
        kind, token = self._tokens.pop()
        if kind == "string":
            return json.dumps(token[1:-1] if token[0] == "`" else json.loads(token))
        if kind == "number":
            return token
        if token == "(":
            inner = self._commands()
            if self._next[1] != ")":
                raise TemplateError("a parenthesis is missing")
            self._tokens.pop()
            return f"({inner}){self._tokens.pop()[1] if re.match(r'[.].', self._next[1]) else ''}"
        if kind != "name":
            raise TemplateError(f"{token} is unexpected")
        return self._name(token)

    def _name(self, token: str) -> str:
        """Return a constant, or a variable or the dot with its fields."""
        name, _dot, fields = token.partition(".")
        if name in _CONSTANTS and not fields:
            return _CONSTANTS[name]
        if name and name[0] != "$":
            raise TemplateError(f"{name} is not known here")
        base = self.dots[-1] if not name else "root" if name == "$" else f"v_{name[1:]}"
        return ".".join(filter(None, [base, fields]))


def _verbatim(text: str) -> str:
    return re.sub(r"\{[%#]", lambda sign: f"{{{{ '{sign[0]}' }}}}", text)
