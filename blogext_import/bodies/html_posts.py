"""Posts in HTML: kept, except the engine's tags, links and images in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies.expand import expand_html
from blogext_import.bodies.formulas import ELEMENT, as_markdown, closing, opening
from blogext_import.bodies.html import PICTURE, convert_picture, convert_references, keep_files
from blogext_import.bodies.scan import scan
from blogext_import.bodies.teasers import replace_separator
from blogext_import.bodies.work import DIALECTS, Dialect, Report, Work

if TYPE_CHECKING:
    from blogext_import.bodies.work import BodyContext
    from blogext_import.post_records import Remark

#: Around the images that Sphinx is to copy. These characters are removed from posts first.
_OPEN, _CLOSE = "\x02", "\x03"
_IMAGE = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_SIZED = re.compile(r"\s(?:width|height)\s*=")
_CLASS = re.compile(r"\sclass=[\"']")
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|textarea)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)


def convert_html_post(text: str, context: BodyContext) -> tuple[str, list[Remark]]:
    """Return the HTML of a post in MyST, and remarks on what could not be converted.

    Images of the site are between directives with the rest of the HTML, since Sphinx copies no others.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(dict.fromkeys(map(ord, _OPEN + _CLOSE)))
    dialect = DIALECTS.get(context.engine, Dialect())
    report = Report(context, range(text.count("\n") + 1))
    text = replace_separator(text, report)
    text = ELEMENT.sub(_free, text)
    if edited := expand_html(text, dialect, context, report):
        text = edited.text
        report.origins = [report.origins[line] for line in edited.origins]
    work = Work(scan(text, with_text=False), dialect, report)
    at = 0
    for hidden in [*_HIDDEN.finditer(text), None]:
        end = hidden.start() if hidden else len(text)
        _convert(work, at, end)
        at = hidden.end() if hidden else end
    parts = _IMAGE.split(work.edits.apply().text)
    written = [part if number % 2 else raw_html(part) for number, part in enumerate(parts) if part.strip()]
    return "\n".join(f"{part.strip()}\n" for part in written), sorted(
        report.remarks, key=lambda remark: remark.line
    )


def _free(element: re.Match[str]) -> str:
    """Return an element with its formulas between directives."""
    new = as_markdown(element["text"])
    tags = opening(element), closing(element)
    return f"{_OPEN}{new}{_CLOSE}".join(tags) if new else element[0]


def _convert(work: Work, start: int, end: int) -> None:
    """Convert the links and images in a part of the HTML."""
    keep_files(work, work.text[start:end], start)
    convert_references(work, start, end)
    for picture in PICTURE.finditer(work.text, start, end):
        if new := convert_picture(work, picture[0], picture.start()):
            new = " ".join(new.split())
            opened, closed = (work.text.rfind(tag, 0, picture.start()) for tag in ("<a ", "</a"))
            if _SIZED.search(new) and opened > closed:
                # Sphinx would make a link within the link.
                new = _with_class(new, "no-scaled-link")
            work.edits.replace(*picture.span(), f"{_OPEN}{new}{_CLOSE}")


def _with_class(tag: str, name: str) -> str:
    if _CLASS.search(tag):
        return _CLASS.sub(lambda start: f"{start[0]}{name} ", tag, count=1)
    return f'<img class="{name}"{tag[4:]}'


def raw_html(body: str) -> str:
    """Return HTML unchanged, in a directive whose fence does not occur in it."""
    longest = max(map(len, re.findall("`{3,}", body)), default=2)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}{{raw}} html\n{body.strip()}\n{fence}\n"
