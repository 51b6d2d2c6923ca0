"""MDX syntax beyond Markdown: comments, imports, and images in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_blogext.core.marks import N_
from sphinx_blogext.importers.bodies.edits import Edited, Edits, Lines
from sphinx_blogext.importers.bodies.tags import find_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx_blogext.importers.bodies.dialects import Dialect
    from sphinx_blogext.importers.bodies.work import BodyContext, Report

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
_TEXT = re.compile(r"(?<!=)\{(?P<quote>['\"`])(?P<text>[^'\"`{}\\\n$]*)(?P=quote)\}")
_COMPONENT = re.compile(r"<(?!(?:Tabs|TabItem|Admonition)\b)(?P<name>[A-Z][\w.]*)(?=[\s/>])")
_STYLE = re.compile(r"(?<=\s)style=\{\{(?P<text>[^{}\n]*)\}\}")
_STYLE_WIDTH = re.compile(r"\bwidth:\s*['\"]?(\d+(?:\.\d+)?(?:px|%|em|rem)?)['\"]?")


def convert_jsx(text: str, dialect: Dialect, context: BodyContext, report: Report) -> Edited | None:
    """Return an MDX body with HTML comments, and with image paths where images are used; ``None`` if not MDX."""
    if not dialect.jsx:
        return None
    edits = Edits(Lines(text))
    places = find_places(text, "jsx").code
    pictures: dict[str, str] = {}
    found = [
        *_COMMENT.finditer(text),
        *_STATEMENT.finditer(text),
        *_SOURCE.finditer(text),
        *_STYLE.finditer(text),
        *_COMPONENT.finditer(text),
        *_TEXT.finditer(text),
    ]
    at = 0
    for match in outside(places, sorted(found, key=re.Match.start)):
        if match.start() < at:
            continue
        if match.re is _COMMENT:
            _comment(edits, match)
        elif match.re is _STATEMENT:
            at = _leave_out(edits, match, pictures, report)
        elif match.re is _TEXT:
            edits.replace(*match.span(), match["text"])
        elif match.re is _COMPONENT:
            line = edits.lines.number(match.start())
            report.add(line, N_("the component %(name)s is kept as HTML"), name=match["name"])
        elif match.re is _STYLE:
            width = _STYLE_WIDTH.search(match["text"])
            if width:
                edits.replace(*match.span(), f'width="{width[1]}"')
        else:
            path = match["required"] or match["based"] or match["quoted"] or pictures.get(match["name"])
            if path:
                edits.replace(*match.span(), f'"{path.removeprefix("@site/static")}"')
    return edits.apply()


def outside(places: Sequence[tuple[int, int]], matches: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the matches that do not begin within any of these ranges; both must be sorted."""
    number = 0
    for match in matches:
        while number < len(places) and places[number][1] <= match.start():
            number += 1
        if number == len(places) or match.start() < places[number][0]:
            yield match


def _comment(edits: Edits, match: re.Match[str]) -> None:
    if "--" not in match["text"]:
        edits.replace(*match.span(), f"<!-- {match['text'].strip()} -->")


def _leave_out(edits: Edits, match: re.Match[str], pictures: dict[str, str], report: Report) -> int:
    """Remove a statement that is not needed, or turn it into a comment, and return its end."""
    text = edits.lines.text
    end = text.find("\n\n", match.start()) if match[0].startswith("export") else text.find("\n", match.start())
    end = len(text) if end < 0 else end
    statement = text[match.start() : end]
    found = _IMPORT.match(statement)
    if found and _PICTURE.search(found["path"]):
        pictures[found["name"]] = found["path"]
    elif not _NEEDLESS.search(statement):
        line = edits.lines.number(match.start())
        report.add(line, N_("the statement %(text)s is now a comment"), text=" ".join(statement.split())[:60])
        if "-->" not in statement:
            edits.replace(match.start(), end, f"<!-- {statement} -->")
        return end
    edits.replace(match.start(), min(end + 1, len(text)), "")
    return end
