"""What a blog consists of: plain, immutable records without nodes or HTML."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.language_choice import find_language
from sphinx_blogext.core.slugs import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from sphinx_blogext.core.social import Profile
    from sphinx_blogext.core.taxonomies import TaxonomyKind


class Schedule(NamedTuple):
    """What decides whether a post is to be seen."""

    draft: bool
    date: datetime | None
    expires: datetime | None

    def is_published(self, now: datetime) -> bool:
        """Return whether the post is to be seen at the moment *now*."""
        return self.state(now) == "published"

    def state(self, now: datetime) -> str:
        """Return what the post is at the moment *now*: ``published``, ``draft``, ``scheduled`` or ``expired``."""
        if self.draft or self.date is None:
            return "draft"
        if sort_key(self.date) > sort_key(now):
            return "scheduled"
        if self.expires is not None and sort_key(self.expires) <= sort_key(now):
            return "expired"
        return "published"

    def is_waiting(self, now: datetime) -> bool:
        """Return whether nothing but its date keeps the post from being seen: it has none, or is not yet due."""
        return not self.draft and (self.date is None or self.state(now) == "scheduled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One dated entry: the metadata of a document, or of the section *anchor* of one.

    ``title`` is text; with ``has_own_title`` it is not that of the heading. Dates know their
    zone. ``terms`` maps the name of a taxonomy to the names of its terms as the author
    wrote them. ``pinned_until`` is :data:`~sphinx_blogext.core.dates.NEVER` for a
    pin without an end. ``reading_time`` is in minutes. ``more_anchor`` is the id of the
    place on the post's page where its teaser was cut. With ``has_cover`` the picture of the post is
    none of those in its text; ``written_for`` is a version of what it is about, and an ``evergreen``
    post does not age. ``is_translated`` says that most of the
    text is from a message catalog, ``has_unknown_language`` that it is in a language that
    nobody has named, and not in that of the site. ``fingerprint`` changes whenever what
    the teaser is made of does, ``heading_fingerprint`` whenever the mark-up of the heading
    does (``""`` for plain text), ``text_fingerprint`` whenever the text does, and
    ``references`` are the attributes of the cross-references that teaser or heading hold.
    """

    docname: str
    anchor: str = ""
    blog: str = "blog"  # the page name of the first page of the blog that it belongs to
    title: str
    has_own_title: bool = False
    is_release: bool = False  # a section of a changelog
    has_header: bool = True  # not that of a release whose heading says all
    lineno: int = 1
    date: datetime | None = None
    updated: datetime | None = None
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    description: str = ""
    image: str = ""  # an address, or a file of the source directory
    has_cover: bool = False
    written_for: str = ""
    evergreen: bool = False
    external_link: str = ""
    canonical_link: str = ""
    feed_id: str = ""
    doi: str = ""
    license: str = ""  # the name of one, or its address
    citation: bool | None = None  # whether readers are told how to cite it; ``None``: as the blog says
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
    comments: str = ""  # the address of a thread
    pinned_until: datetime | None = None
    expires: datetime | None = None
    has_more: bool = False
    more_text: str = ""
    more_anchor: str = "more"
    is_translated: bool = False
    has_unknown_language: bool = False
    fingerprint: str = ""
    heading_fingerprint: str = ""
    text_fingerprint: str = ""
    references: tuple[tuple[tuple[str, object], ...], ...] = ()

    @property
    def key(self) -> str:
        """What the post is known by: its document, and the section of it if it is one."""
        return f"{self.docname}#{self.anchor}" if self.anchor else self.docname

    @property
    def language(self) -> str:
        """What the post calls the one language that it is in; ``""`` if it names none, or several."""
        names = self.terms.get("language", ())
        return names[0] if len(names) == 1 else ""

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.draft, self.date, self.expires)

    def is_published(self, now: datetime) -> bool:
        """Return whether the post is to be seen at the moment *now*."""
        return self.schedule.is_published(now)

    def state(self, now: datetime) -> str:
        """Return what the post is at the moment *now*: see :meth:`Schedule.state`."""
        return self.schedule.state(now)


class TermSettings(NamedTuple):
    """What the configuration says about a term (``blog_authors``, ``blog_tags`` …).

    ``name`` is how it is spelt there. ``label`` is what readers of the site see, and ``labels`` are those in
    other languages, where there are any.
    """

    name: str = ""
    label: str = ""
    slug: str = ""
    url: str = ""
    description: str = ""
    avatar: str = ""
    social: tuple[Profile, ...] = ()
    aliases: tuple[str, ...] = ()
    hidden: bool = False
    labels: tuple[tuple[str, str], ...] = ()

    @property
    def every_label(self) -> set[str]:
        """What the term is called, normalised, in any language."""
        texts = (self.label, *(text for _language, text in self.labels))
        return {normalize(text) for text in texts if text}


NO_SETTINGS = TermSettings()


