"""The arguments of an engine's tag."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_ARGUMENT = re.compile(
    r"(?:(?P<key>[\w.-]+)[ \t]*=[ \t\n]*)?"
    r"(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)'|`(?P<back>[^`]*)`"
    r"|\{(?P<braced>[^{}]*)\}|(?P<list>\[[^\[\]]*\])|(?P<bare>[^\s,\"'`\[{][^\s]*))",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Arguments:
    """Positional values in order, and named values by their names in lower case."""

    values: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)

    def first(self, *names: str, at: int | None = None) -> str:
        """Return the value of the first of these names, else the positional one at *at*, else ``""``."""
        for name in names:
            if self.named.get(name):
                return self.named[name]
        return self.values[at] if at is not None and at < len(self.values) else ""


def parse_arguments(text: str, *, is_call: bool = False) -> Arguments:
    """Parse arguments separated by spaces or, in a call, by commas."""
    values, named = [], {}
    for found in _ARGUMENT.finditer(text):
        quoted = next((found[kind] for kind in ("double", "single", "back") if found[kind] is not None), None)
        value = quoted if quoted is not None else found["braced"] or found["list"] or found["bare"] or ""
        if quoted is not None:
            value = re.sub(r"\\([\"'\\])", r"\1", value)
        elif is_call or found["key"]:
            value = value.rstrip(",")
        if found["key"]:
            named[found["key"].lower()] = value.strip("\"'") if quoted is None else value
        elif value:
            values.append(value)
    return Arguments(values, named)
