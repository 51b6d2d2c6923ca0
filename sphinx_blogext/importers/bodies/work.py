"""What those who convert a body share: what they know of the post, what stands in it, and what they change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_blogext.importers.bodies.anchors import Anchors
from sphinx_blogext.importers.bodies.edits import Edits
from sphinx_blogext.importers.records import Remark

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sphinx_blogext.importers.bodies.dialects import Dialect
    from sphinx_blogext.importers.bodies.scan import Scan


@dataclass(frozen=True)
class BodyContext:
    """What the converter is told of a post, and whom it may ask.

    *path* is that of the post relative to the source, *first_line* the line of the file in which the body begins.

    *find_post* turns a file name, slug, address or permalink into an absolute document path without suffix, such
    as ``/blog/2024/x``. *find_file* turns a picture or file, as the engine would look for it from this post, into
    the path to write, relative to the post. *read_include* gives the text of a file that the engine includes. Each
    returns ``None`` for what there is not.

    *excerpt_separator* is the marker of a teaser that the site has chosen, if it has. *breaks_lines* says that the
    engine shows line breaks within paragraphs, as Hexo does.
    """

    engine: str
    path: str
    first_line: int
    find_post: Callable[[str], str | None]
    find_file: Callable[[str], str | None]
    read_include: Callable[[str], str | None] = lambda name: None
    excerpt_separator: str = ""
    breaks_lines: bool = False


@dataclass
class Report:
    """The remarks on a body. *origins* has for each line of the text at hand its line in the body."""

    context: BodyContext
    origins: Sequence[int]
    remarks: list[Remark] = field(default_factory=list)
    #: Addresses that are final already.
    made: set[str] = field(default_factory=set)

    def add(self, line: int, text: str, /, **values: object) -> None:
        """Note what the person who imports should know of a line, which counts from 0."""
        origin = self.origins[min(line, len(self.origins) - 1)]
        self.remarks.append(Remark(self.context.path, self.context.first_line + origin, text, values))


class Work:
    """A body that is being converted."""

    def __init__(
        self,
        scan: Scan,
        dialect: Dialect,
        report: Report,
        frozen: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.scan = scan
        self.text = scan.lines.text
        self.dialect = dialect
        self.report = report
        self.context = report.context
        self.edits = Edits(scan.lines)
        self.anchors = Anchors()
        #: Where attributes follow a link whose target MyST is not to look for.
        self.outside: set[int] = set()
        #: Where braces stand that have been seen to.
        self.handled: set[int] = set()
        self._frozen = sorted(frozen)

    def remark(self, position: int, text: str, /, **values: object) -> None:
        """Note what the person who imports should know of this place."""
        self.report.add(self.scan.lines.number(position), text, **values)

    def is_frozen(self, position: int) -> bool:
        """Tell whether this place is the writer's own, which is only kept from being misread."""
        return any(start <= position < end for start, end in self._frozen)
