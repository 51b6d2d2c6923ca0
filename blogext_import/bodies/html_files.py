"""Files and links in HTML, which Sphinx neither copies nor resolves.

Files stay at their old URLs, and HTML leads there; paths that only an engine understands become old URLs too.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING, NamedTuple

from blogext_import.bodies.links import PAGE, in_source, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blogext_import.bodies.work import Work

_TAG = re.compile(
    r"<(?P<name>a|audio|embed|iframe|img|object|source|track|video)(?=\s)(?P<rest>[^<>]*)>", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    r"\s(?P<key>data|href|poster|src|srcset)\s*=\s*"
    r"(?:\"(?P<double>[^\"]+)\"|'(?P<single>[^']+)'|(?P<bare>[^\"'\s]+))",
    re.IGNORECASE,
)
#: The value of an attribute, and one of the images in a ``srcset``, each with a width or a density.
_WHOLE = re.compile(r"\s*(?P<name>\S(?:.*\S)?)\s*", re.DOTALL)
_CANDIDATE = re.compile(r"(?P<name>[^\s,]+)[^,]*")
_OUTSIDE = re.compile(r"//|[a-z][a-z0-9+.-]*:(?!//(?:slug|filename)/)|#|\Z", re.IGNORECASE)
_REFERENCE = re.compile(
    r"<a\b[^<>]*?\shref\s*=\s*(?P<quote>[\"']?)(?P<value>[^\"'<>]*?)(?P=quote)(?=\s|/?>)", re.IGNORECASE
)
#: Paths in the syntax of Pelican and Nikola.
_OWN = re.compile(
    r"\{(?:filename|static|attach|author|category|tag|index)\}|\|(?:filename|static|attach)\||link://"
)


class FileName(NamedTuple):
    """A name of a file in HTML, its place there, and the URL path that leads to it, or ``None``."""

    name: str
    start: int
    end: int
    url: str | None


def files_in(html: str, find_url: Callable[[str], str | None]) -> Iterator[FileName]:
    """Yield the files in *html* except images, and except links that do not lead to a file.

    *find_url* returns the URL path for the name of a file, or ``None`` if the file is not known.
    """
    for tag in _TAG.finditer(html):
        if tag["name"].lower() != "img":
            found = _files_of(tag, find_url)
            yield from (file for file in found if file.url or tag["name"] not in "aA")


def files_of_image(tag: str, find_url: Callable[[str], str | None]) -> list[FileName]:
    """Return the files of an ``img`` element: the image, and other sizes of it."""
    match = _TAG.match(tag)
    return list(_files_of(match, find_url)) if match else []


def _files_of(tag: re.Match[str], find_url: Callable[[str], str | None]) -> Iterator[FileName]:
    for attribute in _ATTRIBUTE.finditer(tag["rest"]):
        kind, group = attribute["key"].lower(), attribute.lastgroup or 0
        # Only of a link, this attribute is of interest, and of a link no other.
        if (kind == "href") != (tag["name"] in "aA"):
            continue
        start = tag.start("rest") + attribute.start(group)
        for part in (_CANDIDATE if kind == "srcset" else _WHOLE).finditer(attribute[group]):
            name = unescape(part["name"])
            if not _OUTSIDE.match(name):
                url = find_url(name)
                at = start + part.start("name"), start + part.end("name")
                yield FileName(name, *at, escape(url) if url else None)


def convert_references(work: Work, start: int, end: int) -> None:
    """Replace the targets of links that are written in the syntax of an engine, and report those not found."""
    for found in _REFERENCE.finditer(work.text, start, end):
        address = unescape(found["value"])
        if _OWN.match(address) and (new := _old_url(work, address, found.start())):
            work.edits.replace(*found.span("value"), escape(new))


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
