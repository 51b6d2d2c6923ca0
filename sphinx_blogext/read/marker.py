"""The marker that ends a teaser: turns every spelling of it into one kind of node, and cuts documents there."""

import re
from collections.abc import Callable, Iterable
from itertools import islice, pairwise, takewhile
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.ext.ifconfig import ifconfig
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import NodeMatcher

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.core.metadata import clean_text
from sphinx_blogext.files import digest, read_size
from sphinx_blogext.markup.describe import BADGES
from sphinx_blogext.markup.tree import PlacedParser
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import translate_text
from sphinx_blogext.read.references import free_anchor
from sphinx_blogext.read.sections import section_of
from sphinx_blogext.warnings import BlogWarning, warn

#: Returns whether a paragraph counts for an automatic teaser.
Counts = Callable[[nodes.Node], bool]

#: Nikola's marker, which may contain the text of the link.
_TEASER_END = r"(?:TEASER_END|END_TEASER)\s*+(?::(?P<text>(?:(?!-->).)*+))?"
_COMMENT_MARKER = pattern(rf"\s*(?:more|{_TEASER_END})\s*", re.DOTALL)
_HTML_MARKER = pattern(rf"\s*<!--\s*+(?:more|truncate|excerpt|{_TEASER_END})\s*+-->\s*", re.DOTALL | re.IGNORECASE)
#: Nodes that readers do not see.
UNSEEN = (
    *(nodes.Invisible, nodes.system_message, nodes.title, nodes.transition, nodes.meta),
    *(addnodes.highlightlang, addnodes.tabular_col_spec),
)
REMOVED_IF_EMPTY = (nodes.list_item, nodes.Sequential, nodes.block_quote)
#: Blocks that a teaser may end in.
_DIVISIBLE = (nodes.document, nodes.section, nodes.Admonition, *REMOVED_IF_EMPTY)
#: Blocks that are not shown where they are written.
_ASIDE = (nodes.footnote, nodes.citation, nodes.system_message)


class Markers(SphinxTransform):
    """Turns the first marker, in any spelling, into a node and drops the others."""

    # Before docutils' ``strip_comments``.
    default_priority = 200

    def apply(self) -> None:
        is_post = "blog_fields" in self.document
        if not is_post and not any(self.document.findall(blog_nodes.section_post)):
            # Not a post: a comment is a comment.
            return
        for raw in list(self.document.findall(nodes.raw)):
            _split_at_marker(raw)
        #: The posts (sections, or ``None`` for the document) that have their marker.
        marked: list[nodes.Node | None] = []
        for element in list(self.document.findall(nodes.Element)):
            if (text := _marker_text(element)) is not None:
                section = section_of(element)
                # Outside the sections that are posts, a comment is just a comment.
                if section is not None or is_post:
                    marker = _mark(_make_block(element), text, section, marked)
                    if marker and text:
                        marker["text"] = translate_text(text, self.document, self.env, line=marker.line)


def _mark(
    node: nodes.Node, text: str, section: nodes.section | None, marked: list[nodes.Node | None]
) -> nodes.Element | None:
    """Replace *node* with a marker, unless it is in the wrong place or its post is in *marked*."""
    problem = "the post already has a marker, so this one is ignored: remove it" if section in marked else ""
    if isinstance(node.parent, nodes.TextElement):
        remedy = "put it on a line of its own, with empty lines around it"
        problem = f"the marker is in the middle of a paragraph and is ignored: {remedy}"
    if problem:
        warn(BlogWarning.MARKER, "%s", problem, location=_located(node))
        node.parent.remove(node)
        return None
    marked.append(section)
    marker = (blog_nodes.more if section is None else blog_nodes.section_more)("", text=text)
    marker.source, marker.line = node.source, node.line
    node.parent.replace(node, marker)
    return marker


