"""Link the style sheets and scripts of a page.

Every page links the theme's sheet and that of the blog. What is rare has a third, which depends on the kind of
the page and on what its document contains.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.code_colors import is_from_sphinx, load_own_colors
from sphinx_blogext.theme.static_files import EXTRAS_SHEET, FIRST_SCRIPT, SCRIPT, THEME_SHEET

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

#: The sheet of the blog, which other themes load where there is anything of it.
_BLOG_SHEET = "blogext.css"
#: Sheets whose rules are in ours.
_INCLUDED = frozenset({"blogext-math", "blogext-picture"})
#: Sphinx's own, for its search and for scripts of others.
_SPHINX = frozenset({"documentation_options.js", "doctools.js", "sphinx_highlight.js", "translations.js"})
#: These do not depend on Sphinx's scripts.
_INDEPENDENT = pattern(r"design-tabs\.js|^https?:|blogext[\w-]*\.js|mathjax", re.IGNORECASE)
#: The files that sphinx-design and MyST-NB add to every page. Of the latter we need the colors of terminals.
_DESIGN, _NOTEBOOKS = frozenset({"sphinx-design", "design-tabs"}), "mystnb"
_TERMINAL = "myst-ansi"
#: What the sheet of rare things is for, besides formulas: prefixes of classes, and kinds of nodes.
_RARE = (
    *("sd-", "cell", "nbinput", "nboutput", "sphinx-tabs", "tab-set", "task-list-item"),
    *("epigraph", "literal-block-wrapper", "home"),
)
_RARE_NODES = (
    *(addnodes.desc, addnodes.hlist, addnodes.versionmodified, nodes.field_list, nodes.option_list),
    *(nodes.citation, nodes.footnote, nodes.classifier, nodes.attribution, nodes.line_block),
    *(nodes.sidebar, nodes.system_message, nodes.Admonition, nodes.topic),
)
#: The theme's own pages without a document, which contain nothing of extensions.
_OWN = frozenset({"search.html", "domainindex.html", "404.html"})


def load_assets(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Make the current page load what it needs: without a *doctree*, it may contain anything."""
    elements = list(doctree.findall(nodes.Element)) if doctree else []
    classes: set[str] = {name for node in elements for name in node["classes"]}
    is_ours = template in _OWN or template.startswith("genindex")
    has_design = (doctree is None and not is_ours) or any(name.startswith("sd-") for name in classes)
    is_rare = doctree is None or any(name.startswith(_RARE) for name in classes)
    is_rare |= bool(context.get("has_maths_elements"))
    # As in any theme, a style sheet set in the configuration replaces the theme's.
    if not app.config.html_style:
        # Before those of a theme that inherits from ours.
        app.add_css_file(THEME_SHEET, priority=190)
        if is_rare or any(isinstance(node, _RARE_NODES) for node in elements):
            app.add_css_file(EXTRAS_SHEET, priority=191)
        if "sphinx_blogext" in app.extensions and renders_pages(builder):
            app.add_css_file(_BLOG_SHEET)
    load_own_colors(app, builder)
    # Not deferred: the reader's color scheme must be set before the page is drawn.
    app.add_js_file(FIRST_SCRIPT, priority=100)
    app.add_js_file(SCRIPT, priority=190, loading_method="defer")
    unused = set() if app.config.html_style else set(_INCLUDED)
    unused |= set() if has_design else _DESIGN
    if not any(node.get("language") == _TERMINAL and "\x1b" in node.astext() for node in elements):
        unused.add(_NOTEBOOKS)
    context["css_files"] = [
        css for css in context["css_files"] if _stem(css) not in unused and not is_from_sphinx(css)
    ]
    context["script_files"] = _needed(js for js in context["script_files"] if _stem(js) not in unused)


def _needed(scripts: Iterable[Any]) -> list[Any]:
    """Return the scripts without Sphinx's own, unless another, such as that of sphinx-copybutton, may use them."""
    scripts = list(scripts)
    others = [js for js in scripts if _name(js) not in _SPHINX]
    return scripts if any(_uses_sphinx(js) for js in others) else others


def _uses_sphinx(script: Any) -> bool:
    filename = str(getattr(script, "filename", script) or "")
    return bool(filename) and not _INDEPENDENT.search(filename)


def _name(asset: Any) -> str:
    """Return the name of a file, without folders; ``""`` for an inline script."""
    return str(getattr(asset, "filename", asset) or "").rpartition("/")[2]


def _stem(asset: Any) -> str:
    """Return the name of a file without its ending, and without a checksum."""
    return _name(asset).partition(".")[0]
