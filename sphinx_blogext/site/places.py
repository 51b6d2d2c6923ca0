"""Where pages are in the site's navigation. No toctree leads to generated pages, and few lead to posts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.logging import suppress_logging

from sphinx_blogext.site.build import Build, once
from sphinx_blogext.site.pages import ListPage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@once
def relations(build: Build) -> Mapping[str, Sequence[str | None]]:
    """Return the documents to which toctrees lead from the root, each with those above, before and after it."""
    # Sphinx reports circles when it does the same.
    with suppress_logging():
        return build.env.collect_relations()


def is_of_blog(build: Build, page: str) -> bool:
    """Return whether a page is a post, or one of the pages of a blog, which may be a document."""
    return page in build.posts or page in build.pages.shown_on


def place_of(build: Build, page: str) -> str:
    """Return the page as which *page* is in the navigation.

    A post, or a page of a blog, that is in no toctree has the place of the document that owns its list, or that of
    the first page of its blog. Any other page has its own.
    """
    is_other = page in build.documents and not is_of_blog(build, page)
    if page in relations(build) or is_other:
        return page
    shown = build.pages.shown_on.get(page)
    owner = shown.listing.owner if isinstance(shown, ListPage) else ""
    return owner if owner in relations(build) else build.blog_of(page).pages.home


def path_to(build: Build, docname: str) -> list[str]:
    """Return the documents that lead from the root to *docname*, and itself, if a toctree leads there."""
    path: list[str] = []
    name: str | None = docname
    while name and name != build.env.config.root_doc and name in relations(build):
        path.insert(0, name)
        name = relations(build)[name][0]
    return path
