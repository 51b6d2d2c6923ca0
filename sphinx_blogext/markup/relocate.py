"""Move the HTML of one page to any other, even several times onto the same page.

:func:`detach` makes a fragment independent of its page: links start with a placeholder for the site's root, ids
with one for a prefix. :func:`attach` fills in both. They are control characters, which HTML cannot contain.
"""

import posixpath
import re
from collections.abc import Container
from html import escape, unescape
from urllib.parse import unquote, urlsplit

from sphinx_blogext.markup.tree import PlacedParser, edited
from sphinx_blogext.patterns import pattern

#: The placeholders in detached HTML: for the site's root, and before every id.
ROOT, ID_PREFIX = "\x00", "\x01"

_URL = {*"href src action formaction cite poster data longdesc background xlink:href usemap manifest".split()}
_URL_LIST = {"srcset", "imagesrcset"}
_IDREFS = frozenset(
    "for headers list form popovertarget commandfor itemref anchor aria-activedescendant aria-controls "
    "aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby aria-owns".split()
)
#: Attributes of widely used scripts whose value is an id after ``#``.
_FRAGMENTS = frozenset({"data-target", "data-bs-target", "data-parent", "data-bs-parent"})

#: What only tags contain that are different on another page: without an id, nothing refers to one.
_MOVABLE = pattern(rf"\b(?:id|name|{'|'.join(sorted(_URL | _URL_LIST))})\s*=", re.IGNORECASE)

#: Radio buttons with the same name form a group of which one is on; so do details, of which one is open.
_GROUPED = pattern(r"<details\b|<input\b[^>]*\btype\s*=\s*[\"']?radio\b", re.IGNORECASE)
_ATTRIBUTE = pattern(
    r"""(?P<space>[\s/]+)(?P<name>[^\s/>="'][^\s/>=]*)
        (?:(?P<equals>\s*=\s*)(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s>"']+)))?""",
    re.VERBOSE,
)
_FUNC_IRI = pattern(r"""url\(\s*+(["']?)#([^()"'\s]+)\1\s*+\)""")
#: Scripts and style sheets in a text, and where they contain ids: in selectors, in functions that look up an
#: id, and in strings that look like the long ids that programs give to an element for a script to fill.
_CODE = pattern(r"(<(script|style)\b[^<>]*>)((?:(?!<\2\b).)*?)(?=</\2)", re.DOTALL | re.IGNORECASE)
_ID_IN_SCRIPT = pattern(
    r"""(?P<before>getElementById\(\s*["'`]|["'`]\#)(?P<id>[\w-]+)(?![\w-])
        |(?P<quote>["'`])(?P<long>[\w-]{8,})(?=(?P=quote))""",
    re.VERBOSE,
)
_SELECTORS, _ID_IN_SELECTOR = pattern(r"(?:^|(?<=[{}]))[^{}]+(?=\{)"), pattern(r"(?P<before>\#)(?P<id>[\w-]+)")
_HEADING = pattern(r"<(/?)h([1-6])(?=[\s>])")
_CONTROL = str.maketrans("", "", ROOT + ID_PREFIX)


def detach(html: str, page: str) -> str:
    """Return *html*, rendered for the page at URI *page* (relative to the root), independent of that page.

    Every relative URL starts with :data:`ROOT`; a fragment links to its target inside *html* or else to
    *page*. Every id, and every reference to one, starts with :data:`ID_PREFIX`; an id that occurs twice (some
    themes wrap a table and repeat its id) is kept once. Scripts and style sheets in *html* find its elements
    by their new ids. All other text is unchanged.
    """
    # The author's own control characters would be taken for placeholders.
    html = html.translate(_CONTROL)
    if not _MOVABLE.search(html):
        return html
    tags = _TagFinder(html).tags
    # Collected before any tag is rewritten: a link may precede its target.
    attributes = ((tag, match) for _, tag in tags for match in _ATTRIBUTE.finditer(tag))
    ids = {unescape(_value(match)) for tag, match in attributes if _defines_id(tag, match["name"].lower())}
    earlier_ids: set[str] = set()
    edits = ((start, start + len(tag), _detach_tag(tag, page, ids, earlier_ids)) for start, tag in tags)
    detached = edited(html, edits)
    return _CODE.sub(lambda m: m[1] + _detach_code(m[3], m[2].lower(), ids), detached) if ids else detached


def attach(html: str, root: str, prefix: str = "", *, outer_heading: int = 0) -> str:
    """Return detached *html* for a page whose path to the site's root is *root*, as :func:`root_of` returns it.

    It may also be the site's absolute URL with a trailing slash. *prefix* makes the ids unique on that page.
    Headings are moved *outer_heading* levels deeper.
    """
    if outer_heading and "<h" in html:
        html = _HEADING.sub(lambda m: f"<{m[1]}h{min(6, int(m[2]) + outer_heading)}", html)
    # Most of what is attached is short, and has neither.
    if ROOT in html:
        html = html.replace(ROOT, escape(root))
    return html.replace(ID_PREFIX, escape(prefix)) if ID_PREFIX in html else html


