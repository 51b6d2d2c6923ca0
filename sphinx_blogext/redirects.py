"""Pages that forward to another: old names of posts, and ``page/1`` of a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.addresses import folder_of, further_page, is_page_name
from sphinx_blogext.slugs import slugify

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_blogext.blog import Blog
    from sphinx_blogext.listings import Pages
    from sphinx_blogext.model import Post


class Refusal(NamedTuple):
    """A redirect that is not made, and why."""

    post: Post
    name: str
    reason: str


class Redirects(NamedTuple):
    """``targets`` maps the page names that forward to the documents they forward to."""

    targets: dict[str, str]
    refused: tuple[Refusal, ...]


def collect_redirects(blog: Blog, pages: Pages, romanize: Callable[[str], str] | None = None) -> Redirects:
    """Return the redirects of all posts and lists; none leaves the site or takes a page's place.

    All lead to a document or a list, never to another redirect: there is no loop.
    """
    documents = {docname.casefold() for docname in pages.documents}
    taken = {page.name for page in pages.written_listings()} | {page.name for page in pages.overviews}
    targets: dict[str, str] = {}
    for listing in pages.listings:
        first = further_page(folder_of(listing.name), 1)
        # Where there is a page 2, readers try page 1. Under "stable" it is that of the oldest posts.
        has_others = len(listing.pages) > 1
        if has_others and listing.pages[0].number == 1 and first not in taken | pages.documents:
            targets[first] = listing.name
    documents_and_pages = taken | pages.documents
    for taxonomy in blog.taxonomies.values():
        for term in taxonomy.values():
            target = pages.term_page(term)
            slugs = [slugify(alias, (), romanize) for alias in term.settings.aliases]
            names = [pages.addresses.term(term.taxonomy, slug) for slug in slugs]
            targets.update({name: target for name in names if name not in documents_and_pages})
    refused: list[Refusal] = []
    for post in (*blog.posts, *blog.unlisted):
        for written in post.redirects:
            name = page_name(written)
            if name is None:
                refused.append(Refusal(post, written, "it is not a page of this site"))
            elif name in {post.docname, folder_of(post.docname)}:
                refused.append(Refusal(post, written, "it leads to itself"))
            elif {name.casefold(), f"{name.casefold()}/index"} & documents or name in taken:
                refused.append(Refusal(post, written, "a page of that name exists"))
            elif targets.get(name, post.docname) != post.docname:
                refused.append(Refusal(post, written, f"it leads to {targets[name]!r} already"))
            else:
                targets[name] = post.docname
    return Redirects(targets, tuple(refused))


def page_name(written: str) -> str | None:
    """Return the page name in *written*, a path as people give it, or ``None`` if it is not one.

    A leading or trailing slash and ``.html`` are dropped.
    """
    name = re.sub(r"(/index)?\.html?$", "", written.strip().strip("/"))
    return name if is_page_name(name) else None
