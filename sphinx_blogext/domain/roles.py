"""The roles of the blog, and what cross-references refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.roles import XRefRole
from sphinx.util import docname_join

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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

    def __init__(self) -> None:
        # By default the text of a role is shown as code, but titles are plain text.
        super().__init__(innernodeclass=nodes.inline, warn_dangling=True)

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        references = env.domains["blog"].data["references"]
        references[env.docname] = (*references.get(env.docname, ()), (refnode["reftype"], target))
        return title, target


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
