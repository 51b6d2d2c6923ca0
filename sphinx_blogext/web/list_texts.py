"""Descriptions of lists without text of their own, for search engines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.markup.tree import title_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build

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
