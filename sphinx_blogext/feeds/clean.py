"""Clean the HTML of a page for feed readers, which have neither our style sheets nor our scripts.

The function :func:`clean` keeps the content and removes what only works on a page: permalinks, scripts,
styles, forms, buttons. Tabs become consecutive blocks with titles, formulas become MathML, and every URL is
absolute. Pictures have sizes, and where a page has a light and a dark one, the light one is kept.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from html import escape
from itertools import chain

from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.markup.tree import VOID, Around, Element, parse, start_tag, write
from sphinx_blogext.patterns import pattern

#: Converts TeX to MathML, displayed or not, or returns ``None``.
MathConverter = Callable[[str, bool], str | None]

#: Classes of what Furo, PyData and others show only on dark pages; GitHub and others write it into the URL.
_DARK = pattern(r"(?:[\w-]+-)?(?:only-dark|dark-only|dark-mode-only|only-dark-mode)")
_SCHEME = pattern(r"(\bnot\b)?.*prefers-color-scheme:\s*(dark|light)", re.IGNORECASE)
_SIZE = pattern(
    r"(?:^|;)\s*(width|height)\s*:\s*(\d{1,5}(?:\.\d+)?|\.\d+)\s*([a-z]+|%)\s*(?:!\s*important\s*)?(?=;|$)",
    re.IGNORECASE,
)
#: Pixels per unit of CSS.
_PIXELS = {"px": 1, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "pt": 4 / 3, "ex": 8}
_PIXELS |= dict.fromkeys(("pc", "em", "rem"), 16)


def light_picture(picture: Element) -> Element:
    """Return a ``<picture>`` with only those of its files that light pages show."""
    children: list[Element | str] = []
    light: dict[str, str] = {}
    for child in picture.children:
        match = _SCHEME.search(child.attributes.get("media", "")) if isinstance(child, Element) else None
        if isinstance(child, str) or match is None:
            children.append(child)
        elif not light and (match[2].lower() == "light") != bool(match[1]):
            sources = child.attributes.get("srcset", "").strip()
            light = {"src": sources.partition(" ")[0].rstrip(","), "srcset": sources}
    for child in children:
        if isinstance(child, Element) and child.tag == "img":
            child.attributes |= {name: value for name, value in light.items() if value}
    return replace(picture, children=children)


def sized(element: Element, attributes: dict[str, str]) -> dict[str, str]:
    """Return the *attributes* of an element with the size that its style sets, if it is a picture."""
    sizes = {}
    # Feed readers remove styles. HTML can have pixels or percentages.
    for name, number, unit in _SIZE.findall(element.attributes.get("style", "").lower()):
        if unit in _PIXELS:
            sizes[name] = str(round(float(number) * _PIXELS[unit]))
        # A percentage would be a part of a height that nothing sets.
        elif (name, unit) == ("width", "%"):
            sizes[name] = f"{float(number):g}%"
    if element.tag not in {"img", "video", "object", "embed"} or not sizes:
        return attributes
    if len(sizes) == 1:
        # The other one follows from the proportions.
        attributes = {name: value for name, value in attributes.items() if name not in {"width", "height"}}
    return attributes | sizes


#: Elements removed with everything in them.
_DROPPED = frozenset(
    "script style template form button select textarea datalist canvas applet dialog head title frameset".split()
)
#: Elements that are kept. Of others, only the content is: feed readers drop these with everything in them.
_ELEMENTS = frozenset(
    "a abbr acronym address area article aside audio b bdi bdo big blockquote br caption cite code col colgroup "
    "data dd del details dfn div dl dt em embed figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i "
    "iframe img ins kbd li map mark math menu nav object ol p picture pre q rp rt ruby s samp search section "
    "small source span strike strong sub summary sup svg table tbody td tfoot th thead time tr track tt u ul var "
    "video wbr".split()
)
#: Removed from drawings and formulas: what is removed from HTML, and animations, which can set any URL.
_DROPPED_FOREIGN = (_DROPPED - {"title"}) | frozenset(
    "foreignobject set animate animatecolor animatemotion animatetransform discard iframe embed object input link "
    "meta base".split()
)
#: Attributes that are meaningful without style sheets.
_KEPT = frozenset(
    "href src srcset sizes alt title width height lang dir id cite colspan rowspan scope headers abbr span start "
    "reversed type value datetime open controls poster loop muted kind srclang label media usemap shape coords "
    "hreflang name".split()
)
#: Added: without ``alt``, screen readers may read out a file name, and a feed reader may not open a fold.
_REQUIRED = {"img": ("alt",), "details": ("open",)}
_URLS = frozenset({"href", "src", "cite", "poster", "xlink:href"})
#: Those of URLs that are followed, not loaded; in drawings, only ``<a>`` has one.
_LINKS = frozenset({"href", "cite"})
#: Classes of elements that are removed: links to the place itself, line numbers, arrows.
_LEFT_OUT = frozenset({"headerlink", "linenos", "linenodiv", "sd-summary-state-marker", "viewcode-link"})
#: Classes of what the title of a fold of MyST-NB shows while that is open or not.
_STATES = frozenset({"collapsed", "expanded"})
#: Classes of elements that are the title of what follows.
_TITLES = frozenset({"sd-tab-label", "tab-label", "admonition-title", "topic-title", "sidebar-title", "rubric"})
#: Names of elements and attributes. A browser takes ``b<script`` for a name; feed sanitizers may see a script.
_NAME = pattern(r"[\w:.-]+")
#: A URL in a ``srcset``, and its width or density.
_CANDIDATE = pattern(r"([^\s,]\S*(?<!,))((?:\s+[\d.]+[wxh]\b)*)")
_NOT_DISPLAYED = pattern(r"(?:^|;)\s*display\s*:\s*none\b", re.IGNORECASE)
_TEX = pattern(r"\s*(?:\\\((?P<inline>.*)\\\)|\\\[(?P<block>.*)\\\])\s*", re.DOTALL)


def clean(html: str, url: str, math: MathConverter | None = None) -> str:
    """Return *html*, content of the page at the absolute *url*, for a feed, with TeX unless *math* converts it."""
    tree = parse(html)
    tabs = tree.outermost(lambda element: element.attributes.get("role") == "tab")
    tab_names = {tab.attributes.get("aria-controls", ""): tab.text.strip() for tab in tabs}
    return write(tree, _Cleaner(url, math, tab_names).clean).strip()


class _Cleaner:
    """Writes a tree for a feed; *tab_names* are the titles of the panels of sphinx-tabs, by id."""

    def __init__(self, url: str, math: MathConverter | None, tab_names: dict[str, str]) -> None:
        self.url, self.math, self.tab_names = url, math, tab_names
        self._cleaners: dict[str, Callable[[Element], str | Around]] = {
            **dict.fromkeys(("svg", "math"), self._foreign),
            **dict.fromkeys(("iframe", "embed", "object"), self._embedded),
            "input": _check_mark,
            "picture": lambda element: self._plain(light_picture(element)),
            "pre": lambda element: Around("<pre><code>", element.children, "</code></pre>", self._code),
        }

    def clean(self, node: Element | str) -> str | Around:
        if isinstance(node, str):
            return escape(node, quote=False)
        classes = node.classes
        if _is_dropped(node):
            return ""
        if _is_math(node):
            return self._math(node)
        if clean := self._cleaners.get(node.tag):
            return clean(node)
        if classes & _TITLES:
            return Around("<p><strong>", _content(node), "</strong></p>")
        if "highlighttable" in classes:
            # A table of two cells: the line numbers, and the lines.
            cells = node.outermost(lambda cell: "code" in cell.classes)
            return Around("", chain.from_iterable(map(_content, cells)))
        title = self.tab_names.get(node.attributes.get("id", "-"))
        return self._plain(node, f"<p><strong>{escape(title, quote=False)}</strong></p>" if title else "")

    def _plain(self, element: Element, title: str = "") -> Around:
        attributes = self._attributes(element)
        is_bare = element.tag == "span" and not attributes
        # Without a title, there is nothing to fold.
        is_bare |= element.tag == "details" and not _has_title(element)
        if element.tag not in _ELEMENTS or is_bare:
            return Around(title, _content(element))
        attributes |= {name: attributes.get(name, "") for name in _REQUIRED.get(element.tag, ())}
        end = "" if element.tag in VOID else f"</{element.tag}>"
        # Nothing may be left of what it contained, such as a picture for dark pages. An empty one is a target.
        if_blank = (lambda _: title) if element.tag in {"a", "p", "summary"} and element.children else None
        return Around(title + start_tag(element.tag, attributes), _content(element), end, if_blank=if_blank)

    def _attributes(self, element: Element) -> dict[str, str]:
        attributes = {}
        for name, value in element.attributes.items():
            if name == "srcset":
                value = self._candidates(value)
            elif name in _URLS:
                value = absolute_url(value, self.url, is_loaded=name not in _LINKS)
            # Links to a section lead to the page. The id of a heading that occurs twice on it is a number.
            is_kept = name in _KEPT and not (element.tag == "section" and name == "id")
            if is_kept and (value or name not in {"href", "src", "srcset", "poster", "cite", "id"}):
                attributes[name] = value
        return sized(element, attributes)

    def _candidates(self, srcset: str) -> str:
        candidates = _CANDIDATE.findall(srcset)
        sources = ((absolute_url(url, self.url, is_loaded=True), descriptor) for url, descriptor in candidates)
        return ", ".join(url + descriptor for url, descriptor in sources if url)

    def _code(self, node: Element | str) -> str | Around:
        """Return what is in code with its links but without colors; line breaks are kept."""
        if isinstance(node, str):
            return escape(node, quote=False)
        if node.tag in _DROPPED or node.classes & _LEFT_OUT:
            return ""
        if node.tag == "br":
            return "\n"
        is_link = node.tag == "a" and node.attributes.get("href")
        start, end = (start_tag("a", self._attributes(node)), "</a>") if is_link else ("", "")
        return Around(start, node.children, end)

    def _math(self, element: Element) -> str | Around:
        """Return a formula, followed by its number."""
        parts = element.outermost(lambda part: part.tag == "math" or _is_math(part))
        formulas = [part for part in parts if part.tag == "math"]
        tex = "" if formulas else self._formula_of_tex(element)
        if not (formulas or tex):
            return self._plain(element)
        if element.tag == "span":
            return Around(tex, formulas, "", self._foreign)
        numbers = [part.text.rstrip("¶#") for part in element.outermost(lambda part: "eqno" in part.classes)]
        identifier = element.attributes.get("id", "")
        number = f" {escape(numbers[0].strip(), quote=False)}" if numbers else ""
        start = start_tag("p", {"id": identifier} if identifier else {})
        return Around(start + tex, formulas, number + "</p>", self._foreign)

    def _formula_of_tex(self, element: Element) -> str:
        """Return the formula in *element*, which MathJax would render, or ``""`` if there is none."""
        match = _TEX.fullmatch("".join(child for child in element.children if isinstance(child, str)))
        if match is None:
            return ""
        tex = (match["inline"] or match["block"] or "").strip()
        formula = self.math(tex, match["inline"] is None) if self.math else None
        return formula or f"<code>{escape(tex, quote=False)}</code>"

    def _foreign(self, node: Element | str) -> str | Around:
        """Return what is in a drawing or a formula; links between its parts stay as they are."""
        if isinstance(node, str):
            return escape(node, quote=False)
        if node.tag in _DROPPED_FOREIGN or not _NAME.fullmatch(node.tag):
            return ""
        start = start_tag(node.tag, self._foreign_attributes(node))
        return Around(start, node.children, f"</{node.tag}>", self._foreign)

    def _foreign_attributes(self, element: Element) -> dict[str, str]:
        attributes = {}
        for name, value in element.attributes.items():
            if name.startswith("on") or name == "srcset" or not _NAME.fullmatch(name):
                continue
            # Parts of a drawing refer to each other, but a link leads to a place on the page.
            if name in _URLS and (element.tag == "a" or not value.startswith("#")):
                value = absolute_url(value, self.url, is_loaded=element.tag != "a")
            if value or name not in _URLS:
                attributes[name] = value
        return attributes

    def _embedded(self, element: Element) -> str | Around:
        """Return an embedded drawing as an image, and a link for anything that feed readers refuse to show."""
        is_picture = element.attributes.get("type", "").startswith("image/")
        source = element.attributes.get("src") or element.attributes.get("data", "")
        url = absolute_url(source, self.url, is_loaded=is_picture)
        title = element.attributes.get("title") or element.attributes.get("aria-label") or ""
        if not url:
            return Around("", element.children)
        if is_picture:
            return start_tag("img", sized(element, {"src": url, "alt": title or " ".join(element.text.split())}))
        return f"<p>{start_tag('a', {'href': url})}{escape(title or url, quote=False)}</a></p>"


def _content(element: Element) -> list[Element | str]:
    if element.tag != "summary":
        return element.children
    # Without the words of a button, one for each state.
    return [part for part in element.children if isinstance(part, str) or not part.classes & _STATES]


def _has_title(details: Element) -> bool:
    titles = (child for child in details.children if isinstance(child, Element) and child.tag == "summary")
    return any(isinstance(part, Element) or part.strip() for title in titles for part in _content(title))


def _is_math(element: Element) -> bool:
    return element.tag in {"span", "div"} and "math" in element.classes


def _is_dropped(element: Element) -> bool:
    """Return whether an element is nothing for a feed, or the page hides it, whatever the width of its window."""
    if element.tag in _DROPPED or not _LEFT_OUT.isdisjoint(element.classes):
        return True
    fragment = element.attributes.get("src", "").partition("#")[2] if element.tag == "img" else ""
    if any(map(_DARK.fullmatch, (*element.classes, fragment))):
        # Pages show it only if they are dark.
        return True
    if element.attributes.get("role") == "tabpanel":
        # One of several that a script shows in turn.
        return False
    style = element.attributes.get("style", "")
    displays = {name for name in element.classes if name.startswith("sd-d-")}
    return "hidden" in element.attributes or bool(_NOT_DISPLAYED.search(style)) or displays == {"sd-d-none"}


def _check_mark(element: Element) -> str:
    """Return the check box of a task list as a character; other fields are removed."""
    is_box = element.attributes.get("type", "").lower() == "checkbox"
    if not is_box or "task-list-item-checkbox" not in element.classes:
        return ""
    return "☑ " if "checked" in element.attributes else "☐ "
