"""The data of the years and months of a blog."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx_blogext.core.model import Archive
    from sphinx_blogext.pages.terms import TermData
    from sphinx_blogext.site.published_blog import PublishedBlog


class ArchiveData:
    """Creates plain data of the years and months for which a blog has pages."""

    def __init__(self, published: PublishedBlog, terms: TermData) -> None:
        self._blog = published.blog
        self._pages = published.pages
        self._has_months = published.config.blog_archive_months
        self._terms = terms

    @cached_property
    def years(self) -> list[dict[str, Any]]:
        """The years, the latest first, each with its ``months``."""
        years = []
        for archive in self._blog.archives:
            name = self._pages.addresses.year(archive.year)
            months = self.months.get(archive.year, [])
            years.append(self._span(archive, archive.name, name) | {"months": months})
        return years

    @cached_property
    def months(self) -> dict[int, list[dict[str, Any]]]:
        """The months of each year, the latest first, if they have pages."""
        found: dict[int, list[dict[str, Any]]] = {}
        for archive in self._blog.months if self._has_months else ():
            name = self._pages.addresses.month(archive.year, archive.month)
            label = self._terms.words.month(archive.year, archive.month)
            short = self._terms.words.month(archive.year, archive.month, is_short=True)
            found.setdefault(archive.year, []).append(self._span(archive, label, name) | {"short": short})
        return found

    def _span(self, archive: Archive, label: str, name: str) -> dict[str, Any]:
        return {
            "label": label,
            "url": self._terms.url(self._pages.page_of(name)),
            "count": archive.count,
            "count_text": self._terms.words.number(archive.count),
        }
