"""The blog's nodes become what the builder can write.

In HTML they become finished fragments; elsewhere a list of posts is a list of references.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import desc_content, desc_signature, start_of_file
from sphinx.errors import NoUri

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.build import build_of
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.i18n import Words, interface_words, words_of
from sphinx_blogext.labels import term_label
from sphinx_blogext.listings import Overview
from sphinx_blogext.marks import N_
from sphinx_blogext.model import newest_first
from sphinx_blogext.output import output_of
from sphinx_blogext.taxonomies import TAXONOMIES
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_blogext.build import Build
    from sphinx_blogext.listings import ListPage
    from sphinx_blogext.model import Post
    from sphinx_blogext.output import Output
    from sphinx_blogext.render import Fragment


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put lists, header and footer in their places."""
    build = build_of(app.env)
    _resolve_updates(build, doctree, docname)
    # A teaser is resolved like a document, and so is what extensions make of several: a list of
    # all todos, say. Lists in it stay plain.
    is_teaser = blog_nodes.PART in doctree or not doctree.get("source")
    if renders_pages(app.builder) and not is_teaser:
        output = output_of(app)
        _HtmlResolver(output, doctree, docname).resolve()
        output.note_written(docname)
    else:
        _PlainResolver(build, app.builder, doctree, docname).resolve(with_header=not is_teaser)


class _HtmlResolver:
    """Resolves the nodes of one document for a builder of HTML pages."""

    def __init__(self, output: Output, doctree: nodes.document, docname: str) -> None:
        self.build = output.build
        self.renderer = output.renderer
        self.doctree = doctree
        self.docname = docname

    def resolve(self) -> None:
        for postlist in list(self.doctree.findall(blog_nodes.postlist)):
            _report_unknown(self.build, postlist, self.docname)
            listing = self.build.pages.placed[self.docname, postlist["place"]]
            fragment = self.renderer.listing(
                listing, listing.pages[0], _prefix(postlist["place"]), _heading_level(postlist)
            )
            postlist.replace_self(self._node(fragment))
        for terms in list(self.doctree.findall(blog_nodes.blog_terms)):
            terms.replace_self(
                self._node(self.renderer.term_list(terms["taxonomy"], terms["style"], terms["least"]))
            )
        for number, page in enumerate(self.build.pages.appended.get(self.docname, ())):
            self._main_section().append(self._node(self._appended(page, f"appended-{number}-")))
        self._resolve_post()
        self._resolve_mentions()

    def _appended(self, page: ListPage | Overview, prefix: str) -> Fragment:
        if isinstance(page, Overview):
            return self.renderer.overview(page)
        return self.renderer.listing(*page, prefix)

    def _resolve_post(self) -> None:
        """Show a post's header and footer, and mark the place where its teaser ends."""
        for marker in _find_markers(self.doctree):
            marker.replace_self(nodes.target("", "", ids=marker["ids"]) if marker["ids"] else [])
        _resolve_teaser_bodies(self.doctree)
        self._resolve_sections()
        post = self.build.blog.by_key.get(self.docname)
        if post is None:
            return
        self._set_language(post)
        config = self.build.config
        if config.blog_post_header:
            # As microformats have it, with what stands in the header.
            self._main_section()["classes"].append("h-entry")
            _insert_header(self.doctree, self._search_words(post), self._node(self.renderer.header(post)))
        elif not post.is_published(self.build.blog.now):
            _insert_header(self.doctree, self._node(self.renderer.draft_banner(post)))
        if config.blog_post_footer:
            self.doctree.append(self._node(self.renderer.footer(post)))
        if comments := self.renderer.comments(post):
            self.doctree.append(self._node(comments))

    def _resolve_sections(self) -> None:
        """Show the headers of the posts that are sections."""
        posts = {post.anchor: post for post in self.build.domain.sections.get(self.docname, ())}
        for section in list(self.doctree.findall(nodes.section)) if posts else ():
            given = next((posts[name] for name in section["ids"] if name in posts), None)
            if post := self.build.blog.by_key.get(given.key) if given else None:
                _set_language(section, self.renderer.views.lang(post))
                if self.build.config.blog_post_header:
                    section[1:1] = [self._search_words(post), self._node(self.renderer.header(post))]

    def _search_words(self, post: Post) -> blog_nodes.search_words:
        """Return the names of the terms of a post, by which it is found as by its text."""
        taxonomies = self.build.blog.taxonomies
        names = [
            term.label
            for kind in TAXONOMIES.values()
            for name in (post.terms.get(kind.name, ()) if kind.in_search else ())
            if (term := taxonomies[kind.name].find(name))
        ]
        return blog_nodes.search_words("", "; ".join(names))

    def _set_language(self, post: Post) -> None:
        for section in self.doctree.children:
            if isinstance(section, nodes.section):
                _set_language(section, self.renderer.views.lang(post))

    def _resolve_mentions(self) -> None:
        """Name the posts that discuss an object below it, and those that link to the document at its end."""
        found = self.build.mentions
        loose: dict[str, Post] = {}
        objects = found.objects.get(self.docname, {})
        signatures = list(self.doctree.findall(desc_signature)) if objects else []
        places = {name: signature for signature in signatures for name in signature["ids"]}
        for number, (anchor, posts) in enumerate(objects.items(), start=1):
            content = places[anchor].parent[-1] if anchor in places else None
            if isinstance(content, desc_content):
                content.append(self._node(self.renderer.mentions(posts, f"mention-{number}-")))
            else:
                loose.update({post.key: post for post in posts})
        if self.docname not in self.build.domain.posts or not self.build.config.blog_post_footer:
            # The footer of a post names them already.
            loose.update({post.key: post for post in found.documents.get(self.docname, ())})
        if loose:
            posts = tuple(sorted(loose.values(), key=newest_first))
            self._main_section().append(self._node(self.renderer.mentions(posts, "mention-")))

    def _main_section(self) -> nodes.Element:
        section = next((child for child in self.doctree.children if isinstance(child, nodes.section)), None)
        return self.doctree if section is None else section

    def _node(self, fragment: Fragment) -> blog_nodes.blog_html:
        if fragment.has_maths:
            self.renderer.pages_with_maths.add(self.docname)
        return blog_nodes.blog_html(self.renderer.attach(fragment.html, self.docname), fragment.samples)


