"""What templates receive on any page of a site with one or several blogs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.pages.lists import PageData, merge_terms
from sphinx_blogext.pages.sidebar import BlogTemplates

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.pages.post_frames import PostFrames
    from sphinx_blogext.pages.posts import Data, PostData
    from sphinx_blogext.pages.site_digests import PostDigests
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.pages import Listing
    from sphinx_blogext.site.published_blog import PublishedBlog


class Around(NamedTuple):
    """The data around the text of a page: its *blog* if a template uses that, and its *rail* if it is a list."""

    blog: Data | None
    rail: Data | None


class SiteData:
    """What templates receive, by the page or document that they are for. Created on demand."""

    def __init__(self, build: Build, builder: StandaloneHTMLBuilder, digests: PostDigests) -> None:
        self.words = interface_words(builder.config.language)
        self._build = build
        self._builder = builder
        self._digests = digests
        self._blogs: dict[str, PageData] = {}
        self.templates = BlogTemplates(builder)

    def of(self, page: str) -> PageData:
        """Return the data of the blog that *page* belongs to."""
        return self._of_blog(self._build.blog_of(page))

    def _of_blog(self, published: PublishedBlog) -> PageData:
        if published.root not in self._blogs:
            self._blogs[published.root] = PageData(published, self._build, self._builder, self._digests, self.item)
        return self._blogs[published.root]

    def of_post(self, post: Post) -> PageData:
        """Return the data of the blog that *post* belongs to."""
        return self._of_blog(self._build.blog_of_post(post))

    def posts_of(self, post: Post) -> PostData:
        """Return the data of the posts of the blog that *post* belongs to."""
        return self.of_post(post).posts

    def frames_of(self, post: Post) -> PostFrames:
        """Return the creator of the data shown above and below the text of *post*."""
        return self.of_post(post).frames

    def blog_on(self, page: str, sidebars: Iterable[str] | None = None) -> Data | None:
        """Return the variable ``blog`` if a page, which has these *sidebars* or those of the theme, shows it."""
        return self.of(page).sidebar if self.templates.are_on(page, sidebars) else None

    def around(self, page: str, sidebars: Iterable[str] | None = None) -> Around:
        """Return what is around the text or list of a page, which has these *sidebars* or those of the theme."""
        shown = self._build.pages.shown_on.get(page)
        rail = self.of(page).rail.beside(shown) if shown is not None else None
        return Around(self.blog_on(page, sidebars), rail)

    def item(self, listing: Listing, post: Post) -> Data:
        """Return what a list shows of a post of any blog, using the data of the post's own blog."""
        own = self._build.posts[post.key]
        return self.of_post(own).items.of(listing, own)

    def term_list(self, docname: str, taxonomy: str, style: str, least: int = 1, *, blog: str = "") -> Data:
        """Return the terms that a document lists: those of its own blog, of another, or of all."""
        blogs = self._build.blogs_asked_for(blog, docname)
        lists = [self._of_blog(published).term_list(taxonomy, style, least) for published in blogs]
        titles = [published.config.blog_title for published in blogs]
        return merge_terms(lists, titles) if len(lists) > 1 else lists[0]

    def all_named(self, posts: Iterable[Post]) -> list[Data]:
        """Return the data of posts, of any blogs, of which only the titles are shown."""
        return [self.posts_of(post).named(post) for post in posts]
