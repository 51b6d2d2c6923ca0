"""The math renderer for Sphinx: TeX as MathML, which browsers render natively, or else left to MathJax."""

import re
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.util.math import get_node_equation_number
from sphinx.util.nodes import NodeMatcher
from sphinx.writers.html5 import HTML5Translator

from sphinx_blogext._compat import add_template_folder, load_mathjax
from sphinx_blogext.files import write_file
from sphinx_blogext.lang.codes import script_of
from sphinx_blogext.mathml.sizes import Size, size_of
from sphinx_blogext.mathml.tokens import Macro, MathError, Tokens, definitions, macros_from_mathjax
from sphinx_blogext.patterns import pattern
from sphinx_blogext.warnings import BlogWarning, warn

NAMESPACE = "http://www.w3.org/1998/Math/MathML"

#: The characters that XML does not allow (XML 1.0, section 2.2). Listing the others would take long to compile.
_NOT_XML = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The value of ``html_math_renderer``, and the theme with which it is the default.
NAME = THEME = "blogext"

_STATIC = Path(__file__).parent / "static"
_STYLESHEET = "blogext-math.css"
#: The parts of the style sheet; a book does without those that load fonts.
_FONT_STYLES = ("math-font.css", "math-font-rare.css")
_STYLES = ("math.css", "math-layout.css")
_SCRIPT = "blogext-mathjax.js"
#: Hides formulas until the font has arrived; our theme does so in a script that it loads anyway.
_WAIT = "blogext-font.js"

# An attribute of formulas: the macros that the formulas above define.
_DEFINED = "blogext-macros"
# The class by which MathJax finds what to process, and we find the pages that need it.
_TEX_CLASS = "mathjax_process"
_TEX_ELEMENT = pattern(rf'class="[^"]*\b{_TEX_CLASS}\b')
# What few formulas have: a layout, what grows, an alphabet. Pages with this class load a sheet for it.
_RARE_CLASS, _WIDE = 'class="blog-math-rare"', "math-wide"
_RARE = r'class="tex-|columnalign=|stretchy="true"|largeop=|mathvariant="(?!normal)'
_CODES = pattern(r"U\+(\w+)(?:-(\w+))?")
# Punctuation directly before or after a formula, without a space.
#: Han and kana; their punctuation includes its own space.
_SCRIPTS = frozenset({"kana", "han"})
_OPENING = pattern(r"[(\[“‘（〔［｛《〈「『【]+\Z")
_CLOSING = pattern(r"[^\w\s(\[“‘（〔［｛《〈「『【]+")
# A formula wider than this, in em, may be wider than the column of a phone.
_NARROW = 16.0
_NARROWEST = 12.0  # the same with large letters, for formulas in a line
# The width of a formula that fits on paper, with the number of its equation beside it.
_PAPER = 32.0
# The height of a line, which no lower formula changes.
_LINE = Size(0, 0.9, 0.3)


class Formula(NamedTuple):
    """A formula as MathML, and its approximate size."""

    mathml: str
    size: Size


def to_mathml(tex: str, *, display: bool, macros: tuple[Macro, ...] = ()) -> str:
    """Return *tex* as an element ``math``, well-formed and in its namespace."""
    # Raises :class:`MathError` if ``tex`` cannot be converted.
    return convert(tex, display=display, macros=macros).mathml


@lru_cache(maxsize=2048)
def convert(tex: str, *, display: bool, macros: tuple[Macro, ...] = ()) -> Formula:
    """Do the same as :func:`to_mathml`; a formula that occurs in many places is converted once."""
    # Imported here because a build that writes no formula does not need all of TeX.
    from sphinx_blogext.mathml.elements import flat
    from sphinx_blogext.mathml.parser import Parser

    if _NOT_XML.search(tex):
        raise MathError("it contains a control character")
    # A blank line in a displayed formula begins a new row.
    source = re.sub(r"\n\s*\n", r"\\\\ ", tex.strip()) if display else tex
    body = Parser(Tokens(source, macros), display=display).formula()
    math = Element("math", {"xmlns": NAMESPACE} | ({"display": "block"} if display else {}))
    math.extend(flat(body))
    mathml = ElementTree.tostring(math, encoding="unicode", short_empty_elements=False)
    return Formula(mathml, size_of(body, display=display))


