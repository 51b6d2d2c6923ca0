"""The templates of ``blog_feed_templates``, which replace the texts of the entries in one of the feeds."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING, Any

from jinja2 import Environment
from markupsafe import Markup

from sphinx_blogext.ablog.facade import blog_of
from sphinx_blogext.core.addresses import absolute, feed_file
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Template

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.feeds.formats import Item
    from sphinx_blogext.feeds.write import Items
    from sphinx_blogext.site.published_blog import Channel


def feed_entries(channel: Channel, file: str, plain: tuple[Item, ...], items: Items) -> tuple[Item, ...]:
    """Return the entries of the feed *file* of *channel*, with the texts that its templates make."""
    templates = items.build.config.conventions.blog_feed_templates.get(file.rpartition(".")[0])
    if not templates:
        return plain
    # It always escapes, as some values print themselves as HTML: what is to be plain text is unescaped afterwards.
    environment = Environment(autoescape=True)
    compiled = {name: environment.from_string(template) for name, template in templates.items()}
    entries = []
    for number, (post, item) in enumerate(zip(channel.posts, plain, strict=True)):
        try:
            variables = _variables(post, number, channel, file, items)
            entries.append(_applied(item, compiled, variables))
        except Exception as error:
            # A post may contain anything that a template of the site does not expect.
            message = "blog_feed_templates: %s failed: %s: %s; the entry is left unchanged"
            where = (post.docname, post.lineno)
            warn(BlogWarning.RENDERING, message, file, type(error).__name__, error, location=where)
            entries.append(item)
    return tuple(entries)


def _variables(post: Post, number: int, channel: Channel, file: str, items: Items) -> dict[str, Any]:
    """Return the local variables of ABlog's function that writes feeds, which its templates receive."""
    build = items.build
    blog, base, name = blog_of(build), build.hosting.canonical, feed_file(channel.folder, file)
    return {
        "app": build.app,
        "blog": blog,
        "base_url": base,
        "feed_posts": blog.collections.get(channel.page, blog.posts),
        "pagename": channel.folder,
        "feed_path": str(build.app.outdir / name),
        "feed_title": Text(channel.title),
        "feed_url": absolute(base, name),
        "feed_length": build.config.values["blog_feed_length"],
        "feed_fulltext": build.config.blog_feed_fulltext,
        "feed_templates": build.config.conventions.blog_feed_templates[file.rpartition(".")[0]],
        "i": number,
        "post": blog.post(post),
        # An external post, too, has its own page.
        "post_url": absolute(base, items.builder.get_target_uri(post.docname), post.anchor),
    }


def _applied(item: Item, templates: Mapping[str, Template], variables: Mapping[str, Any]) -> Item:
    """Return *item* after applying the templates; its title and summary are plain text, its content is HTML."""
    made: dict[str, Any] = {}
    for name, template in templates.items():
        is_html = name == "content"
        content = Markup(item.content) if is_html else item.content
        texts = {"title": item.title, "summary": item.summary, "content": content}
        rendered = template.render(texts | dict(variables))
        made[name] = rendered if is_html else unescape(rendered)
    return item._replace(**made)
