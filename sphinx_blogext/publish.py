"""What is written at the end of a build: pages without a document, feeds, site map, redirects; and what goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.util.display import status_iterator

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.changes.leftovers import report_blocked, source_files
from sphinx_blogext.core.addresses import SITEMAP
from sphinx_blogext.feeds.write import write_feeds
from sphinx_blogext.files import delete_file, name_below
from sphinx_blogext.i18n import _
from sphinx_blogext.languages import language_tag
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.site.hosting import absolute
from sphinx_blogext.web.sitemap import brings_sitemap, make_sitemap
from sphinx_blogext.write.generated import render_page_of
from sphinx_blogext.write.output import output_of
from sphinx_blogext.write.pictures import publish_pictures

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx

    from sphinx_blogext.write.output import Output


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
    pages = build.pages.generated
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
        manifest.write(paths[name], render_page_of(output, pages[name]))
    _write_redirects(output)
    report_blocked(manifest.blocked, build.pages.documents)
    manifest.pages, manifest.all_pages, manifest.frame = current, all_pages, digests.site.of_frame
    output.close()
    return []


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