class _PlainResolver:
    """Resolves the nodes of one document for a builder that knows only docutils' own."""

    def __init__(self, build: Build, builder: Builder, doctree: nodes.document, docname: str) -> None:
        self.build = build
        self.builder = builder
        self.doctree = doctree
        self.docname = docname

    def resolve(self, *, with_header: bool) -> None:
        for postlist in list(self.doctree.findall(blog_nodes.postlist)):
            _report_unknown(self.build, postlist, self.docname)
            listing = self.build.pages.placed.get((self._document_of(postlist), postlist["place"]))
            posts = [post for page in listing.pages for post in page.items] if listing else []
            postlist.replace_self(self._references(posts))
        for terms in list(self.doctree.findall(blog_nodes.blog_terms)):
            shown = self.build.blog.taxonomies[terms["taxonomy"]].shown
            found = [term for term in shown if term.count >= terms["least"]]
            labels = [nodes.paragraph("", f"{term_label(term)} ({term.count})") for term in found]
            terms.replace_self(_bullet_list(labels))
        for marker in _find_markers(self.doctree):
            marker.parent.remove(marker)
        _resolve_teaser_bodies(self.doctree)
        post = self.build.blog.by_key.get(self.docname)
        if with_header and post is not None and self.build.config.blog_post_header:
            _insert_header(self.doctree, *self._header(post))

    def _document_of(self, node: nodes.Node) -> str:
        """Return the document that *node* was read in: builders of one file put all of them into one tree.

        Whose nodes go on naming their own document as the topmost above them.
        """
        root = node
        while root.parent is not None:
            root = root.parent
        source = root.get("source") if isinstance(root, nodes.document) else None
        return (source and self.build.env.path2doc(source)) or self.docname

    def _references(self, posts: Iterable[Post]) -> list[nodes.Node]:
        """Return a list of the posts, each a reference where the builder can refer to it."""
        return _bullet_list([nodes.paragraph("", "", self._reference(post)) for post in posts])

    def _reference(self, post: Post) -> nodes.Node:
        text = nodes.Text(post.title)
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
        """The documents that a builder of one file has put into this tree; none for other builders."""
        return {node["docname"] for node in self.doctree.findall(start_of_file)}

    def _header(self, post: Post) -> list[nodes.Node]:
        """Return one line with date and authors."""
        config = self.build.config
        words = _words_of(self.build, post)
        parts = [words.date(post.date, config.post_date_format)] if post.date else []
        authors = self.build.blog.taxonomies["author"]
        for name in post.terms.get("author", ()):
            term = authors.find(name)
            parts.append(term.label if term else name)
        return [nodes.paragraph("", "", nodes.emphasis("", " · ".join(parts)))] if parts else []


