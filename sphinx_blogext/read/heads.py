"""Finds metadata at the head of a document that is not read: what may be private must not be published.

The head is the front matter that a document begins with, the fields at the top of reStructuredText, and a ``post``
directive that is the first block, or the first one below the title. Blank lines and comments may come before
each. Everything else is text, and no line of the text withholds a document.
"""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from sphinx_blogext.core.metadata import DATE_KEYS, DRAFT_KEYS, KEYS, PLAIN_DRAFT_KEYS, draft_state, field_name
from sphinx_blogext.patterns import pattern

REPEATED = "remove one of the two"
#: The keys that determine whether a document is published.
DECIDING = DRAFT_KEYS | DATE_KEYS | {"blogpost"}
#: Invisible characters, which some editors put in front of a text.
INVISIBLE = "\ufeff\u200b"

_SIGN = r"([!-/:-@\[-`{-~])"
_OVERLINE = pattern(rf"{_SIGN}\1{{2,}}\s*\n.*\n{_SIGN}\2{{2,}}[ \t]*(?:\n|$)")
_UNDERLINE = pattern(rf"\S.*\n{_SIGN}\1+[ \t]*(?:\n|$)")
_HEADING = pattern(r"#{1,6}\s")
#: Comments and targets; in reStructuredText also other markup that is not shown where it is.
_UNSEEN = pattern(r"%|<!--|\([^)]+\)=\s*$"), pattern(r"\.\.(?:$|\s(?!\s*(?:[\w:.+-]+\s?::|\[)))")
_OPENING = pattern(r" {0,3}(?P<sign>---|\+\+\+|;;;|\{)[ \t]*(?P<rest>$|\".*)")
_KEY = pattern(r"[ \t{]*[\"']?([^\W\d_][\w-]*)[\"']?[ \t]*[:=]")
_FIELD = pattern(r":(?P<key>[^\s:][^:]*):(?:[ \t]+(?P<value>.*))?$")
#: A line of a ``post`` directive that may be meant as an option, with both colons or with one.
_OPTION = pattern(r"[ \t]*(?P<colon>:?)(?P<key>[^\W\d_][\w-]*)(?P<end>:|[ \t]|$)[ \t]*(?P<value>.*)")
#: An option of the directive that is not indented, maybe below others that are.
_UNINDENTED = pattern(r"^\.\. post\s?::.*\n(?:[ \t]+\S.*\n)*(?P<option>:[\w-]+:)", re.MULTILINE)
_INDENT = "write options such as ':draft: true' right below the first line, all indented alike"

_NAME = r"(?:blog:)?(?:posts?|blog[-_]?posts?|psot|pots|pst)"
_DATE = r"\d{4}-\d"
#: The misspellings of a ``post`` directive that the documentation names; if one is a directive, it does not count.
_MISSPELLED = pattern(
    rf"\.{{1,4}} ?{_NAME} ?(?::{{2,}}|[\uff1a\uff1b]{{1,2}})(?:\s|\d|$)"
    rf"|\.\. ?post ?(?::\s*$|:?\s+{_DATE})"
    rf"|(?:`{{3,}}|~{{3,}}|:{{3,}})\s*[({{\[]{_NAME}[)}}\]]?(?:\s|\d|$)"
    rf"|(?:`{{3,}}|~{{3,}})\s*post(?:\s*$|\s+{_DATE})"
    r"|`{1,2}\{post\}(?:\s[^`]*)?$"
)
#: A ``post`` directive, in Markdown or in reStructuredText.
POST_DIRECTIVE = pattern(r"[`~:]{3,}[ \t]*\{post\}|\.\. post::")


class Unread(NamedTuple):
    """Metadata that is not read: its place, counted from 1, the reason, and the remedy.

    If it is front matter, *lines* is the number of lines from the top in which it is. If *needs_directive* is set,
    it counts only if the document has a ``post`` directive, or only if it has none.
    """

    line: int
    column: int
    reason: str
    remedy: str
    lines: int = 0
    needs_directive: bool | None = None


