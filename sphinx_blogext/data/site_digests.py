"""Digests of what pages are made of: what any page may show, such as options and themes, and posts."""

from collections.abc import Iterable, Mapping, Set
from functools import cached_property
from pathlib import Path
from typing import Any

import docutils
import sphinx
from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import new_document
from sphinx.util.logging import suppress_logging

from sphinx_blogext._compat import common_assets, read_doctree, resolve_doctree, template_folders
from sphinx_blogext.core.addresses import name_at, page_of
from sphinx_blogext.core.caching import by_post, cached_by
from sphinx_blogext.core.changelog import changes_in
from sphinx_blogext.core.model import Post
from sphinx_blogext.events import NAVIGATION_EVENT
from sphinx_blogext.files import contents, digest, file_digest, plain
from sphinx_blogext.isolation import is_own, replaced_handlers
from sphinx_blogext.nodes import PART, stand_in
from sphinx_blogext.pictures.pages import pictures_of
from sphinx_blogext.site.build import Build

#: Differs from build to build, or from page to page.
_FLEETING = frozenset({"last_updated", "css_files", "script_files"})
#: Style sheets and scripts with their templates, and these with what templates of pages may include.
_ASSETS = frozenset(".css .js .mjs .css_t .js_t .mjs_t .jinja".split())
PAGE_FILES = _ASSETS | frozenset(".html .j2 .jinja2 .svg .txt .xml".split())


class SiteDigests:
    """The site-wide digests of one build, each computed once."""

    def __init__(self, build: Build) -> None:
        self.build, self.builder, self.env = build, build.html_builder, build.env

    @cached_property
    def of_site(self) -> str:
        """A digest of what any page may show: options, the site's own files, the feeds."""
        # Sphinx ignores the order of a list in an option, templates that are gone, and the contents of style
        # sheets, although pages contain their checksums.
        config, documents = self.env.config, self.env.found_docs
        options = {option.name: option.value for option in config.filter({"html", "env"})}
        kinds = dict.fromkeys(config.html_static_path, _ASSETS) | dict.fromkeys(config.templates_path, PAGE_FILES)
        files = [contents(self.builder.confdir / folder, suffixes) for folder, suffixes in kinds.items()]
        names = (page_of(name_at(root), documents) for root in self.build.config.roots)
        homes = [(name, name in documents) for name in names]
        files.append([("logo", file_digest(self.builder.confdir / (config.html_logo or "")))])
        # Templates may test tags, and Sphinx does not rewrite pages when tags change.
        tags = sorted(self.builder.tags)
        # With the first post of a blog, every page gets links to its feeds.
        shown = (self.build.hosting, plain(options), tags, files, sorted(self.build.roots_with_posts), homes)
        extensions = [(name, extension.version) for name, extension in sorted(self.build.app.extensions.items())]
        return digest((extensions, self.builder.name, shown))

    @cached_property
    def settings(self) -> str:
        """A digest of everything that HTML and feeds may depend on besides the sources."""
        return digest((self.of_site, plain(self.build.config.values)))

    @cached_property
    def of_chrome(self) -> str:
        """A digest of what themes put around each page: their templates, and what those receive from Sphinx."""
        # Must be evaluated before the first page is rendered: handlers of themes change what all pages share.
        builder = self.builder
        # Filled by Sphinx in ``prepare_writing``: before that there is nothing to compare.
        context = {name: value for name, value in builder.globalcontext.items() if name not in _FLEETING}
        templates = [contents(folder, PAGE_FILES) for folder in template_folders(builder)]
        return digest((self.of_site, plain((context, [*map(str, common_assets(builder))])), templates))

    def of_assets(self) -> dict[str, str]:
        """Return digests of the style sheets and scripts as they are now: pages contain their checksums."""
        # Not cached: other extensions add and replace files until the build ends.
        return dict(contents(Path(self.builder.outdir, "_static"), {".css", ".js", ".mjs"}))

    def navigation_at(self, page: str) -> str:
        """Return a digest of the theme's navigation on a page without a document: the same as at its place."""
        return self._navigation_of_place(self.build.place_of(page))

    @cached_by(lambda place: place)
    def _navigation_of_place(self, place: str) -> str:
        # No answer means another theme, which may show any toctree.
        return digest((self._navigation_at(place) or self._every_toctree, self._titles(self.build.path_to(place))))

    @cached_by(lambda place: place)
    def _navigation_at(self, place: str) -> str:
        """Return a digest of what the theme says that its navigation is at *place*, or ``""``."""
        shown = self.env.events.emit_firstresult(NAVIGATION_EVENT, place)
        return "" if shown is None else digest(shown)

    def toctrees_around(self, docname: str, *, has_headings: bool) -> str:
        """Return a digest of the toctrees and the titles in references on the page of a document of a blog."""
        # With *has_headings*, the theme also shows the headings of other documents, except of those above.
        build, place = self.build, self.build.place_of(docname)
        above = tuple(name for name in build.path_to(place) if name != docname)
        names = (*above, *filter(None, build.relations.get(docname, ())[1:]))
        shown: Any = self._navigation_at(place)
        if not shown:
            shown = (self._every_toctree if has_headings else self._every_title, self.toctrees(frozenset(above)))
        return digest((shown, self._titles(names), self._titles_referred_to(docname)))

    def _titles_referred_to(self, docname: str) -> list[Any]:
        """Return the titles of the documents and labels that a document refers to without giving a text."""
        labels, references = self.env.domains.standard_domain.labels, self.build.domain.references.get(docname, ())
        return [
            title_of(self.env, name) if kind == "doc" else labels.get(name)
            for kind, name in references
            if kind in {"doc", "label"}
        ]

    def _titles(self, documents: Iterable[str]) -> list[tuple[str, str]]:
        return [(name, title_of(self.env, name)) for name in documents]

    @cached_property
    def _every_title(self) -> str:
        """A digest of the entries in all toctrees of the site's navigation."""
        env, reached = self.env, self.build.relations.keys()
        holders = [env.tocs[name] for name in sorted(reached) if name in env.toctree_includes]
        toctrees = [toctree for holder in holders for toctree in holder.findall(addnodes.toctree)]
        named = {toctree["parent"] for toctree in toctrees if (None, "self") in toctree["entries"]}
        names = sorted((reached - {env.config.root_doc}) | named)
        numbers = [(env.toc_secnumbers.get(name) or {}).get("") for name in names]
        return digest((self._titles(names), numbers, [toctree.pformat() for toctree in toctrees]))

    @cached_property
    def _every_toctree(self) -> str:
        """A digest of everything that a theme can build the site's navigation from."""
        includes = self.env.toctree_includes
        return self.toctrees(includes.keys() | {name for names in includes.values() for name in names})

    # Most posts have the same documents above.
    @cached_by(frozenset)
    def toctrees(self, documents: Set[str]) -> str:
        """Return a digest of what toctrees can show of *documents*: titles, headings, and what is below them."""
        env = self.env
        shown = []
        for name in sorted(documents):
            # Includes the anchors of headings, and the captions of toctrees.
            headings = env.tocs[name].pformat() if name in env.tocs else ""
            below, numbers = env.toctree_includes.get(name), env.toc_secnumbers.get(name)
            shown.append((name, title_of(env, name), headings, below, numbers))
        return digest(shown)


