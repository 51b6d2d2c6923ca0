"""The pictures of a site in other sizes: created once, and stored next to the doctrees."""

from __future__ import annotations

import json
import os
from collections import deque
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.display import status_iterator

from sphinx_blogext.files import delete_cache, digest, file_digest, write_file
from sphinx_blogext.lang.words import _
from sphinx_blogext.site.build import Build, once
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from sphinx_blogext.pictures.variants import Made

#: Increase this when the same settings produce different files.
_VERSION = 2
_FOLDER = ".blogext-pictures"
_RASTER = frozenset({".png", ".jpg", ".jpeg", ".webp", ".avif"})
#: Media types (RFC 2046) by Pillow's names of formats.
TYPES = {"AVIF": "image/avif", "WEBP": "image/webp", "JPEG": "image/jpeg", "PNG": "image/png"}


class Sized(NamedTuple):
    """A picture of a *width* and a *height* in pixels, and its other files.

    ``key`` changes with the contents. ``files`` are pairs of width and file name, by kind of file, the
    lightest kind first; for ``kind``, the picture's own, its original width is not included.
    """

    key: str
    width: int
    height: int
    kind: str
    files: Mapping[str, Sequence[tuple[int, str]]]

    @property
    def names(self) -> list[str]:
        return [name for files in self.files.values() for _width, name in files]


@dataclass
class Pictures:
    """The pictures that the pages of a build contain, by the names that Sphinx gives them in the output."""

    build: Build

    def __post_init__(self) -> None:
        self.widths = tuple(sorted(set(self.build.config.blog_picture_sizes)))
        self.folder = Path(self.build.env.doctreedir, _FOLDER)

    @cached_property
    def _settings(self) -> str:
        """A digest of what determines the files made from a picture."""
        import PIL

        return digest((_VERSION, self.widths, PIL.__version__))

    @cached_property
    def sized(self) -> Mapping[str, Sized]:
        """The other files of each picture; those that cannot be converted are left out."""
        if not self.widths:
            return {}
        if find_spec("PIL") is None:
            message = "blog_picture_sizes needs Pillow, which is not installed: pip install %s"
            warn(BlogWarning.PICTURE, message, "'sphinx-blogext[images]'")
            return {}
        sources = dict(self._sources())
        # One for each key.
        due = {source[0]: source for source in sources.values() if not self._record(source[0]).is_file()}
        if due:
            # Pillow lets several processors work at once.
            # Imported here because few sites have pictures in several sizes.
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                done = pool.map(self._make, due.values())
                message = _("resizing pictures... ")
                deque(status_iterator(done, message, "darkgreen", len(due), stringify_func=str), maxlen=0)
        self._prune({key for key, *_others in sources.values()})
        pictures = {name: self._read(key) for name, (key, *_others) in sources.items()}
        return {name: sized for name, sized in pictures.items() if sized}

    def _sources(self) -> Iterator[tuple[str, tuple[str, Path, str]]]:
        """Yield the name of each picture in the output, its key, its file, and a document that shows it."""
        for source, (documents, name) in sorted(self.build.env.images.items()):
            path = Path(self.build.env.srcdir, source)
            if path.suffix.lower() in _RASTER and path.is_file():
                yield name, (f"{file_digest(path)}-{self._settings}", path, min(documents))

    def _prune(self, keys: Set[str]) -> None:
        """Delete files made from pictures that are gone, or with other settings."""
        for path in self.folder.glob("*-*"):
            # ``CONTENTS-SETTINGS-WIDTH.KIND``, and ``CONTENTS-SETTINGS.json``.
            if "-".join(path.stem.split("-")[:2]) not in keys:
                delete_cache(path)

    def _record(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def _make(self, due: tuple[str, Path, str]) -> str:
        from sphinx_blogext.pictures.variants import make_variants

        key, path, document = due
        try:
            self._store(key, make_variants(path, self.widths, document))
        # Encoders fail in as many ways as decoders do. Not recorded, so that the next build warns again.
        except Exception as error:
            warn(BlogWarning.PICTURE, "%s cannot be resized: %s", path.name, error, location=document)
        return path.name

    def _store(self, key: str, made: Made | None) -> None:
        if made is None:
            return
        names: dict[str, list[tuple[int, str]]] = {kind: [] for kind in made.files}
        for kind, variants in made.files.items():
            for width, content in variants:
                name = f"{key}-{width}.{kind.lower()}"
                write_file(self.folder / name, content)
                names[kind].append((width, name))
        record = {"width": made.width, "height": made.height, "kind": next(reversed(names), ""), "files": names}
        # Last, when all the files that it lists exist.
        write_file(self._record(key), json.dumps(record))

    def _read(self, key: str) -> Sized | None:
        try:
            record = json.loads(self._record(key).read_text(encoding="utf-8"))
            files = {kind: [(width, name) for width, name in pairs] for kind, pairs in record["files"].items()}
            return Sized(key, record["width"], record["height"], record["kind"], files)
        except (OSError, ValueError, KeyError):
            return None

    def of(self, source: str) -> str:
        """Return the key of the picture *source* if it has other files, or ``""``."""
        image = self.build.env.images.get(source)
        sized = self.sized.get(image[1]) if image else None
        return sized.key if sized else ""


@once
def pictures_of(build: Build) -> Pictures:
    return Pictures(build)
