"""What other extensions, ``rst_prolog`` and ``rst_epilog`` add to every document, which is no part of a post.

Pages show it. Teasers, descriptions and feeds do not.
"""

from __future__ import annotations

import functools
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_blogext.handlers import is_own, replaced_handlers
from sphinx_blogext.nodes import section_post

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from sphinx.application import Sphinx
    from sphinx.events import EventManager

    from sphinx_blogext.handlers import Handler

#: What Sphinx names as the file of a text of the configuration.
_PROLOGS = frozenset({"<rst_prolog>", "<rst_prologue>", "<rst_epilog>", "<rst_epilogue>"})
#: An attribute of the objects that are nodes added by others; unlike those of docutils, no builder writes it.
_MARK = "blog_is_added"
#: Raw HTML that shows nothing: the text of a post may depend on a style sheet in the prolog.
_STYLES = re.compile(r"(?:\s|<!--.*?-->|<style\b.*?</style>)+", re.DOTALL | re.IGNORECASE)


class Additions:
    """Notices which nodes are added to a document or its sections, as opposed to those that replace others."""

    def __init__(self, tree: nodes.document) -> None:
        self._places = [tree, *tree.findall(nodes.section)]
        # The nodes themselves, because the ids of objects that are gone are used again.
        self._known = {id(node): node for node in tree.findall()}
        self.found: dict[int, nodes.Node] = {}
        self.note()

    def note(self) -> None:
        """Take note of the nodes that are there."""
        self._before = [list(place.children) for place in self._places]

    def judge(self) -> None:
        """Find the nodes that have been added since the last note."""
        for number, place in enumerate(self._places):
            # Most handlers change no section: nodes are compared by identity, which is quick.
            if (before := self._before[number]) != place.children:
                self.found |= {id(node): node for node in self._added(before, place.children)}
                self._before[number] = list(place.children)

    def _added(self, before: Sequence[nodes.Node], after: Sequence[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield the new nodes of *after* between neighbors of *before*."""
        positions = {id(node): position for position, node in enumerate(before)}
        there = {id(node) for node in after}
        gone = [
            position
            for position, node in enumerate(before)
            # What is added and then replaced is still an addition, and Sphinx itself removes the fields.
            if id(node) not in there and id(node) not in self.found and not isinstance(node, nodes.docinfo)
        ]
        new: list[nodes.Node] = []
        last = -1
        for node in [*after, None]:
            position = len(before) if node is None else positions.get(id(node))
            if node is not None and position is None:
                new.append(node)
                continue
            assert position is not None
            if not any(last < other < position for other in gone):
                yield from (each for each in new if id(each) not in self._known)
            last, new = position, []

    def remove(self) -> None:
        """Remove the nodes found from their document."""
        for node in self.found.values():
            if node.parent is not None and node in node.parent.children:
                node.parent.remove(node)


def drop_additions(tree: nodes.document) -> None:
    """Remove what was added to a document while it was read, except style sheets."""
    for node in _added_to(tree):
        if not (isinstance(node, nodes.raw) and _STYLES.fullmatch(node.astext())):
            node.parent.remove(node)


def _added_to(tree: nodes.document) -> list[nodes.Node]:
    places = [tree, *tree.findall(nodes.section)]
    return [node for place in places for node in place.children if node.source in _PROLOGS or _MARK in vars(node)]


@contextmanager
def without_additions(tree: nodes.document, events: EventManager) -> Iterator[None]:
    """Remove what other extensions add to *tree* while it is resolved within the context."""
    additions = Additions(tree)
    is_first = True

    def watch(handler: Handler) -> Handler:
        @functools.wraps(handler)
        def call(*arguments: Any) -> Any:
            nonlocal is_first
            # Post-transforms have run before the first handler.
            (additions.judge if is_first else additions.note)()
            is_first = False
            result = handler(*arguments)
            if not is_own(handler):
                additions.judge()
            return result

        return call

    with replaced_handlers(events, "doctree-resolved", watch):
        yield
    additions.remove()


def on_doctree_read_early(app: Sphinx, doctree: nodes.document) -> None:
    """Take note of the text of posts before other extensions add to it."""
    if "blog_fields" in doctree or next(doctree.findall(section_post), None) is not None:
        # Not in the document's own attributes, which are stored.
        vars(doctree)[_MARK] = Additions(doctree)


@contextmanager
def set_aside(tree: nodes.document) -> Iterator[None]:
    """Remove what has been added to a document while it was read, and put it back afterwards."""
    additions: Additions = vars(tree)[_MARK]
    _mark(additions)
    removed: list[tuple[nodes.Node, nodes.Element, nodes.Node | None]] = []
    for node in _added_to(tree):
        parent, position = node.parent, node.parent.index(node)
        removed.append((node, parent, parent[position - 1] if position else None))
        parent.remove(node)
    try:
        yield
    finally:
        for node, parent, before in removed:
            is_there = before is not None and before in parent.children
            parent.insert(parent.index(before) + 1 if is_there and before is not None else 0, node)
        additions.note()


def on_doctree_read_late(app: Sphinx, doctree: nodes.document) -> None:
    """Mark what other extensions have added to a post after we have read it."""
    if additions := vars(doctree).pop(_MARK, None):
        _mark(additions)


def _mark(additions: Additions) -> None:
    additions.judge()
    for node in additions.found.values():
        setattr(node, _MARK, True)


def setup(app: Sphinx) -> None:
    # Before and after all other handlers.
    app.connect("doctree-read", on_doctree_read_early, priority=1)
    app.connect("doctree-read", on_doctree_read_late, priority=999)
