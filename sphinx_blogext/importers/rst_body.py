"""Texts in reStructuredText, left unchanged except for the few constructs of Pelican and Nikola."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils.parsers.rst.directives import _directive_registry  # type: ignore[attr-defined]  # has no type

from sphinx_blogext.core.marks import N_
from sphinx_blogext.importers.bodies import markup
from sphinx_blogext.importers.records import Remark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TEASER = re.compile(r"\s*\.\. TEASER_END(?::[ ]*(?P<text>.*))?\s*", re.IGNORECASE)
_DIRECTIVE = re.compile(
    r"(?P<start>\s*\.\. (?:\|[^|]+\| )?)(?P<name>[\w-]+(?:[:.+][\w-]+)*)::(?:[ ]+(?P<value>.*))?"
)
#: Directives whose argument is an image or a file.
_FILES = frozenset({"image", "figure", "thumbnail"})
_LITERAL = frozenset(
    {"code", "code-block", "sourcecode", "raw", "math", "parsed-literal", "highlight", "literalinclude"}
)
_LINK = re.compile(r"`(?P<text>[^`<>]*?)\s*<(?P<target>[^`<>\s]+)>`(?P<end>__?)")
_TARGET = re.compile(r"(?P<start>\s*\.\. _[^:]+: +)(?P<target>\S+)\s*")
#: A link in raw HTML with a path in the syntax of Pelican or Nikola.
_RAW_LINK = re.compile(
    r"(?P<start><a\b[^<>]*?\shref=[\"'])(?P<target>(?:link://|\{filename\}|\|filename\|)[^\"'<>]*)"
)
#: A tag of Nikola.
_SHORTCODE = re.compile(r"\{\{%.*?%\}\}")
_DOC = re.compile(r":doc:`(?:(?P<text>[^`<>]*?)\s*<(?P<titled>[^`<>]+)>|(?P<target>[^`<>]+))`")
_CODE = re.compile(r"``.*?``")
_ROLE = re.compile(r"(?<![\w`:]):(?P<name>[A-Za-z][\w+.-]*):`(?!`)")
_OPTION = re.compile(r"\s+:[\w-]+:(\s|$)")
#: Directives that are replaced by a link or a script, without their options.
_EMBEDS = frozenset({"youtube", "media", "gist"})
_VIDEO = re.compile(
    r"https?://(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com/(?:watch\?v=|embed/)|youtu\.be/)(?P<id>[\w-]+)(?:[?&#].*)?"
)
_OPTION_VALUE = re.compile(r"(?P<indent>\s+):(?P<name>[\w-]+):(?P<value>(?:\s.*)?)")
#: Options of Sphinx's own directive for code, except those for line numbers.
_CODE_OPTIONS = frozenset({"force", "dedent", "lineno-start", "emphasize-lines", "caption", "class", "name"})
#: Roles of Sphinx and of the Python domain; roles of other domains have a prefix.
_ROLES = frozenset(
    """
    doc ref download numref keyword option envvar token term abbr command dfn file guilabel kbd
    mailheader makevar manpage menuselection mimetype newsgroup pep rfc program regexp samp index any eq
    cve cwe math code raw sub class func meth mod attr exc data obj const sup superscript subscript
    emphasis strong literal title title-reference t target uri-reference
    """.split()
)
#: Directives of Sphinx and ours, which docutils does not know before an application exists.
_KNOWN = frozenset(
    """
    code-block sourcecode literalinclude highlight toctree note seealso versionadded versionchanged
    deprecated only rubric centered hlist index glossary math figure tabularcolumns productionlist
    codeauthor sectionauthor acks cssclass rst-class default-domain post postlist update more blog-terms blog-news
    graphviz digraph graph todo plot mermaid automodule autoclass autofunction autosummary function class
    method option program
    """.split()
)


def convert_rst(
    text: str,
    path: str,
    first_line: int,
    *,
    find_post: Callable[[str], str | None],
    find_file: Callable[[str], str | None],
    find_url: Callable[[str], str | None] = lambda name: None,
) -> tuple[str, list[Remark]]:
    """Return *text* converted for Sphinx, and remarks; code is left unchanged.

    *find_url* returns the URL path of a post on the old site, where a link cannot lead to a document.
    """
    body = _Body(path, find_post, find_file, find_url)
    lines: list[str] = []
    was_made = False
    for number, (line, is_literal) in enumerate(lines_of(text)):
        body.has_made = False
        at = first_line + number
        converted = body.convert_literal(line, at) if is_literal else body.convert(line, at)
        if converted is None:
            continue
        # Directives may follow each other directly, what replaces them may not.
        if (body.has_made or was_made) and converted.strip() and lines and lines[-1].strip():
            lines.append("")
        lines.append(converted)
        was_made = body.has_made
    return "\n".join(lines), body.remarks


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of *text*, and whether each is code."""
    literal: int | None = None
    has_options = False
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if literal is not None and line.strip() and indent <= literal:
            literal = None
        has_options = has_options and bool(_OPTION.match(line))
        yield line, literal is not None and not has_options
        if literal is None and line.strip():
            match = _DIRECTIVE.match(line)
            is_code = match["name"] in _LITERAL if match else line.rstrip().endswith("::")
            literal = indent if is_code else None
            has_options = match is not None


