"""The fonts of a system: their files, their names, and the characters that they have.

The formats are those of the OpenType specification 1.9.1. Only what is needed is read: Chinese fonts have
twenty megabytes, and there may be hundreds of fonts.
"""

import os
import struct
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sphinx_blogext.files import digest

_SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc"})
#: More fonts than any file has: a file that claims to have more is broken.
_MOST_FACES = 256
_BROKEN = (struct.error, IndexError, ValueError, OSError)
#: Tables with outlines, without which a font cannot be drawn in any size.
_OUTLINES = frozenset({"glyf", "CFF ", "CFF2"})
_BOLD, _REGULAR = 700, 400


class Face(NamedTuple):
    """One font of a file, which may contain several: that with the index *number*, starting from 0.

    ``weight`` is 400 for a regular font and 700 for a bold one; ``lightest`` and ``boldest`` are the limits
    of a variable one. ``identity`` is the same for the same font, wherever its file is.
    """

    path: str
    number: int
    family: str
    weight: int
    lightest: int
    boldest: int
    is_slanted: bool
    is_narrow: bool
    is_monospaced: bool
    identity: str


def font_folders() -> list[Path]:
    """Return the folders of the system's fonts, and of the user's own."""
    home = Path.home()
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home / "AppData/Local"))
        return [Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts"), Path(local, "Microsoft/Windows/Fonts")]
    # XDG Base Directory Specification 0.8.
    data = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    own = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [*(Path(folder, "fonts") for folder in [own, *data.split(":")] if folder), home / ".fonts"]


def find_fonts(folders: list[Path]) -> list[Path]:
    """Return the font files below *folders*, each once, in an order that does not depend on the system."""
    paths = (path for folder in folders if folder.is_dir() for path in folder.rglob("*"))
    return sorted({path.resolve() for path in paths if path.suffix.lower() in _SUFFIXES})


@lru_cache(maxsize=4096)
def read_faces(path: Path) -> tuple[Face, ...]:
    """Return the fonts in a file: none if it is not a font, or is broken, or has no outlines."""
    try:
        with path.open("rb") as file:
            return tuple(_faces(file, str(path)))
    except _BROKEN:
        return ()


def _faces(file: BinaryIO, path: str) -> Iterator[Face]:
    head = file.read(12)
    if head[:4] == b"ttcf":
        count = min(struct.unpack(">L", head[8:12])[0], _MOST_FACES)
        offsets = struct.unpack(f">{count}L", file.read(4 * count))
    else:
        offsets = (0,)
    for index, offset in enumerate(offsets):
        tables = _tables(file, offset)
        if tables.keys() & _OUTLINES and tables.keys() >= {"OS/2", "name", "head", "cmap"}:
            yield _face(file, tables, path, index)


def _tables(file: BinaryIO, offset: int) -> dict[str, tuple[int, int]]:
    """Return the positions and lengths of the tables of the font at *offset*."""
    file.seek(offset)
    (count,) = struct.unpack(">4xH6x", file.read(12))
    records = struct.iter_unpack(">4s4xLL", file.read(16 * count))
    return {tag.decode("latin-1"): (start, length) for tag, start, length in records}


def _face(file: BinaryIO, tables: Mapping[str, tuple[int, int]], path: str, index: int) -> Face:
    os2 = _read(file, tables["OS/2"])
    weight, width = struct.unpack(">HH", os2[4:8])
    (selection,) = struct.unpack(">H", os2[62:64])
    lightest, boldest = _weights(_read(file, tables["fvar"])) if "fvar" in tables else (weight, weight)
    # Contains a checksum of all tables.
    identity = digest((_read(file, tables["head"]), index))
    is_slanted = bool(selection & 1 or selection & 1 << 9)
    family = _family(_read(file, tables["name"]))
    return Face(path, index, family, weight, lightest, boldest, is_slanted, width < 5, os2[35] == 9, identity)


def _read(file: BinaryIO, place: tuple[int, int]) -> bytes:
    file.seek(place[0])
    return file.read(place[1])


def _family(table: bytes) -> str:
    """Return the family of a font, in English: the typographic one if it is specified."""
    count, storage = struct.unpack(">HH", table[2:6])
    names: dict[int, str] = {}
    for platform, _encoding, language, name, length, start in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
        if name in {1, 16} and (platform, language) in {(3, 0x409), (0, 0), (1, 0)}:
            text = table[storage + start : storage + start + length]
            names.setdefault(name, text.decode("mac-roman" if platform == 1 else "utf-16-be", "replace"))
    return names.get(16) or names.get(1, "")


def _weights(table: bytes) -> tuple[int, int]:
    """Return the lightest and the boldest weight of a variable font."""
    start, count, size = struct.unpack(">4xH2xHH", table[:12])
    for place in range(start, start + count * size, size):
        tag, least, _default, most = struct.unpack(">4slll", table[place : place + 16])
        if tag == b"wght":
            return least >> 16, most >> 16
    return _REGULAR, _REGULAR


class Characters:
    """The characters that a font has, from its table ``cmap`` in format 4 or 12; looked up, not listed."""

    def __init__(self, face: Face) -> None:
        self._table = b""
        self._ends: tuple[int, ...] = ()
        self._is_wide = False
        with suppress(*_BROKEN, KeyError), Path(face.path).open("rb") as file:
            head = file.read(12 + 4 * (face.number + 1))
            start = struct.unpack(">L", head[12 + 4 * face.number :])[0] if head[:4] == b"ttcf" else 0
            self._load(_read(file, _tables(file, start)["cmap"]))

    def _load(self, table: bytes) -> None:
        (count,) = struct.unpack(">H", table[2:4])
        by_format = {
            struct.unpack(">H", table[start : start + 2])[0]: start
            for platform, encoding, start in struct.iter_unpack(">HHL", table[4 : 4 + 8 * count])
            if platform == 0 or (platform == 3 and encoding in {1, 10})
        }
        self._is_wide = 12 in by_format
        if self._is_wide:
            start = by_format[12]
            (groups,) = struct.unpack(">L", table[start + 12 : start + 16])
            self._table = table[start + 16 : start + 16 + 12 * groups]
            self._ends = tuple(end for _start, end, _glyph in struct.iter_unpack(">LLL", self._table))
        else:
            self._table = table[by_format[4] :]
            (double,) = struct.unpack(">H", self._table[6:8])
            self._ends = struct.unpack(f">{double // 2}H", self._table[14 : 14 + double])

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        place = bisect_left(self._ends, code)
        if place == len(self._ends):
            return False
        try:
            return bool(self._wide_glyph(code, place) if self._is_wide else self._glyph(code, place))
        except _BROKEN:
            return False

    def _wide_glyph(self, code: int, place: int) -> int:
        start, _end, glyph = struct.unpack_from(">LLL", self._table, 12 * place)
        return int(glyph + code - start) if code >= start else 0

    def _glyph(self, code: int, place: int) -> int:
        """Return the number of a glyph from a table of format 4; 0 if there is none."""
        count = len(self._ends)
        # End codes and a pad; then start codes, differences, and offsets relative to their own positions.
        starts = 16 + 2 * count
        (start,) = struct.unpack_from(">H", self._table, starts + 2 * place)
        (delta,) = struct.unpack_from(">H", self._table, starts + 2 * (count + place))
        where = starts + 2 * (2 * count + place)
        (offset,) = struct.unpack_from(">H", self._table, where)
        if code < start:
            return 0
        if not offset:
            return int(code + delta) & 0xFFFF
        (glyph,) = struct.unpack_from(">H", self._table, where + offset + 2 * (code - start))
        return int(glyph + delta) & 0xFFFF if glyph else 0


@lru_cache(maxsize=256)
def characters_of(face: Face) -> Characters:
    return Characters(face)
