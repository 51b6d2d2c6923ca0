"""What themes receive for a list page besides its body: its title, its parent pages, and its neighbors."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.pagination import place_of
from sphinx_blogext.lang.words import _
from sphinx_blogext.markup.tree import title_text
from sphinx_blogext.site.pages import ListPage

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.pagination import Page
    from sphinx_blogext.site.pages import Listing, Parents, TermIndex


class Frame(NamedTuple):
    """The frame of a page. ``heading`` is that of the list, ``title`` that of this page of it, both as text.

    ``parents`` are the titles and names of its parent pages, ``newer`` and ``older`` those of its neighbors.
    """

    heading: str
    title: str
    parents: Parents
    newer: tuple[str, str] | None = None
    older: tuple[str, str] | None = None


def frame_of(env: BuildEnvironment, page: ListPage | TermIndex) -> Frame:
    if not isinstance(page, ListPage):
        return Frame(page.title, page.title, page.parents)
    listing, cut = page
    heading = _heading(env, listing)
    # Further pages have the first one as parent, so that breadcrumbs lead back to the list.
    above = () if cut.newer is None else ((heading, listing.name),)
    pages, place = listing.pages, place_of(cut, listing.pages)
    newer, older = (
        (_title(heading, pages[number]), pages[number].name) if 0 <= number < len(pages) else None
        for number in (place - 1, place + 1)
    )
    return Frame(heading, _title(heading, cut), (*listing.parents, *above), newer, older)


def neighbor_links(builder: StandaloneHTMLBuilder, frame: Frame, name: str) -> dict[str, dict[str, str] | None]:
    """Return ``prev`` and ``next`` of the page *name* for the theme: the pages of newer and older posts."""
    neighbors = (("prev", frame.newer), ("next", frame.older))
    return {key: link_to(builder, *page, name) if page else None for key, page in neighbors}


def link_to(builder: StandaloneHTMLBuilder, title: str, page: str, name: str) -> dict[str, str]:
    """Return what themes receive for a link from the page *name* to *page*, whose *title* is text."""
    # Escaped, because themes print titles as HTML, which is what Sphinx passes to them.
    return {"link": builder.get_relative_uri(name, page), "title": escape(title), "page": page}


def _heading(env: BuildEnvironment, listing: Listing) -> str:
    return title_text(env.titles[listing.owner]) if listing.owner else listing.title


def _title(heading: str, page: Page[Post]) -> str:
    if page.newer is None or page.number is None:
        return heading
    return _("%(title)s – page %(number)s") % {"title": heading, "number": page.number}
