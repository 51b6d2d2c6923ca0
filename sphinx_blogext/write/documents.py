"""Turn the blog's nodes into what the builder can write.

For HTML they become finished fragments; for other builders a list of posts becomes a list of references.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import desc_content, desc_signature

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import renders_pages
from sphinx_blogext.core.model import newest_first
from sphinx_blogext.lang.codes import language_tag, turned
from sphinx_blogext.lang.sphinx_words import say_in
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.pages import TermIndex
from sphinx_blogext.write.output import output_of
from sphinx_blogext.write.plain_documents import (
    LinkLanguages,
    PlainResolver,
    find_markers,
    insert_header,
    report_problems,
    resolve_teaser_bodies,
    resolve_updates,
    resolve_words,
    sections_of_posts,
    set_language,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.write.output import Output
    from sphinx_blogext.write.renderer import Fragment


def on_doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Insert lists, header and footer where they belong."""
    build = build_of(app.env)
    resolve_updates(build, doctree, docname)
    post = build.posts.get(docname)
    # A theme that marks the language of a document that is no post says so.
    marked = language_tag(doctree.get(blog_nodes.TEXT_LANGUAGE, ""))
    # It is ``""`` if it is unknown or that of the site.
    language = build.config.voice(post).foreign if post else marked
    if renders_pages(app.builder):
        resolve_words(build, doctree, docname, language)
    # A teaser is resolved like a document, and so is what extensions compile from several documents, such as
    # a list of all todos. Lists in it stay plain.
    is_teaser = blog_nodes.PART in doctree or not doctree.get("source")
    if renders_pages(app.builder) and not is_teaser:
        output = output_of(app)
        HtmlResolver(output, doctree, docname, language).resolve()
        output.note_written(docname)
    else:
        PlainResolver(build, app.builder, doctree, docname).resolve(with_header=not is_teaser)


#: The tag that a fragment starts with, up to its attributes.
_FIRST_TAG = pattern(r"<[a-z]\w*")


class HtmlResolver:
    """Resolves the nodes of one document, whose text is in *language*, for a builder of HTML pages."""

    def __init__(self, output: Output, doctree: nodes.document, docname: str, language: str) -> None:
        self.build = output.build
        self.renderer = output.renderer
        self.renderer.page = docname
        self.doctree = doctree
        self.docname = docname
        self.language = language

    def resolve(self) -> None:
        for postlist in list(self.doctree.findall(blog_nodes.postlist)):
            report_problems(self.build, postlist, self.docname)
            listing = self.build.pages.placed[self.docname, postlist["place"]]
            fragment = self.renderer.listing(
                # A prefix makes the ids of a list unique among the document's lists.
                listing,
                listing.pages[0],
                f"{postlist['place'] + 1}-" if postlist["place"] else "",
                _heading_level(postlist),
            )
            postlist.replace_self(self._site_node(fragment))
        for terms in list(self.doctree.findall(blog_nodes.blog_terms)):
            terms.replace_self(
                self._site_node(
                    self.renderer.term_list(
                        self.docname, terms["taxonomy"], terms["style"], terms["least"], terms["blog"]
                    )
                )
            )
        for number, page in enumerate(self.build.pages.appended.get(self.docname, ())):
            fragment = (
                self.renderer.overview(page)
                if isinstance(page, TermIndex)
                else self.renderer.listing(*page, f"appended-{number}-")
            )
            self._main_section().append(self._site_node(fragment))
        self._resolve_post()
        self._resolve_mentions()

    def _resolve_post(self) -> None:
        """Show a post's header and footer, and mark where its teaser ends."""
        for marker in find_markers(self.doctree):
            marker.replace_self(nodes.target("", "", ids=marker["ids"]) if marker["ids"] else [])
        resolve_teaser_bodies(self.doctree)
        self._resolve_sections()
        post = self.build.posts.get(self.docname)
        self._speak(post)
        if post is None:
            return
        config = self.build.blog_of_post(post).config
        if config.blog_post_header:
            # The class for microformats, whose properties are in the header.
            self._main_section()["classes"].append("h-entry")
            insert_header(self.doctree, self._search_words(post), self._node(self.renderer.header(post)))
        elif not post.is_published(self.build.now):
            insert_header(self.doctree, self._node(self.renderer.draft_banner(post)))
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
                    set_language(child, self.renderer.page_data.posts_of(post).voice(post).language)
                if self.language:
                    say_in(child, self.language, self.build.config.language)
            elif isinstance(child, (nodes.footnote, nodes.citation)) and self.language and not is_marked:
                # MyST puts them below the section with all the rest of the text.
                set_language(child, self.language)

    def _resolve_sections(self) -> None:
        """Show the headers of the posts that are sections, and make Sphinx use the languages of these."""
        for section, post in sections_of_posts(self.build, self.doctree, self.docname):
            voice = self.renderer.page_data.posts_of(post).voice(post)
            set_language(section, voice.language)
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
        terms = [term for name in kinds for term in blog.terms_of(post, name)]
        names = dict.fromkeys(
            label for term in terms for label in (term.label, *dict(term.settings.labels).values())
        )
        return blog_nodes.search_words("", "; ".join(dict.fromkeys(names)))

    def _resolve_mentions(self) -> None:
        """List the posts that discuss an object below it, and those that link to the document at its end."""
        mentions, post = self.build.mentions, self.build.domain.posts.get(self.docname)
        objects = mentions.objects.get(self.docname, {})
        described = self.doctree.findall(desc_signature) if objects else ()
        signatures = {name: each for each in described for name in each["ids"]}
        # By key, because a post may link to several of these objects.
        loose: dict[str, Post] = {}
        for number, (anchor, posts) in enumerate(objects.items(), start=1):
            content = signatures[anchor].parent[-1] if anchor in signatures else None
            if isinstance(content, desc_content):
                content.append(self._site_node(self.renderer.mentions(posts, f"mention-{number}-")))
            else:
                loose.update({other.key: other for other in posts})
        # The footer of a post lists them already.
        if post is None or not self.build.blog_of_post(post).config.blog_post_footer:
            loose.update({other.key: other for other in mentions.documents.get(self.docname, ())})
        if loose:
            posts = tuple(sorted(loose.values(), key=newest_first))
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


def _heading_level(node: nodes.Node) -> int:
    """Return the level for a heading at *node*: one below that of the enclosing section."""
    level = 1
    while node.parent is not None:
        node = node.parent
        level += isinstance(node, nodes.section)
    return max(2, min(6, level))


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", on_doctree_resolved)
    app.add_post_transform(LinkLanguages)
