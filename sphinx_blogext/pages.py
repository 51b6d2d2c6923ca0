"""Pages without a document: further pages of lists, terms, archives, and redirects."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.util.display import status_iterator
from sphinx.util.docutils import new_document

from sphinx_blogext._compat import global_toctree, render_page
from sphinx_blogext.addresses import SITEMAP
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.feeds import write_feeds
from sphinx_blogext.files import delete_file, name_below
from sphinx_blogext.freeze import renders_pages
from sphinx_blogext.hosting import absolute
from sphinx_blogext.i18n import _, language_tag
from sphinx_blogext.incremental import is_unchanged
from sphinx_blogext.leftovers import report_blocked, source_files
from sphinx_blogext.listings import ListPage, Overview
from sphinx_blogext.nodes import blog_html
from sphinx_blogext.page_frames import frame_of, link_to, neighbour_links
from sphinx_blogext.pictures import publish_pictures
from sphinx_blogext.relocate import attach, detach, root_of
from sphinx_blogext.render import renderer_of
from sphinx_blogext.sitemap import brings_sitemap, make_sitemap
from sphinx_blogext.teaser import page_state

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.incremental import Manifest
    from sphinx_blogext.listings import Listing
    from sphinx_blogext.model import Post
    from sphinx_blogext.page_frames import Frame
    from sphinx_blogext.pagination import Page
    from sphinx_blogext.render import Fragment


def on_html_collect_pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Write all pages of the blog that no document stands for; delete those that are gone.

    Written here and not handed back to Sphinx, which would not pass on the nodes that
    other extensions look for.
    """
    builder = app.builder
    if not renders_pages(builder):
        return []
    domain = blog_domain(app.env)
    if is_unchanged(domain):
        return []
    manifest, digests = domain.manifest, domain.digests
    assert manifest is not None
    assert digests is not None
    overviews = [overview for overview in domain.pages.overviews if not overview.owner]
    pages: dict[str, ListPage | Overview] = {page.name: page for page in domain.pages.written_listings()}
    pages |= {overview.name: overview for overview in overviews}
    all_pages = digests.of_all_pages(pages)
    has_same_assets = manifest.assets == digests.site.of_assets()
    is_same = has_same_assets and manifest.all_pages == all_pages and manifest.pages.keys() == pages.keys()
    current = manifest.pages if is_same else {name: digests.of_page(page) for name, page in pages.items()}
    paths = {name: builder.get_output_path(name) for name in (*pages, *domain.redirects.targets)}
    written = manifest.pages if has_same_assets else {}
    changed = [name for name in pages if written.get(name) != current[name] or not paths[name].is_file()]
    publish_pictures(domain, builder)
    files = write_feeds(domain, builder, app.verbosity)
    if is_same and SITEMAP in manifest.files and (builder.outdir / SITEMAP).is_file():
        files.add(SITEMAP)
    elif sitemap := make_sitemap(app, domain, builder):
        manifest.write(builder.outdir / SITEMAP, sitemap)
        files.add(SITEMAP)
    files |= {name_below(builder.outdir, path) for path in paths.values()}
    _delete_stale(domain, manifest, builder, pages.keys() | domain.redirects.targets, files)
    message = _("writing blog pages... ")
    for name in status_iterator(changed, message, "darkgreen", len(changed), app.verbosity):
        manifest.write(paths[name], _render(domain, builder, pages[name]))
    _write_redirects(domain, manifest, builder)
    report_blocked(manifest.blocked, domain.pages.documents)
    manifest.pages, manifest.all_pages, manifest.frame = current, all_pages, digests.site.of_frame
    # Nothing needs the teasers any more; what Sphinx still has to write needs room.
    renderer_of(domain, builder).save()
    domain.renderer = None
    return []


def _render(domain: BlogDomain, builder: StandaloneHTMLBuilder, page: ListPage | Overview) -> bytes:
    """Return the whole page."""
    if isinstance(page, Overview):
        return _render_overview(domain, builder, page)
    return _render_listing(domain, builder, *page)


