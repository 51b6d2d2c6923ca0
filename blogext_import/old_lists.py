"""Redirects from the lists of the old site, as the value of ``blog_redirects``."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC
from posixpath import join
from typing import TYPE_CHECKING

from blogext_import.addresses import redirect_name
from blogext_import.lists.notes import FIELDS
from blogext_import.post_dates import read_moment
from sphinx_blogext.core.addresses import folder_of, is_generated, is_page_name, names_in
from sphinx_blogext.core.slugs import slugify
from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from blogext_import.layout import Layout
    from blogext_import.old_files import Source
    from blogext_import.post_records import ImportedPost, OldSite

_NO_NAME = "the old URL %(address)s does not redirect: no page can have that name"
_FURTHER = re.compile(r"/?page/\d+$")
_MONTH = re.compile(r"\d{4}/\d\d")
_TERM = re.compile(rf"({'|'.join(TAXONOMIES)})/[^/]+")
#: A list that is an option, too.
_DRAFTS = "drafts"


def list_redirects(
    source: Source, site: OldSite, layout: Layout, exists: Callable[[str], bool], now: datetime
) -> dict[str, str]:
    """Return redirects from the lists of posts published by *now*, for ``blog_redirects``.

    *exists* tells whether the site has a page with a name. Note which URLs cannot redirect.
    """
    posts = [post for post in site.posts if _is_listed(post, now)]
    taken = {folder_of(name).casefold() for name in layout.documents.values()}
    taken |= {
        folder_of(written.removesuffix(".html")).casefold()
        for names in layout.redirects.values()
        for written in names
    }
    ours = _term_pages(site)
    found: dict[str, str] = {}
    for address, target in [*_whole_lists(site, posts), *_lists_of(posts)]:
        if target.startswith("feed:"):
            name = address.strip("/")
            # Without the URL of the site there are no feeds.
            if not site.url or _is_other_feed(name, _own_file(target, layout.blog, site), layout.blog, ours):
                continue
            reason = "" if is_page_name(name.rpartition(".")[0]) else _NO_NAME
            _redirect(source, found, name, target, [reason])
            continue
        own = _own_page(target, site)
        # The home page of the site is a document, even where it listed posts. A list has no fragment: the sign is
        # part of the name of a term.
        pages = names_in(address) if address.strip("/") else ()
        names = [None if "#" in page else redirect_name(page) for page in pages]
        reasons = [_reason_against(name, own, layout.blog, taken, ours, exists) for name in names]
        _redirect(source, found, address, target, reasons)
    return found


def _redirect(source: Source, found: dict[str, str], address: str, target: str, reasons: list[str]) -> None:
    """Add a redirect from the URL path *address*, or note the first of the *reasons* against its pages."""
    if reason := next(filter(None, reasons), ""):
        source.note("conf.py", 0, reason, address=address)
    elif reasons:
        found.setdefault(address if target.startswith("feed:") else _entry(address), target)


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


def _whole_lists(site: OldSite, posts: list[ImportedPost]) -> Iterator[tuple[str, str]]:
    """Yield the lists of all posts, years and terms that there are in ours, with targets."""
    fields = {kind for kind, field in FIELDS.items() if any(post.fields.get(field) for post in posts)}
    fields |= {"author"} if site.author else set()
    fields |= {target.partition(":")[0] for post in posts for target in post.lists.values()} & set(TAXONOMIES)
    languages = {post.language for post in posts if post.language}
    for address, target in site.lists.items():
        kind, _colon, rest = target.removeprefix("feed:").partition(":")
        is_whole = kind in {"archive", "post"} or (kind == "language" and rest.partition("/")[0] in languages)
        if posts and (is_whole or target == f"feed:{kind}" or kind in fields):
            yield address, target


def _lists_of(posts: list[ImportedPost]) -> list[tuple[str, str]]:
    """Return the lists of terms and years, those with the most posts first: two may have had one URL."""
    counts = Counter(pair for post in posts for pair in post.lists.items())
    return sorted(counts, key=lambda pair: (-counts[pair], pair))


def needed_redirects(redirects: Mapping[str, str], blog: str, site: OldSite) -> dict[str, str]:
    """Return those of the *redirects* that do not lead to the page or feed of that name, in the blog at *blog*."""
    return {written: target for written, target in redirects.items() if written != _own_file(target, blog, site)}


def _own_file(target: str, blog: str, site: OldSite) -> str:
    """Return the key in ``blog_redirects`` for our page or feed of that name."""
    if not target.startswith("feed:"):
        return f"{join(blog, _own_page(target, site)).rstrip('/')}.html"
    lister, _slash, feed = target.removeprefix("feed:").rpartition("/")
    return join(blog, _own_page(lister, site) if lister else "", feed)


def _term_pages(site: OldSite) -> set[str]:
    """Return the names of our pages of terms, below the first page of the blog."""
    targets = {target for post in site.posts for target in post.lists.values() if not target.startswith("feed:")}
    for kind, field in FIELDS.items():
        targets |= {f"{kind}:{name}" for post in site.posts for name in post.fields.get(field, ())}
    return {_own_page(target, site).casefold() for target in targets}


def _is_other_feed(name: str, own: str, blog: str, ours: set[str]) -> bool:
    """Return whether our list of another term has a feed called *name*, where that of the term is called *own*."""
    folder = name.rpartition("/")[0]
    if folder.casefold() == own.rpartition("/")[0].casefold() or (blog and not folder.startswith(f"{blog}/")):
        return False
    return folder.removeprefix(f"{blog}/").casefold() in ours


def _reason_against(
    name: str | None, own: str, blog: str, taken: set[str], ours: set[str], exists: Callable[[str], bool]
) -> str:
    """Return why the page *name* cannot redirect to our page *own*, or ``""`` if it can or need not."""
    if name is None:
        return _NO_NAME
    page = folder_of(name)
    if not {name.casefold(), page.casefold()}.isdisjoint(taken):
        return "the old URL %(address)s does not redirect: another post has it now"
    below = page.removeprefix(f"{blog}/") if blog and page != blog else page.removeprefix(blog)
    is_ours = below != page or not blog
    if is_ours and _FURTHER.sub("", below) == own:
        return ""
    if is_ours and below == _DRAFTS:
        return ""
    if is_ours and _is_written(below, ours):
        return "the old URL %(address)s does not redirect: the blog generates a page there"
    return "the old URL %(address)s does not redirect: the site has a page there" if exists(page) else ""


def _is_written(name: str, ours: set[str]) -> bool:
    """Return whether the blog writes the page *name* below its first page; *ours* are its pages of terms."""
    if _TERM.fullmatch(name):
        return name.casefold() in ours
    # Lists of months are an option, and off unless a site turns it on.
    return is_generated(name) and not _MONTH.fullmatch(name)


def _own_page(target: str, site: OldSite) -> str:
    """Return the name of our page for *target*, below the first page of the blog."""
    kind, _colon, name = target.partition(":")
    if kind == "post":
        return ""
    if kind == "archive":
        return name or kind
    slug = site.authors.get(name, {}).get("slug", "") if kind == "author" else ""
    return f"{kind}/{slug or slugify(name)}" if name else kind
