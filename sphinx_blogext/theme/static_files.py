"""The theme's style sheets and scripts, in ``_static``.

Each style sheet is assembled from parts, so that a page loads one that contains just what it needs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import TemplateNotFound
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.files import write_file
from sphinx_blogext.theme import design
from sphinx_blogext.theme.code_colours import has_own_colours
from sphinx_blogext.theme.icons import icon_links
from sphinx_blogext.theme.lean import lean_css, lean_js
from sphinx_blogext.theme.options import is_this_theme, is_true
from sphinx_blogext.theme.words import frame_words

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

_BLOG = ("css/blog.css", "blog/common.css")
_LISTS = ("css/rail.css", "blog/lists.css")
#: What a page may show of the blog, and the parts for it: nothing, teasers, a post, or anything.
_KINDS = {
    "theme": (),
    "list": (*_BLOG, *_LISTS),
    "post": (*_BLOG, "blog/posts.css"),
    "blog": (*_BLOG, *_LISTS, "blog/posts.css", "blog/rest.css", "blog/markers.css"),
}
_MATH = ("math-font.css", "math.css")
_NARROW = ("css/measure.css",)
#: What else it may show: nothing more, something beside it or in Chinese, Japanese or Korean, with that a text,
#: or a text with formulas.
_MORE = {"-plain": _NARROW, "": _NARROW, "-text": ("css/text.css",), "-text-math": ("css/text.css", *_MATH)}
#: What texts contain, and few lists do. Contents are not in lists: there they have the sheet of kind ``blog``.
_IN_TEXTS = ("css/code.css", "css/contents.css", "css/neighbours.css", "css/notes.css")
#: A page loads one of these; those for the blog exist only with the extension.
_MAIN_SHEETS = {
    f"blogext-{kind}{more}.css": (
        "css/base.css",
        *(("css/latin.css",) if more == "-plain" else ("css/han.css", "css/side.css", "css/breadcrumbs.css")),
        *parts,
        *more_parts,
        *(_IN_TEXTS if "-text" in more and kind != "list" else ()),
    )
    for kind, parts in _KINDS.items()
    for more, more_parts in _MORE.items()
}
#: For a list whose teasers contain code or notes; the sheets for other texts include these parts.
LIST_SHEETS = {"blogext-code.css": ("css/code.css",), "blogext-notes.css": ("css/notes.css",)}
#: For a list that is a document with neighbors.
NEIGHBOURS_SHEET = "blogext-neighbours.css"
#: For a page with a ``-plain`` sheet that is below others.
BREADCRUMBS_SHEET = "blogext-breadcrumbs.css"
#: A page also loads those of these that it needs.
RARE_SHEETS = {
    "blogext-rare.css": ("css/rare.css",),
    "blogext-widths.css": ("css/widths.css",),
    "blogext-math-layout.css": ("math-font-rare.css", "math-layout.css"),
    "blogext-api.css": ("css/api.css",),
    "blogext-index.css": ("css/index.css",),
    "blogext-extensions.css": ("css/extensions.css",),
    "blogext-notebooks.css": ("css/notebooks.css",),
}
READTHEDOCS_SHEET = "blogext-readthedocs.css"
#: Loaded by front pages.
_HOME = "blogext-home.css"
#: Loaded by scripts only.
_EXTRAS = "blogext-extras.css"
_SHEETS = {
    **_MAIN_SHEETS,
    **LIST_SHEETS,
    NEIGHBOURS_SHEET: ("css/neighbours.css",),
    BREADCRUMBS_SHEET: ("css/breadcrumbs.css",),
    **RARE_SHEETS,
    READTHEDOCS_SHEET: ("css/readthedocs.css",),
    _HOME: ("css/home.css",),
    _EXTRAS: ("css/extras.css",),
}
_SCRIPTS = (
    *("theme", "formulas", "plain", "page", "text", "answers", "preview", "pictures"),
    *("code", "highlight", "search", "pagefind"),
)


def main_sheet(kind: str, *, is_plain: bool, is_text: bool, has_math: bool) -> str:
    """Return the smallest sheet for a page of a *kind*: ``theme``, ``list``, ``post`` or ``blog``."""
    more = "-text-math" if has_math else "-text" if is_text else "-plain" if is_plain else ""
    return f"blogext-{kind}{more}.css"


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Write them, if the theme is ours; the parts are templates, which a site may override."""
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    options = {**builder.theme.get_options({}), **builder.theme_options}
    context = {f"theme_{name}": value for name, value in options.items()}
    if not is_this_theme(context):
        return
    context["words"] = frame_words()
    context["is_instant"] = is_true(context["theme_instant"])
    context["icon_kinds"] = sorted({link["kind"] for link in icon_links(context["theme_icons"], context["words"])})
    context |= {"own_light": has_own_colours(builder, "light"), "own_dark": has_own_colours(builder, "dark")}

    # Cached, because most parts are in several sheets.
    @cache
    def style(part: str) -> str:
        try:
            return lean_css(builder.templates.render(part, context))
        # The parts for the blog come with the extension, and the theme works without it.
        except TemplateNotFound:
            return ""

    folder = Path(app.outdir, "_static")
    for name, parts in _SHEETS.items():
        write_file(folder / name, "".join(map(style, parts)))
    if sheet := design.find_sheet(app):
        write_file(folder / design.COMMON, design.common_rules(sheet))
    for name in _SCRIPTS:
        write_file(folder / f"blogext-{name}.js", lean_js(builder.templates.render(f"js/{name}.js", context)))
