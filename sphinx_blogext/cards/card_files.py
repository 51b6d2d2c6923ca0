"""Write the cards that do not exist yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.display import status_iterator

from sphinx_blogext.cards.plan import cards_of
from sphinx_blogext.lang.words import _
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.cards.plan import Cards
    from sphinx_blogext.site.build import Build

#: The maximum number of characters listed in a warning.
_NAMED = 5


def write_cards(
    build: Build, builder: StandaloneHTMLBuilder, write: Callable[[Path, bytes], None], verbosity: int = 0
) -> set[str]:
    """Use *write* to save the cards that do not exist yet; return the file names of all cards."""
    cards = cards_of(build)
    files = cards.all()
    _report(cards)
    due = sorted(name for name in files if not (builder.outdir / name).is_file())
    if due:
        from sphinx_blogext.cards.drawing import draw_card

        message = _("drawing social cards... ")
        for name in status_iterator(due, message, "darkgreen", len(due), verbosity):
            write(builder.outdir / name, draw_card(*files[name]))
    return set(files)


def _report(cards: Cards) -> None:
    """Emit one warning for all characters that no card can show."""
    if cards.missing:
        posts = sorted({post.docname for found in cards.missing.values() for post in found})
        shown = ", ".join(f"{text} ({_codes(text)})" for text in sorted(cards.missing)[:_NAMED])
        more = "…" if len(cards.missing) > _NAMED else ""
        message = "no font has %s%s: add one to blog_card_fonts; posts without a social card: %d"
        warn(BlogWarning.CARD, message, shown, more, len(posts), location=posts[0])
    if cards.unshaped:
        post = min(cards.unshaped, key=lambda post: post.docname)
        message = "Pillow cannot render this script without Raqm and FriBiDi; posts without a social card: %d"
        warn(BlogWarning.CARD, message, len(cards.unshaped), location=post.docname)


def _codes(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text)
