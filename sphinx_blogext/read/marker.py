"""Determines where a teaser ends when a document is read, and cuts the document tree there later."""

from __future__ import annotations

import hashlib
import re
from enum import Enum, auto
from itertools import chain, count, islice, pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.ext.ifconfig import ifconfig

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    #: Returns the width and height of the image at a path from the source directory, if they are known.
    SizeOf = Callable[[str], tuple[int, int] | None]

#: Nodes that readers do not see.
_UNSEEN = (
    *(nodes.Invisible, nodes.system_message, nodes.title, nodes.transition, nodes.meta),
    *(addnodes.highlightlang, addnodes.tabular_col_spec),
)
#: A heading written in HTML, which is all that a block contains.
_RAW_HEADING = pattern(r"\s*<h1\b((?!</h1>).)*</h1>\s*", re.DOTALL | re.IGNORECASE)


#: Blocks that a teaser may end in.
_DIVISIBLE = (
    nodes.document,
    nodes.section,
    nodes.list_item,
    nodes.Sequential,
    nodes.block_quote,
    nodes.Admonition,
)
#: Blocks that are not shown where they are written.
_ASIDE = (nodes.footnote, nodes.citation, nodes.system_message)


class Counted(Enum):
    """Which paragraphs an automatic teaser consists of."""

    #: Those of the text itself, up to the next heading.
    TO_HEADING = auto()
    #: Those of the text itself, past headings.
    OF_TEXT = auto()
    #: All, even in lists and quotations, past headings.
    ALL = auto()


class Cut(NamedTuple):
    """How a post's teaser was cut: the fields of ``Post`` that say so, and what is wrong with it."""

    fields: dict[str, Any]
    is_explicit: bool
    is_empty: bool


def place_marker(
    doctree: nodes.document,
    paragraphs: int,
    size_of: SizeOf,
    *,
    counted: Counted = Counted.TO_HEADING,
    anchor: str = "more",
) -> Cut:
    """Leave exactly one marker in *doctree*, where the teaser ends.

    The first of these that applies determines the end: the body of the ``post`` directive; a marker in the text;
    the end of paragraph number *paragraphs* (0 for no teaser) among those *counted*. *size_of* returns the sizes
    of images, which pages may show. *anchor* is the ID of the place, if it is free.
    """
    body = next(doctree.findall(blog_nodes.post), None)
    marker, is_explicit = _set_marker(doctree, body, paragraphs, counted)
    # The body is the entire teaser, so text above it is cut off too.
    has_more = _has_content(marker, after=True) or (body is not None and _has_content(body, after=False))
    # If nothing was cut, no link needs the anchor.
    anchor = _place_anchor(marker, _free_id(anchor, doctree)) if has_more else ""
    title = next(doctree.findall(nodes.title), None)
    heading = [] if title is None else list(title.findall())
    teaser = list(takewhile(lambda node: node is not marker, (body or doctree).findall()))
    fields = {
        "has_more": has_more,
        "more_text": marker["text"],
        "more_anchor": anchor,
        "fingerprint": _fingerprint(teaser, size_of),
        "text_fingerprint": _fingerprint(doctree.findall(), size_of),
        # A plain heading is covered by the title of the post.
        "heading_fingerprint": "" if _is_plain(heading) else _fingerprint(heading, size_of),
        "references": _cross_references((*heading, *teaser)),
    }
    return Cut(fields, is_explicit, body is None and is_explicit and not _has_content(marker, after=False))


