"""The parts of posts as HTML: titles, teasers, first paragraphs, descriptions. Each is rendered once per build."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from sphinx_blogext.lang.sphinx_words import mark_borrowed, words_in
from sphinx_blogext.pages.records import Html
from sphinx_blogext.read.sections import PostTrees
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.descriptions import describe_teaser
from sphinx_blogext.write.teaser import Teaser, plain_lead, render_lead, render_teaser, render_title
from sphinx_blogext.write.teaser_cache import TeaserCache

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.pages.post_digests import PostDigests
    from sphinx_blogext.pages.site_data import SiteData
    from sphinx_blogext.site.build import Build


class Parts:
    """Renders the parts of posts. *is_written* tells whether the build may write a document.

    ``has_substitutes`` is true if plain text replaces a part of a post that could not be rendered.
    """

    def __init__(
        self,
        build: Build,
        builder: StandaloneHTMLBuilder,
        page_data: SiteData,
        digests: PostDigests,
        is_written: Callable[[str], bool],
    ) -> None:
        self.has_substitutes = False
        self._build = build
        self._builder = builder
        self._page_data = page_data
        self._digests = digests
        self._is_written = is_written
        self._trees = PostTrees(build.env)
        self._parts: dict[tuple[str, str], Teaser] = {}
        self._descriptions: dict[str, str] = {}
        # Per builder, because URLs differ between html and dirhtml.
        self._cache = TeaserCache(Path(build.env.doctreedir, f".teasers-{builder.name}"))

    def of(self, html: Html) -> Teaser:
        """Return a part of a post, rendered once."""
        key = (html.part, html.post.key)
        if key not in self._parts:
            self._parts[key] = self._title(html.post) if html.part == "title" else self._kept_or_made(html)
        return self._parts[key]

    def teaser(self, post: Post) -> Teaser:
        return self.of(Html("teaser", post, self._digests.of_teaser(post)))

    def description(self, post: Post) -> str:
        """Return a description of a post, as a sentence or two of plain text, created once."""
        if post.key not in self._descriptions:
            made = post.description or describe_teaser(self.teaser(post), self._builder.config)
            self._descriptions[post.key] = made
        return self._descriptions[post.key]

    def save(self) -> None:
        """Save the teasers for the next build."""
        self._cache.save(self._build.posts)

    def _kept_or_made(self, html: Html) -> Teaser:
        """Return a part of a post, from an earlier build if unchanged."""
        part, post = html.part, html.post
        made_of = self._digests.of_rendering(post)
        kept = self._cache.get((part, post.key), made_of) if self._may_be_kept(post) else None
        if kept is not None:
            return kept
        render = render_lead if part == "lead" else render_teaser
        made = self.try_to(render, part, post)
        if made is None:
            return _plain(post, self._trees)  # not cached: the next build tries again
        self._cache.put((part, post.key), made_of, made)
        return made

    def try_to(self, render: Callable[..., Teaser], part: str, post: Post) -> Teaser | None:
        """Return a part of a post; if another extension fails on it, report that and return nothing."""
        try:
            posts = self._page_data.posts_of(post)
            with words_in(posts.voice(post).foreign, posts.config.language) as words:
                made = render(self._trees, self._builder, post.docname, post.anchor)
                return replace(made, html=mark_borrowed(made.html, words.borrowed))
        # Another extension may raise anything: the site must still get its lists and feeds.
        except Exception as error:
            message = "the %s of the post cannot be rendered: %s; plain text is shown instead"
            warn(BlogWarning.RENDERING, message, part, _reason(error), location=(post.docname, post.lineno))
            self.has_substitutes = True
            return None

    def _may_be_kept(self, post: Post) -> bool:
        """Return whether the result of an earlier build can be used for the post.

        Not if its page is written anyway, for instance because all pages are: images and the like are written
        with it. Nor if the document contains a list, which is made of other posts.
        """
        domain, docname = self._build.domain, post.docname
        has_list = docname in domain.lists or docname in domain.terms or docname in domain.env.toctree_includes
        return not self._is_written(docname) and not has_list

    def _title(self, post: Post) -> Teaser:
        """Return the heading with its markup, unless the post has another title for lists."""
        made = None if post.has_own_title else self.try_to(render_title, "title", post)
        return made or Teaser(str(Markup.escape(post.title)))


def _plain(post: Post, trees: PostTrees) -> Teaser:
    """Return what is shown of a post whose text cannot be rendered."""
    text = post.description or plain_lead(trees, post.docname, post.anchor)
    return Teaser(f"<p>{escape(text, quote=False)}</p>" if text else "")


def _reason(error: Exception) -> str:
    """Describe the exception that an extension has raised, and name the extension if Sphinx knows it."""
    cause = getattr(error, "orig_exc", None) or error
    raiser = getattr(error, "modname", None)
    return f"{type(cause).__name__}: {cause}" + (f" (raised in {raiser})" if raiser else "")
