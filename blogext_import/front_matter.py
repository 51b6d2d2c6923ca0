"""Metadata at the top of posts: front matter, and lines of fields as in Pelican, Nikola, docutils and HTML."""

import datetime as dt
import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import yaml  # type: ignore[import-untyped]  # its types are another package

from blogext_import.rst_inline import plain_rst
from sphinx_blogext.markup.bounded_yaml import YamlError, compose

_KEY_VALUE = re.compile(r"[ ]{0,3}(?P<key>[A-Za-z0-9_-]+):[ \t]*(?P<value>.*)")
#: Lines that may enclose these; the one below them may be missing.
_RULE, _END = re.compile(r"-{3}(?:\s.*)?"), re.compile(r"(?:-{3}|\.{3})(?:\s.*)?")
_FIELD = re.compile(r":(?P<key>[A-Za-z][\w .-]*):(?:[ \t]+(?P<value>.*)|$)")
_NIKOLA = re.compile(r"[ \t]*\.\. (?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*)|$)")
#: Keys whose further lines go on with the text; those of others are further values.
_SENTENCES = frozenset({"summary", "description", "title"})
_ADORNMENT = re.compile(r"([^\w\s])\1*[ \t]*")
_YAML = re.compile(r"\s*---[ \t]*\n((?:.*?\n)??)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\s*\+\+\+[ \t]*\n((?:.*?\n)??)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
#: Hexo sites often omit the first line of hyphens.
_HEADLESS = re.compile(r"(.*?)\n-{3,}[ \t]*(?:\n|\Z)", re.DOTALL)
_STARTS_LIKE_YAML = re.compile(r"\s*[\w-]+[ \t]*:(\s|$)")
_META = re.compile(r"<meta\b(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
#: In MkDocs, variables of the environment, and at the end what is used if none of them is set.
_VARIABLE = "!ENV"
_NULL, _MERGE = "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"


def read_key_values(text: str) -> "Header | None":
    """Return ``Key: value`` lines up to the first empty line, as Python-Markdown reads them.

    A line of hyphens may be above them, and one of hyphens or dots below them.
    """
    lines = text.split("\n")
    start = _skip_blank(lines, 0)
    start += bool(_RULE.fullmatch(_line(lines, start)))
    data: dict[str, Any] = {}
    key, number = "", start
    for number in range(start, len(lines) + 1):
        line = _line(lines, number)
        if match := _KEY_VALUE.fullmatch(line):
            key = match["key"].lower()
            # A repeated key has several values.
            data[key] = _joined(data.get(key), match["value"].strip(), ", ")
        elif line.startswith(("    ", "\t")) and line.strip() and key:
            data[key] = _joined(data[key], line.strip(), " " if key in _SENTENCES else ", ")
        else:
            break
    if not data:
        return None
    number += number < len(lines) and not (lines[number].strip() and not _END.fullmatch(lines[number]))
    return Header(data, "\n".join(lines[number:]), number + 1)


def _joined(before: str | None, value: str, between: str) -> str:
    return f"{before}{between}{value}" if before else value


def read_docinfo(text: str) -> "Header | None":
    """Return the title of a reStructuredText and the fields around it; the body begins after both.

    A field takes precedence over the heading. Below a field that has the title, another heading is in the text.
    """
    lines = text.split("\n")
    data: dict[str, Any] = {}
    number = _skip_blank(lines, _read_fields(lines, _skip_blank(lines, 0), data))
    title = plain_rst(data.get("title") or "")
    heading, after = _read_title(lines, number)
    if heading and title in {"", plain_rst(heading)}:
        number = _read_fields(lines, _skip_blank(lines, after), data)
        number = _skip_blank(lines, number)
    title = plain_rst(data.get("title") or heading)
    if not title and not data:
        return None
    data |= {"title": title} if title else {}
    is_own = heading != title == plain_rst(heading)
    return Header(data, "\n".join(lines[number:]), number + 1, heading=heading if is_own else "")


def _line(lines: list[str], number: int) -> str:
    """Return a line, which is empty beyond the text."""
    return lines[number] if number < len(lines) else ""


def _skip_blank(lines: list[str], number: int) -> int:
    while number < len(lines) and not lines[number].strip():
        number += 1
    return number


def _read_fields(lines: list[str], number: int, data: dict[str, Any]) -> int:
    """Add the fields that start at line *number* to *data*, and return the number of the line after them."""
    key = ""
    while number < len(lines):
        line = lines[number]
        if match := _FIELD.match(line):
            key = match["key"].lower()
            data[key] = (match["value"] or "").strip() or None
        elif key and line.startswith((" ", "\t")) and line.strip():
            data[key] = f"{data[key]}\n{line.strip()}" if data[key] else line.strip()
        else:
            break
        number += 1
    return number


def _read_title(lines: list[str], number: int) -> tuple[str, int]:
    """Return the title at line *number* and the number of the line after it; ``""`` if there is none."""
    rows = [line.rstrip() for line in lines[number : number + 3]] + [""] * 3
    is_overlined = bool(_ADORNMENT.fullmatch(rows[0])) and rows[0] == rows[2] and rows[1].strip()
    if is_overlined:
        return rows[1].strip(), number + 3
    # docutils requires the underline to be as long as the title, except for lines of four characters or more.
    if rows[0].strip() and len(rows[1]) >= min(4, len(rows[0])) and _ADORNMENT.fullmatch(rows[1]):
        return rows[0].strip(), number + 2
    return "", number


def read_nikola(text: str) -> "Header | None":
    """Return ``.. key: value`` lines, bare or in an HTML comment."""
    lines = text.split("\n")
    number = start = _skip_blank(lines, 0)
    is_comment = _line(lines, start).rstrip().endswith("<!--")
    data: dict[str, Any] = {}
    for number in range(start + is_comment, len(lines) + 1):
        line = _line(lines, number)
        if match := _NIKOLA.match(line):
            data[match["key"].lower()] = (match["value"] or "").strip() or None
        elif line.strip() or (data and not is_comment):
            break
    if not data:
        return None
    number += is_comment and _line(lines, number).strip() == "-->"
    number = _skip_blank(lines, number)
    return Header(data, "\n".join(lines[number:]), number + 1)


def read_html(text: str) -> "Header | None":
    """Return the title and the ``meta`` elements of an HTML page; the text is its body."""
    data: dict[str, Any] = {}
    for meta in _META.finditer(text):
        named = {key.lower(): unescape("".join(values)) for key, *values in _ATTRIBUTE.findall(meta["attributes"])}
        if name := named.get("name"):
            data[name.lower()] = named.get("content") or named.get("contents") or ""
    if title := re.search(r"<title\b[^<>]*>(\s*[^<\s][^<]*)", text, re.IGNORECASE):
        data.setdefault("title", " ".join(unescape(title[1]).split()))
    if not data:
        return None
    body = re.search(r"<body[^<>]*>\n?(.*?)(?:</body>|\Z)", text, re.DOTALL | re.IGNORECASE)
    start = body.start(1) if body else 0
    return Header(data, body[1].rstrip() if body else text, text.count("\n", 0, start) + 1)


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
            return None if node.tag in (_NULL, _VARIABLE) else node.value
        if id(node) in self._built:
            return self._built[id(node)]
        # A node that contains itself finds ``None`` here.
        self._built[id(node)] = None
        if isinstance(node, yaml.SequenceNode):
            value: Any = [self.build(item) for item in node.value]
            if node.tag == _VARIABLE:
                value = value[-1] if len(value) > 1 else None
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
