"""The parts of writing a document that are the same for every builder, and what plain builders write.

For builders that know only the nodes of docutils, lists become lists of references.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref, start_of_file
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import NodeMatcher

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import renders_pages
from sphinx_blogext.core import N_
from sphinx_blogext.core.list_options import LARGE_FIRST
from sphinx_blogext.domain import document_of
from sphinx_blogext.lang.sphinx_words import translate
from sphinx_blogext.lang.words import Words, interface_words
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import term_label
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.builders import Builder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build


def insert_header(doctree: nodes.document, *header: nodes.Node) -> None:
    """Insert *header* below the document's heading, or at the top if there is none."""
    title = next(doctree.findall(nodes.title), None)
    # Tables and admonitions have titles too.
    if title is not None and isinstance(title.parent, nodes.section):
        # Not around the heading: the search of Read the Docs takes the id from it or from its direct parent.
        title.parent[title.parent.index(title) + 1 : title.parent.index(title) + 1] = list(header)
    else:
        doctree[0:0] = list(header)


def set_language(section: nodes.Element, language: str | None) -> None:
    """Mark the language of the section of a post, or that it is unknown, for style sheets and screen readers."""
    if language is not None:
        # In every theme, docutils turns such a class into the ``lang`` attribute.
        section["classes"].append(f"language-{language}")


def find_markers(doctree: nodes.document) -> list[nodes.Element]:
    return _all_of(doctree, blog_nodes.more, blog_nodes.section_more)


def resolve_teaser_bodies(doctree: nodes.document) -> None:
    """Show the body of a ``post`` directive as ordinary text, or not at all."""
    for body in _all_of(doctree, blog_nodes.post, blog_nodes.section_post):
        body.replace_self([] if body.get("exclude") else body.children)


def _all_of(doctree: nodes.document, *kinds: type[nodes.Element]) -> list[nodes.Element]:
    return list(NodeMatcher(*kinds).findall(doctree))


def words_around(build: Build, post: Post | None) -> Words:
    """Return the words for the interface around a post's text, or those of the site."""
    return build.config.voice(post).words if post else interface_words(build.config.language)


def resolve_updates(build: Build, doctree: nodes.document, docname: str) -> None:
    """Turn ``update`` directives into admonitions titled with their date, in the language of the post."""
    for node in list(doctree.findall(blog_nodes.update)):
        post = _post_around(build, node, docname)
        words, config = words_around(build, post), build.blog_of_post(post).config if post else build.config
        say, moment = words.translations.gettext, node.get("moment")
        date = words.date(moment, config.post_date_format) if moment else node["date"]
        heading = say(N_("Updated on %s")) % date if date else say(N_("Updated"))
        title = nodes.title(heading, heading)
        node.replace_self(nodes.admonition("", title, *node.children, classes=["note", "update"]))


def _post_around(build: Build, node: nodes.Node, docname: str) -> Post | None:
    """Return the post that *node* is in: a section, or the whole document."""
    posts = {post.anchor: post.key for post in build.domain.sections.get(docname, ())}
    while node.parent is not None and posts:
        node = node.parent
        for name in node["ids"] if isinstance(node, nodes.section) else ():
            if name in posts:
                return build.posts.get(posts[name])
    return build.posts.get(docname)


def resolve_words(build: Build, doctree: nodes.document, docname: str, language: str) -> None:
    """Translate what Sphinx has added to a text into the language of its post, or of the document."""
    site = build.config.language
    if language:
        translate(doctree, language, site)
    for section, post in sections_of_posts(build, doctree, docname):
        voice = build.config.voice(post)
        if voice.language is not None and voice.language != (language or voice.site_tag):
            translate(section, voice.foreign, site)


def sections_of_posts(build: Build, doctree: nodes.document, docname: str) -> Iterator[tuple[nodes.section, Post]]:
    """Yield the sections of a document that are posts in this build."""
    keys = {post.anchor: post.key for post in build.domain.sections.get(docname, ())}
    for section in list(doctree.findall(nodes.section)) if keys else ():
        for post in filter(None, (build.posts.get(keys.get(name, "")) for name in section["ids"])):
            yield section, post


def report_problems(build: Build, postlist: blog_nodes.postlist, docname: str) -> None:
    """Warn about names in a list's options that no post has, and about options that its style ignores."""
    listing = build.pages.placed.get((docname, postlist["place"]))
    for problem in listing.unknown if listing else ():
        warn(BlogWarning(problem.kind), "postlist: %s", problem.message, location=postlist)
    if listing and listing.request.first and listing.style not in LARGE_FIRST:
        message = "postlist: first: in the style %r no post is shown large; the styles that can are %s"
        styles = ", ".join(LARGE_FIRST)
        warn(BlogWarning.INVALID_OPTION, message, listing.style, styles, location=postlist)


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
            blogs = self.build.blogs_asked_for(terms["blog"], self._document_of(terms))
            shown = [term for blog in blogs for term in blog.blog.taxonomies[terms["taxonomy"]].shown]
            labels = (f"{term_label(term)} ({term.count})" for term in shown if term.count >= terms["least"])
            terms.replace_self(_bullet_list(map(nodes.Text, labels)))
        for marker in find_markers(self.doctree):
            marker.parent.remove(marker)
        resolve_teaser_bodies(self.doctree)
        post = self.build.posts.get(self.docname) if with_header else None
        if post is not None and self.build.blog_of_post(post).config.blog_post_header:
            self._add_header(post)

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
        published = self.build.blog_of_post(post)
        words = words_around(self.build, post)
        parts = [words.date(post.date, published.config.post_date_format)] if post.date else []
        authors = published.blog.taxonomies["author"]
        parts += [term.label if (term := authors.find(name)) else name for name in post.terms.get("author", ())]
        header = nodes.paragraph("", "", nodes.emphasis("", " · ".join(parts)))
        # Programs that read Markdown take the first paragraph as the summary of a text.
        if parts and self.builder.format == "markdown":
            self.doctree += header
        elif parts:
            insert_header(self.doctree, header)


def _bullet_list(texts: Iterable[nodes.Node]) -> list[nodes.Node]:
    items = [nodes.list_item("", nodes.paragraph("", "", text)) for text in texts]
    return [nodes.bullet_list("", *items)] if items else []


class LinkLanguages(SphinxPostTransform):
    """Puts a link to a post in another language, whose title it shows, into an element that says so."""

    # Before Sphinx and MyST resolve references, after which it is not known which texts are titles.
    default_priority = 6

    def is_supported(self) -> bool:
        return renders_pages(build_of(self.env).builder)

    def run(self, **kwargs: Any) -> None:
        build = build_of(self.env)
        for node in list(self.document.findall(pending_xref)):
            # In a part of a post, which is shown elsewhere, each reference carries its document.
            docname = node.get("refdoc") or self.env.docname
            key = document_of(node.attributes)
            if (node.get("refdomain"), node.get("reftype")) == ("blog", "post"):
                # With a text of its own, it does not show the title.
                is_title = not node.get("refexplicit")
                target = build.targets.find("post", node["reftarget"], docname) if is_title else None
                key = target.name if target else ""
            if language := build.language_of_title(key, docname):
                around = nodes.inline()
                set_language(around, language)
                node.replace_self(around)
                around += node
