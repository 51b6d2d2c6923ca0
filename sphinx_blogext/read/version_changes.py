"""Notes what documents say of versions with Sphinx's directives ``versionadded`` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_blogext.core.hashes import digest
from sphinx_blogext.core.version_changes import KINDS, Change
from sphinx_blogext.domain import blog_domain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment


#: What the anchors of Sphinx's ``py:module`` begin with.
_MODULE = "module-"


def note_version_changes(docname: str, doctree: nodes.document, env: BuildEnvironment) -> None:
    """Note the changes in a document, so that ``blog-news`` finds them without reading it again."""
    found = tuple(
        _change(place, node, doctree) for place, node in enumerate(version_nodes(doctree)) if node["type"] in KINDS
    )
    if found:
        blog_domain(env).changes[docname] = found


def version_nodes(doctree: nodes.document) -> Iterator[addnodes.versionmodified]:
    """Yield the directives of a document, in their order."""
    yield from doctree.findall(addnodes.versionmodified)


def _change(place: int, node: addnodes.versionmodified, doctree: nodes.document) -> Change:
    anchor, name, module, is_object = _subject(node, doctree)
    # Lines are left out: a text does not change where another above it grows.
    text, version = digest(node.pformat()), str(node["version"]).strip()
    conditions = tuple(sorted(str(only["expr"]) for only in _around(node) if isinstance(only, addnodes.only)))
    return Change(version, node["type"], place, anchor, name, module, text, is_object, conditions)


def _module_above(node: nodes.Node) -> nodes.target | None:
    """Return the target of the module that *node* is on: the last one before it, in a section around."""
    for element in (node, *_around(node)):
        before = element.parent.children[: element.parent.index(element)] if element.parent is not None else []
        for sibling in reversed(before):
            if isinstance(sibling, nodes.target) and any(name.startswith(_MODULE) for name in sibling["ids"]):
                return sibling
    return None


def _around(node: nodes.Node) -> Iterator[nodes.Element]:
    while node.parent is not None:
        node = node.parent
        yield node


def _subject(node: nodes.Node, doctree: nodes.document) -> tuple[str, str, str, bool]:
    """Return what a directive speaks of: its anchor, its name, the module or document that it is in.

    And whether it is an object.
    """
    kinds = (addnodes.desc, nodes.section)
    around = next((element for element in _around(node) if isinstance(element, kinds)), None)
    title = doctree.next_node(nodes.title)
    document = title.astext() if title is not None else ""
    if isinstance(around, nodes.section):
        module = _module_above(node)
        name = module["ids"][0].removeprefix(_MODULE) if module is not None else ""
        if module is not None and module.parent is around:
            return module["ids"][0], name, name, True
        heading = around.next_node(nodes.title)
        text = heading.astext() if heading is not None else ""
        return next(iter(around["ids"]), ""), text, name or document, False
    signature = around.next_node(addnodes.desc_signature) if around is not None else None
    if signature is None:
        return "", document, document, False
    name = signature.get("_toc_name") or signature.get("fullname") or signature.astext()
    return next(iter(signature["ids"]), ""), str(name), str(signature.get("module") or document), True
