"""The theme's style sheets and scripts, in ``_static``: as they are written here, but for comments.

They are templates, so that a site may replace one in its ``templates_path``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.files import without_comments, write_file
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.theme.code_colors import has_own_colors
from sphinx_blogext.theme.icons import icon_links
from sphinx_blogext.theme.theme_options import is_this_theme, is_true
from sphinx_blogext.theme.words import frame_words, script_words

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

#: The sheet of every page, and that of rare things: the search, indices, notebooks, components of extensions.
THEME_SHEET, EXTRAS_SHEET = "blogext-theme.css", "blogext-extras.css"
#: Run before a page is drawn, and when it is there. The others are loaded by the search.
FIRST_SCRIPT, SCRIPT = "blogext-theme.js", "blogext.js"
_FILES = (THEME_SHEET, EXTRAS_SHEET, FIRST_SCRIPT, SCRIPT, "blogext-search.js", "blogext-pagefind.js")


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Write them, if the theme is ours, before the pages, which contain their checksums."""
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    options = {**builder.theme.get_options({}), **builder.theme_options}
    context = {f"theme_{name}": value for name, value in options.items()}
    if not is_this_theme(context):
        return
    icons = icon_links(context["theme_icons"], frame_words())
    context |= {
        "script_words": script_words(interface_words(app.config.language)),
        "is_instant": is_true(context["theme_instant"]),
        "icon_kinds": sorted({link["kind"] for link in icons}),
        "is_read_the_docs": os.environ.get("READTHEDOCS") == "True",
        "own_light": has_own_colors(builder, "light"),
        "own_dark": has_own_colors(builder, "dark"),
    }
    for name in _FILES:
        write_file(Path(app.outdir, "_static", name), without_comments(builder.templates.render(name, context)))
