"""Keep HTML as it is, except images, files and links in it, which Sphinx neither copies nor resolves.

Images move out of HTML; other files stay at their old URLs, and HTML leads there, as do paths that only an engine
understands.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape, unescape
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from blogext_import.bodies.links import PAGE, in_source, parts_of, resolve_picture
from blogext_import.bodies.work import Work

#: Signs that there may be Markdown.
MARKDOWN = re.compile(r"[*`~\\]|(?<!\w)_|_(?!\w)|\]\(|<https?:")
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
_NEAR = 2000
#: Tags that remain HTML if they are alone on a line before or after an image.
_BLOCK = re.compile(
    r"</?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset"
    r"|figcaption|figure|footer|form|h[1-6]|header|hr|li|link|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot"
    r"|th|thead|tr|ul)(?=[\s/>])|<!--|</?[A-Za-z][\w-]*(?:\s[^<>]*)?>[ \t]*(?:\n|\Z)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"<(?P<name>a|audio|embed|iframe|img|object|source|track|video)(?=\s)(?P<rest>[^<>]*)>", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    r"\s(?P<key>data|href|poster|src|srcset)\s*=\s*"
    r"(?:\"(?P<double>[^\"]+)\"|'(?P<single>[^']+)'|(?P<bare>[^\"'\s]+))",
    re.IGNORECASE,
)
#: The value of an attribute, and one of the images in a ``srcset``, each with a width or a density.
_WHOLE = re.compile(r"(?P<name>\S(?:.*\S)?)", re.DOTALL)
_CANDIDATE = re.compile(r"(?P<name>[^\s,]+)[^,]*")
_OUTSIDE = re.compile(r"//|[a-z][a-z0-9+.-]*:(?!//(?:slug|filename)/)|#|\Z", re.IGNORECASE)
_REFERENCE = re.compile(
    r"<a\b[^<>]*?\shref\s*=\s*(?P<quote>[\"']?)(?P<value>[^\"'<>]*?)(?P=quote)(?=\s|/?>)", re.IGNORECASE
)
#: Paths in the syntax of Pelican and Nikola.
_OWN = re.compile(
    r"\{(?:filename|static|attach|author|category|tag|index)\}|\|(?:filename|static|attach)\||link://"
)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("strikethrough")


def as_html(text: str, tags: Iterable[tuple[int, int]], address_of: Callable[[str], str]) -> str:
    """Return a line of Markdown as HTML; *tags* are the positions of HTML in it, which stays as it is.

    *address_of* returns the URL for the target of a link.
    """
    whole: list[str] = []
    parts: list[str] = []
    at = 0
    for start, end in tags:
        # Not everything that MDX allows within a tag is a tag to others.
        parts += [text[at:start], f"<x-{len(whole)}>"]
        whole.append(text[start:end])
        at = end
    tokens = _parser().parseInline("".join([*parts, text[at:]]))
    for token in tokens[0].children or ():
        if token.type == "link_open":
            token.attrs["href"] = address_of(str(token.attrs.get("href", "")))
    html = str(_parser().renderer.render(tokens, _parser().options, {}))
    html = re.sub(r"<x-(\d+)>", lambda mark: whole[int(mark[1])], html)
    return re.sub(r"&lt;x-(\d+)&gt;", lambda mark: escape(whole[int(mark[1])]), html)


def convert_html(work: Work) -> None:
    """Move images out of HTML blocks, in which Sphinx does not find them."""
    for token in work.scan.blocks("html_block"):
        if "<" in token.content:
            _convert_block(work, token)
    for leaf, span in work.scan.inline("html_inline"):
        _convert_tag(work, *leaf.range(span.start, span.end), leaf.content[span.start : span.end])


def _convert_tag(work: Work, position: int, end: int, text: str) -> None:
    keep_files(work, text, position)
    if not PICTURE.fullmatch(text):
        convert_references(work, position, end)
    elif (new := convert_picture(work, text, position) or _cleaned(text)) != text:
        work.edits.replace(position, end, new)


def _convert_block(work: Work, token: Token) -> None:
    begin, (first, after) = work.scan.begin(token), work.scan.rows(token)
    text = work.text[begin : work.scan.lines.end(after - 1)]
    keep_files(work, text, begin)
    if text.startswith("<!--"):
        return
    convert_references(work, begin, begin + len(text))
    can_split = token.level == 0 and begin == work.scan.lines.start(first)
    is_alone = not PICTURE.sub("", text).strip()
    at = 0
    for match in PICTURE.finditer(text):
        new = convert_picture(work, match[0], begin + match.start()) or (_cleaned(match[0]) if is_alone else None)
        if new is None:
            continue
        if is_alone:
            work.edits.replace(begin + match.start(), begin + match.end(), new)
        elif can_split and _may_split(match, at):
            at = _set_apart(work, begin, match, new, at)
        else:
            _keep_image(work, match[0], begin + match.start())


def _set_apart(work: Work, begin: int, picture: re.Match[str], new: str, at: int) -> int:
    """Put a picture of the block that starts at *begin* between empty lines; return the end of the gap below."""
    text, near = picture.string, picture.string[picture.end() :][:_NEAR]
    start = at + len(text[at : picture.start()].rstrip())
    end = picture.end() + len(near) - len(near.lstrip())
    # Above one that follows another, there is an empty line.
    lead = "" if 0 < at == start else "\n\n"
    work.edits.replace(begin + start, begin + end, lead + new + ("\n\n" if near.strip() else "\n"))
    return end


def keep_files(work: Work, text: str, begin: int) -> None:
    """Make HTML lead to the old URLs of its files, which are copied there, and report those not found."""
    for file in files_in(text, work.context.find_file_url):
        if file.url:
            work.edits.replace(begin + file.start, begin + file.end, file.url)
        elif file.name not in work.report.made:
            work.remark(begin + file.start, "the file %(address)s in HTML is not copied", address=file.name)


def _keep_image(work: Work, tag: str, begin: int) -> None:
    """Make an image that has to stay in HTML lead to its old URL, or report it."""
    files = list(files_in(tag, work.context.find_file_url, with_images=True))
    for file in files:
        if file.url:
            work.edits.replace(begin + file.start, begin + file.end, file.url)
    if not any(file.url for file in files):
        source = _SOURCE.search(tag)
        address = source["value"] if source else tag
        work.remark(begin, "the image %(address)s in HTML is not copied", address=address)


def _may_split(picture: re.Match[str], at: int) -> bool:
    """Return whether what is before (from *at*) and after an image remains HTML between empty lines."""
    above = picture.string[at : picture.start()].lstrip()
    below = picture.string[picture.end() :][:_NEAR].lstrip()
    may_end = at == 0 or not above or _BLOCK.match(above)
    return bool(may_end and (not below or _BLOCK.match(below) or PICTURE.match(below)))


def convert_picture(work: Work, tag: str, position: int) -> str | None:
    """Return the ``img`` element with the path for Sphinx, or ``None`` if it is not a known file."""
    source = _SOURCE.search(tag)
    if source is None or not source["value"].strip():
        return None
    if source["value"] in work.report.made:
        return tag
    path = resolve_picture(work, unescape(source["value"]), position)
    if path is None:
        return None
    quoted = path.replace('"', "%22")
    return _cleaned(f'{tag[: source.start()]}{source["before"]}"{quoted}"{tag[source.end() :]}')


def _cleaned(tag: str) -> str:
    """Return the ``img`` element without attributes for which docutils refuses the image; ``""`` for no image."""
    if not _SOURCE.search(tag):
        # Images that a script loads lazily.
        tag = new if "src" in (new := _LAZY.sub(" src=", tag, count=1)).lower() else ""
    if (style := _STYLE.search(tag)) and (width := _STYLE_WIDTH.search(style["value"])) and not _SIZE.search(tag):
        tag = f'{tag[: style.start()]} width="{width[1]}"{tag[style.end() :]}'
    return _OPTION.sub(_valid, tag)


def _valid(option: re.Match[str]) -> str:
    value = (option["value"] or "").strip()
    if not value or not _VALID[option["key"].lower()].fullmatch(value):
        return ""
    return option[0].replace(option["value"], value)


class FileName(NamedTuple):
    """A name of a file in HTML, its place there, and the URL path that leads to it, or ``None``."""

    name: str
    start: int
    end: int
    url: str | None


def files_in(html: str, find_url: Callable[[str], str | None], *, with_images: bool = False) -> Iterator[FileName]:
    """Yield the files in *html*, except links that do not lead to a file.

    *find_url* returns the URL path for the name of a file, or ``None`` if the file is not known. Those of images,
    which may have other sizes, are only found if asked for.
    """
    for tag in _TAG.finditer(html):
        if with_images or tag["name"].lower() != "img":
            files = _files_of(tag, find_url)
            yield from (file for file in files if file.url or tag["name"] not in "aA")


def _files_of(tag: re.Match[str], find_url: Callable[[str], str | None]) -> Iterator[FileName]:
    for attribute in _ATTRIBUTE.finditer(tag["rest"]):
        kind, group = attribute["key"].lower(), attribute.lastgroup or 0
        # Only of a link, this attribute is of interest, and of a link no other.
        if (kind == "href") != (tag["name"] in "aA"):
            continue
        start = tag.start("rest") + attribute.start(group)
        for part in (_CANDIDATE if kind == "srcset" else _WHOLE).finditer(attribute[group]):
            name = unescape(part["name"])
            if (url := _url_of(name, find_url)) or not _OUTSIDE.match(name):
                yield FileName(name, start + part.start("name"), start + part.end("name"), url)


def _url_of(name: str, find_url: Callable[[str], str | None]) -> str | None:
    """Return the URL of a file, which may be named with the host of the site."""
    path, sign, place = name.partition("#")
    url = find_url(path) if not _OUTSIDE.match(path) or path.startswith("http") else None
    return escape(f"{url}{sign}{place}") if url else None


def convert_references(work: Work, start: int, end: int) -> None:
    """Replace the targets of links that are written in the syntax of an engine, and report those not found."""
    for link in _REFERENCE.finditer(work.text, start, end):
        address = unescape(link["value"])
        if _OWN.match(address) and (new := _old_url(work, address, link.start())):
            work.edits.replace(*link.span("value"), escape(new))


def _old_url(work: Work, address: str, position: int) -> str | None:
    """Return the URL path of a post or list on the old site; ``None`` if there is none, which is reported."""
    if PAGE.match(address):
        path, anchor = work.context.find_list(address), ""
    else:
        name, anchor = parts_of(in_source(address))
        path = work.context.find_address(name)
        if path is None and (file := work.context.find_file_url(name)):
            return file
    if path is None:
        work.remark(position, "the target of the link to %(address)s is not found", address=address)
        return None
    return f"{work.context.base}{path}#{anchor}" if anchor else f"{work.context.base}{path}"
