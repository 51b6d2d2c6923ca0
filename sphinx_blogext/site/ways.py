"""The navigation of a blog: a line of links below the heading of its first page that leads to all parts of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.config.taxonomies import taxonomies_of
from sphinx_blogext.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from sphinx.config import Config

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.pages import Pages

#: The default links, followed by custom taxonomies and feeds. Languages have a bar of their own.
_USUAL = ("archive", "category", "tag", "author", "series")


class Way(NamedTuple):
    """A link on the first page of a blog."""

    title: str
    page: str


def collect_ways(pages: Pages, domain: BlogDomain, config: Config) -> tuple[Way, ...]:
    """Return links to the pages in ``blog_nav`` that exist.

    If the option is not set and the document itself links to one of these pages, there are none.
    """
    there = dict(_every_way(pages))
    own = (name for name, kind in taxonomies_of(config).items() if kind.is_own)
    names = (*_USUAL, *own, "feeds") if config.blog_nav is None else config.blog_nav
    ways = tuple(there[name] for name in names if name in there)
    is_said = config.blog_nav is None and not _links(pages, domain).isdisjoint({way.page for way in ways})
    return () if is_said else ways


def _every_way(pages: Pages) -> Iterator[tuple[str, Way]]:
    """Yield the name of each such page that exists, and the link to it."""
    for listing in pages.listings:
        if listing.kind == "archive" and not listing.language:
            yield "archive", Way(listing.title, listing.name)
    for overview in pages.overviews:
        # The page of feeds has no taxonomy.
        title = overview.title if overview.taxonomy else _("Feeds")
        yield overview.taxonomy or "feeds", Way(title, overview.name)


def _links(pages: Pages, domain: BlogDomain) -> Set[str]:
    """Return the pages of the blog that its first page links to, by URL or by ABlog's labels."""
    labels = pages.addresses.labels | {"blog-feed": pages.addresses.subscribe}
    named = [
        labels[name] for kind, name in domain.references.get(pages.home, ()) if kind == "ref" and name in labels
    ]
    return {pages.page_of(name) for name in (*named, *domain.links.get(pages.home, ()))}
