"""Images for one color scheme: Material reads it in the fragment of the URL, themes for Sphinx in a class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.scan import scan
from blogext_import.bodies.tags import outside

if TYPE_CHECKING:
    from blogext_import.bodies.dialects import Dialect
    from blogext_import.bodies.work import BodyContext, Report

_FRAGMENT = r"(?P<fragment>#(?:only-|gh-)(?P<scheme>light|dark)(?:-mode-only)?)"
#: An image in Markdown, with its attributes, or in HTML.
_IMAGE = re.compile(
    rf"!\[[^\]\n]*\]\([^()\s#]*{_FRAGMENT}(?P<title>[ \t]+[^()\n]*)?\)(?:\{{:?(?P<list>[^{{}}\n]*)\}})?"
    rf"|<img\b[^<>]*?\ssrc=[\"'][^\"'<>#]*{_FRAGMENT.replace('?P<', '?P<html_')}[\"'][^<>]*>",
)
#: The definition of an image's URL, and the references to such definitions, which may be the text itself.
_DEFINITION = re.compile(
    rf"^[ ]{{0,3}}\[(?P<label>[^\]\n]+)\]:[ \t]*<?[^\s<>#]+{_FRAGMENT}>?(?=[ \t]*$|[ \t]+[\"'(])", re.MULTILINE
)
_REFERENCE = re.compile(
    r"!\[(?P<text>[^\]\n]*)\](?:\[(?P<label>[^\]\n]*)\])?(?![\[(:])(?:\{:?(?P<list>[^{}\n]*)\})?"
)
_CLASS = re.compile(r"(\sclass=[\"'])")


def name_schemes(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return the body with classes for the images of one color scheme, or ``None`` if there are none."""
    if not dialect.pymdown or not (_IMAGE.search(text) or _DEFINITION.search(text)):
        return None
    edits = Edits(Lines(text))
    code = _code(text)
    for image in outside(code, _IMAGE.finditer(text)):
        edits.replace(*image.span(), _classed(image))
    schemes: dict[str, str] = {}
    for found in outside(code, _DEFINITION.finditer(text)):
        schemes.setdefault(_label(found["label"]), found["scheme"])
        edits.replace(*found.span("fragment"), "")
    for image in outside(code, _REFERENCE.finditer(text)) if schemes else ():
        if scheme := schemes.get(_label(image["label"] or image["text"])):
            end = image.end("text") if image["label"] is None else image.end("label")
            given = (image["list"] or "").strip()
            edits.replace(end + 1, image.end(), f"{{.only-{scheme} {given}".rstrip() + "}")
    return edits.apply()


def _label(text: str) -> str:
    """Return the label of a definition as it is compared with others."""
    return " ".join(text.split()).casefold()


def _code(text: str) -> list[tuple[int, int]]:
    """Return the places of code."""
    found = scan(text)
    blocks = [token.map for token in found.blocks("fence", "code_block") if token.map]
    spans = [(leaf, span) for leaf in found.leaves for span in leaf.spans if span.kind == "backticks"]
    places = [(found.lines.start(first), found.lines.start(end)) for first, end in blocks]
    return sorted([*places, *((leaf.at(span.start), leaf.at(span.end - 1) + 1) for leaf, span in spans)])


def _classed(image: re.Match[str]) -> str:
    start, whole = image.start(), image[0]
    if image["fragment"]:
        end = image.end("list") - start - len(image["list"]) if image["list"] is not None else len(whole)
        shown = whole[: image.start("fragment") - start] + whole[image.end("fragment") - start : end]
        shown = shown.removesuffix("{:").removesuffix("{")
        return f"{shown}{{.only-{image['scheme']} {(image['list'] or '').strip()}".rstrip() + "}"
    name = f"only-{image['html_scheme']}"
    plain = whole[: image.start("html_fragment") - start] + whole[image.end("html_fragment") - start :]
    found = _CLASS.sub(rf"\g<1>{name} ", plain, count=1)
    return found if found != plain else plain.replace("<img", f'<img class="{name}"', 1)
