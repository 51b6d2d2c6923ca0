"""Front matter in the formats of all engines, as strings, lists and records.

All scalars are strings, exactly as written: the tag ``3.10`` stays ``3.10``, and so does a date.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml  # type: ignore[import-untyped]  # its types are another package

from sphinx_blogext.markup.bounded_yaml import YamlError, compose

if TYPE_CHECKING:
    from collections.abc import Callable

_YAML = re.compile(r"\s*---[ \t]*\n((?:.*?\n)??)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\s*\+\+\+[ \t]*\n((?:.*?\n)??)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
#: Hexo sites often omit the first line of hyphens.
_HEADLESS = re.compile(r"(.*?)\n-{3,}[ \t]*(?:\n|\Z)", re.DOTALL)
_STARTS_LIKE_YAML = re.compile(r"\s*[\w-]+[ \t]*:(\s|$)")
_NULL, _MERGE = "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"


class PlainError(ValueError):
    """A syntax error: the reason, and the *line*, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def load_yaml(text: str) -> Any:
    """Return the data in *text*: dictionaries, lists, strings and ``None``.

    Tags are ignored, so no other objects are created. Raises :exc:`PlainError`.
    """
    try:
        root = compose(text, is_strict=False)
    except YamlError as error:
        raise PlainError(error.line, str(error)) from error
    return _Builder().build(root) if root is not None else None


class _Builder:
    """Builds the values of nodes, each only once even if several aliases refer to it."""

    def __init__(self) -> None:
        self._built: dict[int, Any] = {}

    def build(self, node: Any) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return None if node.tag == _NULL else node.value
        if id(node) in self._built:
            return self._built[id(node)]
        # A node that contains itself finds ``None`` here.
        self._built[id(node)] = None
        if isinstance(node, yaml.SequenceNode):
            value: Any = [self.build(item) for item in node.value]
        else:
            value = {}
            for key, item in node.value:
                self._put(value, key, item)
        self._built[id(node)] = value
        return value

    def _put(self, mapping: dict[str, Any], key: Any, item: Any) -> None:
        value = self.build(item)
        if key.tag == _MERGE:
            for other in value if isinstance(value, list) else [value]:
                mapping.update({} if not isinstance(other, dict) else other | mapping)
        else:
            mapping[str(key.value) if isinstance(key, yaml.ScalarNode) else str(self.build(key))] = value


@dataclass(slots=True)
class Header:
    """Front matter, the text below it and the number of its first line.

    *heading* is the title in reStructuredText, if it was a heading. *error* is a syntax error, if any.
    """

    data: dict[str, Any] = field(default_factory=dict)
    body: str = ""
    first_line: int = 1
    error: PlainError | None = None
    heading: str = ""


def read_fenced(text: str) -> Header | None:
    """Return front matter in YAML between hyphens, TOML between plus signs, or JSON, as in Hugo, Jekyll, …"""
    for match, load in ((_YAML.match(text), load_yaml), (_TOML.match(text), load_toml)):
        if match:
            return _header(text, match.start(1), match.end(1), match.end(), load)
    return _read_json(text) if text.lstrip().startswith("{") else None


def read_hexo(text: str) -> Header | None:
    """Return front matter that may lack its first line of hyphens."""
    if header := read_fenced(text):
        return header
    match = _HEADLESS.match(text)
    if match is None or not _STARTS_LIKE_YAML.match(text):
        return None
    return _header(text, 0, match.end(1), match.end(), load_yaml)


def load_toml(text: str) -> dict[str, Any]:
    """Return the data in a TOML text, as :func:`load_yaml` does; raises :exc:`PlainError`."""
    try:
        return {key: plain_values(value) for key, value in tomllib.loads(text, parse_float=str).items()}
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        reason = re.sub(r" ?\(at .*\)$", "", str(error))
        raise PlainError(int(place[1]) if place else text.count("\n") + 1, reason) from error


def load_json(text: str) -> Any:
    """Return the data in a JSON text, as :func:`load_yaml` does; raises :exc:`PlainError`."""
    try:
        return plain_values(json.loads(text, parse_float=str, parse_int=str))
    except json.JSONDecodeError as error:
        raise PlainError(error.lineno, error.msg) from error
    except RecursionError as error:
        raise PlainError(1, "too deep") from error


def plain_values(value: Any) -> Any:
    """Return *value* with numbers, dates and booleans converted to strings."""
    if isinstance(value, dict):
        return {str(key): plain_values(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_values(item) for item in value]
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    return value if value is None else str(value)


def _read_json(text: str) -> Header | None:
    start = len(text) - len(text.lstrip())
    try:
        data, end = json.JSONDecoder(parse_float=str, parse_int=str).raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    body = text[end:].lstrip(" \t").removeprefix("\n")
    return Header(plain_values(data), body, _line_of(text, len(text) - len(body)))


def _header(text: str, start: int, end: int, body: int, load: Callable[[str], Any]) -> Header:
    header = Header({}, text[body:], _line_of(text, body))
    block = text[start:end]
    first = _line_of(text, start)
    try:
        # Hexo treats tabs as spaces.
        data = load(block if load is not load_yaml else block.expandtabs(2))
    except PlainError as error:
        data = None
        header.error = PlainError(first + error.line - 1, str(error))
    header.data = data if isinstance(data, dict) else {}
    if data and not isinstance(data, dict):
        header.error = PlainError(first, "no keys")
    return header


def _line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
