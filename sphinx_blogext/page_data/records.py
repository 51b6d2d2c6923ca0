"""The records that the data of pages consist of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sphinx_blogext.core.hashes import digest

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Post


class Data(dict[str, Any]):
    """What a template receives of one thing. Its ``repr`` is a digest, made once; do not change it: copy it.

    So the digest of a list of a thousand posts costs no more than a thousand digests that are there.
    """

    # A copy made by ``|`` is a plain dictionary, so it has no digest that could be out of date.
    _digest = ""

    def __repr__(self) -> str:
        self._digest = self._digest or digest(dict.__repr__(self))
        return self._digest


@dataclass(frozen=True, slots=True)
class Html:
    """A part of a post, as HTML that is rendered where a template needs it.

    ``made_of`` is a digest of all that goes into it.
    """

    part: Literal["title", "teaser", "lead", "summary"]
    post: Post = field(repr=False)
    made_of: str
