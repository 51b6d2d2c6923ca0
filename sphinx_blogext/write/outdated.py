"""Which pages a build writes again, what it records for the next one, and what it deletes.

What earlier builds wrote for posts that are now withheld is deleted whatever the builder: Sphinx keeps the files
of documents that are gone. Web servers go on serving them, and an EPUB contains everything in its directory.
"""

import os
from collections.abc import Set
from contextlib import suppress
from glob import escape
from html import unescape
from itertools import chain, product
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util.i18n import docname_to_domain

from sphinx_blogext._compat import renders_pages, tell_documents
from sphinx_blogext.data.site_digests import SHOWN
from sphinx_blogext.domain.stores import cache_of
from sphinx_blogext.events import UNCHANGED_EVENT
from sphinx_blogext.files import delete_file, digest, media_of, name_below, plain, read_cache, write_cache
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.write.guards import guard_handlers
from sphinx_blogext.write.output import Output, begin_output, output_in, output_of

#: Where other extensions write what is in a document, some of it while it is read.
_OTHERS = {
    "myst_nb": "{out}/reports/{doc}.err.log jupyter_execute/{doc}.ipynb",
    "nbsphinx": "{out}/{doc}.ipynb",
    "sphinx_llm.txt": "{out}/{page}.md {out}/{stem}.md {out}/{doc}.md {out}/{doc}/llms.txt",
    "matplotlib.sphinxext.plot_directive": "{out}/plot_directive/{doc}-[0-9].* {out}/plot_directive/{doc}-[0-9]_*",
}
#: The files next to a page that its URLs refer to, at any depth.
_MEDIA = pattern(r"""_(?:images|downloads)/[^\s"'<>\\?#,;()]+""")


def on_env_get_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents that no longer show what they did."""
    # Called when sections and figures have been numbered.
    builder, build = app.builder, build_of(env)
    # Posts that Sphinx has not numbered have their own numbers; where these have changed, so have digests.
    for docname, numbers in build.domain.numbers.items() if env.config.numfig else ():
        env.toc_fignumbers.setdefault(docname, numbers)
    # With no page to write, Sphinx would keep the stored environment, in which a draft just read is as it was.
    least = [env.config.root_doc] if build.media_withheld else []
    if not renders_pages(builder):
        return sorted(env.found_docs) if _has_other_posts(build) else least
    output = begin_output(app)
    guard_handlers(app, output)
    manifest, domain = output.manifest, build.domain
    # Only Sphinx knows them all: it adds documents whose toctrees contain one that is written.
    tell_documents(builder, output.note_due)
    posts, gone = domain.posts.keys() | domain.sections.keys(), manifest.posts - build.documents
    # Once published, a post may be in the navigation of any page.
    was_shown = delete_withdrawn(build, manifest.files, gone)
    was_shown |= not gone.isdisjoint(manifest.in_toctrees | domain.withheld.keys())
    for docname in manifest.posts & build.documents_read:
        # It may have been in another markup language. Not later: themes write notebooks made of text there.
        source = f"_sources/{env.doc2path(docname, base=False)}"
        for name in (name for name in source_files(builder, docname) if not name.startswith(source)):
            delete_file(Path(builder.outdir), name)
    # Recorded before anything is written: if this build is killed, the next must know what it may have left.
    manifest.posts |= posts
    manifest.in_toctrees = posts & env.files_to_rebuild.keys()
    # Evaluated before ``begin``, which changes what these depend on.
    was_complete, shown = manifest.is_complete, output.shown
    if output.is_same:
        return least
    # Before anything is resolved.
    _ = build.sandboxes
    if build.documents_read:
        # Sphinx now records that it has read them: they must not be lost if the build is killed.
        manifest.begin()
    if was_shown:
        # Its words may be in the search index, from which Sphinx removes documents but no words.
        (builder.outdir / builder.searchindex_filename).unlink(missing_ok=True)
        manifest.site = ""
    if not (was_complete and output.has_index and manifest.site == output.digests.site.of_site):
        # All pages are written: what the theme shows is found out again.
        manifest.shows_headings = False
        return sorted(env.found_docs)
    outdated = manifest.outdated_documents(shown, output.digests.of_texts, output.toctrees)
    return sorted(outdated & env.found_docs) or least


def _has_other_posts(build: Build) -> bool:
    """Return whether any document of a builder that writes no web pages may show other posts than it did."""
    builder, domain = build.builder, build.domain
    # Not in the output, because an EPUB contains all of it.
    record = cache_of(builder, digest(str(builder.outdir)))
    before, names, media, *_ = *read_cache(record).decode(errors="replace").split("\n\n"), "", ""
    posts = [(build.at_this_moment(each), [getattr(each, n) for n in SHOWN]) for each in sorted(domain.every_post)]
    shown = digest((plain(build.config.values), sorted(builder.tags), posts, sorted(domain.changes.items())))
    if builder.supported_image_types:  # it copies media
        _delete_media(builder, {*media.splitlines()} - media_of(build.env))
    is_same = not delete_withdrawn(build, gone={*names.splitlines()} - build.documents) and before == shown
    own = domain.posts.keys() | domain.sections.keys()
    write_cache(record, "\n\n".join(map("\n".join, ([shown], sorted(own), sorted(media_of(build.env, own))))))
    if is_same:
        return False
    # If this build fails, or is of some files only, the next one finds the others older than their sources.
    for name in () if builder.name in {"gettext", "singlehtml"} else build.documents:  # these two write all anyway
        with suppress(OSError):
            os.utime(_page(builder, name), (4e8, 4e8))  # in 1982: an EPUB can have no older files
    return True


def is_unchanged(app: Sphinx) -> bool:
    return renders_pages(app.builder) and output_of(app).is_unchanged


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Record what was written, if the build succeeded."""
    # An error may have come before the build.
    if output := output_in(app.env):
        output.until_finished.close()
        # After an error the manifest stays incomplete: the contents of the directory are unknown.
        if exception is None:
            _record(output)


