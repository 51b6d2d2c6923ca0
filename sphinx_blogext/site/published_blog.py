"""One blog of a site as it is published: its posts, and the pages and feeds that they are on."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_blogext.config.options import blog_root
from sphinx_blogext.core.addresses import nearest_root
from sphinx_blogext.site.channels import collect_channels
from sphinx_blogext.site.listings import collect_pages
from sphinx_blogext.site.ways import Way, collect_ways

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.config import Config

    from sphinx_blogext.core.blog import Blog
    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.channels import Channel
    from sphinx_blogext.site.hosting import Hosting
    from sphinx_blogext.site.pages import Pages


class PublishedBlog:
    """A blog in one build. *config* has its options; *documents* are those that the build writes.

    *roots* are the first pages of all blogs of the site, its own among them. *writes_pages* says
    whether the build writes pages without a document.
    """

    def __init__(
        self,
        blog: Blog,
        config: Config,
        domain: BlogDomain,
        documents: Set[str],
        hosting: Hosting,
        roots: tuple[str, ...],
        *,
        writes_pages: bool,
    ) -> None:
        self.blog = blog
        self.config = config
        self.root = blog_root(config)
        self._domain = domain
        self._documents = documents
        self.hosting = hosting
        self._writes_pages = writes_pages
        self._roots = roots

    @cached_property
    def pages(self) -> Pages:
        """The lists, and where they stand."""
        return collect_pages(
            self.blog,
            # A list that a document asks for is of the blog that the document belongs to.
            {name: asked for name, asked in self._domain.lists.items() if self._owns(name)},
            self.config,
            self._documents,
            generated=self._writes_pages,
            has_feeds=self._has_feeds,
            terms=self._domain.terms,
        )

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        """The feeds."""
        return collect_channels(self.blog, self.pages, self.config) if self._has_feeds else ()

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """What the first page leads to."""
        return collect_ways(self.pages, self._domain, self.config)

    def _owns(self, docname: str) -> bool:
        return nearest_root(docname, self._roots) == self.root

    @property
    def _has_feeds(self) -> bool:
        # A preview has none, and does not know where those of the site are.
        return bool(self.hosting.canonical and self.blog.posts) and not self.hosting.is_preview
