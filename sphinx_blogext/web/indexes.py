"""What is written about all documents: the search index, the general index, the inventory, the sitemap.

Posts that are in no list are left out of it. Links to them are resolved from the same environment, so they are
missing there only while Sphinx writes this.

Search tells posts from pages: documentation comes first, then newer posts before older ones. The search index says
which documents are posts. In themes with Sphinx's own search, ``scorer.js`` ranks the results, unless the site has
an ``html_search_scorer``; the script of our theme does so itself. Scripts in ``_static`` must not depend on the
posts: their checksums are on every page.

``sitemap.xml`` names every page that search engines should know, not only those that this build happens to write.
"""

import glob
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

from sphinx_blogext._compat import forget_unused_words, renders_pages
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.dates import rfc3339, sort_key
from sphinx_blogext.core.model import Post
from sphinx_blogext.events import HIDDEN_EVENT
from sphinx_blogext.files import name_below
from sphinx_blogext.isolation import replaced
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.site.pages import FeedsPage, ListPage, TermIndex, is_left_out, term_label

logger = logging.getLogger(__name__)
SCORER = Path(__file__).parent / "scorer.js"
#: The names of the posts, and of their dates, in the search index: Sphinx ignores there what it does not know.
POSTS, DATES = "blog_posts", "blog_dates"
#: Another extension that writes a sitemap.
_SPHINX_SITEMAP = "sphinx_sitemap"
#: Pages that are only useful on the site itself.
_HELPERS = frozenset({"404", "search", "genindex", "opensearch"})


class Indexes:
    """What a build changes of Sphinx while it writes, and undoes when it has finished."""

    def __init__(self) -> None:
        self._changes = ExitStack()

    def on_write_started(self, app: Sphinx, builder: Builder) -> None:
        # After an interrupted build, ``build-finished`` is not emitted.
        self._changes.close()
        if isinstance(builder, StandaloneHTMLBuilder):
            build = build_of(app.env)
            finish = partial(_finish, build, builder, builder.finish)
            index_page = partial(_index, build, builder.index_page)
            self._changes.enter_context(replaced(builder, finish=finish, index_page=index_page))
            # Without posts, the search is as it was.
            if renders_pages(builder) and build.roots_with_posts and not app.config.html_search_scorer:
                self._changes.enter_context(replaced(app.config, html_search_scorer=str(SCORER)))
            if renders_pages(builder) and _SPHINX_SITEMAP in app.extensions and "sitemap_excludes" in app.config:
                _leave_out_of_sitemap(build, builder)

    def on_build_finished(self, app: Sphinx, exception: Exception | None) -> None:
        self._changes.close()
        # Only now: earlier, Sphinx would take it for a changed configuration.
        if exception is None and "llms_txt_exclude" in app.config and renders_pages(app.builder):
            hidden = map(glob.escape, sorted(build_of(app.env).hidden_documents))
            app.config.llms_txt_exclude = [*app.config.llms_txt_exclude, *hidden]


def _index(build: Build, index: Callable[..., None], name: str, *args: Any) -> None:
    # If it was visible before, it is written again, and Sphinx has removed it from the index that it has loaded.
    if name not in build.hidden_documents:
        index(name, *args)


def _finish(build: Build, builder: StandaloneHTMLBuilder, finish: Callable[[], None]) -> None:
    """Let the builder write what names all documents: without those that are hidden, and with the posts."""
    hidden, search = build.hidden_documents, getattr(builder, "indexer", None)
    with ExitStack() as changes:
        if hidden:
            forget_unused_words(search)
            for owner, values in _without(hidden, builder):
                changes.enter_context(replaced(owner, **values))
        # That of a theme may keep other things. Not compared with the class, which a theme may have replaced.
        is_usual = type(search).__module__ == "sphinx.search"
        if search and is_usual and renders_pages(builder) and build.roots_with_posts:
            changes.enter_context(replaced(search, freeze=partial(_freeze, build, search.freeze)))
        finish()


def _without(hidden: Set[str], builder: StandaloneHTMLBuilder) -> Iterable[tuple[object, dict[str, Any]]]:
    """Yield all domains and their indexes, with their attributes without the *hidden* documents."""
    index: Any = builder.env.domains["index"]
    entries = {name: entry for name, entry in index.entries.items() if name not in hidden}
    yield index, {"data": index.data | {"entries": entries}}
    for domain in builder.env.domains.sorted():
        objects = domain.get_objects
        # The document is the fourth field of an object, and the third one of an entry of an index.
        yield domain, {"get_objects": lambda get=objects: [item for item in get() if item[3] not in hidden]}
    # Each has a name, a class, the content, and whether groups are collapsed.
    indices = getattr(builder, "domain_indices", ())
    yield builder, {"domain_indices": [(*first, _visible(all_, hidden), last) for *first, all_, last in indices]}


