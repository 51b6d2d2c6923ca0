"""What is left of the tree of a post where a part of it is shown elsewhere."""

from __future__ import annotations

import functools
import re
from contextlib import contextmanager
from copy import copy, deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import read_doctree
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.isolation import is_own, replaced_handlers
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.additions import Additions, exchange, html_in, left_out
from sphinx_blogext.read.marker import REMOVED_IF_EMPTY, UNSEEN, heading_of
from sphinx_blogext.read.sections import replace_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.environment import BuildEnvironment
    from sphinx.events import EventManager

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.isolation import Handler

    Cut = Callable[[nodes.document], None]

#: A heading written in HTML, which is all that a block contains.
_RAW_HEADING = pattern(r"\s*<h1\b((?!</h1>).)*</h1>\s*", re.DOTALL | re.IGNORECASE)


class PostTrees:
    """Reads the trees of posts, each a new copy; documents with sections once, or time would be quadratic."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def read(self, docname: str, anchor: str) -> nodes.document:
        """Return the tree of a document, or of its section *anchor* if that is the post."""
        if not anchor:
            return read_doctree(self._env, docname)
        whole, sections = self._sections_of(docname)
        document = whole.copy()
        # Post-transforms may change it. It has IDs, names and so on of the rest of the document, too.
        document.settings = copy(whole.settings)
        for name, value in vars(whole).items():
            if isinstance(value, (dict, list)) and name not in {"attributes", "children"}:
                setattr(document, name, copy(value))
        # Another extension may have taken the section out of the document.
        if section := sections.get(anchor):
            # What refers to the tree around the section refers to the new document.
            document += deepcopy(section, {id(whole): document, id(section.parent): document})
        replace_all(document, blog_nodes.section_post, blog_nodes.post)
        replace_all(document, blog_nodes.section_more, blog_nodes.more)
        return document

    @cached_by(lambda docname: docname)
    def _sections_of(self, docname: str) -> tuple[nodes.document, dict[str, nodes.section]]:
        whole = read_doctree(self._env, docname)
        anchors = {post.anchor for post in blog_domain(self._env).sections.get(docname, ())}
        return whole, {name: node for node in whole.findall(nodes.section) for name in anchors & {*node["ids"]}}


def read_part(trees: PostTrees, post: Post, cut: Cut) -> nodes.document:
    doctree = trees.read(post.docname, post.anchor)
    drop_additions(doctree)
    cut(doctree)
    return doctree


def cut_teaser(doctree: nodes.document) -> None:
    """Reduce *doctree*, which has its marker, to the teaser and the post's heading above it."""
    if body := next(doctree.findall(blog_nodes.post), None):
        heading = heading_of(doctree)
        doctree.children = []
        # In a section, as on its own page, so that headings have the same level.
        doctree += nodes.section("", *filter(None, [heading]), *body.children)
    elif marker := next(doctree.findall(blog_nodes.more), None):
        is_removed = False
        for node, parent in pairwise((marker, *ancestors(marker))):
            # With all that follows it, and parents that are empty then, such as a list item.
            del parent[parent.index(node) + is_removed :]
            is_removed |= bool(parent.children) or not isinstance(parent, REMOVED_IF_EMPTY)


def drop_heading(doctree: nodes.document) -> None:
    """Remove the post's heading, once nothing depends on the structure of the document any more."""
    first = next((child for child in doctree.children if not isinstance(child, UNSEEN)), None)
    # The first block of the text may be a heading written in HTML.
    is_raw = isinstance(first, nodes.raw) and _RAW_HEADING.fullmatch(first.astext())
    if heading := heading_of(doctree) or (first if is_raw else None):
        heading.parent.remove(heading)


def drop_additions(tree: nodes.document, names: frozenset[str] = frozenset()) -> None:
    """Remove what is not part of the text, which includes nodes and classes with these *names*."""
    # The text may depend on a style sheet in the prolog.
    exchange({node: None for node in left_out(tree, names) if {html.tag for html in html_in(node)} != {"style"}})


@contextmanager
def without_additions(tree: nodes.document, events: EventManager) -> Iterator[None]:
    """Remove what other extensions add to *tree* while it is resolved within the context."""
    additions = Additions(tree)

    def watch(handler: Handler) -> Handler:
        @functools.wraps(handler)
        def call(*arguments: Any) -> Any:
            # What post-transforms have added, or the handler before, unless it is ours.
            additions.judge()
            result = handler(*arguments)
            if is_own(handler):
                additions.note()
            return result

        return call

    with replaced_handlers(events, "doctree-resolved", watch):
        yield
    additions.judge()
    exchange(dict.fromkeys(additions.added.values()))
