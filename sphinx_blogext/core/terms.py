"""The terms of posts, each with its posts and its slug.

A slug is ours, set in ``conf.py``, or from a site's own function.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.addresses import FEED_FILES
from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.model import NO_SETTINGS, Taxonomy, Term, other_names
from sphinx_blogext.core.slugs import normalize, slugify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence, Set

    from sphinx_blogext.core.model import Post, TermSettings
    from sphinx_blogext.core.taxonomies import TaxonomyKind


class SlugRules(NamedTuple):
    """The rules for slugs of a site: *romanize* transliterates ours to ASCII.

    *spell* returns the custom slug of a term of a taxonomy, or ``""`` for none. It gets the name of the term or,
    with *by_label* and if terms have keys, its label. If several terms claim the same slug, all but one get ours.
    """

    romanize: Callable[[str], str] | None = None
    spell: Callable[[str, str], str] | None = None
    by_label: bool = False


OUR_RULES = SlugRules()
#: Names below the page of a term that are not nested terms.
_BELOW_TERMS = frozenset({"language", "page", *FEED_FILES})


def collect_terms(
    kind: TaxonomyKind,
    posts: Iterable[Post],
    settings: Mapping[str, TermSettings],
    rules: SlugRules,
    count: Callable[[Sequence[Post], str], int],
    translate: Callable[[str], str] | None,
) -> Taxonomy:
    """Return the terms of one taxonomy, given *posts*, newest first, and the *settings* of terms by key.

    *count* returns how many of the given posts the list of a term shows, given its key. *translate* translates
    labels and descriptions.
    """
    aliases = other_names(settings)
    posts_of: dict[str, list[Post]] = {}
    spellings: dict[str, str] = {}
    for post in posts:
        for key, name in _named_by(post, kind, aliases).items():
            posts_of.setdefault(key, []).append(post)
            # Posts come newest first, so the spelling of the oldest post is kept.
            spellings[key] = name
    slugs = term_slugs(kind, spellings, posts_of, settings, rules)
    terms: dict[str, Term] = {}
    # Parents come before the terms below them.
    for key, name in sorted(spellings.items(), key=lambda item: len(kind.parts(item[1]))):
        shown, of_term = count(posts_of[key], key), settings.get(key, NO_SETTINGS)
        term = Term(kind, key, name, slugs[key], tuple(posts_of[key]), shown, of_term, terms.get(kind.above(key)))
        if translate:
            label, description = (text and translate(text) for text in term.messages)
            label = label or term.settings.label
            term = replace(term, settings=term.settings._replace(label=label, description=description))
        terms[key] = term
    return Taxonomy(kind, terms.values(), aliases)


def _named_by(post: Post, kind: TaxonomyKind, aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the terms that *post* is listed under, by key: its own terms and those above them."""
    named: dict[str, str] = {}
    # A post that spells a tag in two ways counts once, with the first spelling.
    for name in reversed(post.terms.get(kind.name, ())):
        own = kind.called(name, aliases, normalize)
        named |= {normalize(wider): wider for wider in kind.lineage(own)}
    return named


def term_slugs(
    kind: TaxonomyKind,
    names: Mapping[str, str],
    posts: Mapping[str, Sequence[Post]],
    settings: Mapping[str, TermSettings],
    rules: SlugRules,
) -> dict[str, str]:
    """Return the slugs of terms by key, given their *names* and their *posts*, newest first.

    The slug of a nested term begins with that of the term above it.
    """
    families: dict[str, dict[str, str]] = {}
    for key, name in names.items():
        families.setdefault(kind.above(key), {})[key] = kind.parts(name)[-1]
    level = _Level(kind, posts, settings, rules)
    slugs: dict[str, str] = {}
    for above, family in sorted(families.items(), key=lambda item: (bool(item[0]), item[0].count("/"))):
        of_family = level.slugs(family, _BELOW_TERMS if above else frozenset())
        slugs |= {key: f"{slugs[above]}/{slug}" if above else slug for key, slug in of_family.items()}
    return slugs


class _Level(NamedTuple):
    """Determines the slugs of terms on one level, below the same term or none."""

    kind: TaxonomyKind
    posts: Mapping[str, Sequence[Post]]
    settings: Mapping[str, TermSettings]
    rules: SlugRules

    def slugs(self, names: Mapping[str, str], reserved: Set[str]) -> dict[str, str]:
        """Return the slugs of the terms *names* by key, given the *reserved* names."""
        set_slugs = {key: each.slug for key, each in self.settings.items() if each.slug}
        own = {key: set_slugs[key] for key in names if set_slugs.get(key, "").casefold() not in {"", *reserved}}
        # A slug that is set for one term is not available to others, whatever their names.
        taken = {*map(str.casefold, set_slugs.values()), *reserved}
        others = {key: name for key, name in names.items() if key not in own}
        claimed = self._claimed(others, taken) if self.rules.spell else {}
        taken |= set(map(str.casefold, claimed.values()))
        free = {
            key: slugify(name, taken, self.rules.romanize) for key, name in others.items() if key not in claimed
        }
        return own | claimed | free

    def _claimed(self, names: Mapping[str, str], taken: Set[str]) -> dict[str, str]:
        """Return the custom slugs of the terms that keep theirs; none is in *taken*.

        If several terms claim a slug, the one with that name keeps it, or else that with most posts, or else the
        one used first. Slugs that differ only in case count as the same, as they are on some file systems.
        """
        claims: dict[str, list[tuple[bool, int, int, str, str]]] = {}
        by_label = self.rules.by_label and self.kind.is_keyed
        for key, name in names.items():
            called = (by_label and self.settings.get(key, NO_SETTINGS).label) or name
            slug = self.rules.spell(self.kind.name, called) if self.rules.spell else ""
            posts = self.posts[key]
            first = sort_key(posts[-1].date) if posts[-1].date else 0
            if slug and slug.casefold() not in taken:
                claim = (normalize(called) != slug, -len(posts), first, key, slug)
                claims.setdefault(slug.casefold(), []).append(claim)
        return {key: slug for *_rank, key, slug in map(min, claims.values())}
