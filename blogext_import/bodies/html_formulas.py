r"""Formulas in HTML, which a script rendered on the old site: Sphinx knows them in Markdown only."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.formula_rules import is_formula
from blogext_import.bodies.tags import find_places
from sphinx_blogext.markup.quote import markdown_text

if TYPE_CHECKING:
    from blogext_import.bodies.dialects import Dialect
    from blogext_import.bodies.work import BodyContext, Report

_BLOCKS = "blockquote|center|dd|div|figcaption|li|p|td|th"
#: An element without others but those of a line. In code, scripts look for no formulas.
ELEMENT = re.compile(
    rf"<(?P<name>{_BLOCKS})\b(?P<attributes>[^<>]*)>"
    r"(?P<text>[^<>]*(?:</?(?:a|abbr|b|br|cite|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>[^<>]*)*)"
    r"</(?P=name)\s*>",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"(?P<dollars>\$\$?)(?P<inner>[^$]+)(?P=dollars)|\\\((?P<round>(?:[^\\]|\\[^()])+)\\\)"
    r"|\\\[(?P<square>(?:[^\\]|\\[^\[\]])+)\\\]"
)
_TAG = re.compile(r"<[^<>]*>")


def free_formulas(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with formulas in HTML blocks between empty lines, where they are Markdown, or ``None``."""
    if not context.has_math or not any(as_markdown(element["text"]) for element in ELEMENT.finditer(text)):
        return None
    edits = Edits(Lines(text))
    for start, end in find_places(text, "html").html:
        for element in ELEMENT.finditer(text, start, end):
            if new := as_markdown(element["text"]):
                edits.write(*element.span(), [opening(element), "", new, "", closing(element)], element)
    return edits.apply()


def opening(element: re.Match[str]) -> str:
    """Return the first tag of an element that may then contain a paragraph."""
    name = "div" if element["name"].lower() == "p" else element["name"]
    return f"<{name}{element['attributes']}>"


def closing(element: re.Match[str]) -> str:
    return "</div>" if element["name"].lower() == "p" else f"</{element['name']}>"


def as_markdown(html: str) -> str:
    """Return the HTML of a paragraph as Markdown, if it has formulas; else ``""``."""
    parts, at, has_formula = [], 0, False
    for match in _FORMULA.finditer(html):
        inner = unescape(next(part for part in (match["inner"], match["round"], match["square"]) if part))
        is_plain = bool(match["inner"]) and not is_formula(
            inner, html[match.end() :][:8], html[: match.start()][-2:]
        )
        if is_plain or _TAG.search(inner):
            continue
        mark = "$$" if match["square"] else match["dollars"] or "$"
        parts += [_escaped(html[at : match.start()]), f"{mark}{' '.join(inner.split())}{mark}"]
        at, has_formula = match.end(), True
    written = "".join([*parts, _escaped(html[at:])]) if has_formula else ""
    return " ".join(written.split())


def _escaped(html: str) -> str:
    """Return HTML without the marks that only Markdown reads."""
    tags = [*_TAG.findall(html), ""]
    return "".join(
        f"{markdown_text(unescape(text))}{tag}" for text, tag in zip(_TAG.split(html), tags, strict=True)
    )
