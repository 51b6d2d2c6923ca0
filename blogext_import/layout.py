"""Where posts go: documents with unique names, and redirects from their old URLs."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blogext_import.addresses import below_blog, redirect_key, redirect_name
from blogext_import.reading import suffix_of
from sphinx_blogext.core.addresses import DEVICES, folder_of, is_generated, is_page_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost, OldSite

#: Characters with a meaning in page names, in Markdown links, or to a file system.
_UNSAFE = re.compile(r"[\\:*?\"<>|#%\x00-\x20\x7f\[\]{}()$`^]+")
#: The longest name in bytes, as file systems count; leaves room for a suffix.
_LONGEST = 150


@dataclass
class Layout:
    """The names of documents and the page names that redirect to them, by the files they come from.

    *blog* is the folder of posts relative to the site's folder, ``""`` if they are the same.
    """

    blog: str
    documents: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, list[str]] = field(default_factory=dict)


def lay_out(source: Source, site: OldSite, blog: str, exists: Callable[[str], bool]) -> Layout:
    """Assign a document and redirects to each post; *exists* tells whether the site has a page with a name."""
    taken: dict[str, str] = {}
    names = {post.path: posixpath.join(blog, _free(source, post, blog, taken)) for post in site.posts}
    layout = Layout(blog, names)
    forwarder = _Forwarder(source, layout, exists)
    for post in site.posts:
        layout.redirects[post.path] = forwarder.redirects_of(post)
    return layout


class _Forwarder:
    """Redirects old URLs, each to the first post that had it."""

    def __init__(self, source: Source, layout: Layout, exists: Callable[[str], bool]) -> None:
        self._source = source
        self._layout = layout
        self._exists = exists
        self._pages = {folder_of(name).casefold() for name in layout.documents.values()}
        self._claims: dict[str, str] = {}

    def redirects_of(self, post: ImportedPost) -> list[str]:
        """Return the value of ``redirect`` for *post*, and note which of its old URLs cannot redirect."""
        redirects: list[str] = []
        own = self._layout.documents[post.path]
        # A draft was never published at its URL.
        addresses = [] if post.fields.get("draft") else post.addresses
        if "" in addresses:
            message = "its old URL depends on something that is not in the source: no redirect"
            self._source.note(post.path, 0, message)
        old = list(filter(None, addresses))
        for address in dict.fromkeys([*old, *post.fields.pop("redirect", [])]):
            # A URL that the engine made has no fragment: the sign is part of a name.
            name = "" if "#" in address and address in old else redirect_name(address) or ""
            if name == own or self._claims.get(name) == post.path:
                continue
            if reason := self._reason_against(name, own):
                self._source.note(post.path, 0, reason, address=address, other=self._claims.get(name, ""))
            else:
                self._claims[name] = post.path
                redirects.append(redirect_key(address))
        return redirects

    def _reason_against(self, name: str, own: str) -> str:
        """Return why the page *name* cannot redirect to the document *own*, or ``""`` if it can."""
        if not name:
            return "the old URL %(address)s does not redirect: no page can have that name"
        if name in self._claims:
            return "the old URL %(address)s redirects to another post that also had it: %(other)s"
        # With the builder ``html``, a file and a folder of one name are two pages: one can redirect to the other.
        if folder_of(name).casefold() in self._pages and name != f"{own}/index":
            return "the old URL %(address)s does not redirect: another post has it now"
        below = below_blog(name, self._layout.blog)
        if folder_of(name) == self._layout.blog or (below is not None and is_generated(below)):
            return "the old URL %(address)s does not redirect: the blog generates a page there"
        if self._exists(folder_of(name)):
            return "the old URL %(address)s does not redirect: the site has a page there"
        return ""


def _free(source: Source, post: ImportedPost, blog: str, taken: dict[str, str]) -> str:
    """Return a unique name for the document of *post*, relative to the folder *blog*."""
    name = _cased(safe_name(post.place) or "post", post, blog)
    if is_generated(name):
        name = f"{name}-post"
    first, number = name, 2
    # Some file systems ignore case, and ``a/index`` is the same page as ``a``.
    while folder_of(name).casefold() in taken:
        name = f"{first}-{number}"
        number += 1
    if name != first:
        message = "has the same name as %(other)s: imported as %(name)s"
        source.note(post.path, 0, message, other=taken[folder_of(first).casefold()], name=name)
    taken[folder_of(name).casefold()] = post.path
    return name


def _cased(name: str, post: ImportedPost, blog: str) -> str:
    """Return *name* in the case of the old URL, which cannot redirect to a page that differs only in case."""
    for address in filter(None, post.addresses):
        below = below_blog(folder_of(redirect_name(address) or ""), blog)
        for written in (below, f"{below}/index") if below else ():
            if written.casefold() == name.casefold():
                return written
    return name


def safe_name(path: str) -> str:
    """Return *path* with only characters safe for file systems, page names and links, and without ``..``."""
    parts = (_safe_part(part) for part in path.split("/"))
    return "/".join(part for part in parts if part)


def _safe_part(part: str) -> str:
    # Sphinx does not find files whose names are not normalized.
    part = unicodedata.normalize("NFC", part)
    plain = "".join(char if char.isprintable() else "-" for char in part)
    safe = (
        re.sub("-+", "-", _UNSAFE.sub("-", plain)).strip("-.") if plain != part or _UNSAFE.search(part) else part
    )
    safe = safe.encode("utf-8", "ignore")[:_LONGEST].decode("utf-8", "ignore").strip(".")
    if re.fullmatch(rf"{DEVICES}(\..*)?", safe, re.IGNORECASE):
        return f"{safe}-"
    # The remaining invalid names look like files, such as ``x.html``.
    return safe if not safe or is_page_name(f"blog/{safe}") else safe.replace(".", "-")


def safe_file(path: str) -> str:
    """Return *path* as :func:`safe_name` does, but keep its suffix."""
    suffix = suffix_of(path)
    stem, ending = safe_name(path[: len(path) - len(suffix)]) or "file", safe_name(suffix[1:])
    return f"{stem}.{ending}" if ending else stem
