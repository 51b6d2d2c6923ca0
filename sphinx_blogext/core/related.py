"""Finds the posts that have most in common with a post."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from heapq import heapify, heappop
from typing import TYPE_CHECKING

from sphinx_blogext.core.languages import languages_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Set

    from sphinx_blogext.core.blog import Blog
    from sphinx_blogext.core.model import Post

#: A link between two posts counts as much as a tag that only these two have.
_LINK = 1500
#: How many posts of a term are considered on each side of a post; a term shared by hundreds says little.
_NEAREST = 15


class Related:
    """The related posts in a blog; *links* are the posts that each post links to.

    Every term that two posts share counts, by the weight of its taxonomy, and more if fewer posts have it; so does
    every link between the two. If scores are equal, the newer post comes first. *find* returns what a post calls
    by a name, by default a post of the blog that is listed.
    """

    def __init__(
        self, blog: Blog, links: Mapping[str, Set[str]], find: Callable[[str, Post], Post | None] | None = None
    ) -> None:
        self._blog = blog
        listed = {post.key: post for post in blog.posts}
        self._find = find or (lambda name, post: listed.get(blog.find_name(name, post)))
        self._places = {post.key: place for place, post in enumerate(blog.posts)}
        self._weights = {name: kind.weight for name, kind in blog.kinds.items() if kind.weight}
        self._links: dict[str, Counter[str]] = {}
        self._term_places: dict[tuple[str, str], list[int]] = {}
        for source, targets in links.items():
            for target in targets:
                if source in self._places and target in self._places:
                    self._links.setdefault(source, Counter())[target] += _LINK
                    self._links.setdefault(target, Counter())[source] += _LINK

    def to(self, post: Post, count: int, without: Set[str] = frozenset()) -> tuple[Post, ...]:
        """Return up to *count* posts that have most in common with *post*.

        Those in its language come first. *without* are the keys of posts that its page already shows. If the post
        sets ``related`` itself, what it names is returned instead.
        """
        if post.related is not None:
            named = filter(None, (self._find(name, post) for name in post.related))
            return tuple({other.key: other for other in named if other.key != post.key}.values())
        own: dict[str, Post] = {}
        foreign: dict[str, Post] = {}
        languages = set(languages_of(post))
        for other in self._candidates(post, without) if count else ():
            is_foreign = languages and languages.isdisjoint(languages_of(other))
            (foreign if is_foreign else own)[other.key] = other
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
        scores: dict[int, int] = {}
        place = self._places.get(post.key)
        for taxonomy, weight in self._weights.items():
            # In integers, so that the result is the same on every machine.
            for key in self._blog.taxonomies[taxonomy].keys_of(post):
                if term := self._blog.taxonomies[taxonomy].get(key):
                    score = weight * 1000 // len(term.posts)
                    for other in self._near(taxonomy, key, place):
                        scores[other] = scores.get(other, 0) + score
        for name, score in self._links.get(post.key, {}).items():
            scores[self._places[name]] = scores.get(self._places[name], 0) + score
        # A heap, because only a few of many posts are needed; of numbers, because pairs take longer to compare.
        count = len(self._blog.posts)
        heap = [other - score * count for other, score in scores.items() if other != place]
        heapify(heap)
        while heap:
            yield self._blog.posts[heappop(heap) % count]

    def _near(self, taxonomy: str, key: str, place: int | None) -> list[int]:
        """Return the places of the posts of a term that are nearest to *place* in time."""
        if (taxonomy, key) not in self._term_places:
            posts = self._blog.taxonomies[taxonomy][key].posts
            self._term_places[taxonomy, key] = [self._places[post.key] for post in posts]
        places = self._term_places[taxonomy, key]
        # Already sorted, because the posts of a term are in the order of all posts.
        middle = bisect_left(places, place or 0)
        return places[max(0, middle - _NEAREST) : middle + _NEAREST + 1]
