"""Choose the style sheets and scripts that a page needs: it loads no others.

Of the theme's own style sheets, a page loads the smallest one that covers its contents, and rarely another.
Sphinx and extensions add their own scripts to every page; most pages use none of them.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.builders import has_own_sidebar
from sphinx_blogext.theme import design
from sphinx_blogext.theme.code_colours import is_from_sphinx, load_own_colours
from sphinx_blogext.theme.static_files import (
    BREADCRUMBS_SHEET,
    LIST_SHEETS,
    NEIGHBOURS_SHEET,
    RARE_SHEETS,
    READTHEDOCS_SHEET,
    main_sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

#: Sheets whose rules the theme's own already include: those of the blog and of formulas for other themes.
_MATH = "blogext-math.css"
_BUNDLED = frozenset({"blogext.css", "blogext-picture.css", _MATH})
#: Sphinx's own: for its search, for which the theme has its own script, and for other scripts.
_SPHINX = frozenset({"documentation_options.js", "doctools.js", "sphinx_highlight.js", "translations.js"})
_CHECKSUM = re.compile(r"\.[0-9a-f]{40,}\.css$")
#: These do not depend on Sphinx's scripts.
_INDEPENDENT = re.compile(r"design-tabs\.js|^https?:|blogext-\w+\.js|mathjax", re.IGNORECASE)


class _Use(NamedTuple):
    """What a page that uses a file contains in its text: elements with these *classes*, or this *markup*."""

    classes: re.Pattern[str] | None = None
    markup: re.Pattern[str] | None = None


def _use(classes: str = "", markup: str = "") -> _Use:
    return _Use(re.compile(classes) if classes else None, re.compile(markup) if markup else None)


#: Starts with plain text, because searching for that is much faster.
_CLASS = re.compile(r'class="([^"]*)"')

#: The uses of ``css/text.css``.
_TEXT = _use(
    "admonition|footnote-reference|halt|topic|contents|align-(?:left|center|right)|text-(?:center|right)",
    r"<(?:aside|blockquote|code|dl|figure|hr|iframe|img|kbd|object|pre|samp|su[bp]|svg|table|video)\b",
)
#: The uses of ``js/text.js``, which includes ``js/page.js`` and copies code. If nothing is beside the text either,
#: ``js/plain.js`` is enough, which also includes ``js/theme.js``.
_CODE = _use("highlight")
#: The uses of ``js/pictures.js``, which enlarges images that may be wider than a small screen.
_PICTURE = _use(markup=r'<img\b(?![^>]*class="(?:math|blog-avatar))(?![^>]*\bwidth="[1-3]?\d{1,2}")')
#: Han, kana and hangul, with their punctuation.
_HAN = re.compile(
    "[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)
#: What a page with nothing at the side shows of its context.
_SHOWN = (
    *("body", "title", "shorttitle", "project", "copyright", "parents", "blog_rail"),
    *("site_links", "site_languages", "site_footer", "site_announcement"),
)
#: What is of the blog; formulas and pictures may stand anywhere.
_BLOG = _use(r"(?:blog(?!-math|-picture)|postlist)[\w-]*")
#: The uses of ``blog/lists.css``, ``blog/posts.css`` and ``blog/rest.css``.
_LISTS = _use(r"blog-(?:bar|language-|listing|pages|pagination|page-number|teaser|term-intro|way)[\w-]*")
_POSTS = _use(
    r"blog-(?:author(?!s)|avatar|cover|dated|enclosure|links|mentions|neighbours|notice|post-|related|series|titles)[\w-]*"
)
_REST = _use(
    r"(?:blog-(?:by-|card|compact|contents|count|description|large|draft-banner|excerpts|newer-version|orders?|sidebar|teaser-image|terms|wants-|year)"
    r"|postlist)[\w-]*"
)
_DESIGN = _use(r"sd-[\w-]+")
#: The uses of ``css/notes.css``.
_NOTES = _use(
    "admonition|align-center|citation|contents|footnotes?|footnote-list|sidebar|system-message|topic",
    r'<img\b[^>]*class="[^"]*\balign-default',
)
#: What the text of a page contains that uses a file. Files that are not listed here are always loaded.
_USES = {
    "blogext-code.css": _use("highlight", r"<pre\b|data-language="),
    "blogext-notes.css": _NOTES,
    "blogext-rare.css": _use(
        "align-(?:left|right)|attribution|caption|centered|citation|classifier|code-block-caption|deprecated"
        "|epigraph|eqno|g[di]|guilabel|highlighted|highlighttable|hlist|hll|line-block|linenos|menuselection"
        "|only-(?:light|dark)|rubric|sidebar|system-message|task-list-item(?:-checkbox)?|toc-backref"
        "|version(?:added|changed|removed)|viewcode-block|(?:lower|upper)(?:alpha|roman)",
        r"<(?:abbr|kbd|mark|small|img class=.math)\b",
    ),
    "blogext-widths.css": _use(r"hundreds-\d"),
    # Aligned rows are in the main sheet.
    "blogext-math-layout.css": _use(r"tex-(?!aligned)[\w-]+|eqno"),
    "blogext-api.css": _use(r"sig|field-list|option-list|viewcode-\w+"),
    "blogext-index.css": _use(r"search-form|indextable|\w+index-jumpbox|genindextable"),
    "blogext-extensions.css": _use(r"sd-[\w-]+|sphinx-tabs|tab-set"),
    **dict.fromkeys((design.WHOLE, design.COMMON), _DESIGN),
    "design-tabs.js": _use("sd-tab-set"),
    "blogext-notebooks.css": _use("cell|nbinput|nboutput"),
    # It contains many terminal colors, and otherwise only what is in our own sheet.
    "mystnb.css": _use(r"-Color-[\w-]+"),
    **dict.fromkeys(("copybutton.css", "copybutton.js", "clipboard.min.js"), _CODE),
}

#: The patterns of markup among the uses of all files.
_MARKUP = frozenset(use.markup for use in (_TEXT, _PICTURE, *_USES.values()) if use.markup is not None)

#: The same for the pages that have no text of their own.
_TEMPLATES = {
    "search.html": 'class="search-form"',
    "404.html": "<p>",
    "domainindex.html": '<dl class="indextable">',
    **dict.fromkeys(("genindex.html", "genindex-split.html", "genindex-single.html"), 'class="genindextable"'),
}


class Contents(NamedTuple):
    """What decides which files the page of a text loads: its classes, and which of the patterns match."""

    classes: frozenset[str]
    markup: frozenset[re.Pattern[str]]

    def union(self, others: Iterable[Contents]) -> Contents:
        """Return what this text and *others* contain together."""
        classes, markup = zip(self, *others, strict=True)
        return Contents(frozenset().union(*classes), frozenset().union(*markup))


def contents_of(html: str) -> Contents:
    # Classes are far fewer than elements, and about the same in all lists.
    classes = frozenset(" ".join(set(_CLASS.findall(html))).split())
    return Contents(classes, frozenset(markup for markup in _MARKUP if markup.search(html)))


class Page:
    """What is known of a page before its template is rendered; *contents* are those of its text."""

    def __init__(self, template: str, context: dict[str, Any], contents: Contents | None) -> None:
        body = _TEMPLATES.get(template)
        self._contents = contents or (contents_of(body) if body else None)
        self.has_text = self._contents is not None
        has_contents = bool(context.get("display_toc"))
        self.has_neighbours = bool(context.get("shows_neighbours"))
        self.has_common_design = (
            self._contents is not None and self.holds(_DESIGN) and design.are_common(self._contents.classes)
        )
        self.has_side = has_contents or bool(context.get("at_side"))
        self.script = "text" if self.holds(_CODE) else "page" if self.has_side else "plain"
        self.kind = "blog" if has_own_sidebar(context.get("sidebars")) else self._kind(has_contents=has_contents)
        has_around = has_contents or (self.has_neighbours and self.kind != "list")
        #: Whether it has more than plain paragraphs, or a table of contents or neighbors around it.
        self.is_text = has_around or self.holds(_TEXT) or self.holds(_NOTES)
        self.is_plain = not (self.has_side or self.is_text or _has_han(context))
        self.is_below_others = bool(context.get("parents"))

    def _kind(self, *, has_contents: bool) -> str:
        """Return how much of the blog's style sheet the text needs."""
        is_list, is_post = self.holds(_LISTS), self.holds(_POSTS)
        if self.holds(_REST) or (is_list and (is_post or has_contents)):
            return "blog"
        if is_list:
            return "list"
        return "post" if is_post or self.holds(_BLOG) else "theme"

    def holds(self, use: _Use | None) -> bool:
        """Return whether the text contains anything that a file is for; ``True`` if unknown."""
        if use is None or self._contents is None:
            return True
        return bool(
            (use.classes and _has_class(use.classes, self._contents.classes))
            or (use.markup and use.markup in self._contents.markup)
        )


