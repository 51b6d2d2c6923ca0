"""Folders that a Hugo site mounts below ``content`` and ``static``."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from blogext_import.engines.content_tree import Folder
from blogext_import.globs import any_glob
from blogext_import.settings import list_of, record_of
from blogext_import.values import Values, as_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blogext_import.files import Source
    from blogext_import.records import OldSite


def mounted_folders(source: Source, site: OldSite, config: Values, path: str) -> list[Folder]:
    """Return the folders, and files, mounted below ``content``; note those not in the source.

    *path* is the file with the configuration, and *site* has the languages of the site.
    """
    found = []
    for said, name, below in _mounts(config, "content"):
        if not (source.has(name) or source.has_folder(name)):
            message = "%(name)s, which is mounted as %(target)s, is not in the source: its posts are left out"
            source.note(path, 0, message, name=said.text("source"), target=said.text("target"))
            continue
        languages = as_names(record_of(record_of(said.get("sites")).get("matrix")).get("languages"))
        language = said.text("lang") or next((code for code in languages if code in site.languages), "")
        found.append(
            Folder(name, language or (site.language if len(site.languages) > 1 else ""), below, _left(said, name))
        )
    return found


def mounted_files(config: Values, *components: str) -> dict[str, str]:
    """Return the folders that are mounted below these *components*, with their URL paths."""
    return {name: f"/{below}" for component in components for _said, name, below in _mounts(config, component)}


def _mounts(config: Values, component: str) -> Iterator[tuple[Values, str, str]]:
    """Yield the mounts below a *component*: their settings, the path in the source, and that below *component*."""
    for said in map(Values, map(record_of, list_of(config.get("module.mounts")))):
        top, _slash, below = posixpath.normpath(said.text("target").strip("/")).partition("/")
        if top == component and said.text("source"):
            yield said, posixpath.normpath(said.text("source").rstrip("/")), below


def _left(said: Values, folder: str) -> Callable[[str], bool]:
    """Return a function that tells whether a mount leaves out a file, given by its path in the source."""
    files = as_names(said.get("files"))
    wanted = [*as_names(said.get("includeFiles")), *(glob for glob in files if not glob.startswith("!"))]
    left = as_names(said.get("excludeFiles")) + [glob[1:].strip() for glob in files if glob.startswith("!")]
    is_left, is_wanted = any_glob(left), any_glob(wanted)

    def check(path: str) -> bool:
        name = path.removeprefix(f"{folder}/")
        return is_left(name) or (bool(wanted) and not is_wanted(name))

    return check
