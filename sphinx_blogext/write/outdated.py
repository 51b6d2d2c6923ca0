"""Which pages a build writes again, and what it records for the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext._compat import tell_documents
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.events import UNCHANGED_EVENT
from sphinx_blogext.pages.leftovers import delete_withdrawn, make_way
from sphinx_blogext.site.build import build_of
from sphinx_blogext.write.guards import guard_handlers
from sphinx_blogext.write.output import Output, begin_output, output_in, output_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def on_env_get_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the documents that no longer show what they did.

    Called when sections and figures have been numbered.
    """
    builder, build = app.builder, build_of(env)
    if not renders_pages(builder):
        # Any other page may refer to a post that has been withdrawn.
        return sorted(env.found_docs) if delete_withdrawn(build, builder) else []
    output = begin_output(app)
    guard_handlers(app, output)
    manifest, domain = output.manifest, build.domain
    # Only Sphinx knows them all: it adds documents whose toctrees contain one that is written.
    tell_documents(builder, output.note_due)
    was_published = delete_withdrawn(build, builder, manifest.files) or manifest.posts & domain.withheld.keys()
    # Recorded before anything is written: if this build is killed, the next must know what it may have left.
    manifest.posts |= domain.posts.keys()
    # Evaluated before ``begin``, which changes what these depend on.
    was_complete, shown = manifest.is_complete, output.shown
    if output.is_same:
        return []
    # Before anything is resolved.
    _ = build.sandboxes
    # Before Sphinx creates folders, which it cannot do where a file has that name.
    make_way(builder, manifest.files)
    if build.documents_read:
        # Sphinx now records that it has read them: they must not be lost if the build is killed.
        manifest.begin()
    if was_published:
        # Once published, a post may be in the navigation of any page, and its words in the search index, from
        # which Sphinx removes documents but no words.
        (builder.outdir / builder.searchindex_filename).unlink(missing_ok=True)
    if not (was_complete and output.has_index and manifest.site == output.digests.site.of_site):
        return sorted(env.found_docs)
    return sorted(manifest.outdated_documents(shown, output.digests.of_texts) & env.found_docs)


def is_unchanged(app: Sphinx) -> bool:
    """Return whether all pages and files of the blog already are as this build would write them."""
    return renders_pages(app.builder) and output_of(app).is_unchanged


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Record what was written, if the build succeeded."""
    # An error may have come before the build.
    if output := output_in(app.env):
        output.until_finished.close()
        # After an error the manifest stays incomplete: the contents of the directory are unknown.
        if exception is None:
            _record(output, is_asked=output.build.is_asked)


def _record(output: Output, *, is_asked: bool) -> None:
    manifest, digests = output.manifest, output.digests
    has_other_assets = manifest.note_assets(output.assets, digests.site.of_assets())
    if not is_asked:
        # Nothing of the blog was written.
        if manifest.is_complete and has_other_assets:
            manifest.save()
            output.seal.put()
        return
    manifest.record_documents(output.build.env.found_docs, digests.site.of_site)
    if output.has_substitutes:
        manifest.forget_blog()
    # The state of documents that were due but not written is unknown.
    is_known = manifest.documents == output.shown
    manifest.blog = digests.of_blog if is_known else ""
    manifest.finish()
    # After ``finish``: the seal covers the manifest as it is on disk.
    if is_known and manifest.texts == digests.of_texts and manifest.site:
        output.seal.put()


def setup(app: Sphinx) -> None:
    # After Sphinx has numbered sections and figures.
    app.connect("env-get-updated", on_env_get_updated, priority=900)
    app.connect(UNCHANGED_EVENT, is_unchanged)
    # After every extension that still adds files to the output.
    app.connect("build-finished", on_build_finished, priority=990)
