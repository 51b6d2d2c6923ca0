"""Convert the Markdown of another blog engine to equivalent MyST.

What cannot be converted is left unchanged, so that nothing is lost, and is reported.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from blogext_import.bodies.attributes import convert_attributes, convert_contents, convert_kramdown
from blogext_import.bodies.boxes import convert_boxes
from blogext_import.bodies.code import convert_code, note_unknown_languages
from blogext_import.bodies.containers import CLOSE, MADE, OPEN
from blogext_import.bodies.element_ends import close_gaps, end_elements
from blogext_import.bodies.escapes import convert_notes, convert_rules, escape_accidents
from blogext_import.bodies.expand import expand_elements, expand_tags
from blogext_import.bodies.formulas import convert_formulas, free_formulas, part_formulas
from blogext_import.bodies.headings import convert_headings
from blogext_import.bodies.html import convert_html
from blogext_import.bodies.includes import expand_includes, quote_paths
from blogext_import.bodies.jsx import convert_jsx
from blogext_import.bodies.links import convert_links
from blogext_import.bodies.marks import convert_marks
from blogext_import.bodies.scan import scan
from blogext_import.bodies.tables import mend_tables
from blogext_import.bodies.teasers import convert_teasers, replace_separator
from blogext_import.bodies.work import DIALECTS, BodyContext, Dialect, Report, Work
from blogext_import.engines.quarto import convert_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blogext_import.post_records import Remark

__all__ = ["SETTINGS", "BodyContext", "convert_body"]

#: Settings that ``conf.py`` needs for converted bodies to be parsed correctly.
SETTINGS: Mapping[str, object] = MappingProxyType(
    {
        "myst_enable_extensions": [
            "amsmath",
            "attrs_block",
            "attrs_inline",
            "colon_fence",
            "deflist",
            "dollarmath",
            "html_image",
            "tasklist",
        ],
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
