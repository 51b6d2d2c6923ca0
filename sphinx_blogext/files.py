"""The package's own files; and writing files whole or not at all, only where something has changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_PACKAGE = Path(__file__).parent
#: The templates that sites may override, what is copied to their ``_static``, and our catalogs.
TEMPLATES, STATIC, LOCALE = _PACKAGE / "templates", _PACKAGE / "static", _PACKAGE / "locale"
#: What the name of a file ends with before it is whole.
UNFINISHED = ".blogext-tmp"


def write_file(path: Path, content: str | bytes) -> None:
    """Write *content* whole or not at all, and not if the file holds it already."""
    # Sphinx's own paths are strings as well, whose methods go before those of paths.
    path = Path(path)
    if isinstance(content, str):
        content = content.encode("utf-8")
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def name_below(folder: Path, path: Path) -> str:
    """Return the name of the file *path* below *folder*; it is asked for thousands of times."""
    return str(path)[len(str(folder)) + 1 :].replace(os.sep, "/")


def delete_file(folder: Path, name: str) -> None:
    """Delete the file *name* below *folder* if it is there and no folder, and folders it leaves empty."""
    path = folder / name
    # A name may lead out of the folder, by ``..`` or a link.
    if folder.resolve() not in path.resolve().parents:
        return
    if path.is_dir():
        return
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or not parent.is_dir() or any(parent.iterdir()):
            break
        parent.rmdir()


def media_of(env: BuildEnvironment, docname: str = "") -> frozenset[str]:
    """Return the images and downloads of a document, or of all, as files below the output directory."""
    images = [(docs, f"_images/{name}") for docs, name in env.images.values()]
    downloads = [(docs, f"_downloads/{name}") for docs, name in env.dlfiles.values()]
    return frozenset(name for docs, name in (*images, *downloads) if not docname or docname in docs)
