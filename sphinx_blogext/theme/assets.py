"""Which style sheets and scripts a page needs: it loads no others.

Sphinx loads its own scripts on every page, and so do extensions; most pages use none of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Sphinx's own: for its search, which the theme has its own script for, and for other scripts.
_SPHINX = frozenset({"documentation_options.js", "doctools.js", "sphinx_highlight.js", "translations.js"})
#: These ask nothing of Sphinx's scripts.
_INDEPENDENT = re.compile(r"design-tabs\.js|^https?:|blogext-\w+\.js|mathjax", re.IGNORECASE)
#: What is in the theme's own style sheet already.
_BUNDLED = frozenset({"blogext.css"})


def _classes(pattern: str) -> re.Pattern[str]:
    return re.compile(rf'class="(?:[^"]*[\s])?(?:{pattern})[\s"]')


_CODE = _classes("highlight")
_DESIGN = _classes(r"sd-[\w-]+|sphinx-tabs")
#: What stands in the text of a page that uses a file. Files that are not here are loaded always.
_USES = {
    "blogext-text.css": re.compile(
        _classes(
            "admonition|topic|sidebar|footnote(?:-list)?|footnotes|citation|contents|version(?:added|changed|removed)"
            "|deprecated|rubric|centered|guilabel|menuselection|line-block|classifier|epigraph|attribution"
            "|caption|toc-backref|hlist|hll|eqno|align-(?:left|center|right)|text-(?:center|right)|only-(?:light|dark)|system-message"
            r"|(?:lower|upper)(?:alpha|roman)|code-block-caption|linenos|highlighttable|literal-block-wrapper"
        ).pattern
        + r"|<(?:kbd|abbr|small)\b|<img class=.math"
    ),
    "blogext-api.css": _classes(r"sig|field-list|option-list|viewcode-\w+"),
    "blogext-index.css": _classes(r"search-form|indextable|\w+index-jumpbox|genindextable"),
    "blogext-lists.css": _classes(
        r"blog-(?:card|series|language-bar|only|year|description|terms|terms-\w+|term-intro|avatar|links|draft-banner)|postlist-style-(?!none)\w+"
    ),
    "blogext-extensions.css": _DESIGN,
    "blogext-widths.css": _classes(r"width-\d+"),
    "sphinx-design.min.css": _DESIGN,
    "design-tabs.js": _classes("sd-tab-set"),
    **dict.fromkeys(("copybutton.css", "copybutton.js", "clipboard.min.js"), _CODE),
}

#: The same for the pages that have no text of their own.
_TEMPLATES = {
    "search.html": 'class="search-form"',
    "domainindex.html": 'class="indextable"',
    **dict.fromkeys(("genindex.html", "genindex-split.html", "genindex-single.html"), 'class="genindextable"'),
}


def shown_on(template: str, context: dict[str, Any]) -> str | None:
    """Return the text of a page, as far as it is known before its template is rendered."""
    return context.get("body") or _TEMPLATES.get(template)


def needed_styles(files: Iterable[Any], body: str | None, *, has_own_code_colours: bool) -> list[Any]:
    """Return those of *files* that a page with *body* needs, or all if that is not known.

    *has_own_code_colours* says whether the site has a Pygments style of its own.
    """
    left_out = _BUNDLED if has_own_code_colours else _BUNDLED | {"pygments.css"}
    return [css for css in files if _name(css) not in left_out and _is_used(css, body)]


def needed_scripts(files: Iterable[Any], body: str | None) -> list[Any]:
    """Return those of *files* that a page with *body* needs, or all if that is not known."""
    scripts = list(files)
    others = [js for js in scripts if _name(js) not in _SPHINX and _is_used(js, body)]
    if any(_asks_sphinx(js) for js in others):
        return [js for js in scripts if _name(js) in _SPHINX or js in others]
    return others


def _asks_sphinx(script: Any) -> bool:
    filename = str(getattr(script, "filename", script) or "")
    return bool(filename) and not _INDEPENDENT.search(filename)


def _is_used(asset: Any, body: str | None) -> bool:
    uses = _USES.get(_name(asset))
    return uses is None or body is None or bool(uses.search(body))


def _name(asset: Any) -> str:
    """Return the name of a file, without folders; nothing for a script in the page."""
    return str(getattr(asset, "filename", asset) or "").rpartition("/")[2]
