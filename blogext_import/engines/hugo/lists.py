"""Hugo's lists: those of its taxonomies and of the section of posts, and the feeds beside them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from blogext_import.addresses import fill, tidy
from blogext_import.old_lists import note_list_pages, note_terms
from blogext_import.settings import record_of, text_of
from blogext_import.slugs import hugo_slug
from blogext_import.values import Values, as_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blogext_import.post_records import ImportedPost, OldSite

#: The names of taxonomies in Hugo, and ours.
_KINDS = {"tags": "tag", "categories": "category", "series": "series", "authors": "author"}
_DEFAULT = {"tag": "tags", "category": "categories"}


def note_lists(post: ImportedPost, prefix: str, config: Values) -> None:
    """Note the lists of a post; *prefix* is that of the URLs in its language."""
    for plural, kind in _taxonomies(config).items():
        for is_old in (False, True):
            term = partial(_term, prefix, config, plural, is_old)
            note_terms(post, kind, term, partial(_term_feed, prefix, config, plural, is_old))


def note_site_lists(
    site: OldSite, sections: Iterable[str], config: Values, content: str, prefixes: Mapping[str, str]
) -> None:
    """Note the lists of the site; *sections* are those with posts, below the folder *content*.

    *prefixes* are those of URLs in the languages of the site; ``""`` is that of the only or the main one.
    """
    note_list_pages(site, lambda path: ended(path.removeprefix(f"{content}/").partition(".")[0], config))
    slugs = ["/".join(map(speller(config), name.split("/"))) for name in sections]
    if len(prefixes) > 1 and site.language:
        # Hugo itself redirects from there.
        site.lists[ended(f"/{site.language.lower()}", config)] = "post:"
    for language, prefix in prefixes.items():
        _note_language(site, language, prefix, slugs, config)


def _note_language(site: OldSite, language: str, prefix: str, sections: Iterable[str], config: Values) -> None:
    """Note the lists in one language; *sections* are the slugs of those with posts."""
    posts, feed = "post:", "feed:rss.xml"
    if prefix:
        posts, feed = f"language:{language}", f"feed:language:{language}/rss.xml"
    for plural, kind in _taxonomies(config).items():
        site.lists[ended(f"{prefix}/{plural}", config)] = f"{kind}:"
        if _has_feeds("taxonomy", config):
            site.lists[f"{prefix}/{plural}/{_feed_name(config)}"] = feed
    site.lists[ended(prefix, config) if prefix else "/"] = posts
    for slug in sections:
        site.lists[ended(f"{prefix}/{slug}", config)] = posts
        if _has_feeds("section", config):
            site.lists[f"{prefix}/{slug}/{_feed_name(config)}"] = feed
    if _has_feeds("home", config):
        site.lists[f"{prefix}/{_feed_name(config)}"] = feed


def _taxonomies(config: Values) -> dict[str, str]:
    """Return our taxonomies by the names that the site has for them."""
    if not {"taxonomy", "term"}.isdisjoint(_disabled(config)):
        return {}
    plurals = record_of(config.get("taxonomies")) or _DEFAULT
    return {text_of(plural): _KINDS[text_of(plural)] for plural in plurals.values() if text_of(plural) in _KINDS}


def _disabled(config: Values) -> set[str]:
    return {name.lower() for name in as_names(config.get("disableKinds"))}


def _has_feeds(kind: str, config: Values) -> bool:
    """Return whether pages of a *kind* have feeds, as all lists do by default."""
    formats = as_names(record_of(config.get("outputs")).get(kind)) or ["rss"]
    return "rss" in map(str.lower, formats) and "rss" not in _disabled(config)


def _feed_name(config: Values) -> str:
    form = record_of(record_of(config.get("outputFormats")).get("RSS"))
    return f"{text_of(form.get('baseName')) or 'index'}.xml"


def _term_feed(prefix: str, config: Values, plural: str, is_old: bool, name: str) -> str:
    page = _term(prefix, config, plural, is_old, name) if _has_feeds("term", config) else ""
    return f"{page.removesuffix('.html').rstrip('/')}/{_feed_name(config)}" if page else ""


def _term(prefix: str, config: Values, plural: str, is_old: bool, name: str) -> str:
    slug = speller(config)(name, is_old=is_old)
    patterns = record_of(config.get("permalinks"))
    pattern = text_of(record_of(patterns.get("term")).get(plural)) or text_of(patterns.get(plural))
    names = dict.fromkeys(("slug", "title", "contentbasename", "slugorcontentbasename", "filename"), slug)
    path = fill(re.sub(r"(:\w+)\[[^][]*\]", r"\1", pattern), names) if pattern else f"/{plural}/{slug}"
    return ended(prefix + path, config) if path and slug else ""


def speller(config: Values) -> Callable[..., str]:
    """Return the function that spells parts of URLs as the site does."""
    keeps_case, is_plain = (bool(config.flag(name)) for name in ("disablePathToLower", "removePathAccents"))
    return partial(hugo_slug, keeps_case=keeps_case, is_plain=is_plain)


def ended(path: str, config: Values) -> str:
    """Return a URL path as the site ends it."""
    return tidy(path.rstrip("/") + (".html" if config.flag("uglyURLs") else "/"))
