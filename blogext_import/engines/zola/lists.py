"""Zola's lists: those of the taxonomies that the site declares, of the section of posts, and feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from blogext_import.lists.notes import FIELDS, note_terms
from blogext_import.settings import list_of, record_of, text_of
from blogext_import.slugs import zola_slug
from blogext_import.values import as_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blogext_import.post_records import ImportedPost, OldSite


class Section(NamedTuple):
    """A list of posts in a *language*, and what its file has *said* about it."""

    language: str
    said: dict[str, Any]


#: What each language has settings of its own for.
_OWN = ("taxonomies", "generate_feeds", "generate_feed", "feed_filenames", "feed_filename")
#: The names of taxonomies, and ours.
_KINDS = {"tags": "tag", "categories": "category", "authors": "author", "series": "series"}


def settings_of(config: dict[str, Any], language: str) -> dict[str, Any]:
    """Return the settings for a *language* other than the main one."""
    own = record_of(record_of(config.get("languages")).get(language))
    return {name: value for name, value in config.items() if name not in _OWN} | own


def note_lists(post: ImportedPost, prefix: str, config: dict[str, Any]) -> bool:
    """Note the lists of a post, with the *prefix* of its language; return whether all slugs are known."""
    is_known = True
    entries = map(record_of, list_of(config.get("taxonomies")))
    with_feeds = {text_of(entry.get("name")) for entry in entries if text_of(entry.get("feed")) == "true"}
    for name, kind in _taxonomies(config).items():
        folder = f"{prefix}/{_root(config)}{_slug(name, config)}"
        slugs = {term: _slug(term, config) for term in post.fields.get(FIELDS[kind], ())}
        is_known &= None not in slugs.values()
        pages = {term: f"{folder}/{slug}/" for term, slug in slugs.items() if slug}
        note_terms(post, kind, pages.get)
        for file in _feed_names(config) if name in with_feeds else ():
            note_terms(post, kind, lambda term: "", {term: f"{page}{file}" for term, page in pages.items()}.get)
    return is_known


def note_site_lists(site: OldSite, config: dict[str, Any], sections: Mapping[str, Section]) -> None:
    """Note the lists of the site; *sections* are those with posts, and the home pages, by their URL paths."""
    for language in site.languages or [""]:
        is_main = language in {"", site.language}
        prefix, feeds = ("", "feed:") if is_main else (f"/{language}", f"feed:language:{language}/")
        said = config if is_main else settings_of(config, language)
        for name, kind in _taxonomies(said).items():
            site.lists[f"{prefix}/{_root(said)}{_slug(name, said)}/"] = f"{kind}:"
        own = {address: section for address, section in sections.items() if section.language == language}
        site.lists |= dict.fromkeys(own, "post:" if is_main else f"language:{language}")
        with_feeds = [address for address, section in own.items() if _has_feeds(section.said)]
        with_feeds += [f"{prefix}/"] if _has_feeds(said) else []
        for address in with_feeds:
            for name in _feed_names(said):
                site.lists.setdefault(f"{address}{name}", f"{feeds}{_feed_kind(name)}")


def _has_feeds(said: dict[str, Any]) -> bool:
    return "true" in {text_of(said.get("generate_feeds")), text_of(said.get("generate_feed"))}


def _feed_kind(name: str) -> str:
    return "rss.xml" if name.startswith("rss") else "atom.xml"


def _feed_names(config: dict[str, Any]) -> list[str]:
    return as_names(config.get("feed_filenames")) or as_names(config.get("feed_filename")) or ["atom.xml"]


def _taxonomies(config: dict[str, Any]) -> dict[str, str]:
    names = [text_of(record_of(entry).get("name")) for entry in list_of(config.get("taxonomies"))]
    return {name: _KINDS[name] for name in names if name in _KINDS}


def _root(config: dict[str, Any]) -> str:
    root = text_of(config.get("taxonomy_root")).strip("/")
    return f"{root}/" if root else ""


def _slug(name: str, config: dict[str, Any]) -> str | None:
    return zola_slug(name, text_of(record_of(config.get("slugify")).get("taxonomies")))
