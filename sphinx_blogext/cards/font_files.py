"""The fonts of a system: their files, their names, and the characters that they have, as Pillow reads them."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.cards.card import digest_of

if TYPE_CHECKING:
    from PIL import ImageFont

_SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc"})
#: More fonts than any file has: a file that claims to have more is broken.
_MOST_FACES = 256
#: What FreeType and Pillow raise for broken fonts.
_BROKEN = (OSError, ValueError, MemoryError)
#: The weights of styles by what their names contain, the longer ones first; 400 otherwise.
_WEIGHTS = {
    **dict.fromkeys(("thin", "w1"), 100),
    **dict.fromkeys(("extralight", "ultralight", "w2"), 200),
    **dict.fromkeys(("light", "w3"), 300),
    **dict.fromkeys(("medium", "w5"), 500),
    **dict.fromkeys(("demibold", "semibold", "w6"), 600),
    **dict.fromkeys(("extrabold", "ultrabold", "w8"), 800),
    **dict.fromkeys(("bold", "w7"), 700),
    **dict.fromkeys(("black", "heavy", "w9"), 900),
}
#: A character that no font for text has, and the size in which characters are compared with it.
_MISSING, _SIZE = "\U0010ffff", 20


class Face(NamedTuple):
    """One font of a file, which may contain several: that with the index *number*, starting from 0.

    ``lightest`` and ``boldest`` are the limits of a variable font, or twice the weight of another: 400 for a
    regular one and 700 for a bold one.
    """

    path: str
    number: int
    family: str
    style: str
    lightest: float
    boldest: float
    #: That of its file: what is cached of it must not outlive the file.
    time: int

    @property
    def identity(self) -> str:
        """What is the same for the same font, wherever its file is."""
        return f"{digest_of(Path(self.path))}-{self.number}"


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


def read_faces(path: Path) -> tuple[Face, ...]:
    """Return the fonts in a file: none if it is not a font, or is broken, or cannot be drawn in any size."""
    try:
        return _read_faces(str(path), path.stat().st_mtime_ns)
    except OSError:
        return ()


@lru_cache(maxsize=4096)
def _read_faces(path: str, time: int) -> tuple[Face, ...]:
    faces: list[Face] = []
    # Nothing tells how many there are.
    with suppress(*_BROKEN):
        while len(faces) < _MOST_FACES:
            faces.append(_face(path, len(faces), time))
    return tuple(faces)


def _face(path: str, number: int, time: int) -> Face:
    font = _load(path, number)
    family, style = (name or "" for name in font.getname())
    compact = re.sub(r"[\W_]", "", style.lower())
    lightest = boldest = next((weight for name, weight in _WEIGHTS.items() if name in compact), 400)
    # Others have no axes.
    with suppress(OSError):
        for axis in font.get_variation_axes():
            if axis["name"] == b"Weight":
                lightest, boldest = axis["minimum"] or 0, axis["maximum"] or 0
    return Face(path, number, family, style, lightest, boldest, time)


def _load(path: str, number: int) -> ImageFont.FreeTypeFont:
    # Imported here because sites without cards need no Pillow.
    from PIL import ImageFont

    # The other engine combines characters, and sets some in the place of others.
    return ImageFont.truetype(path, _SIZE, number, layout_engine=ImageFont.Layout.BASIC)


# Few, because each may keep its file open.
@lru_cache(maxsize=64)
def _font(face: Face) -> ImageFont.FreeTypeFont:
    return _load(face.path, face.number)


@lru_cache(maxsize=1 << 16)
def has_character(face: Face, character: str) -> bool:
    """Return whether a font has a character: it draws something else than for what it does not have."""
    with suppress(*_BROKEN):
        return character == " " or _drawn(face, character) != _drawn(face, _MISSING)
    return False


def _drawn(face: Face, character: str) -> tuple[tuple[int, int], bytes]:
    mask = _font(face).getmask(character)
    return mask.size, bytes(mask)