def title_of(env: BuildEnvironment, docname: str) -> str:
    if (title := env.titles.get(docname)) is None:
        return ""
    return title.astext() if all(isinstance(child, nodes.Text) for child in title.children) else title.pformat()


#: The fields of a post that no page shows, or that are shown only with its whole text.
_UNSHOWN = frozenset({"lineno", "redirects", "references", "feed_id", "text_fingerprint", "word_count"})
SHOWN = tuple(name for name in Post._fields if name not in _UNSHOWN)


class PostDigests:
    """The digests of the posts in one build, each computed once."""

    def __init__(self, build: Build, site: SiteDigests) -> None:
        self.build, self.env, self.site = build, build.env, site

    @by_post
    def of_record(self, post: Post) -> str:
        """Return a digest of everything known about a post itself, except its text below the marker."""
        return digest((*self._own(post), self._outside(post)))

    def _own(self, post: Post) -> tuple[Any, ...]:
        """Return what is known about a post, except what it shows of others."""
        # Nearly every edit changes the number of words, and few blogs show it.
        count = post.word_count if self.build.blog_of_post(post).config.blog_word_count else 0
        shown = [getattr(post, name) for name in SHOWN]
        return shown, count, post.state(self.build.now), self.build.picture_size(post)

    @by_post
    def of_title(self, post: Post) -> str:
        """Return a digest of what the HTML of a post's title depends on besides its text, or ``""`` if nothing."""
        if post.has_own_title or not post.heading_fingerprint:
            return ""
        return digest((post.heading_fingerprint, self._outside(post)))

    @by_post
    def of_teaser(self, post: Post) -> str:
        """Return a digest of what the HTML of a teaser is made of, except settings of the site."""
        return digest((post.fingerprint, self._outside(post)))

    def of_rendering(self, post: Post) -> str:
        """Return a digest of everything that may affect the rendering of a part of a post."""
        # Another version may produce different HTML, and the cache survives an upgrade.
        versions = (sphinx.__display_version__, docutils.__version__)
        return digest((versions, self.site.settings, self.of_record(post)))

    def of_text(self, post: Post, shown: Mapping[str, str] | None = None) -> str:
        """Return a digest of what the whole text of a post shows; *shown* are those of documents."""
        lists = self._lists_in(post.docname)
        if lists and shown is not None:
            lists = shown.get(post.docname, "")
        return digest((post.text_fingerprint, self._text_references.get(post.key), lists))

    def _lists_in(self, docname: str) -> str:
        """Return a digest of all posts if a document has lists of any: which posts these show is not known yet."""
        domain = self.build.domain
        return self._of_all if docname in domain.lists or docname in domain.terms else ""

    @cached_property
    def _of_all(self) -> str:
        posts = sorted(self.build.posts.items())
        return digest([(key, self._own(post), self.build.at_this_moment(post)) for key, post in posts])

    @by_post
    def _outside(self, post: Post) -> str:
        """Return a digest of what a post shows of other documents, and of the numbers that they give it."""
        env, docname, domain = self.env, post.docname, self.build.domain
        numbers = (env.toc_secnumbers.get(docname), env.toc_fignumbers.get(docname))
        toctrees = self.site.toctrees(_below(env, docname)) if docname in env.toctree_includes else ""
        news = [changes_in(version, self.build.changes) for version in domain.news.get(docname, ())]
        lists = self._lists_in(docname)
        return digest((self._references.get(post.key), self._files.get(docname), numbers, toctrees, news, lists))

    @cached_property
    def whole(self) -> dict[str, Post]:
        """The posts of which lists show the whole text, by key."""
        listings = (*self.build.pages.listings, *self.build.pages.placed.values())
        pages = (page for listing in listings if listing.style == "full" for page in listing.pages)
        return {post.key: post for page in pages for post in page.items}

    @cached_property
    def _references(self) -> Mapping[str, str]:
        """Digests of the targets and texts of the cross-references in teasers, by post."""
        return self._resolve({key: post.references for key, post in self.build.posts.items()})

    @cached_property
    def _text_references(self) -> Mapping[str, str]:
        """The same for the whole texts of the posts in feeds, and in lists that show these."""
        posts = self.whole | {post.key: post for channel in self.build.channels for post in channel.posts}
        mentions = {key: dict(self.build.domain.mentions.get(post.docname, ())) for key, post in posts.items()}
        return self._resolve({key: mentions[key].get(post.anchor, ()) for key, post in posts.items()})

    def _resolve(self, references: Mapping[str, Iterable[Iterable[tuple[str, Any]]]]) -> Mapping[str, str]:
        """Return digests of what cross-references resolve to, by post: all in one document, as each in its own."""
        if not (keys := [key for key, attributes in references.items() if attributes]):
            return {}
        document = new_document("")
        places = [nodes.container("", *map(stand_in, map(dict, references[key]))) for key in keys]
        # Extensions may expect a heading.
        document += nodes.section("", nodes.title("", "?"), *places, ids=["document"])
        try:
            self._resolve_part(keys[0], document)
        except Exception:
            # An extension fails on one of them: find out on which.
            if not keys[1:]:
                return {keys[0]: self._on_own_page(keys[0])}
            return {key: value for each in keys for key, value in self._resolve({each: references[each]}).items()}
        return {key: digest(place.pformat()) for key, place in zip(keys, places, strict=True)}

    def _on_own_page(self, key: str) -> str:
        """Return a digest of all references in the document of a post, which other extensions know."""
        document = read_doctree(self.env, key.partition("#")[0])
        try:
            self._resolve_part(key, document)
        except Exception:
            # Then the post cannot be rendered either, which is reported, and the next build tries again.
            return ""
        return digest([reference.pformat() for reference in document.findall(nodes.reference)])

    def _resolve_part(self, key: str, document: nodes.document) -> None:
        document[PART] = True
        # Handlers that change whole documents have no part in what references resolve to.
        sandbox, idle = self.build.sandboxes.enter("references", key), lambda *_arguments: None
        handlers = replaced_handlers(self.env.events, "doctree-resolved", lambda h: h if is_own(h) else idle)
        with suppress_logging(), sandbox, handlers:
            # Any document will do for references: each carries its own ``refdoc``.
            resolve_doctree(self.env, self.build.builder, key.partition("#")[0], document)

    @cached_property
    def _files(self) -> Mapping[str, list[str]]:
        files: dict[str, list[str]] = {}
        sized = pictures_of(self.build).sized
        for collection in (self.env.images, self.env.dlfiles):
            for docnames, name in collection.values():
                for docname in docnames:
                    # Includes its other sizes: lists show these with the teaser.
                    key = sized[str(name)].key if str(name) in sized else ""
                    files.setdefault(docname, []).append(f"{name}{key}")
        return {docname: sorted(names) for docname, names in files.items()}


def _below(env: BuildEnvironment, docname: str) -> set[str]:
    below, due = set(), [docname]
    while due:
        name = due.pop()
        if name not in below:
            below.add(name)
            due.extend(env.toctree_includes.get(name, ()))
    return below
