"""Posts that are sections of a document: the releases of a changelog, each with its own date.

Their directives and markers have node types of their own while a document is read and written, so that code that
looks for those of the document does not find them.
"""

from __future__ import annotations

from contextlib import contextmanager
from copy import copy, deepcopy
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import new_document

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import read_doctree
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment


def mark_section_posts(document: nodes.document, *, always: bool) -> None:
    """Distinguish the ``post`` directives that make posts of sections from that of the document.

    They are those below a heading other than the document's own, if the document has more than one directive or if
    *always* is set. If a section has several, the first counts.
    """
    directives = list(document.findall(blog_nodes.post))
    if len(directives) < 2 and not always:
        return
    # Sphinx turns off docutils' document title, so the document's own heading is that of its first section.
    main = next((child for child in document.children if isinstance(child, nodes.section)), None)
    taken: dict[nodes.Node, int | None] = {}
    for node in directives:
        section = node.parent
        if not isinstance(section, nodes.section) or section is main:
            continue
        if section in taken:
            message = "the section already has a post directive in line %s, so this one is ignored: remove it"
            warn(BlogWarning.DUPLICATE_POST, message, taken[section], location=node)
            node.replace_self(node.children)
        else:
            taken[section] = node.line
            marked = blog_nodes.section_post("", *node.children, options=node["options"])
            # Warnings about the post give the line of its directive.
            marked.source, marked.line = node.source, node.line
            node.replace_self(marked)


def section_of(node: nodes.Node) -> nodes.section | None:
    """Return the section around *node* that is a post, if there is one."""
    sections = (parent for parent in blog_nodes.ancestors(node) if isinstance(parent, nodes.section))
    return next((each for each in sections if any(isinstance(c, blog_nodes.section_post) for c in each)), None)


@contextmanager
def standing_alone(section: nodes.section, document: nodes.document) -> Iterator[nodes.document]:
    """Temporarily make *section* a document that is a post, with a directive and a marker like a document's."""
    parent = section.parent
    alone = new_document(document["source"])
    # The ID of its marker must be free on the whole page, not only in the section.
    alone.ids = document.ids
    alone.children = [section]
    section.parent = alone
    _replace_all(section, blog_nodes.section_post, blog_nodes.post)
    _replace_all(section, blog_nodes.section_more, blog_nodes.more)
    try:
        yield alone
    finally:
        _replace_all(section, blog_nodes.post, blog_nodes.section_post)
        _replace_all(section, blog_nodes.more, blog_nodes.section_more)
        # So that the marker of the next section gets a different ID.
        for marker in section.findall(blog_nodes.section_more):
            document.ids.update(dict.fromkeys(marker["ids"], marker))
        section.parent = parent


class PostTrees:
    """Reads the trees of posts, each a new copy.

    A document with posts that are sections is read once and taken apart: reading all of it for each of them would
    take time that grows with the square of their number.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._sections: dict[str, tuple[nodes.document, dict[str, nodes.section]]] = {}

    def read(self, docname: str, anchor: str) -> nodes.document:
        """Return the tree of a document, or of its section *anchor* if that is the post."""
        if not anchor:
            return read_doctree(self._env, docname)
        if docname not in self._sections:
            whole = read_doctree(self._env, docname)
            anchors = {post.anchor for post in blog_domain(self._env).sections.get(docname, ())}
            by_anchor = {name: node for node in whole.findall(nodes.section) for name in anchors & {*node["ids"]}}
            self._sections[docname] = whole, by_anchor
        whole, sections = self._sections[docname]
        document = _copy_without_content(whole)
        # Another extension may have taken the section out of the document.
        if section := sections.get(anchor):
            # What refers to the tree around the section refers to the new document.
            document += deepcopy(section, {id(whole): document, id(section.parent): document})
        _replace_all(document, blog_nodes.section_post, blog_nodes.post)
        _replace_all(document, blog_nodes.section_more, blog_nodes.more)
        return document


def _copy_without_content(document: nodes.document) -> nodes.document:
    """Return an empty copy of *document*, which post-transforms may change."""
    copied = document.copy()
    copied.settings = copy(document.settings)
    for name, value in vars(document).items():
        # IDs, names and so on: of what the rest of the document contains, too.
        if isinstance(value, (dict, list)) and name not in {"attributes", "children"}:
            setattr(copied, name, copy(value))
    return copied


def _replace_all(root: nodes.Element, old: type[nodes.Element], new: type[nodes.Element]) -> None:
    for node in list(root.findall(old)):
        made = new("", *node.children, **node.attributes)
        made.source, made.line = node.source, node.line
        node.replace_self(made)
