"""The slugs of the terms of a taxonomy: ours, those that ``conf.py`` gives, and those of a site's spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.addresses import FEED_FILES
from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.core.model import NO_SETTINGS
from sphinx_blogext.core.slugs import normalize, slugify

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set

    from sphinx_blogext.core.model import Post, TermSettings
    from sphinx_blogext.core.taxonomies import TaxonomyKind


class SlugRules(NamedTuple):
    """How a site spells slugs: *romanize* puts ours into ASCII.

    *spell* returns the slug that the site itself gives to a term of a taxonomy, by its name, or with *by_label*
    by its label where terms have keys; ``""`` for none. Where several terms claim one, all but one get ours.
    """

    romanize: Callable[[str], str] | None = None
    spell: Callable[[str, str], str] | None = None
    by_label: bool = False


OUR_RULES = SlugRules()
#: What lies below the page of a term beside the terms that are part of it.
_BELOW_TERMS = frozenset({"language", "page", *FEED_FILES})


class Claim(NamedTuple):
    """The slug that a site's own spelling gives to a term, and what decides who of several keeps it.

    ``is_own`` says that the slug is the name of the term itself. ``size`` is how many posts it has, and
    ``first`` orders terms by when they were met.
    """

    key: str
    slug: str
    is_own: bool
    size: int
    first: tuple[int, str]


def settle_claims(claims: Iterable[Claim], taken: Container[str] = ()) -> dict[str, str]:
    """Return the slugs of the terms that keep the one which they claim, by key; none is one of *taken*.

    Of several terms that claim one, the term keeps it whose own name it is, or else the one with most posts,
    or else the first met. Slugs that differ only in case are one: so they are on some file systems.
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

    That of a nested term begins with the slug of what it is part of.
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
    """Return the slugs of terms that are part of one, or of none, by key."""
    said = {key: settings[key].slug for key in names if key in settings}
    given = {key: slug for key, slug in said.items() if slug and slug.casefold() not in reserved}
    # A slug that was given to one term is not another's, whatever that is called.
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
    """Yield what the site's own spelling gives to terms."""
    by_label = rules.by_label and kind.is_keyed
    for key, name in names.items() if rules.spell else ():
        called = (by_label and settings.get(key, NO_SETTINGS).label) or name
        slug = rules.spell(kind.name, called) if rules.spell else ""
        oldest = posts[key][-1]
        first = (sort_key(oldest.date) if oldest.date else 0, key)
        yield Claim(key, slug, normalize(called) == slug, len(posts[key]), first)
