"""The facts of a page of the blog, and of its authors, for machines: plain records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from sphinx_blogext.core.citation import Source
    from sphinx_blogext.site.people import Person


@dataclass(frozen=True, slots=True)
class Link:
    """A page by its title and absolute URL."""

    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
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
