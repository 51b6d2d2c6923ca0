"""Convert the Markdown or HTML of another blog engine to equivalent MyST.

What cannot be converted is left unchanged, so that nothing is lost, and is reported.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from blogext_import.bodies.attributes import convert_attributes, convert_contents, convert_kramdown
from blogext_import.bodies.boxes import convert_blocks, convert_boxes, convert_inline_notes
from blogext_import.bodies.code import convert_code, note_unknown_languages
from blogext_import.bodies.definitions import expand_includes, quote_paths
from blogext_import.bodies.element_ends import close_gaps, end_elements
from blogext_import.bodies.escapes import convert_notes, convert_rules, escape_accidents
from blogext_import.bodies.expand import expand_elements, expand_tags
from blogext_import.bodies.formulas import (
    ELEMENT,
    as_markdown,
    convert_formulas,
    free_formulas,
    part_formulas,
    tags_of,
)
from blogext_import.bodies.headings import convert_headings
from blogext_import.bodies.html import PICTURE, convert_html, convert_picture, convert_references, keep_files
from blogext_import.bodies.jsx import convert_jsx
from blogext_import.bodies.links import convert_links
from blogext_import.bodies.marks import convert_marks
from blogext_import.bodies.markup import fence
from blogext_import.bodies.rules import CLOSE, MADE, OPEN
from blogext_import.bodies.scan import scan
from blogext_import.bodies.tables import mend_tables
from blogext_import.bodies.teasers import convert_teasers, replace_separator
from blogext_import.bodies.work import DIALECTS, BodyContext, Dialect, Report, Work
from blogext_import.post_records import Remark

#: Around the images that Sphinx is to copy. These characters are removed from posts first.
_OPEN, _CLOSE = "\x02", "\x03"
_IMAGE = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
_SIZED = re.compile(r"\s(?:width|height)\s*=")
_CLASS = re.compile(r"\sclass=[\"']")
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|textarea)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
#: Settings that ``conf.py`` needs for converted bodies to be parsed correctly.
SETTINGS: Mapping[str, object] = MappingProxyType(
    {
        "myst_enable_extensions": (
            "amsmath attrs_block attrs_inline colon_fence deflist dollarmath html_image tasklist".split()
        ),
        "myst_heading_anchors": 6,
        "myst_dmath_double_inline": True,
        # For code in languages that Pygments does not know, or cannot lex as written.
        "suppress_warnings": ["misc.highlighting_failure"],
    }
)

#: What happens to the text before it is read as Markdown, in this order.
_STAGES = (
    expand_includes,
    convert_blocks,
    convert_inline_notes,
    convert_kramdown,
    mend_tables,
    quote_paths,
    convert_jsx,
    close_gaps,
    end_elements,
    part_formulas,
    free_formulas,
    expand_elements,
    expand_tags,
)
_MARKS = dict.fromkeys(map(ord, (OPEN, CLOSE, MADE)))


def convert_html_post(text: str, context: BodyContext) -> tuple[str, list[Remark]]:
    """Return the HTML of a post in MyST, and remarks on what could not be converted.

    Images of the site are between directives with the rest of the HTML, since Sphinx copies no others.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(dict.fromkeys(map(ord, _OPEN + _CLOSE)))
    dialect = DIALECTS.get(context.engine, Dialect())
    report = Report(context, range(text.count("\n") + 1))
    text = replace_separator(text, report)
    text = ELEMENT.sub(_free, text)
    if edited := expand_tags(text, dialect, context, report, is_html=True):
        text = edited.text
        report.origins = [report.origins[line] for line in edited.origins]
    work = Work(scan(text, with_text=False), dialect, report)
    at = 0
    for hidden in [*_HIDDEN.finditer(text), None]:
        end = hidden.start() if hidden else len(text)
        _convert_html(work, at, end)
        at = hidden.end() if hidden else end
    parts = _IMAGE.split(work.edits.apply().text)
    written = [part if number % 2 else raw_html(part) for number, part in enumerate(parts) if part.strip()]
    return "\n".join(f"{part.strip()}\n" for part in written), sorted(
        report.remarks, key=lambda remark: remark.line
    )


def _free(element: re.Match[str]) -> str:
    """Return an element with its formulas between directives."""
    new = as_markdown(element["text"])
    return f"{_OPEN}{new}{_CLOSE}".join(tags_of(element)) if new else element[0]


def _convert_html(work: Work, start: int, end: int) -> None:
    keep_files(work, work.text[start:end], start)
    convert_references(work, start, end)
    for picture in PICTURE.finditer(work.text, start, end):
        if new := convert_picture(work, picture[0], picture.start()):
            new = " ".join(new.split())
            opened, closed = (work.text.rfind(tag, 0, picture.start()) for tag in ("<a ", "</a"))
            if _SIZED.search(new) and opened > closed:
                # Sphinx would make a link within the link.
                own = _CLASS.sub(lambda start: f"{start[0]}no-scaled-link ", new, count=1)
                new = own if own != new else f'<img class="no-scaled-link"{new[4:]}'
            work.edits.replace(*picture.span(), f"{_OPEN}{new}{_CLOSE}")


def raw_html(body: str) -> str:
    """Return HTML unchanged, in a directive whose fence does not occur in it."""
    return f"{fence(body)}{{raw}} html\n{body.strip()}\n{fence(body)}\n"


def convert_body(text: str, context: BodyContext) -> tuple[str, list[Remark]]:
    """Return the body of a post as MyST, and remarks on what could not be converted.

    Headings start at the level below the title of the post, which is not part of the body. Line endings become
    Unix line endings. Control characters used internally are removed.
    """
    dialect = DIALECTS.get(context.engine, Dialect())
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    text = text.translate(_MARKS)
    report = Report(context, range(text.count("\n") + 1))
    text = replace_separator(text, report)
    if dialect.is_myst:
        work = Work(scan(text), dialect, report)
        convert_links(work)
        return work.edits.apply().text, report.remarks
    frozen: Sequence[tuple[int, int]] = ()
    for stage in _STAGES:
        edited = stage(text, dialect, context, report)
        if edited is None:
            continue
        text, frozen = edited.text, edited.frozen
        report.origins = [report.origins[line] for line in edited.origins]
    text = _convert(text, dialect, report, frozen)
    return text, sorted(report.remarks, key=lambda remark: remark.line)


def _convert(text: str, dialect: Dialect, report: Report, frozen: Sequence[tuple[int, int]]) -> str:
    contents = scan(
        text,
        any_box=dialect.jsx,
        any_bracket="pymdownx.arithmatex" in report.context.extensions,
        has_math=report.context.has_math,
        # Formulas that are nothing else show that the others are formulas, too.
        is_math_on=report.context.is_math_on or "\\\\(" in text or "$$" in text,
    )
    work = Work(contents, dialect, report, frozen)
    # Headings come first, because links may point to them; links before attributes, which may belong to links.
    for convert in (
        convert_headings,
        convert_teasers,
        convert_boxes,
        convert_contents,
        convert_rules,
        convert_code,
        note_unknown_languages,
        convert_links,
        convert_html,
        convert_formulas,
        convert_marks,
        convert_notes,
    ):
        convert(work)
    if dialect.attributes:
        convert_attributes(work)
    escape_accidents(work)
    return work.edits.apply().text.replace(MADE, "")