def _bullet_list(paragraphs: list[nodes.paragraph]) -> list[nodes.Node]:
    if not paragraphs:
        return []
    return [nodes.bullet_list("", *(nodes.list_item("", paragraph) for paragraph in paragraphs))]


def _insert_header(doctree: nodes.document, *header: nodes.Node) -> None:
    """Insert *header* below the document's heading, or at the top if there is none."""
    title = next(doctree.findall(nodes.title), None)
    if title is not None and isinstance(title.parent, nodes.section):
        title.parent[title.parent.index(title) + 1 : title.parent.index(title) + 1] = list(header)
    else:
        doctree[0:0] = list(header)


def _set_language(section: nodes.section, language: str | None) -> None:
    """Say which language a post is in, or that nobody knows, for those that look at it or read it aloud."""
    if language is not None:
        # docutils makes the attribute ``lang`` of such a class, in every theme.
        section["classes"].append(f"language-{language}")


def _find_markers(doctree: nodes.document) -> list[nodes.Element]:
    return [*doctree.findall(blog_nodes.more), *doctree.findall(blog_nodes.section_more)]


def _resolve_teaser_bodies(doctree: nodes.document) -> None:
    """Show the body of a ``post`` directive as ordinary text, or not at all."""
    bodies: list[nodes.Element] = [*doctree.findall(blog_nodes.post), *doctree.findall(blog_nodes.section_post)]
    for body in bodies:
        body.replace_self([] if body.get("exclude") else body.children)


def _words_of(build: Build, post: Post | None) -> Words:
    """Return the words of the language of a post."""
    interface = interface_words(build.config.language)
    languages = post.terms.get("language", ()) if post else ()
    return words_of(languages[0], interface) if len(languages) == 1 else interface


def _resolve_updates(build: Build, doctree: nodes.document, docname: str) -> None:
    """Make admonitions of ``update`` directives, titled with their date in the language of the post."""
    words = _words_of(build, build.blog.by_key.get(docname))
    say = words.translations.gettext
    for node in list(doctree.findall(blog_nodes.update)):
        moment = node.get("moment")
        date = words.date(moment, build.config.post_date_format) if moment else node["date"]
        title = say(N_("Updated on %s")) % date if date else say(N_("Updated"))
        node.replace_self(
            nodes.admonition("", nodes.title(title, title), *node.children, classes=["note", "update"])
        )


def _report_unknown(build: Build, postlist: blog_nodes.postlist, docname: str) -> None:
    listing = build.pages.placed.get((docname, postlist["place"]))
    for problem in listing.unknown if listing else ():
        warn(BlogWarning(problem.kind), "postlist: %s", problem.message, location=postlist)


def _heading_level(node: nodes.Node) -> int:
    """Return the level of a heading where *node* stands: one below that of the section around."""
    level = 1
    while node.parent is not None:
        node = node.parent
        level += isinstance(node, nodes.section)
    return max(2, min(6, level))


def _prefix(place: int) -> str:
    """Return what tells the ids of the list number *place* from those of the others."""
    return f"{place + 1}-" if place else ""