class Renderer:
    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self._headings_hold_tex: bool | None = None
        # Before Sphinx checks which renderers exist.
        app.connect("builder-inited", self.on_builder_inited, priority=100)
        app.connect("env-updated", self.on_env_updated)
        app.connect("doctree-resolved", self.on_doctree_resolved)
        # After the handlers that mark pages with formulas.
        app.connect("html-page-context", self.on_html_page_context, priority=600)

    def on_builder_inited(self, app: Sphinx) -> None:
        """Register the renderer only where it is wanted: Sphinx would use any additional renderer."""
        builder = app.builder
        wanted = app.config.html_math_renderer
        # Unless the user has chosen one, the theme has if there is no other.
        others = set(app.registry.html_inline_math_renderers) - {"mathjax"}
        if wanted is None and self._has_our_theme() and not others:
            wanted = NAME
        if not isinstance(builder, StandaloneHTMLBuilder) or wanted != NAME:
            return
        app.add_html_math_renderer(NAME, (self.visit_math, None), (self.visit_math_block, None))
        # A theme may include the style sheet in its own.
        add_template_folder(builder, _STATIC)
        folder = Path(app.outdir) / "_static"
        styles = _STYLES if self._is_in_book() else (*_FONT_STYLES, *_STYLES)
        write_file(folder / _STYLESHEET, b"".join((_STATIC / name).read_bytes() for name in styles))
        if not self._is_in_book():
            for path in (_STATIC / _SCRIPT, _STATIC / _WAIT, *_STATIC.glob("blogext-math*.woff2")):
                write_file(folder / path.name, path.read_bytes())

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> None:
        self._headings_hold_tex = None

    def on_doctree_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Emit a warning for each formula that is left to MathJax."""
        if not self._is_active():
            return
        macros = macros_of(app.config)
        defined: tuple[Macro, ...] = ()
        _keep_punctuation(doctree)
        for node in list(NodeMatcher(nodes.math, nodes.math_block).findall(doctree)):
            # For MathJax, a definition is valid from there to the end of the page.
            node[_DEFINED] = defined
            defined += definitions(node.astext())
            if isinstance(reason := _formula(node, macros), MathError):
                message = "formula cannot be converted to MathML and is left to MathJax: %s: %s"
                warn(BlogWarning.MATH, message, reason, " ".join(node.astext().split())[:200], location=node)

    def on_html_page_context(
        self, app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
    ) -> None:
        """Let a page with formulas load what they need."""
        if not self._is_active():
            return
        if context.get("has_maths_elements"):
            app.add_css_file(_STYLESHEET)
            context["has_rare_formulas"] = any(each in str(context.get("body")) for each in (_RARE_CLASS, _WIDE))
            if not (self._is_in_book() or self._has_our_theme()):
                # In the head, where not every theme has its scripts: below the text, it would be too late.
                wait = f'<script src="{context["pathto"](f"_static/{_WAIT}", resource=True)}"></script>'
                context["metatags"] = f"{context.get('metatags') or ''}\n{wait}"
        if self._has_tex(app, context):
            load_mathjax(app, pagename, templatename, before=_SCRIPT)

    def _has_tex(self, app: Sphinx, context: dict[str, Any]) -> bool:
        """Return whether what is ready of a page contains formulas for MathJax."""
        if self._headings_hold_tex is None:
            # A heading with a formula without MathML may be in the navigation of any page.
            macros = macros_of(app.config)
            titles, tocs = app.env.titles, app.env.tocs
            # Our speedups leave most of the tables of contents pickled.
            may_have = tocs.mentioning("math") if hasattr(tocs, "mentioning") else tocs.values()
            formulas = (node for heading in (*titles.values(), *may_have) for node in heading.findall(nodes.math))
            self._headings_hold_tex = any(isinstance(_formula(node, macros), MathError) for node in formulas)
        links = [context.get("prev"), context.get("next"), *(context.get("parents") or ())]
        parts = [context.get("body"), context.get("toc"), context.get("title")]
        parts += [link.get("title") for link in filter(None, links)]
        # Searching for plain text is much faster, and few pages contain it.
        texts = filter(None, parts)
        return self._headings_hold_tex or any(_TEX_CLASS in h and _TEX_ELEMENT.search(h) for h in map(str, texts))

    def visit_math(self, writer: HTML5Translator, node: nodes.math) -> None:
        formula = _formula(node, macros_of(self.app.config))
        if isinstance(formula, MathError):
            self.app.registry.html_inline_math_renderers["mathjax"][0](writer, _marked(node))
            raise nodes.SkipNode
        # For the style sheet; what is low leaves its line as it is.
        width, above, below = formula.size
        room = f' data-width="{width:.2f}"'
        if above > _LINE.above or below > _LINE.below:
            room += f' data-above="{above:.2f}" data-below="{below:.2f}"'
        wide = f" {_WIDE}" * (width > _NARROWEST)
        start = writer.starttag(node, "span", "", CLASS=f"math{wide} notranslate nohighlight")
        writer.body.append(f"{start[:-1]}{room}>")
        mathml = self._written(formula)
        if "</th>\n" in writer.context:
            # The name of a header cell, which is read with the cells below it.
            mathml = mathml.replace("<math", f'<math aria-label="{writer.attval(node.astext())}"', 1)
        writer.body.append(mathml + "</span>")
        raise nodes.SkipNode

    def visit_math_block(self, writer: HTML5Translator, node: nodes.math_block) -> None:
        formula = _formula(node, macros_of(self.app.config))
        if isinstance(formula, MathError):
            self.app.registry.html_block_math_renderers["mathjax"][0](writer, _marked(node))
            raise nodes.SkipNode
        writer.body.append(writer.starttag(node, "div", CLASS="math notranslate nohighlight"))
        # As in Sphinx and MyST.
        is_bare = "amsmath" not in node["classes"] and node.get("no-wrap", node.get("nowrap", False))
        if node["number"] and not is_bare:
            writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
            writer.add_permalink_ref(node, _("Link to this equation"))
            writer.body.append("</span>")
        # A scrollable element must be reachable by keyboard; one that does not scroll should not be.
        width, above, below = formula.size
        focus = ' tabindex="0"' if width > _NARROW else ""
        # Few browsers break formulas, and none scales them to fit.
        tenths = max(2, int(_PAPER / width * 10)) if width > _PAPER else 10
        size = f" tex-tenths-{tenths}" if tenths < 10 else ""
        room = f' data-above="{max(0.7, above + below):.2f}"'
        writer.body.append(f'<div class="blog-math{size}"{room}{focus}>{self._written(formula)}</div></div>\n')
        raise nodes.SkipNode

    def _written(self, formula: Formula) -> str:
        """Return the element of a formula; in HTML, unlike in a book's XHTML, its namespace is understood."""
        if self._is_in_book():
            return formula.mathml
        marked = f" {_RARE_CLASS}" if _rare().search(formula.mathml) else ""
        return formula.mathml.replace(f' xmlns="{NAMESPACE}"', marked, 1)

    def _is_in_book(self) -> bool:
        return bool(getattr(self.app.builder, "embedded", False))

    def _has_our_theme(self) -> bool:
        theme = getattr(self.app.builder, "theme", None)
        folders = theme.get_theme_dirs() if theme else []
        return self.app.config.html_theme == THEME or any(Path(folder).name == THEME for folder in folders)

    def _is_active(self) -> bool:
        builder = self.app.builder
        return builder.format == "html" and getattr(builder, "math_renderer_name", None) == NAME


