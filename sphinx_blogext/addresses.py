"""Makes the name of every page of a blog; no other module joins one from parts.

The document ``x/index`` replaces the page ``x``, but only there: what lies below that page is still
named after ``x``. So names are made of names, and ``page_of`` comes last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set


@dataclass(frozen=True, slots=True)
class Addresses:
    """The page names of the blog whose first page is *root*, whatever documents replace them."""

    root: str

    @property
    def archive(self) -> str:
        return f"{self.root}/archive"

    @property
    def drafts(self) -> str:
        return f"{self.root}/drafts"

    @property
    def subscribe(self) -> str:
        return f"{self.root}/subscribe"

    def overview(self, taxonomy: str) -> str:
        """Return the name of the list of the terms of *taxonomy*."""
        return f"{self.root}/{taxonomy}"

    def term(self, taxonomy: str, slug: str) -> str:
        return f"{self.overview(taxonomy)}/{slug}"

    def year(self, year: int) -> str:
        return f"{self.root}/{year}"


def in_language(name: str, slug: str) -> str:
    """Return the name of the list *name* in one language; that of the whole blog is the language's term."""
    return f"{name}/language/{slug}"


def further_page(folder: str, number: int | None) -> str:
    """Return the name of page *number* of the list that is below *folder*."""
    return f"{folder}/page/{number}".lstrip("/")


def further_list(folder: str, number: int) -> str:
    """Return the folder of the further pages of list *number* of the document that is below *folder*."""
    return f"{folder}/list-{number}".lstrip("/")


def feed_file(folder: str, name: str) -> str:
    """Return the path of a file of the feeds of the list *folder*."""
    return f"{folder}/{name}"


def folder_of(docname: str) -> str:
    """Return the name of the page that a document is, which pages below it begin with: ``x`` of ``x/index``."""
    return "" if docname == "index" else docname.removesuffix("/index")


def page_of(name: str, documents: Set[str]) -> str:
    """Return the document that is the page *name*, ``name`` or ``name/index``, or *name*."""
    return f"{name}/index" if name not in documents and f"{name}/index" in documents else name
