"""The posts of a blog as plain, immutable records without nodes or HTML, their order, and their translations."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sphinx_blogext.core.dates import Age, age_between, sort_key, whole_units
from sphinx_blogext.core.taxonomies import normalize, reading_order


class Schedule(NamedTuple):
    draft: bool
    date: datetime | None
    expires: datetime | None

    def state(self, now: datetime) -> str:
        """Return the post's state at the time *now*: ``published``, ``draft``, ``scheduled`` or ``expired``."""
        if self.draft or self.date is None:
            return "draft"
        if self.expires is not None and sort_key(self.expires) <= sort_key(now):
            return "expired"
        return "scheduled" if sort_key(self.date) > sort_key(now) else "published"

    def is_built(self, now: datetime, drafts: bool | str) -> bool:
        """Return whether the post is built at the time *now*, even if only as a page that nothing links to.

        *drafts* are those that are built besides published posts: all of them, none, or, if ``"unlisted"``, those
        that are unpublished only because they have no date or a future date.
        """
        state = self.state(now)
        is_waiting = not self.draft and (self.date is None or state == "scheduled")
        return drafts is True or (drafts == "unlisted" and is_waiting) or state == "published"


class Post(NamedTuple):
    """A dated entry: the metadata of a document, or of its section *anchor*.

    ``title`` is plain text; with ``has_own_title`` it differs from the heading. Dates have a time zone. ``terms``
    maps the name of a taxonomy to the names of its terms as the author wrote them. ``pinned_until`` is
    :data:`~sphinx_blogext.core.dates.NEVER` for a pin without an end. ``reading_time`` is in minutes.
    ``more_anchor`` is the ID of the place on the post's page where its teaser was cut. With ``has_cover``, the
    image of the post is not one of those in its text. ``written_for`` is a version of the subject, and an
    ``evergreen`` post does not age. ``is_translated`` means that most of the text is from a message catalog,
    ``has_translated_title`` that the title is (``None``: it is in the language of the text), and
    ``has_unknown_language`` that the text is in an unspecified language other than that of the site.

    ``fingerprint`` changes whenever the contents of the teaser change, ``heading_fingerprint`` whenever the markup
    of the heading does (``""`` for plain text), and ``text_fingerprint`` whenever the text does. ``references``
    are the attributes of the cross-references in the teaser and the heading.
    """

    docname: str
    title: str
    anchor: str = ""
    blog: str = "blog"  # the name of the first page of its blog
    has_own_title: bool = False
    is_release: bool = False  # a section of a changelog
    has_header: bool = True  # false for a release whose heading says everything
    lineno: int = 1
    date: datetime | None = None
    updated: datetime | None = None
    terms: Mapping[str, tuple[str, ...]] = {}
    author_urls: tuple[tuple[str, str], ...] = ()  # those of its own, by the names of authors
    organizations: tuple[str, ...] = ()  # authors that its own metadata says are no persons
    description: str = ""
    image: str = ""  # a URL, or a file in the source directory
    image_alt: str = ""  # its alternative text in the post
    has_cover: bool = False
    enclosure: str = ""  # an audio or video file: a URL, or a file in the source directory
    written_for: str = ""
    evergreen: bool = False
    external_link: str = ""
    canonical_link: str = ""
    feed_id: str = ""
    doi: str = ""
    license: str = ""  # its name or URL
    citation: bool | None = None  # whether its page shows how to cite it; ``None``: the default of the blog
    redirects: tuple[str, ...] = ()
    translations: tuple[str, ...] = ()
    translation_key: str = ""
    related: tuple[str, ...] | None = None
    series_index: int | None = None
    word_count: int = 0  # each Han character counts as a word
    reading_time: int | None = None
    draft: bool = False
    unlisted: bool = False
    featured: bool = False
    in_feeds: bool = True
    nocomments: bool = False
    comments: str = ""  # the URL of a thread
    pinned_until: datetime | None = None
    expires: datetime | None = None
    has_more: bool = False
    more_text: str = ""
    more_anchor: str = "more"
    is_translated: bool = False
    has_translated_title: bool | None = None
    has_unknown_language: bool = False
    fingerprint: str = ""
    heading_fingerprint: str = ""
    text_fingerprint: str = ""
    references: tuple[tuple[tuple[str, object], ...], ...] = ()

    @property
    def key(self) -> str:
        """The identifier of the post: its document, and the anchor if it is a section."""
        return f"{self.docname}#{self.anchor}" if self.anchor else self.docname

    @property
    def language(self) -> str:
        """The language that the post sets, as written there; ``""`` if it sets none or several."""
        names = self.terms.get("language", ())
        return names[0] if len(names) == 1 else ""

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.draft, self.date, self.expires)

    def is_published(self, now: datetime) -> bool:
        return self.state(now) == "published"

    def state(self, now: datetime) -> str:
        return self.schedule.state(now)


class Archive(NamedTuple):
    """The posts of a year or of one *month* of it, newest first; ``count`` is how many its list shows."""

    year: int
    posts: tuple[Post, ...]
    count: int  # type: ignore[assignment]  # the method of tuples is not needed
    month: int = 0

    @property
    def name(self) -> str:
        """Its name in page names and roles: ``2026`` or ``2026/11``."""
        return f"{self.year}/{self.month:02d}" if self.month else str(self.year)


