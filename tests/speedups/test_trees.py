"""Looking through trees in less time finds the same nodes, also in a tree that is changed meanwhile."""

from collections.abc import Callable
from typing import Any

from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from sphinx.util.nodes import NodeMatcher

from sphinx_blogext.speedups.patches import BuildState, Patches
from sphinx_blogext.speedups.reading import find_nodes_in_one_loop

CLASSES = (nodes.emphasis, nodes.strong, nodes.section)
LEAVES = st.builds(nodes.Text, st.sampled_from("ab"))


def _element(kind: type[nodes.Element], marked: bool, children: list[nodes.Node]) -> nodes.Element:
    return kind("", *children, **({"mark": marked} if marked else {}))


TREES = st.recursive(
    LEAVES,
    lambda found: st.builds(_element, st.sampled_from(CLASSES), st.booleans(), st.lists(found, max_size=4)),
    max_leaves=20,
).map(lambda found: nodes.paragraph("", found, nodes.strong()))


def _unwrap(node: nodes.Node) -> None:
    """Do what Sphinx does with the inline nodes of translations."""
    node.parent.remove(node)
    node.parent += node.children


def _empty(node: nodes.Node) -> None:
    if isinstance(node, nodes.Element):
        node.clear()


def _fill(node: nodes.Node) -> None:
    if isinstance(node, nodes.Element) and len(node) < 3:
        node.append(nodes.emphasis("", nodes.Text("d")))


CHANGES: st.SearchStrategy[Callable[[nodes.Node], object]] = st.sampled_from(
    [
        *(lambda node: None, lambda node: node.parent.remove(node), _unwrap, _empty, _fill),
        lambda node: node.parent.replace(node, [nodes.Text("c"), nodes.strong()]),
    ]
)
#: How to look: for a class as in transforms, for anything, for one of several classes, or for attributes.
WAYS = st.sampled_from(
    [
        *(lambda tree, kind=kind: tree.findall(kind) for kind in (nodes.emphasis, nodes.Text, nodes.Element)),
        lambda tree: tree.findall(),
        NodeMatcher(nodes.strong, nodes.emphasis, mark=True).findall,
        *(NodeMatcher(nodes.emphasis).findall, NodeMatcher(mark=True).findall),
    ]
)


@given(TREES, WAYS, CHANGES)
def test_the_same_nodes_are_found_in_the_same_order(
    tree: nodes.paragraph, look: Callable[[nodes.Node], Any], change: Callable[[nodes.Node], object]
) -> None:
    other = tree.deepcopy()
    expected = _look_and_change(tree, look, change)
    with Patches() as patches:
        find_nodes_in_one_loop(patches, BuildState(None))  # type: ignore[arg-type]  # it needs no application
        # ``look`` is bound to a method that has been replaced.
        quick = getattr(look, "__self__", None)
        found = _look_and_change(other, quick.findall if quick else look, change)
    assert (found, other.pformat()) == (expected, tree.pformat())


def _look_and_change(
    tree: nodes.Element, look: Callable[[nodes.Node], Any], change: Callable[[nodes.Node], object]
) -> list[str]:
    found = []
    # Patches may add nodes that are found again.
    for node, _number in zip(look(tree), range(50), strict=False):
        found.append(repr(node))
        if node is not tree:
            change(node)
    return found
