"""The templates of ``blog_feed_templates``, which replace the texts of the entries in one of the feeds."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Any

from jinja2 import Environment
from markupsafe import Markup

from sphinx_blogext.config.conventions import conventions_of
from sphinx_blogext.events import FEED_TEMPLATE_EVENT
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Template

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.feeds.entries import Items
    from sphinx_blogext.feeds.formats import Item
    from sphinx_blogext.site.channels import Channel


def with_templates(channel: Channel, name: str, templates: Mapping[str, str], items: Items) -> tuple[Item, ...]:
    """Return the entries of the feed *name* of *channel*, after applying *templates*.

    *templates* has ABlog's keys: ``title``, ``summary`` and ``content``.
    """
    found = []
    for number, post in enumerate(channel.posts):
        extra: dict[str, Any] = {}
        for variables in items.builder.events.emit(FEED_TEMPLATE_EVENT, post, number, channel, name):
            extra |= variables or {}
        item = items.item(post)
        try:
            found.append(_applied(item, templates, _post_data(post, items), extra))
        except Exception as error:
            # A post may contain anything that a template of the site does not expect.
            message = "blog_feed_templates: %s failed: %s: %s; the entry is left unchanged"
            where = (post.docname, post.lineno)
            warn(BlogWarning.RENDERING, message, name, type(error).__name__, error, location=where)
            found.append(item)
    return tuple(found)


def other_data(channel: Channel, items: Items) -> object:
    """Return a digest of what the templates of a channel may show beyond the data of its posts."""
    has_templates = any(conventions_of(items.build.blog_of(channel.folder).config).blog_feed_templates.values())
    if not has_templates or not items.builder.events.listeners.get(FEED_TEMPLATE_EVENT):
        return None
    return items.output.digests.of_blog, sorted(items.output.digests.of_texts.items())


def _post_data(post: Post, items: Items) -> Mapping[str, Any]:
    return items.output.page_data.posts_of(post).of(post)


def _applied(item: Item, templates: Mapping[str, str], post: Mapping[str, Any], extra: Mapping[str, Any]) -> Item:
    """Return *item* after applying the templates; its title and summary are plain text, its content is HTML."""
    made: dict[str, Any] = {}
    for name, template in templates.items():
        is_html = name == "content"
        context = {
            "title": item.title,
            "summary": item.summary,
            "content": Markup(item.content) if is_html else item.content,
            "post": {**post, "title": item.title},
            "post_url": item.url,
            **extra,
        }
        rendered = _compiled(template).render(context)
        made[name] = rendered if is_html else unescape(rendered)
    return replace(item, **made)


@lru_cache(maxsize=64)
def _compiled(template: str) -> Template:
    """Return a template of the configuration, compiled once for all entries of all feeds.

    It always escapes, as some values print themselves as HTML: what is to be plain text is unescaped afterwards.
    """
    return Environment(autoescape=True).from_string(template)
