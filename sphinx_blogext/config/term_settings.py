"""The settings of terms (authors, tags and so on) in the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.language_choice import pick
from sphinx_blogext.core.model import TermSettings
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.social import read_profile
from sphinx_blogext.core.urls import is_safe_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_blogext.core.taxonomies import TaxonomyKind


def read_terms(kind: TaxonomyKind, settings: Mapping[str, Any], language: str) -> dict[str, TermSettings]:
    """Return the *settings* of the terms of one taxonomy by key, with their labels in *language*."""
    return {
        normalize(kind.spelt(name)): _term_settings(kind.spelt(name), value, language)
        for name, value in settings.items()
    }


def as_names(value: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the names in an option that takes one name, several names or none."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def _term_settings(name: str, value: Any, language: str) -> TermSettings:
    if isinstance(value, str):
        return TermSettings(name, label=value)
    if isinstance(value, (list, tuple)):
        # ABlog's form.
        return TermSettings(name, label=value[0], url=_safe_url(value[1]))
    social = dict(value.get("social") or {})
    social |= {"orcid": value["orcid"]} if value.get("orcid") else {}
    label = value.get("label") or value.get("name") or ""
    return TermSettings(
        name,
        label=pick(label, language),
        labels=tuple(label.items()) if isinstance(label, dict) else (),
        slug=value.get("slug") or "",
        url=_safe_url(value.get("url")),
        description=value.get("description") or "",
        avatar=_safe_url(value.get("avatar")),
        aliases=as_names(value.get("aliases")),
        hidden=bool(value.get("hidden")),
        social=tuple(profile for name, url in social.items() if (profile := read_profile(name, url))),
    )


def _safe_url(url: Any) -> str:
    return str(url) if url and is_safe_url(str(url)) else ""
