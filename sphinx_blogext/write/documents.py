"""Turn the blog's nodes into what the builder can write: finished HTML, or lists of references for others."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import takewhile
from typing import Any

from docutils import nodes
from sphinx.addnodes import desc_content, desc_signature, pending_xref, start_of_file
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import renders_pages
from sphinx_blogext.core import N_
from sphinx_blogext.core.model import Post, newest_first
from sphinx_blogext.core.pagination import LARGE_FIRST
from sphinx_blogext.domain import document_of
from sphinx_blogext.lang.codes import language_tag, text_direction, turned
from sphinx_blogext.lang.sphinx_words import say_in, translate
from sphinx_blogext.lang.words import Words, interface_words
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.site.pages import TermIndex, term_label
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.output import Output, output_of
from sphinx_blogext.write.teaser import Fragment


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Insert lists, header and footer where they belong."""
    build = build_of(app.env)
    for node in list(doctree.findall(blog_nodes.stored_description)):
        node.parent.remove(node)
    _resolve_updates(build, doctree, docname)
    post = build.posts.get(docname)
    # A theme that marks the language of a document that is no post says so.
    marked = language_tag(doctree.get(blog_nodes.TEXT_LANGUAGE, ""))
    # It is ``""`` if it is unknown or that of the site.
    language = build.config.voice(post).foreign if post else marked
    if renders_pages(app.builder):
        _resolve_words(build, doctree, docname, language)
    # Teasers are resolved like documents, and so is what extensions compile of several. Lists in both stay plain.
    is_teaser = blog_nodes.PART in doctree or not doctree.get("source")
    if renders_pages(app.builder) and not is_teaser:
        output = output_of(app)
        HtmlResolver(output, doctree, docname, language).resolve()
        output.note_written(docname)
    else:
        PlainResolver(build, app.builder, doctree, docname, has_header=not is_teaser).resolve()


def words_around(build: Build, post: Post | None) -> Words:
    """Return the words for the interface around a post's text, or those of the site."""
    return build.config.voice(post).words if post else interface_words(build.config.language)


def _resolve_updates(build: Build, doctree: nodes.document, docname: str) -> None:
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
    """Return the post that *node* is in: the innermost section that is one, or the whole document."""
    keys = {post.anchor: post.key for post in build.domain.sections.get(docname, ())}
    sections = (outer for outer in ancestors(node) if isinstance(outer, nodes.section))
    anchors = (name for section in sections for name in section["ids"] if name in keys)
    return build.posts.get(next((keys[name] for name in anchors), docname))


def _post_sections(build: Build, doctree: nodes.document, docname: str) -> Iterator[tuple[nodes.section, Post]]:
    """Yield the sections of a document that are posts in this build."""
    # By their keys: each teaser of a long changelog is a document, which has only one of its posts.
    for section in list(doctree.findall(nodes.section)) if build.domain.sections.get(docname) else ():
        for post in filter(None, (build.posts.get(f"{docname}#{name}") for name in section["ids"])):
            yield section, post


def _lists_in(build: Build, doctree: nodes.document, docname: str) -> Iterator[blog_nodes.postlist]:
    """Yield the lists, and warn about names that no post has, and about options that their styles ignore."""
    for postlist in list(doctree.findall(blog_nodes.postlist)):
        listing = build.pages.placed.get((docname, postlist["place"]))
        for problem in listing.unknown if listing else ():
            warn(BlogWarning(problem.kind), "postlist: %s", problem.message, location=postlist)
        if listing and listing.request.first and listing.style not in LARGE_FIRST:
            message = "postlist: first: in the style %r no post is shown large; the styles that can are %s"
            warn(BlogWarning.INVALID_OPTION, message, listing.style, ", ".join(LARGE_FIRST), location=postlist)
        yield postlist


