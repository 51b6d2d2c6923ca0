"""What machines are told of a page of the blog, and of those who wrote it: plain records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_blogext.feed_formats import Person
from sphinx_blogext.feed_html import absolute_url
from sphinx_blogext.labels import term_label

if TYPE_CHECKING:
    from datetime import datetime

    from sphinx_blogext.blog import Blog
    from sphinx_blogext.model import Post, Term


@dataclass(frozen=True, slots=True)
class Link:
    """A page by its title and absolute URL."""

    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """A page; URLs are absolute, and empty where the address of the site is not known.

    ``kind`` is ``"post"``, ``"blog"`` for the list of all posts, or ``"list"``. ``parents``
    lead from the blog's first page down to the page's own parent. ``language`` is empty where
    nobody knows it.
    """

    kind: str
    title: str
    url: str
    site: str
    blog: Link
    language: str
    description: str = ""
    image: str = ""
    published: datetime | None = None
    updated: datetime | None = None
    authors: tuple[Person, ...] = ()
    section: str = ""
    tags: tuple[str, ...] = ()
    parents: tuple[Link, ...] = ()


def terms_of(blog: Blog, post: Post, taxonomy: str) -> list[Term]:
    """Return the terms that a post has, each once, in the order in which it names them."""
    found = (blog.taxonomies[taxonomy].find(name) for name in post.terms.get(taxonomy, ()))
    return list({term.key: term for term in found if term}.values())


def person_of(author: Term, base: str) -> Person:
    """Return an author; addresses are absolute, those relative to the site included."""
    settings = author.settings
    return Person(term_label(author), absolute_url(settings.url, base), absolute_url(settings.avatar, base))
