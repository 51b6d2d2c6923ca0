"""The roles of the blog, and how Sphinx finds what they refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util import docname_join

from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, ClassVar

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class Target(NamedTuple):
    """Where an object of the blog is: on a page, or at *url* if it is not on a page."""

    name: str
    title: str
    objtype: str
    page: str
    anchor: str = ""
    url: str = ""


class BlogRole(XRefRole):
    """A reference to an object of the blog, which the domain records."""

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        domain = env.domains["blog"]
        assert isinstance(domain, ReferenceDomain)
        domain.note_reference(env.docname, refnode["reftype"], target)
        return title, target


def _role() -> BlogRole:
    # By default the text of a role is shown as code, but titles are plain text.
    return BlogRole(innernodeclass=nodes.inline, warn_dangling=True)


#: The warning about a reference without a target, with a placeholder for the type.
_DANGLING = "the blog has no %s '%%(target)s'"


def document_of(given: Mapping[str, Any]) -> str:
    """Return the document whose title a cross-reference with these attributes shows, or ``""``."""
    target, kind = str(given.get("reftarget") or ""), (given.get("refdomain"), given.get("reftype"))
    if given.get("refexplicit") or not target:
        return ""
    # MyST has found the document that ``[](file.md)`` leads to.
    if kind == ("doc", "myst"):
        return target
    return docname_join(str(given.get("refdoc", "")), target) if kind == ("std", "doc") else ""


class Site(Protocol):
    """What the domain needs of a build; the objects are those of ``targets``."""

    def check(self) -> None: ...

    @property
    def targets(self) -> Objects: ...


class Objects(Protocol):
    """The posts, terms and archives that roles refer to."""

    def find(self, typ: str, target: str, docname: str, location: Element | None = None) -> Target | None: ...

    def refer(self, found: Target, fromdocname: str, builder: Builder, contnode: Element) -> nodes.reference: ...

    def __iter__(self) -> Iterator[Target]: ...


class ReferenceDomain(Domain):
    """A domain whose objects are those of ``site``, which each build sets once all documents have been read.

    It is an attribute of the object and not part of the pickled data.
    """

    object_types: ClassVar[dict[str, ObjType]] = {
        name: ObjType(name, name) for name in ("post", *TAXONOMIES, "archive")
    }
    roles: ClassVar[dict[str, Any]] = {name: _role() for name in object_types}
    dangling_warnings: ClassVar[dict[str, str]] = {name: _DANGLING % name for name in object_types}

    def setup(self) -> None:
        super().setup()
        self.site: Site | None = None
        #: What this build writes: see ``write.output``.
        self.output: object = None

    def know(self, taxonomies: Iterable[str]) -> None:
        """Add roles and object types for *taxonomies*, the custom ones of this site."""
        for name in taxonomies:
            self.add_object_type(name, ObjType(name, name))
            self.roles[name] = _role()
        found = {name: _DANGLING % name for name in taxonomies}
        # On the object and not on the class, as Sphinx does with other class attributes.
        self.dangling_warnings = self.dangling_warnings | found  # type: ignore[misc]

    def settle(self, site: Site) -> None:
        """Set what the records add up to, once all documents have been read."""
        self.site, self.output = site, None

    def note_reference(self, docname: str, objtype: str, target: str) -> None:
        """Store the type and the target of a role in a document."""
        raise NotImplementedError

    def check_consistency(self) -> None:
        """Report problems that can only be found when all posts are known."""
        if self.site is not None:
            self.site.check()

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
        found = self.site.targets.find(typ, target, fromdocname, node) if self.site else None
        if self.site is None or found is None:
            return None
        if not node["refexplicit"]:
            contnode = nodes.inline("", found.title, classes=contnode["classes"])
        return self.site.targets.refer(found, fromdocname, builder, contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return nothing: ``:any:`` already finds posts as documents, and tags often have the names of modules."""
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield posts, terms and archives for the inventory; search ignores them (-1).

        Only those with a page of their own in this build are yielded.
        """
        for found in self.site.targets if self.site else ():
            yield found.name, found.title, found.objtype, found.page, found.anchor, -1
