"""Hexo's lists: ``tag_dir``, ``category_dir``, ``archive_dir``, with the slugs of its maps; its plugin's feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blogext_import.addresses import tidy
from blogext_import.lists.notes import note_list, note_list_pages, note_terms
from blogext_import.settings import record_of, text_of
from blogext_import.slugs import hexo_slug
from blogext_import.values import as_names

if TYPE_CHECKING:
    from blogext_import.post_records import ImportedPost, OldSite

_FEEDS = {"atom": "atom.xml", "rss2": "rss2.xml"}


def note_lists(post: ImportedPost, data: dict[str, Any], config: dict[str, Any]) -> None:
    """Note the lists of a post with the front matter *data*."""
    folder = _folder(config, "tag_dir", "tags")
    note_terms(post, "tag", lambda name: f"{folder}/{term_slug(name, 'tag_map', config)}/")
    folder = _folder(config, "category_dir", "categories")
    for path in category_paths(data.get("categories") or data.get("category")):
        slugs = [term_slug(name, "category_map", config) for name in path]
        for depth, name in enumerate(path, start=1):
            note_list(post, f"{folder}/{'/'.join(slugs[:depth])}/", f"category:{name}")
    if post.moment:
        archive = f"{_folder(config, 'archive_dir', 'archives')}/{post.moment.year:04}"
        # Our archives of months are optional.
        for address in (archive, f"{archive}/{post.moment.month:02}"):
            note_list(post, f"{address}/", f"archive:{post.moment.year:04}")


def note_site_lists(site: OldSite, config: dict[str, Any], package: str, top: str) -> None:
    """Note the lists of the site; *top* is the folder of its sources."""
    site.lists[f"/{_folder(config, 'archive_dir', 'archives')}/"] = "archive:"
    site.lists[tidy(f"{text_of(record_of(config.get('index_generator')).get('path'))}/")] = "post:"
    note_list_pages(site, lambda path: path.removeprefix(f"{top}/").rpartition(".")[0].removesuffix("index"))
    feed = record_of(config.get("feed"))
    if feed or "hexo-generator-feed" in package:
        types = as_names(feed.get("type")) or ["atom"]
        paths = as_names(feed.get("path")) or [_FEEDS.get(kind, "") for kind in types]
        for kind, path in zip(types, paths, strict=False):
            if path:
                site.lists[f"/{path.strip('/')}"] = f"feed:{'rss' if kind == 'rss2' else 'atom'}.xml"


def term_slug(name: str, table: str, config: dict[str, Any]) -> str:
    """Return the slug of a term; the option *table* may map its name to another."""
    mapped = record_of(config.get(table)).get(name)
    slug = hexo_slug(str(mapped) if mapped else name)
    case = str(config.get("filename_case") or 0)
    return slug.lower() if case == "1" else slug.upper() if case == "2" else slug


def category_paths(value: Any) -> list[list[str]]:
    """Return the paths of categories: a list of names is one path, and so is each list within a list."""
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        return [as_names(item) for item in value]
    return [as_names(value)]


def _folder(config: dict[str, Any], name: str, default: str) -> str:
    return text_of(config.get(name)).strip("/") or default
