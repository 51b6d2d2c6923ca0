"""One blog of a site as it is published: its posts, pages and feeds."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_blogext.config.blogs import blog_root
from sphinx_blogext.core.addresses import nearest_root
from sphinx_blogext.core.list_request import EVERY_BLOG
from sphinx_blogext.site.channels import collect_channels
from sphinx_blogext.site.document_lists import Requests
from sphinx_blogext.site.listings import collect_pages
from sphinx_blogext.site.ways import Way, collect_ways

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx.config import Config

    from sphinx_blogext.core.blog import Blog
    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.channels import Channel
    from sphinx_blogext.site.hosting import Hosting
    from sphinx_blogext.site.pages import Pages


class PublishedBlog:
    """A blog in one build. *config* has its options; *documents* are those that the build writes.

    *roots* are the first pages of all blogs of the site, including this one, and *every* returns all blogs as one.
    *writes_pages* says whether the build writes pages without a document.
    """

    def __init__(
        self,
        blog: Blog,
        config: Config,
        domain: BlogDomain,
        documents: Set[str],
        hosting: Hosting,
        roots: tuple[str, ...],
        every: Callable[[], Blog],
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
        self._every = every

    @cached_property
    def pages(self) -> Pages:
        """The pages with the lists of this blog."""
        terms = {
            docname: tuple(taxonomy for taxonomy, blog in asked if self._owns(docname, blog))
            for docname, asked in self._domain.terms.items()
        }
        return collect_pages(
            self.blog,
            self._requests,
            self.config,
            self._documents,
            generated=self._writes_pages,
            has_feeds=self._has_feeds,
            terms=terms,
            every=self._every,
        )

    @cached_property
    def _requests(self) -> Requests:
        """The lists in documents."""
        return Requests(self._domain.lists, lambda name, request: self._owns(name, request.blog), self._roots)

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        """The feeds."""
        return (
            collect_channels(self.blog, self.pages, self.config, self._requests, self._title_of)
            if self._has_feeds
            else ()
        )

    def _title_of(self, docname: str) -> str:
        return self._domain.env.titles[docname].astext()

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The links on the first page."""
        return collect_ways(self.pages, self._domain, self.config)

    def _owns(self, docname: str, blog: str) -> bool:
        """Return whether a list in a document, with *blog* as its option, belongs to this blog.

        By default it belongs to the blog of the document, and so do lists of all blogs.
        """
        if blog and blog != EVERY_BLOG:
            return blog == self.root
        post = self._domain.posts.get(docname)
        return (post.blog if post else nearest_root(docname, self._roots)) == self.root

    @property
    def _has_feeds(self) -> bool:
        # A preview has no feeds and does not know where those of the site are.
        return bool(self.hosting.canonical and self.blog.posts) and not self.hosting.is_preview
