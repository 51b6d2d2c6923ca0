"""Hugo's lists: those of its taxonomies and of the section of posts, and the feeds beside them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from sphinx_blogext.importers.addresses import fill, tidy
from sphinx_blogext.importers.lists.notes import note_list, note_list_pages, note_terms
from sphinx_blogext.importers.lists.paging import Paging, below
from sphinx_blogext.importers.settings import number_of, record_of, text_of
from sphinx_blogext.importers.slugs import hugo_slug
from sphinx_blogext.importers.values import Values, as_names

if TYPE_CHECKING:
    from sphinx_blogext.importers.records import ImportedPost, OldSite

#: The names of taxonomies in Hugo, and ours.
_KINDS = {"tags": "tag", "categories": "category", "series": "series", "authors": "author"}
_DEFAULT = {"tag": "tags", "category": "categories"}


def note_lists(post: ImportedPost, prefix: str, config: Values) -> None:
    """Note the lists of a post; *prefix* is that of the URLs in its language."""
    for plural, kind in _taxonomies(config).items():
        term = partial(_term, prefix, config, plural)
        note_terms(post, kind, term, partial(_term_feed, prefix, config, plural))
    if prefix and post.language:
        note_list(post, _ended(prefix, config), f"language:{post.language}")
        if _has_feeds("home", config):
            note_list(post, f"{prefix}/{_feed_name(config)}", f"feed:language:{post.language}/rss.xml")


def note_site_lists(site: OldSite, main: str, config: Values, content: str) -> None:
    """Note the lists of the site; *main* is the section of posts, below the folder *content*."""
    for plural, kind in _taxonomies(config).items():
        site.lists[_ended(f"/{plural}", config)] = f"{kind}:"
    note_list_pages(site, lambda path: _ended(path.removeprefix(f"{content}/").partition(".")[0], config))
    section = hugo_slug(main, keeps_case=bool(config.flag("disablePathToLower")))
    site.lists |= {_ended(f"/{section}", config): "post:"} if section else {}
    site.lists["/"] = "post:"
    site.paging = _paging(config)
    if _has_feeds("home", config):
        site.lists[f"/{_feed_name(config)}"] = "feed:rss.xml"
    if section and _has_feeds("section", config):
        site.lists[f"/{section}/{_feed_name(config)}"] = "feed:rss.xml"


def _paging(config: Values) -> Paging:
    """Return how lists are paginated, although themes need not do so."""
    said = Values(record_of(config.get("pagination")))
    size = number_of(said.get("pagerSize") or config.get("paginate"), 10)
    path = said.text("path") or config.text("paginatePath") or "page"
    kinds = ("post", "language", *_KINDS.values())
    path_of = below(f"{path}/{{page}}", ".html" if config.flag("uglyURLs") else "/")
    # Page 1 redirects to the list.
    return Paging(path_of, dict.fromkeys(kinds, size), lowest=1)


def _taxonomies(config: Values) -> dict[str, str]:
    """Return our taxonomies by the names that the site has for them."""
    if not {"taxonomy", "term"}.isdisjoint(_disabled(config)):
        return {}
    said = record_of(config.get("taxonomies")) or _DEFAULT
    return {text_of(plural): _KINDS[text_of(plural)] for plural in said.values() if text_of(plural) in _KINDS}


def _disabled(config: Values) -> set[str]:
    return {name.lower() for name in as_names(config.get("disableKinds"))}


def _has_feeds(kind: str, config: Values) -> bool:
    """Return whether pages of a *kind* have feeds, as all lists do by default."""
    formats = as_names(record_of(config.get("outputs")).get(kind)) or ["rss"]
    return "rss" in map(str.lower, formats) and "rss" not in _disabled(config)


def _feed_name(config: Values) -> str:
    said = record_of(record_of(config.get("outputFormats")).get("RSS"))
    return f"{text_of(said.get('baseName')) or 'index'}.xml"


def _term_feed(prefix: str, config: Values, plural: str, name: str) -> str:
    page = _term(prefix, config, plural, name) if _has_feeds("term", config) else ""
    return f"{page.removesuffix('.html').rstrip('/')}/{_feed_name(config)}" if page else ""


def _term(prefix: str, config: Values, plural: str, name: str) -> str:
    slug = hugo_slug(name, keeps_case=bool(config.flag("disablePathToLower")))
    patterns = record_of(config.get("permalinks"))
    pattern = text_of(record_of(patterns.get("term")).get(plural)) or text_of(patterns.get(plural))
    names = dict.fromkeys(("slug", "title", "contentbasename", "slugorcontentbasename", "filename"), slug)
    path = fill(re.sub(r"(:\w+)\[[^\]]*\]", r"\1", pattern), names) if pattern else f"/{plural}/{slug}"
    return _ended(prefix + path, config) if path and slug else ""


def _ended(path: str, config: Values) -> str:
    return tidy(path.rstrip("/") + (".html" if config.flag("uglyURLs") else "/"))
