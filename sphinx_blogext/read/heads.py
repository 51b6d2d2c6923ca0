"""Finds metadata at the head of a document that is not read: what may be private must not be published.

The head is the front matter that a document begins with, the fields at the top of reStructuredText, and a ``post``
directive that is the first block, or the first one below the title. Blank lines and comments may come before
each. Everything else is text, and no line of the text withholds a document.
"""

import json
import re
import tomllib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice, takewhile
from typing import NamedTuple

from sphinx_blogext.core.metadata import DATE_KEYS, DRAFT_KEYS, KEYS, PLAIN_DRAFT_KEYS, draft_state, field_name
from sphinx_blogext.markup.bounded_yaml import load_yaml
from sphinx_blogext.patterns import pattern

REPEATED = "remove one of the two"
#: The keys that determine whether a document is published.
DECIDING = DRAFT_KEYS | DATE_KEYS | {"blogpost"}
#: Invisible characters, which some editors put in front of a text.
INVISIBLE = "\ufeff\u200b"

_SIGN = r"([!-/:-@\[-`{-~])"
_MARKDOWN_TITLE = pattern(r" {0,3}#{1,6}(?=\s|$)|(?:[ \t]*\S.*\n)+? {0,3}(?:=+|-+)[ \t]*$", re.MULTILINE)
_RST_TITLE = pattern(rf"{_SIGN}\1*[ \t]*\n.*\n\1+[ \t]*$|\S.*\n{_SIGN}\2*[ \t]*$", re.MULTILINE)
#: Comments, targets and attributes; in reStructuredText also other markup that is not shown where it is.
_UNSEEN = (
    pattern(r" {0,3}(?:%|<!--|\([^)]+\)=\s*$|\[[^\]]+\]:\s|\{[.#][^}]*\}\s*$)"),
    pattern(
        r"\.\.(?:$|\s+(?:meta|(?:default-)?role|index|raw|(?:\w+:)?currentmodule)::|\s(?!\s*(?:[\w:.+-]+\s?::|\[)))"
    ),
)
#: What else may be above a title: directives, and in reStructuredText footnotes and the like.
_ABOVE = pattern(r"(?P<fence>`{3,}|~{3,}|:{3,})\{"), pattern(r"\.\.\s|__\s")
_OPENING = pattern(r" {0,3}(?P<sign>---|\+\+\+|;;;|\{)[ \t]*(?P<rest>$|\".*)")
_KEY = pattern(r"[ \t{]*[\"']?([^\W\d_][\w-]*)[\"']?[ \t]*([:=])")
_FIELD = pattern(r":(?P<key>[^\s:]|[^\s:][^:]*[^\s:]):(?:[ \t]+(?P<value>.*))?$")
#: A line right below fields that is meant as one.
_MEANT_FIELD = pattern(r"([:\uff1a \t]*)([^\W\d_][\w-]*)[ \t]*([:=\uff1a]?)")
#: A line of a ``post`` directive that may be meant as an option, with both colons or with one of them.
_OPTION = pattern(r"\s*(?P<colon>[:\uff1a])?(?P<key>[^\W\d_][\w-]*)(?(1)(?:[:\uff1a\s]|$)|[:\uff1a])(?P<value>.*)")
#: An option of the directive that is not indented, maybe below others that are.
_UNINDENTED = pattern(r"^\.\. post\s?::.*\n(?:[ \t]+\S.*\n)*(?:[\xa0\u3000][^\S\n]*)?(:[\w-]+:)(?!\S)", re.M)
_INDENT = "write options such as ':draft: true' right below the first line, all indented alike"

