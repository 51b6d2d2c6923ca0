"""The data of all pages of a site, each made for the blog that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.i18n import interface_words
from sphinx_blogext.page_data.pages import PageData

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.page_data.post_frames import PostFrames
    from sphinx_blogext.page_data.posts import PostData, TextDigests
    from sphinx_blogext.page_data.records import Data
    from sphinx_blogext.site.build import Build


class SiteData:
    """What templates receive, by the page or document that they are for. Made when it is asked for."""

    def __init__(self, build: Build, builder: StandaloneHTMLBuilder, digests: TextDigests) -> None:
        self.words = interface_words(builder.config.language)
        self._build = build
        self._builder = builder
        self._digests = digests
        self._blogs: dict[str, PageData] = {}

    def of(self, page: str) -> PageData:
        """Return the data of the blog that *page* belongs to."""
        published = self._build.blog_of(page)
        if published.root not in self._blogs:
            self._blogs[published.root] = PageData(published, self._build, self._builder, self._digests)
        return self._blogs[published.root]

    def posts_of(self, post: Post) -> PostData:
        """Return the data of the posts of the blog that *post* belongs to."""
        return self.of(post.docname).posts

    def frames_of(self, post: Post) -> PostFrames:
        """Return what makes the data of what stands around the text of *post*."""
        return self.of(post.docname).frames

    def all_named(self, posts: Iterable[Post]) -> list[Data]:
        """Return what is said of posts, of whatever blogs, that only their titles stand for."""
        return [self.posts_of(post).named(post) for post in posts]
