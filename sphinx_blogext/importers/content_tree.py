"""Trees of content as Hugo and Zola have them: sections, folders that are posts, languages in names."""

from __future__ import annotations

import posixpath
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.importers.reading import documents, stem_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_blogext.importers.files import Source


class Page(NamedTuple):
    """A file of the tree: *name* is its path below *folder*, without suffix and without its *language*.

    A page whose file is called ``index`` is the folder, and ``is_folder``.
    """

    path: str
    folder: str
    name: str
    language: str

    @property
    def is_folder(self) -> bool:
        return posixpath.basename(self.name) == "index"

    @property
    def title_name(self) -> str:
        """The file's own name, or that of the folder that it is."""
        return posixpath.basename(posixpath.dirname(self.name) if self.is_folder else self.name)

    @property
    def parent(self) -> str:
        """The folder that the page stands in, below that of all content."""
        above = posixpath.dirname(self.name)
        return posixpath.dirname(above) if self.is_folder else above

    @property
    def section(self) -> str:
        return self.parent.partition("/")[0]

    @property
    def place(self) -> str:
        """Where it stands below the folder, its language in its name."""
        return (
            f"{self.name}.{self.language}"
            if posixpath.basename(self.path).count(".") > 1 and self.language
            else self.name
        )


def pages_of(source: Source, folders: dict[str, str], languages: Iterable[str]) -> tuple[list[Page], list[Page]]:
    """Return the pages of the tree, and those that stand for their sections (``_index``).

    *folders* map folders of content to languages, *languages* are those that names of files may end with.
    """
    codes = {code.lower(): code for code in languages}
    found: list[Page] = []
    for folder, language in folders.items():
        paths = documents(source, folder, ("md", "html"))
        own = (path for path in paths if not _is_in_other(path, folder, folders))
        found.extend(_page(path, folder, language, codes) for path in own)
    bundles = {posixpath.dirname(page.path) for page in found if page.is_folder}
    # What lies in a folder that is a post is a part of it.
    pages = [page for page in found if page.is_folder or not _is_below(page.path, bundles)]
    sections = [page for page in pages if posixpath.basename(page.name) == "_index"]
    return [page for page in pages if page not in sections], sections


def _is_in_other(path: str, folder: str, folders: dict[str, str]) -> bool:
    """Return whether a folder of content within *folder* holds *path*."""
    return any(path.startswith(f"{other}/") for other in folders if other != folder and len(other) > len(folder))


def _is_below(path: str, folders: set[str]) -> bool:
    above = posixpath.dirname(path)
    while above:
        if above in folders:
            return True
        above = posixpath.dirname(above)
    return False


def _page(path: str, folder: str, language: str, codes: dict[str, str]) -> Page:
    name = path.removeprefix(f"{folder}/").rpartition(".")[0]
    stem, dot, ending = name.rpartition(".")
    if dot and ending.lower() in codes and "/" not in ending:
        return Page(path, folder, stem, codes[ending.lower()])
    return Page(path, folder, name, language)


def main_section(pages: Iterable[Page], dated: set[str]) -> str:
    """Return the section with the most posts, by the paths of those that are *dated*; ``""`` is the top."""
    counts = Counter(page.section for page in pages if page.path in dated)
    return counts.most_common(1)[0][0] if counts else ""


def names_of(page: Page) -> list[str]:
    """Return what other posts may call a page: its path from the top, with suffix and without, and its name."""
    suffix = posixpath.splitext(page.path)[1]
    whole = posixpath.dirname(page.name) if page.is_folder else page.name
    return (
        [f"{page.name}{suffix}", page.name, whole, page.title_name, stem_of(page.path)] if whole else [page.name]
    )
