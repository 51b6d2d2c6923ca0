"""What pages show of the blog, as digests: a page is written again when its digest has changed.

Made when all documents have been read and numbered. A digest covers all that a page is
rendered from, and nothing that it does not show.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docutils
import sphinx
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import new_document
from sphinx.util.logging import suppress_logging
from sphinx.util.matching import patmatch

from sphinx_blogext._compat import common_assets, resolve_doctree, template_folders
from sphinx_blogext.ablog import find_label
from sphinx_blogext.blog import is_pinned
from sphinx_blogext.config import OPTIONS, blog_root
from sphinx_blogext.drafts import current_time, shows_drafts
from sphinx_blogext.listings import FeedsPage, ListPage
from sphinx_blogext.model import Post
from sphinx_blogext.nodes import PART
from sphinx_blogext.theme.frame import NAVIGATION_EVENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.domain import BlogDomain, Target
    from sphinx_blogext.listings import Listing, Overview
    from sphinx_blogext.pagination import Page

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
#: Differs from build to build, or from page to page.
_FLEETING = frozenset({"last_updated", "css_files", "script_files"})
#: What no list shows of a post.
_UNSHOWN = frozenset({"lineno", "redirects", "references", "feed_id", "text_fingerprint"})
#: What a domain keeps that is in the digests of posts, or is no business of pages.
_OWN = frozenset({"posts", "withheld", "version"})
#: Style sheets and scripts, and the templates of such.
_ASSETS = frozenset({".css", ".js", ".css_t", ".js_t"})
_TEMPLATES = frozenset({".html", ".jinja", ".xml"})
_SHOWN = tuple(field.name for field in fields(Post) if field.name not in _UNSHOWN)


class Digests:
    """Digests of documents and generated pages in one build, each made once."""

    def __init__(self, app: Sphinx, domain: BlogDomain, builder: StandaloneHTMLBuilder) -> None:
        self.domain = domain
        self.builder = builder
        self.env = domain.env
        self.config = app.config
        self._extensions = [(name, extension.version) for name, extension in sorted(app.extensions.items())]
        self._events = app.events
        self._now = current_time(app.config)
        self._shows_drafts = shows_drafts(app)
        self._posts: dict[str, str] = {}
        self._navigation: dict[str, str] = {}

    @cached_property
    def of_sources(self) -> str:
        """A digest of what was read, and when, and of all that the configuration says.

        Where it is that of the last build, all other digests are too, but for :attr:`of_frame`,
        and nobody need put the blog together.
        """
        env, domain = self.env, self.domain
        due = [(post.key, post.state(self._now), is_pinned(post, self._now)) for post in domain.every_post]
        read = (sorted(env.all_docs.items()), sorted(env.found_docs), sorted(domain.withheld))
        return digest((self.settings, self._shows_drafts, read, due))

    @cached_property
    def of_blog(self) -> str:
        """A digest of all that those of pages are made of, but for what themes put around them.

        Where it is that of the last build, so are those, and need not be made.
        """
        domain = self.domain
        kinds = [(kind, sorted(found.items())) for kind, found in sorted(domain.data.items()) if kind not in _OWN]
        posts = [(key, self.of_post(post)) for key, post in domain.blog.by_key.items()]
        links = [(key, sorted(found)) for key, found in sorted(domain.blog.links.items())]
        mentions = [
            (docname, anchor, [post.key for post in found])
            for docname, objects in sorted(domain.found_mentions.objects.items())
            for anchor, found in sorted(objects.items())
        ]
        owners = sorted({listing.owner for listing in domain.pages.listings})
        titles = [_title(self.env, owner) for owner in owners]
        documents = sorted(domain.pages.documents)
        return digest((self.of_site, kinds, posts, links, mentions, titles, documents))

    @cached_property
    def of_site(self) -> str:
        """A digest of what any page may show, whatever it is: options, files of the site's own, the feeds.

        Sphinx takes no notice of the order of a list in an option, of a template that is gone,
        nor of what is in a style sheet, although pages name its checksum.
        """
        config, domain, found = self.config, self.domain, self.env.found_docs
        options = {option.name: option.value for option in config.filter({"html", "env"})}
        folders = (*config.html_static_path, *config.templates_path)
        files = [_contents(self.builder.confdir / folder, _ASSETS | _TEMPLATES) for folder in folders]
        has_posts = any(post.is_published(self._now) and not post.unlisted for post in domain.every_post)
        root = blog_root(config)
        home = [name for name in (root, f"{root}/index") if name in found]
        tags = sorted(self.builder.tags)
        shown = (domain.hosting, plain(options), tags, files, has_posts, home)
        return digest((self._extensions, self.builder.name, shown))

    @property
    def of_texts(self) -> dict[str, str]:
        """A digest of the whole text of each post."""
        return {docname: post.text_fingerprint for docname, post in self.domain.posts.items()}

    def of_all_pages(self, names: Iterable[str]) -> str:
        """Return a digest of all that the pages called *names*, which no document stands for, are made of."""
        navigation = sorted({self._navigation_at(name) for name in names})
        documents = sorted(self.domain.pages.documents)
        return digest((self.of_blog, self.of_frame, self.settings, documents, navigation))

    @cached_property
    def of_documents(self) -> dict[str, str]:
        """A digest of what each document shows of the blog, for those that show any of it."""
        domain = self.domain
        shown: dict[str, list[Any]] = {}
        for (docname, place), listing in domain.pages.placed.items():
            shown.setdefault(docname, []).append((place, self._listing(listing, listing.pages[0])))
        for docname, pages in domain.pages.appended.items():
            shown.setdefault(docname, []).extend(map(self._page, pages))
        for docname, taxonomies in domain.terms.items():
            shown.setdefault(docname, []).extend(map(self._taxonomy, taxonomies))
        for docname, references in domain.references.items():
            shown.setdefault(docname, []).append([self._target(*reference) for reference in references])
        for post in domain.blog.by_key.values():
            shown.setdefault(post.docname, []).append(self._own_page(post))
        mentions = domain.found_mentions
        for docname, posts in mentions.documents.items():
            shown.setdefault(docname, []).append([_named(post) for post in posts])
        for docname, objects in mentions.objects.items():
            named = [(anchor, [_named(post) for post in posts]) for anchor, posts in sorted(objects.items())]
            shown.setdefault(docname, []).append(named)
        for docname in domain.pages.documents:
            if _has_sidebar(docname, self.config):
                shown.setdefault(docname, []).append(self._sidebar)
        return {docname: digest(inputs) for docname, inputs in shown.items()}

    def _target(self, kind: str, name: str) -> tuple[Target | None, bool]:
        """Return what a role of the blog, or a label of ABlog's, leads to, and whether there is a page of it."""
        found = find_label(self.domain, name) if kind == "ref" else self.domain.find(kind, name)
        return found, found is not None and self.domain.pages.is_written(found.page)

    def of_page(self, page: ListPage | Overview) -> str:
        """Return a digest of a page that no document stands for, its frame included."""
        sidebar = self._sidebar if _has_sidebar(page.name, self.config) else ""
        return digest((self.of_frame, self._navigation_at(page.name), self._page(page), sidebar))

    @cached_property
    def settings(self) -> str:
        """All that HTML and feeds may depend on beside the sources."""
        return digest((self.of_site, plain({option.name: self.config[option.name] for option in OPTIONS})))

    @cached_property
    def of_frame(self) -> str:
        """A digest of what themes put around each page: their templates, and what those receive from Sphinx."""
        builder = self.builder
        assets = [str(asset) for asset in common_assets(builder)]
        static = _contents(Path(builder.outdir, "_static"), {".css", ".js"})
        context = {k: v for k, v in builder.globalcontext.items() if k not in _FLEETING}
        templates = [_contents(folder, _TEMPLATES) for folder in template_folders(builder)]
        return digest((self.of_site, plain((context, assets)), static, templates))

    def _navigation_at(self, page: str) -> str:
        """What the theme shows of the site's contents beside *page*: the same as at the document above it."""
        home = self._document_above(page)
        if home not in self._navigation:
            shown = self._events.emit_firstresult(NAVIGATION_EVENT, home)
            self._navigation[home] = self._every_toctree if shown is None else digest(shown)
        return self._navigation[home]

    def _document_above(self, page: str) -> str:
        """Return the document that *page* stands below by its name, or the page at the root that is above it."""
        while "/" in page and page not in self.env.all_docs:
            page = page.rpartition("/")[0]
            page = f"{page}/index" if f"{page}/index" in self.env.all_docs else page
        return page

    @cached_property
    def _every_toctree(self) -> str:
        """What any theme can make the site's navigation of."""
        includes = self.env.toctree_includes
        return self._toctrees(includes.keys() | {name for names in includes.values() for name in names})

    def _toctrees(self, documents: Set[str]) -> str:
        """Return what toctrees can show of *documents*: titles, headings, and what is below them."""
        env = self.env
        shown = []
        for name in sorted(documents):
            # With the anchors of headings, and the captions of toctrees.
            headings = env.tocs[name].pformat() if name in env.tocs else ""
            below, numbers = env.toctree_includes.get(name), env.toc_secnumbers.get(name)
            shown.append((name, _title(env, name), headings, below, numbers))
        return digest(shown)

    def _page(self, page: ListPage | Overview) -> Any:
        if isinstance(page, ListPage):
            return self._listing(*page)
        if isinstance(page, FeedsPage):
            return (page.title, page.parents, [channel.links("") for channel in self.domain.channels])
        return (page.taxonomy, page.title, page.parents, self._taxonomy(page.taxonomy))

    def _listing(self, listing: Listing, page: Page[Post]) -> Any:
        title = (listing.title, _title(self.env, listing.owner), listing.parents)
        shown = (listing.kind, title, listing.style, listing.request)
        term = listing.term and (listing.term.name, listing.term.count, listing.term.settings)
        languages = [(link.term and (link.term.name, link.term.settings), link.page) for link in listing.languages]
        links = (languages, listing.language, page.newer, page.older, page.window)
        return (shown, term, links, [self.of_post(post) for post in page.items])

    def _own_page(self, post: Post) -> Any:
        blog = self.domain.blog
        neighbours = blog.neighbours(post) if self.config.post_show_prev_next else ()
        shown = (*neighbours, *blog.related(post, self.config.blog_related))
        series = [
            (place.term.name, place.term.settings, place.place, [_named(place.parts[n]) for n in place.shown])
            for place in blog.series_of(post)
        ]
        return (self.of_post(post), series, [_named(other) for other in shown if other])

    def of_post(self, post: Post) -> str:
        """Return a digest of all that a list can show of a post."""
        if post.key not in self._posts:
            env, docname = self.env, post.docname
            numbers = (env.toc_secnumbers.get(docname), env.toc_fignumbers.get(docname))
            toctrees = self._toctrees(_below(env, docname)) if docname in env.toctree_includes else ""
            outside = (self._references.get(post.key), self._files.get(docname), numbers, toctrees)
            record = [getattr(post, name) for name in _SHOWN]
            blog = self.domain.blog
            state = (post in blog.pinned, post.state(blog.now), blog.is_multilingual, blog.language)
            versions = [_named(other) for other in blog.versions.all(post)]
            self._posts[post.key] = digest((record, state, versions, self._terms(post), outside))
        return self._posts[post.key]

    def of_teaser(self, post: Post) -> str:
        """Return a digest of all that the HTML of a teaser is made of."""
        versions = (sphinx.__display_version__, docutils.__version__)
        return digest((versions, self.settings, self.of_post(post)))

    def of_text(self, post: Post) -> str:
        """Return a digest of all that the whole text of a post shows."""
        domain, docname = self.domain, post.docname
        has_blog = docname in domain.lists or docname in domain.terms
        lists = domain.shown.get(docname) if has_blog else None
        return digest((post.text_fingerprint, self._text_references.get(post.key), lists))

    def _terms(self, post: Post) -> Any:
        """Return what the terms of a post are called, and where they are."""
        blog, pages = self.domain.blog, self.domain.pages
        found = [blog.taxonomies[taxonomy].find(name) for taxonomy, names in post.terms.items() for name in names]
        return [(term.label, pages.term_page(term)) for term in found if term]

    def _taxonomy(self, taxonomy: str) -> Any:
        terms = self.domain.blog.taxonomies[taxonomy].values()
        return [(term.name, term.settings, term.count, self.domain.pages.term_page(term)) for term in terms]

    @cached_property
    def _sidebar(self) -> str:
        blog = self.domain.blog
        recent = [_named(post) for post in blog.best(blog.posts)[:5]]
        terms = [self._taxonomy(taxonomy) for taxonomy in blog.taxonomies]
        root, page_of = blog_root(self.config), self.domain.pages.page_of
        archives = [(year.year, year.count, page_of(f"{root}/{year.year}")) for year in blog.archives]
        return digest((recent, terms, archives))

    @cached_property
    def _references(self) -> Mapping[str, str]:
        """What the cross-references in teasers lead to, and how that is called, by post."""
        return self._resolve({key: post.references for key, post in self.domain.blog.by_key.items()})

    @cached_property
    def _text_references(self) -> Mapping[str, str]:
        """The same for the whole texts of the posts in feeds."""
        posts = {post.key: post for channel in self.domain.channels for post in channel.posts}
        found = {key: dict(self.domain.mentions.get(post.docname, ())) for key, post in posts.items()}
        return self._resolve({key: found[key].get(post.anchor, ()) for key, post in posts.items()})

    def _resolve(self, references: Mapping[str, Iterable[Iterable[tuple[str, Any]]]]) -> Mapping[str, str]:
        """Return a digest of what cross-references, by post, are resolved to.

        All of them are resolved in one document, just as they are in their own.
        """
        document = new_document("")
        document[PART] = True
        keys = [key for key, found in references.items() if found]
        for key in keys:
            given = (pending_xref("", nodes.inline("", ""), **dict(attributes)) for attributes in references[key])
            document += nodes.container("", *given)
        if not keys:
            return {}
        places = list(document.children)
        with suppress_logging():
            resolve_doctree(self.env, self.builder, keys[0].partition("#")[0], document)
        return {key: digest(place.pformat()) for key, place in zip(keys, places, strict=True)}

    @cached_property
    def _files(self) -> Mapping[str, list[str]]:
        """What the images and downloads of documents are called in the output."""
        files: dict[str, list[str]] = {}
        for collection in (self.env.images, self.env.dlfiles):
            for docnames, name in collection.values():
                for docname in docnames:
                    files.setdefault(docname, []).append(str(name))
        return {docname: sorted(names) for docname, names in files.items()}


