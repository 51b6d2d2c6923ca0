"""What templates receive on any page of a site with one or several blogs."""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext._compat import has_own_sidebar, sidebars_of, template_folders
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.model import Post
from sphinx_blogext.data.lists import PageData, merge_terms
from sphinx_blogext.data.posts import Data, PostData
from sphinx_blogext.data.rail import RAIL
from sphinx_blogext.data.site_digests import PostDigests
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build
from sphinx_blogext.site.pages import Listing
from sphinx_blogext.site.published_blog import PublishedBlog

#: The names of files that templates may be in.
_SUFFIXES = frozenset({".html", ".htm", ".jinja", ".j2", ".txt", ".xml"})
#: What a template computes, without its text and comments.
_CODE = pattern(r"\{#.*?#\}|\{[{%](.*?)[%}]\}", re.DOTALL)
_STRING = pattern(r"""\"[^"]*\"|'[^']*'""")
#: The variable, and the name of one of our templates that has it.
_VARIABLE, _SIDEBAR = pattern(r"(?<![\w.])blog(?!\w)"), pattern(r"[\"']blog/(?!rail\b)")


class BlogTemplates:
    """The templates of the site and its theme that use the variable, besides our own sidebars.

    A page depends on the variable if it may be rendered with such a template: a sidebar is on the pages that have
    it in ``html_sidebars``, and any other template may be on every page.
    """

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder

    def are_on(self, page: str, sidebars: Iterable[str] | None = None) -> bool:
        """Return whether a page, with these *sidebars* or those that Sphinx gives it, shows the variable."""
        if self._is_everywhere:
            return True
        if sidebars is None:
            # Checking every page takes time.
            sidebars = sidebars_of(page, self._builder) if self.are_used else ()
        return self._has_any(sidebars)

    @cached_property
    def are_used(self) -> bool:
        return self._is_everywhere or self._has_any(self._sidebars)

    @cached_property
    def _sidebars(self) -> frozenset[str]:
        named = chain(*self._builder.config.html_sidebars.values())
        return frozenset(map(str, (*self._builder.theme.sidebar_templates, *named)))

    @cached_property
    def _is_everywhere(self) -> bool:
        """Whether a template that is no sidebar uses the variable."""
        return any(name == RAIL or not name.startswith("blog/") for name in self._using - self._sidebars)

    @cached_property
    def _using(self) -> frozenset[str]:
        """The templates that use the variable; those that include them are not looked for."""
        return frozenset(
            file.relative_to(folder).as_posix()
            for folder in template_folders(self._builder)
            for file in Path(folder).rglob("*")
            if file.suffix in _SUFFIXES
            and file.is_file()
            and _uses_blog(file.read_text(encoding="utf-8", errors="replace"))
        )

    def _has_any(self, sidebars: Iterable[str]) -> bool:
        return has_own_sidebar(sidebars) or not self._using.isdisjoint(sidebars)


def _uses_blog(template: str) -> bool:
    # Parsing the templates of a theme takes longer than writing a page.
    code = "\n".join(_CODE.findall(template)) if "blog" in template else ""
    return bool(_SIDEBAR.search(code) or _VARIABLE.search(_STRING.sub("", code)))


class Surroundings(NamedTuple):
    """The data around the text of a page: its *blog* if a template uses that, and its *rail* if it is a list."""

    blog: Data | None
    rail: Data | None


class SiteData:
    """What templates receive, by the page or document that they are for. Created on demand."""

    def __init__(self, build: Build, digests: PostDigests) -> None:
        self.words = interface_words(build.config.language)
        self._build, self._digests = build, digests
        self.templates = BlogTemplates(build.html_builder)

    def of(self, page: str) -> PageData:
        """Return the data of the blog that *page* belongs to."""
        return self._of_blog(self._build.blog_of(page))

    @cached_by(lambda published: published.root)
    def _of_blog(self, published: PublishedBlog) -> PageData:
        return PageData(published, self._build, self._digests, self.items)

    def of_post(self, post: Post) -> PageData:
        return self._of_blog(self._build.blog_of_post(post))

    def posts_of(self, post: Post) -> PostData:
        return self.of_post(post).posts

    def around(self, page: str, sidebars: Iterable[str] | None = None) -> Surroundings:
        """Return what is around the text or list of a page, which has these *sidebars* or those of the theme."""
        shown = self._build.pages.shown_on.get(page)
        rail = self.of(page).rail.beside(shown) if shown is not None else None
        return Surroundings(self.of(page).sidebar if self.templates.are_on(page, sidebars) else None, rail)

    def items(self, listing: Listing, posts: Iterable[Post]) -> list[Data]:
        """Return what a list shows of posts of any blogs, using the data of their own blogs."""
        own = [self._build.posts[post.key] for post in posts]
        blogs = {post.blog: self.of_post(post) for post in own}
        makers = {root: data.items.of(listing) for root, data in blogs.items()}
        return [makers[post.blog](post) for post in own]

    def term_list(self, docname: str, taxonomy: str, style: str, least: int = 1, *, blog: str = "") -> Data:
        """Return the terms that a document lists: those of its own blog, of another, or of all."""
        blogs = self._build.blogs_asked_for(blog, docname)
        lists = [self._of_blog(published).term_list(taxonomy, style, least) for published in blogs]
        titles = [published.config.blog_title for published in blogs]
        return merge_terms(lists, titles) if len(lists) > 1 else lists[0]

    def all_named(self, posts: Iterable[Post]) -> list[Data]:
        """Return the data of posts, of any blogs, of which only the titles are shown."""
        return [self.posts_of(post).named(post) for post in posts]
