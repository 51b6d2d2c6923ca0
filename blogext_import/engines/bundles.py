"""The files beside posts of Hugo and Zola, which publish all of them, whether a post uses them or not."""

from __future__ import annotations

import posixpath
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from blogext_import.reading import FORMATS, OTHER_FORMATS, stem_of, suffix_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blogext_import.engines.content_tree import Page
    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost, OldSite

#: Formats of pages, which are published as pages or not at all; notebooks and TeX are files like others.
_PAGES = (FORMATS.keys() | OTHER_FORMATS) - {".ipynb", ".tex", ".textile"}


def note_resources(
    source: Source, site: OldSite, pages: Iterable[Page], private: set[str], spell: Callable[[str], str]
) -> None:
    """Note the URL paths of the files beside posts, except those beside the *private* posts, given by their paths.

    *spell* returns a path as it is in URLs. Posts that are not published have no files, either.
    """
    posts = _published(site, private)
    found = [page for page in pages if page.path in posts]
    bundles: dict[str, dict[str, ImportedPost]] = {}
    for page in (each for each in found if each.is_folder):
        bundles.setdefault(posixpath.dirname(page.path), {})[page.language or site.language] = posts[page.path]
    for folder, versions in bundles.items():
        for path in _files(source, folder):
            if address := _address(path, versions, site):
                site.resources[path] = posixpath.join(address, path.removeprefix(f"{folder}/"))
    for page in (each for each in found if not each.is_folder):
        place = posixpath.join("/", spell(posixpath.dirname(page.name)))
        for path in _beside(source, posixpath.dirname(page.path)):
            site.resources.setdefault(path, posixpath.join(place, posixpath.basename(path)))


def _published(site: OldSite, private: set[str]) -> dict[str, ImportedPost]:
    """Return the posts that the old site had, by their paths."""
    now = datetime.now(UTC)
    due = (post for post in site.posts if post.moment and post.moment <= now)
    return {post.path: post for post in due if not post.fields.get("draft") and post.path not in private}


def _beside(source: Source, folder: str) -> list[str]:
    """Return the files of a folder itself, unless that is the source."""
    return [path for path in _files(source, folder) if posixpath.dirname(path) == folder] if folder else []


def _files(source: Source, folder: str) -> list[str]:
    return [path for path in source.below(folder) if suffix_of(path) not in _PAGES and "/." not in path]


def _address(path: str, versions: Mapping[str, ImportedPost], site: OldSite) -> str:
    """Return the folder in which a file of a bundle is published: that of the post in the language of the file."""
    language = stem_of(path).rpartition(".")[2]
    post = versions.get(language if language in site.languages else site.language)
    address = next(filter(None, post.addresses), "") if post else ""
    # Where pages are files, a folder of the same name has the other files.
    return address.removesuffix(".html")
