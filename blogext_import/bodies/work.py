"""The state shared by all stages of converting a body: facts about the post, its contents, and edits."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from blogext_import.bodies.anchors import Anchors
from blogext_import.bodies.edits import Edits
from blogext_import.post_records import Remark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from blogext_import.bodies.dialects import Dialect
    from blogext_import.bodies.scan import Scan
    from blogext_import.post_records import Included

#: Keys of a post that turn formulas on, and the same in the configuration of a site.
_MATH_KEYS = frozenset({"math", "mathjax", "katex", "latex", "has_math", "hasmath", "use_math", "usemath"})
_MATH_OPTION = re.compile(r"'(?:math|mathjax|katex)\w*': (?:'true'|\{[^{}]*'enabled?': 'true')", re.IGNORECASE)
_MATH = frozenset({"pymdownx.arithmatex", "mdx_math", "katex", "mathjax"})


@dataclass(frozen=True)
class BodyContext:
    """Facts about a post for the converter, and functions for lookups.

    *path* is the path of the post relative to the source; *first_line* is the line in the file where the body
    begins.

    *find_post* returns the absolute document path without suffix, such as ``/blog/2024/x``, for a file name, slug,
    URL or permalink. *find_file* returns the path to write, relative to the post, for an image or file that the
    engine would find from this post. *find_include* returns a file that the engine includes. Each
    returns ``None`` if nothing is found. *find_in_language* is *find_post* for posts in a given language,
    *find_address* returns the URL path of a post on the old site, and *find_list* that of a list. *find_file_url*
    returns that of a file, with *base*, and has it copied there. *store* writes a file beside the post, and
    returns its path. *find_definition* returns the file with the definition of a tag, by its name.
    *is_rst* tells whether a document is reStructuredText, whose headings MyST does not know.
    *forwards* tells whether the old URL path of a page that is not a post redirects.

    *excerpt_separator* is the site's own teaser marker, if it has one. *breaks_lines* tells whether the engine
    displays line breaks within paragraphs, as Hexo does. *extensions* are the names of the extensions of Markdown
    that the site has turned on. *base* is the path of the
    site's home page, without a slash at its end. *page* is the front matter, and *config* the configuration of the
    site. *tags* are what the person who runs the import wants in the place of tags.
    """

    engine: str
    path: str
    first_line: int
    find_post: Callable[[str], str | None]
    find_file: Callable[[str], str | None]
    find_include: Callable[[str], Included | None] = lambda name: None
    find_in_language: Callable[[str, str], str | None] = lambda name, language: None
    is_rst: Callable[[str], bool] = lambda document: False
    find_address: Callable[[str], str | None] = lambda name: None
    find_list: Callable[[str], str | None] = lambda name: None
    find_file_url: Callable[[str], str | None] = lambda name: None
    forwards: Callable[[str], bool] = lambda path: False
    excerpt_separator: str = ""
    breaks_lines: bool = False
    extensions: frozenset[str] = frozenset()
    base: str = ""
    store: Callable[[str, bytes], str] = lambda name, data: name
    find_definition: Callable[[str], Included | None] = lambda name: None
    page: Mapping[str, Any] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_math(self) -> bool:
        """Whether the old site had formulas; MkDocs needs an extension or a script for them."""
        return self.engine != "material" or not _MATH.isdisjoint(self.extensions)

    @property
    def is_math_on(self) -> bool:
        """Whether the post, or the configuration of the site, turns formulas on."""
        own = [str(value).lower() for key, value in self.page.items() if key.lower() in _MATH_KEYS]
        return "true" in own or ("false" not in own and bool(_MATH_OPTION.search(str(self.config))))

    def read_include(self, name: str) -> str | None:
        """Return the text of a file that the engine includes."""
        file = self.find_include(name)
        return file.text if file else None


@dataclass
class Report:
    """The remarks on a body; *origins* has the line in the original body for each line of the current text."""

    context: BodyContext
    origins: Sequence[int]
    remarks: list[Remark] = field(default_factory=list)
    #: URLs that are already final.
    made: set[str] = field(default_factory=set)

    def add(self, line: int, text: str, /, **values: object) -> None:
        """Add a remark on a line, which counts from 0."""
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
        #: Positions of attributes after links whose targets MyST must not look for.
        self.outside: set[int] = set()
        #: Positions of braces that are already processed.
        self.handled: set[int] = set()
        self._frozen = sorted(frozen)

    def remark(self, position: int, text: str, /, **values: object) -> None:
        """Add a remark on a position."""
        self.report.add(self.scan.lines.number(position), text, **values)

    def is_frozen(self, position: int) -> bool:
        """Return whether this position is in text that must not be converted, only escaped."""
        return any(start <= position < end for start, end in self._frozen)
