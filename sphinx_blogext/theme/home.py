"""A front page: a document with ``layout: home`` in its front matter.

Its heading, first paragraph, first figure or block of code, and first list of links make a hero; the rest of the
document follows. There is nothing beside the text. In other themes it is an ordinary page.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.theme.theme_options import is_this_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

#: A figure for light mode may be followed by the same for dark mode.
_MODES = {"only-light", "only-dark"}


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Mark the parts of the hero, and move them to the top."""
    section = next(iter(doctree.findall(nodes.section)), None)
    if section is None or not _is_home(app.builder, docname):
        return
    title, *rest = section.children
    own = list(takewhile(lambda node: not isinstance(node, nodes.section), rest))
    figure = _figure(own)
    ledes = [node for node in own if isinstance(node, nodes.paragraph) and not _is_figure(node)]
    lists = [node for node in own if isinstance(node, nodes.bullet_list) and _is_list_of_links(node)]
    for name, found in (("home-lede", ledes), ("home-actions", lists)):
        for node in found[:1]:
            node["classes"].append(name)
    section["classes"].append("home")
    words = [*ledes[:1], *lists[:1]]
    others = [node for node in rest if node not in words and node not in figure]
    section.children = []
    section += [title, *words, *others]
    if figure:
        section.insert(1 + len(words), nodes.container("", *figure, classes=["home-figure"]))


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Show nothing beside the text of a front page, and nothing but links of its own below it."""
    if doctree is None or not _wants_home(app.builder, pagename):
        return
    if _is_home(app.builder, pagename):
        context |= {"sidebars": [], "display_toc": False, "blog_rail": None, "prev": None, "next": None}
    elif not is_this_theme(context):
        # Others may have layouts of their own, and fail at one that they do not know.
        context["meta"] = {name: value for name, value in (context["meta"] or {}).items() if name != "layout"}


def _is_home(builder: Builder, docname: str) -> bool:
    """Return whether a document is a front page of this theme; with all documents in one page there is none."""
    # References may be resolved before the builder is prepared.
    context = getattr(builder, "globalcontext", {})
    is_ours = isinstance(builder, StandaloneHTMLBuilder) and is_this_theme(context)
    return is_ours and builder.name != "singlehtml" and _wants_home(builder, docname)


def _wants_home(builder: Builder, docname: str) -> bool:
    return str(builder.env.metadata[docname].get("layout", "")).strip().lower() == "home"


def _figure(found: list[nodes.Node]) -> list[nodes.Node]:
    """Return the first figure or block of code, and its counterpart for the other color scheme."""
    start = next((number for number, node in enumerate(found) if _is_figure(node)), len(found))
    pair = found[start : start + 2]
    return pair if all(_MODES & set(_classes(node)) for node in pair) else pair[:1]


def _classes(node: nodes.Node) -> list[str]:
    """Return the classes of a figure, or of a picture in a paragraph of its own."""
    return [name for element in node.findall(nodes.Element) for name in element["classes"]]


def _is_figure(node: nodes.Node) -> bool:
    if isinstance(node, nodes.paragraph):
        return bool(node.children) and all(isinstance(child, nodes.image) for child in node.children)
    is_code = isinstance(node, nodes.container) and "literal-block-wrapper" in node["classes"]
    return is_code or isinstance(node, nodes.figure | nodes.image | nodes.literal_block)


def _is_list_of_links(node: nodes.Node) -> bool:
    """Return whether a node is a list in which each item is a link and nothing else."""
    is_list = isinstance(node, nodes.bullet_list)
    return is_list and all(isinstance(_only(_only(item)), nodes.reference) for item in node.children)


def _only(node: nodes.Node) -> nodes.Node:
    """Return the child of a node if there is just one, or else the node."""
    return node.children[0] if len(node.children) == 1 else node
