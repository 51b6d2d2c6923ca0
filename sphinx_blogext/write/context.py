"""What the blog adds to the context of a page's template, and the links between pages that themes show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_blogext._compat import add_template_folder
from sphinx_blogext.builders import has_own_sidebar, renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import STATIC, TEMPLATES, without_comments, write_file
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.pages.sidebar import fill_navigation, shown_on_page
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import Frame, ListPage, frame_of
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.output import output_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.write.output import Output


def neighbor_links(builder: StandaloneHTMLBuilder, frame: Frame, name: str) -> dict[str, dict[str, str] | None]:
    """Return ``prev`` and ``next`` of the page *name* for the theme: the pages of newer and older posts."""
    neighbors = (("prev", frame.newer), ("next", frame.older))
    return {key: link_to(builder, *page, name) if page else None for key, page in neighbors}


def link_to(builder: StandaloneHTMLBuilder, title: str, page: str, name: str) -> dict[str, str]:
    """Return what themes receive for a link from the page *name* to *page*, whose *title* is text."""
    # Escaped, because themes print titles as HTML, which is what Sphinx passes to them.
    return {"link": builder.get_relative_uri(name, page), "title": escape(title), "page": page}


_STYLESHEET = "blogext.css"
#: The files that comments need.
_COMMENTS_SCRIPT, _COMMENTS_STYLESHEET = "blogext-comments.js", "blogext-comments.css"
#: Loaded by the comments script for comments that are a thread.
_THREAD_SCRIPT = "blogext-thread.js"
#: Added to the style sheet, unless a site leaves that to its theme.
_MARKERS = "markers.css"


def on_builder_inited(app: Sphinx) -> None:
    """Add our templates to Sphinx's search path, and put our style sheet where the user's own can override it."""
    if renders_pages(app.builder):
        add_template_folder(app.builder, TEMPLATES)
        # Not through ``html_static_path``: Sphinx would report a changed configuration.
        names = (
            (_STYLESHEET,) if blog_config(app.config).conventions.has_theme_markers else (_STYLESHEET, _MARKERS)
        )
        parts = ((STATIC / "blog" / name).read_text(encoding="utf-8") for name in names)
        write_file(app.outdir / "_static" / _STYLESHEET, without_comments("".join(parts)))


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Copy the files for comments before pages are written, which contain the checksums of these files."""
    if not renders_pages(builder):
        return
    if "blog" in app.config.html_context and output_of(app).page_data.templates.are_used:
        message = (
            "conf.py: html_context: the variable 'blog' is also that of the blog, which only its own sidebars "
            "receive now: rename yours"
        )
        warn(BlogWarning.CONFIG, message)
    has_services = any(blog.blog_comments for blog in blog_config(app.config).each)
    has_threads = any(post.comments for post in build_of(app.env).domain.every_post)
    needed = {
        _COMMENTS_SCRIPT: has_services or has_threads,
        _COMMENTS_STYLESHEET: has_services or has_threads,
        _THREAD_SCRIPT: has_threads,
    }
    for name, is_needed in needed.items():
        file = app.outdir / "_static" / name
        if is_needed:
            write_file(file, (STATIC / "blog" / name.removeprefix("blogext-")).read_text(encoding="utf-8"))
        else:
            # An earlier build may have written it, and Sphinx does not delete static files.
            file.unlink(missing_ok=True)


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give the page its neighbors in a list, the data of the sidebars, and our style sheet."""
    if not renders_pages(app.builder):
        return
    output = output_of(app)
    build, data = output.build, output.page_data
    sidebars = context.get("sidebars") or ()
    has_sidebar = has_own_sidebar(sidebars)
    around = data.around(pagename, sidebars)
    root = root_of(output.builder.get_target_uri(pagename))
    # A variable of that name that the site itself sets is for its own templates.
    if around.blog and (has_sidebar or "blog" not in context):
        context["blog"] = data.of(pagename).blog_at(root)
    if around.rail or has_sidebar:
        # It may be the sidebar of a page that is no list, too.
        context["blog_rail"] = shown_on_page(around.rail, root) if around.rail else {"groups": []}
    if around.rail and not app.config.html_sidebars:
        context["sidebars"] = fill_navigation(sidebars, build.blog_of(pagename).pages.home, build.env)
    # All other pages must stay byte for byte what they are without the blog.
    if has_sidebar or context.get("is_blog_page") or pagename in output.shown:
        app.add_css_file(_STYLESHEET)
    post = build.posts.get(pagename)
    if post is not None and build.has_comments(post):
        app.add_js_file(_COMMENTS_SCRIPT, loading_method="defer")
        app.add_css_file(_COMMENTS_STYLESHEET)
    if pagename in build.pages.documents:
        _add_to_document(output, pagename, context)


def _add_to_document(output: Output, docname: str, context: dict[str, Any]) -> None:
    """Let a document with a list load what the list needs, and link it to the list's next page."""
    pages = output.build.pages
    if docname in output.renderer.pages_with_maths:
        context["has_maths_elements"] = True
    owned = [ListPage(listing, listing.pages[0]) for listing in pages.listings if listing.owner == docname]
    shown = (*owned, *(page for page in pages.appended.get(docname, ()) if isinstance(page, ListPage)))
    for listing, page in shown:
        if len(listing.pages) > 1:
            frame = frame_of(output.build.env, ListPage(listing, page))
            context.update(neighbor_links(output.builder, frame, page.name))
            break


def setup(app: Sphinx) -> None:
    # Other extensions can add data to pages.
    app.add_event(PAGE_DATA_EVENT)
    app.connect("builder-inited", on_builder_inited)
    app.connect("write-started", on_write_started)
    # Before other extensions, which check here whether the page has formulas.
    app.connect("html-page-context", on_html_page_context, priority=400)
