"""A front page: a document with ``layout: home`` in its front matter.

Its heading, first paragraph, first figure or block of code, and first list of links make a hero; the rest of the
document follows. There is nothing beside the text. In other themes it is an ordinary page.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.theme.options import is_this_theme

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
    figure = nodes.container("", *_figure(own), classes=["home-figure"])
    lede = [node for node in own if isinstance(node, nodes.paragraph) and not _is_figure(node)][:1]
    actions = [node for node in own if _is_list_of_links(node)][:1]
    for node in lede:
        node["classes"].append("home-lede")
    for node in actions:
        node["classes"].append("home-actions")
    section["classes"].append("home")
    hero = [*lede, *actions, *figure.children]
    section.children = []
    section += [
        title,
        *lede,
        *actions,
        *([figure] if figure.children else []),
        *(node for node in rest if node not in hero),
    ]


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Show nothing beside the text of a front page, and nothing but links of its own below it."""
    if doctree is not None and _is_home(app.builder, pagename):
        context |= {"sidebars": [], "display_toc": False, "blog_rail": None, "prev": None, "next": None}
        app.add_css_file("blogext-home.css", priority=195)


def _is_home(builder: Builder, docname: str) -> bool:
    """Return whether a document is a front page of this theme; with all documents in one page there is none."""
    is_ours = isinstance(builder, StandaloneHTMLBuilder) and is_this_theme(builder.globalcontext)
    layout = builder.env.metadata[docname].get("layout", "")
    return is_ours and builder.name != "singlehtml" and str(layout).strip().lower() == "home"


def _figure(found: list[nodes.Node]) -> list[nodes.Node]:
    """Return the first figure or block of code, and its counterpart for the other color scheme."""
    start = next((number for number, node in enumerate(found) if _is_figure(node)), len(found))
    figure, *others = found[start:] or [None]
    if not isinstance(figure, nodes.Element):
        return []
    has_mode = not _MODES.isdisjoint(_classes(figure))
    return [figure, *(node for node in others[:1] if has_mode and not _MODES.isdisjoint(_classes(node)))]


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
    return isinstance(node, nodes.bullet_list) and all(
        len(item) == 1 and len(item[0]) == 1 and isinstance(item[0][0], nodes.reference) for item in node.children
    )
