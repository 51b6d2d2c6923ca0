"""Keep HTML as it is, except images and files: Sphinx must know them to copy them to the site."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from blogext_import.bodies.html_files import convert_references, files_in, files_of_image
from blogext_import.bodies.links import resolve_picture

if TYPE_CHECKING:
    from markdown_it.token import Token

    from blogext_import.bodies.work import Work

PICTURE = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_SOURCE = re.compile(
    r"(?P<before>\ssrc\s*=\s*)(?P<quote>[\"']?)(?P<value>[^\"'<>]*?)(?P=quote)(?=[\s/>])", re.IGNORECASE
)
#: The attributes of an image that become options of a directive.
_OPTION = re.compile(
    r"\s(?P<key>width|height|align|class)(?:\s*=\s*(?P<quote>[\"']?)(?P<value>[^\"'<>]*?)(?P=quote))?(?=[\s/>])",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\s(?:width|height|align)\s*=", re.IGNORECASE)
_LENGTH = re.compile(r"\d+(?:\.\d+)?(?:px|%|em|rem)?")
_VALID = {
    "width": _LENGTH,
    "height": re.compile(r"\d+(?:\.\d+)?(?:px|em|rem)?"),
    "align": re.compile(r"left|right|center"),
    "class": re.compile(r"[A-Za-z_-][\w-]*(?:\s+[A-Za-z_-][\w-]*)*"),
}
_LAZY = re.compile(r"\sdata-(?:src|original|lazy-src)\s*=", re.IGNORECASE)
_STYLE = re.compile(r"\sstyle\s*=\s*(?P<quote>[\"'])(?P<value>[^\"'<>]*)(?P=quote)", re.IGNORECASE)
_STYLE_WIDTH = re.compile(r"(?:\A|;)\s*width\s*:\s*(\d+(?:\.\d+)?(?:px|%|em|rem))")
#: How far to look around an image.
_NEAR = 2000
#: Tags that remain HTML if they are alone on a line before or after an image.
_BLOCK = re.compile(
    r"</?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset"
    r"|figcaption|figure|footer|form|h[1-6]|header|hr|li|link|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot"
    r"|th|thead|tr|ul)(?=[\s/>])|<!--|</?[A-Za-z][\w-]*(?:\s[^<>]*)?>[ \t]*(?:\n|\Z)",
    re.IGNORECASE,
)


def convert_html(work: Work) -> None:
    """Move images out of HTML blocks, in which Sphinx does not find them."""
    for token in work.scan.blocks("html_block"):
        if "<" in token.content and token.map:
            _convert_block(work, token)
    for leaf in work.scan.leaves:
        for span in leaf.spans:
            if span.kind == "html_inline":
                _convert_tag(
                    work, leaf.at(span.start), leaf.at(span.end - 1) + 1, leaf.content[span.start : span.end]
                )


def _convert_tag(work: Work, position: int, end: int, text: str) -> None:
    """Convert a tag within a paragraph."""
    keep_files(work, text, position)
    if not PICTURE.fullmatch(text):
        convert_references(work, position, end)
    elif (new := convert_picture(work, text, position) or _cleaned(text)) != text:
        work.edits.replace(position, end, new)


def _convert_block(work: Work, token: Token) -> None:
    begin = work.scan.begin(token)
    text = work.text[begin : work.scan.lines.end((token.map or [0, 0])[1] - 1)]
    keep_files(work, text, begin)
    if text.startswith("<!--"):
        return
    convert_references(work, begin, begin + len(text))
    can_split = token.level == 0 and begin == work.scan.lines.start((token.map or [0, 0])[0])
    is_alone = not PICTURE.sub("", text).strip()
    at = 0
    for found in PICTURE.finditer(text):
        new = convert_picture(work, found[0], begin + found.start()) or (_cleaned(found[0]) if is_alone else None)
        if new is None:
            continue
        before, after = text[at : found.start()], text[found.end() : found.end() + _NEAR]
        if is_alone:
            work.edits.replace(begin + found.start(), begin + found.end(), new)
        elif can_split and _may_end(before, is_first=at == 0) and _may_go_on(after):
            start = found.start() - len(before) + len(before.rstrip())
            end = found.end() + len(after) - len(after.lstrip())
            tail = "\n\n" if after.strip() else "\n"
            # Above one that follows another, there is an empty line.
            lead = "" if 0 < at == start else "\n\n"
            work.edits.replace(begin + start, begin + end, f"{lead}{new}{tail}")
            at = end
        else:
            _keep_image(work, found[0], begin + found.start())


def keep_files(work: Work, text: str, begin: int) -> None:
    """Make HTML lead to the old URLs of its files, which are copied there, and report those not found."""
    for file in files_in(text, work.context.find_file_url):
        if file.url:
            work.edits.replace(begin + file.start, begin + file.end, file.url)
        elif file.name not in work.report.made:
            work.remark(begin + file.start, "the file %(address)s in HTML is not copied", address=file.name)


def _keep_image(work: Work, tag: str, begin: int) -> None:
    """Make an image that has to stay in HTML lead to its old URL, or report it."""
    files = files_of_image(tag, work.context.find_file_url)
    for file in files:
        if file.url:
            work.edits.replace(begin + file.start, begin + file.end, file.url)
    if not any(file.url for file in files):
        source = _SOURCE.search(tag)
        address = source["value"] if source else tag
        work.remark(begin, "the image %(address)s in HTML is not copied", address=address)


def _may_end(before: str, *, is_first: bool) -> bool:
    """Return whether the text before an image remains HTML if an empty line follows it."""
    return is_first or not before.strip() or bool(_BLOCK.match(before.lstrip()))


def _may_go_on(after: str) -> bool:
    """Return whether the text after an image remains HTML if an empty line precedes it."""
    rest = after.lstrip()
    return not rest or bool(_BLOCK.match(rest) or PICTURE.match(rest))


def convert_picture(work: Work, tag: str, position: int) -> str | None:
    """Return the ``img`` element with the path for Sphinx, or ``None`` if it is not a known file."""
    source = _SOURCE.search(tag)
    if source is None or not source["value"].strip():
        return None
    if source["value"] in work.report.made:
        return tag
    found = resolve_picture(work, unescape(source["value"]), position)
    if found is None:
        return None
    path = found.replace('"', "%22")
    return _cleaned(f'{tag[: source.start()]}{source["before"]}"{path}"{tag[source.end() :]}')


def _cleaned(tag: str) -> str:
    """Return the ``img`` element without attributes whose values docutils refuses, and the image with them."""
    if not _SOURCE.search(tag):
        # Images that a script loads lazily.
        tag = _LAZY.sub(" src=", tag, count=1)
    if (style := _STYLE.search(tag)) and (width := _STYLE_WIDTH.search(style["value"])) and not _SIZE.search(tag):
        tag = f'{tag[: style.start()]} width="{width[1]}"{tag[style.end() :]}'
    return _OPTION.sub(_valid, tag)


def _valid(option: re.Match[str]) -> str:
    value = (option["value"] or "").strip()
    if not value or not _VALID[option["key"].lower()].fullmatch(value):
        return ""
    return option[0].replace(option["value"], value)
