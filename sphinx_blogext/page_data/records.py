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

    def __repr__(self) -> str:
        self._digest = self._digest or digest(dict.__repr__(self))
        return self._digest


@dataclass(frozen=True, slots=True)
class Html:
    """A part of a post, as HTML that is rendered where a template needs it.

    ``made_of`` is a digest of everything that goes into it.
    """

    part: Literal["title", "teaser", "lead", "summary"]
    post: Post = field(repr=False)
    made_of: str
