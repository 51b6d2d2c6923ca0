"""Digests of what any page may show: options, files, and what themes put around a page."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext._compat import common_assets, template_folders
from sphinx_blogext.core.addresses import name_at, page_of
from sphinx_blogext.core.hashes import contents, digest, file_digest, plain
from sphinx_blogext.events import NAVIGATION_EVENT

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.site.build import Build

#: Differs from build to build, or from page to page.
_FLEETING = frozenset({"last_updated", "css_files", "script_files"})
#: Style sheets and scripts, and their templates.
_ASSETS = frozenset({".css", ".js", ".css_t", ".js_t"})
_TEMPLATES = frozenset({".html", ".jinja", ".xml"})


class SiteDigests:
    """The site-wide digests of one build, each computed once."""

    def __init__(self, app: Sphinx, build: Build, builder: StandaloneHTMLBuilder) -> None:
        self.build = build
        self.builder = builder
        self.env = build.env
        self.config = app.config
        self._extensions = [(name, extension.version) for name, extension in sorted(app.extensions.items())]
        self._events = app.events
        self._navigation: dict[str, str] = {}

    @cached_property
    def of_site(self) -> str:
        """A digest of what any page may show: options, the site's own files, the feeds.

        Sphinx ignores the order of a list in an option, templates that are gone, and the contents of style
        sheets, although pages contain their checksums.
        """
        config, documents = self.config, self.env.found_docs
        options = {option.name: option.value for option in config.filter({"html", "env"})}
        folders = (*config.html_static_path, *config.templates_path)
        files = [contents(self.builder.confdir / folder, _ASSETS | _TEMPLATES) for folder in folders]
        homes = [
            (home, home in documents)
            for home in (page_of(name_at(root), documents) for root in self.build.config.roots)
        ]
        logo = self.builder.confdir / (config.html_logo or "")
        files.append([("logo", file_digest(logo))])
        # Templates may test tags, and Sphinx does not rewrite pages when tags change.
        tags = sorted(self.builder.tags)
        # With the first post of a blog, every page gets links to its feeds.
        shown = (self.build.hosting, plain(options), tags, files, sorted(self.build.roots_with_posts), homes)
        return digest((self._extensions, self.builder.name, shown))

    @cached_property
    def settings(self) -> str:
        """A digest of everything that HTML and feeds may depend on besides the sources."""
        return digest((self.of_site, plain(self.build.config.values)))

    @cached_property
    def of_chrome(self) -> str:
        """A digest of what themes put around each page: their templates, and what those receive from Sphinx.

        Must be evaluated before the first page is rendered: handlers of themes change what all pages share.
        """
        builder = self.builder
        assets = [str(asset) for asset in common_assets(builder)]
        # Filled by Sphinx in ``prepare_writing``: before that there is nothing to compare.
        context = {k: v for k, v in builder.globalcontext.items() if k not in _FLEETING}
        templates = [contents(folder, _TEMPLATES) for folder in template_folders(builder)]
        return digest((self.of_site, plain((context, assets)), templates))

    def of_assets(self) -> dict[str, str]:
        """Return digests of the style sheets and scripts as they are now: pages contain their checksums."""
        # Not cached: other extensions add and replace files until the build ends.
        return dict(contents(Path(self.builder.outdir, "_static"), {".css", ".js"}))

    def navigation_at(self, page: str) -> str:
        """Return a digest of the theme's navigation on *page*: the same as for the document above it."""
        home = self._document_above(page)
        if home not in self._navigation:
            shown = self._events.emit_firstresult(NAVIGATION_EVENT, home)
            # No answer means another theme, which may show any toctree.
            self._navigation[home] = self._every_toctree if shown is None else digest(shown)
        return self._navigation[home]

    def _document_above(self, page: str) -> str:
        """Return the document below which *page* is by its name, or the page at the root that is above it."""
        while "/" in page and page not in self.env.all_docs:
            page = page_of(page.rpartition("/")[0], self.env.all_docs)
        return page

    @cached_property
    def _every_toctree(self) -> str:
        """A digest of everything that a theme can build the site's navigation from."""
        includes = self.env.toctree_includes
        return self.toctrees(includes.keys() | {name for names in includes.values() for name in names})

    def toctrees(self, documents: Set[str]) -> str:
        """Return a digest of what toctrees can show of *documents*: titles, headings, and what is below them."""
        env = self.env
        shown = []
        for name in sorted(documents):
            # Includes the anchors of headings, and the captions of toctrees.
            headings = env.tocs[name].pformat() if name in env.tocs else ""
            below, numbers = env.toctree_includes.get(name), env.toc_secnumbers.get(name)
            shown.append((name, title_of(env, name), headings, below, numbers))
        return digest(shown)


def title_of(env: BuildEnvironment, docname: str) -> str:
    title = env.titles.get(docname)
    if title is None:
        return ""
    is_plain = all(isinstance(child, nodes.Text) for child in title.children)
    return title.astext() if is_plain else title.pformat()
