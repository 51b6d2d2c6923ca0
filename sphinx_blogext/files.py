"""Files: our own, those that are written only if they have changed, digests to tell whether, and images."""

import hashlib
import os
import re
from collections.abc import Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from sphinx.environment import BuildEnvironment
from sphinx.util.images import get_image_size

from sphinx_blogext.patterns import pattern
from sphinx_blogext.warnings import BlogWarning, warn

PACKAGE = Path(__file__).parent
#: The templates that sites may override, the files copied to their ``_static``, and our catalogs.
TEMPLATES, STATIC, LOCALE = PACKAGE / "templates", PACKAGE / "static", PACKAGE / "locale"
#: The suffix of a file that has not been written completely.
UNFINISHED = ".blogext-tmp"
_COMMENT = pattern(r"^[ \t]*/\*(?!!)(?:(?!/\*).)*?\*/\n|^[ \t]+", re.MULTILINE | re.DOTALL)
_ADDRESS = pattern(r" at 0x[0-9a-fA-F]+")
_SVG_TAG = pattern(r"<svg\b[^>]*>")
_ATTRIBUTE = pattern(r'\s(width|height|viewBox)="([^"]*)"')
#: A length in pixels, of no more digits than any picture has.
_LENGTH = pattern(r"\s*([0-9]{1,9}(?:\.[0-9]+)?)(?:px)?\s*$")


def without_comments(text: str) -> str:
    """Return a style sheet or script without indentation and comments on lines of their own, but for ``/*!``."""
    return _COMMENT.sub("", text)


def write_file(path: Path, content: str | bytes) -> None:
    """Write *content* atomically, unless it is already in the file."""
    # Sphinx's own paths are also strings, whose methods take precedence over those of paths.
    path = Path(path)
    if isinstance(content, str):
        content = content.encode("utf-8")
    # A file that cannot be read can often be replaced.
    with suppress(OSError):
        if path.read_bytes() == content:
            return
    temporary = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        try:
            temporary.write_bytes(content)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(content)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def read_cache(path: Path) -> bytes:
    """Return the content of a file that only saves time, or ``b""`` if there is none; warn if it is unreadable."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        pass
    except OSError as error:
        message = "%s cannot be read (%s): this build does without it"
        warn(BlogWarning.OUTPUT, message, path, error.strerror, once=True)
    return b""


def write_cache(path: Path, content: str | bytes) -> None:
    """Write a file that only saves time; warn if that is not possible."""
    try:
        write_file(path, content)
    except OSError as error:
        warn(BlogWarning.OUTPUT, "%s cannot be written (%s): the next build does without it", path, error.strerror)


def delete_cache(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def name_below(folder: Path, path: Path) -> str:
    """Return the name of the file *path* below *folder*; it has to be fast, because it is called very often."""
    return str(path)[len(str(folder)) + 1 :].replace(os.sep, "/")


def delete_file(folder: Path, name: str) -> None:
    """Delete the file *name* below *folder*, if it exists and is not a folder, and folders left empty by that."""
    path = folder / name
    # A name may lead out of the folder through ``..`` or a link.
    if not os.path.lexists(path) or path.is_dir() or folder.resolve() not in path.resolve().parents:
        return
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or not parent.is_dir() or any(parent.iterdir()):
            break
        parent.rmdir()


def media_of(env: BuildEnvironment, docnames: Set[str] | None = None) -> frozenset[str]:
    """Return the images and downloads of some documents or all, as file names below the output directory."""
    images = [(docs, f"_images/{name}") for docs, name in env.images.values()]
    downloads = [(docs, f"_downloads/{name}") for docs, name in env.dlfiles.values()]
    return frozenset(name for docs, name in (*images, *downloads) if docnames is None or docs & docnames)


def plain(value: Any) -> Any:
    """Return *value*, from a configuration, in a form whose ``repr`` is the same in every process."""
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(repr(plain(item)) for item in value)
    # The ``repr`` of a function contains its memory address.
    own = getattr(value, "__qualname__", type(value).__qualname__)
    return own if callable(value) else _ADDRESS.sub("", repr(value))


def digest(inputs: Any) -> str:
    """Return a digest of plain records, whose ``repr`` contains all their data in order."""
    content = inputs if isinstance(inputs, bytes) else repr(inputs).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:16]


def file_digest(path: Path) -> str:
    """Return a digest of the contents of a file, or ``""`` if it cannot be read."""
    try:
        return digest(path.read_bytes())
    except OSError:
        return ""


def contents(folder: Path, suffixes: Set[str]) -> list[tuple[str, str]]:
    """Return the names and digests of the files below *folder*, or itself, that end in one of *suffixes*."""
    files = sorted(path for path in (folder, *folder.rglob("*")) if path.suffix in suffixes)
    return [(path.relative_to(folder).as_posix(), file_digest(path)) for path in files]


def read_size(path: Path) -> tuple[int, int] | None:
    """Return the width and height of the image in a file, or ``None`` if they are not known."""
    if path.suffix.lower() != ".svg":
        size = get_image_size(path)
        return size if size and min(size) > 0 else None
    try:
        tag = _SVG_TAG.search(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    attributes = dict(_ATTRIBUTE.findall(tag[0])) if tag else {}
    box = attributes.get("viewBox", "").replace(",", " ").split()
    for sides in ([attributes.get("width", ""), attributes.get("height", "")], box[2:]):
        lengths = list(filter(None, map(_LENGTH.match, sides)))
        if len(lengths) == 2:
            return round(float(lengths[0][1])), round(float(lengths[1][1]))
    return None
