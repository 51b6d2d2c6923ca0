"""Turns every spelling of the marker that ends a teaser into one kind of node."""

from __future__ import annotations

import re
from typing import cast

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import get_filetype

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.core.metadata import clean_text, nearest
from sphinx_blogext.markup.tree import PlacedParser
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.sections import section_of
from sphinx_blogext.warnings import BlogWarning, warn

#: Nikola's marker, which may contain the text of the link.
_TEASER_END = r"(?:TEASER_END|END_TEASER)(?:\s*:\s*(?P<text>(?:(?!-->).)*?))?"
_COMMENT_MARKER = pattern(rf"\s*(?:more|{_TEASER_END})\s*", re.DOTALL)
_HTML_MARKER = pattern(rf"\s*<!--\s*(?:more|truncate|excerpt|{_TEASER_END})\s*-->\s*", re.DOTALL | re.IGNORECASE)
#: The marker of MDX, which is a paragraph in Markdown and, without spaces, an emphasized word.
_MDX_MARKER = pattern(r"\{\s*/\*?\s*(?:more|truncate)\s*\*?/\s*\}")
#: What may be meant as a marker: a few words between marks of any kind.
_WORDS = r"([A-Za-z][\w\s-]{2,18}?)\s*(?:\.{1,3}|…)?\s*"
#: The same by the kind of node it becomes. MDX comments are text everywhere else, and HTML comments are in
#: reStructuredText. A comment that does not end hides the rest of the text.
_LIKE_MARKERS: dict[type[nodes.Node], re.Pattern[str]] = {
    nodes.comment: pattern(rf"^\s*{_WORDS}:*\s*$"),
    nodes.raw: pattern(rf"<!--+\s*{_WORDS}-*\s*>"),
    nodes.paragraph: pattern(
        rf"^(?:\{{?\s*/\*\s*{_WORDS}\*/\s*\}}?|<[\s!\u2010-\u2015-]*{_WORDS}[\s!\u2010-\u2015-]*>"
        rf"|\.\.\s?{_WORDS}:*)$"
    ),
}
#: The words of markers, as they are usually misspelled, too.
_MARKERS = tuple("more readmore truncate teaser teaserend endteaser excerpt excerptend endexcerpt".split())
#: How similar to one of them a misspelling is: other words of four letters differ from ``more`` in one.
_NEAR = 0.82


class Markers(SphinxTransform):
    """Turns the first marker, in any spelling, into a node and drops the others.

    It runs before docutils' ``strip_comments`` removes the comments.
    """

    default_priority = 200

    def apply(self) -> None:
        is_post = "blog_fields" in self.document
        if not is_post and next(self.document.findall(blog_nodes.section_post), None) is None:
            # Not a post: a comment is a comment.
            return
        for raw in filter(_is_html_block, list(self.document.findall(nodes.raw))):
            _split_at_marker(raw)
        #: The posts (sections, or ``None`` for the document) that have their marker.
        marked: list[nodes.Node | None] = []
        for element in filter(_is_marker, list(self.document.findall(nodes.Element))):
            section = section_of(element)
            # Outside the sections that are posts, a comment is just a comment.
            if section is not None or is_post:
                self._mark(element, section, marked)
        self._check_spelling(marked, is_post=is_post)

    def _mark(
        self, element: nodes.Element, section: nodes.section | None, marked: list[nodes.Node | None]
    ) -> None:
        """Make a marker of *element*, unless it is not where one can be."""
        node = _make_block(element)
        problem = "the post already has a marker, so this one is ignored: remove it" if section in marked else ""
        if isinstance(node.parent, nodes.TextElement):
            remedy = "put it on a line of its own, with empty lines around it"
            problem = f"the marker is in the middle of a paragraph and is ignored: {remedy}"
        if problem:
            warn(BlogWarning.MARKER, "%s", problem, location=_located(node))
            node.parent.remove(node)
            return
        marked.append(section)
        kind = blog_nodes.more if section is None else blog_nodes.section_more
        marker = kind("", text=_marker_text(element))
        marker.source, marker.line = node.source, node.line
        node.parent.replace(node, marker)

    def _check_spelling(self, marked: list[nodes.Node | None], *, is_post: bool) -> None:
        """Warn about text that looks like a marker in posts that are not *marked*."""
        for node in self.document.findall(nodes.Element):
            match = _match_like_marker(node)
            section = section_of(node) if match else None
            if match is None or section in marked or (section is None and not is_post):
                continue
            marked.append(section)
            is_rst = get_filetype(self.config.source_suffix, self.document["source"]) == "restructuredtext"
            right = ".. more" if is_rst else "<!-- more -->"
            message = "%r does not end the teaser: write %r on a line of its own"
            warn(BlogWarning.MARKER, message, match[0].strip(), right, location=_located(node))


