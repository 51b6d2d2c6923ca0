"""Redirects that the configuration of the old site defines, such as those of a plugin for redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blogext_import.addresses import site_path, tidy

if TYPE_CHECKING:
    from blogext_import.post_records import ImportedPost, OldSite


def follow_forwards(site: OldSite) -> None:
    """Add the old site's redirects to posts and lists to those that the import makes.

    Redirects to other pages and to other sites are left out: what they lead to is not imported.
    """
    if not site.forwards:
        return
    # The targets are URLs of the web server, with the path of the home page.
    targets = {old: site_path(new, site.url) for old, new in site.forwards.items()}
    forwards = {_plain(old): _plain(targets[old] or new) for old, new in site.forwards.items()}
    posts: dict[str, ImportedPost] = {}
    for post in site.posts:
        for address in (*post.addresses, *post.fields.get("redirect", ())):
            posts.setdefault(_plain(address), post)
    lists = {_plain(address): target for post in site.posts for address, target in post.lists.items()}
    lists |= {_plain(address): target for address, target in site.lists.items()}
    for old in site.forwards:
        target = _last(_plain(old), forwards)
        if target in posts:
            post = posts[target]
            post.fields["redirect"] = [*post.fields.get("redirect", ()), tidy(old)]
        elif target in lists:
            site.lists.setdefault(tidy(old), lists[target])


def _last(name: str, forwards: dict[str, str]) -> str:
    """Return where a chain of redirects ends; one that leads in a circle ends anywhere."""
    seen = set()
    while name in forwards and name not in seen:
        seen.add(name)
        name = forwards[name]
    return name


def _plain(address: str) -> str:
    """Return a URL path in the one spelling of the several that lead to a page."""
    path = address if "://" in address else tidy(address.partition("#")[0])
    return path.strip("/").removesuffix("index.html").removesuffix(".html").rstrip("/")
