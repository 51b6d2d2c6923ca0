"""Pages without a document: further pages of lists, terms, archives, and redirects."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.util.display import status_iterator
from sphinx.util.docutils import new_document

from sphinx_blogext._compat import global_toctree, render_page
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.feeds import write_feeds
from sphinx_blogext.freeze import renders_pages
from sphinx_blogext.hosting import absolute
from sphinx_blogext.i18n import _, language_tag
from sphinx_blogext.incremental import delete_file, is_unchanged, name_below
from sphinx_blogext.listings import Overview
from sphinx_blogext.pictures import publish_pictures
from sphinx_blogext.relocate import attach, detach, root_of
from sphinx_blogext.render import renderer_of
from sphinx_blogext.sitemap import SITEMAP, make_sitemap
from sphinx_blogext.teaser import page_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.incremental import Manifest
    from sphinx_blogext.listings import Listing, ListPage
    from sphinx_blogext.model import Post
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
    is_same = manifest.all_pages == all_pages and manifest.pages.keys() == pages.keys()
    current = manifest.pages if is_same else {name: digests.of_page(page) for name, page in pages.items()}
    paths = {name: builder.get_output_path(name) for name in (*pages, *domain.redirects.targets)}
    changed = [name for name in pages if manifest.pages.get(name) != current[name] or not paths[name].is_file()]
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
    manifest.pages, manifest.all_pages, manifest.frame = current, all_pages, digests.site.of_frame
    # Nothing needs the teasers any more; what Sphinx still has to write needs room.
    renderer_of(domain, builder).save()
    domain.renderer = None
    return []


def page_titles(domain: BlogDomain, listing: Listing, page: Page[Post]) -> tuple[str, str]:
    """Return the heading of a list, and the title of one of its pages, as text."""
    titles = domain.env.titles
    heading = titles[listing.owner].astext() if listing.owner else listing.title
    if page.newer is None:
        return heading, heading
    if page.number is None:
        return heading, heading
    return heading, _("%(title)s – page %(number)s") % {"title": heading, "number": page.number}


def neighbour_links(
    domain: BlogDomain, builder: StandaloneHTMLBuilder, listing: Listing, page: Page[Post]
) -> dict[str, dict[str, str] | None]:
    """Return ``prev`` and ``next`` of a page for the theme: the pages of newer and older posts."""
    by_name = {other.name: other for other in listing.pages}
    links: dict[str, dict[str, str] | None] = {"prev": None, "next": None}
    for key, name in (("prev", page.newer), ("next", page.older)):
        if name is not None:
            title = page_titles(domain, listing, by_name[name])[1]
            links[key] = {"link": builder.get_relative_uri(page.name, name), "title": escape(title)}
    return links


def _render(domain: BlogDomain, builder: StandaloneHTMLBuilder, page: ListPage | Overview) -> bytes:
    """Return the whole page."""
    if isinstance(page, Overview):
        return _render_overview(domain, builder, page)
    return _render_listing(domain, builder, *page)


def _render_listing(
    domain: BlogDomain, builder: StandaloneHTMLBuilder, listing: Listing, page: Page[Post]
) -> bytes:
    renderer = renderer_of(domain, builder)
    fragment = renderer.listing(listing, page)
    heading, title = page_titles(domain, listing, page)
    parents = [*listing.parents, *([(heading, listing.name)] if page.newer else [])]
    context = {
        **_context(domain, builder, page.name, title, parents, listing.owner),
        **neighbour_links(domain, builder, listing, page),
        "body": _body(domain, builder, page.name, heading, title, fragment),
        "has_maths_elements": fragment.has_maths,
    }
    return _render_page(builder, page.name, context, fragment)


def _render_overview(domain: BlogDomain, builder: StandaloneHTMLBuilder, overview: Overview) -> bytes:
    fragment = renderer_of(domain, builder).overview(overview)
    context = {
        **_context(domain, builder, overview.name, overview.title, overview.parents),
        "body": _body(domain, builder, overview.name, overview.title, overview.title, fragment),
    }
    return _render_page(builder, overview.name, context, fragment)


def _context(
    domain: BlogDomain,
    builder: StandaloneHTMLBuilder,
    name: str,
    title: str,
    parents: Iterable[tuple[str, str]],
    owner: str = "",
) -> dict[str, Any]:
    """Return what a theme's ``page.html`` expects, as Sphinx gives it for a document."""
    context: dict[str, Any] = {
        "title": escape(title),
        "parents": [
            {"link": builder.get_relative_uri(name, page), "title": escape(text)} for text, page in parents
        ],
        "prev": None,
        "next": None,
        "metatags": "",
        "meta": {},
        "toc": "",
        "display_toc": False,
        "sourcename": "",
        "page_source_suffix": "",
        "has_maths_elements": False,
        "is_blog_page": True,
    }
    home = owner or domain.pages.page_of(builder.config.blog_path.strip("/"))
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


def _body(
    domain: BlogDomain, builder: StandaloneHTMLBuilder, name: str, heading: str, title: str, fragment: Fragment
) -> str:
    """Return the body of a page: its heading and what is below it."""
    renderer = renderer_of(domain, builder)
    html = renderer.render(
        "page", heading=heading, suffix=title.removeprefix(heading), content=Markup(fragment.html)
    )
    return renderer.attach(html, name)


def _render_page(builder: StandaloneHTMLBuilder, name: str, context: dict[str, Any], fragment: Fragment) -> bytes:
    document = new_document(name)
    document.extend(fragment.samples)
    # Themes render titles in the navigation, which may hold images: formulas by imgmath do.
    with page_state(builder, name):
        return render_page(builder, name, context, document)


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
    """Delete what an earlier build wrote of posts that are drafts now or gone, and pages that are.

    *names* are the pages without a document that this build writes, *files* its files that no
    document stands for. Done before the pages are written, and sparing documents: one may take
    the name of another.
    """
    outdir = builder.outdir
    current = names | domain.pages.documents
    gone = manifest.posts | domain.withheld.keys()
    for docname in gone - domain.pages.documents:
        page = [] if docname in current else [name_below(outdir, builder.get_output_path(docname))]
        for name in (*page, *_sources(builder, docname)):
            delete_file(outdir, name)
    for docname in domain.posts.keys() & domain.documents_read:
        # It may have been written in another language before.
        source = f"_sources/{domain.env.doc2path(docname, base=False)}"
        for name in _sources(builder, docname):
            if not name.startswith(source):
                delete_file(outdir, name)
    manifest.posts = set(domain.posts)
    if stale := manifest.replace_files(files):
        documents = (builder.get_output_path(name) for name in domain.pages.documents)
        for name in stale - {name_below(outdir, path) for path in documents}:
            delete_file(outdir, name)


def _sources(builder: StandaloneHTMLBuilder, docname: str) -> list[str]:
    """Return what Sphinx may have called its copy of the source of a document, by the suffix of that."""
    config = builder.config
    end = config.html_sourcelink_suffix
    return [f"_sources/{docname}{suffix}{end if suffix != end else ''}" for suffix in config.source_suffix]
