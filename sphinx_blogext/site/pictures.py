"""The image that represents a post in feeds, link previews and templates."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_blogext.read.pictures import REMOTE

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post


def picture_uri(post: Post, env: BuildEnvironment) -> str:
    """Return the URL of a post's image, or its path from the root of the site, or ``""``."""
    if REMOTE.match(post.image):
        return post.image
    return f"_images/{quote(env.images[post.image][1])}" if post.image in env.images else ""
