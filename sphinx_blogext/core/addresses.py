"""Builds the names of all pages of a blog; no other module builds names from parts.

The document ``x/index`` replaces the page ``x``, but names of pages below it still begin with ``x``. So names are
built from names, and ``page_of`` is applied last.
"""

import posixpath
import re
from collections.abc import Container, Iterable
from typing import NamedTuple
from urllib.parse import quote

from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.patterns import pattern

#: File names that Windows reserves, with any extension.
DEVICES = r"(con|prn|aux|nul|com\d|lpt\d)"
SITEMAP = "sitemap.xml"
#: The path of a blog that is the whole site: its first page is the home page, and its other pages are beside that.
SITE = "."
_HOME = "index"
POSTS_FILE = "posts.json"
#: File name of a feed -> its media type and the name of the format.
FEED_FILES = {
    "atom.xml": ("application/atom+xml", "Atom"),
    "rss.xml": ("application/rss+xml", "RSS"),
    "feed.json": ("application/feed+json", "JSON Feed"),
}
#: Files that the blog and Sphinx write: no folder can have the name of a file.
_FILES = frozenset({*FEED_FILES, POSTS_FILE, SITEMAP, "objects.inv", "searchindex.js"})
#: Pages that Sphinx writes itself and that would overwrite others.
_PAGES = frozenset({"genindex", "search", "opensearch"})
#: The blog's own pages, and the documents that replace them.
_GENERATED = pattern(
    rf"(\d{{4}}(/\d\d)?|archive|subscribe|drafts|({'|'.join(TAXONOMIES)})(/[^/]+)?)?"
    r"((^|/)page/\d+)?((^|/)index)?"
)
#: A range of numbers in a name; four digits, so that a mistyped one does not stand for millions of pages.
_RANGE = pattern(r"\{(\d{1,4})-(\d{1,4})\}")
#: In UTF-8 bytes. File systems allow 255 for a name, including its extension, and about 1,000 for a path.
_LONGEST_PART, _LONGEST = 200, 800
#: A path that needs no escaping in a URL. Most paths need none, and a sitemap has thousands.
_ESCAPED = pattern(r"[A-Za-z0-9_.~/%-]*")


class Addresses(NamedTuple):
    """The page names of the blog at *path*, regardless of documents that replace the pages."""

    path: str

    @property
    def root(self) -> str:
        """The name of the first page, with which the names of all others begin: ``""`` for the home page."""
        return name_at(self.path)

    def overview(self, name: str) -> str:
        """Return the name of a page of the blog: of the terms of a taxonomy, of ``archive``, of a year …"""
        return f"{self.root}/{name}".lstrip("/")

    def term(self, taxonomy: str, slug: str) -> str:
        return f"{self.overview(taxonomy)}/{slug}"


def in_language(name: str, slug: str) -> str:
    """Return the name of the list *name* in one language; for the entire blog, that is the term's page."""
    return f"{name}/language/{slug}".lstrip("/")


def further_page(folder: str, number: int | None) -> str:
    return f"{folder}/page/{number}".lstrip("/")


def first_page(further: str) -> str:
    """Return the name that page 1 of a list would have beside its *further* pages."""
    return f"{further.rpartition('/')[0]}/1"


def names_in(written: str) -> tuple[str, ...]:
    """Return the names that *written* stands for: itself or, for ``a/{2-4}``, ``a/2``, ``a/3`` and ``a/4``."""
    parts = _RANGE.split(written, maxsplit=1)
    if len(parts) == 1:
        return (written,)
    before, first, last, after = parts
    return tuple(f"{before}{number}{after}" for number in range(int(first), int(last) + 1))


def further_list(folder: str, number: int) -> str:
    """Return the folder of the further pages of list *number* in the document whose folder is *folder*."""
    return f"{folder}/list-{number}".lstrip("/") if number > 1 else folder


def feed_file(folder: str, name: str) -> str:
    return f"{folder}/{name}".lstrip("/")


def folder_of(docname: str) -> str:
    """Return the page name of a document, with which the names of pages below it begin: ``x`` for ``x/index``."""
    return "" if docname == _HOME else docname.removesuffix("/index")


