"""Where posts will stand: documents of free names, and the old addresses that forward to them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import folder_of, is_generated, is_page_name
from sphinx_blogext.core.marks import N_
from sphinx_blogext.core.slugs import DEVICES
from sphinx_blogext.importers.addresses import redirect_name
from sphinx_blogext.importers.reading import suffix_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_blogext.importers.files import Source
    from sphinx_blogext.importers.records import ImportedPost, OldSite

#: What means something in page names, in links of Markdown, or to a file system.
_UNSAFE = re.compile(r"[\\:*?\"<>|#%\x00-\x20\x7f\[\]{}()$`^]+")
#: In bytes, as file systems count; a suffix follows.
_LONGEST = 150


@dataclass
class Layout:
    """The names of documents, by the files they come from, and the page names that forward to each.

    *blog* is the folder of posts below that of the site, ``""`` if it is the same.
    """

    blog: str
    documents: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, list[str]] = field(default_factory=dict)


def lay_out(source: Source, site: OldSite, blog: str, exists: Callable[[str], bool]) -> Layout:
    """Give each post a document and its redirects; *exists* says whether the site has a page of a name."""
    taken: dict[str, str] = {}
    names = {post.path: posixpath.join(blog, _free(source, post, taken)) for post in site.posts}
    layout = Layout(blog, names)
    forwarder = _Forwarder(source, layout, exists)
    for post in site.posts:
        layout.redirects[post.path] = forwarder.redirects_of(post)
    return layout


class _Forwarder:
    """Forwards old addresses, each to the first post that had it."""

    def __init__(self, source: Source, layout: Layout, exists: Callable[[str], bool]) -> None:
        self._source = source
        self._layout = layout
        self._exists = exists
        self._pages = {folder_of(name).casefold() for name in layout.documents.values()}
        self._claims: dict[str, str] = {}

    def redirects_of(self, post: ImportedPost) -> list[str]:
        """Return what ``redirect`` of *post* is to hold, and say which of its addresses do not forward."""
        found: list[str] = []
        own = self._layout.documents[post.path]
        # Nobody has seen a draft at its address.
        old = [] if post.fields.get("draft") else [address for address in post.addresses if address]
        if "" in post.addresses and not post.fields.get("draft"):
            self._source.note(
                post.path, 0, N_("its old address depends on something that is not in the source: no redirect")
            )
        for address in dict.fromkeys([*old, *post.fields.pop("redirect", [])]):
            name = redirect_name(address)
            if name == own or (name and self._claims.get(name) == post.path):
                continue
            if reason := self._reason_against(name, own):
                other = self._claims.get(name or "", "")
                self._source.note(post.path, 0, reason, address=address, other=other)
            elif name:
                self._claims[name] = post.path
                # With its suffix it forwards with the builder ``dirhtml``, too.
                is_file = address.endswith(".html") and not name.endswith("/index")
                found.append(f"{name}.html" if is_file else name)
        return found

    def _reason_against(self, name: str | None, own: str) -> str:
        """Return why the page *name* cannot forward to the document *own*, ``""`` if it can."""
        if name is None:
            return N_("the old address %(address)s does not forward: no page can have that name")
        if name in self._claims:
            return N_("the old address %(address)s forwards to another post, which had it too: %(other)s")
        # A file and a folder of one name are two pages with the builder ``html``, so one may forward to the other.
        is_own = folder_of(name) == folder_of(own) and name.endswith("/index") and not own.endswith("/index")
        if folder_of(name).casefold() in self._pages and not is_own:
            return N_("the old address %(address)s does not forward: another post stands there")
        blog = self._layout.blog
        below = name.removeprefix(f"{blog}/") if blog else name
        if ((below != name or not blog) and is_generated(below)) or folder_of(name) == blog:
            return N_("the old address %(address)s does not forward: the blog has a page of its own there")
        if self._exists(folder_of(name)):
            return N_("the old address %(address)s does not forward: the site has a page there")
        return ""


def _free(source: Source, post: ImportedPost, taken: dict[str, str]) -> str:
    """Return the name of the document of *post* below the blog's folder, which no other one has."""
    name = safe_name(post.place) or "post"
    if is_generated(name):
        name = f"{name}-post"
    first, number = name, 2
    # Some file systems know no upper case, and a folder's page is the page of its name.
    while folder_of(name).casefold() in taken:
        name = f"{first}-{number}"
        number += 1
    if name != first:
        message = N_("has the same name as %(other)s, and is imported as %(name)s")
        source.note(post.path, 0, message, other=taken[folder_of(first).casefold()], name=name)
    taken[folder_of(name).casefold()] = post.path
    return name


def safe_name(path: str) -> str:
    """Return *path* as one that is safe on every file system, in page names and links, and leads nowhere else."""
    parts = (_safe_part(part) for part in path.split("/"))
    return "/".join(part for part in parts if part)


def _safe_part(part: str) -> str:
    plain = "".join(char if char.isprintable() else "-" for char in part)
    safe = (
        re.sub("-+", "-", _UNSAFE.sub("-", plain)).strip("-.") if plain != part or _UNSAFE.search(part) else part
    )
    safe = safe.encode("utf-8", "ignore")[:_LONGEST].decode("utf-8", "ignore").strip(".")
    if re.fullmatch(rf"{DEVICES}(\..*)?", safe, re.IGNORECASE):
        return f"{safe}-"
    # What is left are names of files, such as ``x.html``.
    return safe if not safe or is_page_name(f"blog/{safe}") else safe.replace(".", "-")


def safe_file(path: str) -> str:
    """Return *path* as :func:`safe_name`, with its suffix."""
    suffix = suffix_of(path)
    stem, ending = safe_name(path[: len(path) - len(suffix)]) or "file", safe_name(suffix[1:])
    return f"{stem}.{ending}" if ending else stem
