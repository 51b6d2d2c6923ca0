"""The lists in documents, other than the lists of the blog's own pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.addresses import folder_of, further_list, is_inside, name_at
from sphinx_blogext.core.list_request import EVERY_BLOG, ListRequest, select_posts
from sphinx_blogext.core.pagination import Paging, paginate_list
from sphinx_blogext.site.pages import Listing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.blog import Blog
    from sphinx_blogext.site.pages import Pages


class Requests(NamedTuple):
    """The lists in documents, in document order, and a function that tells whether one belongs to this blog.

    *roots* are the first pages of all blogs.
    """

    by_document: Mapping[str, tuple[ListRequest, ...]]
    is_ours: Callable[[str, ListRequest], bool] = lambda _docname, _request: True
    roots: tuple[str, ...] = ()

    def of(self, docname: str) -> list[tuple[int, ListRequest]]:
        """Return this blog's lists in a document, with their numbers there."""
        every = enumerate(self.by_document.get(docname, ()))
        return [(place, request) for place, request in every if self.is_ours(docname, request)]

    def number(self, docname: str, place: int) -> int | None:
        """Return how many paginated lists may come before that at *place*; ``None`` if all belong to one blog.

        If there are lists of other blogs, this blog cannot know whether the document is a page of one of them: any
        document in their folders may be.
        """
        if not self._has_others(docname):
            return None
        pages = sum(request.page_size is not None for request in self.by_document[docname][:place])
        return self._is_in_folder(docname) + pages

    def feeds_before(self, docname: str, place: int, *, is_page: bool) -> int:
        """Return how many feeds the document itself and its lists before that at *place* have or may have.

        *is_page* says that the document is a page of the blog with feeds.
        """
        may_be_page = is_page or folder_of(docname) in map(name_at, self.roots)
        may_be_page |= self._has_others(docname) and self._is_in_folder(docname)
        return may_be_page + sum(request.has_feed for request in self.by_document[docname][:place])

    def _has_others(self, docname: str) -> bool:
        return len(self.of(docname)) < len(self.by_document[docname])

    def _is_in_folder(self, docname: str) -> bool:
        return any(is_inside(docname, root) for root in self.roots)


def add_document_lists(
    blog: Blog, every: Callable[[], Blog], requests: Requests, config: BlogConfig, pages: Pages
) -> None:
    """Add the lists that are not those of a page of *blog* to its *pages*; *every* returns all blogs as one."""
    # Sorted, because parallel readers finish in arbitrary order.
    for docname in sorted(requests.by_document):
        if docname not in pages.documents:
            continue
        paginated = int(any(owned.owner == docname for owned in pages.listings))
        for place, request in requests.of(docname):
            if (docname, place) in pages.placed:
                continue
            below = _folder(docname, place, requests, paginated)
            paginated += request.page_size is not None
            source = every() if request.blog == EVERY_BLOG else blog
            listing = _list_of(docname, request, source, config, pages, below)
            pages.placed[docname, place] = listing
            if request.page_size is not None:
                pages.listings.append(listing)


def _list_of(
    docname: str, request: ListRequest, blog: Blog, config: BlogConfig, pages: Pages, below: str
) -> Listing:
    """Return the list of posts of *blog* that a document asks for; further pages are in the folder *below*."""
    style = request.style_or("titles")
    options: dict[str, Any] = {
        "without": docname,
        "is_archive": style == "archive",
        "with_all": config.conventions.postlist_match == "all",
    }
    chosen = select_posts(blog, request, blog.posts, **options)
    paging = Paging(config.blog_page_size, config.blog_pagination)
    return Listing(
        kind="document",
        title="",
        root=pages.addresses.path,
        pages=paginate_list(chosen, request, request.page_size, paging, name=docname, below=below),
        style=style,
        owner=docname,
        request=request,
        unknown=chosen.unknown,
        language=request.language,
    )


def _folder(docname: str, place: int, requests: Requests, paginated: int) -> str:
    """Return the folder of further pages of list *place*; *paginated* lists before it have pages."""
    folder, number = folder_of(docname), requests.number(docname, place)
    before = paginated if number is None else number
    return folder if not before else further_list(folder, before + 1)
