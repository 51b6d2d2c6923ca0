"""Texts in reStructuredText, left unchanged but for what Pelican and Nikola add and what Sphinx does not have."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote

from docutils.parsers.rst.directives import _directive_registry  # type: ignore[attr-defined]  # has no type

from blogext_import.bodies import markup
from blogext_import.bodies.code import line_numbers
from blogext_import.bodies.html import files_in
from blogext_import.bodies.links import PAGE, in_source
from blogext_import.bodies.work import BodyContext
from blogext_import.post_records import Remark
from blogext_import.rst_inline import ROLES, InlineLinks, table_rows

#: Directives of Sphinx and ours, which docutils does not know before an application exists.
_KNOWN = frozenset(
    """
    code-block sourcecode literalinclude highlight toctree note seealso versionadded versionchanged
    deprecated only rubric centered hlist index glossary math figure tabularcolumns productionlist
    codeauthor sectionauthor acks cssclass rst-class default-domain post postlist update more blog-terms blog-news
    function class method option program
    """.split()
)
#: Directives of docutils that have other meanings or options in Sphinx, and their names there.
_RENAMED = {"class": "rst-class", "code": "code-block"}
#: Directives that have been converted, or whose content is code.
_CONVERTED = frozenset({"thumbnail", "youtube", "vimeo", "media", "gist", "listing", "teaser_end", "end_teaser"})
#: Directives with descriptions of drawings or with code, which extensions add, and what is indented below them.
_DRAWINGS = (
    "aafig|actdiag|blockdiag|digraph|ditaa|dot|gnuplot|graph|graphviz|ipython|mermaid|nwdiag|plantuml|plot|seqdiag"
    "|testcode|tikz|uml"
)
_DRAWING = re.compile(
    rf"^(?P<start>[ ]*(?:[*+-][ ]+)*)\.\. (?P<name>{_DRAWINGS})::.*(?:\n[ ]+:[\w-]+:.*)*+"
    r"(?=\s*\n(?P<below>[ ]*)\S)",
    re.MULTILINE,
)
_UNKNOWN = re.compile(
    r"(?P<indent>[ ]*)\.\. (?P<name>\|[^|]+\| )?(?P<directive>[\w-]+(?:[:.+][\w-]+)*)::(?:[ ]+(?P<value>.*))?"
)
_ROLE = re.compile(r"``.*?``|(?<![\w`:]):(?P<name>[A-Za-z][\w+.-]*):`(?P<text>[^`]+)`", re.DOTALL)
_OWN_ROLE = re.compile(r"^[ ]*\.\. (?:role|default-role):: *([\w-]+)", re.MULTILINE)
_ROLE_TARGET = re.compile(r"\s?<[^<>]*>\Z")
_MARKUP = re.compile(r"([*`|\\_])")
_WORDS = re.compile(r"\S\s+\S|[^\x00-\x7f]")
#: What the directive and the role are called in the report.
DIRECTIVE = "the directive “%(name)s” is not built into Sphinx: its content stays"
ROLE = "the role “%(name)s” is not built into Sphinx: its text stays"
#: The markers of Nikola and of a plugin of Pelican.
_TEASER = re.compile(
    r"\s*\.\. (?:(?:TEASER_END|END_TEASER)(?::[ ]*+(?P<text>.*))?|PELICAN_END_SUMMARY)\s*", re.IGNORECASE
)
#: A directive, which may begin an item of a list, also of one in another.
_DIRECTIVE = re.compile(
    r"(?P<start>\s*(?:(?:[*+-]|\(?(?:\d+|#)[.)])\s+)*\.\. (?:\|[^|]+\| )?)"
    r"(?P<name>[\w-]+(?:[:.+][\w-]+)*)::(?:[ ]+(?P<value>.*))?"
)
#: A picture in a cell of a table, which is a line of text or of values between commas.
_CELL = r"\.\. (?:image|figure|thumbnail)::[ ]+(?P<path>[^\s|,\"]+)[ ]*"
_IN_ROW, _IN_VALUES = re.compile(_CELL), re.compile(rf"(?<=[,\"])[ ]*{_CELL}")
#: Directives whose argument is an image or a file.
_FILES = frozenset({"image", "figure", "thumbnail"})
_LITERAL = frozenset(
    {"code", "code-block", "sourcecode", "raw", "math", "parsed-literal", "highlight", "literalinclude"}
)
#: The line above or below the title of a section.
_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1{2,}\s*")
_TARGET = re.compile(r"(?P<start>\s*\.\. _[^:]+: +)(?P<target>\S+)\s*")
#: A link in raw HTML with a path in the syntax of Pelican or Nikola.
_RAW_LINK = re.compile(
    r"(?P<start><a\b[^<>]*?\shref=[\"'])"
    r"(?P<target>(?:link://|\{(?:filename|author|category|tag|index)\}|\|filename\|)[^\"'<>]*)"
)
#: What contents are called that list only what is below the title of the post.
_LOCAL = "local contents"
#: Directives that are replaced by a link or a script, without their options.
_EMBEDS = frozenset({"youtube", "vimeo", "media", "gist"})
_VIDEO = re.compile(
    r"https?://(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com/(?:watch\?v=|embed/)|youtu\.be/)(?P<id>[\w-]+)(?:[?&#].*)?"
)
_OPTION = re.compile(r"(?P<indent>\s+):(?P<name>[\w-]+):(?P<value>(?:\s.*)?)")
#: Options of Sphinx's own directive for code, except those for line numbers.
_CODE_OPTIONS = frozenset({"force", "dedent", "lineno-start", "emphasize-lines", "caption", "class", "name"})


class _Block(NamedTuple):
    """An unknown directive: its indentation, and by how much its content moves to the left."""

    indent: int
    shift: int
    is_open: bool = True


def is_known(directive: str) -> bool:
    """Return whether Sphinx, docutils or a language domain of Sphinx has a directive."""
    domain, sign, _name = directive.partition(":")
    known = _KNOWN | _directive_registry.keys() | _CONVERTED
    return directive.lower() in known or bool(sign and domain in {"py", "c", "cpp", "js", "rst", "std", "math"})


def free_content(
    lines: Iterable[tuple[str, bool]], note: Callable[[int, str, str], None]
) -> list[tuple[str, bool]]:
    """Return the *lines*, each with whether it is code, as many as before, without unknown directives."""
    new: list[tuple[str, bool]] = []
    blocks: list[_Block] = []
    for number, (line, is_code) in enumerate(lines):
        while blocks and _indent(line) <= blocks[-1].indent:
            blocks.pop()
        if (written := _read_option(blocks, line)) is not None:
            new.append((written, False))
            continue
        shift = blocks[-1].shift if blocks else 0
        match = None if is_code else _UNKNOWN.fullmatch(line)
        if match and not is_known(match["directive"]):
            note(number, DIRECTIVE, match["directive"])
            blocks.append(_Block(_indent(line), shift))
        line = _head(match) if match else line
        new.append((line[min(shift, _indent(line)) :], is_code))
    return new


def _indent(line: str) -> int:
    """Return the indentation of a line; an empty one is in any block."""
    return len(line) - len(line.lstrip()) if line.strip() else 1 << 30


def _read_option(blocks: list[_Block], line: str) -> str | None:
    """Return what an option of the last block becomes, or ``None`` for others, which end the options."""
    block = blocks[-1] if blocks else None
    if block is None or not block.is_open:
        return None
    if not line.strip():
        return ""
    if option := _OPTION.fullmatch(line):
        title = option["value"].strip() if option["name"] in {"title", "caption", "header"} else ""
        return f"{line[: block.indent - block.shift]}**{_escaped(title)}**" if title else ""
    blocks[-1] = block._replace(shift=block.shift + _indent(line) - block.indent, is_open=False)
    return None


def _head(match: re.Match[str]) -> str:
    """Return what the first line of a directive becomes: of an unknown one its argument, if that has words."""
    if is_known(name := match["directive"]):
        return match[0].replace(name, _RENAMED.get(name, name), 1)
    value = (match["value"] or "").strip()
    if match["name"]:
        return f"{match['indent']}.. {match['name']}replace:: {value or match['directive']}"
    return f"{match['indent']}{value}" if _WORDS.search(value) else ""


def free_roles(lines: Iterable[tuple[str, bool]], note: Callable[[int, str, str], None]) -> list[tuple[str, bool]]:
    """Return the *lines* without unknown roles, except in code."""
    rows = list(lines)
    text = "\n".join("" if is_code else line for line, is_code in rows)
    known = _roles(text)

    def free(match: re.Match[str]) -> str:
        name = match["name"] or "code"
        if name.lower() in known or ":" in name:
            return match[0]
        note(text.count("\n", 0, match.start()), ROLE, name)
        shown = _escaped(_ROLE_TARGET.sub("", match["text"]))
        row = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        # The columns of a table may be what places it.
        return shown.ljust(len(match[0])) if re.search(r"\||  ", row.strip()) else shown

    new = _ROLE.sub(free, text).split("\n")
    return [(line if is_code else shown, is_code) for (line, is_code), shown in zip(rows, new, strict=True)]


def _roles(text: str) -> frozenset[str]:
    """Return the roles that Sphinx has, and those that *text* defines."""
    return ROLES | {name.lower() for name in _OWN_ROLE.findall(text)}


def without_roles(heading: str) -> str:
    """Return a heading without the roles that Sphinx does not have."""
    return free_roles([(heading, False)], lambda line, message, name: None)[0][0]


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def convert_rst(text: str, context: BodyContext, *, is_sphinx: bool = True) -> tuple[str, list[Remark]]:
    """Return *text* converted for Sphinx, and remarks; code is left unchanged.

    Unless the text *is_sphinx* already, directives and roles that Sphinx does not have leave their text.
    """
    body, first_line = _Body(context, _roles(text)), context.first_line
    source = _lines(text, first_line, body, is_sphinx=is_sphinx)
    rows = table_rows([line for line, _ in source])
    lines: list[str] = []
    paragraph: list[str] = []
    was_made = False
    for place, (line, is_literal) in enumerate([*source, ("", False)]):
        number = first_line + place
        body.has_made = False
        is_row = place in rows
        line = body.convert_cells(line, number, is_literal=is_literal, is_row=is_row)
        converted = body.convert_any(line, number, is_literal=is_literal, is_row=is_row)
        if converted is None:
            paragraph.append(line)
            continue
        if paragraph:
            lines += body.inline.convert("\n".join(paragraph), number - len(paragraph)).split("\n")
            paragraph.clear()
        # Directives may follow each other directly, what replaces them may not.
        if (body.has_made or was_made) and any(map(str.strip, converted)) and lines and lines[-1].strip():
            lines.append("")
        lines += converted
        was_made = body.has_made
    return "\n".join(lines[:-1]), body.remarks


def _lines(text: str, first_line: int, body: "_Body", *, is_sphinx: bool) -> list[tuple[str, bool]]:
    """Return what :func:`lines_of` yields, without directives and roles that Sphinx does not have."""
    if is_sphinx:
        return list(lines_of(text))

    def note(place: int, message: str, name: str) -> None:
        body.note(first_line + place, message, name=name)

    return free_roles(free_content(lines_of(_with_drawings_as_code(text, note)), note), note)


def _with_drawings_as_code(text: str, note: Callable[[int, str, str], None]) -> str:
    """Return *text*, with as many lines as before."""
    is_code = [each for _line, each in lines_of(text)]

    def converted(match: re.Match[str]) -> str:
        place = text.count("\n", 0, match.start())
        # Some name a file instead.
        if is_code[place] or len(match["below"]) <= len(match["start"]):
            return match[0]
        note(place, DIRECTIVE, match["name"])
        caption = re.search(r"\n[ ]+:caption:[ ]+\S.*", match[0])
        head = f"{match['start']}.. code-block:: none{caption[0] if caption else ''}"
        return head + "\n" * (match[0].count("\n") - head.count("\n"))

    return _DRAWING.sub(converted, text)


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of *text*, and whether each is code."""
    # The indentation of what begins the code, and -1 outside of code.
    literal, has_options = -1, False
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= literal:
            literal = -1
        has_options = has_options and bool(_OPTION.fullmatch(line))
        yield line, literal >= 0 and not has_options
        if literal < 0 and line.strip():
            match = _DIRECTIVE.match(line)
            literal = _code_indent(line, match)
            has_options = match is not None


