"""Records the version changes in documents: Sphinx's ``versionadded`` and similar directives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_blogext.core.hashes import digest
from sphinx_blogext.core.version_changes import KINDS, Change
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.nodes import ancestors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment


#: The prefix of anchors of Sphinx's ``py:module``.
_MODULE = "module-"


def note_version_changes(docname: str, doctree: nodes.document, env: BuildEnvironment) -> None:
    """Record the changes in a document, so that ``blog-news`` finds them without reading it again."""
    changes = tuple(
        _change(place, node, doctree) for place, node in enumerate(version_nodes(doctree)) if node["type"] in KINDS
    )
    if changes:
        blog_domain(env).changes[docname] = changes


def version_nodes(doctree: nodes.document) -> Iterator[addnodes.versionmodified]:
    """Yield the directives of a document in order."""
    yield from doctree.findall(addnodes.versionmodified)


def _change(place: int, node: addnodes.versionmodified, doctree: nodes.document) -> Change:
    anchor, name, module, is_object = _subject(node, doctree)
    # Without line numbers: a text does not change when text above it grows.
    text, version = digest(node.pformat()), str(node["version"]).strip()
    conditions = tuple(sorted(str(only["expr"]) for only in ancestors(node) if isinstance(only, addnodes.only)))
    return Change(version, node["type"], place, anchor, name, module, text, is_object, conditions)


def _module_above(node: nodes.Node) -> tuple[str, nodes.Element | None]:
    """Return the anchor of the module that *node* belongs to, the last one before it, and its parent."""
    for element in (node, *ancestors(node)):
        parent = element.parent
        if parent is None:
            break
        before = [child for child in parent.children[: parent.index(element)] if isinstance(child, nodes.target)]
        # Directly below a heading, Sphinx makes the section the target.
        for place in (*reversed(before), parent):
            if anchor := next((name for name in place["ids"] if name.startswith(_MODULE)), ""):
                return anchor, parent
    return "", None


def _subject(node: nodes.Node, doctree: nodes.document) -> tuple[str, str, str, bool]:
    """Return the subject of a directive: anchor, name, module or document, and whether it is an object."""
    kinds = (addnodes.desc, nodes.section)
    around = next((element for element in ancestors(node) if isinstance(element, kinds)), None)
    title = doctree.next_node(nodes.title)
    document = title.astext() if title is not None else ""
    if isinstance(around, nodes.section):
        anchor, holder = _module_above(node)
        name = anchor.removeprefix(_MODULE)
        if holder is around:
            return anchor, name, name, True
        heading = around.next_node(nodes.title)
        text = heading.astext() if heading is not None else ""
        return next(iter(around["ids"]), ""), text, name or document, False
    signature = around.next_node(addnodes.desc_signature) if around is not None else None
    if signature is None:
        return "", document, document, False
    name = signature.get("_toc_name") or signature.get("fullname") or signature.astext()
    return next(iter(signature["ids"]), ""), str(name), str(signature.get("module") or document), True