def _render_listing(
    domain: BlogDomain, builder: StandaloneHTMLBuilder, listing: Listing, page: Page[Post]
) -> bytes:
    fragment = renderer_of(domain, builder).listing(listing, page)
    return _render_page(domain, builder, ListPage(listing, page), fragment, listing.owner)


def _render_overview(domain: BlogDomain, builder: StandaloneHTMLBuilder, overview: Overview) -> bytes:
    return _render_page(domain, builder, overview, renderer_of(domain, builder).overview(overview))


def _context(
    domain: BlogDomain, builder: StandaloneHTMLBuilder, name: str, frame: Frame, owner: str
) -> dict[str, Any]:
    """Return what a theme's ``page.html`` expects, as Sphinx gives it for a document.

    But no ``page_source_suffix``: extensions take a page that has one for a document.
    """
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
    home = owner or domain.pages.home
    if home in domain.pages.documents:
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


def _body(domain: BlogDomain, builder: StandaloneHTMLBuilder, name: str, frame: Frame, fragment: Fragment) -> str:
    """Return the body of a page: its heading and what is below it."""
    renderer = renderer_of(domain, builder)
    suffix = frame.title.removeprefix(frame.heading)
    html = renderer.render("page", heading=frame.heading, suffix=suffix, content=Markup(fragment.html))
    return renderer.attach(html, name)


def _render_page(
    domain: BlogDomain,
    builder: StandaloneHTMLBuilder,
    page: ListPage | Overview,
    fragment: Fragment,
    owner: str = "",
) -> bytes:
    frame = frame_of(domain.env, page)
    context = _context(domain, builder, page.name, frame, owner) | {
        "body": _body(domain, builder, page.name, frame, fragment),
        "has_maths_elements": fragment.has_maths,
    }
    document = new_document(page.name)
    # As in a document: who describes a page by its text finds none, not the punctuation between empty nodes.
    document += blog_html("", fragment.samples)
    # Themes render titles in the navigation, which may hold images: formulas by imgmath do.
    with page_state(builder, page.name):
        return render_page(builder, page.name, context, document)


def _write_redirects(domain: BlogDomain, manifest: Manifest, builder: StandaloneHTMLBuilder) -> None:
    renderer = renderer_of(domain, builder)
    base = domain.hosting.canonical
    for name, target in domain.redirects.targets.items():
        uri = builder.get_target_uri(target)
        url = root_of(builder.get_target_uri(name)) + uri
        html = renderer.render(
            "redirect",
            url=url,
            canonical=absolute(base, uri) if base else url,
            title=domain.env.titles[target].astext() if target in domain.env.titles else target,
            seconds=builder.config.post_redirect_refresh,
            lang=language_tag(builder.config.language),
        )
        manifest.write(builder.get_output_path(name), html)


def _delete_stale(
    domain: BlogDomain, manifest: Manifest, builder: StandaloneHTMLBuilder, names: Set[str], files: set[str]
) -> None:
    """Delete what an earlier build wrote of posts that are gone, and pages that are.

    *names* are the pages without a document that this build writes, *files* its files that no
    document stands for. Done before the pages are written, and sparing documents: one may take
    the name of another.
    """
    outdir = builder.outdir
    current = names | domain.pages.documents
    for docname in manifest.posts - domain.pages.documents:
        page = [] if docname in current else [name_below(outdir, builder.get_output_path(docname))]
        for name in (*page, *source_files(builder, docname)):
            delete_file(outdir, name)
    for docname in manifest.posts & set(domain.documents_read):
        # It may have been written in another markup language before, and be no post any more.
        source = f"_sources/{domain.env.doc2path(docname, base=False)}"
        for name in source_files(builder, docname):
            if not name.startswith(source):
                delete_file(outdir, name)
    manifest.posts = set(domain.posts)
    if stale := manifest.replace_files(files):
        documents = (builder.get_output_path(name) for name in domain.pages.documents)
        theirs = {name_below(outdir, path) for path in documents}
        theirs |= {SITEMAP} if brings_sitemap(builder) else set()
        for name in stale - theirs:
            delete_file(outdir, name)
