"""The theme's style sheets and scripts: written to ``_static``, and linked where a page needs them.

They are templates, so that a site may replace one in its ``templates_path``, and written without comments. Every
page links the theme's sheet and that of the blog; what is rare has a third. Code has the theme's colors, unless
the site, or a theme that inherits from this one, has Pygments styles of its own.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.files import without_comments, write_file
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.lang.words import _, interface_words
from sphinx_blogext.patterns import pattern
from sphinx_blogext.theme.theme_options import is_ours, options_of

#: The sheet of every page, that of rare things such as notebooks, and that of the search and the indices.
_THEME_SHEET, _EXTRAS_SHEET, _SEARCH_SHEET = "blogext-theme.css", "blogext-extras.css", "blogext-search.css"
#: Run before a page is drawn, and when it is there; others are loaded by the search.
_FIRST_SCRIPT, _SCRIPT = "blogext-theme.js", "blogext.js"
_FILES = (_THEME_SHEET, _EXTRAS_SHEET, _SEARCH_SHEET, _FIRST_SCRIPT, _SCRIPT)
#: Sheets whose rules are in ours.
_INCLUDED = frozenset({"blogext-math", "blogext-picture"})
#: Sphinx's own, for its search and for scripts of others.
_SPHINX = frozenset({"documentation_options", "doctools", "sphinx_highlight", "translations"})
#: These do not depend on Sphinx's scripts.
_INDEPENDENT = pattern(r"design-tabs\.js|^https?:|blogext[\w-]*\.js|mathjax|^$", re.IGNORECASE)
#: The nodes that need the files which sphinx-design and MyST-NB add to every page: of the latter, colored output.
_OTHERS = {"sd-": frozenset({"sphinx-design", "design-tabs"}), "myst-ansi": frozenset({"mystnb"})}
#: The nodes that the sheet of rare things is for: how their names, classes, alignments and kinds of numbers begin.
_RARE = pattern(
    " (?:sd-|cell|nbinput|nboutput|sphinx-tabs|tab-set|task-list-item|epigraph|literal-block-wrapper|home|desc"
    "|hlist|versionmodified|field_list|option_list|citation|footnote(?!_)|classifier|attribution|line_block|sidebar"
    "|system_message|topic|admonition|raw|abbreviation|kbd|guilabel|menuselection|rubric|centered|toctree-wrapper"
    "|(?:align-)?(?:left|right|center)|lower|upper)"
)
#: What else it is for, in the HTML of a page: widths, numbers of equations, and formulas as images.
_RARE_HTML = ("units-", 'class="eqno"', 'class="math"')
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
        "is_instant": str(options["instant"]).lower() in {"true", "1", "yes", "on"},
        "is_read_the_docs": os.environ.get("READTHEDOCS") == "True",
        **{f"own_{scheme}": True for scheme in _own_colors(builder)},
    }
    for name in (*_FILES, "blogext-search.js", "blogext-pagefind.js"):
        write_file(Path(app.outdir, "_static", name), without_comments(builder.templates.render(name, context)))


def load_assets(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Make the current page load what it needs: without a *doctree*, it may contain anything."""
    elements = doctree.findall(nodes.Element) if doctree else ()
    names = " ".join(["", *map(str, {name for node in elements for name in _names_of(node)})])
    unused = frozenset(_CODE_SHEETS.values())
    # As in any theme, a style sheet set in the configuration replaces the theme's.
    if not app.config.html_style:
        unused |= _INCLUDED
        is_rare = doctree is None or context.get("has_rare_formulas") or _RARE.search(names)
        has_extras = is_rare or any(text in (context.get("body") or "") for text in _RARE_HTML)
        _add_sheets(app, builder, template, has_extras=bool(has_extras))
    # The theme's own pages without a document contain nothing of extensions.
    if doctree is not None or template.startswith(_OWN):
        unused = unused.union(*(files for name, files in _OTHERS.items() if f" {name}" not in names))
    # Not deferred: the reader's color scheme must be set before the page is drawn.
    app.add_js_file(_FIRST_SCRIPT, priority=100)
    app.add_js_file(_SCRIPT, priority=190, loading_method="defer")
    for scheme in _own_colors(builder):
        media = f"(prefers-color-scheme: {scheme})"
        app.add_css_file(f"{_CODE_SHEETS[scheme]}.css", priority=201, id=f"{_CODE_ID}{scheme}", media=media)
    context |= _without(unused, context["css_files"], context["script_files"])


def _add_sheets(app: Sphinx, builder: StandaloneHTMLBuilder, template: str, *, has_extras: bool) -> None:
    # Before those of a theme that inherits from ours.
    app.add_css_file(_THEME_SHEET, priority=190)
    if template.startswith(_OWN):
        app.add_css_file(_SEARCH_SHEET, priority=191)
    elif has_extras:
        app.add_css_file(_EXTRAS_SHEET, priority=191)
    if "sphinx_blogext" in app.extensions and renders_pages(builder):
        # Other themes load it where there is anything of the blog.
        app.add_css_file("blogext.css")


def _without(unused: frozenset[str], sheets: list[Any], scripts: list[Any]) -> dict[str, list[Any]]:
    """Return the files of a page that it needs: Sphinx's own scripts only if another script may use them."""
    # Sphinx's own sheets of code are for either color scheme, or before ours.
    own = [css for css in sheets if str(getattr(css, "attributes", {}).get("id")).startswith(_CODE_ID)]
    scripts = [js for js in scripts if _stem(js) not in unused]
    others = [js for js in scripts if _stem(js) not in _SPHINX]
    return {
        "css_files": [css for css in sheets if _stem(css) not in unused or css in own],
        "script_files": others if all(_INDEPENDENT.search(_path(js)) for js in others) else scripts,
    }


def _names_of(node: nodes.Element) -> Iterable[Any]:
    name = "admonition" if isinstance(node, nodes.Admonition) else node.tagname
    code = node.attributes if isinstance(node, nodes.literal_block) else {}
    # What stands for the nodes of a teaser has no text.
    if code.get("language") == "myst-ansi" and ("\x1b" in node.astext() or not node.children):
        name = "myst-ansi"
    elif code.get("linenos") or "hl_lines" in code.get("highlight_args", ()) or code.get("language") == "diff":
        name = "literal-block-wrapper"
    return (name, node.get("align"), node.get("enumtype"), *node["classes"])


def _own_colors(builder: StandaloneHTMLBuilder) -> list[str]:
    """Return the color schemes for which the site or its theme has its own colors of code."""
    is_light = builder.config.pygments_style is not None or builder.theme.pygments_style_default != "none"
    is_dark = getattr(builder, "dark_highlighter", None) is not None
    return ["light"] * is_light + ["dark"] * is_dark


def _path(asset: Any) -> str:
    """Return the path of a file; ``""`` for an inline script."""
    return str(getattr(asset, "filename", asset) or "")


def _stem(asset: Any) -> str:
    """Return the name of a file without folders, its ending and a checksum."""
    return _path(asset).rpartition("/")[2].partition(".")[0]
