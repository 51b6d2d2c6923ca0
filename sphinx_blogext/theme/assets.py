"""The theme's style sheets and scripts: written to ``_static``, and linked where a page needs them.

They are written as they are here, but for comments, and are templates, so that a site may replace one in its
``templates_path``. Every page links the theme's sheet and that of the blog. What is rare has a third, which
depends on the kind of the page and on what its document contains. Code has the theme's colors, unless the site,
or a theme that inherits from this one, has Pygments styles of its own.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.files import without_comments, write_file
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.lang.words import _, interface_words
from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.theme_options import icon_links, is_ours, is_true, options_of

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder

#: The sheet of every page, and that of rare things: the search, indices, notebooks, components of extensions.
_THEME_SHEET, _EXTRAS_SHEET = "blogext-theme.css", "blogext-extras.css"
#: Run before a page is drawn, and when it is there. The others are loaded by the search.
_FIRST_SCRIPT, _SCRIPT = "blogext-theme.js", "blogext.js"
_FILES = (_THEME_SHEET, _EXTRAS_SHEET, _FIRST_SCRIPT, _SCRIPT, "blogext-search.js", "blogext-pagefind.js")
#: The sheet of the blog, which other themes load where there is anything of it.
_BLOG_SHEET = "blogext.css"
#: Sheets whose rules are in ours.
_INCLUDED = frozenset({"blogext-math", "blogext-picture"})
#: Sphinx's own, for its search and for scripts of others.
_SPHINX = frozenset({"documentation_options", "doctools", "sphinx_highlight", "translations"})
#: These do not depend on Sphinx's scripts.
_INDEPENDENT = pattern(r"design-tabs\.js|^https?:|blogext[\w-]*\.js|mathjax|^$", re.IGNORECASE)
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
#: The theme's own pages without a document.
_OWN = ("search.html", "domainindex.html", "404.html", "genindex")
#: The sheets of code that Sphinx writes, and the prefix of the ids of our links to them, for the script.
_CODE_SHEETS = {"light": "pygments", "dark": "pygments_dark"}
_CODE_ID = "code-"


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Write the files, if the theme is ours, before the pages, which contain their checksums."""
    if not is_ours(builder):
        return
    options = options_of(builder)
    context = {f"theme_{name}": value for name, value in options.items()} | {
        "spoken": interface_words(app.config.language),
        "language_tag": language_tag,
        "word": _,
        "is_instant": is_true(options["instant"]),
        "icons": icon_links(options["icons"]),
        "is_read_the_docs": os.environ.get("READTHEDOCS") == "True",
        **{f"own_{scheme}": True for scheme in _own_colors(builder)},
    }
    for name in _FILES:
        write_file(Path(app.outdir, "_static", name), without_comments(builder.templates.render(name, context)))


def load_assets(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Make the current page load what it needs: without a *doctree*, it may contain anything."""
    elements = list(doctree.findall(nodes.Element)) if doctree else []
    classes = frozenset(name for element in elements for name in element["classes"])
    unused = frozenset(_CODE_SHEETS.values())
    # As in any theme, a style sheet set in the configuration replaces the theme's.
    if not app.config.html_style:
        unused |= _INCLUDED
        _add_sheets(app, builder, is_rare=doctree is None or _are_rare(classes, elements, context))
    # The theme's own pages without a document contain nothing of extensions.
    if doctree is not None or template.startswith(_OWN):
        unused |= _unused(classes, elements)
    # Not deferred: the reader's color scheme must be set before the page is drawn.
    app.add_js_file(_FIRST_SCRIPT, priority=100)
    app.add_js_file(_SCRIPT, priority=190, loading_method="defer")
    for scheme in _own_colors(builder):
        media = f"(prefers-color-scheme: {scheme})"
        app.add_css_file(f"{_CODE_SHEETS[scheme]}.css", priority=201, id=f"{_CODE_ID}{scheme}", media=media)
    _drop(unused, context)


def _add_sheets(app: Sphinx, builder: StandaloneHTMLBuilder, *, is_rare: bool) -> None:
    # Before those of a theme that inherits from ours.
    app.add_css_file(_THEME_SHEET, priority=190)
    if is_rare:
        app.add_css_file(_EXTRAS_SHEET, priority=191)
    if "sphinx_blogext" in app.extensions and renders_pages(builder):
        app.add_css_file(_BLOG_SHEET)


def _drop(unused: Set[str], context: dict[str, Any]) -> None:
    """Leave out files by their names, and Sphinx's own scripts if no other script may use them."""
    sheets = context["css_files"]
    context["css_files"] = [css for css in sheets if _stem(css) not in unused or _is_of_code(css)]
    scripts = [js for js in context["script_files"] if _stem(js) not in unused]
    others = [js for js in scripts if _stem(js) not in _SPHINX]
    context["script_files"] = others if all(_INDEPENDENT.search(_path(js)) for js in others) else scripts


def _are_rare(classes: Set[str], elements: list[nodes.Element], context: dict[str, Any]) -> bool:
    """Return whether a document needs the sheet of rare things."""
    is_rare = bool(context.get("has_maths_elements")) or _have_prefix(classes, _RARE)
    return is_rare or any(isinstance(element, _RARE_NODES) for element in elements)


def _unused(classes: Set[str], elements: list[nodes.Element]) -> Set[str]:
    """Return the files that extensions add to every page, and that this one does not need."""
    has_terminal = any(node.get("language") == _TERMINAL and "\x1b" in node.astext() for node in elements)
    unused = frozenset() if _have_prefix(classes, "sd-") else _DESIGN
    return unused if has_terminal else unused | {_NOTEBOOKS}


def _have_prefix(classes: Set[str], prefix: str | tuple[str, ...]) -> bool:
    return any(name.startswith(prefix) for name in classes)


def _own_colors(builder: StandaloneHTMLBuilder) -> list[str]:
    """Return the color schemes for which the site or its theme has its own colors of code."""
    is_light = builder.config.pygments_style is not None or builder.theme.pygments_style_default != "none"
    is_dark = getattr(builder, "dark_highlighter", None) is not None
    return ["light"] * is_light + ["dark"] * is_dark


def _is_of_code(sheet: Any) -> bool:
    """Return whether *sheet* is Pygments' as loaded by us: Sphinx's are for either scheme, or before ours."""
    return str(getattr(sheet, "attributes", {}).get("id")).startswith(_CODE_ID)


def _path(asset: Any) -> str:
    """Return the path of a file; ``""`` for an inline script."""
    return str(getattr(asset, "filename", asset) or "")


def _stem(asset: Any) -> str:
    """Return the name of a file without folders, its ending and a checksum."""
    return _path(asset).rpartition("/")[2].partition(".")[0]
