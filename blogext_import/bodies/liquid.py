"""Variables of Liquid whose text is in the post: captured text, and assigned strings."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blogext_import.bodies.dialects import Dialect
    from blogext_import.bodies.tags import Tag
    from blogext_import.bodies.work import BodyContext, Report

_SET = re.compile(r"\{%-?\s*(?:capture|assign)\s")
_CAPTURED = re.compile(r"[\"']?(?P<name>[\w-]+)[\"']?\s*-?")
_ASSIGNED = re.compile(r"(?P<name>[\w-]+)\s*=\s*(?P<quote>[\"'])(?P<text>[^\"'\n]*)(?P=quote)\s*-?")
_USED = re.compile(r"-?\s*(?P<name>[\w-]+)\s*(?P<filter>\|\s*markdownify\s*)?-?")
#: Elements that may contain blocks, directly before and after a variable.
_OPENING = re.compile(r"<(?:aside|article|blockquote|div|section)\b[^<>]*>\s*\Z")
_CLOSING = re.compile(r"\s*</(?:aside|article|blockquote|div|section)>")
_ANY = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)


class _Variable(NamedTuple):
    """A variable, the position of the tags that set it, and its text."""

    name: str
    start: int
    end: int
    text: str


def expand_variables(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with the text of variables where it is shown; ``None`` if there are none.

    Variables that are set more than once, or used for anything else, are left to be reported.
    """
    if context.engine != "jekyll" or not _SET.search(text):
        return None
    tags = find_tags(text, "liquid", raw_in_code=True)
    edits = Edits(Lines(text))
    for variable in _variables(text, tags):
        uses = [(tag, used) for tag in tags if (used := _use_of(variable, tag))]
        mentions = [each for each in _ANY.findall(text) if re.search(rf"(?<![\w-]){variable.name}(?![\w-])", each)]
        shown = [(tag, *_shown(text, edits.lines, variable, tag, used)) for tag, used in uses]
        if not uses or len(mentions) > len(uses) + 1 or any(new is None for _tag, _start, new in shown):
            continue
        edits.replace(variable.start, variable.end, "")
        for tag, start, new in shown:
            edits.replace(start, tag.end, new or "")
    return edits.apply()


def _variables(text: str, tags: Sequence[Tag]) -> Iterator[_Variable]:
    """Yield the variables outside of other variables, conditions and loops."""
    for tag in tags:
        if tag.style != "block" or tag.parent:
            continue
        if tag.name == "capture" and tag.closing and (found := _CAPTURED.fullmatch(tag.arguments)):
            yield _Variable(found["name"], tag.start, tag.closing[1], text[tag.end : tag.closing[0]])
        elif tag.name == "assign" and (found := _ASSIGNED.fullmatch(tag.arguments)):
            yield _Variable(found["name"], tag.start, tag.end, found["text"])


def _use_of(variable: _Variable, tag: Tag) -> re.Match[str] | None:
    """Return the match if *tag* shows the text of *variable*, which is set above."""
    is_below = (
        tag.style == "value" and tag.start >= variable.end and not (tag.parent and tag.parent.name == "capture")
    )
    found = _USED.fullmatch(tag.arguments) if is_below else None
    return found if found and found["name"] == variable.name else None


def _shown(text: str, lines: Lines, variable: _Variable, tag: Tag, used: re.Match[str]) -> tuple[int, str | None]:
    """Return what *tag* shows, with the position from which it replaces the text.

    ``None`` if HTML made of Markdown is shown where no Markdown can be.
    """
    if not used["filter"]:
        return tag.start, variable.text
    number = lines.number(tag.start)
    before, after = text[lines.start(number) : tag.start], text[tag.end : lines.end(lines.number(tag.end))]
    content = dedent(variable.text).strip("\n")
    if tag.in_html and _OPENING.search(before) and _CLOSING.match(after):
        return tag.start, f"\n\n{content}\n\n"
    if tag.in_code or (before + after).strip():
        return tag.start, None if tag.in_html or tag.in_code or "\n" in content else content
    # In HTML, Markdown needs empty lines around it, and no indentation.
    return lines.start(number), f"\n{content}\n"
