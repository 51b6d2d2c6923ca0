"""The sidebar navigation of a site: the top level, and the branch that leads to the page.

The global toctree is resolved once per build. Leaving out the rest keeps pages small, however large the site is.
A list of more than :data:`LIMIT` entries is reduced to those around the page: the page above it lists them all.
Other branches are included, collapsed, if the whole site has at most :data:`LIMIT` entries; on a larger site a
branch opens when its reader goes there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext._compat import resolve_toctree
from sphinx_blogext.isolation import replaced
from sphinx_blogext.markup.relocate import ROOT, root_of
from sphinx_blogext.theme.languages import Titles

#: The maximum number of entries of a complete list, and of a site whose other branches are included.
LIMIT = 60
#: The number of entries that a shortened list shows on each side of the page.
_AROUND = 12


# Compared by identity: of two equal entries only one is on the path to the page.
@dataclass(slots=True, eq=False)
class Entry:
    """A line of the navigation: *title* is HTML, *uri* is relative to the root or leads out of the site."""

    title: str
    text: str
    uri: str
    page: str | None
    children: "list[Entry]" = field(default_factory=list)
    #: The language of the title, if it is not that of the site.
    lang: str = ""


class Navigation:
    """The navigation of a site: the caption of each toctree of its root document, or ``""``, and its entries."""

    def __init__(self, groups: list[tuple[str, list[Entry]]]) -> None:
        self._groups = groups
        self._paths: dict[str, list[Entry]] = {}
        size = sum(self._note_paths(entries, []) for _, entries in groups)
        self.is_empty = not size
        self._is_collapsed = size > LIMIT

    def render(self, page: str, uri: str, place: str = "") -> str:
        """Return the navigation for *page*, which is at *uri* (relative to the root), or below *place*."""
        path = self._path_to(place or page)
        lists = []
        for text, entries in self._groups:
            caption = f'<p class="caption">{escape(text)}</p>' if text else ""
            lists.append(f"{caption}<ul>{self._items(entries, path, page)}</ul>")
        return "\n".join(lists).replace(ROOT, escape(root_of(uri)))

    def _note_paths(self, entries: Iterable[Entry], above: list[Entry]) -> int:
        """Record the path to each page, the first one found, and return the number of entries."""
        size = 0
        for entry in entries:
            path = [*above, entry]
            if entry.page is not None:
                self._paths.setdefault(entry.page, path)
            size += 1 + self._note_paths(entry.children, path)
        return size

    def _path_to(self, page: str) -> list[Entry]:
        """Return the path to *page*, or to the nearest page above it by its name."""
        # So a page in no toctree is shown where its reader looks for it: ``blog/tag/python`` at ``blog/index``.
        name = page
        while name:
            if path := self._paths.get(name) or self._paths.get(f"{name}/index"):
                return path
            name = name.rpartition("/")[0]
        return []

    def _items(self, entries: Sequence[Entry], path: Sequence[Entry], page: str) -> str:
        """Return the list items of *entries*; the one at the head of *path* leads to the page."""
        first, last = _window(entries, path)
        items = ["<li>…</li>"] if first else []
        for entry in entries[first:last]:
            is_open = bool(path) and entry is path[0]
            current = f' aria-current="{"page" if entry.page == page else "true"}"' if is_open else ""
            lang = f' lang="{escape(entry.lang)}"' if entry.lang else ""
            branch = self._branch(entry, path[1:], page, is_open=is_open)
            items.append(f'<li><a href="{escape(entry.uri)}"{lang}{current}>{entry.title}</a>{branch}</li>')
        return "".join([*items, "<li>…</li>" if last < len(entries) else ""])

    def _branch(self, entry: Entry, path: Sequence[Entry], page: str, *, is_open: bool) -> str:
        """Return the branch below *entry*, open or collapsed, or ``""``."""
        if not entry.children or (self._is_collapsed and not is_open):
            return ""
        items = self._items(entry.children, path if is_open else (), page)
        mark = " open" if is_open else ""
        return f'<details{mark}><summary aria-label="{escape(entry.text)}"></summary><ul>{items}</ul></details>'


def resolve_navigation(builder: StandaloneHTMLBuilder, titles: Titles) -> Navigation:
    """Return the navigation of the site from the toctrees of its root document."""
    root = builder.config.root_doc
    groups = []
    for toctree in builder.env.get_doctree(root).findall(addnodes.toctree):
        if (tree := resolve_toctree(builder, root, toctree)) is not None:
            entries = [entry for child in tree.children for entry in _entries(child, builder, titles)]
            groups.append((toctree.get("caption") or "", entries))
    return Navigation(groups)


def _entries(node: nodes.Node, builder: StandaloneHTMLBuilder, titles: Titles) -> Iterator[Entry]:
    """Yield the entries of a resolved toctree."""
    if not isinstance(node, nodes.bullet_list):
        return
    for item in node.children:
        below = [entry for child in item.children for entry in _entries(child, builder, titles)]
        if (reference := item.next_node(nodes.reference)) is None:
            continue
        uri, anchor = reference["refuri"], reference.get("anchorname", "")
        if (page := titles.page_at(uri, builder.get_target_uri(builder.config.root_doc))) is not None:
            uri = ROOT + builder.get_target_uri(page) + anchor
        text, title = reference.astext(), _render_title(reference, builder)
        yield Entry(title, text, uri, None if anchor else page, below, titles.language(text, page))


def _render_title(reference: nodes.reference, builder: StandaloneHTMLBuilder) -> str:
    """Return the text of an entry with its markup and number, for a page at the root."""
    number = ".".join(map(str, reference.get("secnumber") or ()))
    if all(isinstance(child, nodes.Text) for child in reference.children):
        title = escape(reference.astext(), quote=False)
    else:
        # Formulas may be images, whose URLs use the builder's path.
        with replaced(builder, imgpath=ROOT + builder.imagedir):
            title = builder.render_partial(nodes.inline("", "", *reference.children))["fragment"].strip()
        title = title.removeprefix("<span>").removesuffix("</span>")
    return (number + builder.config.html_secnumber_suffix if number else "") + title


def _window(entries: Sequence[Entry], path: Sequence[Entry]) -> tuple[int, int]:
    """Return the range of *entries* that is shown: all, or those around the head of *path*."""
    if len(entries) <= LIMIT:
        return 0, len(entries)
    place = entries.index(path[0]) if path and path[0] in entries else 0
    first = max(0, min(place - _AROUND, len(entries) - 2 * _AROUND - 1))
    return first, first + 2 * _AROUND + 1
