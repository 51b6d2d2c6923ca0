"""The state shared by all stages of converting a body: facts about the post, its contents, and edits."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from blogext_import.bodies.edits import Edits
from blogext_import.bodies.scan import Leaf, Scan
from blogext_import.post_records import Included, Remark

#: An id at the end of a heading, in the syntax of Hugo, Zola, kramdown, Python-Markdown and Docusaurus.
HEADING_ID = re.compile(
    r"[ \t]*(?:\{:?[ \t]*(?P<list>[#.][^{}\n]*)\}|\{/\*[ \t]*#(?P<jsx>[\w:.-]+)[ \t]*\*/\})[ \t]*\Z"
)
ID = re.compile(r"(?:\A|\s)#(?P<id>[^\s{}.#=]+)")
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HTML_ID = re.compile(r"<[A-Za-z][^<>]*?\s(?:id|name)\s*=\s*[\"']?(?P<id>[^\"'\s>]+)")
_EMPHASIS = re.compile(r"[*~\\]|(?<!\w)_+|_+(?!\w)")
#: Characters that MyST, like GitHub, drops from anchors of headings.
_DROPPED = re.compile(r"[^\w\u4e00-\u9fff\- ]")
#: Keys of a post that turn formulas on, and the same in the configuration of a site.
_MATH_KEYS = frozenset({"math", "mathjax", "katex", "latex", "has_math", "hasmath", "use_math", "usemath"})
_MATH_OPTION = re.compile(r"'(?:math|mathjax|katex)\w*': (?:'true'|\{[^{}]*'enabled?': 'true')", re.IGNORECASE)
_MATH = frozenset({"pymdownx.arithmatex", "mdx_math", "katex", "mathjax"})


class Anchors:
    """The targets in a post that links may point to."""

    def __init__(self) -> None:
        #: Ids that MyST resolves as written.
        self.written: set[str] = set()
        #: Ids in HTML, which MyST does not know.
        self.foreign: set[str] = set()
        self._alike: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def add_heading(self, text: str, own: str = "") -> str:
        """Note a heading and its explicit id, and return the anchor that MyST gives it."""
        slug = _DROPPED.sub("", text.lower().replace(" ", "-"))
        number = self._counts.get(slug, 0)
        self._counts[slug] = number + 1
        anchor = f"{slug}-{number}" if number else slug
        self.written.add(anchor)
        if own and own != anchor:
            self._alike[own] = anchor
        # Some engine's id for the same heading may differ in hyphens or accents only, or name an "&" as in HTML.
        suffix = f"{number}" if number else ""
        for written in (text, escape(text)):
            self._alike.setdefault(_squeezed(written) + suffix, anchor)
        return anchor

    def add_html(self, text: str) -> None:
        self.foreign.update(match["id"] for match in _HTML_ID.finditer(COMMENT.sub("", text)))

    def find(self, name: str) -> str:
        """Return the anchor of the heading with the id *name* in another engine, or ``""``."""
        return self._alike.get(name) or self._alike.get(_squeezed(name), "")


def heading_text(leaf: Leaf) -> str:
    """Return the text from which MyST makes the anchor of a heading: no formulas, images, HTML and markup."""
    parts, at = [], 0
    for span in leaf.spans:
        if span.start < at:
            continue
        parts.append(_EMPHASIS.sub("", leaf.content[at : span.start]))
        if span.kind == "backticks":
            parts.append(leaf.content[span.start : span.end].strip("`").strip(" "))
        elif span.kind == "escape":
            parts.append(leaf.content[span.start + 1 : span.end])
        elif span.kind == "link":
            parts.append(_EMPHASIS.sub("", leaf.content[span.start + 1 : span.label_end].replace("`", "")))
        at = span.end
    parts.append(_EMPHASIS.sub("", leaf.content[at:]))
    return HEADING_ID.sub("", "".join(parts))


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


@dataclass(frozen=True, slots=True)
class Dialect:
    """The Markdown of an engine.

    *tags* names the syntax of its tags: ``liquid``, ``hugo``, ``zola``, ``nikola`` or none. *attributes* are lists
    in braces after the element they belong to. With *bare_links*, bare URLs are links.
    """

    tags: str = ""
    attributes: bool = False
    definitions: bool = False
    bare_links: bool = False
    strikes: bool = True
    jsx: bool = False
    #: ``$$…$$`` within a line is an inline formula.
    double_is_inline: bool = False
    #: ``==mark==``, ``++key++``, ``H~2~O`` and icons.
    pymdown: bool = False
    #: HTML elements with the attribute ``markdown`` contain Markdown.
    markdown_in_html: bool = False
    #: Pipes in code do not separate the cells of a table.
    code_in_cells: bool = False
    #: Asterisks mark a text beside letters, too, if only no space is between them and the text.
    loose_emphasis: bool = False
    #: The texts are already MyST.
    is_myst: bool = False


#: What Python-Markdown and kramdown have in common.
_STRICT = Dialect(
    attributes=True, definitions=True, markdown_in_html=True, code_in_cells=True, loose_emphasis=True
)
DIALECTS = {
    "hexo": Dialect(tags="liquid", definitions=True, bare_links=True),
    "hugo": Dialect(tags="hugo", attributes=True, definitions=True, bare_links=True),
    "jekyll": replace(_STRICT, tags="liquid", double_is_inline=True),
    "pelican": replace(_STRICT, tags="liquid", strikes=False),
    "nikola": replace(_STRICT, tags="nikola", strikes=False),
    "material": replace(_STRICT, pymdown=True),
    "docusaurus": Dialect(bare_links=True, jsx=True),
    "zola": Dialect(tags="zola"),
    "eleventy": Dialect(tags="liquid", bare_links=True),
    "quarto": Dialect(tags="hugo", attributes=True, definitions=True),
    "ablog": Dialect(is_myst=True),
}


@dataclass(frozen=True)
class BodyContext:
    """Facts about a post for the converter, and functions for lookups, which return ``None`` for what they lack.

    *path* is that of the post, relative to the source; *first_line* is the line in the file where the body begins.

    *find_post* returns the absolute document path without suffix, such as ``/blog/2024/x``, for a file name,
    slug, URL or permalink, *find_in_language* that of a post in a given language, and *find_address* the URL
    path of the post on the old site. *find_list* returns that of a list, and *find_file_url* that of a file,
    with *base*, which it has copied there. *find_file* returns the path to write, relative to the post, for an
    image or file that the engine would find from this post, *find_include* a file that the engine includes,
    and *find_definition* that with the definition of a tag. *store* writes a file beside the post, and returns
    its path. *find_heading* returns the anchor for links to an id that the text of a document gives.
    *is_rst* tells whether a document is reStructuredText, whose headings MyST does not know, and
    *forwards* whether an old URL path that is not that of a post redirects.

    *excerpt_separator* is the site's own teaser marker. *breaks_lines* tells whether line breaks within
    paragraphs are displayed, as in Hexo. *extensions* are those of Markdown that the site has turned on.
    *base* is the path of the home page, without a slash at its end. *page* is the front matter, *config* the
    configuration of the site. *tags* are what the person who runs the import wants in the place of tags.
    """

    engine: str
    path: str
    first_line: int
    find_post: Callable[[str], str | None]
    find_file: Callable[[str], str | None]
    find_include: Callable[[str], Included | None] = lambda name: None
    find_in_language: Callable[[str, str], str | None] = lambda name, language: None
    find_heading: Callable[[str, str], str] = lambda document, own: ""
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


@dataclass
class Work:
    """A body that is being converted."""

    scan: Scan
    dialect: Dialect
    report: Report
    frozen: Sequence[tuple[int, int]] = ()
    anchors: Anchors = field(default_factory=Anchors)
    #: Positions of attributes after links whose targets MyST must not look for.
    outside: set[int] = field(default_factory=set)
    #: Positions of braces that are already processed.
    handled: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.text = self.scan.lines.text
        self.context = self.report.context
        self.edits = Edits(self.scan.lines)

    def remark(self, position: int, text: str, /, **values: object) -> None:
        """Add a remark on a position."""
        self.report.add(self.scan.lines.number(position), text, **values)

    def is_frozen(self, position: int) -> bool:
        """Return whether this position is in text that must not be converted, only escaped."""
        return any(start <= position < end for start, end in self.frozen)
