"""Metadata in lines: Pelican's ``Key: value``, reStructuredText fields, Nikola's comments, HTML ``meta``."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from blogext_import.front_matter import Header
from blogext_import.rst_inline import plain_rst

_KEY_VALUE = re.compile(r"[ ]{0,3}(?P<key>[A-Za-z0-9_-]+):[ \t]*(?P<value>.*)")
#: Lines that may enclose these; the one below them may be missing.
_RULE, _END = re.compile(r"-{3}(?:\s.*)?"), re.compile(r"(?:-{3}|\.{3})(?:\s.*)?")
_FIELD = re.compile(r":(?P<key>[A-Za-z][\w .-]*):(?:[ \t]+(?P<value>.*)|$)")
_NIKOLA = re.compile(r"[ \t]*\.\. (?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*)|$)")
#: Keys whose further lines go on with the text; those of others are further values.
_SENTENCES = frozenset({"summary", "description", "title"})
_ADORNMENT = re.compile(r"([^\w\s])\1*[ \t]*")


def read_key_values(text: str) -> Header | None:
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


def read_docinfo(text: str) -> Header | None:
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


def read_nikola(text: str) -> Header | None:
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


def read_html(text: str) -> Header | None:
    """Return the title and the ``meta`` elements of an HTML page; the text is its body."""
    reader = _Head()
    reader.feed(text)
    if not reader.data:
        return None
    body = re.search(r"<body[^<>]*>\n?(.*?)(?:</body>|\Z)", text, re.DOTALL | re.IGNORECASE)
    start = body.start(1) if body else 0
    return Header(reader.data, body[1].rstrip() if body else text, text.count("\n", 0, start) + 1)


class _Head(HTMLParser):
    """Collects the metadata in the head of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.data: dict[str, Any] = {}
        self._is_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self._is_title = tag == "title"
        if tag == "meta" and attributes.get("name"):
            self.data[str(attributes["name"]).lower()] = (
                attributes.get("content") or attributes.get("contents") or ""
            )

    def handle_data(self, data: str) -> None:
        if self._is_title and data.strip():
            self.data.setdefault("title", " ".join(data.split()))

    def handle_endtag(self, tag: str) -> None:
        self._is_title = False
