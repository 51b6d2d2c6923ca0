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
    from collections.abc import Collection, Iterable, Iterator

    from sphinx_blogext.markup.bounded_yaml import YamlError

#: A key and its value, in YAML, TOML, JSON or fields, well-formed or not.
_KEY = pattern(
    r"[ \t]*(?:- |\.\. |\{)?\s*(?P<colon>:?)\s*[\"']?(?P<key>[^\W\d_][\w-]*)[\"']?\s*"
    r"(?:[:=](?=\s|$)|[=:](?=[\w\"'\[]))\s*(?P<value>.*)"
)
#: What may be in front of it in quotes, comments and other formats.
_PREFIX = pattern(r"(?:> ?)+|<!--\s*|#\+|%\s+|//\s*|\.\.\s+")


class Broken(NamedTuple):
    """Metadata that cannot be read: the place, counted from 1, the reason, and the remedy.

    It is in the lines from *start* to *end*, counted from 0. *pairs* are the keys in it, with their values. It
    counts only if the document has a ``post`` directive (*is_of_post*), or only if it has none (*is_attempt*).
    """

    line: int
    column: int
    reason: str
    remedy: str
    start: int = 0
    end: int = 0
    pairs: tuple[tuple[str, str], ...] = ()
    is_of_post: bool = False
    is_attempt: bool = False

    def cleared(self, text: str) -> str:
        """Return *text* with empty lines in its place, so that nothing else complains about it."""
        lines = text.split("\n")
        return "\n".join([*lines[: self.start], *[""] * (self.end - self.start), *lines[self.end :]])


class _Pair(NamedTuple):
    """A key, spelled as a field, and its value; a *colon* may be in front of it."""

    key: str
    value: str
    colon: bool

    @property
    def hides(self) -> bool:
        """Whether it keeps a post out of the site or its lists."""
        is_end = self.key in {"expires", "expirydate", "unlisted"} and not is_false(self.value)
        return is_end or is_marked_draft({self.key: self.value})

    @property
    def is_draft(self) -> bool:
        """Whether it, unlike a sentence with a colon in it, can only mean that the post is a draft."""
        return self.key in DRAFT_KEYS and bool(self.value or self.colon) and says_draft(self.key, self.value)

    def counts(self, *, is_post: bool) -> bool:
        """Return whether it decides about a document that *is_post* for another reason, or that may be one."""
        if self.key in DRAFT_KEYS or is_post:
            return self.is_draft if self.key in DRAFT_KEYS else self.hides
        return self.key == "blogpost" or (self.key in DATE_KEYS and self.value[:4].isdigit()) or self.hides


def _pair_in(line: str) -> _Pair | None:
    match = _KEY.fullmatch(_PREFIX.sub("", line, count=1).rstrip())
    value = match["value"].strip().strip("\"',").strip() if match else ""
    return _Pair(field_name(match["key"]), value, bool(match["colon"])) if match else None


