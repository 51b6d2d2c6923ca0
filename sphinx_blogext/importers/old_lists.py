"""Redirects from the lists of the old site, as the value of ``blog_redirects``."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC
from typing import TYPE_CHECKING

from sphinx_blogext.core.addresses import FEED_FILES, folder_of, is_generated, is_page_name, names_in
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
    from sphinx_blogext.importers.lists.paging import Paging
    from sphinx_blogext.importers.records import ImportedPost, OldSite

_NO_NAME = N_("the old URL %(address)s does not redirect: no page can have that name")
_FURTHER = re.compile(r"/?page/\d+$")
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
    for address, target, count in [*_whole_lists(site, posts), *_lists_of(posts)]:
        if target.startswith("feed:"):
            # Without the URL of the site there are no feeds.
            if site.url and is_page_name(address.strip("/").rpartition(".")[0]):
                found[address.strip("/")] = target
            elif site.url:
                source.note("conf.py", 0, _NO_NAME, address=address)
            continue
        for written in _pages_of(site.paging, address, target, count):
            # A list has no fragment: the sign is part of the name of a term.
            names = {page: None if "#" in page else redirect_name(page) for page in names_in(written)}
            own = _own_page(target, site)
            reasons = (_reason_against(name, own, layout.blog, taken, exists) for name in names.values())
            if reason := next(filter(None, reasons), ""):
                source.note("conf.py", 0, reason, address=written)
            elif names:
                found.setdefault(_entry(written), target)
    return found


def _pages_of(paging: Paging | None, address: str, target: str, count: int) -> Iterator[str]:
    """Yield the URL path of a list of *count* posts, and that of its further pages, with a range of numbers."""
    if address.strip("/"):
        # The home page of the site is a document, even where it listed posts.
        yield address
    if paging:
        kind = target if target == "archive:" else target.partition(":")[0]
        path, lowest, highest = paging.further_pages(address, kind, count)
        numbers = f"{{{lowest}-{highest}}}" if lowest < highest else str(lowest)
        if path:
            # The URL of the list may contain the same characters.
            yield numbers.join(path.rsplit("{page}", 1))


def _entry(address: str) -> str:
    """Return the key in ``blog_redirects`` for a URL path that a page can have."""
    name = redirect_name(address) or ""
    is_file = address.endswith(".html") and not name.endswith("/index")
    return f"{name}.html" if is_file else name


def _is_listed(post: ImportedPost, now: datetime) -> bool:
    """Return whether our lists contain a post."""
    if post.moment is None or post.moment > now or post.fields.get("draft") or post.fields.get("unlisted"):
        return False
    expires = read_moment(str(post.fields.get("expires", "")), now.tzinfo or UTC)
    return expires is None or expires.moment > now


def _whole_lists(site: OldSite, posts: list[ImportedPost]) -> Iterator[tuple[str, str, int]]:
    """Yield the lists of all posts, years and terms that there are in ours, with targets and numbers of posts."""
    fields = {kind for kind, field in FIELDS.items() if any(post.fields.get(field) for post in posts)}
    fields |= {"author"} if site.author else set()
    languages = {post.language for post in posts}
    for address, target in site.lists.items():
        kind, _colon, rest = target.removeprefix("feed:").partition(":")
        is_whole = kind in {"archive", "post"} or (kind == "language" and rest.partition("/")[0] in languages)
        # Lists of terms have one page, as far as we know. Those in a language may have posts in others.
        count = len(posts) if is_whole else 0
        if posts and (count or kind in {*FEED_FILES} | fields):
            yield address, target, count


def _lists_of(posts: list[ImportedPost]) -> list[tuple[str, str, int]]:
    """Return the lists of terms and years, those with the most posts first: two may have had one URL."""
    counts = Counter(pair for post in posts for pair in post.lists.items())
    found = [(address, target, count) for (address, target), count in counts.items()]
    return sorted(found, key=lambda entry: (-entry[2], entry))


def _reason_against(name: str | None, own: str, blog: str, taken: set[str], exists: Callable[[str], bool]) -> str:
    """Return why the page *name* cannot redirect to our page *own*, or ``""`` if it can or need not."""
    if name is None:
        return _NO_NAME
    page = folder_of(name)
    if not {name.casefold(), page.casefold()}.isdisjoint(taken):
        return N_("the old URL %(address)s does not redirect: another post has it now")
    below = page.removeprefix(f"{blog}/") if blog and page != blog else page.removeprefix(blog)
    is_ours = below != page or not blog
    if is_ours and _FURTHER.sub("", below) == own:
        return ""
    # Lists of months are an option, and off unless a site turns it on.
    if is_ours and is_generated(below) and not _MONTH.fullmatch(below):
        return N_("the old URL %(address)s does not redirect: the blog generates a page there")
    return N_("the old URL %(address)s does not redirect: the site has a page there") if exists(page) else ""


def _own_page(target: str, site: OldSite) -> str:
    """Return the name of our page for *target*, below the first page of the blog."""
    kind, _colon, name = target.partition(":")
    if kind == "post":
        return ""
    if kind == "archive":
        return name or kind
    slug = site.authors.get(name, {}).get("slug", "") if kind == "author" else ""
    return f"{kind}/{slug or slugify(name)}" if name else kind


def _name_in(written: str) -> str:
    return folder_of(written.removesuffix(".html"))