def find_unread(
    text: str, keys: Container[str], *, is_rst: bool, start: int = 0, is_front_only: bool = False
) -> Unread | None:
    """Return metadata that is not read in the head of *text*, whose front matter, if any, ends at line *start*."""
    lines = text.split("\n")
    for place, is_below_title in _head(lines, start, is_rst=is_rst):
        unread = None if start or is_below_title else _front_matter(lines, place, keys, is_rst=is_rst)
        if unread is None and not is_front_only:
            unread = _attempt(lines[place], place, is_rst=is_rst)
            unread = unread or (_fields(lines, place, is_below_title=is_below_title) if is_rst else None)
        if unread:
            return unread
    return _unindented(text) if is_rst else None


def _unindented(text: str) -> Unread | None:
    match = _UNINDENTED.search(text)
    if match is None:
        return None
    number = text.count("\n", 0, match.start("option")) + 1
    return Unread(number, 1, f"the option {match['option']!r} is not read", _INDENT, needs_directive=True)


def head_keys(text: str, *, is_rst: bool, start: int = 0) -> set[str]:
    """Return the fields at the top of *text*, and ``post`` if the directive is in its head."""
    lines, keys = text.split("\n"), set[str]()
    for place, is_below_title in _head(lines, start, is_rst=is_rst):
        if POST_DIRECTIVE.match(lines[place].lstrip()):
            keys.add("post")
        if is_rst and not is_below_title:
            fields = map(_FIELD.match, takewhile(str.strip, lines[place:]))
            keys |= {field_name(match["key"]) for match in fields if match}
    return keys


def _attempt(line: str, place: int, *, is_rst: bool) -> Unread | None:
    """Return *line* if it is meant as a ``post`` directive."""
    if _MISSPELLED.match(line) is None:
        return None
    remedy = "write '.. post:: 2026-11-20'" if is_rst else "write '```{post} 2026-11-20'"
    return Unread(place + 1, 1, f"{line.strip()[:40]!r} is no 'post' directive", remedy, needs_directive=False)


def _head(lines: Sequence[str], place: int, *, is_rst: bool) -> Iterator[tuple[int, bool]]:
    """Yield the places of the first block, and of the first one below the title, with the comments above each."""
    is_below_title = False
    while place < len(lines):
        line = lines[place].lstrip(INVISIBLE)
        if not line.strip():
            place += 1
            continue
        yield place, is_below_title
        if _UNSEEN[is_rst].match(line) or (is_rst and line.startswith(":") and not is_below_title):
            place = _end_of_unseen(lines, place, is_rst=is_rst)
        elif not is_below_title and (size := _title_size("\n".join(lines[place : place + 3]), is_rst=is_rst)):
            place, is_below_title = place + size, True
        else:
            return


def _end_of_unseen(lines: Sequence[str], place: int, *, is_rst: bool) -> int:
    """Return the place below a comment, a target or a list of fields."""
    if lines[place].startswith("<!--"):
        return next((n for n in range(place, len(lines)) if "-->" in lines[n]), len(lines)) + 1
    # What belongs to it is indented, or is the next field.
    inside = (" ", "\t", ":") if lines[place].startswith(":") else (" ", "\t")
    place += 1
    while is_rst and place < len(lines) and (not lines[place].strip() or lines[place].startswith(inside)):
        place += 1
    return place


def _title_size(text: str, *, is_rst: bool) -> int:
    if not is_rst and _HEADING.match(text):
        return 1
    return 3 if is_rst and _OVERLINE.match(text) else 2 if _UNDERLINE.match(text) else 0