def name_at(path: str) -> str:
    """Return the name of the first page of the blog at *path*, or ``""`` for the home page."""
    return "" if path == SITE else path


def short_name(docname: str) -> str:
    """Return the name of a document without its folders: ``x`` for ``a/x`` and for ``a/x/index``."""
    return folder_of(docname).rpartition("/")[2]


def page_at(path: str) -> str:
    """Return the name of the page at a *path* of the site: ``x`` for ``x.html`` and for ``x/index.html``."""
    return re.sub(r"(/index)?\.html?$", "", path)


def is_inside(page: str, root: str) -> bool:
    """Return whether *page* is the page *root* or below it, judging by its name; all are below :data:`SITE`."""
    return root == SITE or f"{page}/".startswith(f"{root}/")


def draft_name(name: str) -> str:
    """Return the part of *name*, a document below a blog, that other engines do not publish, or ``""``."""
    *folders, file = name.removesuffix("/index").split("/")
    drafts = (folder for folder in folders if folder.lower() in {"_drafts", "drafts"} or folder.startswith("."))
    return next(drafts, file if file.startswith(("_", ".")) else "")


def nearest_root(page: str, roots: Iterable[str]) -> str:
    """Return the one of the first pages *roots* that is nearest above *page*, or the first of them if none is."""
    names = list(roots)
    above = [root for root in names if is_inside(page, root)]
    return max(above, key=lambda root: len(name_at(root)), default=names[0])


def document_meant(name: str, docname: str, documents: Container[str]) -> str:
    """Return what *docname* calls *name*, from the root or relative to its folder; ``""`` if there is none."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(docname), name))
    # Authors give the name of the document, of its file with the suffix, or of its folder.
    names = (known for key in (name.strip("/"), beside) for known in (*documents_of(key), key.rpartition(".")[0]))
    return next((known for known in names if known in documents), "")


def is_page_name(name: str) -> bool:
    """Return whether *name* may be that of a page: on every file system, and of nothing else that is written."""
    return (
        # A lone surrogate is not a character and cannot be part of a file name.
        not any("\ud800" <= char <= "\udfff" for char in name)
        and len(name.encode("utf-8")) <= _LONGEST
        and all(map(_is_part, name.split("/")))
        # Folders and pages of Sphinx itself.
        and not name.startswith(("_", "."))
        and not name.casefold().endswith("modindex")
        and name.casefold() not in _PAGES
    )


def _is_part(part: str) -> bool:
    """Return whether *part* may be the name of a folder and, with an extension, of a file."""
    return (
        part not in {"", ".", ".."}
        and len(part.encode("utf-8")) <= _LONGEST_PART
        and not re.search(r'[\\:*?"<>|#%\x00-\x1f\x7f]', part)
        and part.casefold() not in _FILES
        and not part.endswith((".html", ".htm"))
        # Windows removes trailing dots and spaces from names, and reserves some names.
        and part == part.strip().rstrip(".")
        and not re.fullmatch(rf"{DEVICES}(\..*)?", part, re.IGNORECASE)
    )


def is_generated(name: str) -> bool:
    """Return whether the blog may generate a page *name* below its first page."""
    return bool(_GENERATED.fullmatch(name.casefold()))


def is_page_of(docname: str, root: str) -> bool:
    """Return whether a document may replace a generated page of the blog at the path *root*."""
    page = folder_of(docname)
    is_page = is_inside(page, root) and is_generated(page.removeprefix(name_at(root)).removeprefix("/"))
    return is_page or docname == root


def documents_of(name: str) -> tuple[str, str]:
    """Return the documents that can be the page *name*; if both exist, it is the first."""
    return (name, f"{name}/index") if name else (_HOME, _HOME)


def page_of(name: str, documents: Container[str]) -> str:
    """Return the document that is the page *name*, or *name* if there is none."""
    return next((document for document in documents_of(name) if document in documents), name or _HOME)


def absolute(base: str, uri: str, fragment: str = "") -> str:
    """Return the URL of the page at *uri* below *base*, escaped because not every builder does that."""
    path = uri if _ESCAPED.fullmatch(uri) else quote(uri, safe="/%")
    return base + path + (f"#{quote(fragment)}" if fragment else "")
