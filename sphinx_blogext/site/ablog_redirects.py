"""The pages that ABlog's sites have elsewhere: they forward, where ``blog_ablog_redirects`` says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import is_page_name
from sphinx_blogext.core.slugs import ablog_slug
from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_blogext.site.published_blog import PublishedBlog


def ablog_pages(published: PublishedBlog, *, folds_index: bool) -> Iterator[tuple[str, str]]:
    """Yield page names that a blog has with ABlog, and where they are now; some are what they were.

    With *folds_index* the pages ``x`` and ``x/index`` are one file.
    """
    pages = published.pages
    if not folds_index:
        # ABlog writes it beside the document ``blog/index``.
        yield pages.addresses.root, pages.home
    # Drafts have no list here unless they are shown.
    yield pages.addresses.drafts, pages.home
    for taxonomy, kind in TAXONOMIES.items():
        # Those with most posts first: of several that ABlog writes to one page it is theirs.
        for term in sorted(published.blog.taxonomies[taxonomy].values(), key=lambda term: -term.count):
            for called in _spellings((kind.is_keyed and term.settings.label) or term.name):
                slug = ablog_slug(called)
                name = pages.addresses.term(taxonomy, slug)
                if slug and not (folds_index and slug == "index") and is_page_name(name):
                    yield name, pages.term_page(term)


def _spellings(name: str) -> tuple[str, ...]:
    """Return what ABlog knows a term by: in lists of MyST's front matter it does not undo what JSON escapes."""
    return (name,) if name.isascii() else (name, json.dumps(name))
