"""One build of a site: its blogs, pages, feeds and redirects. Drafts leave the toctrees, listed posts join them.

It begins at ``env-updated``, which Sphinx emits in every build when all documents have been read, parallel readers
have been merged, and nothing has been written.
"""

import gettext
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from itertools import chain, product
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util.i18n import docname_to_domain
from sphinx.util.logging import suppress_logging

from sphinx_blogext._compat import folds_index, names_in_conf, read_doctree, renders_pages, replace_doctree
from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.core.addresses import absolute, nearest_root
from sphinx_blogext.core.blog import Blog, is_pinned
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.changelog import Change
from sphinx_blogext.core.dates import Age, sort_key
from sphinx_blogext.core.model import Post, stale_age
from sphinx_blogext.core.pagination import EVERY_BLOG
from sphinx_blogext.core.urls import REMOTE
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.files import read_size
from sphinx_blogext.isolation import Sandboxes
from sphinx_blogext.lang.codes import language_tag, valid_language
from sphinx_blogext.lang.words import Voice
from sphinx_blogext.nodes import LIST_PLACE
from sphinx_blogext.read.front_matter import locale_folders
from sphinx_blogext.site.hosting import Hosting, read_hosting
from sphinx_blogext.site.links import Mentions, Targets, resolve_mentions
from sphinx_blogext.site.pages import ListPage, SitePages
from sphinx_blogext.site.published_blog import Channel, PublishedBlog, custom_slugs, slug_rules
from sphinx_blogext.site.redirects import Redirects
from sphinx_blogext.site.withholding import built_drafts, withhold_drafts


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Determine which posts are in the build, and begin it."""
    domain = blog_domain(env)
    assert domain.now is not None
    build = Build(app, domain.now, withhold_drafts(app, env, domain.now))
    domain.site, domain.output = build, None
    update_toctrees(build)


class Build:
    """The state of the site in one build, at the time *now*.

    Each part is computed from the others when it is first needed, and never changes; an unchanged site needs none.

    *media_withheld* are the images and downloads of the drafts that this build has removed, by document.
    """

    def __init__(self, app: Sphinx, now: datetime, media_withheld: Mapping[str, frozenset[str]]) -> None:
        self.app, self.env, self.builder, self.now = app, app.env, app.builder, now
        self.domain, self.config = blog_domain(app.env), blog_config(app.config)
        self.media_withheld = media_withheld
        self.documents_read = frozenset(self.domain.documents_read)
        self._built_drafts = built_drafts(app)
        self.shows_drafts = self._built_drafts is True
        self.writes_pages = renders_pages(app.builder)
        self.hosting = read_hosting(self.config, os.environ) if self.writes_pages else Hosting()
        self.source_language = _source_language(app)

    @cached_property
    def html_builder(self) -> StandaloneHTMLBuilder:
        assert renders_pages(self.builder)
        return self.builder

    @cached_property
    def sandboxes(self) -> Sandboxes:
        """Copies of what other extensions have stored. Must be evaluated before documents are resolved."""
        return Sandboxes(self.env)

    @cached_property
    def documents(self) -> frozenset[str]:
        """All documents of the site, including those that this build has not read."""
        return frozenset(self.env.found_docs)

    @cached_property
    def blogs(self) -> tuple[PublishedBlog, ...]:
        """The blogs of the site; what belongs to no other blog is in the first."""
        configs = self.config.each
        roots = tuple(config.root for config in configs)
        posts_of: dict[str, list[Post]] = {root: [] for root in roots}
        for post in self.domain.every_post:
            # Drafts have been removed already, except sections, which cannot be withheld.
            if post.schedule.is_built(self.now, self._built_drafts):
                # An update in the future would keep the feeds that contain it at the top of every reader.
                posts_of[post.blog].append(post._replace(updated=None) if self.is_ahead(post) else post)
        shared = self.domain, self.documents, self.hosting, roots, lambda: self.every_blog
        blogs = (self._make_blog(config, posts_of[config.root]) for config in configs)
        return tuple(PublishedBlog(blog, config, *shared) for blog, config in zip(blogs, configs, strict=True))

    @cached_property
    def every_blog(self) -> Blog:
        """All posts of the site, with the terms of their own blogs, as one blog without pages, or the only one."""
        if len(self.blogs) == 1:
            return self.blogs[0].blog
        posts = (post for published in self.blogs for post in published.blog.by_key.values())
        return self._make_blog(self.config, posts, self.config.each)

    def is_ahead(self, post: Post) -> bool:
        """Return whether the last update of a post is in the future."""
        return post.updated is not None and sort_key(post.updated) > sort_key(self.now)

    def _make_blog(self, config: BlogConfig, posts: Iterable[Post], others: Iterable[BlogConfig] = ()) -> Blog:
        settings = config.terms
        for other in others:
            settings = {name: terms | settings[name] for name, terms in other.terms.items()}
        return Blog(
            posts,
            now=self.now,
            kinds=config.taxonomies,
            settings=settings,
            language=config.language,
            slugs=slug_rules(config, self.builder),
            merges_versions=config.blog_show_translations == "best",
            orders_by_title=config.conventions.blog_same_moment == "title",
            source_language=self.source_language,
        )

    @cached_property
    def custom_slugs(self) -> list[tuple[str, str]]:
        """The slugs that the site's own function returns for the names of terms."""
        return [slug for config in self.config.each for slug in custom_slugs(config, self.domain.every_post)]

    def blog_of(self, page: str) -> PublishedBlog:
        """Return the blog of a page or document: that of its post, or else the nearest one above it."""
        post = self.posts.get(page)
        return self.blog_of_post(post) if post else self._by_root[nearest_root(page, self._by_root)]

    def blogs_asked_for(self, blog: str, docname: str) -> tuple[PublishedBlog, ...]:
        """Return the blogs that *blog* means in a document: one, all or, if it is empty, the document's own."""
        if blog == EVERY_BLOG:
            return self.blogs
        return (self._by_root[blog] if blog else self.blog_of(docname),)

    def blog_of_post(self, post: Post) -> PublishedBlog:
        return self._by_root[post.blog]

    @cached_property
    def _by_root(self) -> Mapping[str, PublishedBlog]:
        return {blog.root: blog for blog in self.blogs}

    @cached_property
    def posts(self) -> Mapping[str, Post]:
        """All posts that are shown, by key, including those in no list."""
        return {key: post for published in self.blogs for key, post in published.blog.by_key.items()}

    @cached_property
    def hidden_documents(self) -> frozenset[str]:
        """The documents of unlisted posts and, with ``blog_show_drafts = "unlisted"``, of drafts."""
        # Without the blogs: every build asks for it.
        return frozenset(
            docname
            for docname, post in self.domain.posts.items()
            if post.unlisted or not (self.shows_drafts or post.is_published(self.now))
        )

    @cached_property
    def changes(self) -> Mapping[str, Iterable[Change]]:
        """What documents say about versions, but for those that no other page shows."""
        return {name: each for name, each in self.domain.changes.items() if name not in self.hidden_documents}

    def language_of_title(self, key: str, docname: str) -> str:
        """Return the language of the title of a post where a document shows it; ``""`` if that is the same."""
        post, around = self.posts.get(key), self.posts.get(docname)
        if post is None:
            return ""
        # Themes may mark the language of a document that is no post.
        own = Voice.of_document(self.env.metadata.get(docname, {}).get("language"), self.config.language)
        return self.title_voice(post).within(self.config.voice(around) if around else own)

    def title_voice(self, post: Post, *, is_translated: bool | None = None) -> Voice:
        """Return the voice of a post's title or heading, which may be translated where the text is not."""
        own, default = self.config.voice(post), self.config.of(post.blog).blog_default_language
        is_translated = post.has_translated_title if is_translated is None else is_translated
        if post.has_translated_title is None or is_translated == post.is_translated:
            return own
        language = own.site if is_translated else next(iter(default), self.source_language)
        tag = language and (valid_language(language) or own.site_tag)
        return own if tag is None else Voice(tag, tag, own.site)

    def title_lang(self, post: Post, *, is_translated: bool | None = None) -> str | None:
        """Return the tag of the language of that title or heading, or ``None`` if the text is in the same."""
        tag = self.title_voice(post, is_translated=is_translated).tag
        return None if tag == self.config.voice(post).tag else tag

    @cached_property
    def pages(self) -> SitePages:
        return SitePages([blog.pages for blog in self.blogs], self.documents, writes_pages=self.writes_pages)

    @cached_property
    def channels(self) -> tuple[Channel, ...]:
        # A list of several blogs has its own records of their posts, which may have other terms.
        return tuple(
            each._replace(posts=tuple(self.posts[post.key] for post in each.posts)) if each.is_list else each
            for blog in self.blogs
            for each in blog.channels
        )

    @cached_property
    def channels_of(self) -> Mapping[str, list[Channel]]:
        """The feeds by the page of their list, because there may be thousands and every page needs its own."""
        channels_on = defaultdict(list)
        for channel in self.channels:
            channels_on[channel.page].append(channel)
        return channels_on

    @cached_property
    def redirects(self) -> Redirects:
        config, conventions = self.config, self.config.conventions
        # Without either option, no feed can have moved.
        can_move = config.blog_redirects or conventions.blog_ablog_redirects
        blogs = self.blogs if self.hosting.has_feeds and can_move else ()
        feeds = frozenset(path for blog in blogs for channel in blog.channels for path in channel.paths)
        redirects = Redirects(config.blog_redirects, self.targets, feeds)
        is_folded = folds_index(self.builder)
        for blog in self.blogs:
            redirects.add_former(*conventions.former_names(blog, folds_index=is_folded))
        if not is_folded:
            redirects.add_folders(self.app.config.html_additional_pages)
        return redirects

    @cached_property
    def mentions(self) -> Mentions:
        is_shown = self.config.blog_backlinks or any(blog.blog_related for blog in self.config.each)
        if not (self.writes_pages and is_shown):
            return Mentions({}, {}, {})
        return resolve_mentions(self.app, self.blogs, self.targets)

    def url_of(self, page: str, anchor: str = "") -> str:
        """Return the absolute URL of a page, or of a part of it, in the canonical version; ``""`` if unknown."""
        base = self.hosting.canonical
        return absolute(base, self.builder.get_target_uri(page), anchor) if base else ""

    def picture_of(self, post: Post) -> str:
        """Return the URL of a post's image, or its path from the root of the site, or ``""``."""
        if REMOTE.match(post.image):
            return post.image
        return f"_images/{quote(self.env.images[post.image][1])}" if post.image in self.env.images else ""

    @cached_by(lambda post: post.image)
    def picture_size(self, post: Post) -> tuple[int, int] | None:
        """Return the width and height of a post's image, or ``None`` if it has none that is a known file."""
        # Pages show no others.
        is_file = post.image in self.env.images and not REMOTE.match(post.image)
        return read_size(self.env.srcdir / post.image) if is_file else None

    def enclosure_of(self, post: Post) -> str:
        """Return the URL of a post's audio or video file, or its path from the root of the site, or ``""``."""
        if not post.enclosure or REMOTE.match(post.enclosure):
            return post.enclosure
        _documents, name = self.env.dlfiles.get(Path(post.enclosure), (set(), ""))
        return f"_downloads/{quote(str(name))}" if str(name) else ""

    @cached_property
    def relations(self) -> Mapping[str, Sequence[str | None]]:
        """The documents to which toctrees lead from the root, each with those above, before and after it."""
        # Sphinx reports circles when it does the same.
        with suppress_logging():
            return self.env.collect_relations()

    def is_of_blog(self, page: str) -> bool:
        """Return whether a page is a post, or one of the pages of a blog, which may be a document."""
        return page in self.posts or page in self.pages.shown_on

    def place_of(self, page: str) -> str:
        """Return the page as which *page* is in the navigation: no toctree leads to generated pages, few to posts.

        A post, or a page of a blog, that is in no toctree has the place of the document that owns its list, or
        that of the first page of its blog. Any other page has its own.
        """
        if page in self.relations or (page in self.documents and not self.is_of_blog(page)):
            return page
        shown = self.pages.shown_on.get(page)
        owner = shown.listing.owner if isinstance(shown, ListPage) else ""
        return owner if owner in self.relations else self.blog_of(page).pages.home

    def path_to(self, docname: str) -> list[str]:
        """Return the documents that lead from the root to *docname*, and itself, if a toctree leads there."""
        path: list[str] = []
        name: str | None = docname
        while name and name != self.env.config.root_doc and name in self.relations:
            path.insert(0, name)
            name = self.relations[name][0]
        return path

    def has_comments(self, post: Post) -> bool:
        is_wanted = self.blog_of_post(post).config.blog_comments or post.comments
        return bool(is_wanted) and not post.nocomments and post.is_published(self.now)

    def stale_age(self, post: Post) -> Age | None:
        """Return the age of a post if its page shows it; it may change from one day to the next."""
        limit = self.config.of(post.blog).blog_stale_after
        return stale_age(post, limit, self.now) if limit else None

    def at_this_moment(self, post: Post) -> tuple[str, bool, bool, Age | None]:
        """Return what depends on the time alone: a post's state, whether it is pinned or updated, and its age."""
        return post.state(self.now), is_pinned(post, self.now), self.is_ahead(post), self.stale_age(post)

    @cached_property
    def targets(self) -> Targets:
        return Targets(self.blogs, self.posts, self.pages, self.blog_of)

    @cached_property
    def roots_with_posts(self) -> frozenset[str]:
        """The first pages of the blogs that have posts to list; this does not compute the blogs."""
        posts = self.domain.every_post
        return frozenset(post.blog for post in posts if post.is_published(self.now) and not post.unlisted)