class _Body:
    """Converts lines, and collects remarks on what could not be converted.

    ``has_made`` tells whether the last line became a block of its own.
    """

    def __init__(
        self,
        path: str,
        find_post: Callable[[str], str | None],
        find_file: Callable[[str], str | None],
        find_url: Callable[[str], str | None],
    ) -> None:
        self.path = path
        self.find_post = find_post
        self.find_file = find_file
        self.find_url = find_url
        self.remarks: list[Remark] = []
        self.has_made = False
        self._directive_name = ""

    def convert(self, line: str, number: int) -> str | None:
        """Return the converted line, or ``None`` if nothing replaces it."""
        if match := _TEASER.fullmatch(line):
            return f".. more:: {match['text'] or ''}".rstrip()
        if self._directive_name in _EMBEDS and _OPTION.match(line):
            return None
        if self._directive_name in {"code-block", "sourcecode"} and (option := _OPTION_VALUE.fullmatch(line)):
            return _code_option(line, option)
        if match := _DIRECTIVE.fullmatch(line):
            self._directive_name = match["name"]
            return self._directive(match, number)
        if match := _TARGET.fullmatch(line):
            return match["start"] + (self._url(match["target"]) or self._address(match["target"], number))
        places = [found.span() for found in _CODE.finditer(line)]
        self._directive_name = self._directive_name if not line.strip() else ""
        self._report_inline(line, number, places)
        line = _LINK.sub(lambda found: found[0] if _within(found, places) else self._link(found, number), line)
        return _DOC.sub(self._document, line)

    def _report_inline(self, line: str, number: int, places: list[tuple[int, int]]) -> None:
        """Note the roles and tags of a line that stay as they are; *places* are those of code."""
        for role in _ROLE.finditer(line):
            if role["name"].lower() not in _ROLES and not _within(role, places):
                self._note(number, N_("the role “%(name)s” is not built into Sphinx"), name=role["name"])
        for tag in _SHORTCODE.finditer(line):
            if not _within(tag, places):
                self._note(number, N_("the tag %(name)s is kept as text"), name=tag[0])

    def convert_literal(self, line: str, number: int) -> str:
        """Return a line of code, which stays as it is, or of raw HTML, whose links may have an engine's syntax."""
        if self._directive_name != "raw":
            return line
        return _RAW_LINK.sub(
            lambda found: found["start"] + (self._url(found["target"]) or self._address(found["target"], number)),
            line,
        )

    def _url(self, target: str) -> str | None:
        """Return the old URL of the post that *target* names."""
        name, sign, anchor = target.partition("#")
        url = self.find_url(name)
        return f"{url}{sign}{anchor}" if url else None

    def _directive(self, match: re.Match[str], number: int) -> str:
        name, value = match["name"], (match["value"] or "").strip()
        if name in _FILES and value:
            # Nikola itself makes smaller versions of images.
            found = self.find_file(value) or self.find_file(value.replace(".thumbnail.", "."))
            if found is None and not re.match(r"\w+:", value):
                self._note(number, N_("the file %(name)s is not found"), name=value)
            return f"{match['start']}{'figure' if name == 'thumbnail' else name}:: {found or value}"
        indent, _dots, substitution = match["start"].partition("..")
        # A substitution is part of a paragraph.
        if not substitution.strip() and (embedded := _embedded(name, value, indent)):
            self.has_made = True
            return embedded
        if name not in _KNOWN and name not in _directive_registry:
            self._note(number, N_("the directive “%(name)s” is not built into Sphinx"), name=name)
        return match[0]

    def _link(self, match: re.Match[str], number: int) -> str:
        target = match["target"]
        if document := self.find_post(target):
            return f":doc:`{match['text'] or target} <{document}>`"
        return f"`{match['text']} <{self._address(target, number)}>`{match['end']}".replace("` <", "`<")

    def _address(self, target: str, number: int) -> str:
        """Return the target of a link that does not lead to a post."""
        if found := self.find_file(target):
            return found
        if re.match(r"\{\w+\}|\|\w+\||link://", target):
            self._note(number, N_("the target of the link to %(name)s is not found"), name=target)
        return target

    def _document(self, match: re.Match[str]) -> str:
        document = self.find_post(match["titled"] or match["target"])
        if document is None:
            return match[0]
        return f":doc:`{match['text']} <{document}>`" if match["text"] else f":doc:`{document}`"

    def _note(self, line: int, text: str, **values: object) -> None:
        self.remarks.append(Remark(self.path, line, text, values))


def _embedded(name: str, value: str, indent: str) -> str:
    """Return what replaces a directive for videos and the like; ``""`` if it is another directive."""
    html = ""
    if name in {"youtube", "media"} and (found := _VIDEO.fullmatch(value)):
        value, name = found["id"], "youtube"
    if name == "youtube" and re.fullmatch(r"[\w-]+", value):
        html = markup.frame(f"https://www.youtube-nocookie.com/embed/{value}", "YouTube")
    elif name == "media" and re.fullmatch(r"https?://[^\s<>`]+", value):
        return f"{indent}{value}"
    gist = value.removeprefix("https://gist.github.com/")
    if name == "gist" and re.fullmatch(r"[\w/-]+", gist):
        html = f'<script src="https://gist.github.com/{gist}.js"></script>'
    return f"{indent}.. raw:: html\n\n{indent}   {html}" if html else ""


def _code_option(line: str, option: re.Match[str]) -> str | None:
    """Return an option of Pelican's or Nikola's code as Sphinx spells it; ``None`` if there is no equivalent."""
    name, value = option["name"].replace("_", "-"), option["value"].strip()
    if name in _CODE_OPTIONS:
        return line
    if name in {"number-lines", "linenos"}:
        return None if value.lower() in {"none", "false"} else f"{option['indent']}:linenos:"
    if name == "linenostart" and value.isdecimal():
        return f"{option['indent']}:lineno-start: {value}"
    if name == "hl-lines" and re.fullmatch(r"[\d\s,-]+", value):
        numbers = ",".join(value.replace(",", " ").split())
        return f"{option['indent']}:emphasize-lines: {numbers}"
    return None


def _within(match: re.Match[str], places: list[tuple[int, int]]) -> bool:
    return any(start <= match.start() < end for start, end in places)
