"""What a blog consists of: plain, immutable records without nodes or HTML."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.dates import sort_key
from sphinx_blogext.slugs import normalize, slugify

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

#: The taxonomies of every blog: singular name (as in page names) -> plural (as in options).
TAXONOMIES = {
    "tag": "tags",
    "category": "categories",
    "author": "authors",
    "series": "series",
    "language": "languages",
    "location": "locations",
}

#: Both spellings of the name of a taxonomy -> the name.
TAXONOMY_SPELLINGS = {plural: name for name, plural in TAXONOMIES.items()} | {name: name for name in TAXONOMIES}

#: How much a term of a taxonomy that two posts share says of their kinship.
_KINSHIP = {"series": 6, "category": 2, "tag": 3}


class Schedule(NamedTuple):
    """What decides whether a post is to be seen."""

    draft: bool
    date: datetime | None
    expires: datetime | None

    def is_published(self, now: datetime) -> bool:
        """Return whether the post is to be seen at the moment *now*."""
        return (
            not self.draft
            and self.date is not None
            and sort_key(self.date) <= sort_key(now)
            and (self.expires is None or sort_key(now) < sort_key(self.expires))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One dated entry: the metadata of a document.

    ``title`` is text; with ``has_own_title`` it is not that of the heading. Dates know their
    zone. ``terms`` maps the name of a taxonomy to the names of its terms as the author
    wrote them. ``pinned_until`` is :data:`~sphinx_blogext.dates.NEVER` for a
    pin without an end. ``reading_time`` is in minutes. ``more_anchor`` is the id of the
    place on the post's page where its teaser was cut. ``fingerprint`` changes whenever what
    the teaser is made of does, ``heading_fingerprint`` whenever the mark-up of the heading
    does (``""`` for plain text), ``text_fingerprint`` whenever the text does, and
    ``references`` are the attributes of the cross-references that teaser or heading hold.
    """

    docname: str
    title: str
    has_own_title: bool = False
    lineno: int = 1
    date: datetime | None = None
    updated: datetime | None = None
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    description: str = ""
    image: str = ""
    external_link: str = ""
    canonical_link: str = ""
    feed_id: str = ""
    redirects: tuple[str, ...] = ()
    translations: tuple[str, ...] = ()
    translation_key: str = ""
    related: tuple[str, ...] | None = None
    series_index: int | None = None
    reading_time: int | None = None
    draft: bool = False
    unlisted: bool = False
    featured: bool = False
    nocomments: bool = False
    pinned_until: datetime | None = None
    expires: datetime | None = None
    has_more: bool = False
    more_text: str = ""
    more_anchor: str = "more"
    fingerprint: str = ""
    heading_fingerprint: str = ""
    text_fingerprint: str = ""
    references: tuple[tuple[tuple[str, object], ...], ...] = ()

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.draft, self.date, self.expires)

    def is_published(self, now: datetime) -> bool:
        """Return whether the post is to be seen at the moment *now*."""
        return self.schedule.is_published(now)


class TermSettings(NamedTuple):
    """What the configuration says about a term (``blog_authors``, ``blog_tags`` …)."""

    label: str = ""
    slug: str = ""
    url: str = ""
    description: str = ""
    avatar: str = ""
    social: tuple[tuple[str, str], ...] = ()


_NO_SETTINGS = TermSettings()


@dataclass(frozen=True, slots=True)
class Term:
    """One value of a taxonomy, with its posts, newest first.

    ``name`` is the spelling first met, ``label`` what is shown, ``slug`` the last part of
    the page name.
    """

    taxonomy: str
    key: str
    name: str
    slug: str
    posts: tuple[Post, ...]
    settings: TermSettings = _NO_SETTINGS

    @property
    def label(self) -> str:
        return self.settings.label or self.name


@dataclass(frozen=True, slots=True)
class Archive:
    """The posts of one year, newest first."""

    year: int
    posts: tuple[Post, ...]


class Taxonomy(dict[str, Term]):
    """The terms of one kind, by key, in the order in which they are listed.

    Terms are ordered by their label without regard to case, those in Latin script first.
    """

    def __init__(self, name: str, terms: Iterable[Term]) -> None:
        super().__init__((term.key, term) for term in sorted(terms, key=_label_order))
        self.name = name

    def find(self, name: str) -> Term | None:
        """Return the term called *name*, whatever its case or spacing."""
        return self.get(normalize(name))