def _resolve_teaser(doctree: nodes.document, *, is_marked: bool, is_catalog: bool = False) -> None:
    """Mark where teasers end, or do not; show the bodies of ``post`` directives, or only to translators."""
    kinds = (blog_nodes.post, blog_nodes.section_post, blog_nodes.more, blog_nodes.section_more)
    for node in [node for node in doctree.findall(nodes.Element) if isinstance(node, kinds)]:
        if isinstance(node, kinds[:2]):
            node.replace_self([] if node.get("exclude") and not is_catalog else node.children)
        elif is_marked and node["ids"]:
            node.replace_self(nodes.target("", "", ids=node["ids"]))
        else:
            node.parent.remove(node)


def _insert_header(doctree: nodes.Element, *header: nodes.Node) -> None:
    """Insert *header* below the document's heading, or at the top if there is none."""
    title = next(doctree.findall(nodes.title), None)
    # Tables and admonitions have titles too.
    if title is not None and isinstance(title.parent, nodes.section):
        # Not around the heading: the search of Read the Docs takes the id from it or from its direct parent.
        place = title.parent.index(title) + 1
        title.parent[place:place] = list(header)
    else:
        doctree[0:0] = list(header)


_BELOW = (nodes.transition, nodes.footnote, nodes.citation)
#: The tag that a fragment starts with, up to its attributes.
_FIRST_TAG = pattern(r"<[a-z]\w*")


def _resolve_words(build: Build, doctree: nodes.document, docname: str, language: str) -> None:
    """Translate what Sphinx has added to a text into the language of its post, or of the document."""
    site = build.config.language
    if language:
        translate(doctree, language, site)
    for section, post in _post_sections(build, doctree, docname):
        voice = build.config.voice(post)
        if voice.language is not None and voice.language != (language or voice.site_tag):
            translate(section, voice.foreign, site)


def _set_language(text: nodes.Element, tag: str | None, direction: str = "", *, is_bare: bool = False) -> None:
    """Mark the language of a text, or that it is unknown, and its direction if that of the page is another."""
    if tag is not None:
        # Docutils turns such a class into the ``lang`` attribute.
        text["classes"].append(f"language-{tag}")
    if direction or (is_bare and tag):
        # Around it: docutils writes no such attribute, and Sphinx-Immaterial no element for a section.
        place, direction_mark = text.parent.index(text), f' dir="{direction}"' if direction else ""
        # MyST puts footnotes below the section with all the rest of the text.
        is_only = sum(isinstance(each, nodes.section) for each in text.parent.children) == 1
        below = takewhile(lambda node: is_only and isinstance(node, _BELOW), text.parent[place + 1 :])
        text.parent.insert(place + 1 + len(list(below)), nodes.raw("", "</div>", format="html"))
        text.parent.insert(place, nodes.raw("", f'<div lang="{tag}"{direction_mark}>', format="html"))


