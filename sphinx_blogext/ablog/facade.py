"""The object ``ablog`` for the templates of ABlog's sites, with posts, catalogs and collections."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from sphinx_blogext.ablog.ablog_posts import CATALOGS, Post
from sphinx_blogext.ablog.catalogs import Catalog, Collection
from sphinx_blogext.core import N_
from sphinx_blogext.core.addresses import feed_file
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.site.build import once
from sphinx_blogext.site.terms import term_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_blogext.core import model
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.site.published_blog import PublishedBlog

#: Prefixes of ABlog's options.
_OPTIONS = ("blog_", "post_", "disqus_", "fontawesome_", "skip_injecting_")


class Blog:
    """The blog of one build; each part is created when a template uses it."""

    def __init__(self, build: Build) -> None:
        self.build = build
        # ABlog supports only one blog.
        self.config = build.config.each[0]
        self.words = interface_words(build.config.language)
        self._posts: dict[str, Post] = {}

    @cached_property
    def published(self) -> PublishedBlog:
        return self.build.blogs[0]

    def gettext(self, message: str) -> str:
        """Return one of our messages in the language of the site; templates use Sphinx's catalog instead."""
        return self.words.translations.gettext(message)

    def __getattr__(self, name: str) -> Any:
        """Return the catalog or the option *name*; in templates, a missing attribute is undefined."""
        if name in CATALOGS:
            return self.catalogs[name]
        sphinx = self.config.sphinx
        if not name.startswith(_OPTIONS) or name not in sphinx:
            raise AttributeError(name)
        value = self.config.values[name] if name in self.config.values else sphinx[name]
        # ``None`` means that a template of the site shows them: see ``own_templates``.
        value = True if name == "post_show_prev_next" and value is None else value
        return Text(value) if isinstance(value, str) else value

    @property
    def fontawesome(self) -> Any:
        return self.fontawesome_included or self.fontawesome_link_cdn or self.fontawesome_css_file

    @property
    def has_feed(self) -> bool:
        """Whether this build writes feeds."""
        return self.build.hosting.has_feeds

    @property
    def has_archive_feeds(self) -> bool:
        """Whether it writes feeds of terms and years."""
        return self.has_feed and bool(self.config.blog_feed_archives)

    def post(self, post: model.Post) -> Post:
        if post.key not in self._posts:
            self._posts[post.key] = Post(self, post)
        return self._posts[post.key]

    @cached_property
    def blog(self) -> Catalog:
        """All posts and all drafts."""
        pages, blog = self.published.pages, self.published.blog
        catalog = Catalog(self, "blog", "blog", pages.addresses.root, pages.home)
        drafts = pages.page_of(pages.addresses.drafts)
        catalog.add("draft", self.gettext(N_("Drafts")), blog.drafts, pages.addresses.drafts, drafts)
        catalog.add("post", self.gettext(N_("Posts")), blog.posts, pages.addresses.root, pages.home)
        return catalog

    @property
    def posts(self) -> Collection:
        return self.blog["post"]

    @property
    def drafts(self) -> Collection:
        return self.blog["draft"]

    @cached_property
    def archive(self) -> Catalog:
        pages = self.published.pages
        path = pages.addresses.archive
        catalog = Catalog(self, "archive", "archive", path, pages.page_of(path))
        for year in self.published.blog.archives:
            name = pages.addresses.year(year.year)
            catalog.add(year.year, str(year.year), year.posts, name, pages.page_of(name))
        return catalog

    @cached_property
    def catalogs(self) -> dict[str, Catalog]:
        return {name: self._catalog(name, taxonomy) for name, taxonomy in CATALOGS.items()}

    def _catalog(self, name: str, taxonomy: str) -> Catalog:
        pages = self.published.pages
        path = pages.addresses.overview(taxonomy)
        catalog = Catalog(self, name, taxonomy, path, pages.page_of(path))
        # Sort by name as ABlog does, which has no labels.
        for term in sorted(self.published.blog.taxonomies[taxonomy].shown, key=lambda term: term.name):
            address = pages.term_names[taxonomy, term.key]
            page = pages.term_page(term)
            catalog.add(term.name, term_label(term), term.posts, address, page, href=term.settings.url)
        return catalog

    @cached_property
    def collections(self) -> dict[str, Collection]:
        """The collections of years and terms, by their pages."""
        return {
            collection.docname: collection
            for each in (self.archive, *self.catalogs.values())
            for collection in each
        }

    def terms_of(self, post: model.Post, name: str) -> list[Collection]:
        """Return the collections of the catalog *name* for a post; empty ones for terms that only drafts have."""
        catalog, kind = self.catalogs[name], self.published.blog.taxonomies[CATALOGS[name]]
        terms = ((written, kind.find(written)) for written in post.terms.get(CATALOGS[name], ()))
        shown = [
            (term.name if term else written) for written, term in terms if not (term and term.settings.hidden)
        ]
        return [catalog[name] for name in dict.fromkeys(shown)]

    def neighbors(self, post: Post) -> tuple[Post | None, Post | None]:
        """Return the previous and the next published post in time."""
        place = self._places.get(post.key)
        if place is None:
            return None, None
        older = self._in_order[place + 1] if place + 1 < len(self._in_order) else None
        return older, self._in_order[place - 1] if place else None

    @cached_property
    def _in_order(self) -> list[Post]:
        return list(self.posts)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {post.key: place for place, post in enumerate(self._in_order)}

    def recent(self, num: int | None, docname: str | None = None, **_labels: Any) -> Iterator[Post]:
        """Yield the *num* latest posts (all if ``None``), except that of the document *docname*."""
        others = (post for post in self._in_order if post.docname != docname)
        for count, post in enumerate(others):
            if num is not None and count >= num:
                return
            yield post

    @property
    def feed_path(self) -> Text:
        return Text(feed_file(self.published.pages.addresses.root, "atom.xml"))

    def page_id(self, pagename: str) -> Text | None:
        """Return the Disqus identifier of a page; ``None`` if the site has no URL."""
        if not self.blog_baseurl:
            return None
        name = pagename.removesuffix("index").strip("/")
        return Text(f"/{name}/" if name else "/")

    def page_url(self, pagename: str) -> Text | None:
        """Return the URL of a page without its suffix; ``None`` if the site has no URL."""
        base = self.config.blog_baseurl
        return Text(urljoin(base, pagename).removesuffix("index")) if base else None

    def __contains__(self, pagename: object) -> bool:
        return pagename in self.published.blog.by_key

    def __getitem__(self, pagename: str) -> Post | None:
        post = self.published.blog.by_key.get(pagename)
        return self.post(post) if post else None

    def __iter__(self) -> Iterator[Post]:
        return iter(self._in_order)

    def __len__(self) -> int:
        return len(self.published.blog.posts)


@once
def blog_of(build: Build) -> Blog:
    """Return the façade of *build*."""
    return Blog(build)
