"""Collects the terms of posts, each with its posts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_blogext.core.model import NO_SETTINGS, Taxonomy, Term, other_names
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.term_slugs import term_slugs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx_blogext.core.model import Post, TermSettings
    from sphinx_blogext.core.taxonomies import TaxonomyKind
    from sphinx_blogext.core.term_slugs import SlugRules


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