class HtmlResolver:
    """Resolves the nodes of one document, whose text is in *language*, for a builder of HTML pages."""

    def __init__(self, output: Output, doctree: nodes.document, docname: str, language: str) -> None:
        self.build, self.renderer = output.build, output.renderer
        self.renderer.page = docname
        self.doctree, self.docname, self.language = doctree, docname, language
        self.is_bare = output.builder.config.html_theme == "sphinx_immaterial"

    def resolve(self) -> None:
        for postlist in _lists_in(self.build, self.doctree, self.docname):
            listing = self.build.pages.placed[self.docname, postlist["place"]]
            # A prefix makes the ids of a list unique among the document's lists.
            prefix = f"{postlist['place'] + 1}-" if postlist["place"] else ""
            # One below that of the enclosing section.
            level = 1 + sum(isinstance(outer, nodes.section) for outer in ancestors(postlist))
            fragment = self.renderer.listing(listing, listing.pages[0], prefix, max(2, min(6, level)))
            postlist.replace_self(self._site_node(fragment))
        for terms in list(self.doctree.findall(blog_nodes.blog_terms)):
            options = {name: terms[name] for name in ("taxonomy", "style", "least", "blog")}
            terms.replace_self(self._site_node(self.renderer.term_list(self.docname, **options)))
        for number, page in enumerate(self.build.pages.appended.get(self.docname, ())):
            if isinstance(page, TermIndex):
                fragment = self.renderer.overview(page)
            else:
                fragment = self.renderer.listing(*page, f"appended-{number}-")
            self._main_section().append(self._site_node(fragment))
        _resolve_teaser(self.doctree, is_marked=True)
        self._resolve_sections()
        post = self.build.posts.get(self.docname)
        self._speak(post)
        if post is not None:
            self._resolve_post(post)
        self._resolve_mentions()

    def _resolve_post(self, post: Post) -> None:
        config = self.build.blog_of_post(post).config
        if config.blog_post_header:
            # The class for microformats, whose properties are in the header.
            self._main_section()["classes"].append("h-entry")
            _insert_header(self.doctree, self._search_words(post), self._node(self.renderer.header(post)))
        elif not post.is_published(self.build.now):
            _insert_header(self.doctree, self._node(self.renderer.draft_banner(post)))
        if config.blog_post_footer:
            self.doctree.append(self._node(self.renderer.footer(post)))
        if comments := self.renderer.comments(post):
            self.doctree.append(self._node(comments))

    def _speak(self, post: Post | None) -> None:
        """Mark the text of *post* with its language, and make Sphinx write the document in its own."""
        is_marked = blog_nodes.TEXT_LANGUAGE in self.doctree
        for child in list(self.doctree.children):
            if isinstance(child, nodes.section):
                if post is not None:
                    self._mark(child, post)
                if self.language:
                    say_in(child, self.language, self.build.config.language)
            elif isinstance(child, (nodes.footnote, nodes.citation)) and self.language and not is_marked:
                _set_language(child, self.language)

    def _mark(self, section: nodes.section, post: Post) -> None:
        """Mark the language of the text of *post*, and that of its heading if only one of them is translated."""
        voice, title = self.build.config.voice(post), next(section.findall(nodes.title), nodes.title())
        _set_language(section, voice.language, voice.direction, is_bare=self.is_bare)
        if (tag := self.build.title_lang(post, is_translated=title.get("translated"))) is not None:
            title.insert(0, blog_nodes.blog_html(f'<bdi lang="{escape(tag)}">'))
            title.append(blog_nodes.blog_html("</bdi>"))

    def _resolve_sections(self) -> None:
        """Show the headers of the posts that are sections, and make Sphinx use the languages of these."""
        for section, post in _post_sections(self.build, self.doctree, self.docname):
            voice = self.renderer.page_data.posts_of(post).voice(post)
            self._mark(section, post)
            if voice.foreign != self.language:
                say_in(section, voice.foreign, voice.site, self.language)
            if self.build.blog_of_post(post).config.blog_post_header:
                # For a release, the heading already contains everything.
                header = (self._node(self.renderer.header(post)),) if post.has_header else ()
                section[1:1] = [self._search_words(post), *header]

    def _search_words(self, post: Post) -> blog_nodes.search_words:
        """Return the names of a post's terms, so that search finds the post by them as by its text."""
        blog = self.build.blog_of_post(post).blog
        kinds = (kind.name for kind in blog.kinds.values() if kind.in_search)
        terms = (term for name in kinds for term in blog.terms_of(post, name))
        names = (label for term in terms for label in (term.label, *dict(term.settings.labels).values()))
        return blog_nodes.search_words("", "; ".join(dict.fromkeys(names)))

    def _resolve_mentions(self) -> None:
        """List the posts that discuss an object below it, and those that link to the document at its end."""
        mentions, post = self.build.mentions, self.build.domain.posts.get(self.docname)
        objects = mentions.objects.get(self.docname, {})
        described = self.doctree.findall(desc_signature) if objects else ()
        contents = {name: each.parent[-1] for each in described for name in each["ids"]}
        loose: list[Post] = []
        for number, (anchor, posts) in enumerate(objects.items(), start=1):
            if isinstance(content := contents.get(anchor), desc_content):
                content.append(self._site_node(self.renderer.mentions(posts, f"mention-{number}-")))
            else:
                loose += posts
        # The footer of a post lists them already.
        if post is None or not self.build.blog_of_post(post).config.blog_post_footer:
            loose += mentions.documents.get(self.docname, ())
        if loose:
            # Once, because a post may link to several of these objects.
            posts = tuple(sorted({other.key: other for other in loose}.values(), key=newest_first))
            self._main_section().append(self._site_node(self.renderer.mentions(posts, "mention-")))

    def _main_section(self) -> nodes.Element:
        section = next((child for child in self.doctree.children if isinstance(child, nodes.section)), None)
        return self.doctree if section is None else section

    def _site_node(self, fragment: Fragment) -> blog_nodes.blog_html:
        """Return the node of a fragment in the language of the site, which is marked in a text in another."""
        if not self.language:
            return self._node(fragment)
        tag = language_tag(self.build.config.language)
        direction = turned(tag, self.language)
        mark = f' lang="{tag}"' + (f' dir="{direction}"' if direction else "")
        return self._node(fragment._replace(html=_FIRST_TAG.sub(rf"\g<0>{mark}", fragment.html, count=1)))

    def _node(self, fragment: Fragment) -> blog_nodes.blog_html:
        if fragment.has_maths:
            self.renderer.pages_with_maths.add(self.docname)
        if fragment.samples:
            self.renderer.samples.setdefault(self.docname, []).extend(fragment.samples)
        self.doctree.attributes.update(dict.fromkeys(fragment.flags, True))
        return blog_nodes.blog_html(self.renderer.attach(fragment.html, self.docname))