def place_marker(
    doctree: nodes.document, paragraphs: int, srcdir: Path, *, counts: Counts | None, anchor: str
) -> tuple[dict[str, Any], bool, bool]:
    """Leave exactly one marker in *doctree*, where the teaser ends.

    Return the fields of ``Post`` that say how it is cut, whether the text says where, and whether it is empty.
    The first of these that applies determines the end: the body of the ``post`` directive; a marker in the text;
    the end of paragraph number *paragraphs* (0 for no teaser), or of those that *counts* allows past headings.
    *anchor* is the ID of the place, if it is free.
    """
    body = next(doctree.findall(blog_nodes.post), None)
    marker, is_explicit = _set_marker(doctree, body, paragraphs, counts)
    # The body is the entire teaser, so text above it is cut off too.
    has_more = _has_content(marker, after=True) or (body is not None and _has_content(body, after=False))
    # If nothing was cut, no link needs the anchor.
    anchor = _place_anchor(marker, anchor, doctree) if has_more else ""
    title = next(doctree.findall(nodes.title), None)
    heading = [] if title is None else list(title.findall())
    # A plain one is covered by the title of the post.
    is_plain = all(isinstance(node, nodes.Text) for node in heading[1:])
    teaser = list(takewhile(lambda node: node is not marker, (body or doctree).findall()))
    fields = {
        "has_more": has_more,
        "more_text": marker["text"],
        "more_anchor": anchor,
        "fingerprint": _fingerprint(teaser, srcdir),
        "text_fingerprint": _fingerprint(doctree.findall(), srcdir),
        "heading_fingerprint": "" if is_plain else _fingerprint(heading, srcdir),
        "references": tuple(map(_attributes, filter(NodeMatcher(pending_xref), (*heading, *teaser)))),
    }
    return fields, is_explicit, body is None and is_explicit and not _has_content(marker, after=False)


def _set_marker(
    doctree: nodes.document, body: blog_nodes.post | None, paragraphs: int, counts: Counts | None
) -> tuple[blog_nodes.more, bool]:
    """Return the marker in its place, and whether the text determines that."""
    marker = next(doctree.findall(blog_nodes.more), None)
    is_explicit = marker is not None or body is not None
    marker = marker or blog_nodes.more("", text="")
    if body is not None:
        # The marker keeps its text, even if it is elsewhere.
        if marker.parent is not None:
            marker.parent.remove(marker)
        body.parent.insert(body.parent.index(body) + 1, marker)
    elif not is_explicit:
        _insert_marker(doctree, marker, paragraphs, counts)
    return marker, is_explicit


def _marker_text(node: nodes.Element) -> str | None:
    """Return the text of the link of a marker, or ``None`` for other nodes."""
    if isinstance(node, blog_nodes.more):
        return str(node["text"])
    match = None
    if isinstance(node, (nodes.comment, nodes.raw)):
        form = _COMMENT_MARKER.fullmatch if isinstance(node, nodes.comment) else _HTML_MARKER.fullmatch
        match = form(node.astext())
    return " ".join(clean_text(match["text"] or "").split()) if match else None


class _MarkerFinder(PlacedParser):
    """Finds the first marker in HTML that is a comment: ``span`` is its start and end."""

    span: tuple[int, int] | None = None

    def handle_comment(self, data: str) -> None:
        if self.span is None and _HTML_MARKER.fullmatch(comment := f"<!--{data}-->"):
            self.span = self.place, self.place + len(comment)


def _split_at_marker(raw: nodes.raw) -> None:
    """Give a marker inside HTML, which in Markdown extends to the next empty line, a node of its own."""
    if isinstance(raw.parent, nodes.TextElement) or "html" not in raw["format"].split():
        return
    html = raw.astext()
    # Parsing takes time, and most raw HTML contains no comment.
    span = _MarkerFinder(html).span if "<!--" in html else None
    if span is None or _HTML_MARKER.fullmatch(html):
        return
    start, end = span
    texts = filter(str.strip, (html[:start], html[start:end], html[end:]))
    parts = [nodes.raw(text, text, **raw.attributes) for text in texts]
    for part in parts:
        part.source, part.line = raw.source, raw.line
    raw.parent.replace(raw, parts)


def _make_block(node: nodes.Node) -> nodes.Node:
    """Return the block of a marker: itself, moved behind its paragraph, or the paragraph that it is alone in."""
    paragraph = node.parent
    if not isinstance(paragraph, nodes.paragraph):
        return node
    place, has_text = paragraph.index(node), [bool(child.astext().strip()) for child in paragraph.children]
    if any(has_text[place + 1 :]):
        return node
    if not any(has_text[:place]):
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


def is_picture(paragraph: nodes.paragraph) -> bool:
    """Return whether *paragraph* contains only images, badges and buttons, as does one of a line of Markdown."""
    inside = paragraph.findall(nodes.Element)
    pictures = [node for node in inside if isinstance(node, nodes.image) or not BADGES.isdisjoint(node["classes"])]
    texts = {id(text) for picture in pictures for text in picture.findall(nodes.Text)}
    return bool(pictures) and all(id(text) in texts or not text.strip() for text in paragraph.findall(nodes.Text))


def strip_marker(doctree: nodes.document) -> None:
    for marker in list(doctree.findall(blog_nodes.more)):
        marker.parent.remove(marker)


