"""The settings of terms (authors, tags and so on) in the configuration."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx.errors import ConfigError

from sphinx_blogext.config.functions import ASCII
from sphinx_blogext.config.taxonomies import OPTION, taxonomies_of
from sphinx_blogext.core.language_choice import pick
from sphinx_blogext.core.model import TermSettings
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.core.social import read_profile
from sphinx_blogext.core.urls import is_safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.config import Config

    from sphinx_blogext.core.taxonomies import TaxonomyKind


def romanizer(config: Config) -> Callable[[str], str] | None:
    """Return the function that transliterates slugs to ASCII, or ``None`` if ``blog_slugify`` is not ``"ascii"``.

    Raise :exc:`ConfigError` if its package is missing.
    """
    if config.blog_slugify != ASCII:
        return None
    try:
        # Imported here because the package is optional.
        spell: Callable[[str], str] = import_module("anyascii").anyascii
    except ImportError as error:
        message = "blog_slugify = 'ascii' needs the package 'anyascii': run pip install 'sphinx-blogext[ascii]'"
        raise ConfigError(message) from error
    return spell


def term_settings(config: Config) -> dict[str, dict[str, TermSettings]]:
    """Return the settings of all terms: taxonomy -> key -> settings."""
    return {name: settings_of(kind, config) for name, kind in taxonomies_of(config).items()}


def settings_of(kind: TaxonomyKind, config: Config) -> dict[str, TermSettings]:
    """Return the settings of the terms of one taxonomy: key -> settings."""
    given = (config[OPTION][kind.name].get("terms") or {}) if kind.is_own else config[kind.option]
    return {
        normalize(kind.spelt(name)): _term_settings(kind.spelt(name), value, config.language)
        for name, value in given.items()
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
