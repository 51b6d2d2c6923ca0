"""The targets of the blog's roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.util import logging

from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import short_name
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.domain import Target, blog_domain
from sphinx_blogext.lang.words import interface_words
from sphinx_blogext.site.terms import term_label
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.domains import Domain

    from sphinx_blogext.core.model import Archive, Post
    from sphinx_blogext.core.terms import Term
    from sphinx_blogext.site.pages import SitePages
    from sphinx_blogext.site.published_blog import PublishedBlog

logger = logging.getLogger(__name__)


class Targets:
    """The objects of the blogs in one build: posts, terms and archives; the first blog comes first.

    Terms and archives of other blogs have names such as ``news:python``.
    """

    def __init__(
        self,
        blogs: Sequence[PublishedBlog],
        posts: Mapping[str, Post],
        pages: SitePages,
        blog_of: Callable[[str], PublishedBlog],
    ) -> None:
        self._blogs = blogs
        self._posts = posts
        self._pages = pages
        self._blog_of = blog_of

    def find(self, typ: str, target: str, docname: str, location: Element | None = None) -> Target | None:
        """Return the object of type *typ* that *target* means in a document: in its own blog or in another."""
        target = target.strip()
        if typ == "post":
            return self._find_post(target, location)
        for published, name in self._readings(target, docname):
            if typ == "archive":
                archives = (archive for archive in _archives(published) if archive.name == name)
                if archive := next(archives, None):
                    return _target_of_archive(archive, published)
            elif term := published.blog.taxonomies[typ].find(name):
                return _target_of_term(term.key, term, published)
        return None

    def _readings(self, target: str, docname: str) -> Iterator[tuple[PublishedBlog, str]]:
        """Yield the blogs and names that *target* may mean: in the document's blog, the blog it names, or any."""
        yield self._blog_of(docname), target
        root, _colon, name = target.partition(":")
        yield from ((published, name.strip()) for published in self._blogs if name and published.root == root)
        yield from ((published, target) for published in self._blogs)

    def refer(self, item: Target, fromdocname: str, builder: Builder, contnode: Element) -> nodes.reference:
        """Return a reference to *item*, or only *contnode* if this build does not write it."""
        uri = item.url or self._relative_uri(item, fromdocname, builder)
        if not uri:
            # Sphinx replaces the reference by whatever it gets.
            return cast("nodes.reference", contnode)
        return nodes.reference("", "", contnode, internal=not item.url, refuri=uri, reftitle=item.title)

    def is_written(self, item: Target) -> bool:
        """Return whether *item* has a page of its own in this build."""
        return self._pages.is_written(item.page)

    def __iter__(self) -> Iterator[Target]:
        """Yield the objects that have a page of their own in this build."""
        return filter(self.is_written, self._every())

    def _relative_uri(self, item: Target, fromdocname: str, builder: Builder) -> str:
        """Return the URI of the page of *item*, or ``""`` if it has no page."""
        if not self.is_written(item):
            return ""
        try:
            uri = builder.get_relative_uri(fromdocname, item.page)
        except NoUri:
            return ""
        return f"{uri}#{item.anchor}" if item.anchor else uri

    def _find_post(self, target: str, location: Element | None) -> Target | None:
        """Find a post by its document name, or by the last part of that name; warn if that is ambiguous."""
        posts = self._posts
        names = [target.lstrip("/")] if posts.get(target.lstrip("/")) else []
        names = names or [name for name in posts if short_name(name) == target]
        if len(names) > 1 and location is not None:
            warn(
                BlogWarning.UNKNOWN_POST,
                "post %r is ambiguous, it may be any of %s: use the full name",
                target,
                ", ".join(sorted(names)),
                location=location,
            )
        return _target_of(posts[min(names)]) if names else None

    def _every(self) -> Iterator[Target]:
        for published in self._blogs:
            blog = published.blog
            yield from map(_target_of, (*blog.posts, *blog.unlisted))
            for taxonomy in blog.taxonomies.values():
                for term in taxonomy.values():
                    yield _target_of_term(self._prefix(published) + term.name, term, published)
        for published in self._blogs:
            for archive in _archives(published):
                target = _target_of_archive(archive, published)
                yield target._replace(name=self._prefix(published) + target.name)

    def _prefix(self, published: PublishedBlog) -> str:
        return "" if published is self._blogs[0] else f"{published.root}:"


def on_warn_missing_reference(app: Sphinx, domain: Domain | None, node: pending_xref) -> bool | None:
    """Report that a role names a blog that does not exist, or suggest what it may mean."""
    if domain is None or domain.name != "blog":
        return None
    typ, target = node["reftype"], str(node.get("reftarget", "")).strip()
    root, colon, _name = target.partition(":")
    roots = blog_config(app.config).roots
    if colon and len(roots) > 1 and root.strip() not in roots:
        message = "unknown blog %r%s, and no %s %r"
        hint = suggest(root.strip(), set(roots))
        warn(BlogWarning.UNKNOWN_TERM, message, root.strip(), hint, typ, node["reftarget"], location=node)
        return True
    site = blog_domain(app.env).site
    names = [each.name for each in (site.targets if site else ()) if each.objtype == typ]
    if hint := suggest(target, [*names, *map(short_name, names)] if typ == "post" else names):
        # The message of Sphinx, which has no place for a hint.
        message = f"{domain.dangling_warnings[typ] % {'target': target}}{hint}"
        logger.warning("%s", message, location=node, type="ref", subtype=typ)
    return bool(hint) or None


def _target_of(post: Post) -> Target:
    return Target(post.key, post.title, "post", post.docname, post.anchor)


def _target_of_archive(archive: Archive, published: PublishedBlog) -> Target:
    pages = published.pages
    if not archive.month:
        return Target(archive.name, archive.name, "archive", pages.page_of(pages.addresses.year(archive.year)))
    title = interface_words(published.config.language).month(archive.year, archive.month)
    return Target(
        archive.name, title, "archive", pages.page_of(pages.addresses.month(archive.year, archive.month))
    )


def _archives(published: PublishedBlog) -> tuple[Archive, ...]:
    """Return the years and months for which a blog has pages."""
    blog = published.blog
    return (*blog.archives, *blog.months) if published.config.blog_archive_months else blog.archives


def _target_of_term(name: str, term: Term, published: PublishedBlog) -> Target:
    return Target(name, term_label(term), term.taxonomy, published.pages.term_page(term))


def setup(app: Sphinx) -> None:
    app.connect("warn-missing-reference", on_warn_missing_reference)
