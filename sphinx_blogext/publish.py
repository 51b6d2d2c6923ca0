"""Write what comes at the end of a build: generated pages, feeds, sitemap, redirects; delete what is outdated."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.cards.plan import write_cards
from sphinx_blogext.core.addresses import SITEMAP, absolute, folder_of
from sphinx_blogext.files import delete_file, digest, name_below
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.markup.tree import title_text
from sphinx_blogext.pictures.pages import write_pictures
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.pages import ListPage, TermIndex
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.web.indexes import make_sitemap
from sphinx_blogext.write.guards import report_failures
from sphinx_blogext.write.output import Output, output_of
from sphinx_blogext.write.rendered_pages import render_redirect, write_pages

logger = logging.getLogger(__name__)


def on_html_collect_pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Write all pages of the blog that have no document; delete those that are gone."""
    # Not handed back to Sphinx, which would not pass on the nodes that other extensions look for.
    builder = app.builder
    if not renders_pages(builder):
        return []
    output = output_of(app)
    if output.is_unchanged:
        return []
    # Imported here because most builds of a preview change nothing, and take as long as their imports.
    from sphinx_blogext.feeds.write import write_feeds

    build, manifest = output.build, output.manifest
    plan = _plan(output)
    # Do this now, because Sphinx copies images after these pages.
    publish_pictures(build, builder)
    # Before the feeds, which contain the sizes of these files.
    files = write_pictures(build, manifest.write)
    files |= write_cards(build, manifest.write)
    files |= write_feeds(output) | _copy_feeds(output) | _write_sitemap(app, output, plan)
    files |= {name_below(builder.outdir, path) for path in plan.paths.values()}
    _check_default_images(build)
    manifest.posts = {*build.domain.posts, *build.domain.sections}
    # Before pages are written, and without those of documents: one may take the name of another.
    others = manifest.replace_files(files)
    documents = {name_below(builder.outdir, builder.get_output_path(name)) for name in build.documents if others}
    for name in others - documents:
        delete_file(builder.outdir, name)
    write_pages(app, output, [(plan.paths[name], plan.pages[name]) for name in plan.changed])
    _write_redirects(output, plan)
    report_failures(output)
    for name in sorted(manifest.replaced):
        logger.info("%s comes from html_extra_path; the blog does not write its own", name)
    manifest.pages, manifest.all_pages, manifest.frame = dict(plan.digests), plan.of_all, output.frame
    output.close()
    return []


def _check_default_images(build: Build) -> None:
    for image in {blog.config.blog_default_image for blog in build.blogs}:
        if image and "//" not in image and not Path(build.builder.outdir, image.lstrip("/")).is_file():
            message = "blog_default_image: %r is not in the output; files of html_static_path are put in _static"
            warn(BlogWarning.PICTURE, message, image)


class _Plan(NamedTuple):
    """What to do about the pages without a document.

    ``paths`` are the files of *pages* and of redirects, and ``digests`` the digests of *pages*, by name.
    ``of_all`` is a digest of everything they are made of. If ``is_same``, it equals that of the last build,
    and only pages whose file is missing are among the ``changed``.
    """

    pages: Mapping[str, ListPage | TermIndex]
    paths: Mapping[str, Path]
    digests: Mapping[str, str]
    of_all: str
    is_same: bool
    changed: list[str]


def _plan(output: Output) -> _Plan:
    """Compare the pages without a document with those of the last build."""
    build, manifest, digests = output.build, output.manifest, output.digests
    pages = build.pages.generated
    paths = {name: output.builder.get_output_path(name) for name in pages}
    paths |= {redirect.name: redirect.path for redirect in _redirects(output)}
    of_all = digests.of_all_pages(pages)
    # Pages contain the checksums of style sheets and scripts.
    written = manifest.pages if manifest.has_assets(output.assets) else {}
    is_same = manifest.all_pages == of_all and written.keys() == pages.keys()
    current = written if is_same else {name: digests.of_page(page) for name, page in pages.items()}
    changed = [name for name in pages if written.get(name) != current[name] or not paths[name].is_file()]
    return _Plan(pages, paths, current, of_all, is_same, changed)


