r"""References to equations, ``\eqref{name}``, which MathJax resolves in text and Sphinx in a role."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies.tags import outside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from blogext_import.bodies.work import Work

_REFERENCE = re.compile(r"\\(?:eq)?ref\{(?P<name>[^{}\s`$()<>]+)\}")
#: A formula of nothing but a reference.
_FORMULA = re.compile(rf"(?:\$|\\\()\s*{_REFERENCE.pattern}\s*(?:\$|\\\))")
_LABEL = re.compile(r"(?P<margin>\n[ \t>]*)?\\label\{(?P<name>[^{}\n]*)\}(?P<rest>[ \t]*(?=\n))?")
#: What Sphinx itself puts around an equation with a label.
_OUTER = re.compile(r"\\(?:begin|end)\{equation\*?\}")


def convert_equations(work: Work) -> None:
    """Convert references to labelled equations of the post; report those to others."""
    if "ref{" not in work.text:
        return
    references = list(_references(work))
    equations = _equations(work) if references else {}
    for name in dict.fromkeys(name for _start, _end, name in references):
        if name in equations:
            _label(work, equations[name], _name_of(work, name))
    for start, end, name in references:
        if name in equations:
            work.edits.replace(start, end, f"{{eq}}`{_name_of(work, name)}`")
        else:
            work.remark(start, "the reference to the equation %(name)s is kept as text", name=name)


def _name_of(work: Work, name: str) -> str:
    """Return the label of an equation. Unlike those of a page, the labels of all documents must differ."""
    stem = work.context.path.rpartition(".")[0] or work.context.path
    safe = re.sub(r"[^\w-]+", "-", stem).strip("-")
    return f"{safe}-{name}"


def _references(work: Work) -> Iterator[tuple[int, int, str]]:
    """Yield the references in text, with their positions."""
    for leaf in work.scan.leaves:
        if "ref{" not in leaf.content or work.is_frozen(leaf.at(0)):
            continue
        # The parser reads the backslash as an escape.
        others = [(span.start, span.end) for span in leaf.spans if span.kind != "escape"]
        places = list(outside(others, _REFERENCE.finditer(leaf.content)))
        formulas = (span for span in leaf.spans if span.kind == "math_inline")
        places += [found for span in formulas if (found := _FORMULA.fullmatch(leaf.content, span.start, span.end))]
        for found in places:
            yield leaf.at(found.start()), leaf.at(found.end() - 1) + 1, found["name"]


def _equations(work: Work) -> dict[str, Token]:
    """Return the displayed equations that have one label each, by their labels."""
    found: dict[str, Token] = {}
    for token in work.scan.blocks("math_block", "amsmath"):
        text = work.text[slice(*_span(work, token))]
        labels = _LABEL.findall(text)
        # Only this environment has one number for all of its lines.
        is_one = token.type == "math_block" or text.startswith("\\begin{equation}")
        if len(labels) == 1 and is_one and text.endswith(("$$", "}")):
            found.setdefault(labels[0][1], token)
    return found


def _span(work: Work, token: Token) -> tuple[int, int]:
    begin = work.scan.begin(token)
    end = work.scan.lines.end((token.map or [0, 1])[1] - 1)
    return begin, begin + len(work.text[begin:end].rstrip())


def _label(work: Work, token: Token, name: str) -> None:
    """Move the label of an equation out of it."""
    begin, end = _span(work, token)
    for place in _OUTER.finditer(work.text, begin, end):
        is_edge = token.type == "amsmath" and (place.start() == begin or place.end() == end)
        work.edits.replace(*place.span(), "$$" if is_edge else "")
    if label := _LABEL.search(work.text, begin, end):
        # A line of its own would become an empty line.
        is_alone = label["margin"] is not None and label["rest"] is not None
        work.edits.replace(label.start() if is_alone else label.start("name") - 7, label.end("name") + 1, "")
    work.edits.insert(end, f" ({name})")
