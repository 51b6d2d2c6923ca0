"""Trees of files in Hextra, a theme of Hugo, as nested lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blogext_import.bodies.arguments import parse_arguments
from blogext_import.bodies.calls import Handlers, Result
from blogext_import.bodies.tags import find_tags

if TYPE_CHECKING:
    from blogext_import.bodies.calls import Call

HANDLERS = Handlers()
_ENDS = {"filetree/folder": "/", "filetree/file": ""}


@HANDLERS.of("filetree/container")
def tree(call: Call) -> Result:
    """List folders and files, those of a folder below it."""
    if call.body is None or not call.is_alone:
        return None
    rows = []
    for tag in find_tags(call.body, "hugo"):
        name = parse_arguments(tag.arguments).first("name")
        if tag.name not in _ENDS or not name or "`" in name:
            return None
        rows.append(f"{'  ' * tag.depth}- `{name.rstrip('/')}{_ENDS[tag.name]}`")
    return "\n".join(rows) or None
