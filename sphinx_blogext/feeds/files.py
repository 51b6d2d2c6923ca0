"""Files next to the feeds, written when what they are made of has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class MadeFile(NamedTuple):
    """A file: its *name* relative to the site's root, a digest of its inputs, and a function returning its
    content.
    """

    name: str
    made_of: str
    make: Callable[[], str]
