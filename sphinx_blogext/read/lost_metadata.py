"""Finds what is meant as metadata but is not read: what is meant as a draft must not be published because of it.

Front matter may be invalid, not be closed, not be at the very top, be in the form of another engine, or be fields
below the title; directives may be misspelled. Elsewhere, a line such as ``draft: true`` may be only text.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
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

REPEATED = "remove one of the two"
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

    @property
    def deciding(self) -> list[tuple[str, str]]:
        """The pairs that determine whether a post is published and listed."""
        return [pair for pair in self.pairs if decides(pair[0]) or _Pair(*pair, colon=False).hides]

    def cleared(self, text: str) -> str:
        """Return *text* with empty lines in its place, so that nothing else complains about it."""
        lines = text.split("\n")
        lines[self.start : self.end] = [""] * (self.end - self.start)
        return "\n".join(lines)


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

    def is_later(self, today: str) -> bool:
        """Return whether it can only mean that the post is published after *today*, a date in ISO 8601."""
        is_day = re.match(r"\d{4}-\d\d-\d\d", self.value) is not None
        return self.key in DATE_KEYS and is_day and self.value[:10] > today

    def counts(self, *, is_post: bool) -> bool:
        """Return whether it decides about a document that *is_post* for another reason, or that may be one."""
        if self.key in DRAFT_KEYS or is_post:
            return self.is_draft if self.key in DRAFT_KEYS else self.hides
        return self.key == "blogpost" or (self.key in DATE_KEYS and self.value[:4].isdigit()) or self.hides


def _pair_in(line: str) -> _Pair | None:
    # Most lines have neither, and this is asked of every line of every post.
    if ":" not in line and "=" not in line:
        return None
    match = _KEY.fullmatch(_PREFIX.sub("", line, count=1).rstrip())
    value = match["value"].strip().strip("\"',").strip() if match else ""
    return _Pair(field_name(match["key"]), value, bool(match["colon"])) if match else None


def pairs_in(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((pair.key, pair.value) for pair in map(_pair_in, lines) if pair)


def decides(key: str) -> bool:
    """Return whether *key* determines whether a document is published."""
    return field_name(key) in {*DATE_KEYS, "blogpost"} or is_about_drafts(key)


def is_ours(key: str) -> bool:
    """Return whether *key* is a key of posts, or is meant as one."""
    return key in KEYS or is_about_drafts(key)


def _column(line: str) -> int:
    return len(line) - len(line.lstrip()) + 1


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
    values: dict[str, str] = {}
    for number, text, pair, is_above in _options_in(directive, line):
        if is_above and decides(pair.key) and values.setdefault(pair.key, pair.value) != pair.value:
            return Broken(number, 1, f"the option {pair.key!r} is set twice", REPEATED)
        # A colon marks it as an option.
        is_meant = pair.hides or (pair.colon and is_ours(pair.key))
        if is_meant and not (is_above and pair.key in names):
            return Broken(number, _column(text), f"the option {pair.key!r} is not read", _INDENT)
    return None


def _options_in(directive: str, line: int) -> Iterator[tuple[int, str, _Pair, bool]]:
    """Yield what may be meant as options in the text of a directive, and whether it is above the body.

    Those between lines of hyphens count as if they had a colon in front.
    """
    _first, *lines = directive.split("\n")
    head = list(takewhile(str.strip, lines))
    body = takewhile(lambda text: not text.strip() or _pair_in(text), lines[len(head) :])
    is_yaml = False
    for number, text in enumerate([*head, *body]):
        is_yaml |= text.strip() == "---"
        pair, match = _pair_in(text), _WITHOUT_COLON.fullmatch(text)
        if match:
            pair = pair or _Pair(field_name(match["key"]), "", True)
        if pair:
            is_above = number < len(head)
            yield line + 1 + number, text, pair._replace(colon=is_above and (pair.colon or is_yaml)), is_above


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


def _lines_outside_code(text: str, *, is_rst: bool) -> Iterator[_Line]:
    """Yield all lines; those of code are empty."""
    fence, kind, is_first = "", "md", True
    for number, line in enumerate(text.split("\n"), start=1):
        match = _FENCE.match(line)
        if is_rst:
            # As docutils does before it reads anything.
            yield _Line(number, line.expandtabs(8), "rst")
        elif match and not fence:
            yield _Line(number, line, "md")
            fence, kind = match["fence"], _kind_of(match["info"].strip(), is_first=is_first)
        elif match and not match["info"].strip() and match["fence"].startswith(fence):
            yield _Line(number, "", "md")
            fence, kind = "", "md"
        else:
            yield _Line(number, "" if kind == "code" else line, kind)
        is_first &= not line.strip()


def _kind_of(info: str, *, is_first: bool) -> str:
    """Return the kind of the lines in a block of code."""
    if info.startswith("{eval-rst}"):
        return "rst"
    return "top" if is_first and info[:1] != "{" else "code"


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
    lines = list(islice(_lines_outside_code(text, is_rst=is_rst), start, None))
    head = _Head(lines if is_top else [], takes_fields=is_rst or takes_fields, is_post=is_post)
    broken, attempt = head.find() or _unindented(text), _attempt(lines)
    # Beside a directive as it should be, another one does not count.
    return broken or (None if is_post else attempt) or _hidden(lines, today) or attempt


def _hidden(lines: list[_Line], today: str) -> Broken | None:
    """Return a line that hides the post wherever it is; fields further down belong to the text."""
    for line in lines:
        pair = None if line.is_indented or line.text.startswith(("    ", "\t")) else line.pair
        if pair and not (line.kind == "rst" and pair.colon):
            if pair.is_draft or (line.number <= _NEAR_TOP and pair.is_later(today)):
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
        #: Whether lines belong to a list of fields that is read, and whether indented ones do to a directive.
        self._is_list = self._is_directive = False

    def find(self) -> Broken | None:
        """Return metadata that is not read because of its place or its form."""
        for place, line in enumerate(self._lines):
            if not line.text.strip():
                self._is_list = False
            if not line.text.strip() or line.kind == "top" or self._is_option(line):
                continue
            if self._takes_fields and self._is_unseen and line.text.startswith(":"):
                self._is_list, self._takes_fields = True, False
            broken = self._no_field(line, place) if self._is_list else self._opening(place) or self._unread(place)
            if broken or not self._is_above(place):
                return broken
            self._is_unseen &= bool(_UNSEEN.match(line.text))
        return None

    def _text(self, place: int) -> str:
        return self._lines[place].text if place < len(self._lines) else ""

    def _is_option(self, line: _Line) -> bool:
        if not line.is_indented:
            self._is_directive = line.text.startswith("..")
        return line.is_indented and self._is_directive

    def _is_above(self, place: int) -> bool:
        """Return whether a line may be above metadata: a title, or what adorns it, or :data:`_ABOVE`."""
        text, below = self._text(place), self._text(place + 1)
        is_title = bool(_ADORNMENT.fullmatch(text) or (below.strip() and _ADORNMENT.fullmatch(below)))
        return is_title or self._is_list or _pair_in(text) is not None or bool(_ABOVE.match(text))

    def _opening(self, place: int) -> Broken | None:
        """Return front matter if it begins at *place*, and not a title between two lines."""
        text = self._text(place)
        opening = _OPENING.match(text)
        if opening is None or (len(text) > 3 and self._text(place + 2) == text):
            return None
        first = _pair_in(text if opening.end() < len(text) else self._text(place + 1))
        is_meant = not self._is_post and (self._is_unseen or opening["sign"][0] in "+;{")
        is_lost = first is not None and (is_meant or first.counts(is_post=self._is_post))
        return self._lost(place, _why(self._lines[place])) if is_lost else None

    def _unread(self, place: int) -> Broken | None:
        """Return the key at *place* if it decides about the document."""
        pair = _pair_in(self._text(place))
        if pair is None or not pair.counts(is_post=self._is_post):
            return None
        is_first = all(line.pair or not line.text.strip() for line in self._lines[:place])
        if pair.key in DATE_KEYS and not (pair.colon or is_first):
            # Below its title, a page may say when it was written. A date to come counts anywhere near the top.
            return None
        top = "fields are read only at the very top", "move them above the title"
        return self._lost(place, top if pair.colon else _only_text(self._lines[place]))

    def _no_field(self, line: _Line, place: int) -> Broken | None:
        """Return a line of a list of fields that decides about the document, but is no field."""
        key = "".join(re.findall(r"^[\s:]*([\w-]+)", line.text))
        is_meant = (line.pair or line.text.lstrip().startswith(":")) and decides(key)
        self._is_post |= bool(is_meant)
        if not is_meant or _FIELD.fullmatch(line.text):
            return None
        return self._lost(place, ("this line is no field", f"write ':{key}: value' at the beginning of the line"))

    def _lost(self, place: int, reason: tuple[str, str]) -> Broken:
        """Return what is at *place*, with the lines around it up to a heading or an empty line."""
        line = self._lines[place]
        above = takewhile(_is_inside, reversed(self._lines[:place]))
        around = [*reversed([*above]), line, *takewhile(_is_inside, self._lines[place + 1 :])]
        pairs = pairs_in(each.text for each in around)
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