def _label_order(term: Term) -> tuple[str, str]:
    return (term.label.casefold(), term.key)


class Blog:
    """All posts of one blog in order, with its taxonomies and archives, at the moment *now*.

    Posts are ordered by date, newest first, and by document name where dates are equal.
    ``posts`` are those to be listed; ``drafts`` and ``unlisted`` stand beside them.
    """

    def __init__(
        self,
        posts: Iterable[Post],
        *,
        now: datetime,
        settings: Mapping[str, Mapping[str, TermSettings]] | None = None,
    ) -> None:
        every = sorted(posts, key=newest_first)
        self.now = now
        self.drafts = tuple(post for post in every if not post.is_published(now))
        published = [post for post in every if post.is_published(now)]
        self.unlisted = tuple(post for post in published if post.unlisted)
        self.posts = tuple(post for post in published if not post.unlisted)
        self.by_docname = {post.docname: post for post in every}
        self.pinned = tuple(
            post
            for post in self.posts
            if post.pinned_until is not None and sort_key(now) < sort_key(post.pinned_until)
        )
        self._settings = settings or {}
        self.taxonomies = {name: self._collect_taxonomy(name) for name in TAXONOMIES}
        self._places = {post.docname: place for place, post in enumerate(self.posts)}

    def _collect_taxonomy(self, taxonomy: str) -> Taxonomy:
        posts: dict[str, list[Post]] = {}
        spellings: dict[str, str] = {}
        for post in self.posts:
            for key, name in {normalize(name): name for name in reversed(post.terms.get(taxonomy, ()))}.items():
                posts.setdefault(key, []).append(post)
                # Posts come newest first: the spelling that stays is that of the oldest post.
                spellings[key] = name
        settings = self._settings.get(taxonomy, {})
        # A slug that was given to one term is not another's, whatever that is called.
        taken = {given.slug.casefold() for given in settings.values() if given.slug}
        return Taxonomy(
            taxonomy,
            (
                Term(
                    taxonomy,
                    key,
                    name,
                    (settings.get(key, _NO_SETTINGS).slug or slugify(name, taken)),
                    tuple(posts[key]),
                    settings.get(key, _NO_SETTINGS),
                )
                for key, name in spellings.items()
            ),
        )

    @cached_property
    def archives(self) -> tuple[Archive, ...]:
        """The years in which posts were written, the latest first."""
        years: dict[int, list[Post]] = {}
        for post in self.posts:
            assert post.date is not None
            years.setdefault(post.date.year, []).append(post)
        return tuple(Archive(year, tuple(posts)) for year, posts in sorted(years.items(), reverse=True))

    def neighbours(self, post: Post) -> tuple[Post | None, Post | None]:
        """Return the post before *post* in time and the one after it."""
        place = self._places.get(post.docname)
        if place is None:
            return None, None
        older = self.posts[place + 1] if place + 1 < len(self.posts) else None
        return older, self.posts[place - 1] if place else None

    def related(self, post: Post, count: int) -> tuple[Post, ...]:
        """Return up to *count* posts that have most in common with *post*.

        Every term that both have counts, a series more than a tag and a tag more than a
        category, and a term the more the fewer posts have it; of equals the newer comes
        first. ``related`` of the post itself is followed where it is set.
        """
        if post.related is not None:
            return tuple(self.by_docname[name] for name in post.related if name in self._places)
        scores: Counter[str] = Counter()
        for taxonomy, weight in _KINSHIP.items():
            for name in post.terms.get(taxonomy, ()):
                term = self.taxonomies[taxonomy].find(name)
                for other in term.posts if term else ():
                    # Whole numbers: the same on every machine.
                    scores[other.docname] += weight * 1000 // len(term.posts) if term else 0
        del scores[post.docname]
        best = sorted(scores, key=lambda docname: (-scores[docname], self._places[docname]))
        return tuple(self.by_docname[docname] for docname in best[:count])


def newest_first(post: Post) -> tuple[int, str]:
    """Return what orders posts by date, newest first, then by document name; drafts without a date lead."""
    return (-sort_key(post.date) if post.date else -(1 << 62), post.docname)
