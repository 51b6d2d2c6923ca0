"""The ``blog`` domain: which documents are posts, which hold lists, and roles that lead to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, cast

from docutils import nodes
from sphinx.domains import Domain, ObjType
from sphinx.errors import NoUri
from sphinx.roles import XRefRole

from sphinx_blogext.addresses import Addresses
from sphinx_blogext.blog import Blog
from sphinx_blogext.catalogs import Translation
from sphinx_blogext.hosting import Hosting
from sphinx_blogext.labels import term_label
from sphinx_blogext.listings import Pages
from sphinx_blogext.mentions import NO_MENTIONS
from sphinx_blogext.metadata import spellings_of, suggest
from sphinx_blogext.redirects import Redirects
from sphinx_blogext.slugs import normalize
from sphinx_blogext.taxonomies import TAXONOMIES
from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Set
    from typing import Any, ClassVar

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.channels import Channel
    from sphinx_blogext.digests import Digests
    from sphinx_blogext.incremental import Manifest
    from sphinx_blogext.mentions import Mentions, Reference
    from sphinx_blogext.model import Post, Schedule
    from sphinx_blogext.render import Renderer
    from sphinx_blogext.requests import ListRequest


class Withheld(NamedTuple):
    """A draft that was read and taken out again; ``read`` is when, ``parents`` whose toctrees had it.

    Nothing that it says is kept: Sphinx writes the environment into some outputs.
    """

    schedule: Schedule
    read: int
    parents: tuple[str, ...] = ()


class Target(NamedTuple):
    """Where an object of the blog is found: on a page, or at *url* if it is none."""

    name: str
    title: str
    objtype: str
    page: str
    anchor: str = ""
    url: str = ""


class BlogRole(XRefRole):
    """A reference to an object of the blog, which the domain remembers."""

    def process_link(
        self, env: BuildEnvironment, refnode: Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        blog_domain(env).note_reference(env.docname, refnode["reftype"], target)
        return title, target


@dataclass
class Frozen:
    """What posts and lists amount to in one build."""

    blog: Blog
    pages: Pages = field(default_factory=lambda: Pages(frozenset(), Addresses(""), generated=False))
    found_mentions: Mentions = NO_MENTIONS
    channels: tuple[Channel, ...] = ()
    redirects: Redirects = field(default_factory=lambda: Redirects({}, ()))


class BlogDomain(Domain):
    """Posts and lists by the document that holds them.

    ``blog``, ``pages`` and the like are what they amount to in this build. That is found out
    by ``freeze``, once, when somebody asks: a build that changes nothing does not. It belongs
    to the object, not to its pickled data.
    """

    name = "blog"
    label = "Blog"
    data_version = 6
    initial_data: ClassVar[dict[str, dict[str, Any]]] = {
        "posts": {},
        "lists": {},
        "terms": {},
        "references": {},
        "mentions": {},
        "sections": {},
        "withheld": {},
    }
    object_types: ClassVar[dict[str, ObjType]] = {
        name: ObjType(name, name) for name in ("post", *TAXONOMIES, "archive")
    }
    roles: ClassVar[dict[str, Any]] = {
        name: BlogRole(innernodeclass=nodes.inline, warn_dangling=True) for name in object_types
    }
    dangling_warnings: ClassVar[dict[str, str]] = {
        name: f"the blog has no {name} '%(target)s'" for name in object_types
    }

    def setup(self) -> None:
        super().setup()
        self.frozen = Frozen(Blog((), now=datetime.min.replace(tzinfo=UTC)))
        #: Sets ``frozen``; it may ask for what it has set already.
        self.freeze: Callable[[], None] | None = None
        self.hosting = Hosting()
        self.translation = Translation()
        self.renderer: Renderer | None = None
        self.manifest: Manifest | None = None
        self.digests: Digests | None = None
        self.shown: dict[str, str] = {}
        #: Whether plain text stands where a part of a post could not be rendered.
        self.has_substitutes = False
        #: Whether the last build was one of the same sources.
        self.is_same = False
        self.documents_read: list[str] = []
        #: The images and downloads of the drafts that this build has taken out, by document.
        self.media_withheld: dict[str, frozenset[str]] = {}
        #: The documents that this build writes, as soon as that is known.
        self.to_write: Set[str] | None = None

    def _ask(self) -> Frozen:
        freeze, self.freeze = self.freeze, None
        if freeze is not None:
            freeze()
        return self.frozen

    @property
    def blog(self) -> Blog:
        """The posts in order."""
        return self._ask().blog

    @property
    def pages(self) -> Pages:
        """The lists, and where they stand."""
        return self._ask().pages

    @property
    def found_mentions(self) -> Mentions:
        """Which posts link where."""
        return self._ask().found_mentions

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The feeds."""
        return self._ask().channels

    @property
    def redirects(self) -> Redirects:
        """The pages that forward to others."""
        return self._ask().redirects

    @property
    def posts(self) -> dict[str, Post]:
        """Posts by document."""
        return cast("dict[str, Post]", self.data["posts"])

    @property
    def lists(self) -> dict[str, tuple[ListRequest, ...]]:
        """The lists that each document asks for, in their order."""
        return cast("dict[str, tuple[ListRequest, ...]]", self.data["lists"])

    @property
    def terms(self) -> dict[str, tuple[str, ...]]:
        """The taxonomies whose terms each document lists."""
        return cast("dict[str, tuple[str, ...]]", self.data["terms"])

    @property
    def references(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """The roles of the blog in each document: type and target."""
        return cast("dict[str, tuple[tuple[str, str], ...]]", self.data["references"])

    @property
    def mentions(self) -> dict[str, tuple[tuple[str, tuple[Reference, ...]], ...]]:
        """The cross-references of the posts in each document, by the anchors of the posts."""
        return cast("dict[str, tuple[tuple[str, tuple[Reference, ...]], ...]]", self.data["mentions"])

    @property
    def sections(self) -> dict[str, tuple[Post, ...]]:
        """The posts that are sections of each document."""
        return cast("dict[str, tuple[Post, ...]]", self.data["sections"])

    @property
    def withheld(self) -> dict[str, Withheld]:
        """Drafts that are kept out of the build, by document."""
        return cast("dict[str, Withheld]", self.data["withheld"])

    def note_post(self, post: Post) -> None:
        self.posts[post.docname] = post

    def note_section(self, post: Post) -> None:
        """Store a post that is a section of its document."""
        self.sections[post.docname] = (*self.sections.get(post.docname, ()), post)

    @property
    def every_post(self) -> Iterator[Post]:
        """All posts, documents and sections of documents."""
        yield from self.posts.values()
        for posts in self.sections.values():
            yield from posts

    def note_mentions(self, docname: str, anchor: str, references: tuple[Reference, ...]) -> None:
        if references:
            self.mentions[docname] = (*self.mentions.get(docname, ()), (anchor, references))

    def note_list(self, docname: str, request: ListRequest) -> int:
        """Store *request* and return its number in the document."""
        requests = self.lists.get(docname, ())
        self.lists[docname] = (*requests, request)
        return len(requests)

    def note_terms(self, docname: str, taxonomy: str) -> None:
        self.terms[docname] = (*self.terms.get(docname, ()), taxonomy)

    def note_reference(self, docname: str, objtype: str, target: str) -> None:
        self.references[docname] = (*self.references.get(docname, ()), (objtype, target))

    def clear_doc(self, docname: str) -> None:
        for records in self.data.values():
            if isinstance(records, dict):
                records.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for kind in ("posts", "lists", "terms", "references", "mentions", "sections"):
            mine, others = self.data[kind], otherdata[kind]
            mine.update({docname: others[docname] for docname in docnames if docname in others})

    def check_consistency(self) -> None:
        """Report what only shows when all posts are known."""
        self._check_spellings()
        for post, name, reason in self.redirects.refused:
            message = "the redirect from %r is refused: %s"
            warn(BlogWarning.REDIRECT, message, name, reason, location=self._place(post, "redirects"))
        for post in self.every_post:
            for field_name in ("translations", "related"):
                for name in getattr(post, field_name) or ():
                    if self.blog.find_name(name, post) not in self.posts:
                        message = "there is no post %r%s"
                        location = self._place(post, field_name)
                        warn(BlogWarning.UNKNOWN_POST, message, name, suggest(name, self.posts), location=location)
        self._check_translations()

    def _check_translations(self) -> None:
        """Report posts that are said to be translations of each other and are in one language."""
        for post in self.blog.posts:
            for other in self.blog.versions.clashes(post):
                if post.key < other.key:
                    message = "%r is said to be a translation of this post and is in the same language"
                    fields = ("translations", "translation_key")
                    warn(BlogWarning.TRANSLATION, message, other.key, location=self._place(post, *fields))

    def _check_spellings(self) -> None:
        """Report terms that are spelt in more than one way, once each."""
        for taxonomy in self.blog.taxonomies.values():
            for term in taxonomy.values():
                for post in reversed(term.posts):
                    other = next((n for n in post.terms[term.taxonomy] if _differs(n, term.name)), None)
                    if other is not None:
                        warn(
                            BlogWarning.SPELLING,
                            "%s %r is spelt %r elsewhere; both are one, shown as %r",
                            term.taxonomy,
                            other,
                            term.name,
                            term.label,
                            location=self._place(post, term.taxonomy),
                        )
                        break

    def _place(self, post: Post, *fields: str) -> tuple[str, int]:
        """Return the document of *post*, and the line of it that fills the first of *fields* it has."""
        keys = [spelling for name in fields for spelling in spellings_of(name)]
        return place_of(keys, post.docname, post.lineno, self.env)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        found = self.find(typ, target, node)
        if found is None:
            return None
        if not node["refexplicit"]:
            contnode = nodes.inline("", found.title, classes=contnode["classes"])
        return self.refer(found, fromdocname, builder, contnode)

    def refer(self, found: Target, fromdocname: str, builder: Builder, contnode: Element) -> nodes.reference:
        """Return a reference to *found*, or *contnode* alone where this build does not write it."""
        uri = found.url or self._relative_uri(found, fromdocname, builder)
        if not uri:
            # Sphinx puts whatever it gets in the place of the reference.
            return cast("nodes.reference", contnode)
        return nodes.reference("", "", contnode, internal=not found.url, refuri=uri, reftitle=found.title)

    def _relative_uri(self, found: Target, fromdocname: str, builder: Builder) -> str:
        """Return the URI of the page of *found*, or nothing where there is none."""
        if not self.pages.is_written(found.page):
            return ""
        try:
            uri = builder.get_relative_uri(fromdocname, found.page)
        except NoUri:
            return ""
        return f"{uri}#{found.anchor}" if found.anchor else uri

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return nothing: ``:any:`` finds posts as documents, and a tag is often a module's name."""
        return []

    def find(self, typ: str, target: str, location: Element | None = None) -> Target | None:
        """Return the object of the type *typ* called *target*."""
        if typ == "post":
            return self._find_post(target.strip(), location)
        if typ == "archive":
            return next((found for found in self._archives() if found.name == target.strip()), None)
        term = self.blog.taxonomies[typ].find(target)
        return Target(term.key, term_label(term), typ, self.pages.term_page(term)) if term else None

    def _find_post(self, target: str, location: Element | None) -> Target | None:
        """Find a post by document name, or by the last part of it if only one has it."""
        names = [target.lstrip("/")] if self.blog.by_key.get(target.lstrip("/")) else []
        names = names or [name for name in self.blog.by_key if _short_name(name) == target]
        if len(names) > 1 and location is not None:
            warn(
                BlogWarning.UNKNOWN_POST,
                "post %r may be any of %s; write the whole name",
                target,
                ", ".join(sorted(names)),
                location=location,
            )
        if not names:
            return None
        post = self.blog.by_key[min(names)]
        return Target(post.key, post.title, "post", post.docname, post.anchor)

    def _archives(self) -> Iterator[Target]:
        for archive in self.blog.archives:
            page = self.pages.page_of(self.pages.addresses.year(archive.year))
            yield Target(str(archive.year), str(archive.year), "archive", page)

    def _targets(self) -> Iterator[Target]:
        for post in (*self.blog.posts, *self.blog.unlisted):
            yield Target(post.key, post.title, "post", post.docname, post.anchor)
        for taxonomy in self.blog.taxonomies.values():
            for term in taxonomy.values():
                yield Target(term.name, term_label(term), term.taxonomy, self.pages.term_page(term))
        yield from self._archives()

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Yield posts, terms and archives for the inventory; the search leaves them out (-1).

        Only what has a page of its own in this build is yielded.
        """
        for found in self._targets():
            if self.pages.is_written(found.page):
                yield found.name, found.title, found.objtype, found.page, found.anchor, -1


def _differs(name: str, first: str) -> bool:
    """Return whether *name* is the term *first* in another spelling."""
    return name != first and normalize(name) == normalize(first)


def _short_name(docname: str) -> str:
    """Return the last part of a document's name, or its folder's for ``index``."""
    return docname.removesuffix("/index").rpartition("/")[2]


def blog_domain(env: BuildEnvironment) -> BlogDomain:
    """Return the environment's blog domain."""
    domain = env.domains["blog"]
    assert isinstance(domain, BlogDomain)
    return domain