def part_order(post: Post) -> tuple[bool, int, int, tuple[Any, ...]]:
    """Return a sort key for the parts of a series: first those with a number, then the others by date."""
    number = post.series_index
    return (number is None, number or 0, sort_key(post.date) if post.date else 0, reading_order(post.key))


def newest_first(post: Post) -> tuple[int, tuple[Any, ...]]:
    """Return a sort key: drafts without a date, then the newest; by name, ``part-2`` comes before ``part-10``."""
    # Releases of the same day are in the order of their changelog.
    name = f"{post.docname}#{post.lineno:09}" if post.is_release else post.key
    # Larger than any date in microseconds.
    return (-sort_key(post.date) if post.date else -(1 << 62), reading_order(name))


def in_order(posts: Iterable[Post], *, by_title: bool) -> list[Post]:
    """Return *posts* in the order of :func:`newest_first`; *by_title* orders equal dates by title from Z to A."""
    if not by_title:
        return sorted(posts, key=newest_first)
    titles = sorted(posts, key=lambda post: (post.title, post.key), reverse=True)
    return sorted(titles, key=lambda post: newest_first(post)[0])


def stale_age(post: Post, limit: Age, now: datetime) -> Age | None:
    """Return the age of a post since its last update if that is at least *limit*; evergreen posts have none."""
    moment = post.updated or post.date
    if moment is None or post.evergreen:
        return None
    # In the author's own time zone.
    since, until = moment.date(), now.astimezone(moment.tzinfo).date()
    return age_between(since, until) if whole_units(since, until, limit.unit) >= limit.number else None


class Versions:
    """The groups of posts that are the same text in several languages; *home* is the language of the site.

    Two posts are in a group if one names the other or if they share a key of their blog, directly or indirectly.
    """

    def __init__(self, posts: Sequence[Post], named: Mapping[str, Sequence[str]], home: str) -> None:
        self.home = home
        self._groups = {post.key: group for group in _collect_groups(posts, named) for post in group}

    def all(self, post: Post) -> Sequence[Post]:
        """Return all versions of *post*, including itself, by language."""
        return self._groups.get(post.key, [post])

    def others(self, post: Post) -> tuple[Post, ...]:
        """Return the versions of *post* in other languages, by language."""
        # As most posts are, and each page asks for several.
        if post.key not in self._groups:
            return ()
        own = self._languages(post)
        return tuple(other for other in self.all(post) if own and own.isdisjoint(languages_of(other)))

    def clashes(self, post: Post) -> tuple[Post, ...]:
        """Return the posts that are marked as versions of *post* but are in the same language."""
        own, others = self._languages(post), (other for other in self.all(post) if other.key != post.key)
        return tuple(other for other in others if not own or own & set(languages_of(other)))

    def _languages(self, post: Post) -> set[str]:
        # Of its own record: alone in its blog, it may have no language.
        return {name for each in self.all(post) if each.key == post.key for name in languages_of(each)}

    def in_language(self, post: Post, language: str) -> Post:
        """Return the version of *post* in *language*, or *post* if there is none."""
        return next((other for other in self.others(post) if language in languages_of(other)), post)

    def best(self, posts: Iterable[Post], language: str = "") -> tuple[Post, ...]:
        """Return *posts* in order, with one version of each: in *language*, in the site's, or else the oldest's.

        No post is left out because of a version that is not among *posts*.
        """
        posts = tuple(posts)
        present: dict[str, list[Post]] = {}
        for post in posts if self._groups else ():
            if group := self._groups.get(post.key):
                present.setdefault(group[0].key, []).append(post)
        hidden = {key for versions in present.values() for key in self._hidden(versions, language)}
        return tuple(post for post in posts if post.key not in hidden) if hidden else posts

    def _hidden(self, versions: list[Post], language: str) -> set[str]:
        """Return the keys of those *versions* that are hidden in favor of the best."""
        by_language = {code for post in versions for code in languages_of(post)}
        first = min(versions, key=lambda post: (sort_key(post.date) if post.date else 0, post.key))
        oldest = next(iter(languages_of(first)), "")
        best = next((code for code in (language, self.home) if code in by_language), oldest)
        # Two posts in the same language are not versions of each other, even if they are marked as such.
        return {post.key for post in versions if best not in (languages_of(post) or ("",))}


def languages_of(post: Post) -> tuple[str, ...]:
    return _normalized(tuple(post.terms.get("language", ())))


@lru_cache(maxsize=256)
def _normalized(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(normalize, names))


def _collect_groups(posts: Sequence[Post], named: Mapping[str, Sequence[str]]) -> list[list[Post]]:
    """Return the posts of each group with more than one, by language."""
    root = {post.key: post.key for post in posts}
    by_shared_key: dict[tuple[str, str], str] = {}
    for post in posts:
        shared = [by_shared_key.setdefault((post.blog, key), post.key)] if (key := post.translation_key) else []
        for other in (*named.get(post.key, ()), *shared):
            if other in root:
                root[_find(other, root)] = _find(post.key, root)
    groups: dict[str, list[Post]] = {}
    for post in posts:
        groups.setdefault(_find(post.key, root), []).append(post)
    several = (group for group in groups.values() if len(group) > 1)
    return [sorted(group, key=lambda post: (languages_of(post), post.key)) for group in several]


def _find(key: str, root: dict[str, str]) -> str:
    while root[key] != key:
        # Path halving keeps long chains of translations fast.
        root[key] = root[root[key]]
        key = root[key]
    return key


#: The attributes of a cross-reference as it was read.
Reference = tuple[tuple[str, str | int | None], ...]
