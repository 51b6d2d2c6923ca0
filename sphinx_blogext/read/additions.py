"""What other extensions, the prolog and the epilog add to documents: pages show it, teasers and feeds do not."""

from __future__ import annotations

import functools
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.transforms import Transform
from sphinx.transforms import SphinxTransform

from sphinx_blogext.isolation import is_own, replaced_handlers
from sphinx_blogext.nodes import section_post
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from sphinx.application import Sphinx
    from sphinx.events import EventManager

    from sphinx_blogext.isolation import Handler

#: What Sphinx names as the file of a text of the configuration.
_PROLOGS = frozenset({"<rst_prolog>", "<rst_prologue>", "<rst_epilog>", "<rst_epilogue>"})
#: An attribute of the objects that are nodes added by others; unlike those of docutils, no builder writes it.
_MARK = "blog_is_added"
#: What makes documents of texts, other than the transforms of extensions.
_PARSERS = ("docutils.", "myst_parser.", "myst_nb.")
#: By how many of its last lines a text is recognized: the first are front matter, which our own handler quotes.
_LAST = 3
#: Where the text of a document is kept while that is read, and the lines that have been added to it.
_TEXT, _LINES = "blog_text", "blog_added_lines"
#: Raw HTML that shows nothing: the text of a post may depend on a style sheet in the prolog.
_STYLES = pattern(r"(?:\s|<!--.*?-->|<style\b.*?</style>)+", re.DOTALL | re.IGNORECASE)


class Additions:
    """Notices which nodes are added to a document or its sections, as opposed to those that replace others."""

    def __init__(self, tree: nodes.document) -> None:
        self._places = [tree, *tree.findall(nodes.section)]
        # The nodes themselves, because the ids of objects that are gone are used again.
        self._known = {id(node): node for node in tree.findall()}
        self.added: dict[int, nodes.Node] = {}
        self.note()

    def note(self) -> None:
        self._before = [list(place.children) for place in self._places]

    def judge(self) -> None:
        """Find the nodes that have been added since the last note."""
        for place, before in zip(self._places, self._before, strict=True):
            # Most handlers change no section: nodes are compared by identity, which is quick.
            if before != place.children:
                added = self._added(before, place.children)
                self.added |= {id(node): node for node in added if id(node) not in self._known}
        self.note()

    def _added(self, before: Sequence[nodes.Node], after: Sequence[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield the new nodes of *after* between neighbors of *before*: others replace what was there."""
        there = {id(node) for node in after}
        # What is added and then replaced is still an addition, and Sphinx itself removes the fields.
        is_gone = [
            not (id(node) in there or id(node) in self.added or isinstance(node, nodes.docinfo)) for node in before
        ]
        positions = {id(node): position for position, node in enumerate(before)}
        new: list[nodes.Node] = []
        last = -1
        for node in after:
            position = positions.get(id(node))
            if position is None:
                new.append(node)
                continue
            yield from () if any(is_gone[last + 1 : position]) else new
            last, new = position, []
        yield from () if any(is_gone[last + 1 :]) else new


class NoticeTransforms(SphinxTransform):
    """Notices what the transforms of other extensions add to a document, unless a directive asks for them."""

    # Before all others.
    default_priority = 1

    def apply(self, **_options: Any) -> None:
        transformer = self.document.transformer
        for number, (priority, transform, pending, options) in enumerate(transformer.transforms):
            is_of_parser = is_own(transform) or f"{transform.__module__}.".startswith(_PARSERS)
            if not (pending or is_of_parser):
                noticed = type("Noticed", (_Noticed, transform), {})
                transformer.transforms[number] = (priority, noticed, pending, options)


class _Noticed(Transform):
    def apply(self, **options: Any) -> None:
        additions = Additions(self.document)
        super().apply(**options)  # type: ignore[misc]  # that of any transform
        _mark(additions)


def drop_additions(tree: nodes.document) -> None:
    """Remove what was added to a document while it was read, except style sheets."""
    for node in _added_to(tree):
        if not (isinstance(node, nodes.raw) and _STYLES.fullmatch(node.astext())):
            node.parent.remove(node)


def _added_to(tree: nodes.document) -> list[nodes.Node]:
    return [node for node in _children(tree) if node.source in _PROLOGS or _MARK in vars(node)]


def _children(tree: nodes.document) -> list[nodes.Node]:
    return [node for place in (tree, *tree.findall(nodes.section)) for node in place.children]


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
    for node in additions.added.values():
        if node.parent is not None and node in node.parent.children:
            node.parent.remove(node)


def on_source_read_early(app: Sphinx, docname: str, source: list[str]) -> None:
    """Take note of the text of a document before other extensions add to it."""
    app.env.temp_data[_TEXT] = source[0]


def on_source_read_late(app: Sphinx, docname: str, source: list[str]) -> None:
    """Note the lines that other extensions have added above and below the text."""
    before = app.env.temp_data[_TEXT]
    if len(source[0]) <= len(before):
        return
    text, lines = before.rstrip().splitlines()[-_LAST:], source[0].splitlines()
    count, size = before.rstrip().count("\n") + 1, len(text)
    for above in range(len(lines) - count + 1):
        if lines[above + count - size : above + count] == text:
            app.env.temp_data[_LINES] = {*range(1, above + 1), *range(above + count + 1, len(lines) + 1)}
            return


def on_doctree_read_early(app: Sphinx, doctree: nodes.document) -> None:
    """Take note of the text of posts before other extensions add to it."""
    if lines := app.env.temp_data.get(_LINES):
        for node in _children(doctree):
            if node.line in lines:
                setattr(node, _MARK, True)
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
    for node in additions.added.values():
        setattr(node, _MARK, True)


def setup(app: Sphinx) -> None:
    app.add_transform(NoticeTransforms)
    # Before and after all other handlers.
    app.connect("source-read", on_source_read_early, priority=1)
    app.connect("source-read", on_source_read_late, priority=999)
    app.connect("doctree-read", on_doctree_read_early, priority=1)
    app.connect("doctree-read", on_doctree_read_late, priority=999)
