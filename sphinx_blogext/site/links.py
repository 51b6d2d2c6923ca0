"""What links lead to: the targets of the roles of the blog, and the posts, documents and objects in posts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import merge
from typing import Any, NamedTuple, cast

from docutils import nodes
from docutils.nodes import Element
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.dummy import DummyBuilder
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinx.util import docname_join
from sphinx.util.logging import suppress_logging

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import short_name
from sphinx_blogext.core.blog import Blog
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.model import Archive, Post, Reference, newest_first
from sphinx_blogext.core.terms import Term
from sphinx_blogext.domain import Target, blog_domain
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.nodes import stand_in
from sphinx_blogext.site.pages import SitePages, term_label
from sphinx_blogext.site.published_blog import PublishedBlog
from sphinx_blogext.warnings import BlogWarning, warn


@dataclass(eq=False, repr=False)
class Targets:
    """The posts, terms and archives of the blogs in one build; only the first needs no ``news:`` before names."""

    blogs: Sequence[PublishedBlog]
    posts: Mapping[str, Post]
    pages: SitePages
    blog_of: Callable[[str], PublishedBlog]

    def find(self, typ: str, target: str, docname: str, location: Element | None = None) -> Target | None:
        """Return the object of type *typ* that *target* means in a document: in its own blog or in another."""
        target = target.strip()
        if typ == "post":
            return self._find_post(target, location)
        for published, name in self._readings(target, docname):
            if typ == "archive":
                if archive := next((each for each in _archives(published) if each.name == name), None):
                    return _target_of_archive(archive, published)
            elif term := published.blog.taxonomies[typ].find(name):
                return _target_of_term(term.key, term, published)
        return None

    def _readings(self, target: str, docname: str) -> Iterator[tuple[PublishedBlog, str]]:
        """Yield the blogs and names that *target* may mean: in the document's blog, the blog it names, or any."""
        yield self.blog_of(docname), target
        root, _colon, name = target.partition(":")
        yield from ((published, name.strip()) for published in self.blogs if name and published.root == root)
        yield from ((published, target) for published in self.blogs)

    def refer(self, item: Target, fromdocname: str, builder: Builder, contnode: Element) -> nodes.reference:
        """Return a reference to *item*, or only *contnode* if this build does not write it."""
        uri = item.url
        if not uri and self.is_written(item):
            with suppress(NoUri):
                uri = builder.get_relative_uri(fromdocname, item.page) + (item.anchor and f"#{item.anchor}") or "#"
        if not uri:
            # Sphinx replaces the reference by whatever it gets.
            return cast("nodes.reference", contnode)
        return nodes.reference("", "", contnode, internal=not item.url, refuri=uri, reftitle=item.title)

    def is_written(self, item: Target) -> bool:
        """Return whether *item* has a page of its own in this build."""
        return self.pages.is_written(item.page)

    def __iter__(self) -> Iterator[Target]:
        """Yield the objects that have a page of their own in this build."""
        return filter(self.is_written, self._every())

    def _find_post(self, target: str, location: Element | None) -> Target | None:
        """Find a post by its document name, or by the last part of that name; warn if that is ambiguous."""
        posts, name = self.posts, target.lstrip("/")
        names = [name] if name in posts else [name for name in posts if short_name(name) == target]
        if len(names) > 1 and location is not None:
            message = "post %r is ambiguous, it may be any of %s: use the full name"
            warn(BlogWarning.UNKNOWN_POST, message, target, ", ".join(sorted(names)), location=location)
        return _target_of(posts[min(names)]) if names else None

    def _every(self) -> Iterator[Target]:
        for published in self.blogs:
            blog = published.blog
            yield from map(_target_of, (*blog.posts, *blog.unlisted))
            for taxonomy in blog.taxonomies.values():
                for term in taxonomy.values():
                    yield _target_of_term(self._prefix(published) + term.name, term, published)
        for published in self.blogs:
            for archive in _archives(published):
                target = _target_of_archive(archive, published)
                yield target._replace(name=self._prefix(published) + target.name)

    def _prefix(self, published: PublishedBlog) -> str:
        return "" if published is self.blogs[0] else f"{published.root}:"


def _target_of(post: Post) -> Target:
    return Target(post.key, post.title, "post", post.docname, post.anchor)


def _target_of_archive(archive: Archive, published: PublishedBlog) -> Target:
    words = interface_words(published.config.language)
    title = words.month(archive.year, archive.month) if archive.month else archive.name
    return Target(archive.name, title, "archive", published.pages.overview_page(archive.name))


def _archives(published: PublishedBlog) -> tuple[Archive, ...]:
    """Return the years and months for which a blog has pages."""
    blog = published.blog
    return (*blog.archives, *blog.months) if published.config.blog_archive_months else blog.archives


def _target_of_term(name: str, term: Term, published: PublishedBlog) -> Target:
    return Target(name, term_label(term), term.taxonomy, published.pages.term_page(term))


#: Domains whose targets are places in a text, not described objects.
_TEXT = frozenset({"", "std", "doc", "blog"})


class Place(NamedTuple):
    """The target of a reference. ``anchor`` is that of an object or section, or ``""`` for the whole document."""

    docname: str
    anchor: str = ""
    is_object: bool = False


class Mentions(NamedTuple):
    """The links from posts to other places.

    ``links`` maps the key of a post to the keys of the posts that it links to. ``documents`` maps a document to
    the posts that link to it, newest first, and ``objects`` to those that link to an object in it, by anchor.
    """

    links: Mapping[str, set[str]]
    documents: Mapping[str, tuple[Post, ...]]
    objects: Mapping[str, Mapping[str, tuple[Post, ...]]]


