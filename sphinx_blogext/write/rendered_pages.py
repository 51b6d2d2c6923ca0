"""Pages: what the blog adds to the context of each, and those of lists, terms and archives without a document."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.display import status_iterator
from sphinx.util.docutils import new_document
from sphinx.util.parallel import ParallelTasks

from sphinx_blogext._compat import add_template_folder, has_own_sidebar, render_page, renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.data.posts import shown_on_page
from sphinx_blogext.data.rail import fill_navigation
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import STATIC, TEMPLATES, without_comments, write_file
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.nodes import blog_html
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import Frame, ListPage, TermIndex, frame_of
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.output import Output, output_of
from sphinx_blogext.write.teaser import page_state

Due = tuple[Path, ListPage | TermIndex]
_STYLESHEET = "blogext.css"
#: Themes whose rules for lists and headings weigh no more than a class. In others, such as Alabaster, ours have
#: the weight of two more: a list of posts would get bullets, and titles the size of sections.
_LIGHT_THEMES = frozenset({"blogext", "furo", "pydata_sphinx_theme", "sphinx_book_theme"})
#: The files that comments need.
_COMMENTS_SCRIPT, _COMMENTS_STYLESHEET = "blogext-comments.js", "blogext-comments.css"
#: Loaded by the comments script for comments that are a thread.
_THREAD_SCRIPT = "blogext-thread.js"


def on_builder_inited(app: Sphinx) -> None:
    """Add our templates to Sphinx's search path, and put our style sheet where the user's own can override it."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        # A site names sidebars for all builders.
        add_template_folder(app.builder, TEMPLATES)
    if renders_pages(app.builder):
        # Not in ``html_static_path``: Sphinx would report a change. With the themes that it inherits from.
        themes = {Path(folder).name for folder in app.builder.theme.get_theme_dirs()}
        markers = () if blog_config(app.config).conventions.has_theme_markers else ("markers.css",)
        names = (_STYLESHEET, *markers, *(() if "blogext" in themes else ("foreign.css",)))
        sheet = without_comments("".join((STATIC / "blog" / name).read_text(encoding="utf-8") for name in names))
        if themes.isdisjoint(_LIGHT_THEMES):
            sheet = f":is(body, .blog.blog) {{\n{sheet}}}\n"
        write_file(app.outdir / "_static" / _STYLESHEET, sheet)


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Copy the files for comments before pages are written, which contain the checksums of these files."""
    if not renders_pages(builder):
        return
    if "blog" in app.config.html_context and output_of(app).digests.page_data.templates.are_used:
        reason = "the variable 'blog' hides the one of the blog, which now only its own sidebars receive"
        warn(BlogWarning.CONFIG, f"conf.py: html_context: {reason}: rename yours")
    has_services = any(blog.blog_comments for blog in blog_config(app.config).each)
    has_threads = any(post.comments for post in build_of(app.env).domain.every_post)
    is_needed_for = dict.fromkeys((_COMMENTS_SCRIPT, _COMMENTS_STYLESHEET), has_services or has_threads)
    for name, is_needed in (is_needed_for | {_THREAD_SCRIPT: has_threads}).items():
        file = app.outdir / "_static" / name
        if is_needed:
            write_file(file, (STATIC / "blog" / name.removeprefix("blogext-")).read_text(encoding="utf-8"))
        else:
            # An earlier build may have written it, and Sphinx does not delete static files.
            file.unlink(missing_ok=True)


def on_html_page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Give the page its neighbors in a list, the data of the sidebars, and our style sheet."""
    if not renders_pages(app.builder):
        return
    output = output_of(app)
    build = output.build
    has_sidebar = has_own_sidebar(context.get("sidebars"))
    _add_around(output, page, context, has_sidebar=has_sidebar)
    # All other pages must stay byte for byte what they are without the blog.
    if has_sidebar or context.get("is_blog_page") or page in output.shown:
        app.add_css_file(_STYLESHEET)
    post = build.posts.get(page)
    if post is not None and build.has_comments(post):
        app.add_js_file(_COMMENTS_SCRIPT, loading_method="defer")
        app.add_css_file(_COMMENTS_STYLESHEET)
    if page in build.pages.documents:
        _add_to_document(output, page, context)


def _add_around(output: Output, page: str, context: dict[str, Any], *, has_sidebar: bool) -> None:
    """Give a page the data of its sidebars, and the sidebars that take the place of an empty navigation."""
    sidebars, data = context.get("sidebars") or (), output.digests.page_data
    around = data.around(page, sidebars)
    root = root_of(output.builder.get_target_uri(page))
    # A variable of that name that the site itself sets is for its own templates.
    if around.blog and (has_sidebar or "blog" not in context):
        context["blog"] = data.of(page).blog_at(root)
    if around.rail:
        context["blog_rail"] = shown_on_page(around.rail, root)
    if around.rail and not output.builder.config.html_sidebars:
        context["sidebars"] = fill_navigation(sidebars, output.build.blog_of(page).pages.home, output.build.env)