def _visible(content: Iterable[Any], hidden: Set[str]) -> list[Any]:
    return [(letter, left) for letter, entries in content if (left := [e for e in entries if e[2] not in hidden])]


def _freeze(build: Build, freeze: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the search index, with the date and the first tag of each document that is a post."""
    index, words = freeze(), interface_words(build.config.language)
    entries, dates = {}, {}
    for post in (build.posts[name] for name in index["docnames"] if name in build.posts):
        published = build.blog_of_post(post)
        tags = published.blog.terms_of(post, "tag")[:1]
        entries[post.docname] = [f"{post.date:%Y-%m-%d}" if post.date else "", *map(term_label, tags)]
        if post.date:
            dates[post.docname] = words.date(post.date, published.config.post_date_format)
    return index | {POSTS: entries, DATES: dates}


def _leave_out_of_sitemap(build: Build, builder: StandaloneHTMLBuilder) -> None:
    """Tell ``sphinx_sitemap``, which writes the file instead of us, which pages to leave out."""
    config, paths = builder.config, map(builder.get_output_path, _hidden_pages(build))
    # The link of a page is its file, without ``index.html`` for ``dirhtml``.
    index = f"index{builder.out_suffix}" if builder.name == "dirhtml" else ""
    links = sorted(name_below(builder.outdir, Path(path)).removesuffix(index) for path in paths)
    # That option contains patterns.
    config.sitemap_excludes = [*config.sitemap_excludes, *map(glob.escape, links)]


def make_sitemap(app: Sphinx, build: Build) -> str:
    """Return the sitemap, or ``""`` if there should be none."""
    hosting = build.hosting
    if not blog_config(app.config).blog_sitemap or not hosting.canonical or hosting.is_preview:
        return ""
    if _SPHINX_SITEMAP in app.extensions:
        logger.info("sphinx_sitemap writes the sitemap: blog_sitemap is ignored")
        return ""
    schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<urlset xmlns="{schema}">']
    for name, changed in sorted(dict(_collect_pages(build, app.config.html_additional_pages)).items()):
        lines += [" <url>", f"  <loc>{escape(build.url_of(name), quote=False)}</loc>"]
        lines += [f"  <lastmod>{rfc3339(changed)}</lastmod>"] if changed else []
        lines.append(" </url>")
    return "\n".join([*lines, "</urlset>", ""])


def _collect_pages(build: Build, additional: Iterable[str]) -> Iterator[tuple[str, datetime | None]]:
    """Yield the names of all pages, and when they were changed, if known."""
    hidden = _HELPERS | _hidden_pages(build)
    for name in (*build.pages.documents, *additional):
        post = build.posts.get(name)
        if name not in hidden:
            yield name, _changed(post) if post else None
    for name, shown in build.pages.shown_on.items():
        if name not in hidden and name not in build.domain.posts:
            posts: Sequence[Post] = shown.page.items if isinstance(shown, ListPage) else ()
            if isinstance(shown, TermIndex) and not isinstance(shown, FeedsPage):
                posts = build.blog_of(name).blog.posts
            yield name, max(map(_changed, posts), key=sort_key, default=None)


def _hidden_pages(build: Build) -> set[str]:
    """Return the pages that search engines should not find, or should find elsewhere."""
    blogs = [published.blog for published in build.blogs]
    posts = [post for blog in blogs for post in (*blog.unlisted, *blog.drafts)]
    posts += [post for blog in blogs for post in blog.posts if post.canonical_link]
    lists = set(filter(partial(is_thin, build), build.pages.shown_on))
    return lists | {post.docname for post in posts if not post.anchor}


def is_thin(build: Build, page: str) -> bool:
    """Return whether a page is a list that search engines should leave out."""
    shown = build.pages.shown_on.get(page)
    return shown is not None and is_left_out(shown, ("drafts", *build.blog_of(page).config.blog_noindex))


def _changed(post: Post) -> datetime:
    assert post.date is not None
    return post.updated or post.date


def setup(app: Sphinx) -> None:
    indexes = Indexes()
    app.connect("write-started", indexes.on_write_started)
    app.connect(HIDDEN_EVENT, lambda app: build_of(app.env).hidden_documents)
    # Before ``sphinx-llm`` creates its list.
    app.connect("build-finished", indexes.on_build_finished, priority=100)
