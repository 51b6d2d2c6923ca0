"""Pages that forward to another: old names of posts, and ``page/1`` of a list."""

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
    """A redirect that is not made, and why."""

    post: Post
    name: str
    reason: str


class Redirects(NamedTuple):
    """``targets`` maps the page names that forward to the documents they forward to.

    Those in ``files`` forward by the names of their files, too: ``a.html`` stands beside ``a/index.html``.
    """

    targets: dict[str, str]
    files: frozenset[str]
    refused: tuple[Refusal, ...]


def collect_redirects(blogs: Iterable[PublishedBlog], pages: SitePages, *, folds_index: bool) -> Redirects:
    """Return the redirects of all posts and lists; none leaves the site or takes a page's place.

    With *folds_index* the pages ``x`` and ``x/index`` are one file.

    All lead to a document or a list, never to another redirect: there is no loop.
    """
    collector = _Collector(pages)
    for listing in pages.listings:
        collector.add_first_page(listing)
    for published in blogs:
        collector.add_aliases(published)
    for published in blogs:
        # Collected last, so that a refusal can say what the name already leads to.
        for post in (*published.blog.posts, *published.blog.unlisted):
            collector.add_post(post)
    for published in blogs:
        if published.config.blog_ablog_redirects:
            collector.add_former(ablog_pages(published, folds_index=folds_index))
    return Redirects(collector.targets, frozenset(collector.files), tuple(collector.refused))


class _Collector:
    """Collects redirects, as far as their names are free."""

    def __init__(self, pages: SitePages) -> None:
        self.targets: dict[str, str] = {}
        self.files: set[str] = set()
        self.refused: list[Refusal] = []
        # Some file systems know no upper case.
        self._taken = {page.casefold() for page in pages.generated.keys() | pages.documents}

    def _is_taken(self, name: str) -> bool:
        """Return whether the site has the page *name*, whichever document it is."""
        return any(map(self._has, documents_of(name)))

    def _has(self, document: str) -> bool:
        return document.casefold() in self._taken

    def add_first_page(self, listing: Listing) -> None:
        """Forward ``page/1`` of a list to it: where there is a page 2, readers try it."""
        first = further_page(folder_of(listing.name), 1)
        # Under "stable" page 1 is that of the oldest posts.
        has_others = len(listing.pages) > 1
        if has_others and listing.pages[0].number == 1 and not self._is_taken(first):
            self.targets[first] = listing.name

    def add_aliases(self, published: PublishedBlog) -> None:
        """Forward the pages that terms would have by their other names."""
        romanize, addresses = romanizer(published.config), published.pages.addresses
        for taxonomy in published.blog.taxonomies.values():
            for term in taxonomy.values():
                levels = (term.kind.parts(alias) for alias in term.settings.aliases)
                slugs = ("/".join(slugify(part, (), romanize) for part in parts) for parts in levels)
                names = (addresses.term(term.taxonomy, slug) for slug in slugs)
                free = (name for name in names if not self._is_taken(name))
                self.targets |= dict.fromkeys(free, published.pages.term_page(term))

    def add_former(self, pages: Iterable[tuple[str, str]]) -> None:
        """Forward pages that have another address now, unless their old one leads somewhere else already."""
        for name, target in pages:
            # ``blog`` forwards to the document ``blog/index``, which is that page to everybody else.
            if not self._has(name) and name != target:
                self.targets.setdefault(name, target)

    def add_post(self, post: Post) -> None:
        """Forward the pages that a post names."""
        for written in post.redirects:
            name = page_name(written)
            if reason := self._reason_against(name, post):
                self.refused.append(Refusal(post, written, reason))
            elif name is not None:
                self.targets[name] = post.docname
                if written.strip().endswith(f"{name}.html"):
                    self.files.add(name)

    def _reason_against(self, name: str | None, post: Post) -> str:
        """Return why *name* cannot forward to *post*; nothing if it can."""
        if name is None:
            return "it is not a page of this site"
        if name in {post.docname, folder_of(post.docname)}:
            return "it leads to itself"
        if self._is_taken(name):
            return "a page of that name exists"
        target = self.targets.get(name, post.docname)
        return f"it leads to {target!r} already" if target != post.docname else ""


def page_name(written: str) -> str | None:
    """Return the page name in *written*, a path as people give it, or ``None`` if it is not one.

    A leading or trailing slash and ``.html`` are dropped.
    """
    name = page_at(written.strip().strip("/"))
    return name if is_page_name(name) else None
