"""The public API for other extensions: read-only records of a site's blogs, and the event ``blog-collected``.

Within a major version no name is removed and none changes its meaning; new names may be added. Everything
else in this package is private.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from sphinx.application import Sphinx

from sphinx_blogext.core import model, terms
from sphinx_blogext.core.addresses import absolute
from sphinx_blogext.core.blog import is_pinned
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.events import COLLECTED_EVENT as EVENT
from sphinx_blogext.site.build import Build, build_of, once
from sphinx_blogext.site.pages import term_label
from sphinx_blogext.site.published_blog import PublishedBlog

__all__ = ["EVENT", "Blog", "Post", "Term", "blogs_of"]


@dataclass(frozen=True, slots=True)
class Term:
    """A tag, an author, or a term of another taxonomy, in one blog.

    ``name`` is what posts call it, ``label`` is what readers of the site see, and ``parent`` is the name of
    its parent term, or ``""``. ``page`` is the name of the page that lists its ``posts``, which are given by
    their keys, newest first; ``url`` is the URL of that page, as for :class:`Post`.
    """

    taxonomy: str
    name: str
    label: str
    description: str
    parent: str
    page: str
    url: str
    posts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """A listed post: not a draft, scheduled, expired or unlisted.

    ``key`` identifies it: the name of its document, followed by ``#`` and the ``anchor`` of its section if
    the post is a section. ``url`` is absolute if the URL of the site is known, otherwise relative to its
    root, and ``""`` if the builder writes no pages. Dates have a time zone. ``language`` is a language tag
    (BCP 47), ``description`` is what its author wrote, and ``image`` is a URL like ``url``: each is ``""`` if
    unknown. ``terms`` are grouped by the name of their taxonomy. ``external_link`` is the URL that the post
    links to instead of its own text.
    """

    key: str
    docname: str
    anchor: str
    blog: str
    title: str
    url: str
    date: datetime
    updated: datetime | None
    language: str
    description: str
    image: str
    reading_time: int | None
    external_link: str
    is_pinned: bool
    is_featured: bool
    terms: Mapping[str, tuple[Term, ...]]


@dataclass(frozen=True, slots=True)
class Blog:
    """A blog of the site: ``path`` is its name in ``conf.py``. ``posts`` are sorted newest first.

    ``taxonomies`` maps the name of each taxonomy to its terms, in the order in which they are listed.
    ``feeds`` are the URLs of the feeds of all posts; it is empty if the URL of the site is not known.
    """

    path: str
    title: str
    page: str
    url: str
    posts: tuple[Post, ...]
    taxonomies: Mapping[str, tuple[Term, ...]]
    feeds: tuple[str, ...]


def blogs_of(app: Sphinx) -> tuple[Blog, ...]:
    """Return the blogs of the site as they are in this build, in the order of ``conf.py``.

    Call it from ``blog-collected`` or later: before that, not all documents have been read.
    """
    return blogs_in(build_of(app.env))


@once
def blogs_in(build: Build) -> tuple[Blog, ...]:
    return tuple(_Collector(build, blog).blog() for blog in build.blogs)


#: What is as in the record of a post.
_SAME = "key docname anchor blog title date updated description reading_time external_link".split()


class _Collector:
    def __init__(self, build: Build, published: PublishedBlog) -> None:
        self._build, self._published, self._base = build, published, build.hosting.canonical
        taxonomies = published.blog.taxonomies.items()
        self._terms = {name: {term.key: self._term(term) for term in kind.shown} for name, kind in taxonomies}

    def blog(self) -> Blog:
        published = self._published
        channels = published.channels[:1] if self._build.hosting.has_feeds else ()
        return Blog(
            path=published.root,
            title=published.config.blog_title,
            page=published.pages.home,
            url=self._url(published.pages.home),
            posts=tuple(map(self._post, published.blog.posts)),
            taxonomies=MappingProxyType({name: tuple(terms.values()) for name, terms in self._terms.items()}),
            feeds=tuple(link.url for channel in channels for link in channel.links(self._base)),
        )

    def _url(self, page: str, fragment: str = "") -> str:
        is_written = self._build.writes_pages
        return absolute(self._base, self._build.builder.get_target_uri(page), fragment) if is_written else ""

    def _term(self, term: terms.Term) -> Term:
        page = self._published.pages.term_page(term)
        return Term(
            taxonomy=term.taxonomy,
            name=term.name,
            label=term_label(term),
            description=term.settings.description,
            parent=term.parent.name if term.parent else "",
            page=page,
            url=self._url(page),
            posts=tuple(post.key for post in term.posts),
        )

    def _post(self, post: model.Post) -> Post:
        shown = {name: self._published.blog.terms_of(post, name) for name in self._terms}
        of_post = {name: tuple(self._terms[name][term.key] for term in own) for name, own in shown.items()}
        return Post(
            **{name: getattr(post, name) for name in _SAME},
            url=self._url(post.docname, post.anchor),
            language=self._build.config.voice(post).declared_tag,
            image=absolute_url(self._build.picture_of(post), self._base, is_loaded=True),
            is_pinned=is_pinned(post, self._build.now),
            is_featured=post.featured,
            terms=MappingProxyType(of_post),
        )
