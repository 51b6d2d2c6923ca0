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
    return tuple(pair[:2] for pair in map(_pair_in, lines) if pair)


def decides(key: str) -> bool:
    """Return whether *key* determines whether a document is published."""
    return field_name(key) in {*DATE_KEYS, "blogpost"} or is_about_drafts(key)


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
    names, values, is_yaml = set(map(field_name, options)), dict[str, str](), False
    lines = directive.split("\n")[1:]
    head = list(takewhile(str.strip, lines))
    body = takewhile(lambda text: not text.strip() or _pair_in(text), lines[len(head) :])
    for number, text in enumerate([*head, *body]):
        is_above = number < len(head)
        # Those between lines of hyphens count as if they had a colon in front.
        is_yaml |= text.strip() == "---"
        pair = _pair_in(text)
        if match := _WITHOUT_COLON.fullmatch(text):
            pair = pair or _Pair(field_name(match["key"]), "", True)
        if pair is None:
            continue
        if is_above and decides(pair.key) and values.setdefault(pair.key, pair.value) != pair.value:
            return Broken(line + 1 + number, 1, f"the option {pair.key!r} is set twice", REPEATED)
        is_meant = pair.hides or (
            is_above and (pair.colon or is_yaml) and (pair.key in KEYS or is_about_drafts(pair.key))
        )
        if is_meant and not (is_above and pair.key in names):
            reason = f"the option {pair.key!r} is not read"
            return Broken(line + 1 + number, _column(text), reason, _INDENT)
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
            fence, info = match["fence"], match["info"].strip()
            kind = "rst" if info.startswith("{eval-rst}") else "top" if is_first and info[:1] != "{" else "code"
        elif match and not match["info"].strip() and match["fence"].startswith(fence):
            yield _Line(number, "", "md")
            fence, kind = "", "md"
        else:
            yield _Line(number, "" if kind == "code" else line, kind)
        is_first &= not line.strip()


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
    lost = _lost_in_head(lines if is_top else [], takes_fields=is_rst or takes_fields, is_post=is_post)
    if match := None if lost else _UNINDENTED.search(text):
        line = text.count("\n", 0, match.start("option")) + 1
        lost = Broken(line, 1, f"the option {match['option']!r} is not read", _INDENT, is_of_post=True)
    attempt = _attempt(lines)
    # Beside a directive as it should be, another one does not count.
    return lost or (None if is_post else attempt) or _hidden(lines, today) or attempt


def _hidden(lines: list[_Line], today: str) -> Broken | None:
    """Return a line that hides the post wherever it is; fields further down belong to the text."""
    for line in lines:
        pair = None if line.is_indented or line.text.startswith(("    ", "\t")) else line.pair
        if pair and not (line.kind == "rst" and pair.colon):
            is_date = pair.key in DATE_KEYS and re.match(r"\d{4}-\d\d-\d\d", pair.value)
            if pair.is_draft or (line.number <= _NEAR_TOP and is_date and pair.value[:10] > today):
                return Broken(line.number, 1, *_only_text(line))
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


def _lost_in_head(lines: list[_Line], *, takes_fields: bool, is_post: bool) -> Broken | None:
    """Return metadata above the text of a document that is not read because of its place or its form."""
    for place, is_unseen, is_list in _head_lines(lines, takes_fields=takes_fields):
        line, below = lines[place], [*(each.text for each in lines[place + 1 : place + 3]), "", ""]
        reason = None
        if not is_list:
            reason = _why_opening(line, below, is_post=is_post, is_unseen=is_unseen)
            reason = reason or _why_unread(line, lines[:place], is_post=is_post)
        elif key := _deciding_key(line):
            is_post = True
            form = f"write ':{key}: value' at the beginning of the line"
            reason = None if _FIELD.fullmatch(line.text) else ("this line is no field", form)
        if reason:
            return _broken_around(lines, place, *reason)
        if not (is_list or _may_be_above(line, below[0])):
            return None
    return None


def _broken_around(lines: list[_Line], place: int, reason: str, remedy: str) -> Broken:
    """Return the line at *place* with those around it, up to a heading or an empty line."""
    line, above = lines[place], takewhile(_is_inside, reversed(lines[:place]))
    around = [*reversed([*above]), line, *takewhile(_is_inside, lines[place + 1 :])]
    pairs, start, end = pairs_in(each.text for each in around), around[0].number - 1, around[-1].number
    return Broken(line.number, _column(line.text), reason, remedy, start, end, pairs)


def _head_lines(lines: list[_Line], *, takes_fields: bool) -> Iterator[tuple[int, bool, bool]]:
    """Yield places, whether all above each is invisible, and whether it is in a list of fields that is read."""
    is_unseen, is_list, is_directive = True, False, False
    for place, line in enumerate(lines):
        if not line.text.strip():
            is_list = False
            continue
        if line.kind == "top" or (line.is_indented and is_directive):
            continue
        is_directive = line.text.startswith("..")
        if takes_fields and is_unseen and line.text.startswith(":"):
            is_list, takes_fields = True, False
        yield place, is_unseen, is_list
        is_unseen &= bool(_UNSEEN.match(line.text))


def _deciding_key(line: _Line) -> str:
    """Return the key of a line in a list of fields if it determines whether the document is published."""
    key = "".join(re.findall(r"^[\s:]*([\w-]+)", line.text))
    return key if decides(key) and (line.pair or line.text.lstrip().startswith(":")) else ""


def _may_be_above(line: _Line, below: str) -> bool:
    """Return whether *line*, which has *below* under it, may be above metadata."""
    is_title = _ADORNMENT.fullmatch(line.text) or (below.strip() and _ADORNMENT.fullmatch(below))
    return bool(is_title or line.pair or _ABOVE.match(line.text))


def _why_opening(line: _Line, below: list[str], *, is_post: bool, is_unseen: bool) -> tuple[str, str] | None:
    """Return why front matter that begins with *line*, if some does, is not read, and the remedy."""
    opening = _OPENING.match(line.text)
    if opening is None or (len(line.text) > 3 and below[1] == line.text):
        return None
    first = _pair_in(line.text if opening.end() < len(line.text) else below[0])
    is_meant = not is_post and (is_unseen or opening["sign"][0] in "+;{")
    return _why(line) if first and (is_meant or first.counts(is_post=is_post)) else None


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


def _why_unread(line: _Line, above: list[_Line], *, is_post: bool) -> tuple[str, str] | None:
    """Return why *line* is not read, if it has a key that decides about the document."""
    pair = line.pair
    if pair is None or not pair.counts(is_post=is_post):
        return None
    if pair.colon:
        return "fields are read only at the very top", "move them above the title"
    # Below its title, a page may say when it was written. A date to come counts anywhere near the top.
    is_on_top = pair.key not in DATE_KEYS or all(each.pair or not each.text.strip() for each in above)
    return _only_text(line) if is_on_top else None


def _is_inside(line: _Line) -> bool:
    return bool(line.text.strip()) and not line.text.startswith("#")


def _only_text(line: _Line) -> tuple[str, str]:
    """Return why a line that nothing marks as metadata is not read, and the remedy."""
    form = "write a field such as ':draft: true'" if line.kind == "rst" else "put it between two lines '---'"
    return "this line is only text", f"{form} at the top, or write it as code"
