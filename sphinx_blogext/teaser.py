"""Teasers: where one ends is settled when the document is read, its HTML is made once when
pages are written, and it is valid on every page.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import new_document
from sphinx.util.logging import suppress_logging
from sphinx.util.osutil import relative_uri

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import resolve_doctree
from sphinx_blogext.balance import balance
from sphinx_blogext.relocate import detach

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

_MISSING = object()
_STATE = ("imgpath", "dlpath", "current_docname", "secnumbers", "fignumbers")
#: Nodes that a reader sees nothing of.
_UNSEEN = (nodes.Invisible, nodes.system_message, nodes.title, nodes.transition)


class Cut(NamedTuple):
    """How a post's teaser was cut: see the fields of the same names of ``Post``."""

    has_more: bool
    more_text: str
    more_anchor: str
    fingerprint: str
    is_explicit: bool
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Teaser:
    """The part of a post above its marker, as detached HTML, and what a page with it must load.

    ``classes`` are those of the section it was in, which some scripts go by. ``samples``
    are childless copies of its nodes, one of each kind.
    """

    html: str
    classes: tuple[str, ...] = ()
    has_maths: bool = False
    samples: tuple[nodes.Element, ...] = ()


def place_marker(doctree: nodes.document, paragraphs: int) -> Cut:
    """Leave exactly one marker in *doctree*, where the teaser ends.

    The first of these has its way: the body of the ``post`` directive, a marker in the
    text, the end of the body's paragraph number *paragraphs* (0: there is no teaser).
    """
    marker = next(doctree.findall(blog_nodes.more), None)
    body = next(doctree.findall(blog_nodes.post), None)
    is_explicit = marker is not None or body is not None
    if body is not None:
        marker = _replace_marker(marker, body)
    elif marker is None:
        marker = blog_nodes.more("", text="")
        _insert_marker(doctree, marker, paragraphs)
    has_more = _has_content_after(marker) or (body is not None and _has_content_before(body))
    if has_more:
        marker["ids"] = [_free_id(doctree)]
    source = body if body is not None else doctree
    return Cut(
        has_more=has_more,
        more_text=marker["text"],
        more_anchor=marker["ids"][0] if has_more else "",
        fingerprint=_fingerprint(source, marker),
        is_explicit=is_explicit,
        is_empty=body is None and is_explicit and not _has_content_before(marker),
    )


def cut_teaser(doctree: nodes.document) -> None:
    """Reduce *doctree*, which has its marker, to the teaser, without the post's heading."""
    body = next(doctree.findall(blog_nodes.post), None)
    if body is not None:
        doctree.children = []
        doctree.extend(body.children)
        return
    marker = next(doctree.findall(blog_nodes.more), None)
    if marker is not None:
        _delete_after(marker)
        _remove(marker)
    for section in doctree.children:
        if isinstance(section, nodes.section):
            title = section.next_node(nodes.title)
            if title is not None and title.parent is section:
                section.remove(title)
            break


def render_teaser(env: BuildEnvironment, builder: StandaloneHTMLBuilder, docname: str) -> Teaser:
    """Return the teaser of the post *docname*, rendered just as on the post's own page."""
    doctree = env.get_doctree(docname)
    cut_teaser(doctree)
    with page_state(builder, docname), suppress_logging():
        # What is wrong with the teaser is said when its own page is written.
        resolve_doctree(env, builder, docname, doctree)
        builder.post_process_images(doctree)
        html, has_maths = _translate(builder, doctree)
    content, classes = _unwrap(_whole(html, doctree), doctree)
    detached = detach(content, builder.get_target_uri(docname))
    return Teaser(detached, classes, has_maths, _samples(doctree))


def render_title(env: BuildEnvironment, builder: StandaloneHTMLBuilder, docname: str) -> Teaser:
    """Return the heading of *docname* with its mark-up, without links."""
    title = env.titles[docname]
    if all(isinstance(child, nodes.Text) for child in title.children):
        return Teaser(escape(title.astext(), quote=False))
    document = new_document("")
    document += nodes.inline("", "", *(child.deepcopy() for child in title.children))
    for reference in list(document.findall(_is_link)):
        reference.parent.replace(reference, reference.children)
    with page_state(builder, docname), suppress_logging():
        html, has_maths = _translate(builder, document)
    inner = html.strip().removeprefix("<span>").removesuffix("</span>")
    detached = detach(_whole(inner, document), builder.get_target_uri(docname))
    return Teaser(detached, has_maths=has_maths, samples=_samples(document))


@contextmanager
def page_state(builder: StandaloneHTMLBuilder, docname: str) -> Iterator[None]:
    """Let *builder* render as for the page of *docname*, for a while."""
    before = {name: getattr(builder, name, _MISSING) for name in _STATE}
    uri = builder.get_target_uri(docname)
    builder.imgpath = relative_uri(uri, "_images")
    builder.dlpath = relative_uri(uri, "_downloads")
    builder.current_docname = docname
    builder.secnumbers = builder.env.toc_secnumbers.get(docname, {})
    builder.fignumbers = builder.env.toc_fignumbers.get(docname, {})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is not _MISSING:
                setattr(builder, name, value)


