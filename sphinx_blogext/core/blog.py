"""A blog: its posts in order, and everything derived from them, such as the posts that have most in common."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from sphinx_blogext.core.addresses import document_meant
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.model import Archive, Post, Versions, in_order, languages_of, part_order
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies, find_language, normalize
from sphinx_blogext.core.terms import OUR_RULES, SlugRules, Term, TermSettings, collect_terms, other_names

#: A series with more parts than this is not listed in full in each part, but with so many on each side of it.
_WHOLE_SERIES, _NEAREST_PARTS = 12, 3
#: A link between two posts counts as much as a tag that only these two have.
_LINK = 1500
#: How many posts of a term are considered on each side of a post; a term shared by hundreds says little.
_NEAREST = 15


class SeriesPlace(NamedTuple):
    term: Term
    parts: tuple[Post, ...]
    place: int

    @property
    def older(self) -> Post | None:
        return self.parts[self.place - 1] if self.place else None

    @property
    def newer(self) -> Post | None:
        return self.parts[self.place + 1] if self.place + 1 < len(self.parts) else None

    @property
    def shown(self) -> range:
        """The places that are listed with the post: all of them in a short series."""
        if len(self.parts) <= _WHOLE_SERIES:
            return range(len(self.parts))
        return range(max(0, self.place - _NEAREST_PARTS), min(len(self.parts), self.place + _NEAREST_PARTS + 1))


class Blog:
    """All posts of one blog in order, with its taxonomies and archives, at the time *now*.

    Posts are ordered by date, newest first. Posts with equal dates are ordered by name or, with *orders_by_title*,
    by title from Z to A. ``posts`` are those to be listed, without ``drafts`` and ``unlisted``. *language* is that
    of the site, which also applies to posts without a language if others have one; *source_language* that of posts
    that are neither translated nor set one, if it is another (``""``: unknown). *kinds* are the taxonomies of the
    site. With *merges_versions*, a list shows only one of the translations of a post.
    """

    def __init__(
        self,
        posts: Iterable[Post],
        *,
        now: datetime,
        kinds: Taxonomies = TAXONOMIES,
        settings: Mapping[str, Mapping[str, TermSettings]] | None = None,
        language: str = "",
        merges_versions: bool = True,
        orders_by_title: bool = False,
        slugs: SlugRules = OUR_RULES,
        source_language: str | None = None,
    ) -> None:
        self.now, self.kinds, self._settings, self._merges_versions = now, kinds, settings or {}, merges_versions
        self._aliases = {name: other_names(self._settings.get(name, {})) for name in kinds}
        every = self._in_languages(in_order(posts, by_title=orders_by_title), language, source_language)
        self.drafts, self.unlisted, self.posts = _by_visibility(every, now)
        self.by_key = {post.key: post for post in every}
        named = {post.key: [self.find_name(name, post) for name in post.translations] for post in self.posts}
        self.versions = Versions(self.posts, named, self.language)
        self.pinned = tuple(post for post in self.posts if is_pinned(post, now))
        self.taxonomies = {
            name: collect_terms(kind, self.posts, self._settings.get(name, {}), slugs, self.best)
            for name, kind in kinds.items()
        }

    def _in_languages(self, posts: list[Post], site_language: str, source_language: str | None) -> list[Post]:
        """Return *posts*, each with its language, and set :attr:`language`."""
        if source_language is not None:
            spellings = self._languages_of(posts)
            source = spellings.get(find_language(source_language, spellings), source_language)
            posts = [_in_source_language(post, source) for post in posts]
        spellings = self._languages_of(posts)
        #: The key of the language of the site, in the form used by its posts.
        self.language = find_language(site_language, spellings)
        default: dict[str, tuple[str, ...]] = {}
        if spellings and site_language:
            # If no post sets a language, there is no need to show one.
            default = {"language": (spellings.get(self.language, site_language),)}
        has_names = bool(default) or any(self._aliases.values())
        return [self._complete(post, default) for post in posts] if has_names else posts

    def _complete(self, post: Post, default: Mapping[str, tuple[str, ...]]) -> Post:
        """Return *post* with the own names of its terms, and with *default* terms for taxonomies without any."""
        terms = {
            taxonomy: tuple(dict.fromkeys(self._own_name(taxonomy, name) for name in names))
            for taxonomy, names in post.terms.items()
        }
        return post._replace(terms=terms if post.has_unknown_language else {**default, **terms})

    @property
    def is_multilingual(self) -> bool:
        return len(self.taxonomies["language"]) > 1

    @cached_property
    def archives(self) -> tuple[Archive, ...]:
        """The years with posts, latest first."""
        return self._by_time(by_month=False)

    @cached_property
    def months(self) -> tuple[Archive, ...]:
        """The months with posts, latest first."""
        return self._by_time(by_month=True)

    def _by_time(self, *, by_month: bool) -> tuple[Archive, ...]:
        spans: dict[tuple[int, int], list[Post]] = {}
        for post in self.posts:
            assert post.date is not None
            spans.setdefault((post.date.year, post.date.month if by_month else 0), []).append(post)
        return tuple(
            Archive(year, tuple(posts), len(self.best(posts)), month)
            for (year, month), posts in sorted(spans.items(), reverse=True)
        )

    def best(self, posts: Iterable[Post], language: str = "") -> tuple[Post, ...]:
        """Return *posts* as a list in *language* shows them: see :meth:`Versions.best`."""
        return self.versions.best(posts, language) if self._merges_versions else tuple(posts)

    def neighbors(self, post: Post, without: Set[str] = frozenset()) -> tuple[Post | None, Post | None]:
        """Return the posts before and after *post* in time, preferably in its language; not those in *without*."""
        if (place := self._places.get(post.key)) is None:
            return None, None
        older, newer = range(place + 1, len(self._sequence)), range(place - 1, -1, -1)
        return self._nearest(post, older, without), self._nearest(post, newer, without)

    def _nearest(self, post: Post, places: Iterable[int], without: Set[str]) -> Post | None:
        """Return the first post at *places* that is in the language of *post*, or else the first of them."""
        own, first = set(languages_of(post)), None
        for place in places:
            other = self.version_for(self._sequence[place], post)
            if other.key in without:
                continue
            if not own or own & set(languages_of(other)):
                return other
            first = first or other
        return first

    def version_for(self, other: Post, post: Post) -> Post:
        """Return the version of *other* that a link from *post* should lead to."""
        if not self._merges_versions or not self.versions.others(other):
            return other
        languages = languages_of(post)
        if set(languages) & set(languages_of(other)):
            return other
        return self.versions.in_language(other, next(iter(languages), self.language))

    # Every part of a series needs it.
    @cached_by(lambda term, language="": (term.key, language))
    def parts(self, term: Term, language: str = "") -> tuple[Post, ...]:
        """Return the posts of a series in reading order."""
        return self.best(sorted(term.posts, key=part_order), language)

    def series_of(self, post: Post) -> list[SeriesPlace]:
        """Return the series of *post*, each with its parts and the place of *post* among them."""
        places = []
        own = [version.key for version in self.versions.all(post)]
        for name in post.terms.get("series", ()):
            term = self.taxonomies["series"].find(name)
            language = next(iter(languages_of(post)), "")
            numbers = self._numbers(term, language) if term else {}
            # A translation of the post may be listed instead.
            place = next((numbers[key] for key in (post.key, *own) if key in numbers), None)
            if term is not None and place is not None:
                places.append(SeriesPlace(term, self.parts(term, language), place))
        return places

    @cached_by(lambda term, language: (term.key, language))
    def _numbers(self, term: Term, language: str) -> dict[str, int]:
        """Return the places of the posts of a series in reading order, by their keys."""
        return {part.key: place for place, part in enumerate(self.parts(term, language))}

    def terms_of(self, post: Post, taxonomy: str) -> list[Term]:
        """Return the visible terms of *post*, each once, in the order in which it lists them."""
        terms = (self.taxonomies[taxonomy].find(name) for name in post.terms.get(taxonomy, ()))
        return list({term.key: term for term in terms if term and not term.settings.hidden}.values())

    def find_name(self, name: str, post: Post) -> str:
        """Return the key of the post that *name* means in *post*: from the root, or relative to its folder."""
        return document_meant(name, post.docname, self.by_key) or name

    @cached_property
    def _sequence(self) -> tuple[Post, ...]:
        """The posts as lists show them, with one version of each."""
        return self.best(self.posts)

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of each post, or of its listed version, in the sequence."""
        places = {post.key: place for place, post in enumerate(self._sequence)}
        for post in self.posts:
            if post.key not in places:
                places[post.key] = next(places[it.key] for it in self.versions.all(post) if it.key in places)
        return places

    def _languages_of(self, posts: Iterable[Post]) -> dict[str, str]:
        """Return the languages that *posts* set: key -> name."""
        names = (self._own_name("language", name) for post in posts for name in post.terms.get("language", ()))
        return {normalize(name): name for name in names}

    def _own_name(self, taxonomy: str, name: str) -> str:
        """Return the own name of the term that a post calls *name*."""
        # The taxonomy may have been removed since the post was read, if this build has not read it again.
        return self.kinds[taxonomy].called(name, self._aliases[taxonomy]) if taxonomy in self.kinds else name