def build_of(env: BuildEnvironment) -> Build:
    """Return the build that *env* is in; all documents must have been read."""
    build = blog_domain(env).site
    assert isinstance(build, Build)
    return build


#: Makes a function of a build a lazy property of it that is defined elsewhere, by a part that uses builds.
once = cached_by(lambda: None)


def update_toctrees(build: Build) -> None:
    """Set the entries of all toctrees: the posts of their lists, and no drafts."""
    env, domain = build.env, build.domain
    holders = {name for name, requests in domain.lists.items() if any(each.toctree for each in requests)}
    holders = holders.union(*(draft.parents for draft in domain.withheld.values()))
    for docname in sorted(holders & env.all_docs.keys()):
        _set_entries(env.tocs[docname], docname, build)
        if _set_entries(doctree := read_doctree(env, docname), docname, build):
            replace_doctree(build.app, docname, doctree)
        included = [*chain.from_iterable(each["includefiles"] for each in doctree.findall(addnodes.toctree))]
        env.toctree_includes |= {docname: included}
        # As Sphinx does while reading: if a title changes, the page with the toctree is written again.
        for name in included:
            env.files_to_rebuild.setdefault(name, set()).add(docname)
        if not included:
            del env.toctree_includes[docname]


def _entries_of(toctree: nodes.Element, docname: str, build: Build) -> list[tuple[str | None, str]]:
    """Return what a toctree of a document leads to."""
    if LIST_PLACE not in toctree:
        return [(title, name) for title, name in toctree["entries"] if name not in build.domain.withheld]
    # Computes all blogs. Toctrees contain documents, not sections of documents.
    pages = build.pages.placed[docname, toctree[LIST_PLACE]].pages
    return [(None, post.docname) for page in pages for post in page.items if not post.anchor]


