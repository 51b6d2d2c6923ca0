"""Read the metadata of posts that are in our format already: front matter, field lists and directives."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from blogext_import.front_matter import PlainError, load_yaml, read_fenced
from blogext_import.rst_body import lines_of
from sphinx_blogext.core.dates import DateReader
from sphinx_blogext.core.metadata import Metadata, read_metadata

_POST = re.compile(r"[ \t]*(?:\.\. post::|[`:~]{3,}[ \t]*\{post\})[ \t]*(?P<date>.*)")
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>.*)")
#: Directives other than those of code, such as ``eval-rst``.
_BRACED = re.compile(r"[ \t]*\{(?!code|literalinclude|parsed-literal)")
_OPTION = re.compile(r"(?P<indent>[ \t]*):(?P<key>[^\s:](?:[^\n:]|:(?!\s|$))*):[ \t]*(?P<value>.*)")
_COMMENT = re.compile(r"\.\.(\s|$)")
_LISTS = re.compile(r"^[ \t]*(?:\.\. |[`:~]{3,}[ \t]*\{)(?:postlist|toctree)\b", re.MULTILINE)


class Part(NamedTuple):
    """The metadata of one part of a document: its front matter, or a directive; *written* is its date."""

    metadata: Metadata
    written: str


class WrittenPost(NamedTuple):
    """The *front* matter of a document, its directives, and whether it has a list of posts or documents.

    *error* is a syntax error in front matter.
    """

    front: Part
    directives: tuple[Part, ...]
    has_list: bool
    error: PlainError | None

    @property
    def parts(self) -> tuple[Part, ...]:
        return (self.front, *self.directives)

    @property
    def posts(self) -> list[Metadata]:
        """The metadata of the posts in the document; each directive takes precedence over front matter."""
        front = self.front.metadata
        return [part.metadata.over(front) for part in self.directives] or [front]


def read_written(text: str, markup: str, dates: DateReader) -> WrittenPost:
    """Return the metadata in the *text* of a document, whose *markup* is ``md`` or ``rst``."""
    lines = text.split("\n")
    header = read_fenced(text) if markup == "md" else None
    raw = {} if markup == "md" else _options(lines, top_of_text(lines))
    raw = _passed(header.data) if header else raw
    front = _part({key.lower(): value for key, value in raw.items()}, dates, is_directive=False)
    directives = []
    for number in directive_lines(text, markup):
        match = _POST.fullmatch(lines[number - 1])
        date = match["date"].strip() if match else ""
        fields = ({"date": date} if date else {}) | _options(lines, number)
        directives.append(_part(fields, dates, is_directive=True))
    return WrittenPost(front, tuple(directives), _LISTS.search(text) is not None, header.error if header else None)


def directive_lines(text: str, markup: str) -> list[int]:
    """Return the numbers of the lines of *text* in which a ``post`` directive begins, except those in code."""
    shown = lines_of(text) if markup == "rst" else _md_lines(text.split("\n"))
    return [
        number for number, (line, is_code) in enumerate(shown, start=1) if not is_code and _POST.fullmatch(line)
    ]


def _md_lines(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the lines of Markdown, and whether each is in a block of code."""
    # The fences of the blocks that a line is in, of which only the last may be code.
    fences: list[str] = []
    is_code = False
    for line in lines:
        match = _FENCE.match(line)
        is_end = bool(match and fences and match["fence"].startswith(fences[-1]) and not match["info"].strip())
        yield line, is_code
        if is_end:
            fences.pop()
            is_code = False
        elif match and not is_code:
            fences.append(match["fence"])
            is_code = not _BRACED.match(match["info"])


def top_of_text(lines: Sequence[str]) -> int:
    """Return the index of the first of the *lines* below comments and targets, where a field list may be."""
    is_comment = False
    for place, line in enumerate(lines):
        is_comment = bool(_COMMENT.match(line)) or (is_comment and (not line.strip() or line[:1].isspace()))
        if line.strip() and not is_comment:
            return place
    return len(lines)


def _part(raw: Mapping[str, str | None], dates: DateReader, *, is_directive: bool) -> Part:
    metadata, _problems = read_metadata(raw, dates=dates, is_directive=is_directive)
    return Part(metadata, (raw.get("date") or "").strip())


def _passed(data: Mapping[str, Any]) -> dict[str, str | None]:
    return {
        key: value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in data.items()
    }


def _options(lines: Sequence[str], start: int) -> dict[str, str | None]:
    """Return the options from the line with the index *start*, up to an empty line."""
    options: dict[str, str | None] = {}
    if lines[start : start + 1] == ["---"]:
        return _yaml_options(lines, start)
    key = indent = ""
    for line in lines[start:]:
        if match := _OPTION.fullmatch(line):
            key, indent = match["key"].strip(), match["indent"]
            options[key] = match["value"].strip()
        elif key and line.strip() and line.startswith(indent) and line[len(indent)].isspace():
            options[key] = f"{options[key]}\n{line.strip()}".strip()
        else:
            break
    return options


def _yaml_options(lines: Sequence[str], start: int) -> dict[str, str | None]:
    end = next((place for place in range(start + 1, len(lines)) if lines[place].strip() == "---"), start)
    try:
        data = load_yaml("\n".join(lines[start + 1 : end]))
    except PlainError:
        data = {}
    return _passed(data if isinstance(data, dict) else {})