def _code_indent(line: str, match: re.Match[str] | None) -> int:
    """Return the indentation of what begins code, and -1 if nothing does."""
    if match:
        return match["start"].index("..") if match["name"] in _LITERAL else -1
    return _indent(line) if line.rstrip().endswith("::") else -1


@dataclass
class _Body:
    """Converts lines and collects remarks; ``has_made`` tells whether the last line became a block of its own."""

    context: BodyContext
    roles: frozenset[str]
    remarks: list[Remark] = field(default_factory=list)
    has_made: bool = False
    _directive_name: str = ""
    _has_section: bool = False

    @property
    def inline(self) -> InlineLinks:
        find_post = self.context.find_post
        return InlineLinks(find_post, self._address, self.note, self._download, self.roles)

    def convert_any(self, line: str, number: int, *, is_literal: bool, is_row: bool) -> list[str] | None:
        """Return what replaces a line of code, of a table, or of text, as :meth:`convert` does."""
        if is_literal:
            return [self.convert_literal(line, number)]
        return [self.inline.convert_row(line, number)] if is_row else self.convert(line, number)

    def convert(self, line: str, number: int) -> list[str] | None:
        """Return the lines that replace a line between paragraphs, or ``None`` if it is part of a paragraph."""
        if match := _TEASER.fullmatch(line):
            return [f".. more:: {match['text'] or ''}".rstrip()]
        if self._directive_name and (option := _OPTION.fullmatch(line)):
            return self._option(line, option, number)
        if match := _DIRECTIVE.fullmatch(line):
            self._directive_name = match["name"]
            return [self._directive(match, number)]
        if match := _TARGET.fullmatch(line):
            return [match["start"] + (self._url(match["target"]) or self._address(match["target"], number))]
        if line.strip():
            self._has_section = self._has_section or bool(_ADORNMENT.fullmatch(line))
            return None
        self._directive_name = ""
        return [line]

    def _option(self, line: str, option: re.Match[str], number: int) -> list[str]:
        if self._directive_name in _EMBEDS:
            return []
        if self._directive_name == _LOCAL:
            # All options of a directive have the same indentation.
            return [] if option["name"] == "local" else [f"   :{option['name']}:{option['value']}"]
        if self._directive_name in {"code-block", "sourcecode", "listing"}:
            return _code_option(line, option)
        if option["name"] == "target" and (target := option["value"].strip()):
            return [f"{option['indent']}:target: {self._url(target) or self._address(target, number)}"]
        return [line]

    def convert_literal(self, line: str, number: int) -> str:
        """Return a line of code, which stays as it is, or of raw HTML, whose links may have an engine's syntax."""
        if self._directive_name != "raw":
            return line
        line = _RAW_LINK.sub(lambda link: link["start"] + self._raw_target(link["target"], number), line)
        files = list(files_in(line, self._file_url, with_images=True))
        for file in reversed(files):
            if file.url:
                line = f"{line[: file.start]}{file.url}{line[file.end :]}"
            else:
                self.note(number, "the file %(address)s in HTML is not copied", address=file.name)
        return line

    def _file_url(self, name: str) -> str | None:
        """Return the URL path of a file, which may be named in the syntax of an engine."""
        return self.context.find_file_url(name) or self.context.find_file_url(in_source(name))

    def _raw_target(self, target: str, number: int) -> str:
        """Return the URL path of a post or file that a link in HTML names in the syntax of an engine."""
        if url := self._url(target) or self.context.find_file_url(target):
            return url
        self.note(number, "the target of the link to %(name)s is not found", name=target)
        return target

    def _url(self, target: str) -> str | None:
        """Return the URL path on the old site of the post that *target* names."""
        name, sign, anchor = target.partition("#")
        url = self._find_url(name)
        return f"{url}{sign}{anchor}" if url else None

    def _find_url(self, name: str) -> str | None:
        find = self.context.find_list if PAGE.match(name) else self.context.find_address
        # In reStructuredText, these characters end a URL or disappear from it.
        path = re.sub(r"[\s<>`]", lambda char: quote(char[0]), find(name) or "")
        return f"{self.context.base}{path}" if path else None

    def _directive(self, match: re.Match[str], number: int) -> str:
        name, value = match["name"], (match["value"] or "").strip()
        converters = dict.fromkeys(_FILES, self._image) | {"listing": self._listing}
        converters |= dict.fromkeys(("code-block", "sourcecode"), self._code)
        if value and name in converters:
            return converters[name](match, value, number)
        if name == "contents" and not self._has_section and match["start"] == ".. ":
            # The title of the post is a section here.
            self._directive_name = _LOCAL
            return f"{match[0].rstrip()}\n   :local:"
        indent, _dots, substitution = match["start"].partition("..")
        # A substitution is part of a paragraph.
        if not substitution.strip() and (embedded := _embedded(name, value, indent)):
            self.has_made = True
            return embedded
        if not is_known(name):
            self.note(number, "the directive “%(name)s” is not built into Sphinx", name=name)
        return match[0]

    def _image(self, match: re.Match[str], value: str, number: int) -> str:
        """Return the first line of a directive with the new path of its image."""
        name = match["name"].replace("thumbnail", "figure")
        return f"{match['start']}{name}:: {self._picture(value, number)}"

    def convert_cells(self, line: str, number: int, *, is_literal: bool, is_row: bool) -> str:
        """Return a line with the new paths of the pictures in its cells."""
        pattern = _IN_ROW if is_row else _IN_VALUES
        is_code = is_literal or "``" in line
        return line if is_code else pattern.sub(lambda cell: self._cell(cell, number, is_row=is_row), line)

    def _cell(self, cell: re.Match[str], number: int, *, is_row: bool) -> str:
        """Return the directive of a picture in a cell, which is as wide as before in a row."""
        start = cell[0][: cell.start("path") - cell.start()].replace("thumbnail", "figure")
        new = f"{start}{self._picture(cell['path'], number)}"
        if is_row and len(new) > len(cell[0]):
            self.note(number, "the picture %(name)s in a table is kept as it is", name=cell["path"])
            return cell[0]
        return new.ljust(len(cell[0])) if is_row else new

    def _picture(self, value: str, number: int) -> str:
        """Return the new path of an image, or the old one if it is not found."""
        # Nikola itself makes smaller versions of images.
        path = self.context.find_file(value) or self.context.find_file(value.replace(".thumbnail.", "."))
        if path is None and not re.match(r"\w+:", value):
            self.note(number, "the file %(name)s is not found", name=value)
        return path or value

    def _code(self, match: re.Match[str], value: str, number: int) -> str:
        """Return the directive with one name of a language."""
        return f"{match['start']}{match['name']}:: {value.split()[0]}"

    def _listing(self, match: re.Match[str], value: str, number: int) -> str:
        """Return the directive that shows a file of code, which is copied."""
        name, _space, language = value.partition(" ")
        if path := self.context.find_file(in_source(f"link://listing/{name}")):
            indent = " " * match["start"].index("..")
            return f"{match['start']}literalinclude:: {path}\n{indent}   :language: {language.strip() or 'text'}"
        self.note(number, "the file %(name)s is not found", name=name)
        # Its options are left out, too.
        self._directive_name = "gist"
        return ""

    def _address(self, target: str, number: int) -> str:
        """Return the target of a link that does not lead to a post."""
        if PAGE.match(target) and (page := self._find_url(target)):
            return page
        # Sphinx does not copy the files that links lead to.
        name, sign, anchor = target.partition("#")
        if name and (url := self._file_url(name)):
            return f"{url}{sign}{anchor}"
        if self.context.find_file(target) or re.match(r"\{\w+\}|\|\w+\||link://|/(?!/)", target):
            self.note(number, "the target of the link to %(name)s is not found", name=target)
        return target

    def _download(self, target: str) -> str | None:
        """Return the path of the file that a link leads to, if the old site has no URL for it."""
        has_url = not target or PAGE.match(target) or self._file_url(target.partition("#")[0])
        return None if has_url else self.context.find_file(target)

    def note(self, line: int, text: str, **values: object) -> None:
        self.remarks.append(Remark(self.context.path, line, text, values))


