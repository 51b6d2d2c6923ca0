"""Files that the old site published, whether posts use them or not."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from blogext_import.reading import FORMATS, suffix_of
from sphinx_blogext.core.addresses import names_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blogext_import.files import Source
    from blogext_import.layout import Layout
    from blogext_import.records import OldSite

#: What a build itself writes at the top of the site.
_OURS = frozenset(
    {"index.html", "search.html", "genindex.html", "searchindex.js", "objects.inv", "sitemap.xml", ".buildinfo"}
    | {"_static", "_sources", "_images", "_downloads"}
)
#: Documents, which are pages of the site where there are others beside them, or not published at all.
_DOCUMENTS = FORMATS.keys() - {".html", ".htm"}


def published_files(source: Source, site: OldSite) -> dict[str, str]:
    """Return the files that the old site published as they were, with their URL paths."""
    found: dict[str, str] = {}
    pages = frozenset(site.pages)
    for folder, url in sorted(site.published.items(), key=lambda entry: len(entry[0]), reverse=True):
        has_posts = is_mixed(site, folder)
        for path in _files(source, folder):
            below = path.removeprefix(folder).lstrip("/") or posixpath.basename(path)
            is_private = site.is_hidden(below) or site.hides(path)
            is_page = has_posts and (suffix_of(path) in _DOCUMENTS or path in pages or _has_header(source, path))
            if not is_private and not is_page:
                found.setdefault(path, site.files.get(path) or posixpath.join("/", url, below))
    return found


def is_mixed(site: OldSite, folder: str) -> bool:
    """Return whether the published *folder* contains posts, and so files that were not published as they are."""
    return any(_is_in(root, folder) for root in site.roots)


def _files(source: Source, folder: str) -> list[str]:
    return [folder] if source.has(folder) else source.below(folder)


def free_files(layout: Layout, redirects: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that tells whether no page of the new site has a URL path."""
    names = {*layout.documents.values(), *(name for old in layout.redirects.values() for name in old)}
    names.update(name for written in redirects for name in names_in(written))
    taken = {page for name in names for page in (name, f"{name}.html", f"{name}/index.html")}

    def is_free(url: str) -> bool:
        name = url.strip("/")
        return name not in taken and name.partition("/")[0] not in _OURS

    return is_free


def by_folder(files: Iterable[str]) -> Iterator[str]:
    """Yield the folder of each of the *files*, at most two levels deep."""
    for path in files:
        yield "/".join(posixpath.dirname(path).split("/")[:2])


def _is_in(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


def _has_header(source: Source, path: str) -> bool:
    """Return whether a file has front matter, so that the engine makes a page of it."""
    try:
        with (source.root / path).open("rb") as file:
            return file.read(4).rstrip() == b"---"
    except OSError:
        return True
