"""TeX as a stream of tokens, with macros expanded."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from sphinx_blogext.patterns import pattern

#: The maximum length of a formula.
MAX_LENGTH = 20_000
#: The maximum number of tokens that macros may add to a formula.
MAX_EXPANSION = 40_000

# A comment, a command, whitespace, or any other character.
_TOKEN = pattern(r"%[^\n]*\n?\s*|\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)
_DEFINING = frozenset({r"\newcommand", r"\renewcommand", r"\providecommand", r"\def", r"\DeclareMathOperator"})


class MathError(ValueError):
    """The formula cannot be converted; the message gives the reason."""


class Macro(NamedTuple):
    r"""``\name`` expands to *body*, in which ``#1`` is the first argument, optional if it has a *default*."""

    name: str
    body: str
    arguments: int = 0
    default: str | None = None

    def definition(self) -> str:
        number = f"[{self.arguments}]" if self.arguments else ""
        default = "" if self.default is None else f"[{self.default}]"
        return rf"\newcommand{{\{self.name}}}{number}{default}{{{self.body}}}"


_GREEK = "Alpha A Beta B Epsilon E Zeta Z Eta H Iota I Kappa K Mu M Nu N Omicron O Rho P Tau T Chi X".split()
#: Names that only KaTeX has, of letters that look like Latin ones: fonts for formulas have no others.
_LIKE_LATIN = {
    f"\\{name}": Macro(name, rf"\mathrm{{{letter}}}")
    for name, letter in zip(_GREEK[::2], _GREEK[1::2], strict=True)
} | {r"\omicron": Macro("omicron", "o")}