#: Directives of videos, with the beginnings of their URLs.
_FRAMES = {"youtube": "https://www.youtube-nocookie.com/embed/", "vimeo": "https://player.vimeo.com/video/"}


def _embedded(name: str, value: str, indent: str) -> str:
    """Return what replaces a directive for videos and the like; ``""`` if it is another directive."""
    html = ""
    if name in {"youtube", "media"} and (video := _VIDEO.fullmatch(value)):
        value, name = video["id"], "youtube"
    if name in _FRAMES and re.fullmatch(r"[\w-]+", value):
        html = markup.frame(_FRAMES[name] + value, name)
    elif name == "media" and re.fullmatch(r"https?://[^\s<>`]+", value):
        return f"{indent}{value}"
    gist = value.removeprefix("https://gist.github.com/")
    if name == "gist" and re.fullmatch(r"[\w/-]+", gist):
        html = f'<script src="https://gist.github.com/{gist}.js"></script>'
    return f"{indent}.. raw:: html\n\n{' ' * len(indent)}   {html}" if html else ""


def _code_option(line: str, option: re.Match[str]) -> list[str]:
    """Return an option of Pelican's or Nikola's code as Sphinx spells it, if there is an equivalent."""
    name, value = option["name"].replace("_", "-"), option["value"].strip()
    if name in _CODE_OPTIONS:
        return [line]
    if name == "hl-lines" and (lines := line_numbers(value)):
        return [f"{option['indent']}:emphasize-lines: {lines}"]
    if name not in {"number-lines", "linenos", "linenostart"} or value.lower() in {"none", "false"}:
        return []
    # A style of Pelican's line numbers, or the number of the first line.
    has_first = value.isdecimal() and value != "1"
    return [f"{option['indent']}:{f'lineno-start: {value}' if has_first else 'linenos:'}"]
