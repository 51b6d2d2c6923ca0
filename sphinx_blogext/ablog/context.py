"""What ABlog adds to every page: the façade for templates, and the location of the feed."""

from __future__ import annotations

import posixpath
import re
from html import escape
from typing import TYPE_CHECKING, Any, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translator

from sphinx_blogext._compat import add_template_folder, is_set
from sphinx_blogext.ablog.facade import blog_of
from sphinx_blogext.ablog.own_templates import FOLDER, OwnTemplates
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core import N_
from sphinx_blogext.core.addresses import feed_file
from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.files import write_file
from sphinx_blogext.lang.words import CATALOG
from sphinx_blogext.site.build import build_of, once

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_blogext.ablog.ablog_posts import Post
    from sphinx_blogext.ablog.catalogs import Collection
    from sphinx_blogext.site.build import Build

_STYLESHEET = "blogext-ablog.css"
#: Messages that only templates of sites use: most of these are copies of those of ABlog.
_OF_SITES = (N_("Read more ..."),)
#: More posts than any blog has, so that all of them are on one page.
_ALL = 1_000_000


@once
def own_templates(build: Build) -> OwnTemplates:
    """Return the templates of the site and its theme."""
    assert renders_pages(build.builder)
    return OwnTemplates(build.builder)


def on_builder_inited(app: Sphinx) -> None:
    """Register our templates, and turn off what the site's own templates already show."""
    builder, config = app.builder, app.config
    if not _has_templates(builder):
        return
    add_template_folder(builder, FOLDER)
    # The site's templates look up ABlog's messages in Sphinx's catalog, to which ABlog adds them.
    get_translator().add_fallback(get_translator(CATALOG))
    if not renders_pages(builder):
        return
    _add_font_awesome(app)
    sidebars, cloud = (
        (FOLDER.parent / name).read_text(encoding="utf-8") for name in ("styles.css", "tagcloud.css")
    )
    write_file(app.outdir / "_static" / _STYLESHEET, sidebars + cloud)
    # Templates of sites link to it.
    write_file(app.outdir / "_static" / "ablog" / "tagcloud.css", cloud)
    own = OwnTemplates(builder)
    if own.shows_neighbors and config.post_show_prev_next:
        # ``None``, not ``False``: templates check this option, and the façade reports ``None`` as true.
        config.post_show_prev_next = None
    if own.shows_facts and not is_set(config, "blog_post_header"):
        config.blog_post_header = False
    if own.find("collection"):
        # This template loops over all posts of its list.
        config.blog_page_size = _ALL


def _add_font_awesome(app: Sphinx) -> None:
    """Add the style sheet that the options name to every page, for icons in the site's templates."""
    link, file = app.config.fontawesome_link_cdn, app.config.fontawesome_css_file
    if isinstance(link, str) and link and is_safe_url(link):
        app.add_css_file(link)
    elif isinstance(file, str) and file:
        # Relative to the folder of static files.
        app.add_css_file(posixpath.normpath(file))


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    builder, build = app.builder, build_of(app.env)
    if not _has_templates(builder):
        return
    blog = blog_of(build)
    context["ablog"] = blog
    context["anchor"] = anchor
    if blog.has_feed:
        context.setdefault("feed_path", blog_config(app.config).root)
        context.setdefault("feed_title", blog.blog_title)
    if not renders_pages(builder):
        return
    own = own_templates(build)
    if collection := blog.collections.get(pagename):
        _add_feed_icon(context, collection)
    if own.has_sidebar(context.get("sidebars") or ()):
        app.add_css_file(_STYLESHEET)
    template = own.find("postnavy")
    is_shown = own.includes_neighbors or own.replaces_page
    if template and not is_shown and pagename in blog and "body" in context:
        context["body"] += builder.templates.render(template, context)


def _add_feed_icon(context: dict[str, Any], collection: Collection) -> None:
    """Put a link to the feed of a term or year before the heading of its page, if icons are available."""
    blog = collection.catalog.blog
    if not (blog.has_archive_feeds and blog.fontawesome and context.get("is_blog_page")):
        return
    url, label = context["pathto"](feed_file(collection.path, "atom.xml"), 1), blog.gettext(N_("Feed"))
    icon = '<i class="fa fa-rss fa-rotate-270" aria-hidden="true"></i>'
    link = f'<a href="{escape(url)}" aria-label="{escape(label)}">{icon}</a> '
    context["body"] = re.sub(r"<h1\b[^>]*>", lambda tag: tag[0] + link, context.get("body", ""), count=1)


def anchor(post: Post) -> str:
    """Return the fragment of a post that is a section of its page, or ``""``."""
    return f"#{post.section}" if post.section else ""


def _has_templates(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether *builder* renders templates; the JSON and pickle builders write the context instead."""
    return isinstance(builder, StandaloneHTMLBuilder) and not hasattr(builder, "implementation")


def setup(app: Sphinx) -> None:
    # After themes and other extensions have set the sidebars.
    app.connect("builder-inited", on_builder_inited, priority=900)
    # Before extensions and themes that render templates in advance.
    app.connect("html-page-context", on_html_page_context, priority=400)