def _add_to_document(output: Output, docname: str, context: dict[str, Any]) -> None:
    """Let a document with a list load what the list needs, and link it to the list's next page."""
    pages = output.build.pages
    if docname in output.renderer.pages_with_maths:
        context["has_maths_elements"] = True
    owned = [ListPage(listing, listing.pages[0]) for listing in pages.listings if listing.owner == docname]
    shown = (*owned, *(page for page in pages.appended.get(docname, ()) if isinstance(page, ListPage)))
    if page := next((page for page in shown if len(page.listing.pages) > 1), None):
        context |= _neighbor_links(output.builder, frame_of(output.build.env, page), page.name)


def render_page_of(output: Output, page: ListPage | TermIndex) -> bytes:
    renderer, builder, frame = output.renderer, output.builder, frame_of(output.build.env, page)
    renderer.page = page.name
    fragment = renderer.listing(*page) if isinstance(page, ListPage) else renderer.overview(page)
    suffix = frame.title.removeprefix(frame.heading)
    body = renderer.render("page", heading=frame.heading, suffix=suffix, content=Markup(fragment.html))
    context = _context(output, page.name, frame)
    context |= {"body": renderer.attach(body, page.name), "has_maths_elements": fragment.has_maths}
    document = new_document(page.name)
    document.attributes.update(dict.fromkeys(fragment.flags, True))
    # As in a document: extensions that describe a page by its text must find none, not stray punctuation.
    document += blog_html("", fragment.samples)
    # Themes render titles in the navigation, which may contain images: imgmath renders formulas as images.
    with page_state(builder, page.name):
        chosen = output.build.config.conventions.page_template(output.build, page.name, page)
        template, added = chosen or ("page.html", {})
        return render_page(builder, page.name, context | added, document, template)


def render_redirect(output: Output, name: str, target: str, title: str) -> bytes | None:
    """Return the page *name*, a redirect to *target*, from another extension's template; ``None`` without one."""
    if (chosen := output.build.config.conventions.page_template(output.build, name, target)) is None:
        return None
    template, added = chosen
    context = _context(output, name, Frame(title, title, ())) | {"body": ""} | added
    with page_state(output.builder, name):
        return render_page(output.builder, name, context, new_document(name), template)


def _context(output: Output, name: str, frame: Frame) -> dict[str, Any]:
    """Return what a theme's ``page.html`` expects, as Sphinx provides it for a document."""
    # ``page_source_suffix`` is left out: extensions take a page that has it for a document.
    builder = output.builder
    return {
        "title": escape(frame.title),
        "parents": [_link_to(builder, *parent, name) for parent in frame.parents],
        **_neighbor_links(builder, frame, name),
        "metatags": "",
        "meta": {},
        "toc": "",
        "display_toc": False,
        "sourcename": "",
        "is_blog_page": True,
    }


#: With fewer pages, starting processes would take longer than writing the pages.
_FEW = 40


def write_pages(app: Sphinx, output: Output, pages: Sequence[Due]) -> None:
    """Write *pages* to their files: many of them in as many processes as Sphinx may use."""

    def write(part: Iterable[Due]) -> dict[str, tuple[str, str]]:
        for path, page in part:
            output.manifest.write(path, render_page_of(output, page))
        return output.failures

    def note(part: Sequence[Due], failures: dict[str, tuple[str, str]]) -> None:
        for handler, failure in failures.items():
            output.note_failure(handler, *failure)
        for _due in part:
            next(progress)

    output.manifest.announce(path for path, _page in pages)
    message, names = _("writing blog pages... "), lambda due: str(due[1].name)
    progress = status_iterator(pages, message, "darkgreen", len(pages), app.verbosity, names)
    if not output.builder.parallel_ok or len(pages) < _FEW:
        write(progress)
        return
    # What the processes share is made before they start; the first page compiles the templates.
    for _path, page in pages:
        output.renderer.prepare(page)
    note(pages[:1], write(pages[:1]))
    tasks = ParallelTasks(app.parallel)
    for number in range(app.parallel):
        # Not one stretch after the other: the first pages of lists cost more than the others.
        tasks.add_task(write, pages[number + 1 :: app.parallel], note)
    tasks.join()
    # The iterator ends the line.
    next(progress, None)


def _neighbor_links(builder: StandaloneHTMLBuilder, frame: Frame, name: str) -> dict[str, dict[str, str] | None]:
    """Return ``prev`` and ``next`` of the page *name* for the theme: the pages of newer and older posts."""
    neighbors = (("prev", frame.newer), ("next", frame.older))
    return {key: _link_to(builder, *page, name) if page else None for key, page in neighbors}


def _link_to(builder: StandaloneHTMLBuilder, title: str, page: str, name: str) -> dict[str, str]:
    """Return what themes receive for a link from the page *name* to *page*, whose *title* is text."""
    # Escaped, because themes print titles as HTML, which is what Sphinx passes to them.
    return {"link": builder.get_relative_uri(name, page), "title": escape(title), "page": page}


def setup(app: Sphinx) -> None:
    # Other extensions can add data to pages.
    app.add_event(PAGE_DATA_EVENT)
    app.connect("builder-inited", on_builder_inited)
    app.connect("write-started", on_write_started)
    # Before other extensions, which check here whether the page has formulas.
    app.connect("html-page-context", on_html_page_context, priority=400)