def heading_of(doctree: nodes.document) -> nodes.title | None:
    section = next((child for child in doctree.children if isinstance(child, nodes.section)), None)
    title = section.next_node(nodes.title) if section is not None else None
    return title if title is not None and title.parent is section else None


def _insert_marker(doctree: nodes.document, marker: nodes.Node, paragraphs: int, counts: Counts | None) -> None:
    if counts is None or not paragraphs:
        _insert_before_heading(doctree, marker, paragraphs)
        return
    if last := next(islice(filter(counts, doctree.findall(nodes.paragraph)), paragraphs - 1, None), None):
        # What cannot be cut, such as a table, is shown as a whole.
        whole = [node for node in (last, *ancestors(last)) if not isinstance(node, _DIVISIBLE)][-1]
        whole.parent.insert(whole.parent.index(whole) + 1, marker)
    else:
        doctree.append(marker)


def _insert_before_heading(doctree: nodes.document, marker: nodes.Node, paragraphs: int) -> None:
    """Put *marker* after the last block of a teaser that ends at a heading.

    The blocks are those of any kind above the first section, and those of the first section up to the next
    heading. If the text begins with a heading, the teaser begins below it.
    """
    container: nodes.Element = doctree
    while True:
        blocks, end = container.children, 0
        while paragraphs and end < len(blocks) and not isinstance(blocks[end], nodes.section):
            paragraphs -= is_of_text(blocks[end])
            end += 1
        is_text = container is not doctree and any(map(_is_seen, blocks[:end]))
        below = blocks[end] if paragraphs and end < len(blocks) else None
        if is_text or not isinstance(below, nodes.section):
            container.insert(end, marker)
            return
        container = below


def is_of_text(node: nodes.Node) -> bool:
    """Return whether *node* is a paragraph of the text itself, not of a list or the like, nor a picture."""
    is_outer = isinstance(node.parent, (nodes.document, nodes.section))
    return is_outer and isinstance(node, nodes.paragraph) and not is_picture(node)


def is_shown(node: nodes.Node) -> bool:
    """Return whether a paragraph is shown where it is written; contents and footnotes do not count."""
    return not any(isinstance(each, _ASIDE) or "contents" in each.get("classes", ()) for each in ancestors(node))


def _has_content(node: nodes.Node, *, after: bool) -> bool:
    """Return whether anything visible follows or precedes *node*; headings and footnotes do not count."""
    for inner, parent in pairwise((node, *ancestors(node))):
        place = parent.children.index(inner)
        if any(map(_is_seen, parent.children[place + 1 :] if after else parent.children[:place])):
            return True
    return False


def _is_seen(node: nodes.Node) -> bool:
    if isinstance(node, nodes.section):
        return True
    if isinstance(node, nodes.compound) and "toctree-wrapper" in node["classes"]:
        return not all(toctree["hidden"] for toctree in node.findall(addnodes.toctree))
    if isinstance(node, nodes.raw):
        # Raw LaTeX, for example, is not shown on pages.
        return "html" in node["format"].split()
    return not isinstance(node, (*UNSEEN, nodes.footnote, nodes.citation, blog_nodes.post))


def _place_anchor(marker: blog_nodes.more, name: str, doctree: nodes.document) -> str:
    """Give *marker* the ID *name*, or ``more-1`` … if ``more`` is taken, and return it."""
    anchor = free_anchor(name, doctree.ids, second=1)
    # If a conditional block contains the marker, a target before that gets the ID.
    if conditional := [node for node in ancestors(marker) if isinstance(node, (addnodes.only, ifconfig))]:
        outermost = conditional[-1]
        outermost.parent.insert(outermost.parent.index(outermost), nodes.target("", "", ids=[anchor]))
    else:
        marker["ids"] = [anchor]
    return anchor


def _fingerprint(tree: Iterable[nodes.Node], srcdir: Path) -> str:
    """Return a digest of nodes that does not depend on the folder of the sources."""
    texts: list[str] = []
    for node in tree:
        text = f"{node.tagname} {_attributes(node)!r}" if isinstance(node, nodes.Element) else node.astext()
        # Pages show the sizes of images, and replacing a file does not change the tree.
        if isinstance(node, nodes.image):
            text += repr([read_size(srcdir / path) for path in (node.get("candidates") or {}).values()])
        texts.append(text)
    return digest(texts)


def _attributes(node: Any) -> tuple[tuple[str, object], ...]:
    """Return the attributes that are not empty, except the one with the name of the file."""
    return tuple([(name, value) for name, value in node.attributes.items() if value != [] and name != "source"])