@lru_cache(maxsize=1024)
def _has_class(pattern: re.Pattern[str], classes: frozenset[str]) -> bool:
    return any(map(pattern.fullmatch, classes))


def _has_han(context: dict[str, Any]) -> bool:
    """Return whether a page shows anything in Chinese, Japanese or Korean."""
    is_site = str(context.get("language")).startswith(("zh", "ja", "ko"))
    return is_site or any(_HAN.search(str(context.get(name))) for name in _SHOWN)


def load_assets(
    app: Sphinx,
    builder: StandaloneHTMLBuilder,
    template: str,
    context: dict[str, Any],
    contents: Contents | None,
) -> None:
    """Make the current page, with a text of these *contents*, load only the files that it needs."""
    page = Page(template, context, contents)
    has_math = any(_name(css) == _MATH for css in context["css_files"])
    # As in any theme, a style sheet set in the configuration replaces the theme's.
    sheets = [] if app.config.html_style else theme_sheets(page, has_math=has_math)
    for name in sheets:
        # Before those of a theme that inherits from ours.
        app.add_css_file(name, priority=190)
    load_own_colours(app, builder)
    if page.has_common_design and any(_name(css) == design.WHOLE for css in context["css_files"]):
        app.add_css_file(design.COMMON)
    if os.environ.get("READTHEDOCS") == "True":
        # After the theme's own sheets and before the site's.
        app.add_css_file(READTHEDOCS_SHEET, priority=300)
    first, *others = theme_scripts(page, has_math=has_math)
    # First, and not deferred: the reader's color scheme must be set before the page is drawn.
    app.add_js_file(first, priority=100)
    for name in others:
        app.add_js_file(name, priority=190, loading_method="defer")
    # The images in a list link to its posts.
    has_pictures = page.has_text and page.holds(_PICTURE) and not page.holds(_LISTS)
    # The words of what these scripts add are in the language of the text.
    context["has_words"] = has_pictures or page.script == "text"
    if has_pictures:
        app.add_js_file("blogext-pictures.js", priority=190, loading_method="defer")
    replaced = _BUNDLED if sheets else frozenset()
    context["css_files"] = needed_styles(context["css_files"], page, replaced)
    context["script_files"] = needed_scripts(context["script_files"], page)


