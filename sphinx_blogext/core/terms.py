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
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set

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


class Claim(NamedTuple):
    """The custom slug of a term, and what determines which of several terms keeps it.

    ``is_own`` means that the slug is the name of the term itself. ``size`` is how many posts it has, and ``first``
    orders terms by their first use.
    """

    key: str
    slug: str
    is_own: bool
    size: int
    first: tuple[int, str]


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
    found: dict[str, list[Post]] = {}
    spellings: dict[str, str] = {}
    for post in posts:
        for key, name in _named_by(post, kind, aliases).items():
            found.setdefault(key, []).append(post)
            # Posts come newest first, so the spelling of the oldest post is kept.
            spellings[key] = name
    slugs = term_slugs(kind, spellings, found, settings, rules)
    terms: dict[str, Term] = {}
    # Parents come before the terms below them.
    for key, name in sorted(spellings.items(), key=lambda item: len(kind.parts(item[1]))):
        shown, said = count(found[key], key), settings.get(key, NO_SETTINGS)
        term = Term(kind, key, name, slugs[key], tuple(found[key]), shown, said, terms.get(kind.above(key)))
        terms[key] = _translated(term, translate) if translate else term
    return Taxonomy(kind, terms.values(), aliases)


def _named_by(post: Post, kind: TaxonomyKind, aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the terms that *post* is listed under, by key: its own terms and those above them."""
    named: dict[str, str] = {}
    # A post that spells a tag in two ways counts once, with the first spelling.
    for name in reversed(post.terms.get(kind.name, ())):
        own = kind.called(name, aliases, normalize)
        named |= {normalize(wider): wider for wider in kind.lineage(own)}
    return named


def _translated(term: Term, translate: Callable[[str], str]) -> Term:
    """Return *term* with its label and description in the language of the site."""
    label, description = (text and translate(text) for text in term.messages)
    settings = term.settings._replace(label=label or term.settings.label, description=description)
    return replace(term, settings=settings)


def settle_claims(claims: Iterable[Claim], taken: Container[str] = ()) -> dict[str, str]:
    """Return the slugs of the terms that keep the slug they claim, by key; none is in *taken*.

    If several terms claim a slug, the one with that name keeps it, or else the one with the most posts, or else
    the one used first. Slugs that differ only in case count as the same, as they are on some file systems.
    """
    rivals: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.slug and claim.slug.casefold() not in taken:
            rivals.setdefault(claim.slug.casefold(), []).append(claim)
    kept = (
        min(group, key=lambda claim: (not claim.is_own, -claim.size, claim.first)) for group in rivals.values()
    )
    return {claim.key: claim.slug for claim in kept}


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
    found: dict[str, str] = {}
    for above, family in sorted(families.items(), key=lambda item: (bool(item[0]), item[0].count("/"))):
        slugs = _slugs_of(kind, family, posts, settings, rules, _BELOW_TERMS if above else frozenset())
        found |= {key: f"{found[above]}/{slug}" if above else slug for key, slug in slugs.items()}
    return found


def _slugs_of(
    kind: TaxonomyKind,
    names: Mapping[str, str],
    posts: Mapping[str, Sequence[Post]],
    settings: Mapping[str, TermSettings],
    rules: SlugRules,
    reserved: Set[str],
) -> dict[str, str]:
    """Return the slugs of the terms on one level, below the same term or none, by key."""
    said = {key: settings[key].slug for key in names if key in settings}
    given = {key: slug for key, slug in said.items() if slug and slug.casefold() not in reserved}
    # A slug that is set for one term is not available to others, whatever their names.
    taken = {one.slug.casefold() for one in settings.values() if one.slug} | reserved
    others = {key: name for key, name in names.items() if key not in given}
    claimed = settle_claims(_claims(kind, others, posts, settings, rules), taken)
    taken |= {slug.casefold() for slug in claimed.values()}
    ours = {key: slugify(name, taken, rules.romanize) for key, name in others.items() if key not in claimed}
    return given | claimed | ours


def _claims(
    kind: TaxonomyKind,
    names: Mapping[str, str],
    posts: Mapping[str, Sequence[Post]],
    settings: Mapping[str, TermSettings],
    rules: SlugRules,
) -> Iterator[Claim]:
    """Yield the custom slugs of terms."""
    by_label = rules.by_label and kind.is_keyed
    for key, name in names.items() if rules.spell else ():
        called = (by_label and settings.get(key, NO_SETTINGS).label) or name
        slug = rules.spell(kind.name, called) if rules.spell else ""
        oldest = posts[key][-1]
        first = (sort_key(oldest.date) if oldest.date else 0, key)
        yield Claim(key, slug, normalize(called) == slug, len(posts[key]), first)
