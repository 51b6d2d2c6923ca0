"""Reports keys by which other engines set the URL of a post: here it is the path of the file."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.environment import BuildEnvironment

_KEYS = ("slug", "permalink", "url")


def check_address(fields: Mapping[str, str | None], docname: str, env: BuildEnvironment) -> None:
    """Emit a warning if front matter asks for another URL than the post has."""
    for key in _KEYS:
        wanted = _page_name(fields.get(key) or "")
        own = docname.removesuffix("/index")
        # A slug is the last part of a URL, unless it has slashes.
        if not wanted or f"/{own}".endswith(f"/{wanted}"):
            continue
        # Patterns such as ``/:year/:title/`` name no file.
        name = wanted if "/" in wanted or key != "slug" else str(PurePosixPath(own).parent / wanted)
        suffix = env.doc2path(docname).suffix
        advice = f"rename the file to {name + suffix!r}, or add 'redirect: {name}'"
        message = "%r has no effect, because the URL of a post is the path of its file: %s"
        location = place_of([key], docname, 1, env)
        warn(BlogWarning.UNKNOWN_OPTION, message, key, advice, location=location)
        return


def _page_name(value: str) -> str:
    """Return the page name that a path means, or ``""`` for a URL or a pattern."""
    path = value.strip().strip("/")
    if path in {"", "null"} or re.search(r"[:{}?#]", path):
        return ""
    return re.sub(r"(/index)?(\.html?)?$", "", path)
