"""Finds what is meant as metadata but is not read: what is meant as a draft must not be published because of it.

Front matter may be invalid, not be closed, not be at the very top, be in the form of another engine, or be fields
below the title; directives may be misspelled. Elsewhere, a line such as ``draft: true`` may be only text.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.metadata import (
    DATE_KEYS,
    DRAFT_KEYS,
    KEYS,
    field_name,
    is_about_drafts,
    is_false,
    is_marked_draft,
    says_draft,
)
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from sphinx_blogext.markup.bounded_yaml import YamlError

#: Keys, spelled as fields, with their values.
Pairs = tuple[tuple[str, str], ...]

#: A key and its value, in YAML, TOML, JSON or fields, well-formed or not.
_KEY = pattern(
    r"[ \t]*(?:- |\.\. |\{)?\s*(?P<colon>:?)\s*[\"']?(?P<key>[^\W\d_][\w-]*)[\"']?\s*"
    r"(?:[:=](?=\s|$)|[=:](?=[\w\"'\[]))\s*(?P<value>.*)"
)
_FENCE = pattern(r" {0,3}(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>.*)")


class Broken(NamedTuple):
    """Metadata that cannot be read: the place, counted from 1, the reason, and the remedy.

    It is in the lines from *start* to *end*, counted from 0. *pairs* are the keys in it. It counts only if the
    document has a ``post`` directive (*is_of_post*), or only if it has none (*is_attempt*).
    """

    line: int
    column: int
    reason: str
    remedy: str
    start: int = 0
    end: int = 0
    pairs: Pairs = ()
    is_of_post: bool = False
    is_attempt: bool = False

    def cleared(self, text: str) -> str:
        """Return *text* with empty lines in its place, so that nothing else complains about it."""
        lines = text.split("\n")
        return "\n".join([*lines[: self.start], *[""] * (self.end - self.start), *lines[self.end :]])


def _pair(match: re.Match[str]) -> tuple[str, str]:
    return field_name(match["key"]), match["value"].strip().strip("\"',").strip()


def _pairs_in(lines: Iterable[str]) -> Pairs:
    return tuple(map(_pair, filter(None, map(_KEY.match, lines))))


def decides(key: str) -> bool:
    """Return whether *key* determines whether a document is published."""
    return field_name(key) in {*DATE_KEYS, "blogpost"} or is_about_drafts(key)


def _hides(key: str, value: str) -> bool:
    """Return whether *key* with that *value* keeps a post out of the site or its lists."""
    return is_marked_draft({key: value}) or (key in {"expires", "expirydate", "unlisted"} and not is_false(value))


# Front matter of Markdown

_DASHES = pattern(r"(?P<dashes>-{3,})(?P<rest>.*)\n")
_QUOTE = "put the text in quotes"
REPEATED = "remove one of the two"
#: What helps against an error of YAML's loader, by words in its message.
_REMEDIES = {
    r"'\\t'": "indent with spaces, not with tabs",
    "end of stream": "close the quotation mark",
    r"expected ',' or": f"close the bracket, and {_QUOTE} if it contains special characters",
    "expected ':'|keys and values": "write each key as 'key: value', with a space after the colon",
    "block end|block mapping|entries": f"indent lines of the same kind alike, or {_QUOTE}",
    "another document|document start": "there must be no second line of this kind",
    "itself|too long|too deep": "write it out, without aliases or brackets",
    "twice": REPEATED,
}


class Block(NamedTuple):
    """Front matter: its YAML, where that begins and ends, and how many lines it takes up with its dashes.

    *behind* is what is in the first line behind the dashes.
    """

    yaml: str
    start: int
    end: int
    lines: int
    behind: str

    def invalid(self, error: YamlError) -> Broken | None:
        """Return what is wrong with it, or ``None`` if it is text between two lines."""
        lines = self.yaml.split("\n")
        pairs = _pairs_in(lines)
        # A page may begin with a horizontal line.
        if not lines[0].strip() and not any(decides(key) for key, _value in pairs):
            return None
        remedy = next((remedy for words, remedy in _REMEDIES.items() if re.search(words, str(error))), _QUOTE)
        return Broken(error.line + 1, error.column, str(error), remedy, 0, self.lines, pairs)

    def misplaced(self) -> Broken | None:
        """Return metadata in its first line, where nothing reads it."""
        pairs = _pairs_in([self.behind])
        reason, remedy = "text behind the hyphens is not read", "put it on a line of its own"
        return Broken(1, 5, reason, remedy, 0, self.lines, pairs) if pairs else None


def find_block(text: str) -> Block | None:
    """Return the front matter of *text*, which is what MyST takes for it, if it has any."""
    opening = _DASHES.match(text)
    if opening is None:
        return None
    closing = re.compile(rf"^(?: {{0,3}}-{{{len(opening['dashes'])},}}|\.\.\.)[ \t]*$", re.MULTILINE)
    match = closing.search(text, opening.end())
    if match is None:
        return None
    start, end = opening.end(), max(match.start() - 1, opening.end())
    return Block(text[start:end], start, end, text.count("\n", 0, match.start()) + 1, opening["rest"])


# Directives

#: A directive that is meant to be ``post``, in either markup.
_ATTEMPT = pattern(
    r"(?:\.{1,4}\s*|(?P<fence> {0,3}(?:`{2,}|~{3,}|:{3,}))\s*[\[{(]?\s*)"
    r"(?:\w+:)?(?:posts?|pots|psot|pst|poste|blog[-_]?posts?)(?P<end>\s?[:;\uff1a\uff1b]{0,4}|\s*[\]})]?)"
    r"(?P<rest>[\s\d].*)?",
    re.IGNORECASE,
)
#: Most texts have no line that may be one, or that keeps them out of the site.
_LIKE_ATTEMPT = pattern(
    r"^(?:\.{1,4}| {0,3}[`~:]{2,})[^\n]{0,16}(?:pos|pot|pso|pst|blog)", re.MULTILINE | re.IGNORECASE
)
_LIKE_HIDING = pattern(
    rf"^[^\w\n]{{0,12}}(?:{'|'.join(sorted(DATE_KEYS | DRAFT_KEYS)).replace('_', '[-_]')})[^\w\n]{{0,4}}[:=]",
    re.MULTILINE | re.IGNORECASE,
)
#: A directive as it should be, in Markdown and in reStructuredText.
_RIGHT = pattern(r" {0,3}(?:`{3,}|~{3,}|:{3,})\{post\}(?:\s|$)"), re.compile(r"\.\. post\s?::(?:\s|$)")
#: An option without a colon behind its name.
_WITHOUT_COLON = pattern(r"[ \t]*(?P<colon>:)(?P<key>[^\W\d_][\w-]*)(?P<value>)[ \t]+[^:\s].*")
#: An option of the directive that is not indented, maybe below others that are.
_UNINDENTED = pattern(r"^\.\. post\s?::.*\n(?:[ \t]+\S.*\n)*:(?P<option>[\w-]+):", re.MULTILINE)
_INDENT = "write options such as ':draft: true' right below its first line, all indented alike"


def find_lost_option(directive: str, line: int, options: Collection[str]) -> Broken | None:
    """Return an option in the text of a ``post`` directive in *line* that is not among the *options* read."""
    names = set(map(field_name, options))
    is_body = is_yaml = False
    values: dict[str, str] = {}
    for number, text in enumerate(directive.split("\n")[1:], start=line + 1):
        match = _KEY.match(text) or _WITHOUT_COLON.match(text)
        name, value = _pair(match) if match else ("", "")
        if name and not is_body and decides(name) and values.setdefault(name, value) != value:
            return Broken(number, 1, f"the option {name!r} is set twice", REPEATED)
        if text.strip() == "---":
            is_yaml = not is_yaml
        elif not text.strip():
            is_body = True
        elif match and (is_body or name not in names):
            # It is marked as one, or hides the post.
            is_marked = (match["colon"] or is_yaml) and not is_body and (name in KEYS or is_about_drafts(name))
            if is_marked or _hides(name, value):
                column = len(text) - len(text.lstrip()) + 1
                return Broken(number, column, f"the option {match['key']!r} is not read", _INDENT)
        elif is_body:
            break
    return None


# Lines anywhere

#: What may be in front of a line of metadata in quotes, comments and other formats.
_PREFIX = pattern(r"(?:> ?)+|<!--\s*|#\+|%\s+|//\s*|\.\.\s+")
_DAY = pattern(r"\d{4}-\d\d-\d\d")
#: In how many lines from the top a date may be meant as that of the post.
_NEAR_TOP = 30


def find_in_lines(text: str, today: str, *, is_rst: bool, start: int = 0) -> Broken | None:
    """Return a line outside code, from line *start* on, that is meant as a ``post`` directive or an option of one.

    Otherwise, return one that would hide the post if it were read as metadata: whoever wrote it believes that the
    post is a draft, wherever it is. *today* is a date in ISO 8601.
    """
    if match := _UNINDENTED.search(text):
        place = text.count("\n", 0, match.start("option")) + 1
        return Broken(place, 1, f"the option {match['option']!r} is not read", _INDENT, is_of_post=True)
    body = text.split("\n")[start:]
    visible = "\n".join(body)
    if not (_LIKE_ATTEMPT.search(visible) or _LIKE_HIDING.search(visible)):
        return None
    lines = list(_lines_outside_code(body, is_rst=is_rst))
    for number, line, kind in lines:
        match = None if kind == "top" or _RIGHT[kind == "rst"].match(line) else _ATTEMPT.fullmatch(line)
        # A comment may begin with the word.
        if match and (match["fence"] or match["end"].strip() or re.match(r"\s*\d{4}-", match["rest"] or "")):
            reason = f"{line.strip()[:40]!r} is no 'post' directive"
            remedy = "write '.. post:: 2026-11-20'" if is_rst else "write '```{post} 2026-11-20'"
            return Broken(start + number + 1, 1, reason, remedy, is_attempt=True)
    for number, line, kind in lines:
        is_code = line.startswith(("    ", "\t", *([" "] if kind == "rst" else [])))
        key = None if is_code else _KEY.fullmatch(_PREFIX.sub("", line, count=1).rstrip())
        # Fields of reStructuredText further down belong to the text.
        if key and not (kind == "rst" and key["colon"]) and _hides_plainly(key, today, number < _NEAR_TOP):
            remedy = "put it into the metadata at the top, or write it as code"
            return Broken(start + number + 1, 1, "this line is only text", remedy)
    return None


def _lines_outside_code(lines: Iterable[str], *, is_rst: bool) -> Iterator[tuple[int, str, str]]:
    """Yield the number and the text of each line, and its kind: ``"rst"``, ``"md"``, or ``"top"``.

    The last is that of a block of code that comes first.
    """
    fence, kind = "", "rst" if is_rst else "md"
    is_first = True
    for number, line in enumerate(lines):
        match = None if is_rst else _FENCE.match(line)
        info = match["info"].strip() if match else ""
        if match and not fence:
            yield number, line, "md"
            fence = match["fence"]
            kind = "rst" if info.startswith("{eval-rst}") else "top" if is_first and info[:1] != "{" else "code"
        elif match and not info and match["fence"].startswith(fence):
            fence, kind = "", "md"
        elif kind != "code":
            yield number, line, kind
        is_first &= not line.strip()


def _hides_plainly(match: re.Match[str], today: str, is_near_top: bool) -> bool:
    """Return whether a line, unlike a sentence with a colon in it, can only mean that it hides the post."""
    key, value = _pair(match)
    if key in DATE_KEYS:
        return is_near_top and _DAY.match(value) is not None and value[:10] > today
    return key in DRAFT_KEYS and bool(value or match["colon"]) and says_draft(key, value)


# Metadata near the top

#: A line that may be meant as the first of front matter: typewriters and editors turn hyphens into dashes.
_OPENING = pattern(r"\s*(?:-{2,}|[\u2012-\u2015\u2212]{1,3}|\+{3,}|;{3,}|\{)\s*(?=$|\")")
#: A line that may be meant as its last.
_CLOSING = pattern(r"\s*(?:[-=+;\u2012-\u2015\u2212]{2,}|[\u2012-\u2015\u2212\}])\s*")
#: A field of reStructuredText, as docutils reads it.
_FIELD = pattern(r":(?![: ])(?:[^:\\]|\\.|:(?![ `]|$))*(?<! ):(?: .*|$)")
_ADORNMENT = pattern(r"([^\w\s])\1+\s*")
_EXPLICIT = pattern(r"\.\.(?:\s+(?P<name>[\w-]+)\s?::|\s|$)")
#: Directives that may be above fields, because they leave nothing else in the document.
_UNSEEN = frozenset({"default-role", "meta", "raw", "role", "title"})
_ODD_SPACE = "\ufeff\u200b"
#: The most lines of metadata.
_MOST = 200


def find_near_top(
    text: str, *, is_rst: bool, takes_fields: bool = False, start: int = 0, is_post: bool = False
) -> Broken | None:
    """Return metadata from line *start* on that is not read, below front matter that can be, if there is any.

    *takes_fields* means that a list of fields is read if it comes first. Of what *is_post* for another reason,
    only lines that keep it out of the site or its lists are metadata.
    """
    is_odd = text[:1] != "" and text[0] in _ODD_SPACE
    # As docutils does before it reads anything.
    lines = [line.lstrip(_ODD_SPACE) for line in (text.expandtabs(8) if is_rst else text).split("\n")]
    search = (_RstSearch if is_rst else _Search)(lines, (is_rst or takes_fields) and not is_odd, is_post)
    broken = search.run(start)
    if broken and is_odd:
        return broken._replace(column=1, reason="an invisible character is in front of it", remedy="delete it")
    return broken


class _Search:
    """Goes through the blocks of a text from the top, up to the first that is neither a title nor metadata."""

    most_titles = 1
    not_first = "it must begin in the first line", "delete or move what is above it"
    marked = "put it between two lines '---'"

    def __init__(self, lines: Sequence[str], takes_fields: bool, is_post: bool) -> None:
        self.lines = lines
        self.takes_fields = takes_fields
        self.is_post = is_post
        #: Whether there has been only what may be above metadata, and whether there has been only what is unseen.
        self.is_top = self.is_unseen = True
        self.titles = 0

    def run(self, place: int) -> Broken | None:
        while place < len(self.lines):
            line = self.lines[place]
            if not line.strip():
                place += 1
                continue
            is_list = line.lstrip().startswith(":")
            broken = self._opened(place, line) or (self._fields(place) if is_list else self._bare(place))
            after = self.after(place, line) or self._after_title(place, line)
            if broken or not after:
                return broken
            place = after
        return None

    # What metadata may look like

    def _opened(self, place: int, line: str) -> Broken | None:
        """Return front matter that begins at *place* with a line of hyphens or the like."""
        opening = None if self.is_framed(place) else _OPENING.match(line)
        if opening is None:
            return None
        sign = opening[0].strip()
        is_foreign = sign[0] in "+;{"
        first = place + (opening.end() == len(line))
        end, pairs = self._region(first)
        is_direct = bool(pairs and self.lines[first].strip()) and not self.is_post
        if not (self._counts(pairs) or (is_direct and (self.is_top or is_foreign))):
            return None
        if is_foreign:
            kind = "TOML" if sign[0] == "+" else "JSON"
            reason = f"{kind} is not read", "write it in YAML between two lines '---'"
        elif place:
            reason = self.not_first
        elif line.startswith("---"):
            reason = "it has no last line '---'", "add that line, as long as the first one"
        else:
            reason = "it must begin with a line '---'", "write three hyphens"
        return self._broken(place, reason, place, end)

    def _fields(self, place: int) -> Broken | None:
        """Return a list of fields at *place* that is not read, or the line of one that is no field."""
        end, pairs = self._region(place)
        if not self.takes_fields or not self.is_top or self.lines[place][0].isspace():
            top = "fields are read only at the very top", "move them above the title"
            return self._broken(place, top, place, end) if self._counts(pairs) else None
        block = list(takewhile(str.strip, self.lines[place:]))
        for number, line in enumerate(block, start=place):
            is_indented = line[0].isspace()
            key = "".join(re.findall(r"^[\s:]*([\w-]+)", line))
            is_meant = _KEY.match(line) or line.lstrip().startswith(":")
            is_lost = is_meant and not _FIELD.fullmatch(line)
            if is_lost and (decides(key) or (not is_indented and self._counts(pairs))):
                reason = "this line belongs to the field above" if is_indented else "this line is no field"
                remedy = f"write ':{key}: value' at the beginning of the line"
                return self._broken(number, (reason, remedy), place, place + len(block))
        self.is_post |= any(decides(key) for key, _value in pairs)
        return None

    def _bare(self, place: int) -> Broken | None:
        """Return lines such as ``draft: true`` at *place* that nothing marks as metadata, or in comments."""
        if end := self.comment(place):
            block = [line for line in self.lines[place:end] if line.startswith(".. ")]
            pairs, is_meant = _pairs_in(block), True
        else:
            rest = self.lines[place : place + _MOST]
            block = list(takewhile(lambda line: line.strip() and not _CLOSING.fullmatch(line), rest))
            pairs, end = _pairs_in(block), place + len(block)
            end += any(map(_CLOSING.fullmatch, self.lines[end : end + 1]))
            is_meant = self.is_unseen and len(pairs) > 1
        is_lost = (is_meant and self._counts(pairs)) or any(_hides(*pair) for pair in pairs)
        if not is_lost or len(pairs) < len(block):
            return None
        kind = "a comment" if block[0].startswith("..") else "only text"
        return self._broken(place, (f"it is {kind}", self.marked), place, end)

    # What may be above metadata

    def after(self, place: int, line: str) -> int:
        """Return the line after the comment, target or directive at *place*, or 0 if it is something else."""
        if end := self.comment(place):
            return end
        if line.startswith("%") or re.fullmatch(r"\(.+\)=\s*", line):
            return place + 1
        if fence := _FENCE.match(line):
            self.is_top = False
            return self.first(place + 1, lambda text: text.strip() == fence["fence"]) + 1
        return 0

    def comment(self, place: int) -> int:
        """Return the line after the comment at *place*, or 0 if there is none."""
        return self.first(place, lambda line: "-->" in line) + 1 if self.lines[place].startswith("<!--") else 0

    def is_framed(self, place: int) -> bool:
        """Return whether there is a title between two lines at *place*."""
        return False

    def _after_title(self, place: int, line: str) -> int:
        """Return the line after the title at *place*, or 0 if there is none, or has been one."""
        below = "".join(self.lines[place + 1 : place + 2])
        is_heading = re.match(r" {0,3}#{1,6}\s", line)
        length = 3 if self.is_framed(place) else 1 if is_heading else 2 if _ADORNMENT.fullmatch(below) else 0
        if not length or self.titles == self.most_titles or not (self.is_unseen or self.titles):
            return 0
        self.titles += 1
        self.is_top = self.is_unseen = False
        return place + length

    # Lines

    def first(self, place: int, test: Callable[[str], bool]) -> int:
        """Return the first line from *place* on that passes *test*, or the number of lines."""
        numbers = range(place, len(self.lines))
        return next((number for number in numbers if test(self.lines[number])), len(self.lines))

    def _region(self, place: int) -> tuple[int, Pairs]:
        """Return the line after the metadata that begins at *place*, with its last line, and the keys in it."""
        end = place
        for number, line in enumerate(self.lines[place : place + _MOST], start=place):
            below = "".join(self.lines[number + 1 : number + 2])
            # A comment of YAML, or a heading of Markdown.
            is_comment = line.startswith("#") and bool(_KEY.match(below) or below.startswith("#"))
            is_end = _CLOSING.fullmatch(line)
            is_part = is_comment or not line.strip() or _KEY.match(line) or re.match(r"\s|[-\]}]", line)
            if not (is_end or is_part):
                break
            end = number + 1 if line.strip() else end
            if is_end:
                break
        return end, _pairs_in(self.lines[place:end])

    def _counts(self, pairs: Pairs) -> bool:
        """Return whether *pairs* would determine whether the document is published."""
        return any(_hides(*pair) if self.is_post else decides(pair[0]) for pair in pairs)

    def _broken(self, place: int, reason: tuple[str, str], start: int, end: int) -> Broken:
        column = len(self.lines[place]) - len(self.lines[place].lstrip()) + 1
        return Broken(place + 1, column, *reason, start, end, _pairs_in(self.lines[start:end]))


class _RstSearch(_Search):
    """The same in reStructuredText, where a subtitle may follow the title."""

    most_titles = 2
    not_first = "reStructuredText has no front matter", "write fields such as ':date: 2026-11-20'"
    marked = "write fields such as ':date: 2026-11-20'"

    def after(self, place: int, line: str) -> int:
        if explicit := _EXPLICIT.match(line):
            name = explicit["name"]
            self.is_top &= self.is_unseen and (name is None or name in _UNSEEN)
            self.is_post |= name == "post"
        elif _FIELD.match(line):
            self.is_unseen = False
        else:
            return 0
        return self.first(place + 1, lambda text: bool(text[:1].strip()))

    def comment(self, place: int) -> int:
        end = self.first(place, lambda line: not line.startswith(".. "))
        explicit = [_EXPLICIT.match(line) for line in self.lines[place:end]]
        return end if explicit and not any(match and match["name"] for match in explicit) else 0

    def is_framed(self, place: int) -> bool:
        lines = [line.rstrip() for line in self.lines[place : place + 3]]
        if len(lines) < 3 or lines[0] != lines[2] or not _ADORNMENT.fullmatch(lines[0]):
            return False
        # docutils takes shorter ones for text.
        return len(lines[0]) >= min(4, len(lines[1].strip()))