def _by_visibility(posts: Iterable[Post], now: datetime) -> tuple[tuple[Post, ...], ...]:
    """Return those of *posts* that are drafts or the like, those that are unlisted, and those to be listed."""
    drafts, unlisted, listed = groups = list[Post](), list[Post](), list[Post]()
    for post in posts:
        (drafts if not post.is_published(now) else unlisted if post.unlisted else listed).append(post)
    return tuple(map(tuple, groups))


def _in_source_language(post: Post, language: str) -> Post:
    """Return *post* with *language*, or with an unknown language if that is empty, unless it has another one."""
    if post.is_translated or post.terms.get("language"):
        return post
    if not language:
        return post._replace(has_unknown_language=True)
    return post._replace(terms={**post.terms, "language": (language,)})


def is_pinned(post: Post, now: datetime) -> bool:
    """Return whether the post comes first in its lists at the time *now*."""
    return post.pinned_until is not None and sort_key(now) < sort_key(post.pinned_until)


class Related:
    """The related posts in a blog; *links* are the posts that each post links to.

    Every shared term counts, by the weight of its taxonomy, and more if fewer posts have it; so does every link
    between the two. Of equal scores, the newer post comes first. *find* returns what a post calls by a name.
    """

    def __init__(self, blog: Blog, links: Mapping[str, Set[str]], find: Callable[..., Post | None]) -> None:
        self._blog, self._find = blog, find
        self._places = {post.key: place for place, post in enumerate(blog.posts)}
        self._weights = {name: kind.weight for name, kind in blog.kinds.items() if kind.weight}
        self._links: dict[str, Counter[str]] = {}
        for source, targets in links.items():
            for target in targets:
                if source in self._places and target in self._places:
                    self._links.setdefault(source, Counter())[target] += _LINK
                    self._links.setdefault(target, Counter())[source] += _LINK

    def to(self, post: Post, count: int, without: Set[str] = frozenset()) -> tuple[Post, ...]:
        """Return up to *count* posts that have most in common with *post*, or those it names as ``related``.

        Those in its language come first. *without* are the keys of posts that its page already shows.
        """
        if post.related is not None:
            named = filter(None, (self._find(name, post) for name in post.related))
            return tuple({other.key: other for other in named if other.key != post.key}.values())
        own: dict[str, Post] = {}
        foreign: dict[str, Post] = {}
        languages = set(languages_of(post))
        for other in self._candidates(post, without) if count else ():
            (foreign if languages and languages.isdisjoint(languages_of(other)) else own)[other.key] = other
            if len(own) == count:
                break
        return (*own.values(), *foreign.values())[:count]

    def _candidates(self, post: Post, without: Set[str]) -> Iterator[Post]:
        """Yield what may be shown, the closest first: in the language of the post, if there are translations."""
        # The post's own translations are not related posts.
        known = {post.key, *(other.key for other in self._blog.versions.others(post)), *without}
        for other in self._ranked(post):
            shown = self._blog.version_for(other, post)
            if known.isdisjoint({other.key, shown.key}):
                yield shown

    def _ranked(self, post: Post) -> Iterator[Post]:
        """Yield the posts that have anything in common with *post*, the closest first."""
        # By place. No ``Counter``, which calls a method for each new key.
        scores: dict[int, int] = {}
        place = self._places.get(post.key)
        for taxonomy, weight in self._weights.items():
            # In integers, so that the result is the same on every machine.
            for key in self._blog.taxonomies[taxonomy].keys_of(post):
                if term := self._blog.taxonomies[taxonomy].get(key):
                    score = weight * 1000 // len(term.posts)
                    places = self._places_of(term)
                    # Those nearest in time.
                    middle = bisect_left(places, place or 0)
                    for near in places[max(0, middle - _NEAREST) : middle + _NEAREST + 1]:
                        scores[near] = scores.get(near, 0) + score
        for name, score in self._links.get(post.key, {}).items():
            scores[self._places[name]] = scores.get(self._places[name], 0) + score
        # The score and the place in one number, because pairs take longer to compare.
        count = len(self._blog.posts)
        for number in sorted(near - scores[near] * count for near in scores if near != place):
            yield self._blog.posts[number % count]

    @cached_by(lambda term: (term.taxonomy, term.key))
    def _places_of(self, term: Term) -> list[int]:
        # Already sorted, because the posts of a term are in the order of all posts.
        return [self._places[post.key] for post in term.posts]
