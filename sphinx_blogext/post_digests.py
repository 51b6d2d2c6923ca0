"""Digests of posts: of what lists show of them, of their teasers, and of their texts in feeds."""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import docutils
import sphinx
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import new_document
from sphinx.util.logging import suppress_logging

from sphinx_blogext._compat import resolve_doctree
from sphinx_blogext.hashes import digest
from sphinx_blogext.model import Post
from sphinx_blogext.nodes import PART

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.domain import BlogDomain
    from sphinx_blogext.site_digests import SiteDigests

#: What no list shows of a post.
_UNSHOWN = frozenset({"lineno", "redirects", "references", "feed_id", "text_fingerprint"})
_SHOWN = tuple(field.name for field in fields(Post) if field.name not in _UNSHOWN)


class PostDigests:
    """Those of one build, each made once."""

    def __init__(self, domain: BlogDomain, builder: StandaloneHTMLBuilder, site: SiteDigests) -> None:
        self.domain = domain
        self.builder = builder
        self.env = domain.env
        self.site = site
        self._posts: dict[str, str] = {}

    def of_post(self, post: Post) -> str:
        """Return a digest of all that a list can show of a post."""
        if post.key not in self._posts:
            env, docname = self.env, post.docname
            numbers = (env.toc_secnumbers.get(docname), env.toc_fignumbers.get(docname))
            toctrees = self.site.toctrees(_below(env, docname)) if docname in env.toctree_includes else ""
            outside = (self._references.get(post.key), self._files.get(docname), numbers, toctrees)
            record = [getattr(post, name) for name in _SHOWN]
            blog = self.domain.blog
            state = (post in blog.pinned, post.state(blog.now), blog.is_multilingual, blog.language)
            versions = [named(other) for other in blog.versions.all(post)]
            self._posts[post.key] = digest((record, state, versions, self._terms(post), outside))
        return self._posts[post.key]

    def of_teaser(self, post: Post) -> str:
        """Return a digest of all that the HTML of a teaser is made of."""
        versions = (sphinx.__display_version__, docutils.__version__)
        return digest((versions, self.site.settings, self.of_post(post)))

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


def named(post: Post) -> Any:
    """Return what is shown of a post that is named by its title."""
    language = post.terms.get("language")
    title = (post.title, post.heading_fingerprint)
    return (post.key, title, post.date, language, post.external_link, post.description)


def _below(env: BuildEnvironment, docname: str) -> set[str]:
    """Return a document, and those that its toctrees lead to in the end."""
    found, due = set(), [docname]
    while due:
        name = due.pop()
        if name not in found:
            found.add(name)
            due.extend(env.toctree_includes.get(name, ()))
    return found
