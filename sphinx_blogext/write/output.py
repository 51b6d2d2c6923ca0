"""What one build writes into an output directory, and what stands there already."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.changes.manifest import Manifest
from sphinx_blogext.changes.page_digests import Digests
from sphinx_blogext.changes.seal import Seal
from sphinx_blogext.site.build import build_of
from sphinx_blogext.write.renderer import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.page_data.site import SiteData
    from sphinx_blogext.site.build import Build


class Output:
    """The pages and files of the blog in an output directory: those of the last build, and those of this one.

    Made when all documents have been read and numbered, for a builder of pages.
    """

    def __init__(self, app: Sphinx, build: Build, builder: StandaloneHTMLBuilder) -> None:
        self.build = build
        self.builder = builder
        self.manifest = Manifest.load(Path(app.outdir))
        self.digests = Digests(app, build, builder)
        # Per builder: several may share the doctrees, but each has its own manifest.
        self.seal = Seal(Path(app.doctreedir, f".blogext-{builder.name}"), self.manifest, self.digests)
        #: The documents that this build writes, as soon as that is known.
        self.due: Set[str] | None = None
        self._renderer: Renderer | None = None
        self._had_substitutes = False

    @property
    def has_index(self) -> bool:
        """Whether the last search index is there.

        Without it Sphinx can make none of some documents, and fails if there are none to write.
        """
        return not self.builder.search or Path(self.builder.outdir, self.builder.searchindex_filename).is_file()

    @cached_property
    def is_same(self) -> bool:
        """Whether the last build was one of the same sources. Asked for before anything is written."""
        return self.has_index and self.seal.holds()

    @cached_property
    def shown(self) -> Mapping[str, str]:
        """A digest of what each document shows of the blog. Asked for before anything is written."""
        manifest = self.manifest
        is_recorded = self.is_same or (manifest.is_complete and manifest.blog == self.digests.of_blog)
        return dict(manifest.documents) if is_recorded else self.digests.of_documents

    @property
    def is_unchanged(self) -> bool:
        """Whether all pages and files of the blog stand there as this build would write them.

        Asked for when Sphinx has gathered what templates get.
        """
        manifest, site = self.manifest, self.digests.site
        if not self.is_same or manifest.assets != site.of_assets() or manifest.frame != site.of_frame:
            return False
        return manifest.is_complete and manifest.has_all_files()

    @property
    def page_data(self) -> SiteData:
        """What templates receive."""
        return self.digests.page_data

    @property
    def renderer(self) -> Renderer:
        """What makes HTML of that, once for all pages."""
        if self._renderer is None:
            self._renderer = Renderer(
                self.build, self.builder, self.page_data, self.digests.posts, self.is_written
            )
        return self._renderer

    @property
    def has_substitutes(self) -> bool:
        """Whether a part of a post could not be rendered: the next build is to try again."""
        return self._had_substitutes or (self._renderer is not None and self._renderer.has_substitutes)

    def is_written(self, docname: str) -> bool:
        """Return whether this build writes a document; as long as nobody knows, it may."""
        return self.due is None or docname in self.due

    def note_due(self, documents: Iterable[str]) -> None:
        """Note which documents this build writes."""
        self.due = frozenset(documents)

    def note_written(self, docname: str) -> None:
        """Note that a document is written as it is now.

        Before it is known which are due, another extension has rendered it for something else.
        """
        if self.due is None:
            return
        post = self.build.domain.posts.get(docname)
        self.manifest.begin()
        self.manifest.note_written(docname, self.shown.get(docname, ""), post.text_fingerprint if post else "")

    def close(self) -> None:
        """Keep the teasers for the next build, and none in memory: what Sphinx still has to write needs room."""
        self.renderer.save()
        self._had_substitutes = self.has_substitutes
        self._renderer = None


def output_of(app: Sphinx) -> Output:
    """Return what the build of *app*, whose builder writes pages, writes."""
    found = build_of(app.env).kept(Output)
    # Another extension may render documents before all have their numbers.
    return begin_output(app) if found is None else found


def begin_output(app: Sphinx) -> Output:
    """Look at what stands in the output directory."""
    builder = app.builder
    assert renders_pages(builder)
    build = build_of(app.env)
    output = Output(app, build, builder)
    build.renew(output)
    return output
