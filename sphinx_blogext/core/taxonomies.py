"""The taxonomies of every blog, and all that tells one from another: a further one is one more record."""

from __future__ import annotations

from typing import NamedTuple

from sphinx_blogext.core.marks import N_


class TaxonomyKind(NamedTuple):
    """What is true of a taxonomy in every blog.

    ``name`` is its name in page names and metadata, ``plural`` that in options and templates.
    ``title`` is the heading of its list of terms, ``term_title`` that of the page of a term,
    with ``%s`` for its label. ``weight`` is how much a shared term says of the kinship of two
    posts. ``default`` is the option with the terms of posts that name none, ``on_unknown`` the
    one that says what to do about terms that ``conf.py`` does not know, by default ``unknown``. ``in_feeds`` are
    terms that readers of feeds get as categories; by those ``in_search`` posts are found.
    Only posts have terms ``of_posts``: a document with one that is no post lacks something.
    The names of terms are words, and translated, where it ``is_translated``. Where it ``is_keyed`` posts call
    terms by keys, such as ``mei``, and what readers see are labels.
    """

    name: str
    plural: str
    title: str
    term_title: str
    weight: int = 0
    default: str = ""
    on_unknown: str = ""
    unknown: str = "ignore"
    in_feeds: bool = False
    in_search: bool = False
    of_posts: bool = False
    is_translated: bool = False
    is_keyed: bool = False

    @property
    def option(self) -> str:
        """The option that describes the terms."""
        return f"blog_{self.plural}"


#: By name, in the order in which they are shown.
TAXONOMIES = {
    kind.name: kind
    for kind in (
        TaxonomyKind(
            "tag",
            "tags",
            N_("Tags"),
            N_("Posts tagged “%s”"),
            weight=3,
            on_unknown="blog_on_unknown_tag",
            in_feeds=True,
            in_search=True,
            of_posts=True,
            is_translated=True,
        ),
        TaxonomyKind(
            "category",
            "categories",
            N_("Categories"),
            N_("Posts in “%s”"),
            weight=2,
            in_feeds=True,
            in_search=True,
            of_posts=True,
            is_translated=True,
        ),
        TaxonomyKind(
            "author",
            "authors",
            N_("Authors"),
            N_("Posts by %s"),
            # No ``in_feeds``: feeds have elements of their own for authors.
            default="blog_default_author",
            on_unknown="blog_on_unknown_author",
            unknown="warn",
            in_search=True,
            is_keyed=True,
        ),
        TaxonomyKind(
            "series",
            "series",
            N_("Series"),
            N_("Series: %s"),
            weight=6,
            in_search=True,
            of_posts=True,
            is_translated=True,
        ),
        TaxonomyKind(
            "language",
            "languages",
            N_("Languages"),
            N_("Posts in %s"),
            default="blog_default_language",
            is_keyed=True,
        ),
        TaxonomyKind(
            "location",
            "locations",
            N_("Locations"),
            N_("Posts from %s"),
            default="blog_default_location",
            is_translated=True,
            is_keyed=True,
        ),
    )
}

#: Both spellings of the name of a taxonomy -> the name.
TAXONOMY_SPELLINGS = {spelling: kind.name for kind in TAXONOMIES.values() for spelling in (kind.plural, kind.name)}
