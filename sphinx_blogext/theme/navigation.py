"""The sidebar navigation of a site.

The global toctree is resolved once per build. A page then only assembles the lines that its reader sees: the
top level, and the branch that leads to the page.

Leaving out the rest keeps pages small, however large the site is. A list of more than :data:`LIMIT` entries
is reduced to those around the page: the page above it lists them all. Other branches are included, collapsed,
if the whole site has at most :data:`LIMIT` entries; on a larger site a branch opens when its reader goes
there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_blogext._compat import resolve_toctree
from sphinx_blogext.markup.relocate import ROOT, root_of
from sphinx_blogext.temporary import replaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.theme.titles import Titles

#: The maximum number of entries of a complete list, and of a site whose other branches are included.
LIMIT = 60
#: The number of entries that a shortened list shows on each side of the page.
_AROUND = 12


# Compared by identity: of two equal entries only one is on the path to the page.
@dataclass(slots=True, eq=False)
class Entry:
    """A line of the navigation: *title* is HTML, *uri* is relative to the root or leads out of the site.

    *lang* is the language of the title, if it is not that of the site.
    """

    title: str
    text: str
    uri: str
    page: str | None
    children: list[Entry] = field(default_factory=list)
    lang: str = ""

    def link(self, current: str = "") -> str:
        mark = f' aria-current="{current}"' if current else ""
        lang = f' lang="{escape(self.lang)}"' if self.lang else ""
        return f'<a href="{escape(self.uri)}"{lang}{mark}>{self.title}</a>'


@dataclass(slots=True)
class Group:
    """The entries of a toctree of the root document, and its caption (text, may be empty)."""

    caption: str
    entries: list[Entry]


class Navigation:
    """The navigation of a site, resolved.

    *max_depth* is the number of levels shown (0: all); *is_collapsed* tells whether branches that do not lead
    to the page are left out (``None``: if the site is large).
    """

    def __init__(self, groups: list[Group], max_depth: int = 0, *, is_collapsed: bool | None = None) -> None:
        self._groups = groups
        self._max_depth = max_depth
        size = sum(1 for group in groups for _ in _walk(group.entries))
        self._is_collapsed = size > LIMIT if is_collapsed is None else is_collapsed
        self._paths: dict[str, list[Entry]] = {}
        for group in groups:
            self._note_paths(group.entries, [])

    @property
    def is_empty(self) -> bool:
        return not any(group.entries for group in self._groups)

    def render(self, page: str, uri: str) -> str:
        """Return the navigation for *page*, which is at *uri* (relative to the root)."""
        path = self._path_to(page)
        lists = []
        for group in self._groups:
            caption = f'<p class="caption">{escape(group.caption)}</p>' if group.caption else ""
            lists.append(f"{caption}<ul>{self._items(group.entries, path, page)}</ul>")
        return "\n".join(lists).replace(ROOT, escape(root_of(uri)))

    def _note_paths(self, entries: Iterable[Entry], above: list[Entry]) -> None:
        """Record the path to each page; the first one found counts."""
        for entry in entries:
            path = [*above, entry]
            if entry.page is not None:
                self._paths.setdefault(entry.page, path)
            self._note_paths(entry.children, path)

    def _path_to(self, page: str) -> list[Entry]:
        """Return the path to *page*, or to the nearest page above it by its name.

        So a page in no toctree is shown where its reader looks for it: ``blog/2026/post`` and
        ``blog/tag/python`` at ``blog/index``.
        """
        name = page
        while name not in self._paths:
            if f"{name}/index" in self._paths:
                return self._paths[f"{name}/index"]
            if "/" not in name:
                return []
            name = name.rpartition("/")[0]
        return self._paths[name]

    def _items(self, entries: Sequence[Entry], path: Sequence[Entry], page: str, depth: int = 1) -> str:
        """Return the list items of *entries*; the one at the head of *path* leads to the page."""
        first, last = _window(entries, path)
        items = ["<li>…</li>"] if first else []
        for entry in entries[first:last]:
            is_open = bool(path) and entry is path[0]
            current = ("page" if entry.page == page else "true") if is_open else ""
            branch = self._branch(entry, path[1:] if is_open else (), page, depth + 1, is_open=is_open)
            items.append(f"<li>{entry.link(current)}{branch}</li>")
        return "".join([*items, "<li>…</li>" if last < len(entries) else ""])

    def _branch(self, entry: Entry, path: Sequence[Entry], page: str, depth: int, *, is_open: bool) -> str:
        """Return the branch below *entry*, open or collapsed, or ``""``."""
        is_hidden = self._is_collapsed and not is_open
        if not entry.children or is_hidden or 0 < self._max_depth < depth:
            return ""
        items = self._items(entry.children, path, page, depth)
        mark = " open" if is_open else ""
        return f'<details{mark}><summary aria-label="{escape(entry.text)}"></summary><ul>{items}</ul></details>'


def resolve_navigation(
    builder: StandaloneHTMLBuilder,
    titles: Titles,
    *,
    includes_hidden: bool = True,
    max_depth: int = 0,
    is_collapsed: bool | None = None,
) -> Navigation:
    """Return the navigation of the site from the toctrees of its root document."""
    env = builder.env
    root = env.config.root_doc
    # A toctree may also contain these pages, which Sphinx generates.
    names = (*env.all_docs, "genindex", "modindex", "search")
    pages = {builder.get_relative_uri(root, name): name for name in names}
    groups = []
    for toctree in env.get_doctree(root).findall(addnodes.toctree):
        tree = resolve_toctree(builder, root, toctree, includes_hidden=includes_hidden)
        if tree is not None:
            entries = [entry for child in tree.children for entry in _entries(child, builder, pages, titles)]
            groups.append(Group(toctree.get("caption") or "", entries))
    return Navigation(groups, max_depth, is_collapsed=is_collapsed)


def _entries(
    node: nodes.Node, builder: StandaloneHTMLBuilder, pages: Mapping[str, str], titles: Titles
) -> Iterator[Entry]:
    """Yield the entries of a resolved toctree; *pages* maps URIs to names of pages."""
    if not isinstance(node, nodes.bullet_list):
        return
    for item in node.children:
        lines = [child for child in item.children if isinstance(child, addnodes.compact_paragraph)]
        references = [found for line in lines for found in line.findall(nodes.reference)]
        below = [entry for child in item.children for entry in _entries(child, builder, pages, titles)]
        if references:
            yield _entry(references[0], below, builder, pages, titles)
        else:
            yield from below


def _entry(
    reference: nodes.reference,
    below: list[Entry],
    builder: StandaloneHTMLBuilder,
    pages: Mapping[str, str],
    titles: Titles,
) -> Entry:
    uri = reference["refuri"]
    anchor = reference.get("anchorname", "")
    page = pages.get(uri.removesuffix(anchor))
    if page is not None:
        uri = ROOT + builder.get_target_uri(page) + anchor
    title = _render_title(reference, builder)
    text = reference.astext()
    return Entry(title, text, uri, None if anchor else page, below, titles.language(text, page))


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


def _walk(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _walk(entry.children)