_NAME = r"(?i:(?:blog:)?(?:posts?|blog[-_]?posts?|psot|pots|pst))"
_DATE = r"\d{4}-\d[-\d:TZ ]*$"
#: The misspellings of a ``post`` directive that the documentation names; if one is a directive, it does not count.
_MISSPELLED = pattern(
    rf"\.{{1,4}}[ \xa0\u3000]?(?P<rst>{_NAME}) ?(?:[:\uff1a\uff1b]{{2,}}|[\uff1a\uff1b])(?:\s|\d|$)"
    rf"|\.\. ?(?i:post) ?(?::\s*$|:?\s+{_DATE})"
    rf"| {{0,3}}(?:`{{3,}}|~{{3,}}|:{{3,}})\s*[({{\[]\s*(?P<myst>{_NAME})\s*[)}}\]]?:*(?:\s|\d|$)"
    rf"| {{0,3}}(?:`{{3,}}|~{{3,}})\s*post(?:\s*$|\s+{_DATE})"
    r"|`{1,2}\{post\}(?:\s[^`]*)?$"
)
#: A ``post`` directive, in Markdown or in reStructuredText.
POST_DIRECTIVE = pattern(r"[`~:]{3,}[ \t]*\{post\}|\.\. post::")


class Unread(NamedTuple):
    """Metadata that is not read: its place, counted from 1, the reason, and the remedy.

    If it is front matter, *lines* is the number of lines from the top in which it is. If *needs_directive* is set,
    it counts only if the document has a ``post`` directive, or only if it has none, nor one of that *name*.
    """

    line: int
    column: int
    reason: str
    remedy: str
    lines: int = 0
    needs_directive: bool | None = None
    name: str = ""


def find_unread(
    text: str, keys: Container[str], *, is_rst: bool, start: int = 0, is_front_only: bool = False
) -> Unread | None:
    """Return metadata that is not read in the head of *text*, whose front matter, if any, ends at line *start*."""
    lines = text.split("\n")
    for place, above in _head(lines, start, is_rst=is_rst):
        unread = None if start or "title" in above else _front_matter(lines, place, keys, is_rst=is_rst)
        if unread is None and not is_front_only:
            unread = _attempt(lines[place], place, is_rst=is_rst)
        if unread := unread or _fields(lines, place, above, is_rst=is_rst, is_front_only=is_front_only):
            return unread
    match = _UNINDENTED.search(text) if is_rst else None
    if match is None:
        return None
    number = text.count("\n", 0, match.start(1)) + 1
    return Unread(number, 1, f"the option {match[1]!r} is not read", _INDENT, needs_directive=True)


def head_keys(text: str, *, is_rst: bool, start: int = 0) -> set[str]:
    """Return the fields at the top of *text*, and ``post`` if the directive is in its head."""
    lines, keys = text.split("\n"), set[str]()
    for place, above in _head(lines, start, is_rst=is_rst):
        if POST_DIRECTIVE.match(lines[place].lstrip()):
            keys.add("post")
        if is_rst and above <= {"", "unseen"} and lines[place].startswith(":"):
            keys |= _field_list(lines, place)[0].keys()
    return keys


def _attempt(line: str, place: int, *, is_rst: bool) -> Unread | None:
    """Return *line* if it is meant as a ``post`` directive."""
    match = _MISSPELLED.match(line)
    # That one is read.
    if match is None or (is_rst and line.split(" ")[:2] == ["..", "post::"]):
        return None
    remedy = "write '.. post:: 2026-11-20'" if is_rst else "write '```{post} 2026-11-20'"
    name, reason = match["rst"] or match["myst"] or "", f"{line.strip()[:40]!r} is not a 'post' directive"
    return Unread(place + 1, 1, reason, remedy, needs_directive=False, name=name if name.lower() != "post" else "")


def _head(lines: Sequence[str], place: int, *, is_rst: bool) -> Iterator[tuple[int, set[str]]]:
    """Yield the first block, the first one below the title, and what comes before each, with all that is above."""
    above: set[str] = set()
    while place < len(lines):
        line = lines[place].lstrip(INVISIBLE)
        # Right below a ``post`` directive, fields are options that are not indented, or text.
        is_near = "title" in above or above.isdisjoint({"directive", "post"})
        if line.strip() and (is_near or (is_rst and line.startswith(":") and "post" not in above)):
            yield place, above
        place, kind = _block(lines, place, is_rst=is_rst, is_below_title="title" in above)
        above.add(kind)
        if kind == "text":
            return


