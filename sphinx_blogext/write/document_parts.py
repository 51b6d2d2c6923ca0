"""Parts of writing a document that are the same for every builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.nodes import NodeMatcher

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.core import N_
from sphinx_blogext.core.list_request import LARGE_FIRST
from sphinx_blogext.lang.sphinx_words import translate
from sphinx_blogext.lang.words import Words, interface_words
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        said = say(N_("Updated on %s")) % date if date else say(N_("Updated"))
        title = nodes.title(said, said)
        set_language(title, build.config.voice(post).borrowed_words if post else None)
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
