"""MDX syntax beyond Markdown: comments, imports, and images in braces."""

import re
from collections.abc import Callable
from html import escape
from itertools import chain

from blogext_import.bodies.edits import Edited, Edits, Lines
from blogext_import.bodies.tags import find_places, outside
from blogext_import.bodies.teasers import MARKER
from blogext_import.bodies.work import BodyContext, Dialect, Report

_COMMENT = re.compile(r"\{/\*(?!\s*#[\w:.-]+\s*\*/)(?P<text>(?:[^*{]|\*(?!/\})|\{(?!/\*))*)\*/\}")
_STATEMENT = re.compile(
    r"^(?:import\s+(?:[\w{*][^\n]*\sfrom\s*)?['\"]|export\s+(?:const|let|default|function|async)\b)", re.MULTILINE
)
_IMPORT = re.compile(r"import\s+(?P<name>\w+)\s+from\s+['\"](?P<path>[^'\"\n]+)['\"]")
#: Imports that are no longer needed: tabs and admonitions become directives, images are used by path.
_NEEDLESS = re.compile(r"['\"]@theme/(?:Tabs|TabItem|Admonition)['\"]|['\"]@docusaurus/useBaseUrl['\"]")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif|ico)\Z", re.IGNORECASE)
_SOURCE = re.compile(
    r"(?<=\ssrc=)\{\s*(?:require\(\s*['\"](?P<required>[^'\"\n]+)['\"]\s*\)(?:\.default)?"
    r"|useBaseUrl\(\s*['\"](?P<based>[^'\"\n]+)['\"]\s*\)|['\"](?P<quoted>[^'\"\n]+)['\"]|(?P<name>\w+))\s*\}"
)
#: A string expression, such as the space that formatters insert.
_TEXT = re.compile(r"(?<!=)\{(?P<quote>['\"`])(?P<text>[^'\"`{}\\\n$]*|[{}])(?P=quote)\}")
_COMPONENT = re.compile(r"<(?!(?:Tabs|TabItem|Admonition)\b)(?P<name>[A-Z][\w.]*)(?=[\s/>])")
_STYLE = re.compile(r"(?<=\s)style=\{(?:\{(?P<text>[^{}]*)\}|(?P<other>[^{}\n]*))\}")
#: A property of a style object with a literal value, up to the comma.
_PROPERTY = re.compile(
    r"\s*(?P<quote>['\"]?)(?P<name>-{0,2}[A-Za-z][\w-]*)(?P=quote)\s*:"
    r"\s*(?:'(?P<single>[^'\"<>\\\n]*)'|\"(?P<double>[^'\"<>\\\n]*)\"|(?P<number>-?\d+(?:\.\d+)?))\s*(?:,|\Z)"
)
#: Properties whose numbers have no unit; others are in pixels.
_UNITLESS = re.compile(
    r"line-height|opacity|order|orphans|widows|z-index|zoom|tab-size|font-weight|flex.*|column.*|grid.*"
)
#: An attribute with a literal value, except the source of an image.
_LITERAL = re.compile(
    r"(?<=\s)(?!src=)(?P<name>[A-Za-z][\w-]*)="
    r"\{\s*(?:(?P<number>-?\d+(?:\.\d+)?)|(?P<quote>['\"`])(?P<text>[^'\"`{}\\\n$<>]*)(?P=quote))\s*\}"
)
#: What keeps Docusaurus from treating a path as one of its pages.
_PATHNAME = re.compile(r"(?:(?<=[(<\"'])|(?<=\]: ))pathname://(?=[./])")
_CLASS = re.compile(r"(?<=\s)className=(?=[\"'])")
_NEW: dict[re.Pattern[str], Callable[[re.Match[str]], str]] = {
    _COMMENT: lambda match: marker if MARKER.fullmatch(marker := f"<!-- {match['text'].strip()} -->") else "",
    _TEXT: lambda match: match["text"],
    _PATHNAME: lambda match: "",
}
_NEAR = 400
_ELEMENT = re.compile(r"<[a-z][\w-]*(?:\s[^<>]*)?\Z")