def _pairs_in(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((pair.key, pair.value) for pair in map(_pair_in, lines) if pair)


def decides(key: str) -> bool:
    """Return whether *key* determines whether a document is published."""
    return field_name(key) in {*DATE_KEYS, "blogpost"} or is_about_drafts(key)


def _column(line: str) -> int:
    return len(line) - len(line.lstrip()) + 1


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

#: A directive that is meant to be ``post``, in either markup. A comment may begin with the word.
_ATTEMPT = pattern(
    r"(?:\.{1,4}\s*|(?P<fence> {0,3}(?:`{2,}|~{3,}|:{3,}))\s*[\[{(]?\s*)"
    r"(?:\w+:)?(?:posts?|pots|psot|pst|poste|blog[-_]?posts?)(?P<end>\s?[:;\uff1a\uff1b]{0,4}|\s*[\]})]?)"
    r"(?P<rest>[\s\d].*)?",
    re.IGNORECASE,
)
#: A directive as it should be, in Markdown and in reStructuredText.
_RIGHT = pattern(r" {0,3}(?:`{3,}|~{3,}|:{3,})\{post\}(?:\s|$)"), pattern(r"\.\. post\s?::(?:\s|$)")
#: An option of the directive that is not indented, maybe below others that are.
_UNINDENTED = pattern(r"^\.\. post\s?::.*\n(?:[ \t]+\S.*\n)*(?P<option>:[\w-]+:)", re.MULTILINE)
#: An option without a colon behind its name.
_WITHOUT_COLON = pattern(r"[ \t]*:(?P<key>[^\W\d_][\w-]*)[ \t]+[^:\s].*")
_INDENT = "write options such as ':draft: true' right below its first line, all indented alike"


def find_lost_option(directive: str, line: int, options: Collection[str]) -> Broken | None:
    """Return an option in the text of a ``post`` directive in *line* that is not among the *options* read."""
    names = set(map(field_name, options))
    _first, *lines = directive.split("\n")
    head = list(takewhile(str.strip, lines))
    body = takewhile(lambda text: not text.strip() or _pair_in(text), lines[len(head) :])
    values: dict[str, str] = {}
    for number, text in enumerate([*head, *body]):
        match, pair, is_head = _WITHOUT_COLON.fullmatch(text), _pair_in(text), number < len(head)
        pair = pair or (_Pair(field_name(match["key"]), "", True) if match else None)
        if pair is None:
            continue
        if is_head and decides(pair.key) and values.setdefault(pair.key, pair.value) != pair.value:
            return Broken(line + 1 + number, 1, f"the option {pair.key!r} is set twice", REPEATED)
        is_marked = is_head and (pair.colon or "---" in map(str.strip, head[:number]))
        is_ours = is_marked and (pair.key in KEYS or is_about_drafts(pair.key))
        if not (is_head and pair.key in names) and (is_ours or pair.hides):
            return Broken(line + 1 + number, _column(text), f"the option {pair.key!r} is not read", _INDENT)
    return None


# Anywhere in a text

_FENCE = pattern(r" {0,3}(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>.*)")
#: A line that may be meant as the first of front matter: typewriters and editors turn hyphens into dashes.
_OPENING = pattern(r"\s*(?P<sign>-{2,}|[\u2012-\u2015\u2212]{1,3}|\+{3,}|;{3,}|\{)\s*(?=$|\")")
#: A field of reStructuredText, as docutils reads it.
_FIELD = pattern(r":(?![: ])(?:[^:\\]|\\.|:(?![ `]|$))*(?<! ):(?: .*|$)")
_ADORNMENT = pattern(r"\s*[^\w\s]+\s*")
#: What may be above metadata besides titles: comments, targets, directives and code.
_ABOVE = pattern(r"<!--|%|\(.+\)=\s*$|\.\.\s|\.\.$|#{1,6}\s| {0,3}(?:```|~~~|:::)")
#: Those that leave nothing on the page.
_UNSEEN = pattern(r"<!--|%|\(.+\)=\s*$|\.\.(?:\s+(?:(?:default-role|meta|raw|role|title)::|(?![\w-]+\s?::))|$)")
_ODD_SPACE = "\ufeff\u200b"
#: In how many lines from the top a date may be meant as that of the post.
_NEAR_TOP = 30


class _Line(NamedTuple):
    """A line; *kind* is ``"rst"``, ``"md"``, or ``"top"`` in a block of code that comes first."""

    number: int
    text: str
    kind: str

    @property
    def pair(self) -> _Pair | None:
        return _pair_in(self.text)

    @property
    def is_indented(self) -> bool:
        return self.kind == "rst" and self.text[:1].isspace()


def _lines_outside_code(lines: Iterable[str], *, is_rst: bool) -> Iterator[_Line]:
    """Yield all lines; those of code are empty."""
    fence, kind = "", "rst" if is_rst else "md"
    is_first = True
    for number, text in enumerate(lines, start=1):
        match = None if is_rst else _FENCE.match(text)
        info = match["info"].strip() if match else ""
        if match and not fence:
            yield _Line(number, text, "md")
            fence, kind = match["fence"], "rst" if info.startswith("{eval-rst}") else "code"
            kind = "top" if is_first and info[:1] != "{" else kind
        else:
            if match and not info and match["fence"].startswith(fence):
                fence, kind, text = "", "md", ""
            yield _Line(number, "" if kind == "code" else text, kind)
        is_first &= not text.strip()


def find_lost(
    text: str,
    today: str,
    *,
    is_rst: bool,
    takes_fields: bool = False,
    start: int = 0,
    is_post: bool = False,
    is_top: bool = True,
) -> Broken | None:
    """Return metadata, or a ``post`` directive, from line *start* on that is not read.

    *takes_fields* means that a list of fields is read if it comes first. Of what *is_post* for another reason,
    only lines that keep it out of the site or its lists are metadata. Whoever has written one that can only mean
    that, as of *today*, a date in ISO 8601, believes that the post is a draft, wherever the line is. *is_top* says
    that the text is at the top of the document.
    """
    is_odd = text[:1] != "" and text[0] in _ODD_SPACE
    # As docutils does before it reads anything.
    texts = (line.lstrip(_ODD_SPACE) for line in (text.expandtabs(8) if is_rst else text).split("\n"))
    lines = [line for line in _lines_outside_code(texts, is_rst=is_rst) if line.number > start]
    head = _Head(lines, takes_fields=(is_rst or takes_fields) and not is_odd, is_post=is_post) if is_top else None
    attempt = _attempt(lines)
    # Beside a directive as it should be, another one does not count.
    broken = (head and head.find()) or _unindented(text) or (None if is_post else attempt)
    broken = broken or _hidden(lines, today) or attempt
    if broken and is_odd:
        return broken._replace(column=1, reason="an invisible character is in front of it", remedy="delete it")
    return broken


def _hidden(lines: list[_Line], today: str) -> Broken | None:
    """Return a line that hides the post wherever it is; fields further down belong to the text."""
    for line in lines:
        pair = None if line.is_indented or line.text.startswith(("    ", "\t")) else line.pair
        if pair and not (line.kind == "rst" and pair.colon):
            is_date = pair.key in DATE_KEYS and line.number <= _NEAR_TOP
            is_later = is_date and re.match(r"\d{4}-\d\d-\d\d", pair.value) and pair.value[:10] > today
            if is_later or pair.is_draft:
                return Broken(line.number, 1, *_only_text(line))
    return None


def _unindented(text: str) -> Broken | None:
    """Return an option below a ``post`` directive that is not indented."""
    if match := _UNINDENTED.search(text):
        line = text.count("\n", 0, match.start("option")) + 1
        return Broken(line, 1, f"the option {match['option']!r} is not read", _INDENT, is_of_post=True)
    return None


def _attempt(lines: list[_Line]) -> Broken | None:
    """Return a line that is meant as a ``post`` directive."""
    for line in lines:
        is_rst = line.kind == "rst"
        match = None if line.kind == "top" or _RIGHT[is_rst].match(line.text) else _ATTEMPT.fullmatch(line.text)
        if match and (match["fence"] or match["end"].strip() or re.match(r"\s*\d{4}-", match["rest"] or "")):
            reason = f"{line.text.strip()[:40]!r} is no 'post' directive"
            remedy = "write '.. post:: 2026-11-20'" if is_rst else "write '```{post} 2026-11-20'"
            return Broken(line.number, 1, reason, remedy, is_attempt=True)
    return None


class _Head:
    """The lines above the text of a document, among which metadata is expected."""

    def __init__(self, lines: list[_Line], *, takes_fields: bool, is_post: bool) -> None:
        self._lines = lines
        self._takes_fields = takes_fields
        self._is_post = is_post
        #: Whether there has been only what leaves nothing on the page.
        self._is_unseen = True

    def find(self) -> Broken | None:
        """Return metadata that is not read because of its place or its form."""
        is_comment = is_option = is_list = False
        for place, line in enumerate(self._lines):
            if not line.text.strip() or line.kind == "top":
                is_list = False
                continue
            is_option = (is_option and line.is_indented) or (line.kind == "rst" and bool(_ABOVE.match(line.text)))
            pair = line.pair if not (is_option and line.is_indented) else None
            is_list |= self._takes_fields and self._is_unseen and line.text.startswith(":")
            if is_list:
                self._takes_fields = False
            broken = self._no_field(place) if is_list else self._opening(place) or self._unread(place, pair)
            is_end = not (is_list or is_option or is_comment or pair or self._is_above(place))
            if broken or is_end:
                return broken
            is_comment = (is_comment or line.text.startswith("<!--")) and "-->" not in line.text
            self._is_unseen &= is_comment or "-->" in line.text or bool(_UNSEEN.match(line.text))
        return None

    def _is_above(self, place: int) -> bool:
        """Return whether a line may be above metadata: a title, or what adorns it, or :data:`_ABOVE`."""
        text, below = self._lines[place].text, self._below(place)
        is_title = below is not None and bool(below.text.strip() and _ADORNMENT.fullmatch(below.text))
        return is_title or bool(_ABOVE.match(text) or _ADORNMENT.fullmatch(text) or "-->" in text)

    def _below(self, place: int) -> _Line | None:
        return self._lines[place + 1] if place + 1 < len(self._lines) else None

    def _opening(self, place: int) -> Broken | None:
        """Return front matter if it begins at *place*."""
        line, below = self._lines[place], self._below(place)
        opening = _OPENING.match(line.text)
        first = (line if opening.end() < len(line.text) else below) if opening else None
        is_title = [each.text for each in self._lines[place + 2 : place + 3]] == [line.text] and len(line.text) > 3
        if opening is None or first is None or first.pair is None or is_title:
            return None
        is_first = self._is_unseen or opening["sign"][0] in "+;{"
        is_meant = is_first and not self._is_post
        return self._lost(place, _why(line)) if is_meant or first.pair.counts(is_post=self._is_post) else None

    def _unread(self, place: int, pair: _Pair | None) -> Broken | None:
        """Return the *pair* at *place* if it decides about the document."""
        if pair is None or not pair.counts(is_post=self._is_post):
            return None
        top = "fields are read only at the very top", "move them above the title"
        return self._lost(place, top if pair.colon else _only_text(self._lines[place]))

    def _no_field(self, place: int) -> Broken | None:
        """Return a line of a list of fields that decides about the document, but is no field."""
        line = self._lines[place]
        key = "".join(re.findall(r"^[\s:]*([\w-]+)", line.text))
        is_meant = (line.pair or line.text.lstrip().startswith(":")) and decides(key)
        if is_meant and not _FIELD.fullmatch(line.text):
            return self._lost(
                place, ("this line is no field", f"write ':{key}: value' at the beginning of the line")
            )
        self._is_post |= bool(is_meant)
        return None

    def _lost(self, place: int, reason: tuple[str, str]) -> Broken:
        """Return what is at *place*, with the lines around it up to a heading or an empty line."""
        line = self._lines[place]
        above = takewhile(_is_inside, reversed(self._lines[:place]))
        around = [*reversed([*above]), line, *takewhile(_is_inside, self._lines[place + 1 :])]
        pairs = _pairs_in(each.text for each in around)
        return Broken(line.number, _column(line.text), *reason, around[0].number - 1, around[-1].number, pairs)


def _is_inside(line: _Line) -> bool:
    return bool(line.text.strip()) and not line.text.startswith("#")


def _why(line: _Line) -> tuple[str, str]:
    """Return why front matter that begins with *line* is not read, and the remedy."""
    sign = line.text.strip()[0]
    if sign in "+;{":
        return f"{'TOML' if sign == '+' else 'JSON'} is not read", "write it in YAML between two lines '---'"
    if line.kind == "rst":
        return "reStructuredText has no front matter", "write fields such as ':date: 2026-11-20'"
    if line.number > 1:
        return "it must begin in the first line", "delete or move what is above it"
    if line.text.startswith("---"):
        return "it has no last line '---'", "add that line, as long as the first one"
    return "it must begin with a line '---'", "write three hyphens"


def _only_text(line: _Line) -> tuple[str, str]:
    """Return why a line that nothing marks as metadata is not read, and the remedy."""
    form = "write a field such as ':draft: true'" if line.kind == "rst" else "put it between two lines '---'"
    return "this line is only text", f"{form} at the top, or write it as code"