class Tokens:
    def __init__(self, tex: str, macros: Iterable[Macro] = ()) -> None:
        if len(tex) > MAX_LENGTH:
            raise MathError(f"it is longer than {MAX_LENGTH} characters")
        # Reversed, because removing the last element of a list is cheap.
        self._stack = split(tex)[::-1]
        self._macros: dict[str, Macro] = _LIKE_LATIN | {"\\" + macro.name: macro for macro in macros}
        # How many tokens macros may still add, in the formula and in those inside its texts.
        self._budget = [MAX_EXPANSION]
        #: What the formula itself has defined so far.
        self.defined: dict[str, Macro] = {}

    def inner(self, tex: str) -> "Tokens":
        """Return the tokens of a formula inside a text of this one, which shares its macros."""
        tokens = Tokens(tex)
        tokens._macros, tokens._budget = self._macros, self._budget
        return tokens

    def peek(self) -> str:
        """Return the next significant token, or ``""`` at the end."""
        stack = self._stack
        while stack:
            token = stack[-1]
            if token.isspace():
                stack.pop()
            elif token in self._macros:
                self._expand(self._macros[stack.pop()])
            elif token in _DEFINING:
                self._define(stack.pop())
            else:
                return token
        return ""

    def next(self) -> str:
        """Take the next significant token, or ``""`` at the end."""
        if token := self.peek():
            self._stack.pop()
        return token

    def take(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self._stack.pop()
        return True

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise MathError(f"{token} is missing")

    def source(self) -> str:
        """Take an argument as it is written, without its braces."""
        return "".join(self._raw_argument())

    def optional_source(self) -> str | None:
        """Take an argument in brackets as it is written, if there is one."""
        self._skip_space()
        if not (self._stack and self._stack[-1] == "["):
            return None
        self._stack.pop()
        return "".join(self._until("]"))

    def digits(self) -> str:
        """Take the digits that follow immediately, and decimal points between digits."""
        stack, taken = self._stack, []
        while stack and (stack[-1] in _DIGITS or (stack[-1] == "." and len(stack) > 1 and stack[-2] in _DIGITS)):
            taken.append(stack.pop())
        return "".join(taken)

    def letters(self) -> str:
        """Take the letters that follow immediately, except one that has a script."""
        stack, taken = self._stack, []
        while stack and len(stack[-1]) == 1 and stack[-1].isalpha():
            taken.append(stack.pop())
        if taken and stack and stack[-1] in {"_", "^", "'"}:
            stack.append(taken.pop())
        return "".join(taken)

    def length(self) -> str:
        """Take a length that follows without braces, such as ``1.5em``."""
        taken = ""
        while self._stack and len(taken) < 12 and not re.search("[a-z]{2}$", taken):
            taken += self._stack.pop().strip()
        return taken

    def _skip_space(self) -> None:
        while self._stack and self._stack[-1].isspace():
            self._stack.pop()

    def _raw_argument(self) -> list[str]:
        self._skip_space()
        if not self._stack:
            raise MathError("an argument is missing")
        token = self._stack.pop()
        if token == "}":
            raise MathError("} has no matching {")
        return self._until("}") if token == "{" else [token]

    def _until(self, end: str) -> list[str]:
        """Take the tokens up to and including *end*, ignoring any *end* in braces."""
        taken: list[str] = []
        depth = 0
        while self._stack:
            token = self._stack.pop()
            if token == end and depth == 0:
                return taken
            depth += (token == "{") - (token == "}")
            taken.append(token)
        raise MathError(f"{end} is missing")

    def _expand(self, macro: Macro) -> None:
        arguments: list[list[str]] = []
        for number in range(macro.arguments):
            if number == 0 and macro.default is not None:
                optional = self.optional_source()
                arguments.append(split(macro.default if optional is None else optional))
            else:
                arguments.append(self._raw_argument())
        result: list[str] = []
        body = iter(split(macro.body))
        for token in body:
            if token != "#":
                result.append(token)
                continue
            which = next(body, "")
            if which not in _DIGITS or not 1 <= int(which) <= len(arguments):
                raise MathError(f"\\{macro.name} has no argument #{which}")
            result += arguments[int(which) - 1]
        self._budget[0] -= len(result) + 1
        if self._budget[0] < 0:
            raise MathError(f"\\{macro.name} expands to too many tokens")
        self._stack += result[::-1]

    def _parameters(self, command: str) -> tuple[str, str | None]:
        """Read the number of the arguments of a command that is defined, and the default of its first."""
        number = "0"
        if command == r"\def":
            while self._stack and self._stack[-1] != "{":
                token = self._stack.pop()
                number = token if token in _DIGITS else number
        if command in {r"\def", r"\DeclareMathOperator"}:
            return number, None
        return self.optional_source() or number, self.optional_source()

    def _define(self, command: str) -> None:
        """Read a definition, which is valid from here on."""
        starred = self._stack[-1:] == ["*"] and bool(self._stack.pop())
        name = self.source().strip()
        if not re.fullmatch(r"\\(?:[A-Za-z]+|[^A-Za-z\s])", name):
            raise MathError(f"{command} needs the name of a command")
        number, default = self._parameters(command)
        if number not in _DIGITS:
            raise MathError(f"{command} cannot define {name} with {number} arguments")
        body = self.source()
        if command == r"\DeclareMathOperator":
            body = rf"\operatorname{'*' if starred else ''}{{{body}}}"
        self._macros[name] = self.defined[name] = Macro(name[1:], body, int(number), default)


_DIGITS = frozenset("0123456789")


def split(tex: str) -> list[str]:
    """Return the tokens of *tex*, including whitespace, without comments."""
    return [token for token in _TOKEN.findall(tex) if not token.startswith("%")]


def definitions(tex: str) -> tuple[Macro, ...]:
    """Return the macros that a formula defines, for the formulas that follow it."""
    # Called for every formula, and most define nothing.
    if not any(command in tex for command in _DEFINING):
        return ()
    with suppress(MathError):
        tokens = Tokens(tex)
        while tokens.next():
            pass
        return tuple(tokens.defined.values())
    return ()


def macros_from_mathjax(settings: object) -> tuple[Macro, ...]:
    """Return the macros of a ``mathjax3_config``: ``{"tex": {"macros": {"RR": "...", "bold": ["...", 1]}}}``."""
    # Entries of any other form are ignored.
    value = settings
    for key in ("tex", "macros"):
        value = value.get(key) if isinstance(value, dict) else None
    return tuple(_macros(value)) if isinstance(value, dict) else ()


def _macros(table: Mapping[object, object]) -> Iterable[Macro]:
    for name, value in table.items():
        match value:
            case str(body) | [str(body)]:
                yield Macro(str(name), body)
            case [str(body), int(number)] | (str(body), int(number)) if 0 <= number <= 9:
                yield Macro(str(name), body, number)
            case [str(body), int(number), str(default)] if 1 <= number <= 9:
                yield Macro(str(name), body, number, default)