def _block(lines: Sequence[str], place: int, *, is_rst: bool, is_below_title: bool) -> tuple[int, str]:
    """Return the place below what begins at *place*, and what that is: ``"text"`` for all that is not skipped."""
    line = lines[place].lstrip(INVISIBLE)
    end = _end_in_rst if is_rst else _end_in_markdown
    if not line.strip():
        return place + 1, ""
    if _UNSEEN[is_rst].match(line):
        return end(lines, place), "unseen"
    if is_below_title:
        return place, "text"
    if is_rst and _FIELD.match(line):
        return end(lines, place), "fields"
    if _ABOVE[is_rst].match(line):
        return end(lines, place), ("directive", "post")[POST_DIRECTIVE.match(line) is not None]
    text = "\n".join(takewhile(str.strip, islice(lines, place, None)))
    title = _RST_TITLE.match(text) if is_rst else _MARKDOWN_TITLE.match(text)
    return (place + title[0].count("\n") + 1, "title") if title else (place, "text")


def _end_in_markdown(lines: Sequence[str], place: int) -> int:
    """Return the place below a comment, a directive, or what is in one line."""
    is_comment, fence = lines[place].lstrip().startswith("<!--"), _ABOVE[False].match(lines[place])
    # The last line may be longer than the first.
    end = re.compile(rf"\s*{fence['fence']}+\s*$" if fence else ".*-->")
    ends = (number for number in range(place, len(lines)) if end.match(lines[number]))
    return next(ends, len(lines)) + 1 if fence or is_comment else place + 1


def _end_in_rst(lines: Sequence[str], place: int) -> int:
    """Return the place below a list of fields, or below explicit markup."""
    # What belongs to it is indented, or is the next field.
    inside = (" ", "\t", ":") if lines[place].startswith(":") else (" ", "\t")
    rest = range(place + 1, len(lines))
    return next((n for n in rest if lines[n].strip() and not lines[n].startswith(inside)), len(lines))


def _front_matter(lines: Sequence[str], place: int, keys: Container[str], *, is_rst: bool) -> Unread | None:
    """Return the front matter that begins at *place*, if it has one of our *keys*."""
    match = _OPENING.match(lines[place].lstrip(INVISIBLE))
    if match is None or (match["rest"] and match["sign"] != "{"):
        return None
    names, size = _names_in(match["sign"], [match["rest"], *lines[place + 1 :]])
    if not any(field_name(str(name)) in keys for name in names):
        return None
    number, column = place + 1, match.start("sign") + 1
    return Unread(number, column, *_why_unread(match["sign"], number, column, is_rst=is_rst), place + size)


def _names_in(sign: str, lines: Sequence[str]) -> tuple[Iterable[str], int]:
    """Return the keys of the front matter in *lines*, the first of which is behind *sign*, and their number."""
    with suppress(ValueError, RecursionError):
        return _names_of_object(lines) if sign == "{" else _names_between(sign, lines)
    # Where it cannot be read, it goes down to the first empty line.
    block = list(takewhile(lambda line: line.strip() not in {"", sign, "}"}, lines[1:]))
    # A horizontal line may be above a text.
    matches = map(_KEY.match, block[:1] if sign == "---" else [lines[0], *block])
    keys = [match[1] for match in matches if match and (sign != "+++" or match[2] == "=")]
    ends = (number for number, line in enumerate(lines) if number and line.strip() == sign)
    return keys, next(ends, len(block) + 1) + 1


def _names_of_object(lines: Sequence[str]) -> tuple[Iterable[str], int]:
    """Return the keys of JSON that *lines* begin with, without the bracket; a sentence may begin with it, too."""
    text = "\n".join(("{" + lines[0], *lines[1:]))
    data, length = json.JSONDecoder().raw_decode(text)
    is_text = text[length:].partition("\n")[0].strip()
    return () if is_text else data, text.count("\n", 0, length) + 1


