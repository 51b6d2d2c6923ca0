"""Note which lists of the old site had a post."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blogext_import.addresses import tidy
from blogext_import.reading import stem_of, suffix_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from blogext_import.post_records import ImportedPost, OldSite

#: Our taxonomies, and the fields of posts with their terms.
FIELDS = {"tag": "tags", "category": "category", "author": "author", "series": "series"}
#: Names of pages that other engines' sites make by hand, with a layout of the theme.
_BY_HAND = {
    **dict.fromkeys(("tags", "tag"), "tag:"),
    **dict.fromkeys(("categories", "category"), "category:"),
    **dict.fromkeys(("archives", "archive"), "archive:"),
    "authors": "author:",
    "series": "series:",
}


def note_terms(
    post: ImportedPost,
    kind: str,
    address_of: Callable[[str], str | None],
    feed_of: Callable[[str], str | None] = lambda name: None,
) -> None:
    """Note the lists of the terms of a post.

    *address_of* returns their URL paths, if they have any, and *feed_of* those of their feeds.
    """
    for name in post.fields.get(FIELDS[kind], ()):
        note_list(post, address_of(name) or "", f"{kind}:{name}")
        feed = feed_of(name) or ""
        note_list(post, feed, f"feed:{kind}:{name}/{'atom' if 'atom' in feed else 'rss'}.xml")


def note_list(post: ImportedPost, address: str, target: str) -> None:
    """Note one list of a post, by its URL path."""
    if address.strip("/"):
        post.lists.setdefault(tidy(address), target)


def note_list_pages(site: OldSite, address_of: Callable[[str], str]) -> None:
    """Note the pages of the old site that by their names list terms or years.

    *address_of* returns the URL path of a page.
    """
    for path in site.pages:
        name = stem_of(path) if stem_of(path) not in {"index", "_index"} else path.split("/")[-2:][0]
        if (target := _BY_HAND.get(name.lower())) and suffix_of(path) != ".rst":
            site.lists.setdefault(tidy(address_of(path)), target)
