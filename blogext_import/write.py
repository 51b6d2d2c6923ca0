"""Write files below one folder: never change an existing file, and never write outside the folder."""

from __future__ import annotations

import filecmp
import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blogext_import.post_records import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class Outcome:
    """The fate of files: *written*, the *same* as before, or *kept* because a different file exists."""

    written: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


class Writer:
    """Writes files below the folder *top*, or only pretends to if *is_dry*."""

    def __init__(self, top: Path, *, is_dry: bool) -> None:
        self.top = top
        self.is_dry = is_dry
        self.outcome = Outcome()

    def write(self, name: str, content: bytes) -> None:
        """Write the file *name*, a path below the folder."""
        path = self.top / name
        if os.path.lexists(path):
            self._compare(name, path.is_file() and not path.is_symlink() and path.read_bytes() == content)
        elif self._may_write(name, path):
            with path.open("xb") as file:
                file.write(content)

    def copy(self, name: str, source: Path) -> None:
        """Copy the file *source* to *name*, a path below the folder."""
        path = self.top / name
        if os.path.lexists(path):
            is_same = path.is_file() and not path.is_symlink() and filecmp.cmp(path, source, shallow=False)
            self._compare(name, is_same)
        elif self._may_write(name, path):
            with source.open("rb") as read, path.open("xb") as file:
                shutil.copyfileobj(read, file)

    def _compare(self, name: str, is_same: bool) -> None:
        if is_same:
            self.outcome.same.append(name)
        else:
            self.outcome.kept.append(name)
            self._note(name, "already exists with different content: left unchanged")

    def _may_write(self, name: str, path: Path) -> bool:
        """Return whether to write *path*; create its folder if so."""
        try:
            is_inside = path.parent.resolve().is_relative_to(self.top.resolve())
            blocked = next(
                (folder for folder in self._above(path) if os.path.lexists(folder) and not folder.is_dir()), None
            )
        except (OSError, RuntimeError):
            is_inside, blocked = False, None
        if not is_inside or blocked:
            self.outcome.kept.append(name)
            self._note(name, "cannot be written: its folder is a link that leads elsewhere, or a file")
            return False
        self.outcome.written.append(name)
        if not self.is_dry:
            path.parent.mkdir(parents=True, exist_ok=True)
        return not self.is_dry

    def _above(self, path: Path) -> Iterator[Path]:
        yield self.top
        yield from (folder for folder in path.parents if folder.is_relative_to(self.top))

    def _note(self, name: str, text: str) -> None:
        self.outcome.remarks.append(Remark(name, 0, text))
