"""Checks the terms of a post: unknown languages, and tags and authors that the configuration does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.model import other_names
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.lang.codes import no_language, valid_language
from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import TermSettings

#: How many of the configured terms a warning lists.
_TERMS_SHOWN = 5


def check_terms(
    terms: Mapping[str, tuple[str, ...]], docname: str, lineno: int, env: BuildEnvironment, config: BlogConfig
) -> None:
    """Warn about authors and tags that a blog's configuration does not have, if the options for it are on."""
    for taxonomy in config.reported_taxonomies:
        kind, settings = TAXONOMIES[taxonomy], config.terms[taxonomy]
        # Warnings are the default for authors: without this, a site that configures none would get one for each.
        if not settings:
            continue
        known = settings.keys() | other_names(settings).keys()
        for name in terms.get(taxonomy, ()):
            if normalize(name) not in known:
                message = "%s %r is not in %s%s"
                location = place_of(kind.spellings, docname, lineno, env)
                hint = _known_terms(name, settings)
                unknown = BlogWarning(f"unknown_{taxonomy}")
                warn(unknown, message, taxonomy, name, kind.option, hint, location=location)


def _known_terms(name: str, settings: Mapping[str, TermSettings]) -> str:
    """Return a suggestion for *name* or, if no name is similar, the first of the configured names."""
    names = {n for given in settings.values() for n in (given.name, given.label, *given.aliases) if n}
    keys = [given.name for given in settings.values()]
    rest = f" and {len(keys) - _TERMS_SHOWN} more" if len(keys) > _TERMS_SHOWN else ""
    return suggest(name, names) or f", which has {', '.join(map(repr, keys[:_TERMS_SHOWN]))}{rest}"


def check_languages(
    names: Iterable[str], docname: str, lineno: int, env: BuildEnvironment, config: BlogConfig
) -> None:
    """Warn about languages that browsers do not know; the *config* of the blog may define names of languages."""
    called = other_names(config.terms["language"])
    for name in names:
        if not valid_language(called.get(normalize(name), name)):
            message = "language %s; the post is listed under it but gets no language attribute"
            location = place_of(TAXONOMIES["language"].spellings, docname, lineno, env)
            warn(BlogWarning.UNKNOWN_LANGUAGE, message, no_language(name), location=location)
