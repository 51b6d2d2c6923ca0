"""Jekyll's lists: those of the plugin ``jekyll-archives``, of pages named after them, and the feed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blogext_import.addresses import date_values, fill, tidy
from blogext_import.old_lists import note_list, note_list_pages, note_terms
from blogext_import.settings import record_of, text_of
from blogext_import.slugs import jekyll_slug
from blogext_import.values import as_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost, OldSite

_PATTERNS = {
    "year": "/:year/",
    "month": "/:year/:month/",
    "day": "/:year/:month/:day/",
    "tag": "/tag/:name/",
    "category": "/category/:name/",
}
#: The names that turn lists on.
_ENABLED = {"year": "year", "month": "month", "day": "day", "tags": "tag", "categories": "category"}
_FEEDS = ("feed.xml", "atom.xml", "rss.xml", "index.xml")


def note_lists(post: ImportedPost, config: dict[str, Any]) -> None:
    """Note the lists of a post."""
    options = record_of(config.get("jekyll-archives"))
    patterns = _PATTERNS | {key: text_of(pattern) for key, pattern in record_of(options.get("permalinks")).items()}
    enabled = as_names(options.get("enabled"))
    is_all = not {"all", "true"}.isdisjoint(enabled)
    mode = text_of(options.get("slug_mode"))
    for name, kind in _ENABLED.items():
        if not is_all and name not in enabled:
            continue
        if kind in {"tag", "category"}:
            note_terms(post, kind, _namer(patterns[kind], mode))
        elif post.moment:
            note_list(post, fill(patterns[kind], date_values(post.moment)), f"archive:{post.moment.year:04}")


def _namer(pattern: str, mode: str) -> Callable[[str], str]:
    return lambda name: fill(pattern, {"name": _slug(name, mode)})


def _slug(name: str, mode: str) -> str:
    if mode in {"none", "raw"}:
        return (re.sub(r"\s+", "-", name) if mode == "raw" else name).lower()
    return jekyll_slug(name, is_pretty=mode == "pretty")


def note_site_lists(
    source: Source, site: OldSite, config: dict[str, Any], address_of: Callable[[str], str]
) -> None:
    """Note the lists of the site; *address_of* returns the URL path of a page."""
    note_list_pages(site, address_of)
    gems = " ".join(
        [*as_names(config.get("plugins")), *as_names(config.get("gems")), source.read("Gemfile") or ""]
    )
    _note_pages(site, config)
    if "jekyll-feed" in gems:
        path = text_of(record_of(config.get("feed")).get("path")) or "feed.xml"
        site.lists[f"/{path.strip('/')}"] = "feed:atom.xml"
    for path in _FEEDS:
        # A template of the site's own.
        if (text := source.read(path)) is not None:
            site.lists[f"/{path}"] = "feed:rss.xml" if "<rss" in text else "feed:atom.xml"


def _note_pages(site: OldSite, config: dict[str, Any]) -> None:
    """Note where ``jekyll-paginate`` or ``jekyll-paginate-v2`` lists posts."""
    if text_of(record_of(config.get("pagination")).get("enabled")) == "true":
        site.lists["/"] = "post:"
    elif text_of(config.get("paginate")).strip("0"):
        # The URL of further pages also says where the list is.
        path = text_of(config.get("paginate_path")) or "/page:num/"
        site.lists[tidy(f"{path.strip('/').rpartition('/')[0]}/")] = "post:"