@dataclass
class PlainResolver:
    """Resolves the nodes of one document for a builder that knows only docutils' own."""

    build: Build
    builder: Builder
    doctree: nodes.document
    docname: str
    has_header: bool

    def resolve(self) -> None:
        for postlist in _lists_in(self.build, self.doctree, self.docname):
            listing = self.build.pages.placed.get((self._document_of(postlist), postlist["place"]))
            posts = [post for page in listing.pages for post in page.items] if listing else []
            postlist.replace_self(_bullet_list(map(self._reference, posts)))
        for terms in list(self.doctree.findall(blog_nodes.blog_terms)):
            blogs = self.build.blogs_asked_for(terms["blog"], self._document_of(terms))
            shown = [term for blog in blogs for term in blog.blog.taxonomies[terms["taxonomy"]].shown]
            labels = (f"{term_label(term)} ({term.count})" for term in shown if term.count >= terms["least"])
            terms.replace_self(_bullet_list(map(nodes.Text, labels)))
        _resolve_teaser(self.doctree, is_marked=False, is_catalog=not self.builder.use_message_catalog)
        if self.has_header:
            self._add_header(self.docname, self.doctree)
            for file in list(self.doctree.findall(start_of_file)):
                self._add_header(file["docname"], file)

    def _add_header(self, docname: str, text: nodes.Element) -> None:
        post = self.build.posts.get(docname)
        if not (post and (published := self.build.blog_of_post(post)).config.blog_post_header):
            return
        words, authors = words_around(self.build, post), published.blog.taxonomies["author"]
        parts = [words.date(post.date, published.config.post_date_format)] if post.date else []
        parts += map(authors.label_of, post.terms.get("author", ()))
        header = nodes.paragraph("", "", nodes.emphasis("", " · ".join(parts)))
        # Programs that read Markdown take the first paragraph as the summary of a text.
        if parts and self.builder.format == "markdown":
            text += header
        elif parts:
            _insert_header(text, header)

    def _document_of(self, node: nodes.Node) -> str:
        """Return the document in which *node* was read: a builder of a single file puts all into one tree."""
        # The topmost ancestor still names the node's own document.
        *_, root = node, *ancestors(node)
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
                _set_language(around, language)
                node.replace_self(around)
                around += node
                if text_direction(language) or text_direction(self.config.language):
                    around[:] = [blog_nodes.blog_html("<bdi>"), node, blog_nodes.blog_html("</bdi>")]


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", on_doctree_resolved)
    app.add_post_transform(LinkLanguages)
