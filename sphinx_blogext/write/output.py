"""What one build writes into an output directory, and what is already there."""

from collections.abc import Iterable, Mapping, Set
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_blogext._compat import extra_files
from sphinx_blogext.data.digests import Digests
from sphinx_blogext.data.manifest import Manifest
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.domain.stores import cache_of
from sphinx_blogext.files import read_cache, write_cache
from sphinx_blogext.isolation import replaced
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.write.renderer import Renderer


class Output:
    """The pages and files of the blog in an output directory: those of the last build, and those of this one."""

    # Created when all documents have been read and numbered, for a builder of pages.
    def __init__(self, build: Build) -> None:
        self.build = build
        self.builder = build.html_builder
        self.manifest = Manifest.load(Path(build.app.outdir))
        self.manifest.note_extra(extra_files(build.app))
        self.digests = Digests(build)
        self._seal = cache_of(self.builder, "sources")
        #: The documents that this build writes, once that is known.
        self.due: Set[str] | None = None
        #: A digest of what themes put around each page, once the builder is prepared to write pages.
        self.frame = ""
        #: The handlers of other extensions that have failed, each with a page without a document, and the reason.
        self.failures: dict[str, tuple[str, str]] = {}
        #: Undoes what is changed only while pages are written.
        self.until_finished = ExitStack()
        self._had_substitutes = False

    @property
    def has_index(self) -> bool:
        """Whether the last search index exists: without it Sphinx cannot build one from only some documents."""
        return not self.builder.search or Path(self.builder.outdir, self.builder.searchindex_filename).is_file()

    @cached_property
    def is_same(self) -> bool:
        """Whether the last build had the same sources. Must be evaluated before anything is written."""
        try:
            return self.has_index and read_cache(self._seal) == self.manifest.digest_with(self.digests.of_sources)
        except OSError:
            return False

    def seal(self) -> None:
        """Record which sources the manifest was made of, next to the doctrees."""
        # When they were read differs from machine to machine, and the output must not.
        write_cache(self._seal, self.manifest.digest_with(self.digests.of_sources))

    @cached_property
    def shown(self) -> Mapping[str, str]:
        """A digest of what each document shows of the blog. Must be evaluated before anything is written."""
        manifest = self.manifest
        is_recorded = self.is_same or (manifest.is_complete and manifest.blog == self.digests.of_blog)
        return dict(manifest.documents) if is_recorded else self.digests.of_documents

    @property
    def toctrees(self) -> Mapping[str, str]:
        """A digest of what each document of the blog shows of the site's toctrees."""
        build, site, has_headings = self.build, self.digests.site, self.manifest.shows_headings
        names = ({post.docname for post in build.posts.values()} | build.pages.shown_on.keys()) & build.documents
        return {name: site.toctrees_around(name, has_headings=has_headings) for name in names}

    @cached_property
    def assets(self) -> Mapping[str, str]:
        """Digests of the style sheets and scripts with which pages are written."""
        # Must be evaluated when Sphinx has copied them, and before other extensions add to them.
        return self.digests.site.of_assets()

    @property
    def is_unchanged(self) -> bool:
        """Whether all pages and files of the blog already are as this build would write them."""
        # Evaluated when Sphinx has collected the context for templates.
        manifest = self.manifest
        is_current = self.is_same and manifest.has_assets(self.assets) and manifest.frame == self.frame
        return is_current and manifest.is_complete and manifest.has_all_files

    @cached_property
    def renderer(self) -> Renderer:
        """Renders the data of pages as HTML, once for all pages."""
        # Imported here because a build that changes nothing renders nothing.
        from sphinx_blogext.write.parts import Parts

        return Renderer(Parts(self.build, self.digests.page_data, self.digests.posts, self.writes_all))

    @property
    def has_substitutes(self) -> bool:
        """Whether a part of the blog could not be rendered: the next build should try again."""
        return self._had_substitutes or ("renderer" in vars(self) and self.renderer.parts.has_substitutes)

    def writes_all(self) -> bool:
        """Return whether this build writes all documents; until that is known, return ``True``."""
        return self.due is None or self.due >= self.build.documents

    def note_due(self, documents: Iterable[str]) -> None:
        """Note which documents this build writes, when it is prepared to write the first one."""
        self.due = frozenset(documents)
        # Without an index to begin with, Sphinx cannot write one of no documents.
        if not documents and not self.has_index:
            self.until_finished.enter_context(replaced(self.builder, indexer=None))
        self.frame = self.digests.site.of_chrome

    def note_failure(self, handler: str, page: str, reason: str) -> None:
        """Note that a handler of another extension has failed on a page; one page each is reported."""
        self.failures[handler] = min((page, reason), self.failures.get(handler, (page, reason)))

    def note_written(self, docname: str) -> None:
        """Note that a document is written in its current state."""
        if self.due is None:
            # Another extension has rendered it for some other purpose.
            return
        post = self.build.domain.posts.get(docname)
        self.manifest.begin()
        self.manifest.note_written(docname, self.shown.get(docname, ""), post.text_fingerprint if post else "")

    def close(self) -> None:
        """Save the teasers for the next build and free their memory, which Sphinx needs for the rest."""
        self.renderer.parts.save()
        self._had_substitutes = self.has_substitutes
        del self.renderer


def output_of(app: Sphinx) -> Output:
    """Return the output of the build of *app*, whose builder writes pages."""
    # Another extension may render documents before all of them are numbered.
    return output_in(app.env) or begin_output(app)


def output_in(env: BuildEnvironment) -> Output | None:
    """Return the output of the build that *env* is in, once it has begun."""
    output = blog_domain(env).output
    return output if isinstance(output, Output) else None


def begin_output(app: Sphinx) -> Output:
    output = blog_domain(app.env).output = Output(build_of(app.env))
    return output