def convert_jsx(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return an MDX body without comments, and with image paths where images are used; ``None`` if not MDX."""
    if not dialect.jsx:
        return None
    edits = Edits(Lines(text))
    places = find_places(text, "jsx").code
    pictures: dict[str, str] = {}
    patterns = (_COMMENT, _STATEMENT, _SOURCE, _STYLE, _CLASS, _LITERAL, _PATHNAME, _COMPONENT, _TEXT)
    matches = chain.from_iterable(pattern.finditer(text) for pattern in patterns)
    at = 0
    for match in outside(places, sorted(matches, key=re.Match.start)):
        if match.start() < at:
            continue
        if match.re is _STATEMENT:
            at = _leave_out(edits, match, pictures, report)
        elif match.re is _SOURCE:
            _source(edits, match, pictures)
        elif new := _NEW.get(match.re):
            edits.replace(*match.span(), new(match))
        else:
            _element(edits, match, report)
    return edits.apply()


def _source(edits: Edits, match: re.Match[str], pictures: dict[str, str]) -> None:
    path = next(filter(None, match.group("required", "based", "quoted")), pictures.get(match["name"]))
    if path:
        edits.replace(*match.span(), f'"{path.removeprefix("@site/static")}"')


def _element(edits: Edits, match: re.Match[str], report: Report) -> None:
    """Convert a class, a style or a literal value of an element, and report a component."""
    if match.re is _STYLE:
        _style(edits, match, report)
    elif match.re is _COMPONENT:
        line = edits.lines.number(match.start())
        report.add(line, "the component %(name)s is kept as HTML", name=match["name"])
    elif _ELEMENT.search(edits.lines.text, max(match.start() - _NEAR, 0), match.start()):
        if match.re is _CLASS:
            edits.replace(*match.span(), "class=")
        else:
            name = "class" if match["name"] == "className" else match["name"]
            edits.replace(*match.span(), f'{name}="{escape(match["number"] or match["text"])}"')


def _style(edits: Edits, match: re.Match[str], report: Report) -> None:
    """Convert a style object to a style attribute, or report it if its values are not literals."""
    css = style_of(match["text"]) if match["text"] is not None else None
    if css is None:
        shown = " ".join(match[0].split())[:60]
        report.add(edits.lines.number(match.start()), "the expression %(text)s is kept as text", text=shown)
    else:
        edits.replace(*match.span(), f'style="{css}"')


def style_of(text: str) -> str | None:
    """Return the CSS for the properties of a style object; ``None`` if one of them is not a literal."""
    properties, at = [], 0
    while text[at:].strip(" \t\n,"):
        match = _PROPERTY.match(text, at)
        if match is None:
            return None
        written = match["name"]
        name = (
            written if written.startswith("--") else re.sub(r"[A-Z]", lambda char: f"-{char[0].lower()}", written)
        )
        value = match["number"] or match["single"] or match["double"] or ""
        has_unit = match["number"] in {None, "0"} or name.startswith("--") or _UNITLESS.fullmatch(name)
        properties.append(f"{name}: {value}{'' if has_unit else 'px'}")
        at = match.end()
    return "; ".join(properties)


def _leave_out(edits: Edits, match: re.Match[str], pictures: dict[str, str], report: Report) -> int:
    """Remove a statement that is not needed, or turn it into a comment, and return its end."""
    text = edits.lines.text
    end = text.find("\n\n", match.start()) if match[0].startswith("export") else text.find("\n", match.start())
    end = len(text) if end < 0 else end
    statement = text[match.start() : end]
    picture = _IMPORT.match(statement)
    if picture and _PICTURE.search(picture["path"]):
        pictures[picture["name"]] = picture["path"]
    elif not _NEEDLESS.search(statement):
        line = edits.lines.number(match.start())
        report.add(line, "the statement %(text)s is now a comment", text=" ".join(statement.split())[:60])
        if "-->" not in statement:
            edits.replace(match.start(), end, f"<!-- {statement} -->")
        return end
    edits.replace(match.start(), min(end + 1, len(text)), "")
    return end
