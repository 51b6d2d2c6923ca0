"""The nodes of the blog for builders that know only those of docutils: lists become lists of references."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import start_of_file
from sphinx.errors import NoUri

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.site.labels import term_label
from sphinx_blogext.write.document_parts import (
    find_markers,
    insert_header,
    report_problems,
    resolve_teaser_bodies,
    words_around,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders import Builder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build


class PlainResolver:
    """Resolves the nodes of one document for a builder that knows only docutils' own."""

    def __init__(self, build: Build, builder: Builder, doctree: nodes.document, docname: str) -> None:
        self.build = build
        self.builder = builder
        self.doctree = doctree
        self.docname = docname

    def resolve(self, *, with_header: bool) -> None:
        for postlist in list(self.doctree.findall(blog_nodes.postlist)):
            report_problems(self.build, postlist, self.docname)
            listing = self.build.pages.placed.get((self._document_of(postlist), postlist["place"]))
            posts = [post for page in listing.pages for post in page.items] if listing else []
            postlist.replace_self(_bullet_list(map(self._reference, posts)))
        for terms in list(self.doctree.findall(blog_nodes.blog_terms)):
            terms.replace_self(_bullet_list(map(nodes.Text, self._labels(terms))))
        for marker in find_markers(self.doctree):
            marker.parent.remove(marker)
        resolve_teaser_bodies(self.doctree)
        post = self.build.posts.get(self.docname) if with_header else None
        if post is not None and self.build.blog_of_post(post).config.blog_post_header:
            self._add_header(post)

    def _labels(self, terms: blog_nodes.blog_terms) -> list[str]:
        """Return the terms that a document lists, with their numbers of posts."""
        blogs = self.build.blogs_asked_for(terms["blog"], self._document_of(terms))
        shown = [term for blog in blogs for term in blog.blog.taxonomies[terms["taxonomy"]].shown]
        return [f"{term_label(term)} ({term.count})" for term in shown if term.count >= terms["least"]]

    def _document_of(self, node: nodes.Node) -> str:
        """Return the document in which *node* was read: builders of a single file put all documents into one tree.

        The nodes still name their own document in their topmost ancestor.
        """
        root = node
        while root.parent is not None:
            root = root.parent
        source = root.get("source") if isinstance(root, nodes.document) else None
        return (source and self.build.env.path2doc(source)) or self.docname

    def _reference(self, post: Post) -> nodes.Node:
        text = nodes.Text(post.title)
        # A single file, such as a PDF, can only refer to documents that are in it.
        if self._files and not post.external_link and post.docname not in {self.docname, *self._files}:
            return text
        try:
            uri = post.external_link or self.builder.get_relative_uri(self.docname, post.docname)
            uri += f"#{post.anchor}" if post.anchor and not post.external_link else ""
        except NoUri:
            return text
        return nodes.reference("", "", text, internal=not post.external_link, refuri=uri) if uri else text

    @cached_property
    def _files(self) -> set[str]:
        """The documents that a builder of a single file has put into this tree; empty for other builders."""
        return {node["docname"] for node in self.doctree.findall(start_of_file)}

    def _add_header(self, post: Post) -> None:
        """Add a line with date and authors."""
        published = self.build.blog_of_post(post)
        words = words_around(self.build, post)
        parts = [words.date(post.date, published.config.post_date_format)] if post.date else []
        authors = published.blog.taxonomies["author"]
        for name in post.terms.get("author", ()):
            term = authors.find(name)
            parts.append(term.label if term else name)
        header = nodes.paragraph("", "", nodes.emphasis("", " · ".join(parts)))
        # Programs that read Markdown take the first paragraph as the summary of a text.
        if parts and self.builder.format == "markdown":
            self.doctree += header
        elif parts:
            insert_header(self.doctree, header)


def _bullet_list(texts: Iterable[nodes.Node]) -> list[nodes.Node]:
    items = [nodes.list_item("", nodes.paragraph("", "", text)) for text in texts]
    return [nodes.bullet_list("", *items)] if items else []