def theme_sheets(page: Page, *, has_math: bool) -> list[str]:
    """Return the names of the theme's own style sheets that a page needs."""
    sheets = [main_sheet(page.kind, is_plain=page.is_plain, is_text=page.is_text, has_math=has_math)]
    if page.is_plain and page.is_below_others:
        sheets.append(BREADCRUMBS_SHEET)
    if page.kind == "list":
        sheets += [name for name in LIST_SHEETS if page.holds(_USES[name])]
        sheets += [NEIGHBOURS_SHEET] if page.has_neighbours else []
    return sheets + [name for name in RARE_SHEETS if page.holds(_USES[name])]


def theme_scripts(page: Page, *, has_math: bool) -> list[str]:
    """Return the names of the theme's own scripts that a page needs, the one that stops the page first."""
    if page.script == "plain" and not has_math:
        return ["blogext-plain.js"]
    # Where there are formulas, the first one also waits for their font.
    return [
        f"blogext-{'formulas' if has_math else 'theme'}.js",
        f"blogext-{'text' if page.script == 'text' else 'page'}.js",
    ]


def needed_styles(styles: Iterable[Any], page: Page, replaced: Set[str]) -> list[Any]:
    """Return the style sheets that a page needs, without those that are *replaced* by the theme's."""
    if page.has_common_design:
        replaced = replaced | {design.WHOLE}
    needed = [css for css in styles if page.holds(_USES.get(_name(css)))]
    return [css for css in needed if _name(css) not in replaced and not is_from_sphinx(css)]


def needed_scripts(scripts: Iterable[Any], page: Page) -> list[Any]:
    """Return the scripts that a page needs."""
    scripts = list(scripts)
    others = [js for js in scripts if _name(js) not in _SPHINX and page.holds(_USES.get(_name(js)))]
    # sphinx-copybutton, for example, reads Sphinx's options.
    if any(_asks_sphinx(js) for js in others):
        return [js for js in scripts if _name(js) in _SPHINX or js in others]
    return others


def _asks_sphinx(script: Any) -> bool:
    filename = str(getattr(script, "filename", script) or "")
    return bool(filename) and not _INDEPENDENT.search(filename)


def _name(asset: Any) -> str:
    """Return the name of a file, without folders; ``""`` for an inline script."""
    # MyST-NB's file names contain a checksum.
    return _CHECKSUM.sub(".css", str(getattr(asset, "filename", asset) or "").rpartition("/")[2])
