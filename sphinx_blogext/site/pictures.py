"""The picture that stands for a post: in feeds, link previews and wherever a template shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_blogext.read.pictures import REMOTE

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post


def picture_uri(post: Post, env: BuildEnvironment) -> str:
    """Return where the picture of a post is: an address, or a path from the root of the site."""
    if REMOTE.match(post.image):
        return post.image
    return f"_images/{quote(env.images[post.image][1])}" if post.image in env.images else ""
