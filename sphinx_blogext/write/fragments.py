"""Finished HTML, and what a page that contains it must load."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes


@dataclass(frozen=True, slots=True)
class Fragment:
    """Finished HTML, independent of any page, and what a page that contains it must load.

    ``samples`` and ``flags`` are those of the teasers in it: see
    :class:`~sphinx_blogext.write.teaser.Teaser`.
    """

    html: str
    has_maths: bool = False
    samples: tuple[nodes.Element, ...] = ()
    flags: frozenset[str] = frozenset()