def _match_like_marker(node: nodes.Node) -> re.Match[str] | None:
    """Return the match of a misspelled marker in a node, if it is one."""
    form = _LIKE_MARKERS.get(type(node))
    match = form.search(node.astext()) if form else None
    # A marker that is spelled correctly is inside another comment.
    if match is None or (isinstance(node, nodes.raw) and _HTML_MARKER.fullmatch(match[0])):
        return None
    word = re.sub(r"[\s_-]", "", next(filter(None, match.groups()))).lower()
    return match if nearest(word, _MARKERS, _NEAR) else None


def _is_marker(node: nodes.Node) -> bool:
    if isinstance(node, blog_nodes.more):
        return True
    if isinstance(node, nodes.comment):
        return bool(_COMMENT_MARKER.fullmatch(node.astext()))
    if isinstance(node, nodes.paragraph):
        return bool(_MDX_MARKER.fullmatch(node.astext()))
    return isinstance(node, nodes.raw) and bool(_HTML_MARKER.fullmatch(node.astext()))


def _marker_text(marker: nodes.Element) -> str:
    """Return the link text in *marker*."""
    if isinstance(marker, blog_nodes.more):
        return str(marker["text"])
    match = _COMMENT_MARKER.fullmatch(marker.astext()) or _HTML_MARKER.fullmatch(marker.astext())
    return " ".join(clean_text(match["text"] or "").split()) if match else ""


def _is_html_block(node: nodes.raw) -> bool:
    return not isinstance(node.parent, nodes.TextElement) and "html" in node["format"].split()


class _MarkerFinder(PlacedParser):
    """Finds the first marker in HTML that is a comment: ``span`` is its start and end."""

    span: tuple[int, int] | None = None

    def handle_comment(self, data: str) -> None:
        if self.span is None and _HTML_MARKER.fullmatch(comment := f"<!--{data}-->"):
            self.span = self.place, self.place + len(comment)


def _split_at_marker(raw: nodes.Node) -> None:
    """Give a marker inside a block of HTML a node of its own.

    In Markdown, such a block extends to the next empty line.
    """
    html = raw.astext()
    # Parsing takes time, and most raw HTML contains no comment.
    place = _MarkerFinder(html).span if "<!--" in html else None
    if place is None or _HTML_MARKER.fullmatch(html):
        return
    parts = []
    for text in (html[: place[0]], html[slice(*place)], html[place[1] :]):
        part = cast("nodes.raw", raw).copy()
        part.rawsource, part.source, part.line = text, raw.source, raw.line
        part += nodes.Text(text)
        parts.append(part)
    cast("nodes.Element", raw.parent).replace(raw, [part for part in parts if part.astext().strip()])


def _make_block(node: nodes.Node) -> nodes.Node:
    """Return the block that represents a marker among the blocks around it.

    If the marker is alone in a paragraph, as in a table cell, that is the paragraph. A marker at the end of a
    paragraph is moved after it.
    """
    paragraph = node.parent
    if not isinstance(paragraph, nodes.paragraph):
        return node
    before, after = paragraph.children[: paragraph.index(node)], paragraph.children[paragraph.index(node) + 1 :]
    if any(child.astext().strip() for child in after):
        return node
    if not any(child.astext().strip() for child in before):
        return paragraph
    paragraph.remove(node)
    paragraph.parent.insert(paragraph.parent.index(paragraph) + 1, node)
    return node


def _located(node: nodes.Node) -> nodes.Node:
    """Return *node* or the nearest node before or around it that has a line."""
    # Depending on its version, docutils gives MyST's comments no line, or line 0.
    while not node.line and node.parent is not None:
        before = node.parent.children[: node.parent.index(node)]
        node = next((sibling for sibling in reversed(before) if sibling.line), node.parent)
    return node
