"""Inline markup of reStructuredText: links to posts and files, and roles and tags that Sphinx does not have."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docutils import nodes
from docutils.core import publish_doctree

from sphinx_blogext.markup.quote import rst_adorned

_CODE = re.compile(r"``.*?``", re.DOTALL)
#: Everything in backquotes, and URLs in the text, which are links.
_INLINE = re.compile(
    r"``.*?``"
    r"|`(?P<text>[^`<>]*)<(?P<target>[^`<>\s]+)>`(?P<end>__?)"
    r"|:doc:`(?:(?P<label>[^`<>]*)<(?P<titled>[^`<>]+)>|(?P<name>[^`<>]+))`"
    r"|`[^`]*`"
    r"|(?:(?<=[\s(\[{'\"])|^)(?P<url>https?://[!-;=?-_a-{}~]+(?<![.,;:!?)\]}'\"]))(?!\w)",
    re.DOTALL,
)
#: What precedes a URL that is not text: the name of a target, or of a field or an option.
_NAME = re.compile(r"\s*(?:\.\. __?.*:|__|:[^:]+:)")
_ROLE = re.compile(r"(?<![\w`:]):(?P<name>[A-Za-z][\w+.-]*):`(?!`)")
_MARKUP = re.compile(r"[`*|\\]|\w_(?!\w)")
_SHORTCODE = re.compile(r"(?P<name>\{\{%(?:(?!\{\{%).)*?%\}\})", re.DOTALL)
#: Roles of Sphinx and of the Python domain; roles of other domains have a prefix.
ROLES = frozenset(
    """
    doc ref download numref keyword option envvar token term abbr command dfn file guilabel kbd
    mailheader makevar manpage menuselection mimetype newsgroup pep rfc program regexp samp index any eq
    cve cwe math code raw sub class func meth mod attr exc data obj const sup superscript subscript
    emphasis strong literal title title-reference t target uri-reference
    """.split()
)
#: What is reported and stays.
_KEPT = {
    _ROLE: "the role “%(name)s” is not built into Sphinx",
    _SHORTCODE: "the tag %(name)s is kept as text",
}
#: The first line of a table: with a grid, and of the simple form, whose borders also end it.
_GRID = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
_BORDER = re.compile(r"\s*=+(?:[ ]+=+)+[ ]*")


def plain_rst(text: str) -> str:
    if not _MARKUP.search(text):
        return text
    # As a heading, so that nothing but its inline markup is read. Roles may be unknown here; their text counts.
    line = _ROLE.sub("`", " ".join(text.split()))
    settings = {"report_level": 5, "raw_enabled": False, "file_insertion_enabled": False}
    document = publish_doctree(rst_adorned(line), settings_overrides=settings)
    title = document.next_node(nodes.title)
    return title.astext() if title is not None else text


@dataclass(frozen=True, slots=True)
class InlineLinks:
    """Converts paragraphs; *find_target* returns the target of a link that does not lead to a post.

    It and *note*, which takes a message and the name in it, also receive the number of the line. *find_download*
    returns the path of a file that has no URL. *roles* are the known ones.
    """

    find_post: Callable[[str], str | None]
    find_target: Callable[[str, int], str]
    note: Callable[..., None]
    find_download: Callable[[str], str | None]
    roles: frozenset[str]

    def convert(self, text: str, number: int) -> str:
        """Return the paragraph *text*, which begins at line *number*, with its links converted."""
        self._report(text, number)
        return _INLINE.sub(lambda match: self._converted(match, number + _lines_to(match)), text)

    def convert_row(self, line: str, number: int) -> str:
        """Return a *line* of a table, whose columns would move, as it is; note the links in it."""
        self._report(line, number)
        for match in _INLINE.finditer(line):
            if self._converted(match, number) != match[0]:
                self.note(number, "a link in a table is kept as it is: %(name)s", name=match[0])
        return line

    def _report(self, text: str, number: int) -> None:
        """Note the roles and tags that stay as they are."""
        codes = [match.span() for match in _CODE.finditer(text)]
        for pattern, message in _KEPT.items():
            for match in pattern.finditer(text):
                is_code = any(start <= match.start() < end for start, end in codes)
                if not is_code and match["name"].lower() not in self.roles:
                    self.note(number + _lines_to(match), message, name=match["name"])

    def _converted(self, match: re.Match[str], line: int) -> str:
        """Return what replaces an element: the element itself, if it is nothing of another engine."""
        target = next(filter(None, match.group("target", "titled", "name", "url")), "")
        document = self.find_post(target) if target else None
        if match["url"] and _NAME.fullmatch(match.string[: match.start()].rstrip().rpartition("\n")[2]):
            return match[0]
        text = "".join(filter(None, match.group("text", "label"))).rstrip()
        if match["end"] is None:
            label = f"{text} <{document}>" if text else document
            return f":doc:`{label}`" if document else match[0]
        if document:
            return f":doc:`{text or target} <{document}>`"
        return self._outside(text, target, match["end"], line)

    def _outside(self, text: str, target: str, end: str, line: int) -> str:
        """Return a link that does not lead to a post."""
        if file := self.find_download(target):
            return f":download:`{text or target} <{file}>`"
        return f"`{text} <{self.find_target(target, line)}>`{end}".replace("` <", "`<")


def table_rows(lines: Sequence[str]) -> set[int]:
    """Return the indices of the *lines* that are in tables, whose columns are defined by characters."""
    rows: set[int] = set()
    start, is_grid = None, False
    for place, line in enumerate([*lines, ""]):
        if start is None and (_GRID.fullmatch(line) or _BORDER.fullmatch(line)):
            start, is_grid = place, "+" in line
        elif start is not None and not line.strip() and (is_grid or _BORDER.fullmatch(lines[place - 1])):
            rows.update(range(start, place))
            start = None
    return rows


def _lines_to(match: re.Match[str]) -> int:
    return match.string.count("\n", 0, match.start())