def _set_entries(tree: nodes.Element, docname: str, build: Build) -> bool:
    """Set the entries of the toctrees in *tree*; return whether any have changed."""
    is_changed = False
    for toctree in tree.findall(addnodes.toctree):
        entries = _entries_of(toctree, docname, build)
        if entries != toctree["entries"]:
            is_changed = True
            toctree["entries"] = entries
            toctree["includefiles"] = [name for _title, name in entries if name in build.env.found_docs]
    return is_changed


def _source_language(app: Sphinx) -> str | None:
    """Return the language that documents are translated from: ``""`` if unknown, ``None`` if that of the site."""
    config, own = app.config, names_in_conf(app.config).get("language")
    # Sphinx assumes English if none is set.
    source = own or "en"
    if not app.builder.use_message_catalog or (not own and config.language == source):
        return None
    has_catalogs = _has_catalogs(app.env)
    if "language" in config.overrides and language_tag(source) != language_tag(config.language):
        # ``-D`` sets the target language. Without catalogs, documents may be in it, whatever Sphinx's default is.
        return source if own or has_catalogs else ""
    # If conf.py itself sets the target language, the source language is unknown.
    return "" if has_catalogs else None


def _has_catalogs(env: BuildEnvironment) -> bool:
    """Return whether there are compiled catalogs for the language of the site, as Sphinx finds them."""
    names = {docname_to_domain(docname, env.config.gettext_compact) for docname in env.found_docs}
    return any(gettext.find(*place, [env.config.language]) for place in product(names, locale_folders(env)))
