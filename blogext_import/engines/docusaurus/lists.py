"""Docusaurus' lists: tags, authors, the archive and feeds, below the blog's URL."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from blogext_import.old_lists import note_terms
from blogext_import.settings import read_script_block, read_script_value
from blogext_import.slugs import kebab_case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blogext_import.post_records import ImportedPost, OldSite

_FEEDS = {"rss": "rss.xml", "atom": "atom.xml", "json": "feed.json"}


class ListPaths(NamedTuple):
    """The paths of lists below the URL of a blog, and the formats of its feeds."""

    tags: str
    archive: str
    feeds: tuple[str, ...]


def read_paths(text: str) -> ListPaths:
    """Return the paths in the options of a blog, which are JavaScript."""
    options = read_script_block(text, "feedOptions")
    types = read_script_block(options, "type") or read_script_value(options, "type") or "rss atom"
    kinds = tuple(kind for kind in _FEEDS if kind in types or "all" in types)
    tags = read_script_value(text, "tagsBasePath") or "tags"
    archive = read_script_value(text, "archiveBasePath") or "archive"
    return ListPaths(tags.strip("/"), archive.strip("/"), kinds)


class Permalinks(NamedTuple):
    """The paths that the site gives to lists itself, by the names of tags and authors."""

    tags: Mapping[str, str]
    authors: Mapping[str, str]


def note_lists(post: ImportedPost, paths: ListPaths, permalinks: Permalinks, base: str, ending: str) -> None:
    """Note the lists of a post below the URL path *base*."""

    def address(folder: str, name: str, slugs: Mapping[str, str]) -> str:
        slug = (slugs.get(name) or kebab_case(name)).strip("/")
        return f"{base}{folder}/{slug}{ending}" if slug else ""

    note_terms(post, "tag", lambda name: address(paths.tags, name, permalinks.tags))
    note_terms(post, "author", lambda name: address("authors", name, permalinks.authors))


def note_site_lists(site: OldSite, base: str, language: str, paths: ListPaths, ending: str) -> None:
    """Note the lists of the blog at the URL path *base*; *language* is its own if it is not that of the site."""
    site.lists[f"{base}{paths.tags}{ending}"] = "tag:"
    site.lists[f"{base}{paths.archive}{ending}"] = "archive:"
    site.lists[f"{base}authors{ending}"] = "author:"
    site.lists[f"{base.rstrip('/')}{ending}"] = f"language:{language}" if language else "post:"
    feeds = f"feed:language:{language}/" if language else "feed:"
    site.lists |= {f"{base}{_FEEDS[kind]}": f"{feeds}{_FEEDS[kind]}" for kind in paths.feeds}
