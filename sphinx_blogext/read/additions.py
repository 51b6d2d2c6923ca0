"""What a post's page shows though it is not part of its text: teasers, descriptions and feeds leave it out.

It is what the prolog, the epilog and other extensions add, and what ``blog_teaser_exclude`` names.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.languages import en
from docutils.transforms import Transform
from sphinx.addnodes import only
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import is_directive_registered, new_document

from sphinx_blogext.isolation import is_own
from sphinx_blogext.markup.tree import Element, parse
from sphinx_blogext.nodes import exchange, section_post

#: What Sphinx names as the file of a text of the configuration.
_PROLOGS = frozenset({"<rst_prolog>", "<rst_prologue>", "<rst_epilog>", "<rst_epilogue>"})
#: An attribute of the objects that are nodes to leave out; unlike those of docutils, no builder writes it.
_MARK = "blog_is_added"
#: What makes documents of texts, other than the transforms of extensions.
_PARSERS = ("docutils.", "myst_parser.", "myst_nb.")
#: Directives whose output no name tells, and the class of what is left out of it, ``""`` for all.
_DIRECTIVES = dict.fromkeys(("sectionauthor", "codeauthor", "moduleauthor", "article-info"), "")
_DIRECTIVES |= dict.fromkeys(("nbinput", "nboutput"), "prompt")
#: The directive around each text of the configuration that nbsphinx parses on its own.
_AROUND = "blog-addition"


class _Marking(Directive):
    marked = ""

    def run(self) -> list[nodes.Node]:
        result = list(super().run())
        output = (node for root in result for node in root.findall(nodes.Element))
        _mark(node for node in output if self.marked in ("", *node["classes"]))
        return result


class _Around(Directive):
    def run(self) -> list[nodes.Node]:
        document = self.state.document
        if (start := vars(document).pop(_AROUND, None)) is None:
            vars(document)[_AROUND] = len(document.children)
        else:
            _mark(document.children[start:])
        return []


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

    def mark(self) -> None:
        self.judge()
        _mark(self.added.values())

    def _added(self, before: Sequence[nodes.Node], after: Sequence[nodes.Node]) -> Iterator[nodes.Node]:
        """Yield the new nodes of *after* between neighbors of *before*: others replace what was there."""
        # What is added and then replaced is still an addition, and Sphinx itself removes the fields.
        there = {id(node) for node in after} | self.added.keys()
        is_gone = [id(node) not in there and not isinstance(node, nodes.docinfo) for node in before]
        positions: dict[int, int] = {id(node): position for position, node in enumerate((*before, None))}
        new: list[nodes.Node] = []
        last = -1
        for node in (*after, None):
            if id(node) in positions:
                yield from () if any(is_gone[last + 1 : positions[id(node)]]) else new
                last, new = positions[id(node)], []
            elif node is not None:
                new.append(node)


class NoticeTransforms(SphinxTransform):
    """Notices what the transforms of other extensions add to a document, unless a directive asks for them."""

    # Before all others.
    default_priority = 1

    def apply(self, **_options: Any) -> None:
        transformer = self.document.transformer
        for number, (priority, transform, pending, options) in enumerate(transformer.transforms):
            if not (pending or is_own(transform) or f"{transform.__module__}.".startswith(_PARSERS)):
                noticed = type("Noticed", (_Noticed, transform), {})
                transformer.transforms[number] = (priority, noticed, pending, options)


class _Noticed(Transform):
    def apply(self, **options: Any) -> None:
        additions = Additions(self.document)
        super().apply(**options)  # type: ignore[misc]  # that of any transform
        additions.mark()


def left_out(tree: nodes.document, names: frozenset[str]) -> Iterator[nodes.Node]:
    """Yield the outermost nodes that are not part of the text."""
    due = [*tree.children]
    while due:
        node = due.pop()
        if isinstance(node, nodes.Element):
            if _is_left_out(node, names):
                yield node
            else:
                due += node.children


def _is_left_out(node: nodes.Element, names: frozenset[str]) -> bool:
    if isinstance(node, only):
        return all(isinstance(child, nodes.Element) and _is_left_out(child, names) for child in node.children)
    if _MARK in vars(node) or node.tagname in names or not names.isdisjoint(node.attributes["classes"]):
        return True
    if node.source in _PROLOGS and isinstance(node.parent, (nodes.document, nodes.section)):
        return True
    return isinstance(node, nodes.raw) and {bool(names & each.classes) for each in html_in(node, names)} == {True}


def html_in(node: nodes.Node, names: Iterable[str] = ("",)) -> list[Element]:
    """Return the outermost elements of raw HTML that contains one of *names*; a text is one without a name."""
    is_html = isinstance(node, nodes.raw) and any(name in node.astext() for name in names)
    children = parse(node.astext()).children if is_html else []
    return [Element("") if isinstance(e, str) else e for e in children if not isinstance(e, str) or e.strip()]


def _mark(additions: Iterable[nodes.Node]) -> None:
    for node in additions:
        vars(node)[_MARK] = True


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Let directives mark what they write that is not part of the text; nbsphinx has no directive for its own."""
    app.add_directive(_AROUND, _Around)
    for name, marked in _DIRECTIVES.items():
        if is_directive_registered(name):
            directive: Any = directives.directive(name, en, new_document(""))[0]  # type: ignore[arg-type]  # stubs
            app.add_directive(name, type("Marking", (_Marking, directive), {"marked": marked}), override=True)
    for name in {"nbsphinx_prolog", "nbsphinx_epilog"} & config.values.keys():
        if config[name]:
            config[name] = f".. {_AROUND}::\n\n{config[name]}\n\n.. {_AROUND}::\n"


def on_doctree_read_early(app: Sphinx, doctree: nodes.document) -> None:
    """Take note of the text of posts before other extensions add to it."""
    if "blog_fields" in doctree or any(doctree.findall(section_post)):
        # Not in the document's own attributes, which are stored.
        vars(doctree)[_MARK] = Additions(doctree)


@contextmanager
def set_aside(tree: nodes.document, names: frozenset[str]) -> Iterator[None]:
    """Replace what is not part of the text by what nobody sees, and put it back afterwards."""
    additions: Additions = vars(tree)[_MARK]
    additions.mark()
    stand_ins: dict[nodes.Node, nodes.Node] = {node: nodes.comment() for node in left_out(tree, names)}
    _mark(stand_ins)
    exchange(stand_ins)
    try:
        yield
    finally:
        exchange({stand_in: node for node, stand_in in stand_ins.items()})
        additions.note()


def on_doctree_read_late(app: Sphinx, doctree: nodes.document) -> None:
    """Mark what other extensions have added to a post after we have read it."""
    if additions := vars(doctree).pop(_MARK, None):
        additions.mark()


def setup(app: Sphinx) -> None:
    app.add_transform(NoticeTransforms)
    # After other extensions have registered their directives and set their options.
    app.connect("config-inited", on_config_inited, priority=950)
    # Before and after all other handlers.
    app.connect("doctree-read", on_doctree_read_early, priority=1)
    app.connect("doctree-read", on_doctree_read_late, priority=999)
