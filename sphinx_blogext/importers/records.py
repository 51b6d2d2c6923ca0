"""What the importers hand on: posts as they were found, and remarks on what could not be taken over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to tell the person who imports.

    *path* is relative to the source, *line* counts from 1, and is 0 for the whole file. *text* is a message
    marked with ``N_``, which is translated where it is printed, with *values* for its placeholders, such as
    ``%(name)s``. Remarks of one *text* are counted together.
    """

    path: str
    line: int
    text: str
    values: Mapping[str, object] = field(default_factory=dict)
