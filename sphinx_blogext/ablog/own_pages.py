"""Generated pages for which the site or its theme has ABlog templates: lists, terms, years, redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.ablog.context import own_templates
from sphinx_blogext.ablog.facade import blog_of
from sphinx_blogext.ablog.headers import header_of
from sphinx_blogext.core.marks import N_
from sphinx_blogext.markup.escaped import Text
from sphinx_blogext.site.pages import ListPage, Overview

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_blogext.ablog.catalogs import Catalog, Collection
    from sphinx_blogext.ablog.facade import Blog
    from sphinx_blogext.site.build import Build

#: The title of the list of the terms or years of each kind.
_TITLES = {
    "author": N_("Authors"),
    "location": N_("Locations"),
    "language": N_("Languages"),
    "category": N_("Categories"),
    "archive": N_("All posts"),
    "tag": N_("Tags"),
}

Chosen = tuple[str, dict[str, Any]]


def page_template(build: Build, builder: Builder, name: str, shown: ListPage | Overview | str) -> Chosen | None:
    """Return the site's template for a generated page, and its context."""
    own, blog = own_templates(build), blog_of(build)
    if isinstance(shown, str):
        template, values = own.find("redirect"), _redirect(blog, shown)
    else:
        catalog = _catalog_on(blog, name, shown)
        template = own.find("catalog" if catalog is not None else "collection")
        values = _overview(blog, catalog) if catalog is not None else _list(blog, name, shown)
    if not template or values is None:
        return None
    return template, {"ablog": blog, "fa": blog.fontawesome} | values


def _redirect(blog: Blog, target: str) -> dict[str, Any] | None:
    post = blog[target]
    return {"redirect": target, "post": post, "title": post.title} if post else None


def _catalog_on(blog: Blog, name: str, shown: ListPage | Overview) -> Catalog | None:
    """Return the catalog listed on the page *name*, or ``None``."""
    kind = shown.listing.kind if isinstance(shown, ListPage) else shown.taxonomy
    catalog = next((found for found in (blog.archive, *blog.catalogs.values()) if found.xref == kind), None)
    return catalog if catalog and catalog.docname == name else None


def _overview(blog: Blog, catalog: Catalog) -> dict[str, Any]:
    title, header = blog.gettext(_TITLES[catalog.xref]), header_of(catalog.xref, blog.gettext)
    return {"title": Text(title), "header": header, "catalog": catalog, "summary": True}


def _list(blog: Blog, name: str, shown: ListPage | Overview) -> dict[str, Any] | None:
    """Return the context of ``collection.html``, or ``None`` for lists that ABlog does not have."""
    if not isinstance(shown, ListPage):
        return None
    root = blog.config.root
    if name == blog.drafts.docname:
        return {"title": Text(blog.gettext(N_("Drafts"))), "collection": blog.drafts, "summary": True}
    if name == blog.posts.docname:
        words = {"title": Text(blog.gettext(N_("All Posts"))), "header": blog.gettext(N_("All"))}
        return words | {"collection": blog.posts, "summary": True, "atom_feed": blog.has_feed, "feed_path": root}
    collection = blog.collections.get(name)
    return _collection(blog, collection) if collection else None


def _collection(blog: Blog, collection: Collection) -> dict[str, Any]:
    has_own_feed = bool(blog.config.blog_feed_archives)
    header = header_of(collection.catalog.xref, blog.gettext)
    title = Text(f"{header} ") + collection.name
    return {
        "title": title,
        "header": header,
        "collection": collection,
        "summary": True,
        "feed_path": collection.path if has_own_feed else blog.config.root,
        "feed_title": title,
        "archive_feed": blog.has_archive_feeds,
    }
