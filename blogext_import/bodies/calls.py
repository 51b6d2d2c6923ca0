"""An engine's tag with its arguments, as passed to its handler, and the results of handlers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from blogext_import.bodies.rules import CLOSE, OPEN
from blogext_import.bodies.tags import Tag
from blogext_import.bodies.work import BodyContext, Report

_ARGUMENT = re.compile(
    r"(?:(?P<key>[\w.-]+)[ \t]*=[ \t\n]*)?"
    r"(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)'|`(?P<back>[^`]*)`"
    r"|\{(?P<braced>[^{}]*)\}|(?P<list>\[[^\[\]]*\])|(?P<bare>[^\s,\"'`\[{][^\s]*))",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Arguments:
    """Positional values in order, and named values by their names in lower case, ``lists`` also as lists."""

    values: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)

    def first(self, *names: str, at: int | None = None) -> str:
        """Return the value of the first of these names, else the positional one at *at*, else ``""``."""
        for name in names:
            if self.named.get(name):
                return self.named[name]
        return self.values[at] if at is not None and at < len(self.values) else ""


def parse_arguments(text: str, *, is_call: bool = False) -> Arguments:
    """Parse arguments separated by spaces or, in a call, by commas."""
    values, named, lists = [], {}, {}
    for match in _ARGUMENT.finditer(text):
        kind, key = str(match.lastgroup), (match["key"] or "").lower()
        value, is_quoted = match[kind], kind in ("double", "single", "back")
        if is_quoted:
            value = re.sub(r"\\([\"'\\])", r"\1", value)
        elif is_call or key:
            value = value.rstrip(",")
        if kind == "list":
            lists[key] = parse_arguments(value[1:-1], is_call=True).values
        if key:
            named[key] = value if is_quoted else value.strip("\"'")
        elif value:
            values.append(value)
    return Arguments(values, named, lists)


#: How something looks, and what its state is, in the tags of Hexo's themes.
LOOKS = frozenset(
    """
    black blue bold center checked close closed cyan danger dark default disabled error false flat gray green grey
    icon info large left light modern minus no-icon open orange pink plus primary purple radio red right simple
    small success times true warning white yellow
    """.split()
)
#: The same before a comma and the text.
_STYLES = LOOKS | frozenset("big bottom h1 h2 h3 h4 h5 h6 huge logo tiny top ultra".split())
#: What no reader reads: URLs, files, options, colors, icons, and the class before a text.
_NO_WORDS = re.compile(
    r"(?<!\S)(?:[^\s:=/\\]*(?:://|[=/\\])\S*|[\w-]+:\S+|[\w.-]*\w\.[a-z]\w{1,4}(?!\S)|#[0-9a-fA-F]{3,8}\b|[a-z]+@(?=\S)"
    r"|fa[a-z]{0,2}(?=\s+fa-)|fa-[\w-]+)"
)
_HAN = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_WORDS = re.compile(rf"{_HAN}|[^\W\d_]{{2,}}[,:;]?\s+\S*[^\W\d_]{{2,}}")
_WORD = re.compile(r"[^\W\d_]{2,}[.,:;!?]?")
_QUOTE = re.compile(r"[\"']\S")
_CODE = re.compile(r"[{}<>|]|[\w-]\s{0,9}:[^;:]*;")


def words_of(text: str, *, is_bare: bool, is_inline: bool = False) -> str:
    """Return the words of natural language in the arguments of a tag.

    In Hexo, they are *is_bare*, without quotes. In a line, one word is enough, and the last ones may be a color.
    """
    return (
        _quoted_words(text) if _QUOTE.search(text) else _bare_words(text, is_inline=is_inline) if is_bare else ""
    )


def _quoted_words(text: str) -> str:
    is_call = text.startswith("(")
    arguments = parse_arguments(text[1:].rstrip().removesuffix(")") if is_call else text, is_call=is_call)
    values = [*arguments.values, *arguments.named.values()]
    values = [value for value in values if _WORDS.search(_NO_WORDS.sub("", value)) and not _CODE.search(value)]
    return " ".join(" ".join(values).split())


def _bare_words(text: str, *, is_inline: bool) -> str:
    first, comma, rest = text.partition(",")
    if comma and _STYLES.issuperset(first.split()):
        text = rest
    # In prose, a space follows a comma.
    parts = _NO_WORDS.sub("", re.split(r",(?=\S)", text.strip())[0]).split(",")
    words = ", ".join(filter(None, map(str.strip, parts))).split()
    while is_inline and words and words[-1] in LOOKS:
        words.pop()
    shown = " ".join(words)
    return shown if _WORDS.search(shown) or (is_inline and _WORD.fullmatch(shown)) else ""


@dataclass(frozen=True)
class Call:
    """A tag with its arguments, and with the text up to its closing tag, if it has one.

    *is_alone* means that its lines contain nothing else, *is_address* that it is in the place of a URL of
    Markdown; *attribute* is the name of the HTML attribute that it is in, if any. *variables* are those of Liquid.
    """

    tag: Tag
    arguments: Arguments
    body: str | None
    context: BodyContext
    report: Report
    is_alone: bool
    is_address: bool
    attribute: str = ""
    variables: dict[str, Any] = field(default_factory=dict)

    def first(self, *names: str, at: int | None = None) -> str:
        """Return the argument of the first of these names, else the positional one at *at*, else ``""``."""
        return self.arguments.first(*names, at=at)

    def post(self, name: str, language: str = "") -> str | None:
        """Return the path of the post *name*, or ``None``; with *language*, only of one in that language."""
        name = name[1:] if name.startswith("@/") else name
        if language:
            return self._made(self.context.find_in_language(name, language))
        return self._made(self.context.find_post(name) or self.context.find_post(name.lstrip("/")))

    def address(self, name: str) -> str | None:
        """Return the URL path of the post *name* on the old site, or ``None``."""
        name = name[1:] if name.startswith("@/") else name
        return self._made(self.context.find_address(name) or self.context.find_address(name.lstrip("/")))

    def file(self, name: str) -> str | None:
        """Return the path of an image or file, the URL of an external one, or ``None``."""
        if name.startswith(("http://", "https://", "//", "data:")):
            return name
        return self._made(self.context.find_file(name)) if name else None

    def file_url(self, name: str) -> str | None:
        """Return the URL path at which a file stays, the URL of an external one, or ``None``."""
        return name if "//" in name else self._made(self.context.find_file_url(name))

    def store(self, name: str, data: bytes) -> str:
        """Write a file beside the post, and return its path."""
        path = self.context.store(name, data)
        self.report.made.add(path)
        return path

    def _made(self, path: str | None) -> str | None:
        if path is not None:
            self.report.made.add(path)
        return path


@dataclass(frozen=True)
class Around:
    """The lines before and after the text between two tags; the text itself is still to be converted."""

    before: list[str]
    after: list[str]
    margin: str = ""


@dataclass(frozen=True)
class AsIs:
    """The text between two tags, which is not to be converted."""

    text: str


#: The result of a handler; ``None`` if there is no equivalent in MyST.
Result = str | Around | AsIs | None
Handler = Callable[[Call], Result]
HANDLERS: dict[str, Handler] = {}


def handles(*names: str) -> Callable[[Handler], Handler]:
    """Return a decorator that registers the handler of tags with these names."""

    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register


def box(head: list[str]) -> Around:
    return Around([OPEN + head[0], *head[1:], ""], [CLOSE])
