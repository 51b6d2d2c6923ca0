"""The contents of a card."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.files import digest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Width and height in pixels: a size that no network crops.
SIZE = (1200, 630)
#: Increase this when the design of cards changes: all are drawn again.
_DESIGN = 1


def digest_of(path: Path) -> str:
    """Return a digest of a file, which is read only once unless it changes; ``""`` if it cannot be read."""
    try:
        stat = path.stat()
        return _digest_of(path, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=4096)
def _digest_of(path: Path, *_state: int) -> str:
    # A failure is raised, because a result would be remembered.
    return digest(path.read_bytes())


class Card(NamedTuple):
    """The picture of one post, with texts in *language*; its files are pictures that Pillow can read.

    ``byline`` contains the authors of the post and its date. ``accent`` is a CSS color, or ``""`` for the
    default.
    """

    title: str
    blog: str
    byline: str
    language: str = ""
    is_rtl: bool = False
    accent: str = ""
    logo: Path | None = None
    picture: Path | None = None

    @property
    def texts(self) -> tuple[tuple[str, bool], ...]:
        """The texts, and whether they are set in bold; the last two are shown where a text is too long."""
        return (self.title, True), (self.blog, True), (self.byline, False), ("…", True), ("…", False)

    def with_texts(self, drawable: Callable[..., str]) -> Card:
        """Return the card with *drawable* applied to each text; it is told whether the text ``is_bold``."""
        title, blog, byline, *_ = (drawable(text, is_bold=is_bold) for text, is_bold in self.texts)
        return self._replace(title=title, blog=blog, byline=byline)

    def name(self, fonts: set[str]) -> str:
        """Return the name of its file, which changes whenever its contents or its *fonts* change."""
        files = [digest_of(path) if path else "" for path in (self.logo, self.picture)]
        shown = (_DESIGN, self[:-2], files, sorted(fonts))
        return f"_images/card-{digest(shown)}.png"