def macros_of(config: Config) -> tuple[Macro, ...]:
    """Return the macros that ``conf.py`` defines for MathJax."""
    settings = (getattr(config, name, None) for name in ("mathjax4_config", "mathjax3_config"))
    return next(filter(None, map(macros_from_mathjax, settings)), ())


@cache
def _rare() -> re.Pattern[str]:
    """Return a pattern of what few formulas have, also of characters that are in rare parts of the font."""
    parts = (_STATIC / _FONT_STYLES[1]).read_text(encoding="utf-8")
    codes = (range(int(first, 16), int(last or first, 16) + 1) for first, last in _CODES.findall(parts))
    signs = "".join(re.escape(chr(code)) for code in chain(*codes))
    return re.compile(rf"{_RARE}|<m[inot][^>]*>(?:&\w+;|[^<&])*?(?!&[lgq#])[{signs}]")


def _formula(node: nodes.Element, macros: tuple[Macro, ...]) -> Formula | MathError:
    """Return the formula of a node, or why it cannot be converted."""
    macros += node.get(_DEFINED, ())
    try:
        return convert(node.astext(), display=isinstance(node, nodes.math_block), macros=macros)
    except MathError as error:
        return error


def _marked(node: nodes.Element) -> Any:
    """Return a copy that MathJax processes anywhere on a page."""
    copy = node.deepcopy()
    copy["classes"].append(_TEX_CLASS)
    macros: tuple[Macro, ...] = node.get(_DEFINED, ())
    if defined := "".join(macro.definition() for macro in macros):
        # MathJax does not see the formulas that define them.
        copy[:] = [nodes.Text(defined + node.astext())]
    return copy


def _keep_punctuation(doctree: nodes.document) -> None:
    """Keep punctuation on the same line as its formula, which browsers treat like an image."""
    for formula in list(doctree.findall(nodes.math)):
        parent = formula.parent
        place = parent.index(formula)
        before, after = _text_at(parent, place - 1), _text_at(parent, place + 1)
        if script_of(before[-1:]) in _SCRIPTS:
            formula["classes"].append("math-after-han")
        if script_of(after[:1]) in _SCRIPTS:
            formula["classes"].append("math-before-han")
        opening, closing = _OPENING.search(before), _CLOSING.match(after)
        if opening or closing:
            start, end = opening.start() if opening else len(before), closing.end() if closing else 0
            parts = [nodes.Text(before[start:]), formula, nodes.Text(after[:end])]
            whole = nodes.inline("", "", *filter(None, parts), classes=["math-kept"])
            around = [nodes.Text(before[:start]), whole, nodes.Text(after[end:])]
            parent[place - bool(before) : place + 1 + bool(after)] = list(filter(None, around))


def _text_at(parent: nodes.Element, place: int) -> str:
    """Return the text that is a child of *parent* at *place*, or ``""`` if there is none."""
    child = parent[place] if 0 <= place < len(parent) else None
    return child.astext() if isinstance(child, nodes.Text) else ""
