"""Pages with a layout of their own: a front page, and ``404.html``.

A front page is a document with ``layout: home`` in its front matter. Its heading, first paragraph, first figure or
block of code, and first list of links make a hero; the rest of the document follows. There is nothing beside the
text. In other themes it is an ordinary page with a larger first paragraph, and with buttons below it.

A server shows ``404.html`` if there is no page at a URL, however deep, so its links start at the root of the host.
The path of the site is that of ``html_baseurl`` or, on Read the Docs, that of the version being built.
"""

import os
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_blogext._compat import extra_files, renders_pages
from sphinx_blogext.base_url import site_path
from sphinx_blogext.events import UNCHANGED_EVENT
from sphinx_blogext.files import UNFINISHED, write_file
from sphinx_blogext.isolation import GUARDED
from sphinx_blogext.markup.relocate import attach, detach, root_of
from sphinx_blogext.theme.theme_options import is_ours

#: Servers look for this name, whatever other pages are called.
NOT_FOUND, _FILE = "404", "404.html"


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Mark the parts of the hero, and move them to the top."""
    section = doctree.next_node(nodes.section)
    if section is None or not renders_pages(app.builder) or not _wants_home(app, docname):
        return
    is_own = is_ours(app.builder)
    title, *rest = section.children
    own = list(takewhile(lambda node: not isinstance(node, nodes.section), rest))
    hero: list[Any] = []
    for name, is_part in _HERO.items():
        # Figures of other themes stay where they are.
        for part in islice(filter(is_part, own), is_own or is_part is not _is_figure):
            rest.remove(part)
            hero.append(nodes.container("", part) if is_part is _is_figure else part)
            hero[-1]["classes"].append(name)
    section["classes"] += ["home"] * is_own
    section.children = []
    section += [title, *hero, *rest]


def on_html_page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Show nothing beside the text of a front page, and nothing but links of its own below it."""
    if tree is None or not _wants_home(app, page):
        return
    if is_ours(app.builder):
        if renders_pages(app.builder):
            context |= {"sidebars": [], "display_toc": False, "blog_rail": None, "prev": None, "next": None}
    else:
        app.add_css_file("blogext.css")
        # Others may have layouts of their own, and fail at one that they do not know.
        context["meta"] = {name: value for name, value in (context["meta"] or {}).items() if name != "layout"}


def on_html_collect_pages(app: Sphinx) -> list[Any]:
    """Write ``404.html``, unless the site has its own."""
    builder, path = app.builder, Path(app.outdir, _FILE)
    if not is_ours(builder) or builder.name not in {"html", "dirhtml"}:
        return []
    pages = {*app.env.found_docs, *app.config.html_additional_pages}
    has_own = NOT_FOUND in pages or "notfound.extension" in app.extensions or _FILE in extra_files(app)
    mark = f'data-content_root="{(root := site_path(app.config, os.environ))}"'
    # One that the site no longer has may still be there.
    is_there = path.is_file() and mark in path.read_text(encoding="utf-8", errors="replace")
    if not has_own and not (is_there and app.emit_firstresult(UNCHANGED_EVENT)):
        # To another file first: its links are still relative, and another build may be writing to that folder.
        part = path.with_name(f"{_FILE}.{os.getpid()}{UNFINISHED}")
        builder.handle_page(NOT_FOUND, {GUARDED: True}, _FILE, outfilename=part)
        html = part.read_text(encoding="utf-8")
        part.unlink(missing_ok=True)
        uri = builder.get_target_uri(NOT_FOUND)
        html = html.replace(f'data-content_root="{root_of(uri)}"', mark, 1)
        write_file(path, attach(detach(html, uri), root))
    return []


def _wants_home(app: Sphinx, docname: str) -> bool:
    return str(app.env.metadata[docname].get("layout", "")).strip().lower() == "home"


def _is_figure(node: nodes.Node) -> bool:
    if isinstance(node, nodes.paragraph):
        return bool(node.children) and all(isinstance(child, nodes.image) for child in node.children)
    is_code = isinstance(node, nodes.container) and "literal-block-wrapper" in node["classes"]
    return is_code or isinstance(node, nodes.figure | nodes.image | nodes.literal_block)


def _only(node: nodes.Node) -> nodes.Node:
    """Return the child of a node if there is just one, besides the target of a link, or else the node."""
    children = [child for child in node.children if not isinstance(child, nodes.target)]
    return children[0] if len(children) == 1 else node


#: The parts of the hero, by their classes, in their order.
_HERO = {
    "home-lede": lambda node: isinstance(node, nodes.paragraph) and not _is_figure(node),
    # A list in which each item is a link and nothing else.
    "home-actions": lambda node: (
        isinstance(node, nodes.bullet_list)
        and all(isinstance(_only(_only(item)), nodes.reference) for item in node.children)
    ),
    "home-figure": _is_figure,
}