def _front_matter(lines: Sequence[str], place: int, keys: Container[str], *, is_rst: bool) -> Unread | None:
    """Return the front matter that begins at *place*, if it has one of our *keys*."""
    match = _OPENING.match(lines[place].lstrip(INVISIBLE))
    if match is None or (match["rest"] and match["sign"] != "{"):
        return None
    sign, below = match["sign"], lines[place + 1 :]
    closing = "}" if sign == "{" else sign
    block = list(takewhile(lambda line: line.strip() not in {"", closing}, below))
    # A horizontal line may be above a text.
    first = block[:1] if sign == "---" else [match["rest"], *block]
    if not any(field_name(key[1]) in keys for key in filter(None, map(_KEY.match, first))):
        return None
    end = next((n for n, line in enumerate(below) if line.strip() == closing), len(block))
    number, column = place + 1, match.start("sign") + 1
    return Unread(number, column, *_why_unread(sign, number, column, is_rst=is_rst), place + 2 + end)


def _why_unread(sign: str, number: int, column: int, *, is_rst: bool) -> tuple[str, str]:
    """Return why front matter that begins with *sign* is not read, and the remedy."""
    if is_rst:
        return "reStructuredText has no front matter", "write fields such as ':date: 2026-11-20'"
    if sign != "---":
        return f"{'TOML' if sign == '+++' else 'JSON'} is not read", "write it in YAML between two lines '---'"
    if number > 1 or column > 1:
        return "it must begin with the document", "delete or move what is in front of it"
    return "it has no last line '---'", "add that line"


def _fields(lines: Sequence[str], place: int, *, is_below_title: bool) -> Unread | None:
    """Return what is not read of the fields that begin at *place* in reStructuredText."""
    if not lines[place].startswith(":"):
        return None
    values: dict[str, str | None] = {}
    for number, line in enumerate(takewhile(str.strip, lines[place:]), start=place + 1):
        if match := _FIELD.match(line):
            values[field_name(match["key"])] = match["value"]
        elif not is_below_title and _is_meant_field(line):
            return Unread(number, 1, "this line is no field", "write it like ':draft: true'")
    # Below a title, these are meant as metadata if they are next to a date.
    words = {key: values[key] for key in values.keys() & (PLAIN_DRAFT_KEYS | {"status"})}
    if is_below_title and not DATE_KEYS.isdisjoint(values) and draft_state(words):
        return Unread(place + 1, 1, "fields are read only at the very top", "move them above the title")
    return None


def _is_meant_field(line: str) -> bool:
    return not line[0].isspace() and _option_key(_OPTION.match(line)) in DECIDING


def find_unread_option(directive: str, line: int, options: Collection[str]) -> Unread | None:
    """Return an option at the beginning of a ``post`` directive in *line* that is not among the *options* read."""
    names, values = set(map(field_name, options)), dict[str, str]()
    for number, match, is_above, is_marked in _options_in(directive, line):
        key, value = _option_key(match), match["value"].strip()
        if is_above and key in DECIDING and values.setdefault(key, value) != value:
            return Unread(number, 1, f"the option {key!r} is set twice", REPEATED)
        is_read, is_meant = is_above and key in names, is_marked or draft_state({key: value})
        if key in KEYS and is_meant and not is_read:
            return Unread(number, match.start("key") + 1, f"the option {key!r} is not read", _INDENT)
    return None


def _options_in(directive: str, line: int) -> Iterator[tuple[int, re.Match[str], bool, bool]]:
    """Yield lines like options, with whether each is above the first empty one, and in YAML or after a colon."""
    is_yaml, is_above = False, True
    for number, text in enumerate(directive.split("\n")[1:], start=line + 1):
        is_above &= bool(text.strip())
        if text.strip() in {"", "---"}:
            is_yaml |= is_above
            continue
        match = _OPTION.match(text)
        # Below an empty line is the teaser, in which words may end with a colon.
        if match is None or not _option_key(match) or not (is_above or match["colon"]):
            return
        yield number, match, is_above, bool(match["colon"]) or is_yaml


def _option_key(match: re.Match[str] | None) -> str:
    """Return the key of what is meant as an option or a field, or ``""``."""
    return field_name(match["key"]) if match and (match["colon"] or match["end"] == ":") else ""
