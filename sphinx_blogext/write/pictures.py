"""Write the pictures of posts as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.site.build import Build


def publish_pictures(build: Build, builder: StandaloneHTMLBuilder) -> None:
    """Have Sphinx copy the pictures of posts that do not contain them in their text."""
    for post in build.posts.values():
        if post.image in build.env.images:
            name = build.env.images[post.image][1]
            # Sphinx copies everything listed here. When a picture changes, its post is read again.
            if post.docname in build.documents_read or not (builder.outdir / "_images" / name).is_file():
                builder.images[post.image] = name
