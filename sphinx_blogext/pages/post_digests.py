"""Digests of posts: of their metadata, of what their HTML is made of, and of their texts in feeds."""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import docutils
import sphinx
from docutils import nodes
from sphinx.util.docutils import new_document
from sphinx.util.logging import suppress_logging

from sphinx_blogext._compat import read_doctree, resolve_doctree
from sphinx_blogext.core.changelog import changes_in
from sphinx_blogext.core.hashes import digest
from sphinx_blogext.core.model import Post
from sphinx_blogext.handlers import is_own, replaced_handlers
from sphinx_blogext.nodes import PART, stand_in
from sphinx_blogext.pictures.store import pictures_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.handlers import Handler
    from sphinx_blogext.pages.site_digests import SiteDigests
    from sphinx_blogext.site.build import Build

#: The fields of a post that no page shows, or that are shown only with its whole text.
_UNSHOWN = frozenset({"lineno", "redirects", "references", "feed_id", "text_fingerprint", "word_count"})
_SHOWN = tuple(field.name for field in fields(Post) if field.name not in _UNSHOWN)


class PostDigests:
    """The digests of the posts in one build, each computed once."""

    def __init__(self, build: Build, builder: StandaloneHTMLBuilder, site: SiteDigests) -> None:
        self.build = build
        self.builder = builder
        self.env = build.env
        self.site = site
        self._records: dict[str, str] = {}
        self._outsides: dict[str, str] = {}

    def of_record(self, post: Post) -> str:
        """Return a digest of everything known about a post itself, except its text below the marker."""
        if post.key not in self._records:
            record = [getattr(post, name) for name in _SHOWN]
            # Nearly every edit changes it, and few blogs show it.
            if self.build.blog_of_post(post).config.blog_word_count:
                record.append(post.word_count)
            self._records[post.key] = digest((record, post.state(self.build.now), self._outside(post)))
        return self._records[post.key]

    def of_title(self, post: Post) -> str:
        """Return a digest of what the HTML of a post's title depends on besides its text, or ``""`` if nothing."""
        if post.has_own_title or not post.heading_fingerprint:
            return ""
        return digest((post.heading_fingerprint, self._outside(post)))

    def of_teaser(self, post: Post) -> str:
        """Return a digest of what the HTML of a teaser is made of, except settings of the site."""
        return digest((post.fingerprint, self._outside(post)))

    def of_rendering(self, post: Post) -> str:
        """Return a digest of everything that may affect the rendering of a part of a post."""
        # Another version may produce different HTML, and the cache survives an upgrade.
        versions = (sphinx.__display_version__, docutils.__version__)
        return digest((versions, self.site.settings, self.of_record(post)))

    def of_text(self, post: Post, shown: Mapping[str, str]) -> str:
        """Return a digest of everything that the whole text of a post shows.

        *shown* are digests of what documents show of the blog.
        """
        domain, docname = self.build.domain, post.docname
        has_blog = docname in domain.lists or docname in domain.terms
        lists = shown.get(docname) if has_blog else None
        return digest((post.text_fingerprint, self._text_references.get(post.key), lists))

    def _outside(self, post: Post) -> str:
        """Return a digest of what a post shows of other documents, and of the numbers that they give it."""
        if post.key not in self._outsides:
            env, docname = self.env, post.docname
            numbers = (env.toc_secnumbers.get(docname), env.toc_fignumbers.get(docname))
            toctrees = self.site.toctrees(_below(env, docname)) if docname in env.toctree_includes else ""
            domain = self.build.domain
            news = [changes_in(version, domain.changes) for version in domain.news.get(docname, ())]
            parts = (self._references.get(post.key), self._files.get(docname), numbers, toctrees, news)
            self._outsides[post.key] = digest(parts)
        return self._outsides[post.key]

    @cached_property
    def _references(self) -> Mapping[str, str]:
        """Digests of the targets and texts of the cross-references in teasers, by post."""
        return self._resolve({key: post.references for key, post in self.build.posts.items()})

    @cached_property
    def _text_references(self) -> Mapping[str, str]:
        """The same for the whole texts of the posts in feeds."""
        posts = {post.key: post for channel in self.build.channels for post in channel.posts}
        mentions = {key: dict(self.build.domain.mentions.get(post.docname, ())) for key, post in posts.items()}
        return self._resolve({key: mentions[key].get(post.anchor, ()) for key, post in posts.items()})

    def _resolve(self, references: Mapping[str, Iterable[Iterable[tuple[str, Any]]]]) -> Mapping[str, str]:
        """Return digests of what cross-references resolve to, by post.

        All of them are resolved in one document, just as they would be in their own.
        """
        keys = [key for key, attributes in references.items() if attributes]
        if not keys:
            return {}
        document, places = (
            new_document(""),
            [nodes.container("", *map(stand_in, map(dict, references[key]))) for key in keys],
        )
        # Extensions may expect a heading.
        document += nodes.section("", nodes.title("", "?"), *places, ids=["document"])
        try:
            self._resolve_part(keys[0], document)
        except Exception:
            # An extension fails on one of them: find out on which.
            half = len(keys) // 2
            if not half:
                return {keys[0]: self._on_own_page(keys[0])}
            parts = ({key: references[key] for key in part} for part in (keys[:half], keys[half:]))
            return {key: value for part in parts for key, value in self._resolve(part).items()}
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
        sandbox = self.build.sandboxes.enter("references", key)
        with suppress_logging(), sandbox, replaced_handlers(self.env.events, "doctree-resolved", _idle):
            # Any document will do for references: each carries its own ``refdoc``.
            resolve_doctree(self.env, self.builder, key.partition("#")[0], document)

    @cached_property
    def _files(self) -> Mapping[str, list[str]]:
        """The names of the images and downloads of documents in the output."""
        files: dict[str, list[str]] = {}
        sized = pictures_of(self.build).sized
        for collection in (self.env.images, self.env.dlfiles):
            for docnames, name in collection.values():
                for docname in docnames:
                    # Includes its other sizes: lists show these with the teaser.
                    made = sized[str(name)].key if str(name) in sized else ""
                    files.setdefault(docname, []).append(f"{name}{made}")
        return {docname: sorted(names) for docname, names in files.items()}


def _idle(handler: Handler) -> Handler:
    return handler if is_own(handler) else lambda *_arguments: None


def _below(env: BuildEnvironment, docname: str) -> set[str]:
    """Return a document and all documents below it in its toctrees."""
    below, due = set(), [docname]
    while due:
        name = due.pop()
        if name not in below:
            below.add(name)
            due.extend(env.toctree_includes.get(name, ()))
    return below
