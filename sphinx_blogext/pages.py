"""Pages without a document: further pages of lists, terms, archives, and redirects."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.util.display import status_iterator
from sphinx.util.docutils import new_document

from sphinx_blogext._compat import global_toctree, render_page
from sphinx_blogext.addresses import SITEMAP
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.feeds import write_feeds
from sphinx_blogext.files import delete_file, name_below
from sphinx_blogext.hosting import absolute
from sphinx_blogext.i18n import _, language_tag
from sphinx_blogext.leftovers import report_blocked, source_files
from sphinx_blogext.listings import ListPage, Overview
from sphinx_blogext.nodes import blog_html
from sphinx_blogext.output import output_of
from sphinx_blogext.page_frames import frame_of, link_to, neighbour_links
from sphinx_blogext.pictures import publish_pictures
from sphinx_blogext.relocate import attach, detach, root_of
from sphinx_blogext.sitemap import brings_sitemap, make_sitemap
from sphinx_blogext.teaser import page_state

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.output import Output
    from sphinx_blogext.page_frames import Frame
    from sphinx_blogext.render import Fragment


def on_html_collect_pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Write all pages of the blog that no document stands for; delete those that are gone.

    Written here and not handed back to Sphinx, which would not pass on the nodes that
    other extensions look for.
    """
    builder = app.builder
    if not renders_pages(builder):
        return []
    output = output_of(app)
    if output.is_unchanged:
        return []
    build, manifest, digests = output.build, output.manifest, output.digests
    overviews = [overview for overview in build.pages.overviews if not overview.owner]
    pages: dict[str, ListPage | Overview] = {page.name: page for page in build.pages.written_listings()}
    pages |= {overview.name: overview for overview in overviews}
    all_pages = digests.of_all_pages(pages)
    has_same_assets = manifest.assets == digests.site.of_assets()
    is_same = has_same_assets and manifest.all_pages == all_pages and manifest.pages.keys() == pages.keys()
    current = manifest.pages if is_same else {name: digests.of_page(page) for name, page in pages.items()}
    paths = {name: builder.get_output_path(name) for name in (*pages, *build.redirects.targets)}
    written = manifest.pages if has_same_assets else {}
    changed = [name for name in pages if written.get(name) != current[name] or not paths[name].is_file()]
    publish_pictures(build, builder)
    files = write_feeds(output, app.verbosity)
    if is_same and SITEMAP in manifest.files and (builder.outdir / SITEMAP).is_file():
        files.add(SITEMAP)
    elif sitemap := make_sitemap(app, build, builder):
        manifest.write(builder.outdir / SITEMAP, sitemap)
        files.add(SITEMAP)
    files |= {name_below(builder.outdir, path) for path in paths.values()}
    _delete_stale(output, pages.keys() | build.redirects.targets, files)
    message = _("writing blog pages... ")
    for name in status_iterator(changed, message, "darkgreen", len(changed), app.verbosity):
        manifest.write(paths[name], _render(output, pages[name]))
    _write_redirects(output)
    report_blocked(manifest.blocked, build.pages.documents)
    manifest.pages, manifest.all_pages, manifest.frame = current, all_pages, digests.site.of_frame
    output.close()
    return []


def _render(output: Output, page: ListPage | Overview) -> bytes:
    """Return the whole page."""
    if isinstance(page, ListPage):
        return _render_page(output, page, output.renderer.listing(*page), page.listing.owner)
    return _render_page(output, page, output.renderer.overview(page))


def _context(output: Output, name: str, frame: Frame, owner: str) -> dict[str, Any]:
    """Return what a theme's ``page.html`` expects, as Sphinx gives it for a document.

    But no ``page_source_suffix``: extensions take a page that has one for a document.
    """
    builder, pages = output.builder, output.build.pages
    context: dict[str, Any] = {
        "title": escape(frame.title),
        "parents": [link_to(builder, *parent, name) for parent in frame.parents],
        **neighbour_links(builder, frame, name),
        "metatags": "",
        "meta": {},
        "toc": "",
        "display_toc": False,
        "sourcename": "",
        "is_blog_page": True,
    }
    home = owner or pages.home
    if home in pages.documents:
        context["toctree"] = _owner_toctree(builder, home, name)
    return context


def _owner_toctree(builder: StandaloneHTMLBuilder, owner: str, page: str) -> Callable[..., str]:
    """Return the template function ``toctree`` for *page* that shows the place of *owner*.

    A toctree cannot lead to a page without a document; the reader is where the document is
    that the page belongs to.
    """

    def toctree(**options: Any) -> str:
        with page_state(builder, owner):
            html = global_toctree(builder, owner, **options)
        return attach(detach(html, builder.get_target_uri(owner)), root_of(builder.get_target_uri(page)))

    return toctree


def _body(output: Output, name: str, frame: Frame, fragment: Fragment) -> str:
    """Return the body of a page: its heading and what is below it."""
    renderer = output.renderer
    suffix = frame.title.removeprefix(frame.heading)
    html = renderer.render("page", heading=frame.heading, suffix=suffix, content=Markup(fragment.html))
    return renderer.attach(html, name)


def _render_page(output: Output, page: ListPage | Overview, fragment: Fragment, owner: str = "") -> bytes:
    builder, frame = output.builder, frame_of(output.build.env, page)
    context = _context(output, page.name, frame, owner) | {
        "body": _body(output, page.name, frame, fragment),
        "has_maths_elements": fragment.has_maths,
    }
    document = new_document(page.name)
    # As in a document: who describes a page by its text finds none, not the punctuation between empty nodes.
    document += blog_html("", fragment.samples)
    # Themes render titles in the navigation, which may hold images: formulas by imgmath do.
    with page_state(builder, page.name):
        return render_page(builder, page.name, context, document)


def _write_redirects(output: Output) -> None:
    build, builder, titles = output.build, output.builder, output.build.env.titles
    base = build.hosting.canonical
    for name, target in build.redirects.targets.items():
        uri = builder.get_target_uri(target)
        url = root_of(builder.get_target_uri(name)) + uri
        html = output.renderer.render(
            "redirect",
            url=url,
            canonical=absolute(base, uri) if base else url,
            title=titles[target].astext() if target in titles else target,
            seconds=builder.config.post_redirect_refresh,
            lang=language_tag(builder.config.language),
        )
        output.manifest.write(builder.get_output_path(name), html)


def _delete_stale(output: Output, names: Set[str], files: set[str]) -> None:
    """Delete what an earlier build wrote of posts that are gone, and pages that are.

    *names* are the pages without a document that this build writes, *files* its files that no
    document stands for. Done before the pages are written, and sparing documents: one may take
    the name of another.
    """
    build, builder, manifest = output.build, output.builder, output.manifest
    outdir, written = builder.outdir, build.pages.documents
    current = names | written
    for docname in manifest.posts - written:
        page = [] if docname in current else [name_below(outdir, builder.get_output_path(docname))]
        for name in (*page, *source_files(builder, docname)):
            delete_file(outdir, name)
    for docname in manifest.posts & build.documents_read:
        # It may have been written in another markup language before, and be no post any more.
        source = f"_sources/{build.env.doc2path(docname, base=False)}"
        for name in source_files(builder, docname):
            if not name.startswith(source):
                delete_file(outdir, name)
    manifest.posts = set(build.domain.posts)
    if stale := manifest.replace_files(files):
        documents = (builder.get_output_path(name) for name in written)
        theirs = {name_below(outdir, path) for path in documents}
        theirs |= {SITEMAP} if brings_sitemap(builder) else set()
        for name in stale - theirs:
            delete_file(outdir, name)
