"""Links in HTML, which Sphinx keeps: paths that only an engine understands become old URLs, which redirect."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from blogext_import.bodies.links import PAGE, in_source, parts_of

if TYPE_CHECKING:
    from blogext_import.bodies.work import Work

_REFERENCE = re.compile(
    r"<a\b[^<>]*?\shref\s*=\s*(?P<quote>[\"']?)(?P<value>[^\"'<>]*?)(?P=quote)(?=\s|/?>)", re.IGNORECASE
)
#: Paths in the syntax of Pelican and Nikola.
_OWN = re.compile(
    r"\{(?:filename|static|attach|author|category|tag|index)\}|\|(?:filename|static|attach)\||link://"
)


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
