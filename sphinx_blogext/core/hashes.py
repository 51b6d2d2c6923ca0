"""Digests of plain records and files that are the same in every process and on every machine."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Set
    from pathlib import Path

_ADDRESS = pattern(r" at 0x[0-9a-fA-F]+")


def plain(value: Any) -> Any:
    """Return *value*, from a configuration, in a form whose ``repr`` is the same in every process."""
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(repr(plain(item)) for item in value)
    if callable(value):
        # The ``repr`` of a function contains its memory address.
        return getattr(value, "__qualname__", type(value).__qualname__)
    return _ADDRESS.sub("", repr(value))


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
    """Return the names and digests of the files below *folder* that end in one of *suffixes*."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in suffixes)
    return [(path.relative_to(folder).as_posix(), file_digest(path)) for path in files]
