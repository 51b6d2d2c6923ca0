"""The facts of a page of the blog for machines, as plain records, and descriptions of lists without text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.cards.card import SIZE as CARD_SIZE
from sphinx_blogext.cards.plan import shared_picture
from sphinx_blogext.core.addresses import absolute
from sphinx_blogext.core.citation import license_url
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.markup.tree import title_text
from sphinx_blogext.read.pictures import picture_uri
from sphinx_blogext.site.pages import ListPage, frame_of, term_label
from sphinx_blogext.site.published_blog import person_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sphinx_blogext.core.citation import Source
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.pages import Frame, TermIndex
    from sphinx_blogext.site.published_blog import Person
    from sphinx_blogext.write.output import Output


class Link(NamedTuple):
    """A page by its title and absolute URL."""

    title: str
    url: str


class PageFacts(NamedTuple):
    """A page; URLs are absolute, and empty if the URL of the site is not known.

    ``kind`` is ``"post"``, ``"blog"`` for the list of all posts, or ``"list"``. ``parents`` lead from the
    blog's first page down to the page's own parent. ``language`` is empty if unknown.
    """

    kind: str
    title: str
    url: str
    site: str
    blog: Link
    language: str
    description: str = ""
    image: str = ""
    image_size: tuple[int, int] | None = None
    published: datetime | None = None
    updated: datetime | None = None
    authors: tuple[Person, ...] = ()
    section: str = ""
    tags: tuple[str, ...] = ()
    cited: Source | None = None
    license: str = ""
    parents: tuple[Link, ...] = ()


#: As long as what search engines show.
LENGTH = 200


def line_of(title: str, names: Iterable[str]) -> str:
    return _("%(list)s: %(names)s") % {"list": title, "names": "; ".join(names)}


def latest(title: str, posts: Sequence[Post]) -> str:
    """Return the title of a list and its latest posts, as a search engine shows them in a line or two."""
    return shorten(line_of(title, [post.title for post in posts[:3]]), LENGTH)


def text_of_lists(build: Build, page: str) -> str:
    """Return a description of a document with lists other than those of the blog's pages, or ``""``."""
    places = range(len(build.domain.lists.get(page, ())))
    listings = (build.pages.placed.get((page, place)) for place in places)
    posts = [post for listing in listings if listing for post in listing.pages[0].items]
    return latest(title_text(build.env.titles[page]), posts) if posts else ""


def with_description(text: str, head: str) -> str:
    """Return *head* with a description, if there is a *text* for it and *head* has none yet."""
    if not text or 'name="description"' in head:
        return head
    return f'{head}\n<meta name="description" content="{escape(text)}">'


class FactsCollector:
    """Collects the facts of pages for machines."""

    def __init__(self, output: Output, page: str) -> None:
        self.build = output.build
        self.builder = output.builder
        self.renderer = output.renderer
        published = self.build.blog_of(page)
        self.blog, self.config = published.blog, published.config
        self.base = self.build.hosting.canonical
        home = published.pages.home
        self.common: dict[str, Any] = {
            # Sphinx leaves two spaces if a site has no release. The title may also be a number.
            "site": " ".join(str(self.config.sphinx.html_title or self.config.sphinx.project).split()),
            "blog": Link(self.config.blog_title, self._url(home)),
            "language": language_tag(self.config.language),
        }

    def of_page(self, name: str, url: str, written: str, *, has_text: bool) -> PageFacts | None:
        """Return the facts of the page at *url*, if it belongs to the blog; *written* is its own description."""
        post = self.build.posts.get(name)
        if post is not None:
            return self._of_post(post, url)
        shown = self.build.pages.shown_on.get(name)
        if isinstance(shown, ListPage):
            return self._of_list(shown, url, written, has_text=has_text)
        if shown is None:
            return None
        terms = self.blog.taxonomies[shown.taxonomy].shown[:12] if shown.taxonomy and not has_text else ()
        description = shorten(line_of(shown.title, [term.label for term in terms]), LENGTH) if terms else ""
        return self._list("list", shown, url, written or description)

    def _of_post(self, post: Post, url: str) -> PageFacts:
        blog = self.blog
        if (tag := self.build.config.voice(post).declared) is not None:
            self.common["language"] = tag
        categories = blog.terms_of(post, "category")
        shared = shared_picture(post, self.build, self.builder)
        keywords = ["tag", *(name for name, kind in blog.kinds.items() if kind.is_own)]
        return PageFacts(
            kind="post",
            title=post.title,
            url=url,
            description=self.renderer.parts.description(post),
            image=self._image(shared),
            image_size=CARD_SIZE if shared != picture_uri(post, self.build.env) else None,
            published=post.date,
            updated=post.updated,
            authors=tuple(person_of(term, self.base, post) for term in blog.terms_of(post, "author")),
            section=term_label(categories[0]) if categories else "",
            cited=self.build.blog_of_post(post).source_of(post, self.builder),
            license=license_url(post.license) or post.license,
            tags=tuple(term_label(term) for name in keywords for term in blog.terms_of(post, name)),
            parents=(self.common["blog"],),
            **self.common,
        )

    def _of_list(self, shown: ListPage, url: str, written: str, *, has_text: bool) -> PageFacts:
        listing, page = shown
        frame = frame_of(self.build.env, shown)
        subtitle = self.config.blog_feed_subtitle if listing.kind == "blog" else ""
        text = listing.term.settings.description if listing.term else subtitle
        if not text and not has_text:
            text = latest(frame.title, page.items) if page.items else line_of(self.common["site"], [frame.title])
        kind = "blog" if listing.kind == "blog" and page.newer is None else "list"
        return self._list(kind, frame, url, written or shorten(text or "", LENGTH))

    def _list(self, kind: str, page: Frame | TermIndex, url: str, description: str) -> PageFacts:
        links = tuple(Link(title, self._url(name)) for title, name in page.parents)
        about = {"title": page.title, "description": description, "image": self._image()} | self.common
        return PageFacts(kind=kind, url=url, parents=links, **about)

    def _image(self, uri: str = "") -> str:
        """Return the absolute URL of a picture, or of the default picture, for programs on other sites."""
        return absolute_url(uri or self.config.blog_default_image, self.base, is_loaded=True) if self.base else ""

    def _url(self, page: str) -> str:
        return absolute(self.base, self.builder.get_target_uri(page)) if self.base else ""
