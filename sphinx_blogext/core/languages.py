"""Chooses languages: the one that a code means, and which version of a post in several a list shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.taxonomies import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinx_blogext.core.model import Post


def find_language(code: str, names: Iterable[str]) -> str:
    """Return the one of *names* that is the language *code* or comes closest to it, or else *code*.

    For example, the posts of a site in ``zh_CN`` may be in ``zh``.
    """
    wanted = _subtags(normalize(code))
    nearest = [name for name in sorted(names) if _subtags(name)[0] == wanted[0]] if code else []
    # The same language, or else one without a region, or else any of the family.
    ranks = {name: (_subtags(name) != wanted, len(_subtags(name)) > 1) for name in nearest}
    return min(nearest, key=ranks.__getitem__, default=code and normalize(code))


def pick(texts: str | Mapping[str, str], language: str) -> str:
    """Return the one of *texts* in *language* or in the closest language, or else the first."""
    if isinstance(texts, str):
        return texts
    by_key = {normalize(code): text for code, text in texts.items()}
    return by_key.get(find_language(language, by_key)) or next(iter(by_key.values()), "")


def _subtags(code: str) -> tuple[str, ...]:
    return tuple(code.lower().replace("_", "-").split("-"))


class Versions:
    """The groups of posts that are the same text in several languages.

    Two posts are in a group if one names the other or if they share a key, directly or through other posts. *home*
    is the language of the site.
    """

    def __init__(self, posts: Sequence[Post], named: Mapping[str, Sequence[str]], home: str) -> None:
        self.home = home
        self._groups = _collect_groups(posts, named)

    def all(self, post: Post) -> Sequence[Post]:
        """Return all versions of *post*, including itself, by language."""
        return self._groups.get(post.key, [post])

    def others(self, post: Post) -> tuple[Post, ...]:
        """Return the versions of *post* in other languages, by language."""
        if post.key not in self._groups:
            return ()
        clashing = self.clashes(post)
        return tuple(other for other in self.all(post) if other.key != post.key and other not in clashing)

    def clashes(self, post: Post) -> tuple[Post, ...]:
        """Return the posts that are marked as versions of *post* but are in the same language."""
        own = set(languages_of(post))
        return tuple(
            other
            for other in self.all(post)
            if other.key != post.key and (not own or own & set(languages_of(other)))
        )

    def in_language(self, post: Post, language: str) -> Post:
        """Return the version of *post* in *language*, or *post* if there is none."""
        if language in languages_of(post):
            return post
        return next((other for other in self.others(post) if language in languages_of(other)), post)

    def best(self, posts: Iterable[Post], language: str = "") -> tuple[Post, ...]:
        """Return *posts* in order, with one version of each.

        It is the one in *language*, or else in the language of the site, or else in that of the oldest version.
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
    """Return the keys of the languages of *post*."""
    return tuple(map(normalize, post.terms.get("language", ())))


def _collect_groups(posts: Sequence[Post], named: Mapping[str, Sequence[str]]) -> dict[str, list[Post]]:
    """Return the posts of each group with more than one, by language, under the key of each post."""
    root = {post.key: post.key for post in posts}
    by_shared_key: dict[str, str] = {}
    for post in posts:
        shared = [by_shared_key.setdefault(post.translation_key, post.key)] if post.translation_key else []
        for other in (*named.get(post.key, ()), *shared):
            if other in root:
                root[_find(other, root)] = _find(post.key, root)
    groups: dict[str, list[Post]] = {}
    for post in posts:
        groups.setdefault(_find(post.key, root), []).append(post)
    group_of: dict[str, list[Post]] = {}
    for group in groups.values():
        if len(group) > 1:
            group.sort(key=lambda post: (languages_of(post), post.key))
            group_of.update(dict.fromkeys((post.key for post in group), group))
    return group_of


def _find(key: str, root: dict[str, str]) -> str:
    while root[key] != key:
        # Path halving keeps long chains of translations fast.
        root[key] = root[root[key]]
        key = root[key]
    return key
