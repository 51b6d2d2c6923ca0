"""The ``blog`` domain: records of what documents contain, which Sphinx stores, and the roles of the blog."""

from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import datetime
from itertools import chain
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast
from zlib import crc32

from docutils import nodes
from docutils.nodes import Element
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import docname_join

from sphinx_blogext.core.changelog import Change as Change
from sphinx_blogext.core.model import Post, Schedule
from sphinx_blogext.core.model import Reference as Reference
from sphinx_blogext.core.pagination import ListRequest as ListRequest
from sphinx_blogext.core.taxonomies import TAXONOMIES

T = TypeVar("T")
#: The warning about a reference without a target, with a placeholder for the type.
_DANGLING = "the blog has no %s '%%(target)s'"


class Withheld(NamedTuple):
    """A draft that was read and removed again, without any text, because some outputs contain the environment."""

    schedule: Schedule
    source: str  # its digest
    parents: tuple[str, ...] = ()  # the documents that had it in their toctrees
    defaults: str = ""  # a digest of those from its folders: see ``read.sources``


class Target(NamedTuple):
    """Where an object of the blog is: on a page, or at *url* if it is not on a page."""

    name: str
    title: str
    objtype: str
    page: str
    anchor: str = ""
    url: str = ""


#: The state of a file: its size, its modification and change times from ``stat``, and a digest of its contents.
State = tuple[int, int, int, str]


class Reading(NamedTuple):
    """How a document was read: when, as recorded by Sphinx, from which files, and a digest of what by."""

    when: int
    files: dict[str, State]
    setting: str


class Records(Generic[T]):
    """Records of one kind by document, which are part of the pickled data of their domain."""

    def __set_name__(self, owner: type[Domain], name: str) -> None:
        self.name = name

    def __get__(self, domain: Domain, owner: type[Domain]) -> dict[str, T]:
        return cast("dict[str, T]", domain.data[self.name])


class BlogRole(XRefRole):
    """A reference to an object of the blog."""

    def __init__(self) -> None:
        # By default the text of a role is shown as code, but titles are plain text.
        super().__init__(innernodeclass=nodes.inline, warn_dangling=True)


def add(records: dict[str, tuple[T, ...]], docname: str, record: T) -> int:
    """Store one more record of a document and return its number in the document."""
    before = records.get(docname, ())
    records[docname] = (*before, record)
    return len(before)


class BlogDomain(Domain):
    """Records of what each document contains; ``site``, which each build sets, combines those of all documents."""

    name = "blog"
    label = "Blog"
    # When it changes, Sphinx reads every document again. Raise the number if a record changes but for its fields.
    data_version = crc32(repr((28, Post._fields)).encode())
    object_types: ClassVar[dict[str, ObjType]] = {n: ObjType(n, n) for n in ("post", *TAXONOMIES, "archive")}
    roles: ClassVar[dict[str, Any]] = {name: BlogRole() for name in object_types}
    dangling_warnings: ClassVar[dict[str, str]] = {name: _DANGLING % name for name in object_types}

    posts = Records[Post]()
    #: The posts that are sections of each document.
    sections = Records["tuple[Post, ...]"]()
    #: The lists in each document, in document order.
    lists = Records["tuple[ListRequest, ...]"]()
    #: The taxonomies whose terms each document lists, each with its blog: see :class:`ListRequest`.
    terms = Records["tuple[tuple[str, str], ...]"]()
    #: What each document refers to: the type and target of roles of the blog, documents (``doc``), and labels.
    references = Records["tuple[tuple[str, str], ...]"]()
    #: The cross-references in the posts of each document, by the anchors of the posts.
    mentions = Records["tuple[tuple[str, tuple[Reference, ...]], ...]"]()
    #: The pages that documents link to by URL, if links are checked.
    links = Records["tuple[str, ...]"]()
    #: The files that the Markdown links of each post lead to, and whether they exist.
    files = Records["tuple[tuple[str, bool], ...]"]()
    #: The version changes in each document.
    changes = Records["tuple[Change, ...]"]()
    #: The versions whose changes each document lists.
    news = Records["tuple[str, ...]"]()
    #: The numbers of figures and the like in each post by itself, by kind and id: see ``read.references``.
    numbers = Records["dict[str, dict[str, tuple[int, ...]]]"]()
    #: A digest of the defaults that each document gets from its folders, if it gets any.
    defaults = Records[str]()
    #: What each document was read from, if contents are compared: see ``speedups.contents``.
    readings = Records[Reading]()
    withheld = Records[Withheld]()

    initial_data: ClassVar[dict[str, Any]] = {k: {} for k, v in vars().items() if isinstance(v, Records)}

    def setup(self) -> None:
        super().setup()
        # These are not part of the pickled data.
        #: The build, and what it writes: see ``site.build`` and ``write.output``, which are above this package.
        self.site: Any = None
        self.output: Any = None
        #: The time that counts as now, and the documents read: Sphinx's own list, to which it adds those to write.
        self.now: datetime | None = None
        self.documents_read: list[str] = []
        self.folder_defaults: Any = None  #: what ``read.sources`` has read in this build
        self.unread: dict[str, Any] = {}  #: what ``read.heads`` cannot read in metadata, until it is parsed
        self.undecoded: dict[str, str] = {}  #: why documents are not read, such as those in another encoding

    def add_taxonomies(self, names: Iterable[str]) -> None:
        """Add roles and object types for the custom taxonomies of this site."""
        for name in names:
            self.add_object_type(name, ObjType(name, name))
            self.roles[name] = BlogRole()
            # On the object and not on the class, as Sphinx does with other class attributes.
            self.dangling_warnings = self.dangling_warnings | {name: _DANGLING % name}  # type: ignore[misc]

    @property
    def every_post(self) -> Iterator[Post]:
        return chain(self.posts.values(), *self.sections.values())

    def clear_doc(self, docname: str) -> None:
        for kind in self.initial_data:
            self.data[kind].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        # Drafts are withheld in the main process after all documents have been read.
        for kind in self.initial_data.keys() - {"withheld"}:
            others = otherdata[kind]
            self.data[kind].update({docname: others[docname] for docname in docnames if docname in others})

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        match = self.site.targets.find(typ, target, fromdocname, node) if self.site else None
        if match is None:
            return None
        if not node["refexplicit"]:
            contnode = nodes.inline("", match.title, classes=contnode["classes"])
        return cast("nodes.reference", self.site.targets.refer(match, fromdocname, builder, contnode))

    def resolve_any_xref(self, *_arguments: Any, **_options: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing: ``:any:`` already finds posts as documents, and tags often have the names of modules."""
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield posts, terms and archives with a page of their own for the inventory; search ignores them (-1)."""
        for target in self.site.targets if self.site else ():
            yield target.name, target.title, target.objtype, target.page, target.anchor, -1


def blog_domain(env: BuildEnvironment) -> BlogDomain:
    domain = env.domains["blog"]
    assert isinstance(domain, BlogDomain)
    return domain


def document_of(attributes: Mapping[str, Any]) -> str:
    """Return the document whose title a cross-reference with these *attributes* shows, or ``""``."""
    target = str(attributes.get("reftarget") or "")
    kind = (attributes.get("refdomain"), attributes.get("reftype"))
    if attributes.get("refexplicit") or not target:
        return ""
    # MyST has found the document that ``[](file.md)`` leads to.
    if kind == ("doc", "myst"):
        return target
    return docname_join(str(attributes.get("refdoc", "")), target) if kind == ("std", "doc") else ""
