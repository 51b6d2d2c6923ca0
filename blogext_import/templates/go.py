"""Templates of Hugo, written as Jinja."""

from __future__ import annotations

import json
import re

from blogext_import.templates.sandbox import TemplateError

_ACTION = re.compile(
    r"\{\{(?P<open>-?)\s*+(?:/\*.*?\*/|(?P<code>(?:[^}\"`]|\"(?:\\.|[^\"\\])*\"|`[^`]*`|\}(?!\}))*?))\s*+(?P<close>-?)\}\}",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"\s*(?:(?P<string>\"(?:\\.|[^\"\\])*\"|`[^`]*`)|(?P<number>-?\d+(?:\.\d+)?)|(?P<sign>:=|[=,|()])"
    r"|(?P<name>(?=[\w$.])\$?\w*(?:\.\w+)*\.?))"
)
#: Functions that have other names here, because Jinja has words for them.
_NAMES = {"and": "all_of", "or": "any_of", "not": "negate", "in": "contains", "renderstring": "markdownify"}
_CONSTANTS = {"true": "true", "false": "false", "nil": "none"}
_NONE = frozenset({"block", "break", "continue", "define", "return", "template"})


def as_jinja(text: str) -> str:
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
                raise TemplateError(f"{token} is no function")
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
    """Return a text that Jinja shows as it is."""
    if "{{" in text:
        raise TemplateError("an action is not closed")
    return re.sub(r"\{[%#]", lambda sign: f"{{{{ '{sign[0]}' }}}}", text)
