"""Lists of the old site: those that had a post, and redirects from them, as the value of ``blog_redirects``.

Redirects that the configuration of the old site defines go on to posts and lists, too.
"""

import re
from collections import ChainMap, Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial, reduce
from itertools import chain
from posixpath import join

from blogext_import.addresses import below_blog, redirect_key, redirect_name, site_path, tidy
from blogext_import.links import Layout
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.reading import stem_of, suffix_of
from blogext_import.values import read_moment
from sphinx_blogext.core.addresses import folder_of, is_generated, is_page_name, names_in
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.core.terms import slugify

_NO_NAME = "the old URL %(address)s does not redirect: no page can have that name"
_LONGEST_CHAIN = 10
_FURTHER = re.compile(r"/?page/\d+$")
_MONTH = re.compile(r"\d{4}/\d\d")
_TERM = re.compile(rf"({'|'.join(TAXONOMIES)})/[^/]+")
#: A list that is an option, too.
_DRAFTS = "drafts"
FIELDS = {"tag": "tags", "category": "category", "author": "author", "series": "series"}
#: Names of pages that other engines' sites make by hand, with a layout of the theme.
_BY_HAND = {
    **dict.fromkeys(("tags", "tag"), "tag:"),
    **dict.fromkeys(("categories", "category"), "category:"),
    **dict.fromkeys(("archives", "archive"), "archive:"),
    "authors": "author:",
    "series": "series:",
}


def list_redirects(
    source: Source, site: OldSite, layout: Layout, exists: Callable[[str], bool], now: datetime
) -> dict[str, str]:
    """Return ``blog_redirects`` from the lists of posts published by *now*; *exists* tells if a page does."""
    posts = list(filter(partial(_is_listed, now=now), site.posts))
    written = (name.removesuffix(".html") for names in layout.redirects.values() for name in names)
    taken = {folder_of(name).casefold() for name in [*layout.documents.values(), *written]}
    ours = _term_pages(site)
    redirects: dict[str, str] = {}
    for address, target in _lists_of(site, posts):
        if target.startswith("feed:"):
            key = address = address.strip("/")
            reasons = _reasons_against_feed(key, target, site, layout.blog, ours)
        else:
            key, own = redirect_key(address), _own_page(target, site)
            # The home page of the site is a document, even where it listed posts.
            pages = names_in(address) if address.strip("/") else ()
            reasons = [_reason_against(page, own, layout.blog, taken, ours, exists) for page in pages]
        if reason := next(filter(None, reasons), ""):
            source.note("conf.py", 0, reason, address=address)
        elif reasons:
            redirects.setdefault(key, target)
    return redirects


def _reasons_against_feed(name: str, target: str, site: OldSite, blog: str, ours: set[str]) -> list[str]:
    """Return why the feed *name* cannot redirect, ``""`` if it can; nothing if it need not."""
    # Without the URL of the site there are no feeds.
    if not site.url or _is_other_feed(name, _own_file(target, blog, site), blog, ours):
        return []
    return ["" if is_page_name(name.rpartition(".")[0]) else _NO_NAME]


def _is_listed(post: ImportedPost, now: datetime) -> bool:
    if post.moment is None or post.moment > now or post.fields.get("draft") or post.fields.get("unlisted"):
        return False
    expires = read_moment(str(post.fields.get("expires", "")), now.tzinfo or UTC)
    return expires is None or expires.moment > now


def _lists_of(site: OldSite, posts: list[ImportedPost]) -> Iterator[tuple[str, str]]:
    kinds = _kinds_of(site, posts)
    languages = {f"language:{post.language}" for post in posts if post.language}
    for address, target in site.lists.items() if posts else ():
        name = target.removeprefix("feed:")
        is_whole_feed = target == f"feed:{name}" and ":" not in name
        if is_whole_feed or name.partition(":")[0] in kinds or name.partition("/")[0] in languages:
            yield address, target
    # Those with the most posts first: two may have had one URL.
    counts = Counter(chain.from_iterable(post.lists.items() for post in posts))
    yield from sorted(counts, key=lambda pair: (-counts[pair], pair))


def _kinds_of(site: OldSite, posts: list[ImportedPost]) -> set[str]:
    kinds = {kind for post in posts for kind, field in FIELDS.items() if post.fields.get(field)}
    kinds |= {"archive", "post", *["author"] * bool(site.author)}
    return kinds | {each.partition(":")[0] for post in posts for each in post.lists.values()}


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
    address: str, own: str, blog: str, taken: set[str], ours: set[str], exists: Callable[[str], bool]
) -> str:
    """Return why the page at *address* cannot redirect to our page *own*, or ``""`` if it can or need not."""
    name = redirect_name(address)
    # A list has no fragment: the sign is part of the name of a term.
    if name is None or "#" in address:
        return _NO_NAME
    page = folder_of(name)
    if not {name.casefold(), page.casefold()}.isdisjoint(taken):
        return "the old URL %(address)s does not redirect: another post has it now"
    below = below_blog(page, blog)
    if below is not None:
        if _FURTHER.sub("", below) == own or below == _DRAFTS:
            return ""
        if _is_written(below, ours):
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


def note_terms(
    post: ImportedPost,
    kind: str,
    address_of: Callable[[str], str | None],
    feed_of: Callable[[str], str | None] = lambda name: None,
) -> None:
    """Note the lists of a post's terms; *address_of* returns their URL paths, *feed_of* those of their feeds."""
    for name in post.fields.get(FIELDS[kind], ()):
        note_list(post, address_of(name) or "", f"{kind}:{name}")
        feed = feed_of(name) or ""
        note_list(post, feed, f"feed:{kind}:{name}/{'atom' if 'atom' in feed else 'rss'}.xml")


def note_list(post: ImportedPost, address: str, target: str) -> None:
    if address.strip("/"):
        post.lists.setdefault(tidy(address), target)


def note_list_pages(site: OldSite, address_of: Callable[[str], str]) -> None:
    """Note the old pages whose names say that they list terms or years; *address_of* returns their URL paths."""
    for path in site.pages:
        name = stem_of(path) if stem_of(path) not in {"index", "_index"} else path.split("/")[-2:][0]
        if (target := _BY_HAND.get(name.lower())) and suffix_of(path) != ".rst":
            site.lists.setdefault(tidy(address_of(path)), target)


def follow_forwards(site: OldSite) -> None:
    """Add the old site's redirects to posts and lists to those that the import makes.

    Redirects to other pages and to other sites are left out: what they lead to is not imported.
    """
    # The targets are URLs of the web server, with the path of the home page.
    forwards = {_plain(old): _plain(site_path(new, site.url) or new) for old, new in site.forwards.items()}
    posts: dict[str, ImportedPost] = {}
    for post in site.posts:
        for address in (*post.addresses, *post.fields.get("redirect", ())):
            posts.setdefault(_plain(address), post)
    pages = ChainMap(site.lists, *(post.lists for post in reversed(site.posts)))
    lists = {_plain(address): target for address, target in pages.items()}
    for old in site.forwards:
        # A chain of them may lead in a circle.
        target = reduce(lambda name, _: forwards.get(name, name), range(_LONGEST_CHAIN), _plain(old))
        if target in posts:
            post = posts[target]
            post.fields["redirect"] = [*post.fields.get("redirect", ()), tidy(old)]
        elif target in lists:
            site.lists.setdefault(tidy(old), lists[target])


def _plain(address: str) -> str:
    """Return a URL path in the one spelling of the several that lead to a page."""
    path = address if "://" in address else tidy(address.partition("#")[0])
    return path.strip("/").removesuffix("index.html").removesuffix(".html").rstrip("/")
