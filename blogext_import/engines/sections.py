"""One page of dated sections, as many projects write their news: each section is a post."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt

from blogext_import.front_matter import Header, read_fenced
from blogext_import.headings import heading_text, plain
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import FORMATS, suffix_of
from blogext_import.rst_inline import plain_rst
from blogext_import.settings import text_of
from blogext_import.values import Moment, read_moment

_DATE = re.compile(
    r"(?<![^\W_])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日"
    r"|(?P<day>\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?(?P<month>[A-Z][a-z]{2,8})\.?,? (?P<year>\d{4})"
    r"|(?P<month2>[A-Z][a-z]{2,8})\.? (?P<day2>\d{1,2})(?:st|nd|rd|th)?,? (?P<year2>\d{4}))(?![^\W_])"
)
#: What may be before the date at the beginning of a text, and what separates a date from other words.
_BEFORE = re.compile(r"[*_(\[]*(?:[A-Z][a-z]+(?: on)?:?[*_ ]+)?")
_NEAR = 80
_AROUND = " \t-–—:·,.|*_"
_BOLD = re.compile(r"\*\*(?P<text>[^*\n]+)\*\*[:.]?[ \t]*")
_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1{2,}[ \t]*")
#: The level of a bold line, below those of all headings.
_LOWEST = 99
_TARGET = re.compile(r"(?:\.\. _[^:\n]+:|\([\w-]+\)=)[ \t]*")


class _Head(NamedTuple):
    """A heading, or a bold line in its place: its first line and the one *after* it, counted from 0."""

    first: int
    after: int
    level: int
    text: str
    is_entry: bool = False


class _Dated(NamedTuple):
    """The date of a section, its title, and how much of its first line of text the date takes."""

    date: Moment
    title: str
    cut: int


def read(source: Source, name: str) -> OldSite:
    """Return the dated sections of the file *name* as posts; those of a site of Sphinx are MyST already."""
    text = source.read(name) or ""
    is_rst = FORMATS.get(suffix_of(name)) not in ("md", "html")
    header = (None if is_rst else read_fenced(text)) or Header({}, text, 1)
    lines, offset = header.body.split("\n"), header.first_line
    site = OldSite(title=text_of(header.data.get("title")), roots=[""])
    # A page of a site that is ours already, which a folder around it shows.
    folders = (source.root, *source.root.resolve().parents)
    dialect = "ablog" if any((folder / "conf.py").is_file() for folder in folders) else "hugo"
    for head, end, date in _sections(lines, is_rst=is_rst):
        if date:
            site.posts.append(_post(name, head, lines[:end], date, offset, is_rst=is_rst))
            site.posts[-1].dialect = dialect
        else:
            source.note(name, offset + head.first, "the section “%(name)s” has no date: left out", name=head.text)
            source.lost |= {name} if head.is_entry else set()
    return site


def _sections(lines: list[str], *, is_rst: bool) -> Iterator[tuple[_Head, int, _Dated | None]]:
    """Yield the headings at the level of most dates and above it, with the ends of their sections and their dates.

    The title of the page, above the first of these, is none.
    """
    heads, dated, level = _main_heads(lines, is_rst=is_rst)
    ends = [*(_start(each, lines) for each in heads[1:]), len(lines)]
    for number, (head, end) in enumerate(zip(heads, ends, strict=False)):
        is_entry = head.level == level
        if number or is_entry:
            yield head._replace(is_entry=is_entry), end, dated.get(head) if is_entry else None


def _main_heads(lines: list[str], *, is_rst: bool) -> tuple[list[_Head], dict[_Head, _Dated], int]:
    """Return the headings that begin or end posts, the dates of those that have one, and the level of posts."""
    heads = list(_rst_heads(lines) if is_rst else _markdown_heads(lines))
    dated = {head: date for head in heads if (date := _date_of(head, lines))}
    levels = Counter(head.level for head in dated).most_common(1)
    level = levels[0][0] if levels else 0
    heads = [head for head in heads if head.level <= level and (head in dated or head.level < _LOWEST)]
    return heads, dated, level


def _start(head: _Head, lines: list[str]) -> int:
    """Return the line at which a section begins, with the targets above it."""
    start = head.first
    while start and (not lines[start - 1].strip() or _TARGET.fullmatch(lines[start - 1])):
        start -= 1
    return start


def _markdown_heads(lines: list[str]) -> Iterator[_Head]:
    for opening, inline in pairwise(MarkdownIt("commonmark").parse("\n".join(lines))):
        first, after = opening.map or (0, 0)
        # A rule below several lines is rather one than the end of a heading.
        if opening.level == 0 and opening.type == "heading_open" and "\n" not in inline.content:
            yield _Head(first, after, int(opening.tag[1]), heading_text(inline.content))
        elif opening.level == 0 and opening.type == "paragraph_open":
            yield from _bold(lines, first)


def _rst_heads(lines: list[str]) -> Iterator[_Head]:
    levels: dict[tuple[str, bool], int] = {}
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        has_line = bool(_ADORNMENT.fullmatch(below)) and len(below.rstrip()) >= len(line.strip())
        if has_line and line.strip() and not _ADORNMENT.fullmatch(line):
            is_over = number > 0 and lines[number - 1].rstrip() == below.rstrip()
            if is_over or not line[0].isspace():
                level = levels.setdefault((below[0], is_over), len(levels) + 1)
                yield _Head(number - is_over, number + 2, level, line.strip())
        else:
            yield from _bold(lines, number)


def _bold(lines: list[str], number: int) -> Iterator[_Head]:
    if (match := _BOLD.fullmatch(lines[number])) and _is_alone(lines, number):
        yield _Head(number, number + 1, _LOWEST, match["text"])


def _is_alone(lines: list[str], number: int) -> bool:
    """Return whether a line has text, and none is directly above it."""
    return number >= 0 and bool(lines[number].strip()) and not (number and lines[number - 1].strip())


def _date_of(head: _Head, lines: list[str]) -> _Dated | None:
    if (match := _DATE.search(head.text)) and (moment := _moment(match)):
        title = re.sub(r"\(\s*\)|\[\s*\]", "", head.text[: match.start()] + head.text[match.end() :])
        return _Dated(moment, title.strip(_AROUND) or head.text, 0)
    if head.level == _LOWEST:
        return None
    line = next(filter(str.strip, lines[head.after :]), "")
    match = _DATE.search(line[:_NEAR])
    if not match or not _BEFORE.fullmatch(line, 0, match.start()) or not (moment := _moment(match)):
        return None
    rest = line[match.end() :].lstrip(f"{_AROUND})]")
    return _Dated(moment, head.text, len(line) - len(rest))


def _moment(match: re.Match[str]) -> Moment | None:
    day, month, year = (match[key] or match[f"{key}2"] for key in ("day", "month", "year"))
    # Only the first three letters of a month are sure to be spelled as all do.
    return read_moment(f"{day} {month[:3]} {year}" if month else match[0], UTC)


def _post(path: str, head: _Head, lines: list[str], dated: _Dated, offset: int, *, is_rst: bool) -> ImportedPost:
    date, title, cut = dated
    start = next((number for number in range(head.after, len(lines)) if lines[number].strip()), len(lines))
    body = "\n".join(lines[start:])[cut:].lstrip("\n")
    name = re.sub(r"\W+", "-", title.lower()).strip("-")[:80].strip("-")
    return ImportedPost(
        # Posts are told apart by their paths.
        path=f"{path}#{offset + head.first}",
        place=name or date.moment.date().isoformat(),
        format="rst" if is_rst else "md",
        title=plain_rst(title) if is_rst else plain(title),
        heading=title if is_rst else "",
        body=body,
        first_line=offset + start,
        fields={"date": date.text, "other": {}},
        moment=date.moment,
        folders=[path.rpartition("/")[0]],
    )