def _write_sitemap(app: Sphinx, output: Output, plan: _Plan) -> set[str]:
    """Write the sitemap if there should be one and it may have changed; return its name if it exists."""
    path = output.builder.outdir / SITEMAP
    is_there = plan.is_same and SITEMAP in output.manifest.files and path.is_file()
    if sitemap := "" if is_there else make_sitemap(app, output.build):
        output.manifest.write(path, sitemap)
    return {SITEMAP} if is_there or sitemap else set()


class _Redirect(NamedTuple):
    """A file that redirects to the page *target*: *name* is that of the page, or of the file if it is not one."""

    name: str
    address: str
    path: Path
    target: str
    is_page: bool = True


def _redirects(output: Output) -> list[_Redirect]:
    """Return the redirects that have a file of their own: with ``dirhtml``, ``a`` and ``a/index`` share one."""
    build, builder = output.build, output.builder
    taken = build.pages.documents | build.pages.generated.keys()
    redirects = []
    for name, target in build.redirects.targets.items():
        path, home = Path(builder.get_output_path(name)), folder_of(name)
        if home == name or home not in taken or path != Path(builder.get_output_path(home)):
            redirects.append(_Redirect(name, builder.get_target_uri(name), path, target))
        file = f"{name}.html"
        if name in build.redirects.files and path != Path(builder.outdir, file):
            redirects.append(_Redirect(file, file, Path(builder.outdir, file), target, is_page=False))
    return redirects


def _write_redirects(output: Output, plan: _Plan) -> None:
    """Write all redirects if any of them may have changed or is missing, or if they are whole pages."""
    build, manifest, titles = output.build, output.manifest, output.build.env.titles
    redirects = [
        (redirect, title_text(titles[redirect.target]) if redirect.target in titles else redirect.target)
        for redirect in _redirects(output)
    ]
    # Without the path, which differs from one output directory to another.
    shown = [(name, target, is_page, title) for (name, _address, _path, target, is_page), title in redirects]
    before, manifest.redirects = manifest.redirects, digest((plan.of_all, shown))
    is_known = manifest.redirects == before and not build.config.conventions.has_rendered_redirects
    if is_known and all(redirect.path.is_file() for redirect, _title in redirects):
        return
    for redirect, title in redirects:
        manifest.write(redirect.path, _render_redirect(output, redirect, title))


def _render_redirect(output: Output, redirect: _Redirect, title: str) -> str | bytes:
    # Templates of other extensions only handle pages.
    own = render_redirect(output, redirect.name, redirect.target, title) if redirect.is_page else None
    if own is not None:
        return own
    uri = output.builder.get_target_uri(redirect.target)
    url, base = root_of(redirect.address) + uri, output.build.hosting.canonical
    output.renderer.page = redirect.name
    return output.renderer.render(
        "redirect",
        url=url,
        canonical=absolute(base, uri) if base else url,
        title=title,
        seconds=output.build.config.post_redirect_refresh,
        lang=language_tag(output.builder.config.language),
    )


def _copy_feeds(output: Output) -> set[str]:
    """Write the feeds that have moved at their old names too; return these names."""
    copies, outdir = output.build.redirects.copies, output.builder.outdir
    for name, feed in copies.items():
        # A folder may have the name of the feed, which then is reported.
        if (outdir / feed).is_file():
            output.manifest.write(outdir / name, (outdir / feed).read_bytes())
    return set(copies)


def publish_pictures(build: Build, builder: StandaloneHTMLBuilder) -> None:
    """Have Sphinx copy the pictures of posts that do not contain them in their text."""
    for post in build.posts.values():
        if post.image in build.env.images:
            name = build.env.images[post.image][1]
            # Sphinx copies everything listed here. When a picture changes, its post is read again.
            if post.docname in build.documents_read or not (builder.outdir / "_images" / name).is_file():
                builder.images[post.image] = name