def _record(output: Output) -> None:
    manifest, digests = output.manifest, output.digests
    has_other_assets = manifest.note_assets(output.assets, digests.site.of_assets())
    # ``cached_property`` stores its value there.
    if "blogs" not in vars(output.build):
        # Nothing of the blog was written.
        if manifest.is_complete and has_other_assets:
            manifest.save()
            output.seal()
        return
    # Not earlier: only now it is known what the theme shows.
    toctrees = output.toctrees
    manifest.record_documents(output.build.env.found_docs, digests.site.of_site, toctrees)
    if output.has_substitutes:
        # The output is not right: the next build writes everything of the blog again.
        manifest.documents, manifest.texts, manifest.pages, manifest.feeds = {}, {}, {}, {}
    # The state of documents that were due but not written is unknown.
    is_known = manifest.documents == output.shown and manifest.toctrees == toctrees
    manifest.blog = digests.of_blog if is_known else ""
    manifest.finish()
    # After ``finish``: the seal covers the manifest as it is on disk.
    if is_known and manifest.texts == digests.of_texts and manifest.site:
        output.seal()


def delete_withdrawn(build: Build, own: Set[str] = frozenset(), gone: Set[str] = frozenset()) -> bool:
    """Delete what the builder once wrote for posts that are withheld or *gone*; return whether any was withheld.

    *own* are the files of the blog that have no document: one may have the same name as a draft.
    """
    builder, withheld, used = build.builder, build.domain.withheld, media_of(build.env)
    deleted = _delete_pages(build, withheld.keys() | gone, own, used)
    if renders_pages(builder):
        # From what they have of a post that is only gone, it is removed without writing all of them again.
        deleted = deleted & withheld.keys()
    # After the pages, which the preview finds by these files if this build fails. By default, the output has them.
    for docname, form in product(withheld.keys() | gone, ("{}.doctree", "nbsphinx/{}.ipynb")):
        delete_file(Path(builder.doctreedir), form.format(docname))
    _delete_of_others(build, withheld.keys() | gone)
    if deleted and isinstance(builder, StandaloneHTMLBuilder):
        # Sphinx leaves words in the last search index, and keeps the copy of its environment beside pages in JSON.
        for name in (builder.searchindex_filename, ENV_PICKLE_FILENAME):
            delete_file(Path(builder.outdir), name)
    return bool(deleted)


