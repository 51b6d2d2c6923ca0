"""Paginates lists of posts according to the options of the blog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.pagination import paginate

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_blogext.core.list_request import ListRequest, Selection
    from sphinx_blogext.core.model import Post
    from sphinx_blogext.core.pagination import Order, Page


def cut(
    config: Config,
    name: str,
    below: str,
    chosen: Selection,
    request: ListRequest,
    page_size: int | None,
    *,
    is_series: bool = False,
) -> tuple[Page[Post], ...]:
    """Divide the posts *chosen* into pages of *page_size* (0: the blog's own size; ``None``: a single page).

    The first is the page *name*; the names of others are below *below*.
    """
    # At least 1: even an empty list has a page, and the page size must not be 0.
    size = max(1, len(chosen.posts)) if page_size is None else page_size or config.blog_page_size
    # A reversed list or a series begins with its oldest post, so its pages are stable anyway.
    is_newest_first = not (request.order or request.is_series or is_series)
    is_stable = config.blog_pagination == "stable" and page_size is not None and is_newest_first
    order: Order = "stable" if is_stable else "newest"
    return paginate(chosen.posts, size, name=name, below=below, order=order, pinned=chosen.pinned)
