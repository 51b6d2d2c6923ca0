"""A hostile neighbor: an extension that does to each document and page what extensions may do.

The option ``neighbor`` names what it does: ``adds`` to each document in every way, ``reads`` whatever a tree or a
context may hold and fails where that is missing, ``raises`` on all that is no document of its own, ``keeps`` state
from one document to the next, and ``patches`` what others call. Its directive ``place`` is resolved late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _does(app: Sphinx, what: str) -> bool:
    return what in app.config.neighbor


# What is resolved late


class Later(nodes.General, nodes.Element):
    """Stands for two paragraphs that are known only when the document is resolved."""


class Sooner(nodes.General, nodes.Element):
    """The same, resolved by a transform."""


def _paragraphs() -> list[nodes.Node]:
    return [nodes.paragraph("", "Resolved one."), nodes.paragraph("", "Resolved two.")]


class Place(Directive):
    has_content = False
    option_spec: ClassVar = {"early": lambda _value: True}

    def run(self) -> list[nodes.Node]:
        return [Sooner() if "early" in self.options else Later()]


def resolve_places(app: Sphinx, tree: nodes.document, docname: str) -> None:
    for node in list(tree.findall(Later)):
        node.replace_self(_paragraphs())


class ResolvesPlaces(SphinxPostTransform):
    default_priority = 100

    def run(self, **_options: Any) -> None:
        for node in list(self.document.findall(Sooner)):
            node.replace_self(_paragraphs())


# What is added to each document

#: The names of all ways; each adds a paragraph with its name.
WAYS = (
    *("on top", "to the children", "to a section", "below a title", "later still", "as HTML", "by a transform"),
    *("when read", "when read late"),
)


def added(way: str) -> nodes.paragraph:
    return nodes.paragraph("", f"Added {way}.")


def _section(tree: nodes.document) -> nodes.Element:
    return next(tree.findall(nodes.section), None) or tree


def add(app: Sphinx, tree: nodes.document, docname: str) -> None:
    if not _does(app, "adds"):
        return
    tree.append(added("at the end"))
    tree.insert(0, nodes.note("", added("on top")))
    for each in tree.findall(nodes.section):
        each.append(added("to a section"))
        each.insert(1, added("below a title"))
    tree.append(nodes.raw("", "<p>Added as HTML.</p>", format="html"))
    tree.children = [added("to the children"), *tree.children]
    tree.setup_child(tree.children[0])


def replace_added(app: Sphinx, tree: nodes.document, docname: str) -> None:
    """Replace what was added: that is still an addition."""
    for node in list(tree.findall(nodes.paragraph)):
        if node.astext() == "Added at the end.":
            node.replace_self([added("later"), added("later still")])


class Adds(SphinxPostTransform):
    default_priority = 800

    def run(self, **_options: Any) -> None:
        if _does(self.app, "adds"):
            _section(self.document).insert(1, added("by a transform"))


def add_when_read(app: Sphinx, tree: nodes.document) -> None:
    if _does(app, "adds"):
        _section(tree).insert(1, added("when read"))


def add_when_read_late(app: Sphinx, tree: nodes.document) -> None:
    if _does(app, "adds"):
        _section(tree).insert(1, nodes.note("", added("when read late")))
        _section(tree).append(added("when read late"))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("neighbor", [], "env")
    for node in (Later, Sooner):
        app.add_node(node)
    app.add_directive("place", Place)
    for transform in (ResolvesPlaces, Adds):
        app.add_post_transform(transform)
    app.connect("doctree-read", add_when_read, 100)
    app.connect("doctree-read", add_when_read_late, 800)
    app.connect("doctree-resolved", resolve_places)
    app.connect("doctree-resolved", add)
    app.connect("doctree-resolved", replace_added, 700)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
