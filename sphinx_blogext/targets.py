"""What the roles of the blog lead to, and what is wrong with what posts say of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.errors import NoUri

from sphinx_blogext.domain import Target
from sphinx_blogext.labels import term_label
from sphinx_blogext.metadata import spellings_of, suggest
from sphinx_blogext.slugs import normalize
from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Element
    from sphinx.builders import Builder

    from sphinx_blogext.build import Build
    from sphinx_blogext.model import Post


class Targets:
    """The objects of the blog in one build: posts, terms and archives."""

    def __init__(self, build: Build) -> None:
        self._build = build

    def find(self, typ: str, target: str, location: Element | None = None) -> Target | None:
        """Return the object of the type *typ* called *target*."""
        if typ == "post":
            return self._find_post(target.strip(), location)
        if typ == "archive":
            return next((found for found in self._archives() if found.name == target.strip()), None)
        term = self._build.blog.taxonomies[typ].find(target)
        return Target(term.key, term_label(term), typ, self._build.pages.term_page(term)) if term else None

    def refer(self, found: Target, fromdocname: str, builder: Builder, contnode: Element) -> nodes.reference:
        """Return a reference to *found*, or *contnode* alone where this build does not write it."""
        uri = found.url or self._relative_uri(found, fromdocname, builder)
        if not uri:
            # Sphinx puts whatever it gets in the place of the reference.
            return cast("nodes.reference", contnode)
        return nodes.reference("", "", contnode, internal=not found.url, refuri=uri, reftitle=found.title)

    def is_written(self, found: Target) -> bool:
        """Return whether *found* has a page of its own in this build."""
        return self._build.pages.is_written(found.page)

    def __iter__(self) -> Iterator[Target]:
        """Yield the objects that have a page of their own in this build."""
        return filter(self.is_written, self._every())

    def check(self) -> None:
        """Report what only shows when all posts are known."""
        self._check_spellings()
        for post, name, reason in self._build.redirects.refused if self._build.writes_pages else ():
            message = "the redirect from %r is refused: %s"
            warn(BlogWarning.REDIRECT, message, name, reason, location=self._place(post, "redirects"))
        domain, blog = self._build.domain, self._build.blog
        for post in domain.every_post:
            for field_name in ("translations", "related"):
                for name in getattr(post, field_name) or ():
                    if blog.find_name(name, post) not in domain.posts:
                        message = "there is no post %r%s"
                        location = self._place(post, field_name)
                        hint = suggest(name, domain.posts)
                        warn(BlogWarning.UNKNOWN_POST, message, name, hint, location=location)
        self._check_translations()

    def _relative_uri(self, found: Target, fromdocname: str, builder: Builder) -> str:
        """Return the URI of the page of *found*, or nothing where there is none."""
        if not self.is_written(found):
            return ""
        try:
            uri = builder.get_relative_uri(fromdocname, found.page)
        except NoUri:
            return ""
        return f"{uri}#{found.anchor}" if found.anchor else uri

    def _find_post(self, target: str, location: Element | None) -> Target | None:
        """Find a post by document name, or by the last part of it if only one has it."""
        posts = self._build.blog.by_key
        names = [target.lstrip("/")] if posts.get(target.lstrip("/")) else []
        names = names or [name for name in posts if _short_name(name) == target]
        if len(names) > 1 and location is not None:
            warn(
                BlogWarning.UNKNOWN_POST,
                "post %r may be any of %s; write the whole name",
                target,
                ", ".join(sorted(names)),
                location=location,
            )
        return _target_of(posts[min(names)]) if names else None

    def _archives(self) -> Iterator[Target]:
        pages = self._build.pages
        for archive in self._build.blog.archives:
            page = pages.page_of(pages.addresses.year(archive.year))
            yield Target(str(archive.year), str(archive.year), "archive", page)

    def _every(self) -> Iterator[Target]:
        blog = self._build.blog
        yield from map(_target_of, (*blog.posts, *blog.unlisted))
        for taxonomy in blog.taxonomies.values():
            for term in taxonomy.values():
                page = self._build.pages.term_page(term)
                yield Target(term.name, term_label(term), term.taxonomy, page)
        yield from self._archives()

    def _check_translations(self) -> None:
        """Report posts that are said to be translations of each other and are in one language."""
        blog = self._build.blog
        for post in blog.posts:
            for other in blog.versions.clashes(post):
                if post.key < other.key:
                    message = "%r is said to be a translation of this post and is in the same language"
                    fields = ("translations", "translation_key")
                    warn(BlogWarning.TRANSLATION, message, other.key, location=self._place(post, *fields))

    def _check_spellings(self) -> None:
        """Report terms that are spelt in more than one way, once each."""
        for taxonomy in self._build.blog.taxonomies.values():
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
        return place_of(keys, post.docname, post.lineno, self._build.env)


def _target_of(post: Post) -> Target:
    return Target(post.key, post.title, "post", post.docname, post.anchor)


def _differs(name: str, first: str) -> bool:
    """Return whether *name* is the term *first* in another spelling."""
    return name != first and normalize(name) == normalize(first)


def _short_name(docname: str) -> str:
    """Return the last part of a document's name, or its folder's for ``index``."""
    return docname.removesuffix("/index").rpartition("/")[2]
