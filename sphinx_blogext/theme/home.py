"""A front page: a document with ``layout: home`` in its front matter.

Its heading, first paragraph, first figure or block of code, and first list of links make a hero; the rest of the
document follows. There is nothing beside the text. In other themes it is an ordinary page.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_blogext.theme.theme_options import is_ours

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Mark the parts of the hero, and move them to the top."""
    section = next(iter(doctree.findall(nodes.section)), None)
    if section is None or not _is_home(app, docname):
        return
    title, *rest = section.children
    first = takewhile(lambda node: not isinstance(node, nodes.section), rest)
    own = [node for node in first if isinstance(node, nodes.Element)]
    words, figure = _words_of(own), _figure_of(own)
    section["classes"].append("home")
    section.children = []
    section += [title, *words, *(node for node in rest if node not in words and node not in figure)]
    if figure:
        section.insert(1 + len(words), nodes.container("", *figure, classes=["home-figure"]))


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Show nothing beside the text of a front page, and nothing but links of its own below it."""
    if doctree is None or not _wants_home(app, pagename):
        return
    if _is_home(app, pagename):
        context |= {"sidebars": [], "display_toc": False, "blog_rail": None, "prev": None, "next": None}
    elif not is_ours(app.builder):
        # Others may have layouts of their own, and fail at one that they do not know.
        context["meta"] = {name: value for name, value in (context["meta"] or {}).items() if name != "layout"}


def _is_home(app: Sphinx, docname: str) -> bool:
    """Return whether a document is a front page of this theme; with all documents in one page there is none."""
    return is_ours(app.builder) and app.builder.name != "singlehtml" and _wants_home(app, docname)


def _wants_home(app: Sphinx, docname: str) -> bool:
    return str(app.env.metadata[docname].get("layout", "")).strip().lower() == "home"


def _words_of(own: list[nodes.Element]) -> list[nodes.Element]:
    """Return the first paragraph and the first list of links, marked."""
    words = []
    for name, is_part in (("home-lede", _is_lede), ("home-actions", _is_list_of_links)):
        for node in list(filter(is_part, own))[:1]:
            node["classes"].append(name)
            words.append(node)
    return words


def _figure_of(own: list[nodes.Element]) -> list[nodes.Element]:
    """Return the first figure or block of code, and its counterpart for the other color scheme."""
    start = next((number for number, node in enumerate(own) if _is_figure(node)), len(own))
    pair = own[start : start + 2]
    return pair if all(map(_has_mode, pair)) else pair[:1]


def _is_lede(node: nodes.Node) -> bool:
    return isinstance(node, nodes.paragraph) and not _is_figure(node)


def _is_figure(node: nodes.Node) -> bool:
    if isinstance(node, nodes.paragraph):
        return bool(node.children) and all(isinstance(child, nodes.image) for child in node.children)
    is_code = isinstance(node, nodes.container) and "literal-block-wrapper" in node["classes"]
    return is_code or isinstance(node, nodes.figure | nodes.image | nodes.literal_block)


def _has_mode(node: nodes.Node) -> bool:
    """Return whether a figure, or a picture in a paragraph of its own, is for one color scheme."""
    return any(not {"only-light", "only-dark"}.isdisjoint(part["classes"]) for part in node.findall(nodes.Element))


def _is_list_of_links(node: nodes.Node) -> bool:
    """Return whether a node is a list in which each item is a link and nothing else."""
    is_list = isinstance(node, nodes.bullet_list)
    return is_list and all(isinstance(_only(_only(item)), nodes.reference) for item in node.children)


def _only(node: nodes.Node) -> nodes.Node:
    """Return the child of a node if there is just one, or else the node."""
    return node.children[0] if len(node.children) == 1 else node
