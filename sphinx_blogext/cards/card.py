"""What a card shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.hashes import digest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Width and height in pixels: what all networks show whole.
SIZE = (1200, 630)
#: Raise it when cards look otherwise: all are drawn again.
_DESIGN = 1


class Card(NamedTuple):
    """The picture of one post, whose texts are in *language*; files are of pictures that Pillow can read.

    ``byline`` is who wrote the post, and when. ``accent`` is a colour as CSS has it, ``""`` for ours.
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
        """The texts, and whether they are set in bold."""
        return (self.title, True), (self.blog, True), (self.byline, False), ("…", True), ("…", False)

    def with_texts(self, drawable: Callable[..., str]) -> Card:
        """Return the card with what *drawable* makes of each text, which is told whether it ``is_bold``."""
        title, blog = (drawable(text, is_bold=True) for text in (self.title, self.blog))
        for is_bold in (True, False):
            # What stands where a text is too long.
            drawable("…", is_bold=is_bold)
        return self._replace(title=title, blog=blog, byline=drawable(self.byline, is_bold=False))

    def name(self, fonts: set[str]) -> str:
        """Return the name of its file: another one as soon as it shows anything else, or in other *fonts*."""
        files = [digest(path.read_bytes()) if path else "" for path in (self.logo, self.picture)]
        shown = (_DESIGN, self[:-2], files, sorted(fonts))
        return f"_images/card-{digest(shown)}.png"
