"""Redirects from the lists of the old site, as the value of ``blog_redirects``."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import FEED_FILES, folder_of, is_generated
from sphinx_blogext.core.marks import N_
from sphinx_blogext.core.slugs import slugify
from sphinx_blogext.importers.addresses import redirect_name
from sphinx_blogext.importers.dates import read_moment
from sphinx_blogext.importers.lists.notes import FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from sphinx_blogext.importers.files import Source
    from sphinx_blogext.importers.layout import Layout
    from sphinx_blogext.importers.records import ImportedPost, OldSite

_MONTH = re.compile(r"\d{4}/\d\d")


def list_redirects(
    source: Source, site: OldSite, layout: Layout, exists: Callable[[str], bool], now: datetime
) -> dict[str, str]:
    """Return redirects from the lists of posts published by *now*, for ``blog_redirects``.

    *exists* tells whether the site has a page with a name. Note which URLs cannot redirect.
    """
    posts = [post for post in site.posts if _is_listed(post, now)]
    taken = {folder_of(name).casefold() for name in layout.documents.values()}
    taken |= {_name_in(written).casefold() for names in layout.redirects.values() for written in names}
    found: dict[str, str] = {}
    for address, target in [*_whole_lists(site, posts), *_lists_of(posts)]:
        if target.startswith("feed:"):
            # Without the URL of the site there are no feeds.
            found |= {address.strip("/"): target} if site.url else {}
            continue
        name = redirect_name(address)
        if reason := _reason_against(name, target, layout.blog, taken, exists):
            source.note("conf.py", 0, reason, address=address)
        elif name:
            is_file = address.endswith(".html") and not name.endswith("/index")
            found.setdefault(f"{name}.html" if is_file else name, target)
    return found


def _is_listed(post: ImportedPost, now: datetime) -> bool:
    """Return whether our lists contain a post."""
    if post.moment is None or post.moment > now or post.fields.get("draft") or post.fields.get("unlisted"):
        return False
    expires = read_moment(str(post.fields.get("expires", "")), now.tzinfo or UTC)
    return expires is None or expires.moment > now


def _whole_lists(site: OldSite, posts: list[ImportedPost]) -> Iterator[tuple[str, str]]:
    """Yield the lists of all posts, years and terms that there are in ours, with their targets."""
    fields = {kind for kind, field in FIELDS.items() if any(post.fields.get(field) for post in posts)}
    fields |= {"author"} if site.author else set()
    languages = {f"language:{post.language}" for post in posts if post.language}
    for address, target in site.lists.items():
        kind, _colon, rest = target.removeprefix("feed:").partition(":")
        is_there = kind in {"archive", "post", *FEED_FILES} | fields
        if posts and (is_there or f"{kind}:{rest.partition('/')[0]}" in languages):
            yield address, target


def _lists_of(posts: list[ImportedPost]) -> list[tuple[str, str]]:
    """Return the lists of terms and years, those with the most posts first: two may have had one URL."""
    counts = Counter(pair for post in posts for pair in post.lists.items())
    return sorted(counts, key=lambda pair: (-counts[pair], pair))


def _reason_against(
    name: str | None, target: str, blog: str, taken: set[str], exists: Callable[[str], bool]
) -> str:
    """Return why the page *name* cannot redirect to *target*, or ``""`` if it can or need not."""
    if name is None:
        return N_("the old URL %(address)s does not redirect: no page can have that name")
    page = folder_of(name)
    if not {name.casefold(), page.casefold()}.isdisjoint(taken):
        return N_("the old URL %(address)s does not redirect: another post has it now")
    below = page.removeprefix(f"{blog}/") if blog and page != blog else page.removeprefix(blog)
    is_ours = below != page or not blog
    if is_ours and below == _own_page(target):
        return ""
    # Lists of months are an option, and off unless a site turns it on.
    if is_ours and is_generated(below) and not _MONTH.fullmatch(below):
        return N_("the old URL %(address)s does not redirect: the blog generates a page there")
    return N_("the old URL %(address)s does not redirect: the site has a page there") if exists(page) else ""


def _own_page(target: str) -> str:
    """Return the name of our page for *target*, below the first page of the blog."""
    kind, _colon, name = target.partition(":")
    if kind == "post":
        return ""
    if kind == "archive":
        return name or kind
    return f"{kind}/{slugify(name)}" if name else kind


def _name_in(written: str) -> str:
    return folder_of(written.removesuffix(".html"))
