"""Rules that are fixed, except on sites that another extension keeps as they are: ``sphinx_blogext.ablog``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import FEED_FILES

if TYPE_CHECKING:
    from sphinx.config import Config

#: The option that holds them; only that extension declares it.
OPTION = "blog_conventions"


@dataclass(frozen=True, slots=True)
class Conventions:
    """The rules of a site. Readers of :class:`Conventions` are all over the package; they are set in one place."""

    #: Whether ``blog_path`` may be ``x/index``: the list is on that page, and all others are below it.
    has_index_path: bool = False
    #: Whether the theme decides about the markers of a ``postlist`` with the option ``list-style``.
    has_theme_markers: bool = False
    #: The files of the feeds of terms and years.
    archive_feeds: tuple[str, ...] = tuple(FEED_FILES)


_NATIVE = Conventions()


def conventions_of(config: Config) -> Conventions:
    """Return the rules of the site that *config* belongs to."""
    if OPTION not in config:
        return _NATIVE
    conventions: Conventions = config[OPTION]
    return conventions
