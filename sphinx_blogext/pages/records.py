"""The records that page data consists of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sphinx_blogext.core.hashes import digest

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Post


class Data(dict[str, Any]):
    """The data of one thing for a template. Its ``repr`` is a digest, computed once: copy it, do not change it.

    So the digest of a list of a thousand posts only combines a thousand existing digests.
    """

    # A copy made by ``|`` is a plain dictionary, so it has no digest that could be outdated.
    _digest = ""
    #: The data and changes that this is a copy of, if it was made by :meth:`replace`.
    _made_of: tuple[Data, dict[str, Any]] | None = None

    def replace(self, changes: dict[str, Any]) -> Data:
        """Return a copy with *changes*, whose digest is made of these and the digest of the original.

        Most data of a post is the same wherever the post is shown, and goes into a digest only once.
        """
        made = Data(self | changes)
        made._made_of = (self, changes)
        return made

    def __repr__(self) -> str:
        self._digest = self._digest or digest(self._made_of or dict.__repr__(self))
        return self._digest


@dataclass(frozen=True, slots=True)
class Html:
    """A part of a post, as HTML that is rendered where a template needs it.

    ``made_of`` is a digest of everything that goes into it.
    """

    part: Literal["title", "teaser", "lead", "summary"]
    post: Post = field(repr=False)
    made_of: str