def _set_marker(
    doctree: nodes.document, body: blog_nodes.post | None, paragraphs: int, counted: Counted
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
        _insert_marker(doctree, marker, paragraphs, counted)
    return marker, is_explicit


def _cross_references(tree: Iterable[nodes.Node]) -> tuple[tuple[tuple[str, object], ...], ...]:
    return tuple(_attributes(node) for node in tree if isinstance(node, pending_xref))


def _is_plain(heading: list[nodes.Node]) -> bool:
    return all(isinstance(node, nodes.Text) for node in heading[1:])


def cut_teaser(doctree: nodes.document) -> None:
    """Reduce *doctree*, which has its marker, to the teaser and the post's heading above it."""
    body = next(doctree.findall(blog_nodes.post), None)
    if body is not None:
        heading = _heading(doctree)
        doctree.children = []
        # In a section, as on its own page, so that headings have the same level.
        doctree += nodes.section("", *filter(None, [heading]), *body.children)
        return
    marker = next(doctree.findall(blog_nodes.more), None)
    if marker is not None:
        _delete_after(marker)
        _remove(marker)
    for paragraph in list(doctree.findall(nodes.paragraph)):
        if blog_nodes.RELEASE_DATE in paragraph["classes"]:
            paragraph.parent.remove(paragraph)


def is_picture(paragraph: nodes.paragraph) -> bool:
    """Return whether *paragraph* contains only images, which may be links.

    An image on a line of its own is such a paragraph in Markdown, but not in reStructuredText.
    """
    has_image = next(paragraph.findall(nodes.image), None) is not None
    return has_image and not any(text.strip() for text in paragraph.findall(nodes.Text))


def strip_marker(doctree: nodes.document) -> None:
    """Reduce *doctree*, which has its marker, to the post's heading and text."""
    for marker in list(doctree.findall(blog_nodes.more)):
        marker.parent.remove(marker)


def drop_heading(doctree: nodes.document) -> None:
    """Remove the post's heading, once nothing depends on the structure of the document any more."""
    heading = _heading(doctree) or _raw_heading(doctree)
    if heading is not None:
        heading.parent.remove(heading)


def _heading(doctree: nodes.document) -> nodes.title | None:
    section = next((child for child in doctree.children if isinstance(child, nodes.section)), None)
    title = section.next_node(nodes.title) if section is not None else None
    return title if title is not None and title.parent is section else None


def _raw_heading(doctree: nodes.document) -> nodes.raw | None:
    """Return the first block of the text if it is a heading written in HTML."""
    first = next((child for child in doctree.children if not isinstance(child, _UNSEEN)), None)
    return first if isinstance(first, nodes.raw) and _RAW_HEADING.fullmatch(first.astext()) else None


def _insert_marker(doctree: nodes.document, marker: blog_nodes.more, paragraphs: int, counted: Counted) -> None:
    """Put *marker* at the end of an automatic teaser."""
    if counted is Counted.TO_HEADING or not paragraphs:
        _insert_before_heading(doctree, marker, paragraphs)
        return
    is_counted = _is_of_text if counted is Counted.OF_TEXT else _is_shown
    matches = (node for node in doctree.findall(nodes.paragraph) if is_counted(node))
    last = next(islice(matches, paragraphs - 1, None), None)
    if last is None:
        doctree.append(marker)
        return
    # What cannot be cut, such as a table, is shown as a whole.
    whole = [node for node in (last, *ancestors(last)) if not isinstance(node, _DIVISIBLE)][-1]
    whole.parent.insert(whole.parent.index(whole) + 1, marker)


def _insert_before_heading(doctree: nodes.document, marker: blog_nodes.more, paragraphs: int) -> None:
    """Put *marker* after the last block of a teaser that ends at a heading.

    The blocks are those of any kind above the first section, and those of the first section up to the next
    heading. If the text begins with a heading, the teaser begins below it.
    """
    container: nodes.Element = doctree
    while True:
        shown = list(_blocks_of_teaser(container, paragraphs))
        paragraphs -= sum(map(_is_counted, shown))
        below = container.children[len(shown)] if paragraphs and len(shown) < len(container.children) else None
        is_text = container is not doctree and any(map(_is_seen, shown))
        if is_text or not isinstance(below, nodes.section):
            container.insert(len(shown), marker)
            return
        container = below


def _blocks_of_teaser(container: nodes.Element, paragraphs: int) -> Iterator[nodes.Node]:
    """Yield the first blocks of *container*, up to so many *paragraphs* or the next heading."""
    for child in container.children:
        if not paragraphs or isinstance(child, nodes.section):
            return
        yield child
        paragraphs -= _is_counted(child)


def _is_counted(block: nodes.Node) -> bool:
    return isinstance(block, nodes.paragraph) and not is_picture(block)


def _is_of_text(paragraph: nodes.paragraph) -> bool:
    """Return whether *paragraph* is part of the text itself, not of a list or the like."""
    return isinstance(paragraph.parent, (nodes.document, nodes.section)) and not is_picture(paragraph)


def _is_shown(paragraph: nodes.paragraph) -> bool:
    """Return whether *paragraph* is shown where it is written; contents and footnotes do not count."""
    above = list(ancestors(paragraph))
    return not any(isinstance(node, _ASIDE) or "contents" in node.get("classes", ()) for node in above)


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
    return not isinstance(node, (*_UNSEEN, nodes.footnote, nodes.citation, blog_nodes.post))


def _delete_after(node: nodes.Node) -> None:
    for parent in ancestors(node):
        del parent[parent.index(node) + 1 :]
        node = parent


def _remove(marker: nodes.Node) -> None:
    """Remove *marker*, and parents that are empty without it, such as a list item."""
    for parent in list(ancestors(marker)):
        parent.remove(marker)
        marker = parent
        if parent.children or not isinstance(parent, (nodes.list_item, nodes.Sequential, nodes.block_quote)):
            break


def _free_id(name: str, doctree: nodes.document) -> str:
    """Return the ID *name*, such as ``more``, or the first free one of ``more-1`` … if it is taken."""
    names = chain([name], (f"{name}-{number}" for number in count(1)))
    return next(each for each in names if each not in doctree.ids)


def _place_anchor(marker: blog_nodes.more, anchor: str) -> str:
    """Give *marker* the ID *anchor*, or a target before the conditional block that contains it; return the ID."""
    conditional = [node for node in ancestors(marker) if isinstance(node, (addnodes.only, ifconfig))]
    if conditional:
        outermost = conditional[-1]
        outermost.parent.insert(outermost.parent.index(outermost), nodes.target("", "", ids=[anchor]))
    else:
        marker["ids"] = [anchor]
    return anchor


def _fingerprint(tree: Iterable[nodes.Node], size_of: SizeOf) -> str:
    """Return a digest of nodes that does not depend on the folder of the sources."""
    digest = hashlib.sha256()
    for node in tree:
        text = f"{node.tagname} {_attributes(node)!r}" if isinstance(node, nodes.Element) else node.astext()
        # Pages show the sizes of images, and replacing a file does not change the tree.
        if isinstance(node, nodes.image):
            paths: dict[str, str] = node.get("candidates") or {}
            text += repr([size_of(path) for path in paths.values()])
        digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:16]


def _attributes(node: nodes.Element) -> tuple[tuple[str, object], ...]:
    """Return the attributes that are not empty, except the one with the name of the file."""
    return tuple([item for item in node.attributes.items() if item[1] != [] and item[0] != "source"])
