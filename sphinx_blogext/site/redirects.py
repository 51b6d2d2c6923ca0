"""Redirects from old names of posts, other names of terms, and ``page/1`` of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.config.terms import romanizer
from sphinx_blogext.core.addresses import documents_of, folder_of, further_page, is_page_name, page_at
from sphinx_blogext.core.slugs import slugify
from sphinx_blogext.site.ablog_redirects import ablog_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.pages import Listing, SitePages
    from sphinx_blogext.site.published_blog import PublishedBlog


class Refusal(NamedTuple):
    """A refused redirect, with the reason."""

    post: Post
    name: str
    reason: str


class Redirects(NamedTuple):
    """``targets`` maps the names of redirect pages to the pages they redirect to.

    Those in ``files`` also redirect from their file names: ``a.html`` exists in addition to ``a/index.html``.
    """

    targets: dict[str, str]
    files: frozenset[str]
    refused: tuple[Refusal, ...]


def collect_redirects(blogs: Iterable[PublishedBlog], pages: SitePages, *, folds_index: bool) -> Redirects:
    """Return the redirects of all posts and lists; none of them leaves the site or replaces a page.

    With *folds_index*, the pages ``x`` and ``x/index`` are the same file.

    All lead to a document or a list and never to another redirect, so there are no loops.
    """
    collector = _Collector(pages)
    for listing in pages.listings:
        collector.add_first_page(listing)
    for published in blogs:
        collector.add_aliases(published)
    for published in blogs:
        # After those of terms, so that a refusal can say where the name already leads.
        for post in (*published.blog.posts, *published.blog.unlisted):
            collector.add_post(post)
    for published in blogs:
        if published.config.blog_ablog_redirects:
            collector.add_former(ablog_pages(published, folds_index=folds_index))
    return Redirects(collector.targets, frozenset(collector.files), tuple(collector.refused))


class _Collector:
    """Collects redirects whose names are free."""

    def __init__(self, pages: SitePages) -> None:
        self.targets: dict[str, str] = {}
        self.files: set[str] = set()
        self.refused: list[Refusal] = []
        # Some file systems ignore case.
        self._taken = {page.casefold() for page in pages.generated.keys() | pages.documents}

    def _is_taken(self, name: str) -> bool:
        """Return whether the site has the page *name*, under any of its document names."""
        return any(map(self._has, documents_of(name)))

    def _has(self, document: str) -> bool:
        return document.casefold() in self._taken

    def add_first_page(self, listing: Listing) -> None:
        """Redirect ``page/1`` of a list to the list, because readers try it if there is a page 2."""
        first = further_page(folder_of(listing.name), 1)
        # With "stable", page 1 has the oldest posts.
        has_others = len(listing.pages) > 1
        if has_others and listing.pages[0].number == 1 and not self._is_taken(first):
            self.targets[first] = listing.name

    def add_aliases(self, published: PublishedBlog) -> None:
        """Redirect the pages that terms would have under their other names."""
        romanize, addresses = romanizer(published.config), published.pages.addresses
        for taxonomy in published.blog.taxonomies.values():
            for term in taxonomy.values():
                levels = (term.kind.parts(alias) for alias in term.settings.aliases)
                slugs = ("/".join(slugify(part, (), romanize) for part in parts) for parts in levels)
                names = (addresses.term(term.taxonomy, slug) for slug in slugs)
                free = (name for name in names if not self._is_taken(name))
                self.targets |= dict.fromkeys(free, published.pages.term_page(term))

    def add_former(self, pages: Iterable[tuple[str, str]]) -> None:
        """Redirect the former names of pages, unless they already lead somewhere else."""
        for name, target in pages:
            # ``blog`` redirects to the document ``blog/index``, although elsewhere the two are the same page.
            if not self._has(name) and name != target:
                self.targets.setdefault(name, target)

    def add_post(self, post: Post) -> None:
        """Redirect the pages that a post lists."""
        for written in post.redirects:
            name = page_name(written)
            if reason := self._reason_against(name, post):
                self.refused.append(Refusal(post, written, reason))
            elif name is not None:
                self.targets[name] = post.docname
                if written.strip().endswith(f"{name}.html"):
                    self.files.add(name)

    def _reason_against(self, name: str | None, post: Post) -> str:
        """Return why *name* cannot redirect to *post*, or ``""`` if it can."""
        if name is None:
            return "it is not a page of this site"
        if name in {post.docname, folder_of(post.docname)}:
            return "it redirects to itself"
        if self._is_taken(name):
            return "a page of that name exists"
        target = self.targets.get(name, post.docname)
        return f"it redirects to {target!r} already" if target != post.docname else ""


def page_name(written: str) -> str | None:
    """Return the page name for *written*, a path as users write it, or ``None`` if it is not a page name.

    A leading or trailing slash and ``.html`` are removed.
    """
    name = page_at(written.strip().strip("/"))
    return name if is_page_name(name) else None
