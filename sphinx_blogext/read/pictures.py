"""The image that represents a post: which one its source names, and its URL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes

from sphinx_blogext.core.metadata import Problem

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post


REMOTE = re.compile(r"https?://", re.IGNORECASE)
#: Images with more bytes than this make a page slow on a phone.
_LARGE = 1_000_000
#: The types of image files that browsers show.
_SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")


def find_picture(
    written: str, default: int, doctree: nodes.document, env: BuildEnvironment
) -> tuple[str, Problem | None]:
    """Return the image that the document being read names, and what is wrong with it.

    *written* is the number of one of its images, a URL, or a path; if it is empty, image number *default* is used
    if there is one. The result is a URL, a path from the source directory that Sphinx knows, or ``""``.
    """
    if not written:
        return _numbered(default, doctree)[0], None
    if REMOTE.match(written):
        return written, None
    if re.fullmatch(r"\d+", written):
        return _numbered(int(written), doctree)
    path, absolute = env.relfn2path(written, env.docname)
    try:
        is_there = not path.startswith("..") and Path(absolute).is_file()
    # Not every text can be a file name: it may be too long, for example.
    except (OSError, ValueError):
        is_there = False
    if not is_there or not path.lower().endswith(_SHOWN):
        reason = "does not exist" if not is_there else f"is not one of {', '.join(_SHOWN)}"
        return "", Problem("invalid_option", "image", f"image: the image {written!r} {reason}")
    # As with images in the text, Sphinx names the file in the output and rereads the post when it changes.
    env.images.add_file(env.docname, path)
    env.note_dependency(path)
    size = Path(absolute).stat().st_size
    if size > _LARGE:
        message = f"image: the image {written!r} has {size / 1e6:.1f} MB, which slows pages down: shrink it"
        return path, Problem("picture", "image", message)
    return path, None


def pictures_of(doctree: nodes.document) -> list[str]:
    """Return the images in a text that browsers can show."""
    return [picture for node in doctree.findall(nodes.image) if (picture := _shown(node))]


def picture_uri(post: Post, env: BuildEnvironment) -> str:
    """Return the URL of a post's image, or its path from the root of the site, or ``""``."""
    if REMOTE.match(post.image):
        return post.image
    return f"_images/{quote(env.images[post.image][1])}" if post.image in env.images else ""


def _numbered(number: int, doctree: nodes.document) -> tuple[str, Problem | None]:
    found = pictures_of(doctree)
    if not number:
        return "", None
    if number > len(found):
        return "", Problem("picture", "image", f"image: the post has no image number {number}")
    return found[number - 1], None


def _shown(node: nodes.image) -> str:
    """Return the file or the URL of an image if browsers can show it, or ``""``."""
    candidates = [*node.get("candidates", {}).values(), node.get("uri", "")]
    return next((str(uri) for uri in candidates if REMOTE.match(uri) or uri.lower().endswith(_SHOWN)), "")
