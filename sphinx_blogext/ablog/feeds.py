"""The variables of ABlog in the templates of ``blog_feed_templates``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.ablog.facade import blog_of
from sphinx_blogext.core.addresses import feed_file
from sphinx_blogext.events import FEED_TEMPLATE_EVENT
from sphinx_blogext.markup.escaped import Text
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.hosting import absolute

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_blogext.core import model
    from sphinx_blogext.site.channels import Channel


def on_feed_template(app: Sphinx, post: model.Post, number: int, channel: Channel, file: str) -> dict[str, Any]:
    """Return the local variables of ABlog's function that writes feeds, which its templates receive."""
    build = build_of(app.env)
    blog, base = blog_of(build), build.hosting.canonical
    name = feed_file(channel.folder, file)
    return {
        "app": app,
        "blog": blog,
        "base_url": base,
        "feed_posts": blog.collections.get(channel.page, blog.posts),
        "pagename": channel.folder,
        "feed_path": str(app.outdir / name),
        "feed_title": Text(channel.title),
        "feed_url": absolute(base, name),
        "feed_length": build.config.blog_feed_length,
        "feed_fulltext": build.config.blog_feed_fulltext,
        "feed_templates": build.config.blog_feed_templates[file.rpartition(".")[0]],
        "i": number,
        "post": blog.post(post),
        # An external post, too, has its own page.
        "post_url": absolute(base, app.builder.get_target_uri(post.docname), post.anchor),
    }


def setup(app: Sphinx) -> None:
    app.connect(FEED_TEMPLATE_EVENT, on_feed_template)