def without_links(html: str) -> str:
    """Return *html* without the links in it, so that all of it can become one link."""
    links = ((start, tag) for start, tag in _TagFinder(html).tags if re.match(r"<a[\s/>]", tag, re.IGNORECASE))
    inside = edited(html, ((start, start + len(tag), "") for start, tag in links))
    return re.sub(r"</a\s*>", "", inside, flags=re.IGNORECASE)


def root_of(uri: str) -> str:
    """Return the path from the page at *uri* (relative to the root) to the site's root."""
    return "../" * uri.partition("#")[0].count("/") or "./"


class _TagFinder(PlacedParser):
    """Finds start tags and their positions, but not in comments, declarations and scripts, as a pattern would."""

    def __init__(self, html: str) -> None:
        self.tags: list[tuple[int, str]] = []
        super().__init__(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((self.place, self.get_starttag_text() or ""))


def _value(match: re.Match[str]) -> str:
    return match["double"] or match["single"] or match["bare"] or ""


def _defines_id(tag: str, attribute: str) -> bool:
    """Return whether an attribute can be the target of a fragment."""
    return attribute == "id" or (attribute == "name" and bool(re.match(r"<(a|map)\b", tag, re.IGNORECASE)))


def _detach_tag(tag: str, page: str, ids: set[str], earlier_ids: set[str]) -> str:
    """Return *tag* independent of *page*; *earlier_ids* are those of the tags before it."""

    def replace(match: re.Match[str]) -> str:
        if match["equals"] is None:
            return match[0]
        name, value = match["name"].lower(), unescape(_value(match))
        if name == "id":
            if value in earlier_ids:
                return ""
            earlier_ids.add(value)
        new = _detach_value(tag, name, value, page, ids)
        # Keeps the quotation marks that the author chose.
        return match[0] if new == value else f'{match["space"]}{match["name"]}="{escape(new)}"'

    return _ATTRIBUTE.sub(replace, tag)


def _detach_value(tag: str, name: str, value: str, page: str, ids: set[str]) -> str:
    if name in _URL:
        return detach_url(value, page, ids)
    if name in _URL_LIST:
        # A URL may contain a comma, but not one followed by a space.
        candidates = (part.strip().partition(" ") for part in value.split(", "))
        return ", ".join(detach_url(url, page, ids) + space + rest for url, space, rest in candidates)
    if name.startswith("on"):
        return _detach_code(value, "script", ids)
    return _detach_id(tag, name, value, ids)


def _detach_id(tag: str, name: str, value: str, ids: set[str]) -> str:
    """Return *value*, which may be an id or refer to some."""
    if _defines_id(tag, name) or (name == "name" and _GROUPED.match(tag)):
        return ID_PREFIX + value if value else value
    # In MathML operators, ``form`` has a different meaning.
    if name in _IDREFS and (tag[:3], name) != ("<mo", "form"):
        return " ".join(_renamed(word, ids) for word in value.split(" "))
    if name in _FRAGMENTS:
        return value[:1] + _renamed(value[1:], ids)
    return _FUNC_IRI.sub(lambda m: f"url(#{ID_PREFIX}{m[2]})" if m[2] in ids else m[0], value)


def _renamed(name: str, ids: set[str]) -> str:
    return ID_PREFIX + name if name in ids else name


def _detach_code(code: str, kind: str, ids: set[str]) -> str:
    """Return the script or style sheet *code* with the new names of *ids*."""

    def rename(match: re.Match[str]) -> str:
        return (match["before"] or match["quote"]) + _renamed(match["id"] or match["long"], ids)

    if kind == "script":
        return _ID_IN_SCRIPT.sub(rename, code)
    return _SELECTORS.sub(lambda selectors: _ID_IN_SELECTOR.sub(rename, selectors[0]), code)


def detach_url(url: str, page: str, ids: Container[str] = ()) -> str:
    """Return *url*, taken from *page*, relative to the root (RFC 3986 section 5.2)."""
    # Browsers look for the fragment as it is written, then decoded.
    if url.startswith("#") and (url[1:] in ids or unquote(url[1:]) in ids):
        return "#" + ID_PREFIX + url[1:]
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    if parts.scheme or parts.netloc or url.startswith("/"):
        return url
    rest = url.removeprefix(parts.path)
    if parts.path:
        return ROOT + _joined(posixpath.dirname(page), parts.path) + rest
    return ROOT + page + ("" if rest == "#" else rest)


def _joined(folder: str, path: str) -> str:
    """Return a relative *path* in *folder*, with a slash at the end of that of a folder."""
    is_folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
    joined = posixpath.normpath(posixpath.join(folder, path))
    return "" if joined == "." else f"{joined}/" if is_folder else joined