def other_names(settings: Mapping[str, TermSettings]) -> dict[str, str]:
    """Return what terms may be called beside their own names: normalised name -> own name.

    These are their aliases, and the label of a term if it is no name of another.
    """
    found = {normalize(alias): given.name for given in settings.values() for alias in given.aliases}
    called = [(label, given.name) for given in settings.values() for label in given.every_label]
    labels = Counter(label for label, _name in called)
    for label, name in called:
        # A label that two terms share would be ambiguous.
        if labels[label] == 1 and label not in settings:
            found.setdefault(label, name)
    return found


@dataclass(frozen=True, slots=True)
class Term:
    """One value of a taxonomy, with its posts, newest first.

    ``name`` is the spelling first met, ``label`` what is shown, ``slug`` the last part of
    the page name. ``count`` is how many posts its list shows: versions of one in several
    languages count as one. Where terms are nested, ``parent`` is the one that it is part of, and
    ``name`` has those of all levels.
    """

    kind: TaxonomyKind
    key: str
    name: str
    slug: str
    posts: tuple[Post, ...]
    count: int
    settings: TermSettings = NO_SETTINGS
    parent: Term | None = None

    @property
    def taxonomy(self) -> str:
        return self.kind.name

    @property
    def label(self) -> str:
        return self.label_in("")

    def label_in(self, language: str) -> str:
        """Return what readers of a *language* see, or those of the site: after what the term is part of."""
        own = self.own_label_in(language)
        return f"{self.parent.label_in(language)} / {own}" if self.parent else own

    def own_label_in(self, language: str) -> str:
        """Return :meth:`label_in` without what the term is part of."""
        return (language and self._label_in(language)) or self.settings.label or self.kind.parts(self.name)[-1]

    def _label_in(self, language: str) -> str:
        labels = {normalize(code): text for code, text in self.settings.labels}
        return labels.get(find_language(language, labels), "")

    @property
    def messages(self) -> tuple[str, str]:
        """The label and the description of the term, as far as they can be translated."""
        if self.settings.labels:
            # They are translated already.
            return "", self.settings.description
        is_word = self.kind.is_translated
        return self.settings.label or (
            self.kind.parts(self.name)[-1] if is_word else ""
        ), self.settings.description


@dataclass(frozen=True, slots=True)
class Archive:
    """The posts of one year, or of one *month* of it, newest first; ``count`` is how many its list shows."""

    year: int
    posts: tuple[Post, ...]
    count: int
    month: int = 0

    @property
    def name(self) -> str:
        """What it is called in page names, and by roles: ``2026``, ``2026/11``."""
        return f"{self.year}/{self.month:02d}" if self.month else str(self.year)


class Taxonomy(dict[str, Term]):
    """The terms of one kind, by key, in the order in which they are listed.

    Terms are ordered by their label without regard to case, by the code points of Unicode:
    those in Latin script first, Han after kana, and emoji last. *aliases* are other names of terms, by key.
    """

    def __init__(
        self, kind: TaxonomyKind, terms: Iterable[Term], aliases: Mapping[str, str] | None = None
    ) -> None:
        super().__init__((term.key, term) for term in sorted(terms, key=_label_order))
        self.kind = kind
        self.aliases = {normalize(alias): normalize(target) for alias, target in (aliases or {}).items()}

    def key_of(self, name: str) -> str:
        """Return the key of the term that is called *name*, or would be."""
        return normalize(self.kind.called(name, self.aliases, normalize))

    def keys_of(self, post: Post) -> set[str]:
        """Return the keys of the terms that a post is listed under, those that its own are part of among them."""
        names = post.terms.get(self.kind.name, ())
        if self.kind.is_nested:
            names = tuple(part for name in names for part in self.kind.lineage(name))
        return set(map(self.key_of, names))

    def find(self, name: str) -> Term | None:
        """Return the term called *name*, whatever its case or spacing, by an alias too."""
        return self.get(self.key_of(name))

    @property
    def shown(self) -> tuple[Term, ...]:
        """The terms that are not hidden."""
        return tuple(term for term in self.values() if not term.settings.hidden)


def _label_order(term: Term) -> tuple[str, str]:
    # Not by locale: collation differs from machine to machine.
    return (term.label.casefold(), term.key)


def part_order(post: Post) -> tuple[bool, int, int, str]:
    """Return what orders the parts of a series: those with a number by it, then the others by date."""
    number = post.series_index
    return (number is None, number or 0, sort_key(post.date) if post.date else 0, post.key)


def newest_first(post: Post) -> tuple[int, str]:
    """Return what orders posts by date, newest first, then by document name; drafts without a date lead.

    Of releases of one day that comes first which does so in its changelog.
    """
    name = f"{post.docname}#{post.lineno:09}" if post.is_release else post.key
    # Larger than any date in microseconds.
    return (-sort_key(post.date) if post.date else -(1 << 62), name)


def in_order(posts: Iterable[Post], *, by_title: bool = False) -> list[Post]:
    """Return *posts* in the order of :func:`newest_first`, or of one moment by title from z to a."""
    if not by_title:
        return sorted(posts, key=newest_first)
    titles = sorted(posts, key=lambda post: (post.title, post.key), reverse=True)
    return sorted(titles, key=lambda post: newest_first(post)[0])


#: A cross-reference as it was read: its attributes.
Reference = tuple[tuple[str, str | int | None], ...]