def _named(post: Post) -> Any:
    """Return what is shown of a post that is named by its title."""
    language = post.terms.get("language")
    title = (post.title, post.heading_fingerprint)
    return (post.key, title, post.date, language, post.external_link, post.description)


def _title(env: BuildEnvironment, docname: str) -> str:
    title = env.titles.get(docname)
    if title is None:
        return ""
    is_plain = all(isinstance(child, nodes.Text) for child in title.children)
    return title.astext() if is_plain else title.pformat()


def _below(env: BuildEnvironment, docname: str) -> set[str]:
    """Return a document, and those that its toctrees lead to in the end."""
    found, due = set(), [docname]
    while due:
        name = due.pop()
        if name not in found:
            found.add(name)
            due.extend(env.toctree_includes.get(name, ()))
    return found


def _contents(folder: Path, suffixes: Set[str]) -> list[tuple[str, str]]:
    """Return names and digests of the files below *folder* that end in one of *suffixes*."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in suffixes)
    return [(path.relative_to(folder).as_posix(), digest(path.read_bytes())) for path in files]


def _has_sidebar(page: str, config: Config) -> bool:
    """Return whether ``html_sidebars`` gives the page one of ours."""
    return any(
        patmatch(page, pattern) and any(str(name).startswith("blog/") for name in templates)
        for pattern, templates in config.html_sidebars.items()
    )


def plain(value: Any) -> Any:
    """Return *value* of a configuration with a ``repr`` that is the same in every process."""
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(repr(plain(item)) for item in value)
    if callable(value):
        return getattr(value, "__qualname__", type(value).__qualname__)
    return _ADDRESS.sub("", repr(value))


def digest(inputs: Any) -> str:
    """Return a digest of plain records: their ``repr`` says all of them, in order."""
    content = inputs if isinstance(inputs, bytes) else repr(inputs).encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()[:16]