def _names_between(sign: str, lines: Sequence[str]) -> tuple[Iterable[str], int]:
    """Return the keys of YAML or TOML down to the next *sign*; raise :exc:`ValueError` if it is none."""
    end = [line.strip() for line in lines].index(sign, 1)
    data = (tomllib.loads if sign == "+++" else load_yaml)("\n".join(lines[1:end]))
    if not isinstance(data, dict) or (sign == "---" and not lines[1].strip()):
        raise ValueError(sign)
    # Zola's and Hugo's own keys are in a table.
    tables = (table for table in data.values() if isinstance(table, dict) and sign == "+++")
    return chain(data, *tables), end + 1


def _why_unread(sign: str, number: int, column: int, *, is_rst: bool) -> tuple[str, str]:
    """Return why front matter that begins with *sign* is not read, and the remedy."""
    if is_rst:
        return "reStructuredText has no front matter", "write fields such as ':date: 2026-11-20'"
    if sign != "---":
        return f"{'TOML' if sign == '+++' else 'JSON'} is not read", "write it in YAML between two lines '---'"
    if number > 1 or column > 1:
        return "it must be at the very top of the document", "delete or move what is above it"
    return "it has no closing line '---'", "add that line"


def _fields(
    lines: Sequence[str], place: int, above: set[str], *, is_rst: bool, is_front_only: bool
) -> Unread | None:
    """Return what is not read of the fields that begin at *place* in reStructuredText, below what is *above*."""
    if not is_rst or not lines[place].startswith(":") or (is_front_only and above - {"", "unseen"}):
        return None
    values, end = _field_list(lines, place)
    if "title" not in above and _ends_in_meant_field(lines, place, end):
        return Unread(end + 1, 1, "this line is not a field", "write it like ':draft: true'")
    if above <= {"", "unseen"}:
        return None
    is_meant = _are_meant(values, is_below_fields="title" not in above and "fields" in above)
    return Unread(place + 1, 1, "only fields at the very top are read", "move these there") if is_meant else None


def _ends_in_meant_field(lines: Sequence[str], place: int, end: int) -> bool:
    """Return whether the line in *end*, right below fields that begin at *place*, is meant as one of them."""
    is_below = end < len(lines) and (end == place or lines[end - 1].strip() != "")
    match = _MEANT_FIELD.match(lines[end]) if is_below else None
    return match is not None and bool(match[1] or match[3]) and field_name(match[2]) in DECIDING


def _are_meant(values: Mapping[str, str], *, is_below_fields: bool) -> bool:
    """Return whether fields that are not read say "draft", below others at the top or next to a date."""
    words = {key: values[key] for key in values.keys() & (PLAIN_DRAFT_KEYS | {"status"})}
    return bool(draft_state(words)) and (is_below_fields or not DATE_KEYS.isdisjoint(values))


def _field_list(lines: Sequence[str], place: int) -> tuple[dict[str, str], int]:
    """Return the fields that begin at *place*, and the place of the first line that does not belong to them."""
    values, key = dict[str, str](), ""
    for number in range(place, len(lines)):
        if match := _FIELD.match(lines[number]):
            key = field_name(match["key"])
            values[key] = match["value"] or ""
        elif lines[number][:1].isspace():
            values[key] = f"{values[key]} {lines[number]}".strip()
        elif lines[number]:
            return values, number
    return values, len(lines)


def find_unread_option(directive: str, line: int, options: Collection[str]) -> Unread | None:
    """Return an option at the beginning of a ``post`` directive in *line* that is not among the *options* read."""
    names, values = set(map(field_name, options)), dict[str, str]()
    for number, match, is_above, is_marked in _options_in(directive, line):
        key, value = field_name(match["key"]), match["value"].strip()
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
        if match is None or not (is_above or match["colon"]):
            return
        yield number, match, is_above, bool(match["colon"]) or is_yaml
