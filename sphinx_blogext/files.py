"""Writing files: whole or not at all, and only where something has changed."""

from __future__ import annotations

import os
from pathlib import Path

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
