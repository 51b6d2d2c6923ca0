"""Generated pages for which the site or its theme has ABlog templates: lists, terms, years, redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.ablog.ablog_posts import record_of
from sphinx_blogext.ablog.context import own_templates
from sphinx_blogext.ablog.facade import Blog, blog_of
from sphinx_blogext.core import N_
from sphinx_blogext.core.hashes import digest
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.site.build import build_of, once
from sphinx_blogext.site.pages import ListPage, TermIndex
from sphinx_blogext.write.output import output_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_blogext.ablog.catalogs import Catalog, Collection
    from sphinx_blogext.site.build import Build


#: The texts before the name of a list, for each kind.
_HEADERS = {
    "author": N_("Posts by"),
    "location": N_("Posts from"),
    "language": N_("Posts in"),
    "category": N_("Posts in"),
    "archive": N_("Posted in"),
    "tag": N_("Posts tagged"),
}


def header_of(kind: str, translate: Callable[[str], str]) -> str:
    """Return the text before the name of a term or, for the *kind* ``"archive"``, of a year."""
    return translate(_HEADERS[kind])


def list_titles(translate: Callable[[str], str]) -> dict[str, str]:
    """Return ABlog's titles of lists and feeds, as a value of ``blog_list_titles``."""
    named = {kind: _before_name(header_of(kind, translate)) for kind in _HEADERS if kind != "archive"}
    return named | {
        "blog": translate(N_("All Posts")),
        "archive": translate(N_("All posts")),
        "year": _before_name(header_of("archive", translate)),
        "feed": "{blog} - {list}",
    }


def _before_name(header: str) -> str:
    # No space belongs after a wide colon.
    return f"{header}{{name}}" if header.endswith("：") else f"{header} {{name}}"


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


def page_template(build: Build, builder: Builder, name: str, shown: ListPage | TermIndex | str) -> Chosen | None:
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


def _catalog_on(blog: Blog, name: str, shown: ListPage | TermIndex) -> Catalog | None:
    """Return the catalog listed on the page *name*, or ``None``."""
    kind = shown.listing.kind if isinstance(shown, ListPage) else shown.taxonomy
    catalog = next((each for each in (blog.archive, *blog.catalogs.values()) if each.xref == kind), None)
    return catalog if catalog and catalog.docname == name else None


def _overview(blog: Blog, catalog: Catalog) -> dict[str, Any]:
    title, header = blog.gettext(_TITLES[catalog.xref]), header_of(catalog.xref, blog.gettext)
    return {"title": Text(title), "header": header, "catalog": catalog, "summary": True}


def _list(blog: Blog, name: str, shown: ListPage | TermIndex) -> dict[str, Any] | None:
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


@once
def _catalogs(build: Build) -> str:
    """Return a digest of the catalogs in the sidebars."""
    collections = blog_of(build).collections.items()
    return digest([(page, each.label, each.name, len(each)) for page, each in collections])


def _in_sidebars(blog: Blog, page: str) -> tuple[Any, ...]:
    """Return what the sidebars show on *page*."""
    recent = [(post.key, post.title, post.date, post.external_link) for post in blog.recent(5, page)]
    post = blog[page]
    own = (record_of(post.post), post.published) if post else None
    return _catalogs(blog.build), recent, own


def on_page_data(app: Sphinx, page: str) -> Any:
    """Return what *page* shows; if it is ``""``, what any page may show beyond the records of posts."""
    build, output = build_of(app.env), output_of(app)
    own, blog = own_templates(build), blog_of(build)
    if not page:
        return output.digests.of_texts if own.asks_for_texts else None
    generated = build.pages.generated.get(page)
    has_own_template = generated is not None and page_template(build, app.builder, page, generated) is not None
    shown = own.shown_on(page, is_post=page in blog, has_own_template=has_own_template)
    sidebars = _in_sidebars(blog, page) if shown.sidebars else None
    whole = output.digests.of_blog if shown.whole else None
    return (sidebars, whole) if sidebars or whole else None


def setup(app: Sphinx) -> None:
    app.connect(PAGE_DATA_EVENT, on_page_data)