def resolve_mentions(app: Sphinx, blogs: Sequence[PublishedBlog], targets: Targets) -> Mentions:
    """Return the targets of references in all posts; without ``blog_backlinks``, only of links between posts."""
    is_shown = blog_config(app.config).blog_backlinks
    resolver = _Resolver(app, targets, with_objects=is_shown)
    links: dict[str, set[str]] = {}
    mentioned: dict[tuple[str, str], list[tuple[Post, ...]]] = {}
    # Sphinx warns about unresolved references when it writes the post itself.
    with suppress_logging():
        for published in blogs:
            for place, posts in _linked_by(published.blog, resolver, links).items():
                mentioned.setdefault(place, []).append(published.blog.best(posts))
    documents: dict[str, tuple[Post, ...]] = {}
    objects: dict[str, dict[str, tuple[Post, ...]]] = {}
    for (docname, anchor), of_blogs in mentioned.items() if is_shown else ():
        places = objects.setdefault(docname, {}) if anchor else documents
        places[anchor or docname] = tuple(merge(*of_blogs, key=newest_first))
    return Mentions(links, documents, objects)


def _linked_by(blog: Blog, resolver: "_Resolver", links: dict[str, set[str]]) -> dict[tuple[str, str], list[Post]]:
    """Return the documents and objects that the posts of a blog link to, by name and anchor; note the *links*."""
    mentioned: dict[tuple[str, str], list[Post]] = {}
    for post in blog.posts:
        own = {version.docname for version in blog.versions.all(post)}
        # Sorted, because the order of sets differs between processes.
        for place in sorted({place for place in resolver.places(post) if place.docname not in own}):
            key = f"{place.docname}#{place.anchor}"
            links.setdefault(post.key, set()).add(key if key in blog.by_key else place.docname)
            posts = mentioned.setdefault((place.docname, place.anchor if place.is_object else ""), [])
            # Posts are processed one after the other, so only the last recorded one can be this one.
            if post not in posts[-1:]:
                posts.append(post)
    return mentioned


class _NameBuilder(DummyBuilder):
    """A builder whose URIs are the names of documents; it leaves no tags behind."""

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        before = set(app.tags)
        super().__init__(app, env)
        for tag in set(app.tags) - before:
            app.tags.remove(tag)

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return docname

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        return to


class _Resolver:
    """Resolves references, each only once."""

    def __init__(self, app: Sphinx, targets: Targets, *, with_objects: bool) -> None:
        self.env, self.targets, self.with_objects = app.env, targets, with_objects
        self.mentions = blog_domain(app.env).mentions
        # The URIs of a real builder do not show which document they point to.
        self.builder = _NameBuilder(app, app.env)

    def places(self, post: Post) -> Iterator[Place]:
        return filter(None, map(self._resolve, dict(self.mentions.get(post.docname, ())).get(post.anchor, ())))

    @cached_by(lambda reference: reference)
    def _resolve(self, reference: Reference) -> Place | None:
        place = self._place({name: value for name, value in reference if value})
        return place if place and place.docname in self.env.all_docs else None

    def _place(self, xref: dict[str, Any]) -> Place | None:
        domain, kind, target = xref.get("refdomain", ""), xref.get("reftype", ""), xref.get("reftarget", "")
        if domain == "blog":
            post = self.targets.find("post", target, xref.get("refdoc", "")) if kind == "post" else None
            return Place(post.page, post.anchor) if post else None
        if (domain, kind) == ("std", "doc"):
            return Place(docname_join(xref.get("refdoc", ""), target))
        if domain == "doc":
            # MyST's own domain, for ``[text](file.md#heading)``.
            return Place(target, xref.get("reftargetid", ""))
        if (domain, kind) == ("std", "ref") or (self.with_objects and domain not in _TEXT):
            return self._ask(domain, kind, xref)
        return self._ask_all(xref) if kind in {"any", "myst"} else None

    def _ask_all(self, xref: dict[str, Any]) -> Place | None:
        """Ask every domain to resolve ``:any:`` or MyST's ``[](target)``."""
        # In the order in which Sphinx asks the domains.
        names = sorted(self.env.domains) if self.with_objects else ()
        places = (self._ask(name, kind, xref) for name, kind in (("std", "ref"), *((name, "") for name in names)))
        return next(filter(None, places), None)

    def _ask(self, name: str, kind: str, xref: dict[str, Any]) -> Place | None:
        """Ask one domain to resolve a reference of a *kind*, or of any if that is ``""``."""
        # With explicit text, labels need no title.
        node = stand_in(xref | {"refexplicit": True})
        domain, content = self.env.domains.get(name), cast("nodes.TextElement", node[0])
        common = self.env, xref.get("refdoc", ""), self.builder
        target, references = xref.get("reftarget", ""), []
        # Other extensions may raise anything, and report what they cannot resolve when they write the post.
        with suppress(Exception):
            if domain and kind:
                references = [domain.resolve_xref(*common, kind, target, node, content)]
            elif domain:
                references = [each for _role, each in domain.resolve_any_xref(*common, target, node, content)]
        for reference in references:
            # References within a document have no URI.
            if isinstance(reference, nodes.reference) and "refuri" in reference:
                docname, _hash, anchor = reference["refuri"].partition("#")
                return Place(docname, anchor, bool(anchor) and name not in _TEXT)
        return None