def _delete_media(builder: Builder, files: Set[str]) -> None:
    """Delete images and downloads from where *builder* puts them, even if it writes a single file."""
    out = Path(builder.outdir)
    images = "*-figures/" if builder.name == "texinfo" else f"{builder.imagedir}/".lstrip("/")
    for path in chain(*(out.glob(escape(file).replace("_images/", images, 1)) for file in files)):
        delete_file(out, name_below(out, path))


def _delete_of_others(build: Build, docnames: Set[str]) -> None:
    out = Path(build.builder.outdir)
    forms = " ".join(forms for name, forms in _OTHERS.items() if name in build.app.extensions).split()
    for form, docname in product(forms, docnames):
        page = escape(name_below(out, _page(build.builder, docname)))
        names = {"out": escape(out.name), "doc": escape(docname), "page": page, "stem": page.rpartition(".")[0]}
        for file in out.parent.glob(form.format(**names)):
            file.unlink(missing_ok=True)


def _delete_pages(build: Build, docnames: Set[str], own: Set[str], used: Set[str]) -> Set[str]:
    """Delete pages, their sources, and those of their images and downloads that are not *used*; return which."""
    builder, outdir = build.builder, Path(build.builder.outdir)
    pages = {docname: path for docname in docnames if (path := _page(builder, docname)).is_file()}
    if builder.name == "gettext":
        # Several documents may have one catalog of messages.
        own = own | {name_below(outdir, _page(builder, each)) for each in build.documents}
    names = {docname: name for docname, path in pages.items() if (name := name_below(outdir, path)) not in own}
    for docname, name in names.items():
        # Pages that are not written again may have those of a post that is gone.
        media = _media_on(pages[docname]) if docname in build.domain.withheld else set()
        media |= build.media_withheld.get(docname, frozenset())
        # The page is deleted last: if a build is interrupted, only the page still refers to the other files.
        for file in (*sorted(media - used), *source_files(builder, docname), name):
            delete_file(outdir, file)
    return names.keys()


def _media_on(page: Path) -> set[str]:
    """Return the files that a page shows as it was published, including diagrams and the like."""
    text = page.read_text(encoding="utf-8", errors="replace")
    shown = {unquote(unescape(file)) for file in _MEDIA.findall(text)}
    # Handwritten HTML may contain anything.
    return {file for file in shown if normpath(file) == file and "\0" not in file}


def source_files(builder: Builder, docname: str) -> list[str]:
    """Return the names that Sphinx's copy of the source of a document may have, one for each source suffix."""
    config, end = builder.config, builder.config.html_sourcelink_suffix
    # The post may have been in another markup language when it was published, perhaps the last one in Markdown.
    return [f"_sources/{docname}{each}{end if each != end else ''}" for each in {*config.source_suffix, ".md"}]


def _page(builder: Builder, docname: str) -> Path:
    """Return the file that *builder* writes for a document; it does not exist if the builder writes none."""
    if isinstance(builder, StandaloneHTMLBuilder):
        return Path(builder.get_output_path(docname))
    if builder.name == "gettext":
        return Path(builder.outdir, docname_to_domain(docname, builder.config.gettext_compact) + ".pot")
    return Path(builder.outdir, docname + getattr(builder, "out_suffix", ""))


def setup(app: Sphinx) -> None:
    # After Sphinx has numbered sections and figures.
    app.connect("env-get-updated", on_env_get_updated, priority=900)
    app.connect(UNCHANGED_EVENT, is_unchanged)
    # After every extension that still adds files to the output.
    app.connect("build-finished", on_build_finished, priority=990)
