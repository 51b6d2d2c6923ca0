"""Removes drafts from toctrees, and adds the posts of lists to them.

The posts are only known when all documents have been read. By then Sphinx has the toctrees in three places: in the
documents' trees, in its tables of contents, and in the record of which document includes which. All three are
changed here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx import addnodes

from sphinx_blogext._compat import replace_doctree
from sphinx_blogext.nodes import LIST_PLACE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site.pages import Listing

    #: Returns the lists of ``postlist`` directives, by document and number.
    Placed = Callable[[], Mapping[tuple[str, int], Listing]]


def update_toctrees(app: Sphinx, domain: BlogDomain, placed: Placed) -> None:
    """Set the entries of all toctrees: the posts of their lists, and no drafts.

    *placed* is called only if a list is a toctree, because it computes all blogs.
    """
    env = app.env
    holders = {parent for draft in domain.withheld.values() for parent in draft.parents}
    holders |= {docname for docname, requests in domain.lists.items() if any(r.toctree for r in requests)}
    for docname in sorted(holders & env.all_docs.keys()):
        _update(env.tocs[docname], docname, domain, placed)
        doctree = env.get_doctree(docname)
        if _update(doctree, docname, domain, placed):
            replace_doctree(app, docname, doctree)
        included = [name for toctree in doctree.findall(addnodes.toctree) for name in toctree["includefiles"]]
        env.toctree_includes |= {docname: included}
        # As Sphinx does while reading: if a title changes, the page with the toctree is written again.
        for name in included:
            env.files_to_rebuild.setdefault(name, set()).add(docname)
        if not included:
            del env.toctree_includes[docname]


def _update(tree: nodes.Element, docname: str, domain: BlogDomain, placed: Placed) -> bool:
    """Set the entries of the toctrees in *tree*; return whether any have changed."""
    is_changed = False
    for toctree in tree.findall(addnodes.toctree):
        entries = _entries(toctree, docname, domain, placed)
        if entries != toctree["entries"]:
            is_changed = True
            toctree["entries"] = entries
            toctree["includefiles"] = [name for _title, name in entries if name in domain.env.found_docs]
    return is_changed


def _entries(
    toctree: addnodes.toctree, docname: str, domain: BlogDomain, placed: Placed
) -> list[tuple[str | None, str]]:
    if LIST_PLACE in toctree:
        listing = placed()[docname, toctree[LIST_PLACE]]
        # Toctrees contain documents, not sections of documents.
        return [(None, post.docname) for page in listing.pages for post in page.items if not post.anchor]
    gone: Set[str] = domain.withheld.keys()
    return [(title, name) for title, name in toctree["entries"] if name not in gone]