def _translate(builder: StandaloneHTMLBuilder, doctree: nodes.document) -> tuple[str, bool]:
    doctree.settings = builder.docsettings
    visitor = builder.create_translator(doctree, builder)
    doctree.walkabout(visitor)
    html = "".join(visitor.fragment)  # type: ignore[attr-defined]  # docutils' HTML writers have it
    return html, getattr(visitor, "_has_maths_elements", False)


def _whole(html: str, doctree: nodes.document) -> str:
    """Return *html* with nothing left open: HTML written by hand may be cut in the middle."""
    has_raw = next(doctree.findall(nodes.raw), None) is not None
    return balance(html.strip()) if has_raw else html.strip()


def _unwrap(html: str, doctree: nodes.document) -> tuple[str, tuple[str, ...]]:
    """Return *html* without the element of the only section, and the classes of that.

    It is taken off here and not in the tree, where some nodes are written otherwise when
    they stand in the document itself.
    """
    seen = [child for child in doctree.children if not isinstance(child, nodes.Invisible)]
    wrapped = re.fullmatch(r"<section[^>]*>(.*)</section>", html, re.DOTALL)
    if wrapped is None or len(seen) != 1 or not isinstance(seen[0], nodes.section):
        return html, ()
    return wrapped[1].strip(), tuple(seen[0]["classes"])


def _samples(doctree: nodes.document) -> tuple[nodes.Element, ...]:
    """Return a childless copy of each kind of node in *doctree*: extensions look for them."""
    found = (
        node for node in doctree.findall(nodes.Element) if not isinstance(node, (nodes.document, nodes.image))
    )
    return tuple(node.copy() for node in distinct_kinds(found))


def distinct_kinds(found: Iterable[nodes.Element]) -> tuple[nodes.Element, ...]:
    """Return the first of *found* of each type and set of classes."""
    kinds: dict[tuple[type, tuple[str, ...]], nodes.Element] = {}
    for node in found:
        kinds.setdefault((type(node), tuple(node.get("classes", ()))), node)
    return tuple(kinds.values())


def _is_link(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.reference, pending_xref))


def _replace_marker(marker: blog_nodes.more | None, body: blog_nodes.post) -> blog_nodes.more:
    """Put the marker behind *body*, keeping the text of one that stands elsewhere."""
    text = marker["text"] if marker is not None else ""
    if marker is not None:
        marker.parent.remove(marker)
    new = blog_nodes.more("", text=text)
    body.parent.insert(body.parent.index(body) + 1, new)
    return new


def _insert_marker(doctree: nodes.document, marker: blog_nodes.more, paragraphs: int) -> None:
    """Put *marker* behind the last block of an automatic teaser.

    The blocks are those above the first section, whatever they are, and those of the first
    section up to the next heading.
    """
    parent: nodes.Element = doctree
    place = 0
    found = 0
    if paragraphs:
        for container in (doctree, next((c for c in doctree.children if isinstance(c, nodes.section)), None)):
            if container is None or found == paragraphs:
                break
            parent, place = container, 0
            for index, child in enumerate(container.children):
                if isinstance(child, nodes.section):
                    break
                place = index + 1
                found += isinstance(child, nodes.paragraph)
                if found == paragraphs:
                    break
    parent.insert(place, marker)


def _has_content_after(node: nodes.Node) -> bool:
    """Return whether anything that a reader sees follows *node*; footnotes do not count."""
    while node.parent is not None:
        siblings = node.parent.children
        if any(_is_seen(sibling) for sibling in siblings[siblings.index(node) + 1 :]):
            return True
        node = node.parent
    return False


def _has_content_before(node: nodes.Node) -> bool:
    """Return whether anything that a reader sees precedes *node*, headings left out."""
    while node.parent is not None:
        siblings = node.parent.children
        if any(_is_seen(sibling) for sibling in siblings[: siblings.index(node)]):
            return True
        node = node.parent
    return False


def _is_seen(node: nodes.Node) -> bool:
    if isinstance(node, nodes.section):
        return True
    return not isinstance(node, (*_UNSEEN, nodes.footnote, nodes.citation, blog_nodes.post))


def _delete_after(node: nodes.Node) -> None:
    while node.parent is not None:
        del node.parent[node.parent.index(node) + 1 :]
        node = node.parent


def _remove(marker: nodes.Node) -> None:
    """Remove *marker*, and what holds nothing without it, such as a list item of its own."""
    removable: tuple[type, ...] = (nodes.list_item, nodes.Sequential, nodes.block_quote)
    parent: nodes.Element = marker.parent
    parent.remove(marker)
    while not parent.children and isinstance(parent, removable):
        parent, empty = parent.parent, parent
        parent.remove(empty)


def _free_id(doctree: nodes.document) -> str:
    """Return ``more``, or the first of ``more-1`` … if a heading is called that."""
    number, name = 0, "more"
    while name in doctree.ids:
        number += 1
        name = f"more-{number}"
    return name


def _fingerprint(source: nodes.Element, marker: blog_nodes.more) -> str:
    """Return a digest of what stands in *source* before *marker*, in document order.

    It is the same wherever the sources are.
    """
    digest = hashlib.sha256()
    for node in source.findall():
        if node is marker:
            break
        if isinstance(node, nodes.Element):
            attributes = [(name, value) for name, value in sorted(node.attributes.items()) if name != "source"]
            text = f"{node.tagname} {attributes!r}"
        else:
            text = node.astext()
        digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:16]
