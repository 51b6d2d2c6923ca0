"""Pelican's lists: ``TAG_SAVE_AS`` and its like, and feeds."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from blogext_import.addresses import tidy
from blogext_import.old_lists import FIELDS, note_list, note_terms
from blogext_import.settings import list_of, text_of
from blogext_import.slugs import pelican_slug

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blogext_import.post_records import ImportedPost, OldSite

_WHOLE = {"ARCHIVES": "archive:", "TAGS": "tag:", "CATEGORIES": "category:", "AUTHORS": "author:"}
#: Settings for the feeds of all posts, and their defaults.
_FEEDS = {"FEED_ALL_ATOM": "feeds/all.atom.xml", "FEED_ATOM": "", "FEED_ALL_RSS": "", "FEED_RSS": ""}

#: The same for those of terms.
_TERM_FEEDS = {
    ("tag", "FEED_ATOM"): "",
    ("tag", "FEED_RSS"): "",
    ("category", "FEED_ATOM"): "feeds/{slug}.atom.xml",
    ("category", "FEED_RSS"): "",
    ("author", "FEED_ATOM"): "feeds/{slug}.atom.xml",
    ("author", "FEED_RSS"): "feeds/{slug}.rss.xml",
}
#: The same for those of posts that have translations, by language.
_LANGUAGE_FEEDS = {"TRANSLATION_FEED_ATOM": "feeds/all-{lang}.atom.xml", "TRANSLATION_FEED_RSS": ""}


def note_lists(post: ImportedPost, config: dict[str, Any]) -> bool:
    """Note the lists of a post; return whether the slugs of all its terms are known."""
    is_known = True
    for kind in ("tag", "category", "author"):
        slugs = {name: term_slug(name, kind, config) for name in post.fields.get(FIELDS[kind], ())}
        is_known &= None not in slugs.values()
        address = _setting(config, f"{kind.upper()}_URL", f"{kind}/{{slug}}.html")
        page = partial(_filled, _setting(config, f"{kind.upper()}_SAVE_AS", address), slugs)
        for (each, name), default in _TERM_FEEDS.items():
            feed = _setting(config, f"{kind.upper()}_{name}", default) if each == kind else ""
            note_terms(post, kind, page, partial(_filled, feed, slugs))
    if post.moment:
        for part in ("YEAR", "MONTH", "DAY"):
            pattern = _setting(config, f"{part}_ARCHIVE_SAVE_AS", "")
            address = re.sub(
                r"\{date:([^{}]*)\}", lambda match: post.moment.strftime(match[1]) if post.moment else "", pattern
            )
            note_list(post, address, f"archive:{post.moment.year:04}")
    return is_known


def note_site_lists(site: OldSite, config: dict[str, Any]) -> None:
    """Note the lists of the site."""
    for name, target in _WHOLE.items():
        if address := _setting(config, f"{name}_SAVE_AS", f"{name.lower()}.html"):
            site.lists[f"/{address.strip('/')}"] = target
    site.lists[tidy(_setting(config, "INDEX_SAVE_AS", "index.html").removesuffix("index.html"))] = "post:"
    has_languages = any(post.language for post in site.posts)
    for language in dict.fromkeys(post.language or site.language for post in site.posts):
        # Where no post names its language, this feed has all posts.
        feed = f"feed:language:{language}/" if has_languages else "feed:"
        for name, default in _LANGUAGE_FEEDS.items():
            if form := _setting(config, name, default):
                address = form.replace("%s", "{lang}").replace("{lang}", language)
                site.lists[f"/{address.strip('/')}"] = f"{feed}{_feed_name(name)}"
    for name, default in _FEEDS.items():
        if address := _setting(config, name, default):
            site.lists[f"/{address.strip('/')}"] = f"feed:{_feed_name(name)}"


def _feed_name(setting: str) -> str:
    return "rss.xml" if setting.endswith("RSS") else "atom.xml"


def term_slug(name: str, kind: str, config: dict[str, Any]) -> str | None:
    """Return the slug of a term, or with the kind ``slug`` of a post.

    Return ``None`` if it needs a package that is not installed.
    """
    substitutions = config.get(f"{kind.upper()}_REGEX_SUBSTITUTIONS", config.get("SLUG_REGEX_SUBSTITUTIONS"))
    is_unicode = bool(config.get("SLUGIFY_USE_UNICODE"))
    rules = [pair for pair in list_of(substitutions) if isinstance(pair, list) and len(pair) >= 2]
    keeps_case = bool(config.get("SLUGIFY_PRESERVE_CASE"))
    return pelican_slug(name, rules=rules or None, is_unicode=is_unicode, keeps_case=keeps_case)


def _setting(config: dict[str, Any], name: str, default: str) -> str:
    """Return a setting; ``""`` if the site turns it off."""
    return text_of(config[name]) if name in config else default


def _filled(pattern: str, slugs: Mapping[str, str | None], name: str) -> str:
    slug = slugs[name]
    return pattern.replace("{slug}", slug) if slug and "{" not in pattern.replace("{slug}", "") else ""
