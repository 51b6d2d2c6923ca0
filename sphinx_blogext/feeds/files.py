"""Files beside the feeds that are written when what they are made of has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class MadeFile(NamedTuple):
    """A file: its *name* from the root of the site, a digest of what it is made of, and what makes its content."""

    name: str
    made_of: str
    make: Callable[[], str]
